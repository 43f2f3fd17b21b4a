//! Who plays the seats that do not learn, as Python names them.

use std::sync::Arc;

use holotable_arena::exec::Program;
use holotable_env::Learner;
use holotable_erased::{AnyGame, AnyState, Chooser, Failed, Opponent, Opponents, Players};
use holotable_players::program_spec::Spec;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::classes::Game;
use crate::convert;
use crate::errors::Fault;
use crate::function::{Failures, Function, Source};

/// Which seat learns: a number, `"alternate"`, `"random"`, or `None` for all.
pub fn learner(seat: Option<&Bound<'_, PyAny>>, players: usize) -> Result<Learner, Fault> {
    let Some(seat) = seat else { return Ok(Learner::Everyone) };
    if let Ok(word) = seat.cast::<PyString>() {
        return match word.to_string().as_str() {
            "alternate" => Ok(Learner::Alternate),
            "random" => Ok(Learner::Random),
            other => Err(Fault::Value(format!(
                "seat is '{other}' but must be 'alternate', 'random' or a number from 0 to {}",
                players - 1
            ))),
        };
    }
    convert::below(seat, players, "seat").map(Learner::Seat)
}

/// The opponents of `slots` slots: what plays each seat, names of agents or functions of a list of states.
pub fn read(
    game: &Game,
    seats: &[Bound<'_, PyAny>],
    slots: usize,
    threads: usize,
) -> Result<(Opponents, Failures), Fault> {
    let failures = Failures::default();
    let threads =
        if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let (mut opponents, mut known, mut numbers): (Vec<Opponent>, Vec<&Bound<'_, PyAny>>, Vec<usize>) =
        Default::default();
    for agent in seats {
        // The same object plays several seats as one.
        let number = known.iter().position(|other| other.is(agent));
        numbers.push(number.unwrap_or(opponents.len()));
        if number.is_some() {
            continue;
        }
        known.push(agent);
        opponents.push(match Source::of(agent) {
            Source::Function(call) => Opponent::Chooser(Box::new(Function::new(&call, failures.clone()))),
            Source::Spec(spec) if Spec::read(&spec)?.is_some() => {
                Opponent::Chooser(Box::new(Outside::start(game, spec, failures.clone())?))
            }
            source @ Source::Spec(_) => {
                let player = |_| source.player(&game.rules, &failures);
                Opponent::Players((0..threads).map(player).collect::<Result<_, _>>()?)
            }
        });
    }
    Ok((Opponents::new(opponents, numbers, slots, threads)?, failures))
}

/// A program as an opponent; why it has no answer is raised.
struct Outside {
    name: String,
    program: Program,
    failures: Failures,
}

impl Outside {
    fn start(game: &Game, name: String, failures: Failures) -> Result<Self, Fault> {
        let spec = Spec::read(&name)?.expect("it names a program");
        let program = Program::start(&game.rules, &spec)?;
        Ok(Self { name, program, failures })
    }
}

impl Chooser for Outside {
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
        self.program.choose(states).inspect_err(|Failed| {
            if let Some(why) = self.program.excuse() {
                self.failures.keep(Fault::forfeit(&self.name, &why).into());
            }
        })
    }
}

/// A player for each seat, of names of agents or functions of a list of states.
pub fn players(rules: &Arc<dyn AnyGame>, seats: &[Bound<'_, PyAny>]) -> Result<(Players, Failures), Fault> {
    let failures = Failures::default();
    let player = |(seat, agent)| Ok((seat, Source::of(agent).player(rules, &failures)?));
    let players = seats.iter().enumerate().map(player).collect::<Result<Players, Fault>>()?;
    Ok((players, failures))
}
