//! [`run`]: finds which of two agents is better, from games that both play with the same random numbers.
//!
//! Each seed is played twice, once by each agent. In a game of several teams the agent has one of them, the next one
//! with each seed, and the other agent has the rest, so that each game of a pair is the other with the agents exchanged.
//!
//! With an evaluator, the [luck] of each game is taken off its result: the difference has the same mean and varies less, so that
//! fewer games tell as much.

use std::ops::Range;
use std::sync::Arc;

use holotable_env::Options;
use holotable_players::policy::StoodIn;
use holotable_store::error::Error;
use holotable_store::in_order::in_order;
use holotable_store::threads;
use serde::{Deserialize, Serialize};

use crate::agent_factory::{AgentFactory, any_factories};
use crate::luck;
use crate::report::Rate;
use crate::seating::Seating;
use crate::shard::Shard;
use crate::stand_ins::StandIns;
use crate::stats::{Pairs, t_interval};
use crate::tournament::{Bench, Plan, chunk};
use holotable_erased::{AnyGame, AnyPlayer, Players};

/// The result of a comparison; rates and differences are fractions of games, not per cent.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The name of the game.
    pub game: &'static str,
    /// Every option in force.
    pub options: Options,
    /// The seed of the first pair.
    pub seed: u64,
    /// Pairs of games.
    pub games: u64,
    /// The first agent.
    pub a: Contestant,
    /// The second agent.
    pub b: Contestant,
    /// Seeds on which both won.
    pub both: u64,
    /// Seeds on which only the first won.
    pub only_a: u64,
    /// Seeds on which only the second won.
    pub only_b: u64,
    /// Seeds on which neither won.
    pub neither: u64,
    /// The win rate of the first less that of the second.
    pub difference: f64,
    /// The lower end of the 95 % interval of the difference ([`Pairs::interval`]).
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
    /// McNemar's exact two-sided p ([`Pairs::mcnemar`]).
    pub p_value: f64,
    /// Pairs to play for a power of 80 % ([`Pairs::games_for_power`]); `None` without a difference.
    pub games_for_power_80: Option<u64>,
    /// The same with the luck taken off, if there was an evaluator of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
}

/// A difference of scores, of which ties and shared wins are parts, with the luck of each game taken off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Adjusted {
    /// Who evaluated the luck.
    pub evaluator: String,
    /// The mean score of the first agent less that of the second, luck taken off.
    pub difference: f64,
    /// The lower end of its 95 % interval, by Student's t over the pairs.
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
    /// The mean difference of the scores as they were.
    pub plain: f64,
    /// How many times as much the plain difference of a pair varies: so many times as many games it would take. `None` if the
    /// adjusted one does not vary at all.
    pub variance_ratio: Option<f64>,
    /// The share of the variance of a pair's plain difference that is luck as the evaluator sees it. `None` if that does not vary
    /// at all.
    pub luck_share: Option<f64>,
}

impl Adjusted {
    /// From the plain and the adjusted difference of each pair; it takes two.
    fn of(evaluator: &str, pairs: &[[f64; 2]]) -> Result<Self, Error> {
        let [plain, adjusted] = [0, 1].map(|i| pairs.iter().map(|pair| pair[i]).collect::<Vec<f64>>());
        let few = || Error::new("one pair says nothing of its luck: luck is adjusted over at least 2 games");
        let (difference, ci_low, ci_high) = t_interval(&adjusted).ok_or_else(few)?;
        let (mean, low, high) = t_interval(&plain).ok_or_else(few)?;
        // Widths are in proportion to the square roots of variances, with as many pairs in both.
        let [of_plain, of_adjusted] = [high - low, ci_high - ci_low].map(|width| width.powi(2));
        let quotient = |a: f64, b: f64| Some(a / b).filter(|quotient| quotient.is_finite());
        let variance_ratio = quotient(of_plain, of_adjusted);
        let luck_share = quotient(of_plain - of_adjusted, of_plain);
        Ok(Self {
            evaluator: evaluator.to_owned(),
            difference,
            ci_low,
            ci_high,
            plain: mean,
            variance_ratio,
            luck_share,
        })
    }
}

/// The results of one of the two agents.
#[derive(Clone, Debug, Serialize)]
pub struct Contestant {
    /// The agent as it was asked for.
    pub name: String,
    /// The games that the agent won.
    #[serde(flatten)]
    pub won: Rate,
    /// How often another agent decided in its place.
    #[serde(skip_serializing_if = "StandIns::is_empty")]
    pub stood_in: StandIns,
}

