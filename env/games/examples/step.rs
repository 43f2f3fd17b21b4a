//! `cargo run --example step`: plays many games at once, as a learner does: observation and mask in, one action a game out.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use holotable_env::{
    Arrays, AutoReset, Batch, BatchConfig, Chance, Options, Sample, SlotAction, Tabletop, generator,
};
use holotable_games::dark_side_rising::DarkSideRising;

const GAMES: usize = 16;
const STEPS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    // `holotable games` lists the options of each game.
    let options = Options::resolve(DarkSideRising::option_specs(), [("players", "2"), ("imperials", "1")])?;
    let game = DarkSideRising::build(&options, None)?;

    // Slot `i` plays the episodes of seed `1 + i`. Where an episode ends, the next one starts in the same step.
    let config = BatchConfig { seed: 1, auto_reset: AutoReset::SameStep, ..BatchConfig::default() };
    let mut batch = Batch::new(game, GAMES, config);
    let (values, actions) = (batch.layout().observation, batch.layout().actions);
    println!("{GAMES} games; an observation has {values} values, a mask {actions} flags");

    // The arrays are filled anew in each step; the first `write` is the reset.
    let mut now = Arrays::new(GAMES, batch.layout(), 2);
    batch.write(&mut now.buffers());
    let (mut rng, mut episodes, mut wins) = (Sample(generator(1, 0)), 0, 0);
    for _ in 0..STEPS {
        // A network would read `now.obs` here. Random play reads the mask alone.
        let chosen = (0..GAMES).map(|slot| {
            let legal: Vec<usize> = (0..actions).filter(|&action| now.mask[[slot, action]]).collect();
            SlotAction::Play(legal[rng.below(legal.len())])
        });
        let chosen: Vec<SlotAction> = chosen.collect();
        batch.step(&chosen, &mut now.buffers())?;
        for slot in (0..GAMES).filter(|&slot| now.over[slot]) {
            episodes += 1;
            // Both seats share the result: 1 for a win, -1 for a loss.
            wins += usize::from(now.reward[[slot, 0]] > 0.0);
        }
    }
    println!("{} decisions: {episodes} games ended, {wins} of them won", GAMES * STEPS);
    Ok(())
}

#[test]
fn the_example_runs() -> Result<(), Box<dyn Error>> {
    main()
}
