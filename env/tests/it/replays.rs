//! A thousand seeded random games of each game, bit for bit: the golden file holds a hash for each set of options.
//!
//! A change here changes every user's seeded runs: raise the game's `RULES_VERSION` and say so. `UPDATE=1` rewrites it.

use std::any::Any;
use std::fmt::Write as _;

use holotable_env::dark_side_rising::{Action, DarkSideRising};
use holotable_env::{
    Chance, Finite, Options, Replay, Sample, Tabletop, generator, legal_actions, short_hash, with_game,
};

use crate::golden::golden;

const GAMES_A_SET: u64 = 200;

const SETS: [(&str, &[(&str, &str)]); 16] = [
    ("dark_side_rising", &[("players", "2")]),
    ("dark_side_rising", &[("players", "3"), ("start_counters", "1"), ("tokens_pay", "true")]),
    ("dark_side_rising", &[("players", "4"), ("global_targets", "true"), ("reveal_on_any_turn", "true")]),
    ("dark_side_rising", &[("several_cards_per_roll", "false"), ("early_stop", "false")]),
    ("dark_side_rising", &[("players", "3"), ("tokens_alone_complete", "false"), ("imperials", "2")]),
    ("rebellion_combat", &[]),
    ("rebellion_combat", &[("value", "40"), ("reshuffle", "true"), ("overkill", "false")]),
    ("rebellion_combat", &[("theatres", "both"), ("leaders", "3"), ("neighbours", "8")]),
    ("rebellion_combat", &[("scenario", "blockade"), ("dsuc_health", "red"), ("score", "margin")]),
    ("rebellion_combat", &[("retreat", "false"), ("tactics", "false"), ("balance", "10")]),
    ("rebellion", &[]),
    ("rebellion", &[("setup", "normal"), ("add_leader", "tactic")]),
    ("rebellion", &[("missions", "none")]),
    ("rebellion", &[("missions", "none"), ("setup", "normal")]),
    ("rebellion", &[("missions", "all")]),
    ("rebellion", &[("missions", "all"), ("setup", "normal")]),
];

#[test]
fn seeded_games_are_the_same_bit_for_bit() {
    let mut text = String::new();
    for (name, given) in SETS {
        // The golden hashes are older than version 2 of its data.
        let version = (name == DarkSideRising::NAME).then_some(("data_version", "1"));
        let hash: Result<String, holotable_env::Error> = with_game!(name, |G| {
            let options = Options::resolve(G::option_specs(), given.iter().copied().chain(version)).unwrap();
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

/// The place of the Rebel whose ability is paid for. The golden hashes are older than payees: actions named it then.
fn place_paid_for<G: Tabletop>(game: &G, s: &G::State, a: G::Action) -> Option<usize> {
    let (game, s, a): (&dyn Any, &dyn Any, &dyn Any) = (game, s, &a);
    let (Action::Pay { payee, .. } | Action::TokenPay { payee }) = a.downcast_ref()? else { return None };
    let mut prices = game.downcast_ref::<DarkSideRising>()?.prices(s.downcast_ref()?);
    prices.nth(payee.index()).map(|price| price.place)
}

fn story<G: Tabletop>(game: &G, seed: u64) -> String {
    let (mut chance, mut choose) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let (mut replay, mut s) = Replay::begin(game, seed, Vec::new(), &mut chance);
    while game.actor(&s).is_some() {
        let legal = legal_actions(game, &s);
        let a = legal[choose.below(legal.len())];
        let place = place_paid_for(game, &s, a);
        replay.step(game, &mut s, a, &mut chance);
        if let (Some(place), Some(paid)) = (place, replay.moves.last_mut()) {
            let (pay, _) = paid.action.split_once("payee=").unwrap();
            paid.action = format!("{pay}place={place}");
        }
    }
    let scores: Vec<f32> = (0..game.players()).map(|p| game.score(&s, p)).collect();
    let moves: Vec<_> = replay.moves.iter().map(|m| (m.seat, &m.action, &m.picks)).collect();
    // The golden hashes are older than the word: this reason was called so when ten was the only number.
    let reason = match game.summary(&s).reason {
        "too_many_rebels_lost" => "ten_rebels_lost",
        reason => reason,
    };
    format!("{:?} {moves:?} {scores:?} {reason}", replay.start)
}
