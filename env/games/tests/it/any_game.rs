//! What tests of any game need: a game by its options, random games, what a seat is shown, data with a mistake in it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use holotable_env::{
    Chance, Explain, Finite, Game, GameRng, Layout, Options, Sample, Tabletop, Viewer, Write, generator,
    legal_actions,
};

/// The game with these options and the built-in data.
pub fn game<G: Tabletop>(given: &[(&str, &str)]) -> G {
    let options = Options::resolve(G::option_specs(), given.iter().copied()).unwrap();
    G::build(&options, None).unwrap()
}

/// A random game, with each state shown to `visit` before the action that is taken in it.
pub fn random_game<G: Game>(
    g: &G,
    seed: u64,
    mut visit: impl FnMut(&G::State, Option<G::Action>),
) -> G::State {
    let mut rng: GameRng = Sample(generator(seed, 0));
    let mut s = g.start(&mut rng);
    loop {
        let legal = legal_actions(g, &s);
        if legal.is_empty() {
            visit(&s, None);
            return s;
        }
        let a = legal[rng.below(legal.len())];
        visit(&s, Some(a));
        g.step(&mut s, a, &mut rng);
    }
}

/// Holds a seat to be shown and asked the same in two states: observation, legal actions, words, JSON, picture, and the moves of others.
pub fn look_alike<G: Tabletop>(
    g: &G,
    twins: [&G::State; 2],
    seat: usize,
    layout: &Layout,
    of: &[(&str, &str)],
) {
    let viewer = Viewer::Seat(seat);
    // Numbers alone: that each has the same name in every state is what conformance checks.
    let seen = twins.map(|s| {
        let mut seen = vec![0.0; layout.observation];
        g.observe(s, seat, &mut Write::new(&mut seen));
        seen.into_iter().map(f32::to_bits).collect::<Vec<_>>()
    });
    if seen[0] != seen[1] {
        let [one, other] = twins.map(|s| {
            let mut named = Explain::default();
            g.observe(s, seat, &mut named);
            named.values
        });
        assert_eq!(one, other, "{of:?}, seat {seat}");
        panic!("{of:?}, seat {seat}: it sees other numbers by the same names");
    }
    let [one, other] = twins.map(|s| {
        let asked = g.actor(s) == Some(seat);
        let mask = asked.then(|| legal_actions(g, s).iter().map(|a| a.index()).collect::<Vec<_>>());
        (mask, g.text(s, viewer), g.to_json(s, viewer), g.picture(s, viewer))
    });
    assert_eq!(one, other, "{of:?}, seat {seat}");
    // What is told of some moves of somebody else, where they can be made in both.
    let [one, other] = twins;
    if g.actor(one) == Some(seat) {
        return;
    }
    let [moves, there] = twins.map(|s| legal_actions(g, s));
    for &a in moves.iter().step_by(moves.len() / 4 + 1).filter(|a| there.contains(a)) {
        let told = |s| (g.describe_action_for(s, a, viewer), g.places_for(s, a, viewer));
        assert_eq!(told(one), told(other), "{of:?}, seat {seat}, {}", a.label());
    }
}

/// The folder of a game's built-in data.
pub fn data<G: Tabletop>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(G::NAME)
}

/// A copy of a game's data where `old` is `new` once in one file.
pub fn edited<G: Tabletop>(file: &str, old: &str, new: &str) -> PathBuf {
    static COPIES: AtomicUsize = AtomicUsize::new(0);
    let copy = format!("{}-{}", G::NAME, COPIES.fetch_add(1, Ordering::Relaxed));
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(copy);
    std::fs::create_dir_all(&dir).unwrap();
    for entry in std::fs::read_dir(data::<G>()).unwrap() {
        let name = entry.unwrap().file_name();
        let mut text = std::fs::read_to_string(data::<G>().join(&name)).unwrap();
        if name == file {
            assert!(text.contains(old), "no '{old}' to replace in {file}");
            text = text.replacen(old, new, 1);
        }
        std::fs::write(dir.join(&name), text).unwrap();
    }
    dir
}
