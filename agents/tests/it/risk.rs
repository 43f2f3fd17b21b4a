//! The bots of RISK: `expert` above `greedy` as each faction, and games of experts under the invariant checker.

use holotable_agents::bots::{Bots, Random};
use holotable_agents::policy::Policy;
use holotable_env::risk::Risk;
use holotable_env::{Game, GameRng, Options, Sample, Save, Tabletop, generator};

fn game(given: &[(&str, &str)]) -> Risk {
    let options = Options::resolve(Risk::option_specs(), given.iter().copied()).unwrap();
    Risk::build(&options, None).unwrap()
}

fn bot(g: &Risk, name: &str) -> Box<dyn Policy<Risk>> {
    if name == "random" { Box::new(Random) } else { g.bot(name).unwrap() }
}

/// The score of each seat in a game of these bots, every state held to the invariants.
fn scores(g: &Risk, names: &[&str], seed: u64) -> Vec<f32> {
    let (mut luck, mut rng): (GameRng, GameRng) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let mut bots: Vec<_> = names.iter().map(|name| bot(g, name)).collect();
    let mut s = g.start(&mut luck);
    while let Some(seat) = g.actor(&s) {
        g.check(&s).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let mut view = s;
        g.redeal(&mut view, seat, &mut rng);
        let a = bots[seat].choose(g, &view, &mut rng);
        g.step(&mut s, a, &mut luck);
    }
    g.check(&s).unwrap();
    (0..g.players()).map(|seat| g.score(&s, seat)).collect()
}

/// The mean score of one seat, where all others are played by another bot.
fn mean(g: &Risk, seat: usize, own: &str, others: &str, games: u64) -> f32 {
    let mut names = vec![others; g.players()];
    names[seat] = own;
    (0..games).map(|seed| scores(g, &names, seed)[seat]).sum::<f32>() / games as f32
}

/// `EXPERTS=3000 cargo test --release ... experts_break` plays more.
fn games() -> u64 {
    std::env::var("EXPERTS").map_or(4, |n| n.parse().expect("EXPERTS is a number"))
}

#[test]
fn games_of_experts_break_no_invariant() {
    for given in [
        &[("players", "2")][..],
        &[("players", "3")],
        &[("players", "4")],
        &[("players", "5")],
        &[("players", "3"), ("variant", "standard")],
        &[("players", "4"), ("variant", "standard")],
    ] {
        let g = game(given);
        let names = vec!["expert"; g.players()];
        for seed in 0..games() {
            let sum: f32 = scores(&g, &names, seed).iter().sum();
            assert!(sum > 0.99, "{given:?}: somebody wins, or several share it");
        }
    }
}

/// As each faction, in the same seat and the same luck: a deviation of a mean of 60 scores is at most 0.065.
#[test]
fn the_expert_beats_greedy_as_each_faction() {
    let g = game(&[("rounds", "12")]);
    for seat in 0..g.players() {
        let greedy = mean(&g, seat, "greedy", "greedy", 60);
        let expert = mean(&g, seat, "expert", "greedy", 60);
        assert!(expert > greedy + 0.2, "seat {seat}: expert {expert}, greedy {greedy}");
    }
}