impl Contestant {
    fn new(name: &str, wins: u64, games: u64, stood_in: &StandIns) -> Self {
        Self { name: name.to_owned(), won: Rate::of(wins, games), stood_in: stood_in.clone() }
    }
}

/// Plays [`Plan::games`] pairs; the result does not depend on the threads. With the name of an evaluator, an agent that evaluates
/// positions, luck is taken off.
///
/// # Errors
/// As [`tournament::run`](crate::tournament::run); with an evaluator, where it gives no evaluation, in a game of more than two
/// teams and for less than two pairs.
pub fn run<E: AgentFactory>(
    game: &Arc<dyn AnyGame>,
    agents: &[E; 2],
    evaluator: Option<&str>,
    plan: &Plan<'_>,
) -> Result<Comparison, Error> {
    let mut paired = Paired::default();
    play(game, agents, evaluator, plan, Shard::ALL, &mut paired, |_| Ok(()))?;
    report(game.as_ref(), [agents[0].name(), agents[1].name()], evaluator, plan.seed, &paired)
}

/// Plays the pairs of a shard after those that `so_far` has, to which they are added one after the other; each time `heard` is
/// called.
///
/// # Errors
/// As [`run`], and what `heard` says; what was played up to there is in `so_far`.
pub(crate) fn play<E: AgentFactory>(
    game: &Arc<dyn AnyGame>,
    agents: &[E; 2],
    evaluator: Option<&str>,
    plan: &Plan<'_>,
    shard: Shard,
    so_far: &mut Paired,
    mut heard: impl FnMut(&Paired) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let bench = Bench::new(game.as_ref(), &any_factories(agents))?;
    let evaluator = evaluator.map(|name| LuckEvaluator::new(game, name, agents)).transpose()?;
    let Range { start, end } = shard.range(plan.games);
    let start = start + so_far.games();
    let chunk = chunk(end - start);
    let some = |number: u64| {
        let first = start + number * chunk;
        play_some(game.as_ref(), &bench, evaluator.as_ref(), plan, first..end.min(first + chunk))
    };
    in_order(&threads::pool(plan.threads)?, 0..(end - start).div_ceil(chunk), some, |more| {
        so_far.add(more);
        heard(so_far)
    })
}

/// What all pairs say of the two agents of these names.
///
/// # Errors
/// With an evaluator, for less than two pairs.
pub(crate) fn report(
    game: &dyn AnyGame,
    names: [&str; 2],
    evaluator: Option<&str>,
    seed: u64,
    Paired { pairs, scores, stood_in }: &Paired,
) -> Result<Comparison, Error> {
    let adjusted = evaluator.map(|evaluator| Adjusted::of(evaluator, scores)).transpose()?;
    let (ci_low, ci_high) = pairs.interval();
    Ok(Comparison {
        game: game.facts().name,
        options: game.options().clone(),
        seed,
        games: pairs.games(),
        a: Contestant::new(names[0], pairs.both + pairs.only_a, pairs.games(), &stood_in[0]),
        b: Contestant::new(names[1], pairs.both + pairs.only_b, pairs.games(), &stood_in[1]),
        both: pairs.both,
        only_a: pairs.only_a,
        only_b: pairs.only_b,
        neither: pairs.neither,
        difference: pairs.difference(),
        ci_low,
        ci_high,
        p_value: pairs.mcnemar(),
        games_for_power_80: pairs.games_for_power(),
        adjusted,
    })
}

/// Some pairs: who won, and with an evaluator the difference of the scores, plain and adjusted, of each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paired {
    pairs: Pairs,
    scores: Vec<[f64; 2]>,
    /// How often others decided in the place of each.
    #[serde(default, skip_serializing_if = "none_stood_in")]
    stood_in: [StandIns; 2],
}

fn none_stood_in(both: &[StandIns; 2]) -> bool {
    both.iter().all(StandIns::is_empty)
}

impl Paired {
    /// Adds pairs, in the order of their seeds: sums of fractions depend on it.
    pub fn add(&mut self, more: Self) {
        self.pairs = self.pairs.plus(more.pairs);
        self.scores.extend(more.scores);
        self.stood_in.iter_mut().zip(&more.stood_in).for_each(|(sum, more)| sum.add(more));
    }

    /// How many there are.
    pub fn games(&self) -> u64 {
        self.pairs.games()
    }

    /// Refuses what was read and cannot be of so many pairs.
    ///
    /// # Errors
    /// One line that says what of it cannot be.
    pub fn must_be_of(&self, games: u64, evaluated: bool) -> Result<(), Error> {
        let Pairs { both, only_a, only_b, neither } = self.pairs;
        let sum = [both, only_a, only_b, neither].iter().try_fold(0, |sum: u64, &n| sum.checked_add(n));
        let scores = if evaluated { games } else { 0 };
        if sum == Some(games) && self.scores.len() as u64 == scores {
            return Ok(());
        }
        Err(Error::new(format!("its counts cannot be those of {games} pairs")))
    }
}

