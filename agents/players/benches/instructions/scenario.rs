//! The scenarios, each a function that is never inlined. What is executed between the end of one function and the end of the next is
//! counted under the name of the second: [`ready`] ends each preparation.

use std::hint::black_box;

use holotable_env::Sample;
use holotable_env::generator;
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_players::policy::Policy;
use holotable_players::registry::load;
use holotable_store::error::Error;
use holotable_store::threads;

use crate::minibatch::Minibatch;
use crate::positions::Positions;

/// Everything is prepared for the scenarios that follow.
#[inline(never)]
fn ready() {
    black_box(());
}

/// The scenarios of a game.
macro_rules! game {
    ($name:ident, $rules:path) => {
        pub mod $name {
            use holotable_env::Error;

            use crate::positions::Positions;

            type Of = Positions<$rules>;

            pub fn run() -> Result<(), Error> {
                let mut positions = Of::new()?;
                super::ready();
                step(&positions);
                legal(&positions);
                observation(&mut positions);
                mask(&mut positions);
                from_bytes(&positions)
            }

            #[inline(never)]
            fn step(positions: &Of) {
                positions.step();
            }

            #[inline(never)]
            fn legal(positions: &Of) {
                positions.legal();
            }

            #[inline(never)]
            fn observation(positions: &mut Of) {
                positions.observation();
            }

            #[inline(never)]
            fn mask(positions: &mut Of) {
                positions.mask();
            }

            #[inline(never)]
            fn from_bytes(positions: &Of) -> Result<(), Error> {
                positions.read()
            }
        }
    };
}

game!(dark_side_rising, holotable_games::dark_side_rising::DarkSideRising);
game!(rebellion_combat, holotable_games::rebellion_combat::RebellionCombat);
game!(conflict, holotable_games::conflict::Conflict);
game!(risk, holotable_games::risk::Risk);
game!(rebellion, holotable_games::rebellion::Rebellion);

/// Runs the scenarios that belong to no game.
pub fn run() -> Result<(), Error> {
    let positions = Positions::new()?;
    let mut search = load(positions.game(), "flat:64@all+greedy")?;
    let mut with_network = load(positions.game(), "flat:8@all+ppo")?;
    ready();
    flat_search(&positions, search.as_mut());
    network_search(&positions, with_network.as_mut());
    let mut minibatch = Minibatch::new(positions);
    // All of the gradient is then computed by one thread.
    threads::pool(1)?.install(|| {
        ready();
        fast_gradient(&mut minibatch);
    });
    Ok(())
}

/// One decision of a search that plays on by a bot.
#[inline(never)]
fn flat_search(positions: &Positions<DarkSideRising>, search: &mut dyn Policy<DarkSideRising>) {
    decide(positions, search, 1);
}

/// One decision of a search that plays on by the trained network.
#[inline(never)]
fn network_search(positions: &Positions<DarkSideRising>, search: &mut dyn Policy<DarkSideRising>) {
    decide(positions, search, 2);
}

/// Searches have seeds of their own: the compiler makes one function of two that are the same, and one count of theirs.
fn decide(positions: &Positions<DarkSideRising>, search: &mut dyn Policy<DarkSideRising>, seed: u64) {
    let mut rng = Sample(generator(seed, 0));
    black_box(search.choose(positions.game(), positions.widest(), &mut rng));
}

/// The gradient of one minibatch.
#[inline(never)]
fn fast_gradient(minibatch: &mut Minibatch) {
    minibatch.gradient();
}
