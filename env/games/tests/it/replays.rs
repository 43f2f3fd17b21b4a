//! Seeded random games of every game, bit for bit: for each set of options that changes rules a golden file holds a hash of what is
//! played, and another one of what is seen.
//!
//! A change of the first changes every user's seeded runs: raise the game's `RULES_VERSION` and say so. One of the second makes trained
//! networks see what they did not learn on. `UPDATE=1` rewrites both.

use std::fmt::Write as _;

use holotable_env::{
    Chance, Game, Layout, Options, Replay, Sample, Tabletop, Write, generator, legal_actions, short_hash,
};
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::with_game;

use crate::any_game::edited;
use crate::golden::golden;
use crate::variants::{FAMILIES, REBELLION};

const GAMES_A_SET: u64 = 200;
const POSITIONS_A_SET: usize = 1_500;

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
fn seeded_games_and_what_is_seen_of_them_are_the_same_bit_for_bit() {
    let (mut played, mut seen) = (String::new(), String::new());
    let named = |name: &'static str| move |given: &&'static [(&str, &str)]| (name, *given);
    let more = REBELLION.iter().map(named("rebellion")).chain(FAMILIES.iter().map(named("conflict")));
    for (name, given) in SETS.into_iter().chain(more) {
        let hashes: Result<[String; 2], holotable_env::Error> = with_game!(name, |G| {
            let options = Options::resolve(G::option_specs(), given.iter().copied()).unwrap();
            let game = G::build(&options, None).unwrap();
            Ok([hash_of_games(&game), hash_of_observations(&game)])
        });
        for (text, hash) in [&mut played, &mut seen].into_iter().zip(hashes.unwrap()) {
            let _ = writeln!(text, "{name} {given:?} {hash}");
        }
    }
    golden("replays.txt", &played);
    golden("observations.txt", &seen);
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

/// A hash over what is legal in many positions and what is seen of them, by whoever acts and by the others in turn.
fn hash_of_observations<G: Tabletop>(game: &G) -> String {
    let mut row = vec![0.0; Layout::of(game).observation];
    let (mut seen, mut seed) = (Vec::new(), 0);
    loop {
        let (mut chance, mut choose) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
        let mut s = game.start(&mut chance);
        while let Some(actor) = game.actor(&s) {
            if seen.len() == POSITIONS_A_SET {
                return short_hash(seen.iter().map(String::as_bytes));
            }
            let legal = legal_actions(game, &s);
            game.observe(&s, (actor + seen.len()) % game.players(), &mut Write::new(&mut row));
            let bytes: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes()).collect();
            seen.push(short_hash([&bytes[..], format!("{legal:?}").as_bytes()]));
            game.step(&mut s, legal[choose.below(legal.len())], &mut chance);
        }
        seed += 1;
    }
}

/// A battle in which nobody can hurt the other is over before anybody decides, and its replay says so.
#[test]
fn a_game_that_is_over_at_once_is_read_back() {
    let units = "units = { \"TIE Fighter\" = 1 }\n[scenario.rebels]\nunits = { \"X-wing\" = 1 }\n\n";
    let helpless =
        units.replace("TIE Fighter", "Death Star Under Construction").replace("X-wing", "Rebel Transport");
    let data = edited::<RebellionCombat>("scenarios.toml", units, &helpless);
    let given = [("scenario", "dogfight"), ("retreat", "false"), ("tactics", "false")];
    let options = Options::resolve(RebellionCombat::option_specs(), given).unwrap();
    let g = RebellionCombat::build(&options, Some(&data)).unwrap();
    let (replay, s) = Replay::begin(&g, 1, vec!["a".into(), "b".into()], &mut Sample(generator(1, 0)));
    assert!(g.actor(&s).is_none());
    let again = Replay::from_text(&replay.to_text()).unwrap();
    assert_eq!(again, replay);
    assert!(again.result.is_object(), "{:?}", again.result);
}
