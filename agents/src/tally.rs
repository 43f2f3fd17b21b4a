//! [`Tally`]: the results of many games, added up.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::any::{AnyGame, Ending, FORFEIT};
use crate::lineup::Lineup;
use crate::report::{AgentReport, Rate, TeamReport};
use crate::stats::mean;

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

    fn team_report(self, name: String) -> TeamReport {
        let Self { games, wins, score } = self;
        TeamReport { name, games, won: Rate::of(wins, games), mean_score: mean(score, games) }
    }
}

/// The cost of a game.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    decisions: u64,
    /// Seconds of the thread that played it.
    seconds: f64,
}

/// Sums over games.
#[derive(Debug)]
pub(crate) struct Tally {
    /// By the number of the agent's team.
    sides: BTreeMap<usize, Results>,
    /// By the number of the other agent.
    meetings: BTreeMap<usize, Results>,
    turns: Option<f64>,
    effort: Effort,
    /// By the number of the reason; those that were forfeited come last.
    reasons: Vec<u64>,
    greatest: Vec<(&'static str, f64)>,
}

impl Tally {
    /// Of no games.
    pub fn new(game: &dyn AnyGame) -> Self {
        let reasons = vec![0; reasons(game).count()];
        Self {
            sides: BTreeMap::new(),
            meetings: BTreeMap::new(),
            turns: Some(0.0),
            effort: Effort::default(),
            reasons,
            greatest: Vec::new(),
        }
    }

    /// Adds a game that ended so for the seat whose result counts, after so many seconds.
    pub fn count(&mut self, game: &dyn AnyGame, end: &Ending, lineup: &Lineup, seconds: f64) {
        let (seat, teams) = (lineup.counts, game.teams());
        let summary = &end.summary;
        let turns = summary.counts.iter().find(|(name, _)| *name == "turns").map(|(_, n)| n);
        let reason = reasons(game).position(|reason| reason == summary.reason);
        let score = end.scores[seat];
        self.sides.entry(teams.of_seats()[seat]).or_default().count(score);
        for rival in lineup.rivals(teams) {
            // Around more than two teams any two meet by who scores more.
            let met = match teams.leads().len() {
                2 => score,
                _ => match score.total_cmp(&end.scores[rival]) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                },
            };
            self.meetings.entry(lineup.seats[rival]).or_default().count(met);
        }
        self.turns = self.turns.zip(turns).map(|(sum, n)| sum + n);
        self.spend(Effort { decisions: end.decisions, seconds });
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
        self.spend(other.effort);
        self.reasons.iter_mut().zip(&other.reasons).for_each(|(a, b)| *a += b);
        greater(&mut self.greatest, &other.greatest);
    }

    fn spend(&mut self, effort: Effort) {
        self.effort.decisions += effort.decisions;
        self.effort.seconds += effort.seconds;
    }

    /// Games added.
    pub fn games(&self) -> u64 {
        self.sides.values().map(|results| results.games).sum()
    }

    /// Against each other agent, by its number: games and the sum of scores.
    pub fn meetings(&self) -> impl Iterator<Item = (usize, u64, f64)> {
        self.meetings.iter().map(|(&rival, results)| (rival, results.games, results.score))
    }

    /// The results of the agent called `name`, whose games were played on so many threads.
    pub fn report(&self, game: &dyn AnyGame, name: &str, threads: f64) -> AgentReport {
        let mut all = Results::default();
        self.sides.values().for_each(|results| all.add(*results));
        let sides = self.sides.iter().filter(|_| !self.meetings.is_empty());
        let TeamReport { name, games, won, mean_score } = all.team_report(name.to_owned());
        AgentReport {
            name,
            games,
            won,
            mean_turns: self.turns.map(|sum| mean(sum, games)),
            decisions_per_game: mean(self.effort.decisions as f64, games),
            reasons: reasons(game)
                .zip(self.reasons.iter().copied())
                .filter(|&(reason, n)| reason != FORFEIT || n > 0)
                .collect(),
            greatest: self.greatest.clone(),
            mean_score,
            elo: None,
            sides: sides.map(|(&team, results)| results.team_report(game.team_name(team))).collect(),
            games_per_s: games as f64 * threads / self.effort.seconds,
        }
    }
}

/// Why games end, and that they may be forfeited.
fn reasons(game: &dyn AnyGame) -> impl Iterator<Item = &'static str> {
    game.facts().reasons.iter().copied().chain([FORFEIT])
}

/// Raises each count of `most` to that of `counts`, which has the same names in the same order.
fn greater(most: &mut Vec<(&'static str, f64)>, counts: &[(&'static str, f64)]) {
    if most.is_empty() {
        most.extend(counts);
    }
    most.iter_mut().zip(counts).for_each(|((_, a), (_, b))| *a = a.max(*b));
}
