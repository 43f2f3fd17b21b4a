//! How true an agent's values are, and how well they rank actions.
//!
//! - [`fn@changes`]: how much the values change by themselves where only chance should change them;
//! - [`fn@truth`]: the values after each action of a decision beside whole games that are played on from there.
//!
//! The agent plays all seats. A value is read where a decision is due: forced moves are played first, since environments play them too.

pub mod agreement;
pub mod changes;
pub mod truth;

use std::sync::Arc;

use holotable_env::{GameRng, Sample, generator, streams};
use holotable_players::observation_wrapper::FeatureSet;
use holotable_store::error::Error;
use holotable_store::threads;
use rayon::prelude::*;

use self::changes::ValueChanges;
use self::truth::{Depth, Truth};
use crate::luck::value;
use crate::tournament::{Plan, chunk};
use holotable_erased::{AnyGame, AnyPlayer, AnyState, Players};

/// Plays [`Plan::games`] games and measures how the values change; the result does not depend on the threads.
///
/// # Errors
/// As [`AnyGame::player`]; one line where the agent gives no evaluation.
pub fn changes(game: &Arc<dyn AnyGame>, agent: &str, plan: &Plan<'_>) -> Result<ValueChanges, Error> {
    let games = each(game, agent, plan, changes::of_game)?;
    Ok(ValueChanges::of(&Kinds::named(game.as_ref(), &[])?, &games))
}

/// Plays [`Plan::games`] games and compares the actions of one decision of each with whole games; the result does not depend on the
/// threads. `kinds` names the kinds of decisions that are compared; none for all.
///
/// # Errors
/// As [`changes()`], and where there is no such kind.
pub fn truth(
    game: &Arc<dyn AnyGame>,
    agent: &str,
    kinds: &[String],
    depth: Depth,
    plan: &Plan<'_>,
) -> Result<Vec<Truth>, Error> {
    let kinds = Kinds::named(game.as_ref(), kinds)?;
    let compared = each(game, agent, plan, |games, played| truth::of_game(games, played, &kinds, depth))?;
    Ok(truth::table(&kinds, compared.iter().flatten(), plan.seed))
}

/// What `measure` finds in each game of a plan, in the order of the seeds: sums of fractions depend on it.
fn each<T: Send>(
    game: &Arc<dyn AnyGame>,
    agent: &str,
    plan: &Plan<'_>,
    measure: impl Fn(&mut Games<'_>, &Played) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let chunk = chunk(plan.games);
    let some = |k: usize| {
        let (mut games, first) = (Games::new(game, agent, plan)?, k as u64 * chunk);
        let numbers = first..plan.games.min(first + chunk);
        let found = numbers.map(|number| {
            let played = games.play(number)?;
            let found = measure(&mut games, &played);
            (plan.progress)(1);
            found
        });
        found.collect::<Result<Vec<T>, Error>>()
    };
    let chunks = (0..plan.games.div_ceil(chunk) as usize).into_par_iter().with_max_len(1);
    let found = threads::pool(plan.threads)?.install(|| chunks.map(some).collect::<Result<Vec<_>, _>>())?;
    Ok(found.into_iter().flatten().collect())
}

/// The kinds of decisions of a game: the blocks of its actions.
#[derive(Debug)]
pub(crate) struct Kinds {
    names: Vec<String>,
    ends: Vec<usize>,
    asked: Vec<bool>,
}

impl Kinds {
    /// All kinds, of which those with these names are asked for; all if there are none.
    fn named(game: &dyn AnyGame, asked: &[String]) -> Result<Self, Error> {
        let blocks = &game.layout(FeatureSet::PLAIN).action_blocks;
        let names: Vec<String> = blocks.iter().map(|block| block.name.clone()).collect();
        for name in asked {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let known = names.join(", ");
                return Err(Error::new(format!("unknown kind of decision '{name}' (the kinds are {known})")));
            }
        }
        let is_asked =
            |name: &String| asked.is_empty() || asked.iter().any(|other| other.eq_ignore_ascii_case(name));
        Ok(Self {
            asked: names.iter().map(is_asked).collect(),
            ends: blocks.iter().map(|block| block.offset + block.len).collect(),
            names,
        })
    }

    /// The kind of an action.
    fn of(&self, action: usize) -> usize {
        self.ends.partition_point(|&end| end <= action)
    }
}

