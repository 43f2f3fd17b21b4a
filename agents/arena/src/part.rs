//! [`Part`]: a share of the games of a tournament or a comparison, played anywhere, and what came of it; [`merge`] puts all of them
//! together to the report that one program would have given, byte for byte.

use std::path::Path;
use std::sync::Arc;

use holotable_store::error::Error;
use holotable_store::limits::AGENTS;
use holotable_store::sealed;
use serde::{Deserialize, Serialize};

use crate::any::AnyGame;
use crate::compare::{self, Comparison, Paired};
use crate::entrant::{Entrant, any_entrants};
use crate::report::Report;
use crate::series::Series;
use crate::share::Share;
use crate::tally::Tally;
use crate::tournament::{Draw, Plan};

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Form {
    /// Every agent in as many games, as in [`tournament::run`](crate::tournament::run).
    Tournament,
    /// An agent for each seat, as in [`tournament::run_seated`](crate::tournament::run_seated).
    Table,
    /// Two agents on the same seeds, as in [`compare::run`].
    Comparison {
        /// Who takes off the luck, if that is wanted.
        judge: Option<String>,
    },
}

impl Form {
    /// What games of this form between these agents have in common.
    ///
    /// # Errors
    /// As [`Series::of`].
    pub fn series<E: Entrant>(&self, game: &dyn AnyGame, agents: &[E], seed: u64) -> Result<Series, Error> {
        let series = Series::of(game, &any_entrants(agents), seed)?;
        match self {
            Form::Comparison { judge: Some(judge) } => series.judged_by(game, judge),
            Form::Comparison { judge: None } | Form::Tournament | Form::Table => Ok(series),
        }
    }

    fn draw<'a, E: Entrant>(
        &self,
        game: &dyn AnyGame,
        agents: &'a [E],
        games: u64,
    ) -> Result<Draw<'a>, Error> {
        match self {
            Form::Table => Draw::seated(game, agents, games),
            Form::Tournament | Form::Comparison { .. } => Ok(Draw::all(game, agents, games)),
        }
    }
}

/// A share of games, and what came of it so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    form: Form,
    series: Series,
    /// Of each agent, in all parts together.
    games: u64,
    share: Share,
    /// How many games of the share are played, from the first on: each on its seed and in its seating, or in pairs.
    done: u64,
    came: Came,
}

/// What came of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Came {
    /// For each agent.
    Tallies(Vec<Tally>),
    Paired(Paired),
}

/// What all parts say together.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// Of a tournament or a table.
    Tournament(Report),
    /// Of a comparison.
    Comparison(Box<Comparison>),
}

/// Plays a share of the games. With `expected`, only if they are of that series here too: of the same program, rules, data set,
/// checkpoints.
///
/// # Errors
/// What differs here; as [`tournament::run`](crate::tournament::run) and [`compare::run`]; when other than two agents are compared.
pub fn play<E: Entrant>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    form: &Form,
    share: Share,
    plan: &Plan<'_>,
    expected: Option<&Series>,
) -> Result<Part, Error> {
    let mut part = Part::new(game.as_ref(), agents, form, share, plan)?;
    if let Some(expected) = expected {
        expected.must_be(&part.series)?;
    }
    part.go_on(game, agents, plan, |_| Ok(()))?;
    Ok(part)
}

impl Part {
    /// A share of which nothing is played yet.
    ///
    /// # Errors
    /// As [`Form::series`], and where the agents do not fit the form.
    pub fn new<E: Entrant>(
        game: &dyn AnyGame,
        agents: &[E],
        form: &Form,
        share: Share,
        plan: &Plan<'_>,
    ) -> Result<Self, Error> {
        let series = form.series(game, agents, plan.seed)?;
        let came = match form {
            Form::Comparison { .. } => Came::Paired(Paired::default()),
            Form::Tournament | Form::Table => {
                Came::Tallies(form.draw(game, agents, plan.games)?.tallies(game))
            }
        };
        Ok(Self { form: form.clone(), series, games: plan.games, share, done: 0, came })
    }

    /// Takes over what was played before, if that is the same share of the same games.
    ///
    /// # Errors
    /// One line with what differs, or what cannot be.
    pub fn take_over(&mut self, before: Self, game: &dyn AnyGame) -> Result<(), Error> {
        before.must_be_like(self)?;
        if before.share != self.share {
            return Err(Error::new(format!("it is part {}, not {}", before.share, self.share)));
        }
        before.must_hold(game)?;
        *self = before;
        Ok(())
    }

