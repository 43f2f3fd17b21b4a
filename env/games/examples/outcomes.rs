//! `cargo run --example outcomes`: lists all that an action can lead to, with exact chances, and adds up a chance of interest.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use holotable_env::{Finite, Game, Options, Sample, Tabletop, generator, legal_actions, outcomes};
use holotable_games::dark_side_rising::DarkSideRising;

/// An action with more results than this is refused.
const MOST: usize = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::resolve(DarkSideRising::option_specs(), [("players", "2")])?;
    let game = DarkSideRising::build(&options, None)?;

    // A position is a plain value. Rules draw nothing themselves: the set-up asks this generator for every card.
    let start = game.start(&mut Sample(generator(7, 0)));
    println!("Vader stands in {}.", start.vader.label());
    for action in legal_actions(&game, &start) {
        // The rules run once for each way in which the dice can fall. The list holds every way and its chance.
        let every = outcomes(&game, &start, action, MOST)?;
        let all: f64 = every.iter().map(|result| result.probability).sum();
        assert!((all - 1.0).abs() < 1e-9, "the chances sum to 1");

        let met = every.iter().filter(|result| Some(result.state.vader) == result.state.deployed);
        let met: f64 = met.map(|result| result.probability).sum();
        println!("{}: {} results; Vader is there in {:.2} %", action.label(), every.len(), 100.0 * met);
    }
    Ok(())
}

#[test]
fn the_example_runs() -> Result<(), Box<dyn Error>> {
    main()
}
