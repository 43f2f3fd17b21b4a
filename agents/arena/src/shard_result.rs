//! [`ShardResult`]: the results of a shard of the games of a tournament or a comparison, played anywhere; [`merge`] adds up those
//! of all shards to the report that one program would have given, byte for byte.

use std::path::Path;
use std::sync::Arc;

use holotable_store::checksummed;
use holotable_store::error::Error;
use holotable_store::limits::AGENTS;
use serde::{Deserialize, Serialize};

use crate::accumulator::Accumulator;
use crate::agent_factory::{AgentFactory, any_factories};
use crate::compare::{self, Comparison, Paired};
use crate::provenance::Provenance;
use crate::report::Report;
use crate::shard::Shard;
use crate::tournament::{Draw, Plan};
use holotable_erased::AnyGame;

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Form {
    /// Every agent in as many games, as in [`tournament::run`](crate::tournament::run).
    Tournament,
    /// An agent for each seat, as in [`tournament::run_seated`](crate::tournament::run_seated).
    Seated,
    /// Two agents on the same seeds, as in [`compare::run`].
    Comparison {
        /// Who takes off the luck, if that is wanted.
        evaluator: Option<String>,
    },
}

impl Form {
    /// What games of this form between these agents have in common.
    ///
    /// # Errors
    /// As [`Provenance::of`].
    pub fn provenance<E: AgentFactory>(
        &self,
        game: &dyn AnyGame,
        agents: &[E],
        seed: u64,
    ) -> Result<Provenance, Error> {
        let provenance = Provenance::of(game, &any_factories(agents), seed)?;
        match self {
            Form::Comparison { evaluator: Some(evaluator) } => provenance.evaluated_by(game, evaluator),
            Form::Comparison { evaluator: None } | Form::Tournament | Form::Seated => Ok(provenance),
        }
    }

    fn draw<'a, E: AgentFactory>(
        &self,
        game: &dyn AnyGame,
        agents: &'a [E],
        games: u64,
    ) -> Result<Draw<'a>, Error> {
        match self {
            Form::Seated => Draw::seated(game, agents, games),
            Form::Tournament | Form::Comparison { .. } => Ok(Draw::all(game, agents, games)),
        }
    }
}

/// A shard of games, and its results so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardResult {
    form: Form,
    provenance: Provenance,
    /// Games of each agent in all shards together.
    games: u64,
    shard: Shard,
    /// How many games of the shard are played, from the first on: each on its seed and in its seating, or in pairs.
    done: u64,
    counts: Counts,
}

/// The results of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Counts {
    /// For each agent.
    Agents(Vec<Accumulator>),
    Paired(Paired),
}

/// The report of all shards together.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Merged {
    /// Of a tournament or a table.
    Tournament(Report),
    /// Of a comparison.
    Comparison(Box<Comparison>),
}

/// Plays a shard of the games. With `expected`, only if they have that provenance here too: the same program, rules, data set and
/// checkpoints.
///
/// # Errors
/// What differs here; as [`tournament::run`](crate::tournament::run) and [`compare::run`]; when other than two agents are compared.
pub fn play<E: AgentFactory>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    form: &Form,
    shard: Shard,
    plan: &Plan<'_>,
    expected: Option<&Provenance>,
) -> Result<ShardResult, Error> {
    let mut result = ShardResult::new(game.as_ref(), agents, form, shard, plan)?;
    if let Some(expected) = expected {
        expected.must_be(&result.provenance)?;
    }
    result.go_on(game, agents, plan, |_| Ok(()))?;
    Ok(result)
}

impl ShardResult {
    /// A shard of which nothing is played yet.
    ///
    /// # Errors
    /// As [`Form::provenance`], and where the agents do not fit the form.
    pub fn new<E: AgentFactory>(
        game: &dyn AnyGame,
        agents: &[E],
        form: &Form,
        shard: Shard,
        plan: &Plan<'_>,
    ) -> Result<Self, Error> {
        let provenance = form.provenance(game, agents, plan.seed)?;
        let counts = match form {
            Form::Comparison { .. } => Counts::Paired(Paired::default()),
            Form::Tournament | Form::Seated => {
                Counts::Agents(form.draw(game, agents, plan.games)?.accumulators(game))
            }
        };
        Ok(Self { form: form.clone(), provenance, games: plan.games, shard, done: 0, counts })
    }

