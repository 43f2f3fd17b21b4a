//! Games of bots as a tournament plays them, every state held to the invariants.

use holotable_env::{GameRng, Options, Sample, generator};
use holotable_players::bots::{Bots, Random};
use holotable_players::policy::Policy;

/// The game with these options and the built-in data.
pub fn game<G: Bots>(given: &[(&str, &str)]) -> G {
    let options = Options::resolve(G::option_specs(), given.iter().copied()).unwrap();
    G::build(&options, None).unwrap()
}

fn bot<G: Bots>(g: &G, name: &str) -> Box<dyn Policy<G>> {
    if name == "random" { Box::new(Random) } else { g.bot(name).unwrap() }
}

/// The score of each seat in a game of these bots.
pub fn scores<G: Bots>(g: &G, names: &[&str], seed: u64) -> Vec<f32> {
    let (mut chance, mut rng): (GameRng, GameRng) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let mut bots: Vec<_> = names.iter().map(|name| bot(g, name)).collect();
    let mut s = g.start(&mut chance);
    while let Some(seat) = g.actor(&s) {
        g.check(&s).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let mut view = s;
        g.redeal(&mut view, seat, &mut rng);
        let a = bots[seat].choose(g, &view, &mut rng);
        g.step(&mut s, a, &mut chance);
    }
    g.check(&s).unwrap();
    (0..g.players()).map(|seat| g.score(&s, seat)).collect()
}

/// How many games of experts a test plays: `EXPERTS=2000 cargo test --release ... experts_break` plays more.
pub fn experts(few: u64) -> u64 {
    std::env::var("EXPERTS").map_or(few, |n| n.parse().expect("EXPERTS is a number"))
}
