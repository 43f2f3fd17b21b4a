//! Seeded random games of every game, bit for bit: the golden file holds a hash for each set of options that changes rules.
//!
//! A change here changes every user's seeded runs: raise the game's `RULES_VERSION` and say so. `UPDATE=1` rewrites it.

use std::fmt::Write as _;

use holotable_env::{
    Chance, Options, Replay, Sample, Tabletop, generator, legal_actions, short_hash, with_game,
};

use crate::golden::golden;
use crate::variants::{FAMILIES, REBELLION};

const GAMES_A_SET: u64 = 200;

/// The options that change rules, of each game but those of [`REBELLION`] and [`FAMILIES`].
const SETS: [(&str, &[(&str, &str)]); 29] = [
    ("dark_side_rising", &[("players", "2")]),
    ("dark_side_rising", &[("players", "3"), ("start_counters", "1"), ("tokens_pay", "true")]),
    ("dark_side_rising", &[("players", "4"), ("global_targets", "true"), ("reveal_on_any_turn", "true")]),
    ("dark_side_rising", &[("several_cards_per_roll", "false"), ("early_stop", "false")]),
    ("dark_side_rising", &[("players", "3"), ("tokens_alone_complete", "false"), ("imperials", "2")]),
    ("dark_side_rising", &[("before_dark_dice", "true"), ("heal_waiting_teams", "true"), ("first", "1")]),
    ("dark_side_rising", &[("teams", "lothal,tatooine"), ("rebels_lost", "4"), ("components", "3")]),
    ("rebellion_combat", &[]),
    ("rebellion_combat", &[("value", "40"), ("reshuffle", "true"), ("overkill", "false")]),
    ("rebellion_combat", &[("theatres", "both"), ("leaders", "3"), ("neighbours", "8")]),
    ("rebellion_combat", &[("scenario", "blockade"), ("dsuc_health", "red"), ("score", "margin")]),
    ("rebellion_combat", &[("retreat", "false"), ("tactics", "false"), ("balance", "10")]),
    ("rebellion_combat", &[("theatres", "ground"), ("add_leader", "any"), ("hold", "0")]),
    ("rebellion", &[("setup", "normal"), ("add_leader", "tactic")]),
    ("risk", &[("players", "2")]),
    ("risk", &[("players", "3")]),
    ("risk", &[("players", "4")]),
    ("risk", &[("players", "5")]),
    ("risk", &[("players", "2"), ("setup", "dealt")]),
    ("risk", &[("players", "5"), ("setup", "dealt"), ("rounds", "5")]),
    ("risk", &[("players", "3"), ("variant", "standard")]),
    ("risk", &[("players", "4"), ("variant", "standard"), ("setup", "dealt")]),
    ("conflict", &[]),
    ("conflict", &[("players", "2")]),
    ("conflict", &[("players", "4")]),
    ("conflict", &[("variant", "simplified")]),
    ("conflict", &[("variant", "advanced")]),
    ("conflict", &[("draw_price", "each")]),
    ("conflict", &[("every", "2"), ("track", "12")]),
];

#[test]
fn seeded_games_are_the_same_bit_for_bit() {
    let mut text = String::new();
    let named = |name: &'static str| move |given: &&'static [(&str, &str)]| (name, *given);
    let more = REBELLION.iter().map(named("rebellion")).chain(FAMILIES.iter().map(named("conflict")));
    for (name, given) in SETS.into_iter().chain(more) {
        let hash: Result<String, holotable_env::Error> = with_game!(name, |G| {
            let options = Options::resolve(G::option_specs(), given.iter().copied()).unwrap();
            Ok(hash_of_games(&G::build(&options, None).unwrap()))
        });
        let _ = writeln!(text, "{name} {given:?} {}", hash.unwrap());
    }
    golden("replays.txt", &text);
}

/// A hash over the answers of chance, the actions, the scores and the reasons of many games.
fn hash_of_games<G: Tabletop>(game: &G) -> String {
    let games: Vec<String> = (0..GAMES_A_SET).map(|seed| story(game, seed)).collect();
    short_hash(games.iter().map(String::as_bytes))
}

fn story<G: Tabletop>(game: &G, seed: u64) -> String {
    let (mut chance, mut choose) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let (mut replay, mut s) = Replay::begin(game, seed, Vec::new(), &mut chance);
    while game.actor(&s).is_some() {
        let legal = legal_actions(game, &s);
        replay.step(game, &mut s, legal[choose.below(legal.len())], &mut chance);
    }
    let scores: Vec<f32> = (0..game.players()).map(|p| game.score(&s, p)).collect();
    let moves: Vec<_> = replay.moves.iter().map(|m| (m.seat, &m.action, &m.picks)).collect();
    format!("{:?} {moves:?} {scores:?} {}", replay.start, game.summary(&s).reason)
}