    /// Takes over what was played before, if that is the same shard of the same games.
    ///
    /// # Errors
    /// One line with what differs, or what cannot be.
    pub fn take_over(&mut self, before: Self, game: &dyn AnyGame) -> Result<(), Error> {
        before.must_be_like(self)?;
        if before.shard != self.shard {
            return Err(Error::new(format!("it is shard {}, not {}", before.shard, self.shard)));
        }
        before.must_hold(game)?;
        *self = before;
        Ok(())
    }

    /// Plays the games that are not played yet; `heard` is called often, and sees the results so far. Where it fails, what was
    /// played up to there is kept.
    ///
    /// # Errors
    /// As [`play`], and what `heard` says.
    pub fn go_on<E: AgentFactory>(
        &mut self,
        game: &Arc<dyn AnyGame>,
        agents: &[E],
        plan: &Plan<'_>,
        mut heard: impl FnMut(&dyn Fn() -> Self) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        let Self { form, provenance, games, shard, done, counts } = self;
        let form = &*form;
        let result = |done: u64, counts: Counts| Self {
            form: form.clone(),
            provenance: provenance.clone(),
            games: *games,
            shard: *shard,
            done,
            counts,
        };
        match counts {
            Counts::Paired(paired) => {
                let [a, b] = agents else {
                    return Err(Error::new(format!("a comparison is of 2 agents, not of {}", agents.len())));
                };
                let evaluator =
                    if let Form::Comparison { evaluator } = form { evaluator.as_deref() } else { None };
                (plan.progress)(paired.games());
                let played = compare::play(game, &[a, b], evaluator, plan, *shard, paired, |paired| {
                    heard(&|| result(paired.games(), Counts::Paired(paired.clone())))
                });
                *done = paired.games();
                played
            }
            Counts::Agents(accumulators) => {
                (plan.progress)(accumulators.iter().map(Accumulator::games).sum());
                let draw = form.draw(game.as_ref(), agents, plan.games)?;
                draw.play(
                    game.as_ref(),
                    plan,
                    *shard,
                    (&mut *done, &mut accumulators[..]),
                    |done, accumulators| heard(&|| result(done, Counts::Agents(accumulators.to_vec()))),
                )
            }
        }
    }

    /// How many games are played, and of how many.
    ///
    /// # Errors
    /// Where the agents do not fit the form.
    pub fn progress(&self, game: &dyn AnyGame) -> Result<(u64, u64), Error> {
        let whole = match &self.form {
            Form::Comparison { .. } => {
                let games = self.shard.range(self.games);
                games.end - games.start
            }
            Form::Tournament | Form::Seated => {
                self.form.draw(game, &self.provenance.agents, self.games)?.whole(self.shard)
            }
        };
        Ok((self.done, whole))
    }

    /// As a line of JSON with its checksum.
    pub fn to_text(&self) -> String {
        checksummed::with_checksum(&serde_json::to_string(self).expect("plain data is JSON"))
    }