    /// Plays the games that are not played yet; `heard` is called often, and sees what came so far. Where it fails, what was played
    /// up to there is kept.
    ///
    /// # Errors
    /// As [`play`], and what `heard` says.
    pub fn go_on<E: Entrant>(
        &mut self,
        game: &Arc<dyn AnyGame>,
        agents: &[E],
        plan: &Plan<'_>,
        mut heard: impl FnMut(&dyn Fn() -> Self) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        let Self { form, series, games, share, done, came } = self;
        let form = &*form;
        let part = |done: u64, came: Came| Self {
            form: form.clone(),
            series: series.clone(),
            games: *games,
            share: *share,
            done,
            came,
        };
        match came {
            Came::Paired(paired) => {
                let [a, b] = agents else {
                    return Err(Error::new(format!("a comparison is of 2 agents, not of {}", agents.len())));
                };
                let judge = if let Form::Comparison { judge } = form { judge.as_deref() } else { None };
                (plan.progress)(paired.games());
                let played = compare::play(game, &[a, b], judge, plan, *share, paired, |paired| {
                    heard(&|| part(paired.games(), Came::Paired(paired.clone())))
                });
                *done = paired.games();
                played
            }
            Came::Tallies(tallies) => {
                (plan.progress)(tallies.iter().map(Tally::games).sum());
                let draw = form.draw(game.as_ref(), agents, plan.games)?;
                draw.play(game.as_ref(), plan, *share, (&mut *done, &mut tallies[..]), |done, tallies| {
                    heard(&|| part(done, Came::Tallies(tallies.to_vec())))
                })
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
                let games = self.share.range(self.games);
                games.end - games.start
            }
            Form::Tournament | Form::Table => {
                self.form.draw(game, &self.series.agents, self.games)?.whole(self.share)
            }
        };
        Ok((self.done, whole))
    }

    /// As a line of JSON with its checksum.
    pub fn to_text(&self) -> String {
        sealed::seal(&serde_json::to_string(self).expect("plain data is JSON"))
    }

    /// From the text of [`to_text`](Self::to_text), if it was not changed; nothing else of it is believed yet.
    ///
    /// # Errors
    /// One line: where it is none.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        sealed::read(text, "tally")
    }

    /// The rules by which it was played, as they are here.
    ///
    /// # Errors
    /// As [`Series::rules`].
    pub fn rules(&self, data: Option<&Path>) -> Result<Arc<dyn AnyGame>, Error> {
        self.series.rules(data)
    }

    /// Refuses a part of other games.
    fn must_be_like(&self, other: &Self) -> Result<(), Error> {
        other.series.must_be(&self.series)?;
        if (&self.form, self.games) != (&other.form, other.games) {
            return Err(Error::new("it is of another tournament or comparison"));
        }
        Ok(())
    }

    /// Refuses a part of which not all games are played.
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
        match (&self.form, &self.came) {
            (Form::Comparison { judge }, Came::Paired(paired)) => {
                paired.must_be_of(self.done, judge.is_some())
            }
            (Form::Tournament | Form::Table, Came::Tallies(tallies)) => {
                let draw = self.form.draw(game, &self.series.agents, self.games)?;
                if tallies.len() != draw.agents() {
                    let (found, agents) = (tallies.len(), draw.agents());
                    return Err(Error::new(format!("it has {found} tallies for {agents} agents")));
                }
                tallies.iter().enumerate().try_for_each(|(agent, tally)| {
                    let games = draw.games(agent, self.share, self.done);
                    let of = tally.must_be_of(game, tallies.len(), games);
                    of.map_err(|e| e.within(&self.series.agents[agent]))
                })
            }
            _ => Err(Error::new("it has the counts of another form")),
        }
    }
}

/// What all parts of a tournament or comparison in this game say together, in whatever order they come.
///
/// # Errors
/// One line: the part that is missing, that is there twice, that is of other games or whose counts cannot be; with a judge, less
/// than two pairs.
pub fn merge(game: &dyn AnyGame, mut parts: Vec<Part>) -> Result<Found, Error> {
    parts.sort_by_key(|part| part.share);
    let first = parts.first().ok_or_else(|| Error::new("there are no parts"))?;
    if first.series.agents.len() > AGENTS {
        return Err(Error::new(format!("there are more than {AGENTS} agents")));
    }
    for part in &parts {
        let fits = part.must_be_like(first).and_then(|()| part.must_be_whole(game));
        let holds = fits.and_then(|()| part.must_hold(game));
        holds.map_err(|e| e.within(format!("part {}", part.share)))?;
    }
    for pair in parts.windows(2) {
        if pair[0].share == pair[1].share {
            return Err(Error::new(format!("part {} is there twice", pair[0].share)));
        }
    }
    let there = |share: &Share| parts.iter().any(|part| part.share == *share);
    if let Some(missing) = first.share.all().find(|share| !there(share)) {
        return Err(Error::new(format!("part {missing} is missing")));
    }
    if let Some(other) = parts.iter().find(|part| part.share.of() != first.share.of()) {
        return Err(Error::new(format!("part {} is not one of {}", other.share, first.share.of())));
    }
    let Part { form, series, games, .. } = &first;
    let (form, series, games) = (form.clone(), series.clone(), *games);
    together(game, &form, &series, games, parts)
}

fn together(
    game: &dyn AnyGame,
    form: &Form,
    series: &Series,
    games: u64,
    parts: Vec<Part>,
) -> Result<Found, Error> {
    let names = &series.agents;
    if let Form::Comparison { judge } = form {
        let mut paired = Paired::default();
        for part in parts {
            if let Came::Paired(more) = part.came {
                paired.add(more);
            }
        }
        let [a, b] = &names[..] else { return Err(Error::new("a comparison is of 2 agents")) };
        let found = compare::report(game, [a, b], judge.as_deref(), series.seed, &paired)?;
        return Ok(Found::Comparison(Box::new(found)));
    }
    let draw = form.draw(game, names, games)?;
    let mut sums = draw.tallies(game);
    for part in &parts {
        if let Came::Tallies(tallies) = &part.came {
            sums.iter_mut().zip(tallies).for_each(|(sum, more)| sum.add(more));
        }
    }
    Ok(Found::Tournament(draw.report(game, series.seed, &sums)))
}
