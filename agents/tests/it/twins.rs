//! Observation and mask determine the choice, where the strongest bots play.

use holotable_env::check::{Twins, tells_apart};
use holotable_env::{Chance, Options, Sample, generator};
use holotable_games::conflict::Conflict;
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::risk::Risk;
use holotable_players::bots::Bots;

/// How many positions are searched for twins; `POSITIONS=10000000` searches more.
fn searched() -> usize {
    std::env::var("POSITIONS").map_or(60_000, |n| n.parse().expect("POSITIONS is a number"))
}

/// Searches games of the best bot, which plays at random now and then so that the games differ more.
fn search<G: Bots>(given: &[(&str, &str)], positions: usize) -> Twins {
    let options = Options::resolve(G::option_specs(), given.iter().copied()).unwrap();
    let game = G::build(&options, None).unwrap();
    let (best, _) = G::BOTS.last().unwrap();
    let mut bot = game.bot(best).unwrap();
    let (mut rng, mut stray) = (Sample(generator(1, 2)), Sample(generator(1, 1)));
    let choose = |s: &G::State, legal: &[G::Action]| match stray.below(8) {
        0 => legal[stray.below(legal.len())],
        _ => bot.choose(&game, s, &mut rng),
    };
    tells_apart(&game, positions, 11, choose).unwrap_or_else(|why| panic!("{} {given:?}: {why}", G::NAME))
}

#[test]
fn the_observation_of_dark_side_rising_leaves_nothing_out() {
    let sets: [&[(&str, &str)]; 4] = [
        &[("imperials", "11")],
        &[("players", "3"), ("global_targets", "true"), ("tokens_pay", "true")],
        &[("players", "4"), ("tokens_alone_complete", "false"), ("several_cards_per_roll", "false")],
        &[("before_dark_dice", "true"), ("heal_waiting_teams", "true"), ("early_stop", "false")],
    ];
    for given in sets {
        assert!(
            search::<DarkSideRising>(given, searched() / sets.len()).positions >= searched() / sets.len()
        );
    }
}

#[test]
fn the_observation_of_rebellion_combat_leaves_nothing_out() {
    let sets: [&[(&str, &str)]; 4] =
        [&[], &[("value", "40"), ("theatres", "both")], &[("reshuffle", "true")], &[("overkill", "false")]];
    let found: Vec<Twins> =
        sets.iter().map(|given| search::<RebellionCombat>(given, searched() / sets.len())).collect();
    assert!(found.iter().all(|twins| twins.positions >= searched() / sets.len()), "{found:?}");
}

#[test]
fn the_observation_of_risk_leaves_nothing_out() {
    let sets: [&[(&str, &str)]; 4] = [
        &[],
        &[("players", "5")],
        &[("players", "2"), ("setup", "dealt")],
        &[("players", "4"), ("variant", "standard")],
    ];
    let found: Vec<Twins> = sets.iter().map(|given| search::<Risk>(given, searched() / sets.len())).collect();
    assert!(found.iter().all(|twins| twins.positions >= searched() / sets.len()), "{found:?}");
}

#[test]
fn the_observation_of_conflict_leaves_nothing_out() {
    let sets: [&[(&str, &str)]; 3] =
        [&[], &[("deck", "random"), ("board", "random"), ("track", "20..40")], &[("open_hands", "true")]];
    for given in sets {
        assert!(search::<Conflict>(given, searched() / sets.len()).positions >= searched() / sets.len());
    }
}