    /// From the text of [`to_text`](Self::to_text), if it was not changed; nothing else of it is believed yet.
    ///
    /// # Errors
    /// One line: where it is none.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        checksummed::read(text, "shard result")
    }

    /// The rules by which it was played, as they are here.
    ///
    /// # Errors
    /// As [`Provenance::rules`].
    pub fn rules(&self, data: Option<&Path>) -> Result<Arc<dyn AnyGame>, Error> {
        self.provenance.rules(data)
    }

    /// Refuses a result of other games.
    fn must_be_like(&self, other: &Self) -> Result<(), Error> {
        other.provenance.must_be(&self.provenance)?;
        if (&self.form, self.games) != (&other.form, other.games) {
            return Err(Error::new("it is of another tournament or comparison"));
        }
        Ok(())
    }

    /// Refuses a result of which not all games are played.
    fn must_be_whole(&self, game: &dyn AnyGame) -> Result<(), Error> {
        match self.progress(game)? {
            (done, whole) if done == whole => Ok(()),
            (done, whole) => Err(Error::new(format!(
                "{done} of its {whole} games are played: the command that wrote it goes on"
            ))),
        }
    }

    /// Refuses counts that cannot be.
    fn must_hold(&self, game: &dyn AnyGame) -> Result<(), Error> {
        match (&self.form, &self.counts) {
            (Form::Comparison { evaluator }, Counts::Paired(paired)) => {
                paired.must_be_of(self.done, evaluator.is_some())
            }
            (Form::Tournament | Form::Seated, Counts::Agents(accumulators)) => {
                let draw = self.form.draw(game, &self.provenance.agents, self.games)?;
                if accumulators.len() != draw.agents() {
                    let (found, agents) = (accumulators.len(), draw.agents());
                    return Err(Error::new(format!("it has results of {found} agents, not of {agents}")));
                }
                accumulators.iter().enumerate().try_for_each(|(agent, accumulator)| {
                    let games = draw.games(agent, self.shard, self.done);
                    let of = accumulator.must_be_of(game, accumulators.len(), games);
                    of.map_err(|e| e.within(&self.provenance.agents[agent]))
                })
            }
            _ => Err(Error::new("it has the counts of another form")),
        }
    }
}

/// The report of all shards of a tournament or comparison in this game, whose results come in any order.
///
/// # Errors
/// One line: the shard that is missing, that is there twice, that is of other games or whose counts cannot be; with an evaluator,
/// less than two pairs.
pub fn merge(game: &dyn AnyGame, mut results: Vec<ShardResult>) -> Result<Merged, Error> {
    results.sort_by_key(|result| result.shard);
    let first = results.first().ok_or_else(|| Error::new("there are no results"))?;
    if first.provenance.agents.len() > AGENTS {
        return Err(Error::new(format!("there are more than {AGENTS} agents")));
    }
    for result in &results {
        let fits = result.must_be_like(first).and_then(|()| result.must_be_whole(game));
        let holds = fits.and_then(|()| result.must_hold(game));
        holds.map_err(|e| e.within(format!("shard {}", result.shard)))?;
    }
    for pair in results.windows(2) {
        if pair[0].shard == pair[1].shard {
            return Err(Error::new(format!("shard {} is there twice", pair[0].shard)));
        }
    }
    let there = |shard: &Shard| results.iter().any(|result| result.shard == *shard);
    if let Some(missing) = first.shard.all().find(|shard| !there(shard)) {
        return Err(Error::new(format!("shard {missing} is missing")));
    }
    if let Some(other) = results.iter().find(|result| result.shard.of() != first.shard.of()) {
        return Err(Error::new(format!("shard {} is not one of {}", other.shard, first.shard.of())));
    }
    let ShardResult { form, provenance, games, .. } = &first;
    let (form, provenance, games) = (form.clone(), provenance.clone(), *games);
    together(game, &form, &provenance, games, results)
}

fn together(
    game: &dyn AnyGame,
    form: &Form,
    provenance: &Provenance,
    games: u64,
    results: Vec<ShardResult>,
) -> Result<Merged, Error> {
    let names = &provenance.agents;
    if let Form::Comparison { evaluator } = form {
        let mut paired = Paired::default();
        for result in results {
            if let Counts::Paired(more) = result.counts {
                paired.add(more);
            }
        }
        let [a, b] = &names[..] else { return Err(Error::new("a comparison is of 2 agents")) };
        let found = compare::report(game, [a, b], evaluator.as_deref(), provenance.seed, &paired)?;
        return Ok(Merged::Comparison(Box::new(found)));
    }
    let draw = form.draw(game, names, games)?;
    let mut sums = draw.accumulators(game);
    for result in &results {
        if let Counts::Agents(accumulators) = &result.counts {
            sums.iter_mut().zip(accumulators).for_each(|(sum, more)| sum.add(more));
        }
    }
    Ok(Merged::Tournament(draw.report(game, provenance.seed, &sums)))
}
