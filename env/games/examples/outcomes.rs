//! `cargo run --example outcomes`: lists all results of a roll with exact chances, and adds up the chance that a die fits the first card.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use holotable_env::{Finite, Game, Options, Sample, Tabletop, generator, legal_actions, outcomes};
use holotable_games::dark_side_rising::{Action, DarkSideRising};

/// An action with more results than this is refused.
const MOST: usize = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::resolve(DarkSideRising::option_specs(), [("players", "2")])?;
    let game = DarkSideRising::build(&options, None)?;

    // A position is a plain value. Rules draw nothing themselves: the set-up asks this generator for every card.
    let start = game.start(&mut Sample(generator(7, 0)));
    for deploy in legal_actions(&game, &start) {
        let mut state = start;
        game.step(&mut state, deploy, &mut Sample(generator(7, 1)));

        // The rules run once for each way in which the dice can fall. The list holds every way and its chance.
        let every = outcomes(&game, &state, Action::Roll, MOST)?;
        let all: f64 = every.iter().map(|result| result.probability).sum();
        assert!((all - 1.0).abs() < 1e-9, "the chances sum to 1");

        let first = |action: &Action| matches!(action, Action::Assign { spot, .. } if spot.index() == 0);
        let fits = every.iter().filter(|result| legal_actions(&game, &result.state).iter().any(first));
        let fits: f64 = fits.map(|result| result.probability).sum();
        println!("{}: a die of {} rolls fits in {:.2} %", deploy.label(), every.len(), 100.0 * fits);
    }
    Ok(())
}

#[test]
fn the_example_runs() -> Result<(), Box<dyn Error>> {
    main()
}
