//! The bots of Rebellion: `expert` above `greedy` on each side, and games of experts under the invariant checker.

use holotable_agents::bots::{Bots, Random};
use holotable_agents::policy::Policy;
use holotable_env::rebellion::Rebellion;
use holotable_env::{Game, GameRng, Options, Sample, Save, Tabletop, generator};

fn game(setup: &str) -> Rebellion {
    let options = Options::resolve(Rebellion::option_specs(), [("setup", setup)]).unwrap();
    Rebellion::build(&options, None).unwrap()
}

fn bot(g: &Rebellion, name: &str) -> Box<dyn Policy<Rebellion>> {
    if name == "random" { Box::new(Random) } else { g.bot(name).unwrap() }
}

/// Whether the Empire wins a game of these bots, every state held to the invariants.
fn empire_wins(g: &Rebellion, names: [&str; 2], seed: u64) -> bool {
    let (mut luck, mut rng): (GameRng, GameRng) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let mut bots = names.map(|name| bot(g, name));
    let mut s = g.start(&mut luck);
    while let Some(seat) = g.actor(&s) {
        g.check(&s).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let mut view = s;
        g.redeal(&mut view, seat, &mut rng);
        let a = bots[seat].choose(g, &view, &mut rng);
        g.step(&mut s, a, &mut luck);
    }
    g.check(&s).unwrap();
    g.score(&s, 0) > 0.5
}

/// In how many of so many games the Empire wins.
fn won(g: &Rebellion, names: [&str; 2], games: u64) -> usize {
    (0..games).filter(|&seed| empire_wins(g, names, seed)).count()
}

/// `EXPERTS=2000 cargo test --release ... experts_break` plays more.
#[test]
fn games_of_experts_break_no_invariant() {
    let games = std::env::var("EXPERTS").map_or(8, |n| n.parse().expect("EXPERTS is a number"));
    for setup in ["first", "normal"] {
        assert!(won(&game(setup), ["expert", "expert"], games) > 0, "{setup}");
    }
}

/// The Empire must find the base: `random` and `greedy` seldom do in time, `expert` nearly always.
#[test]
fn the_expert_beats_greedy_as_the_empire() {
    for setup in ["first", "normal"] {
        let g = game(setup);
        let (greedy, expert) = (won(&g, ["greedy", "greedy"], 40), won(&g, ["expert", "greedy"], 40));
        assert!(expert > 35 && greedy < 25, "{setup}: expert {expert}, greedy {greedy} of 40");
    }
}

/// Against the same Empire: a deviation of either count is at most 4.
#[test]
fn the_expert_beats_greedy_as_the_rebels() {
    let g = game("normal");
    let (greedy, expert) = (won(&g, ["expert", "greedy"], 60), won(&g, ["expert", "expert"], 60));
    assert!(expert + 8 < greedy, "of 60 the Empire won {expert} and {greedy}");
}