/// Plays the pairs with these numbers.
fn play_some(
    game: &dyn AnyGame,
    bench: &Bench<'_>,
    evaluator: Option<&LuckEvaluator<'_>>,
    plan: &Plan<'_>,
    numbers: Range<u64>,
) -> Result<Paired, Error> {
    let mut players = bench.take(&[0, 1])?;
    let mut evaluating = evaluator.map(LuckEvaluator::player).transpose()?;
    let (teams, leads) = (game.teams(), game.teams().leads());
    let alone = |agent: usize, lead: usize| {
        let mut seated = vec![1 - agent; leads.len()];
        seated[teams.of_seats()[lead]] = agent;
        Seating::of_teams(teams, &seated, lead)
    };
    let sides: Vec<[Seating; 2]> = leads.iter().map(|&lead| [0, 1].map(|agent| alone(agent, lead))).collect();
    let mut part = Paired::default();
    let begun = numbers.start;
    for i in numbers.clone() {
        let (mut wins, mut plain, mut adjusted) = ([false; 2], [0.0; 2], [0.0; 2]);
        for (agent, seating) in sides[i as usize % sides.len()].iter().enumerate() {
            let seed = plan.seed.wrapping_add(i);
            let (score, stood_in) = if let (Some(evaluator), Some(evaluating)) = (evaluator, &mut evaluating)
            {
                let (score, luck, stood_in) =
                    evaluator.play(evaluating.as_mut(), seating, &mut players, plan, i)?;
                (plain[agent], adjusted[agent]) = (score, score - luck);
                bench.tell_of_others(&seating.seats, seed, &stood_in);
                (score, stood_in)
            } else {
                let end = plan.play(game, &seating.seats, &mut players, i)?;
                bench.tell(&seating.seats, seed, &end);
                (f64::from(end.scores[seating.counts]), end.stood_in)
            };
            for (agent, sum) in part.stood_in.iter_mut().enumerate() {
                sum.count(&stood_in, |seat| seating.seats[seat] == agent);
            }
            wins[agent] = score >= 1.0;
        }
        part.pairs.count(wins[0], wins[1]);
        if evaluator.is_some() {
            part.scores.push([plain[0] - plain[1], adjusted[0] - adjusted[1]]);
        }
    }
    (plan.progress)(numbers.end - begun);
    bench.give_back(players);
    Ok(part)
}

/// The score of a game, what of it was luck, and seat and reason of each decision that another took.
type EvaluatedGame = (f64, f64, Vec<(usize, StoodIn)>);

/// Who says what of a game was luck.
struct LuckEvaluator<'a> {
    game: &'a Arc<dyn AnyGame>,
    name: &'a str,
    /// The names of the two agents.
    agents: [String; 2],
}

impl<'a> LuckEvaluator<'a> {
    fn new<E: AgentFactory>(
        game: &'a Arc<dyn AnyGame>,
        name: &'a str,
        agents: &[E; 2],
    ) -> Result<Self, Error> {
        let teams = game.teams().leads().len();
        if teams > 2 {
            return Err(Error::new(format!(
                "luck is adjusted in games of one or two teams, and {} has {teams}: an evaluator speaks for whoever acts",
                game.facts().name
            )));
        }
        let agents = [0, 1].map(|agent| agents[agent].name().to_owned());
        let evaluator = Self { game, name, agents };
        evaluator.player()?;
        Ok(evaluator)
    }

    fn player(&self) -> Result<Box<dyn AnyPlayer>, Error> {
        self.game.player(self.name)
    }

    /// Plays the game with this number: the score of the seat that counts, what of it was luck, and the decisions that others took.
    fn play(
        &self,
        evaluator: &mut dyn AnyPlayer,
        seating: &Seating,
        players: &mut Players,
        plan: &Plan<'_>,
        number: u64,
    ) -> Result<EvaluatedGame, Error> {
        let names: Vec<String> = seating.seats.iter().map(|&agent| self.agents[agent].clone()).collect();
        let (replay, last, end) = plan.record(self.game, &seating.seats, &names, players, number)?;
        let score = last.scores().expect("the game is over")[seating.counts];
        let team = self.game.teams().of_seats()[seating.counts];
        let luck = luck::of_game(evaluator, self.game, &replay, team);
        let luck = luck.map_err(|e| e.within(format!("evaluated by {}", self.name)))?;
        Ok((score, luck, end.stood_in))
    }
}
