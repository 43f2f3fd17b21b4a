//! [`Accumulator`]: the results of many games, added up.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use holotable_store::error::Error;
use serde::{Deserialize, Serialize};

use crate::report::{AgentReport, Rate, TeamReport};
use crate::seating::Seating;
use crate::stand_ins::StandIns;
use crate::stats::mean;
use holotable_erased::{AnyGame, Ending, FORFEIT};

/// A sum of scores that does not depend on their order, since it is a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Scores(u64);

/// Scores are counted in units of 2^-28, of which those of all games are multiples: wins, shares of wins, and leads in points.
const UNITS: f64 = 268_435_456.0;

impl Scores {
    fn of(score: f32) -> Self {
        Self((f64::from(score) * UNITS).round() as u64)
    }

    fn sum(self) -> f64 {
        self.0 as f64 / UNITS
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    games: u64,
    wins: u64,
    score: Scores,
}

impl Results {
    fn count(&mut self, score: f32) {
        self.add(Self { games: 1, wins: u64::from(score >= 1.0), score: Scores::of(score) });
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.score.0 += other.score.0;
    }

    /// Whether there can be such results of at most so many games.
    fn are_possible(&self, most: u64) -> bool {
        self.games <= most && self.wins <= self.games && self.score.sum() <= self.games as f64
    }

    fn team_report(self, name: String) -> TeamReport {
        let Self { games, wins, score } = self;
        TeamReport { name, games, won: Rate::of(wins, games), mean_score: mean(score.sum(), games) }
    }
}

/// More decisions than all games together can have.
const MOST_DECISIONS: u64 = 1 << 50;

/// Sums over games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Accumulator {
    /// By the number of the agent's team.
    sides: BTreeMap<usize, Results>,
    /// By the number of the other agent.
    meetings: BTreeMap<usize, Results>,
    turns: Option<f64>,
    decisions: u64,
    /// Seconds that they took, which are no part of any result and are not kept.
    #[serde(skip)]
    seconds: f64,
    /// By the number of the reason; those that were forfeited come last.
    reasons: Vec<u64>,
    /// How often another agent decided in its place, by the kind of reason.
    #[serde(default, skip_serializing_if = "StandIns::is_empty")]
    stood_in: StandIns,
    /// Of what was counted, for who looks for faults; not kept either.
    #[serde(skip)]
    greatest: Vec<(&'static str, f64)>,
}

impl Accumulator {
    /// Of no games.
    pub fn new(game: &dyn AnyGame) -> Self {
        let reasons = vec![0; reasons(game).count()];
        Self {
            sides: BTreeMap::new(),
            meetings: BTreeMap::new(),
            turns: Some(0.0),
            decisions: 0,
            seconds: 0.0,
            reasons,
            stood_in: StandIns::default(),
            greatest: Vec::new(),
        }
    }

    /// Adds a game that ended so for the seat whose result counts, after so many seconds.
    pub fn count(&mut self, game: &dyn AnyGame, end: &Ending, seating: &Seating, seconds: f64) {
        let (seat, teams) = (seating.counts, game.teams());
        let summary = &end.summary;
        let turns = summary.counts.iter().find(|(name, _)| *name == "turns").map(|(_, n)| n);
        let reason = reasons(game).position(|reason| reason == summary.reason);
        let score = end.scores[seat];
        self.sides.entry(teams.of_seats()[seat]).or_default().count(score);
        for opponent in seating.opponents(teams) {
            // Around more than two teams any two meet by who scores more.
            let met = match teams.leads().len() {
                2 => score,
                _ => match score.total_cmp(&end.scores[opponent]) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                },
            };
            self.meetings.entry(seating.seats[opponent]).or_default().count(met);
        }
        self.turns = self.turns.zip(turns).map(|(sum, n)| sum + n);
        self.decisions += end.decisions;
        self.seconds += seconds;
        self.reasons[reason.expect("a game ends for one of its reasons")] += 1;
        self.stood_in.count(&end.stood_in, |seat| seating.seats[seat] == seating.agent());
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
        self.seconds += other.seconds;
        self.reasons.iter_mut().zip(&other.reasons).for_each(|(a, b)| *a += b);
        self.stood_in.add(&other.stood_in);
        greater(&mut self.greatest, &other.greatest);
    }

    /// Says that so many threads played at the same time.
    pub fn on_threads(&mut self, threads: usize) {
        self.seconds /= threads as f64;
    }

    /// Refuses an accumulator that was read and that so many games between so many agents cannot have.
    ///
    /// # Errors
    /// One line that says what of it cannot be.
    pub fn must_be_of(&self, game: &dyn AnyGame, agents: usize, games: u64) -> Result<(), Error> {
        let (teams, reasons) = (game.teams().leads().len(), reasons(game).count());
        let mut meetings = self.meetings.iter();
        let possible = [
            ("games", self.sides.values().all(|side| side.are_possible(games)) && self.games() == games),
            ("sides", self.sides.keys().all(|&team| team < teams)),
            // An agent may be met in several seats of a game.
            (
                "meetings",
                meetings.all(|(&opponent, met)| opponent < agents && met.are_possible(games * teams as u64)),
            ),
            ("reasons", self.reasons.len() == reasons && self.reasons.iter().all(|&n| n <= games)),
            ("decisions", self.decisions <= MOST_DECISIONS),
            ("decisions by others", self.stood_in.total() <= self.decisions),
            ("turns", self.turns.is_none_or(|turns| turns >= 0.0 && turns.is_finite())),
        ];
        match possible.iter().find(|(_, possible)| !possible) {
            Some((what, _)) => Err(Error::new(format!("its {what} cannot be those of {games} games"))),
            None => Ok(()),
        }
    }

    /// Games added.
    pub fn games(&self) -> u64 {
        self.sides.values().map(|results| results.games).sum()
    }

    /// Against each other agent, by its number: games and the sum of scores.
    pub fn meetings(&self) -> impl Iterator<Item = (usize, u64, f64)> {
        self.meetings.iter().map(|(&opponent, results)| (opponent, results.games, results.score.sum()))
    }

    /// The results of the agent called `name`.
    pub fn report(&self, game: &dyn AnyGame, name: &str) -> AgentReport {
        let mut all = Results::default();
        self.sides.values().for_each(|results| all.add(*results));
        let sides = self.sides.iter().filter(|_| !self.meetings.is_empty());
        let TeamReport { name, games, won, mean_score } = all.team_report(name.to_owned());
        AgentReport {
            name,
            games,
            won,
            mean_turns: self.turns.map(|sum| mean(sum, games)),
            decisions_per_game: mean(self.decisions as f64, games),
            reasons: reasons(game)
                .zip(self.reasons.iter().copied())
                .filter(|&(reason, n)| reason != FORFEIT || n > 0)
                .collect(),
            stood_in: self.stood_in.clone(),
            greatest: self.greatest.clone(),
            mean_score,
            elo: None,
            sides: sides.map(|(&team, results)| results.team_report(game.team_name(team))).collect(),
            games_per_s: (self.seconds > 0.0).then(|| games as f64 / self.seconds),
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