/// A game that the agent played with itself.
pub(crate) struct Played {
    /// The seed of the game.
    seed: u64,
    /// The positions in which a decision was due, and the last.
    states: Vec<Box<dyn AnyState>>,
    /// The actions that were chosen there.
    actions: Vec<usize>,
}

/// An agent that plays games and evaluates their positions.
pub(crate) struct Games<'a> {
    game: &'a Arc<dyn AnyGame>,
    agent: &'a str,
    plan: &'a Plan<'a>,
    players: Players,
    evaluator: Box<dyn AnyPlayer>,
}

impl<'a> Games<'a> {
    fn new(game: &'a Arc<dyn AnyGame>, agent: &'a str, plan: &'a Plan<'a>) -> Result<Self, Error> {
        let players = Players::from([(0, game.player(agent)?)]);
        Ok(Self { game, agent, plan, players, evaluator: game.player(agent)? })
    }

    fn play(&mut self, number: u64) -> Result<Played, Error> {
        let (game, agent, seats) = (self.game, self.agent, self.game.teams().players());
        let names = vec![agent.to_owned(); seats];
        let (replay, _, _) = self.plan.record(game, &vec![0; seats], &names, &mut self.players, number)?;
        let (mut states, mut actions) = (Vec::new(), Vec::new());
        let mut moves = replay.moves.iter();
        for state in Arc::clone(game).frames(&replay)? {
            let step = moves.next();
            if state.actor().is_some() && state.is_forced() {
                continue;
            }
            states.push(state);
            let number = |action| game.actions().number(action).expect("the replay has just played back");
            actions.extend(step.map(|step| number(&step.action)));
        }
        Ok(Played { seed: self.plan.seed.wrapping_add(number), states, actions })
    }

    /// The chance to win that a team has in a position, as the agent sees it; `None` where it only speaks for another of several
    /// teams.
    fn value(&mut self, state: &dyn AnyState, team: usize) -> Option<f64> {
        value(self.evaluator.as_mut(), state, team)
    }

    /// The agent that plays.
    fn player(&mut self) -> &mut dyn AnyPlayer {
        self.players.get_mut(&0).expect("it plays all seats").as_mut()
    }

    /// Refuses an agent that evaluates nothing.
    fn must_evaluate(&mut self, state: &dyn AnyState) -> Result<(), Error> {
        let team = state.actor().map(|seat| self.game.teams().of_seats()[seat]);
        match team.and_then(|team| self.value(state, team)) {
            Some(_) => Ok(()),
            None => Err(Error::new(format!(
                "'{}' gives no evaluation of the position; take a network or a search of all decisions",
                self.agent
            ))),
        }
    }
}

/// The generator of the draws from a position.
fn draws(seed: u64) -> GameRng {
    Sample(generator(seed, streams::SAMPLES))
}

#[cfg(test)]
mod tests {
    use std::iter::once;

    use holotable_env::{Layout, Viewer};
    use holotable_games::toys::guess::Guess;
    use holotable_players::policy::{Analysis, MoveAnalysis, StoodIn};

    use super::changes::Changes;
    use super::*;
    use holotable_erased::{Chooser, Failed, Kind};

    /// The numbers that are compared, the best in the middle.
    const NUMBERS: [usize; 3] = [500, 900, 700];

    /// Names 500 in [`Guess`], and knows the exact value of that, but for two faults: it adds `too_much` where the second seat acts,
    /// and it shrinks differences by `shrinks`.
    struct Guesser {
        too_much: f64,
        shrinks: f64,
    }

    impl Guesser {
        /// One less the expected distance in thousandths. The distance of a spin from 500 is at least `d` with the chance `1 - (2 d - 1) / 1000`.
        fn value(&self, state: &dyn AnyState) -> f64 {
            let json = state.json(Viewer::All);
            let [spins, nearest] = ["spins", "nearest"].map(|name| json[name].as_u64().unwrap() as i32);
            let farther = |d: i32| (1.0 - f64::from(2 * d - 1) / 1_000.0).max(0.0).powi(3 - spins);
            let value = 1.0 - (1..=nearest).map(farther).sum::<f64>() / 1_000.0;
            0.5 + (value - 0.5) * self.shrinks + if spins == 1 { self.too_much } else { 0.0 }
        }
    }

    impl AnyPlayer for Guesser {
        fn choose(&mut self, _: &dyn AnyState, _: &mut GameRng) -> usize {
            unreachable!("it evaluates, and the chooser plays")
        }

