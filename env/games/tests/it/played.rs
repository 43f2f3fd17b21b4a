//! One seeded game of every game for people to read, and what its positions lead to, counted. `UPDATE=1` rewrites both files.

use std::fmt::Write as _;

use holotable_env::{
    Chance, Error, Options, Sample, Tabletop, Trace, Viewer, generator, legal_actions, outcomes, short_hash,
};
use holotable_games::{GAMES, with_game};

use crate::golden::golden;

/// Decisions that are shown at the beginning and at the end of a game.
const SHOWN: usize = 120;
/// The whole table is shown before every so many decisions.
const TABLE: usize = 30;
/// Results are counted at the start and after 1, 2, 4, ... decisions, up to this many.
const LAST: usize = 512;
/// An action with more results is counted as one that has too many.
const LIMIT: usize = 5_000;

fn game<G: Tabletop>() -> G {
    G::build(&Options::resolve(G::option_specs(), []).unwrap(), None).unwrap()
}

#[test]
fn a_game_of_every_game_is_told_in_words() {
    for &name in GAMES {
        let text: Result<String, Error> = with_game!(name, |G| Ok(told(&game::<G>(), 5)));
        golden(&format!("{name}-played.txt"), &text.unwrap());
    }
}

/// A random game in words: the table now and then, each decision with how many there were, and the answers of chance.
fn told<G: Tabletop>(g: &G, seed: u64) -> String {
    let (mut chance, mut choose) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let mut trace = Trace::new(&mut chance);
    let mut s = g.start(&mut trace);
    let mut parts = vec![format!("{}, seed {seed}. Set-up: chance {:?}\n", G::NAME, trace.into_picks())];
    while let Some(actor) = g.actor(&s) {
        let legal = legal_actions(g, &s);
        let a = legal[choose.below(legal.len())];
        let (number, mut text) = (parts.len(), String::new());
        if number % TABLE == 1 {
            let _ = writeln!(text, "\n{}\n", g.text(&s, Viewer::All).trim_end());
        }
        let words = g.describe_action(&s, a);
        let mut trace = Trace::new(&mut chance);
        g.step(&mut s, a, &mut trace);
        let _ = writeln!(
            text,
            "{number}. Seat {actor}: {words} (1 of {}), chance {:?}",
            legal.len(),
            trace.into_picks()
        );
        parts.push(text);
    }
    let left_out = (parts.len() - 1).saturating_sub(2 * SHOWN);
    if left_out > 0 {
        parts.splice(SHOWN + 1..SHOWN + 1 + left_out, [format!("\n... {left_out} decisions ...\n\n")]);
    }
    format!("{}\n{}\n{:?}\n", parts.concat(), g.text(&s, Viewer::All).trim_end(), g.summary(&s))
}

#[test]
fn what_positions_of_every_game_lead_to_is_counted() {
    let mut text =
        String::from("# game, seed, decision, actions, results of all, checksum of the results as JSON\n");
    for &name in GAMES {
        for seed in 6..9 {
            let rows: Result<String, Error> = with_game!(name, |G| Ok(counted(&game::<G>(), seed)));
            text += &rows.unwrap();
        }
    }
    golden("positions.txt", &text);
}

fn counted<G: Tabletop>(g: &G, seed: u64) -> String {
    let (mut chance, mut choose) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let (mut s, mut text) = (g.start(&mut chance), String::new());
    for decision in 0..=LAST {
        let legal = legal_actions(g, &s);
        if legal.is_empty() {
            break;
        }
        if decision == 0 || decision.is_power_of_two() {
            let (results, checksum) = results(g, &s, &legal);
            let _ = writeln!(text, "{} {seed} {decision} {} {results} {checksum:016x}", G::NAME, legal.len());
        }
        g.step(&mut s, legal[choose.below(legal.len())], &mut chance);
    }
    text
}

/// How many results all actions have, each answer of chance apart, and a sum over them that does not depend on their order. States
/// are taken as JSON, which stays when fields move.
fn results<G: Tabletop>(g: &G, s: &G::State, legal: &[G::Action]) -> (usize, u64) {
    let (mut count, mut sum) = (0, 0_u64);
    for &a in legal {
        let Ok(results) = outcomes(g, s, a, LIMIT) else {
            sum = sum.wrapping_add(1);
            continue;
        };
        count += results.len();
        for result in results {
            let json = g.to_json(&result.state, Viewer::All).to_string();
            let hash = short_hash([json.as_bytes(), format!("{:?}", result.picks).as_bytes()]);
            sum = sum.wrapping_add(u64::from_str_radix(&hash, 16).unwrap());
        }
    }
    (count, sum)
}
