//! [`Tally`]: the results of many games, added up.

use std::collections::BTreeMap;

use holotable_env::Tabletop;

use crate::report::{Row, SideRow};
use crate::stats::{mean, wilson};

/// Results added up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Results {
    pub games: u64,
    wins: u64,
    pub score: f64,
}

impl Results {
    fn count(&mut self, score: f32) {
        self.add(Self { games: 1, wins: u64::from(score >= 1.0), score: f64::from(score) });
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.score += other.score;
    }

    fn row(self, name: String) -> SideRow {
        let Self { games, wins, score } = self;
        let (ci_low, ci_high) = wilson(wins, games);
        let win_rate = mean(wins as f64, games);
        SideRow { name, games, wins, win_rate, ci_low, ci_high, mean_score: mean(score, games) }
    }
}

/// Sums over games.
#[derive(Debug)]
pub(crate) struct Tally {
    /// By the number of the agent's team.
    sides: BTreeMap<usize, Results>,
    /// By the number of the other agent.
    meetings: BTreeMap<usize, Results>,
    turns: Option<f64>,
    decisions: u64,
    reasons: Vec<u64>,
    greatest: Vec<(&'static str, f64)>,
}

impl Tally {
    /// Of no games.
    pub fn new<G: Tabletop>() -> Self {
        let reasons = vec![0; G::REASONS.len()];
        Self {
            sides: BTreeMap::new(),
            meetings: BTreeMap::new(),
            turns: Some(0.0),
            decisions: 0,
            reasons,
            greatest: Vec::new(),
        }
    }

    /// Adds a game that ended so, as `seat` sees it, whose team played against the agent `rival`, if any.
    pub fn count<G: Tabletop>(
        &mut self,
        game: &G,
        end: &G::State,
        (seat, rival): (usize, Option<usize>),
        decisions: u64,
    ) {
        let summary = game.summary(end);
        let turns = summary.counts.iter().find(|(name, _)| *name == "turns").map(|(_, n)| n);
        let reason = G::REASONS.iter().position(|r| *r == summary.reason);
        let score = game.score(end, seat);
        self.sides.entry(game.team(seat)).or_default().count(score);
        if let Some(rival) = rival {
            self.meetings.entry(rival).or_default().count(score);
        }
        self.turns = self.turns.zip(turns).map(|(sum, n)| sum + n);
        self.decisions += decisions;
        self.reasons[reason.expect("a game ends for one of its reasons")] += 1;
        greater(&mut self.greatest, &summary.counts);
    }

    /// Adds other games.
    pub fn add(&mut self, other: &Self) {
        for (sums, more) in [(&mut self.sides, &other.sides), (&mut self.meetings, &other.meetings)] {
            for (key, results) in more {
                sums.entry(*key).or_default().add(*results);
            }
        }
        self.turns = self.turns.zip(other.turns).map(|(a, b)| a + b);
        self.decisions += other.decisions;
        self.reasons.iter_mut().zip(&other.reasons).for_each(|(a, b)| *a += b);
        greater(&mut self.greatest, &other.greatest);
    }

    /// Against each other agent, by its number: games and the sum of scores.
    pub fn meetings(&self) -> impl Iterator<Item = (usize, u64, f64)> {
        self.meetings.iter().map(|(&rival, results)| (rival, results.games, results.score))
    }

    /// The results of the agent called `name`.
    pub fn row<G: Tabletop>(&self, game: &G, name: &str, seconds: f64) -> Row {
        let mut all = Results::default();
        self.sides.values().for_each(|results| all.add(*results));
        let sides = self.sides.iter().filter(|_| !self.meetings.is_empty());
        let SideRow { name, games, wins, win_rate, ci_low, ci_high, mean_score } = all.row(name.to_owned());
        Row {
            name,
            games,
            wins,
            win_rate,
            ci_low,
            ci_high,
            mean_turns: self.turns.map(|sum| mean(sum, games)),
            decisions_per_game: mean(self.decisions as f64, games),
            reasons: G::REASONS.iter().copied().zip(self.reasons.iter().copied()).collect(),
            greatest: self.greatest.clone(),
            mean_score,
            elo: None,
            sides: sides.map(|(&team, results)| results.row(game.team_name(team))).collect(),
            games_per_s: games as f64 / seconds,
        }
    }
}

/// Raises each count of `most` to that of `counts`, which has the same names in the same order.
fn greater(most: &mut Vec<(&'static str, f64)>, counts: &[(&'static str, f64)]) {
    if most.is_empty() {
        most.extend(counts);
    }
    most.iter_mut().zip(counts).for_each(|((_, a), (_, b))| *a = a.max(*b));
}
