//! `cargo run --release --example own_agent`: an agent of one's own in a tournament against random play and the game's expert.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use holotable_arena::agent_factory::AgentFactory;
use holotable_arena::report::{Rate, Report};
use holotable_arena::tournament::{Plan, run};
use holotable_erased::{AnyGame, AnyPlayer, AnyState, Chooser, Failed, Kind};

/// The agent makes the last of these moves that is legal, and ends a turn when none of them is.
const MOVES: [&str; 6] = ["Deploy", "Roll", "TokenDie", "Use", "TokenSymbol", "Assign"];

struct Eager;

impl Chooser for Eager {
    /// The agent sees of each position what the acting seat may know: the rest is dealt anew.
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
        let chosen = states.iter().map(|state| {
            let place = |a: &usize| MOVES.iter().position(|kind| state.rules().label(*a).starts_with(kind));
            state.legal().into_iter().max_by_key(place).expect("the game is not over")
        });
        Ok(chosen.collect())
    }
}

/// Every thread of a tournament asks for a player of its own.
impl AgentFactory for Eager {
    fn name(&self) -> &'static str {
        "eager"
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, holotable_store::error::Error> {
        Ok(game.under(game.options())?.chosen(Box::new(Self)))
    }
}

fn play(games: u64) -> Result<Report, Box<dyn Error>> {
    let game = Kind::named("dark_side_rising")?.build([("players", "2"), ("imperials", "1")], None)?;
    let agents: [&dyn AgentFactory; 3] = [&"random", &Eager, &"expert"];
    let plan = Plan { games, seed: 1, threads: 0, check: false, progress: &|_| {}, stop: &|| false };
    Ok(run(game.as_ref(), &agents, &plan)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    for agent in play(500)?.agents {
        let Rate { win_rate, ci_low, ci_high, .. } = agent.won;
        println!("{:8} wins {win_rate:.3} ({ci_low:.3} to {ci_high:.3})", agent.name);
    }
    Ok(())
}

#[test]
fn the_agent_beats_random_play() -> Result<(), Box<dyn Error>> {
    let agents = play(40)?.agents;
    assert!(agents[1].won.wins > agents[0].won.wins, "{agents:?}");
    Ok(())
}