        fn analyse(&mut self, state: &dyn AnyState, _: &mut GameRng) -> Option<Analysis<usize>> {
            let of = |action| MoveAnalysis { action, share: 1.0 / 3.0, score: None };
            Some(Analysis { action: NUMBERS[0], score: self.value(state), moves: NUMBERS.map(of).to_vec() })
        }

        fn forfeit(&mut self) -> Option<String> {
            None
        }

        fn stood_in(&mut self) -> Option<StoodIn> {
            None
        }

        fn features(&mut self, _: &dyn AnyState, _: &mut GameRng) -> Option<Vec<f32>> {
            None
        }

        fn features_layout(&self) -> Option<Layout> {
            None
        }

        fn prior(&mut self, _: &dyn AnyState, _: &mut GameRng) -> Option<Vec<f32>> {
            None
        }
    }

    /// Plays what the guesser evaluates.
    struct Names500;

    impl Chooser for Names500 {
        fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
            let nearest = |state: &dyn AnyState| state.legal().into_iter().find(|&a| a >= NUMBERS[0]);
            Ok(states.iter().map(|state| nearest(state.as_ref()).unwrap()).collect())
        }
    }

    /// What `measure` finds in games of a guesser with these faults.
    fn measured<T>(
        [too_much, shrinks]: [f64; 2],
        games: u64,
        measure: impl Fn(&mut Games<'_>, &Played) -> Result<T, Error>,
    ) -> Vec<T> {
        let game = Kind::of::<Guess>().build([], None).unwrap();
        let plan = Plan { games, seed: 1, threads: 1, check: false, progress: &|_| {}, stop: &|| false };
        let players = once((0, Arc::clone(&game).chosen(Box::new(Names500)))).collect();
        let evaluator = Box::new(Guesser { too_much, shrinks });
        let mut games_of = Games { game: &game, agent: "guesser", plan: &plan, players, evaluator };
        let play = |number| {
            let played = games_of.play(number).unwrap();
            measure(&mut games_of, &played).unwrap()
        };
        (0..games).map(play).collect()
    }

    fn kinds() -> Kinds {
        Kinds::named(Kind::of::<Guess>().build([], None).unwrap().as_ref(), &[]).unwrap()
    }

    /// A true value has no changes of its own. One that is too high by 0.1 at one of three decisions rises by that and falls by it.
    #[test]
    fn own_changes_are_those_of_the_fault() {
        for (too_much, squares) in [(0.0, 0.0), (0.1, 0.02)] {
            let games = measured([too_much, 1.0], 400, changes::of_game);
            let found = ValueChanges::of(&kinds(), &games);
            let all = &found.kinds[0];
            assert!((all.decisions - 3.0).abs() < 1e-9 && all.left_out == 0.0, "{all:?}");
            assert!((all.own_squares - squares).abs() < 0.002, "{all:?}");
            assert_eq!(found.kinds[1], Changes { kind: "Name".to_owned(), ..all.clone() });
            // Without faults luck is all there is.
            if too_much == 0.0 {
                assert!((all.luck_squares - found.result_squares).abs() < 0.01, "{found:?}");
            }
        }
    }

    /// The truth differs by 1/0.5 of a value that shrinks all differences to a half, and both agree.
    #[test]
    fn the_slope_is_that_of_the_fault() {
        let depth = Depth { playouts: 300, simulations: 900 };
        for shrinks in [1.0, 0.5] {
            // After the last decision comes the result, which has no fault.
            let compare = |games: &mut Games<'_>, played: &Played| {
                let states = played.states[..2].iter().map(|state| state.copy(false)).collect();
                let first = Played { seed: played.seed, states, actions: played.actions[..2].to_vec() };
                truth::of_game(games, &first, &kinds(), depth)
            };
            let compared: Vec<_> = measured([0.0, shrinks], 100, compare).into_iter().flatten().collect();
            let [row] = &truth::table(&kinds(), compared.iter(), 1)[..] else {
                panic!("one kind of decision")
            };
            assert_eq!((row.kind.as_str(), row.decisions, row.actions), ("Name", 100, 3.0));
            let (correlation, slope) = (row.next.correlation.unwrap(), row.next.slope.unwrap());
            assert!((correlation.value - 1.0).abs() < 0.2, "{shrinks}: {row:?}");
            assert!((slope.value * shrinks - 1.0).abs() < 0.2, "{shrinks}: {row:?}");
            assert!(row.policy.correlation.is_none(), "it likes all numbers alike");
        }
    }
}
