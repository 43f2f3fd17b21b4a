//! Golden files: what the game says and writes, kept for people to read. `UPDATE=1` rewrites them.

use std::fmt::Write as _;
use std::path::PathBuf;

use holotable_env::Game;
use holotable_env::{
    Chance, Explain, Layout, Observe, Sample, Show, Tabletop, Trace, Viewer, generator, legal_actions,
};
use holotable_games::dark_side_rising::state::Stage;
use holotable_games::dark_side_rising::{Action, DarkSideRising};

use crate::dsr_board::real;

/// Compares a text with its golden file, or writes it.
pub fn golden(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(text.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or(kept.lines().count().min(text.lines().count())) + 1;
    assert!(kept == text, "tests/golden/{name} differs from line {line} on; UPDATE=1 rewrites it");
}

#[test]
fn layout() {
    golden("dark_side_rising-layout.md", &Layout::of(&real(&[])).markdown());
}

#[test]
fn playthroughs() {
    for (players, teams, seed) in [
        ("2", "tatooine,alderaan", 5),
        ("3", "lothal,yavin_4,tatooine", 6),
        ("4", "alderaan,tatooine,yavin_4,lothal", 7),
    ] {
        let g = real(&[("players", players), ("teams", teams)]);
        golden(&format!("dark_side_rising-{players}p.txt"), &story(&g, seed));
    }
}

/// A game in words: the table once a turn, each decision with how many there were, the answers of chance.
fn story(g: &DarkSideRising, seed: u64) -> String {
    let mut chance = Sample(generator(seed, 0));
    let mut choose = Sample(generator(seed, 1));
    let mut trace = Trace::new(&mut chance);
    let mut s = g.start(&mut trace);
    let mut text = format!("Seed {seed}, options {}\n", serde_json::to_string(g.options()).unwrap());
    let _ = writeln!(text, "Set-up: chance {:?}", trace.into_picks());
    for decision in 1.. {
        let legal = legal_actions(g, &s);
        if legal.is_empty() {
            break;
        }
        if s.stage == Stage::Deploy {
            let _ = write!(text, "\n{}", g.text(&s, Viewer::All));
        }
        if decision == 12 {
            text.push_str(&seen(g, &s, "acting seat"));
        }
        let a = pick(&legal, &mut choose);
        let told = g.describe_action(&s, a);
        let mut trace = Trace::new(&mut chance);
        g.step(&mut s, a, &mut trace);
        let _ = writeln!(text, "{decision}. {told} (1 of {}), chance {:?}", legal.len(), trace.into_picks());
        if matches!(a, Action::Roll | Action::Forfeit { .. }) && !s.asking {
            let _ = writeln!(text, "   {}", g.text(&s, Viewer::All).lines().last().unwrap_or_default());
        }
    }
    let _ = write!(text, "\n{}{:?}\n", g.text(&s, Viewer::All), g.summary(&s));
    text
}

/// Any legal action; one that gives something away is thought over twice.
fn pick(legal: &[Action], choose: &mut impl Chance) -> Action {
    let mut a = legal[0];
    for _ in 0..3 {
        a = legal[choose.below(legal.len().min(64))];
        if !matches!(a, Action::EndTurn | Action::Forfeit { .. } | Action::Decline) {
            break;
        }
    }
    a
}

/// What the acting seat, called `who`, observes, by name, without the zeros.
pub fn seen<G: Observe>(g: &G, s: &G::State, who: &str) -> String {
    let mut seen = Explain::default();
    g.observe(s, g.actor(s).unwrap(), &mut seen);
    let mut text = format!("   What the {who} observes (zeros left out):\n");
    for x in seen.values.iter().filter(|x| x.value != 0.0) {
        let _ = writeln!(text, "   {} = {} {}", x.name, x.value, x.unit);
    }
    text
}
