//! Properties over random games that a byte string spells: short strings are short stories when one fails.

use holotable_env::check::play_bytes;
use holotable_env::{Game, Save, Show, Tabletop, Viewer, read_state};
use holotable_games::dark_side_rising::card::Card;
use holotable_games::dark_side_rising::state::Ending;
use holotable_games::dark_side_rising::{DarkSideRising, State};
use proptest::prelude::{ProptestConfig, any, prop};
use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::dsr_board::{game, real};

const FLAGS: [&str; 6] = [
    "several_cards_per_roll",
    "early_stop",
    "tokens_alone_complete",
    "tokens_pay",
    "global_targets",
    "reveal_on_any_turn",
];

/// Rules with the options that these numbers spell, on either data set.
fn rules(
    players: usize,
    flags: u8,
    start_counters: bool,
    imperials: usize,
    built_in: bool,
) -> DarkSideRising {
    let word = |on: bool| if on { "true" } else { "false" };
    let (players, imperials) = (players.to_string(), imperials.to_string());
    let mut given = vec![
        ("players", players.as_str()),
        ("imperials", imperials.as_str()),
        ("start_counters", if start_counters { "1" } else { "0" }),
    ];
    given.extend(FLAGS.iter().enumerate().map(|(i, name)| (*name, word(flags >> i & 1 == 1))));
    if built_in { real(&given) } else { game(&given) }
}

/// What is in the box is somewhere: cards, tokens, and a leader's card in play or defeated.
fn conserved(g: &DarkSideRising, s: &State) -> Result<(), String> {
    let seen = s.cards().chain(s.seats.all()).map(|c| c.card);
    let mut all: Vec<Card> = seen.chain(s.deck.iter()).chain(s.defeated.iter()).collect();
    all.sort_unstable();
    if all != Vec::from(g.tables.deck()) {
        return Err(format!("the cards are {all:?}"));
    }
    for (i, kind) in g.tables.tokens.iter() {
        if s.supply[i] + s.discards[i] + s.tokens[i] + s.locked[i] != kind.count {
            return Err(format!("tokens of kind {} are lost or made", i.word()));
        }
    }
    Ok(())
}

/// The first ending in the order of the rulebook (p9) whose condition holds, counted from the names in the state's JSON.
fn first_ending(g: &DarkSideRising, s: &State, imperials: usize) -> &'static str {
    let json = g.to_json(s, Viewer::All);
    let listed =
        |key: &str| json[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
    let cards = g.catalogue();
    let defeated = |kind: &str| {
        let of_kind = |name: &String| cards.iter().any(|card| card.component == kind && card.name == *name);
        listed("defeated").filter(of_kind).count()
    };
    let conditions = [
        ("won", defeated("imperial") >= imperials),
        ("death_star_complete", listed("operational").count() == 6),
        ("too_many_rebels_lost", defeated("rebel") >= 10),
        ("team_wiped_out", s.seats.each().any(<[_]>::is_empty)),
    ];
    conditions.into_iter().find_map(|(ending, holds)| holds.then_some(ending)).unwrap_or("none")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_game_keeps_the_rules_and_ends(
        (players, flags, start_counters) in (2usize..=4, any::<u8>(), any::<bool>()),
        (imperials, built_in, seed) in (1usize..=11, any::<bool>(), any::<u64>()),
        bytes in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let g = rules(players, flags, start_counters, imperials, built_in);
        let mut decisions = 0;
        let mut before: Option<State> = None;
        let end = play_bytes(&g, seed, &bytes, |s| {
            decisions += 1;
            if decisions > DarkSideRising::MAX_DECISIONS {
                return Err("it does not end".into());
            }
            g.check(s)?;
            conserved(&g, s)?;
            let grows = before.is_none_or(|b| b.defeated.without(s.defeated).is_empty() && b.operational.without(s.operational).is_empty());
            before = Some(*s);
            if grows { Ok(()) } else { Err("the defeated came back".into()) }
        });
        prop_assert!(end.is_ok(), "{:?}", end);
        let end = end.unwrap();
        prop_assert!(g.actor(&end).is_none());
        let won = if end.ending == Ending::Won { 1.0 } else { 0.0 };
        prop_assert!((0..players).all(|p| (g.score(&end, p) - won).abs() < 1e-6));
        prop_assert_eq!(g.summary(&end).reason, first_ending(&g, &end, imperials));
    }

    #[test]
    fn json_gives_the_state_back(
        (players, flags, seed) in (2usize..=4, any::<u8>(), any::<u64>()),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let g = rules(players, flags, false, 7, true);
        let mut n = 0;
        let end = play_bytes(&g, seed, &bytes, |s| {
            n += 1;
            let same = n % 8 != 0 || read_state(&g, &g.to_json(s, Viewer::All)).as_ref() == Ok(s);
            if same { Ok(()) } else { Err("JSON changes the state".into()) }
        });
        prop_assert!(end.is_ok(), "{:?}", end);
    }
}
