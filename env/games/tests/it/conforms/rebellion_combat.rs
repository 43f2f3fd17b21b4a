//! Rebellion combat under the conformance suite, over its options and scenarios.

use holotable_env::check::conforms;
use holotable_env::{Game, Options, Sample, Tabletop, generator};
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::rebellion_combat::words::{Side, Theatre};

use crate::any_game::{self, edited};

fn game(given: &[(&str, &str)]) -> RebellionCombat {
    any_game::game(given)
}

#[test]
fn rebellion_combat_conforms_on_random_battles() {
    let report = conforms(&game(&[]), 20).unwrap();
    assert!(report.enumerated > 40, "{report:?}");
}

#[test]
fn rebellion_combat_conforms_with_other_rulings() {
    let given = [
        ("reshuffle", "true"),
        ("add_leader", "any"),
        ("overkill", "false"),
        ("dsuc_health", "red"),
        ("score", "margin"),
    ];
    conforms(&game(&given), 6).unwrap();
    conforms(&game(&[("tactics", "false"), ("value", "40"), ("theatres", "both")]), 6).unwrap();
    conforms(&game(&[("retreat", "false"), ("leaders", "3"), ("neighbours", "0")]), 6).unwrap();
}

#[test]
fn rebellion_combat_conforms_on_every_scenario() {
    let g = game(&[]);
    assert_eq!(g.scenarios.len(), 6);
    for scenario in &*g.scenarios {
        conforms(&game(&[("scenario", &scenario.name)]), 3).unwrap();
    }
}

/// A scenario may bring what the cards of a campaign bring.
#[test]
fn a_battle_with_campaign_cards_conforms() {
    let old = "units = { \"Mon Calamari Cruiser\" = 1 }\n";
    let new = "units = { \"Mon Calamari Cruiser\" = 1, \"X-wing\" = 2 }\nleaders = [\"Ackbar\"]\n\
               hand = { space = { \"Take It Down\" = 1, \"Outmaneuver\" = 1, \"Critical Hit\" = 2 } }\n\
               cannot_retreat_in_this_round = true\n";
    let folder = edited::<RebellionCombat>("scenarios.toml", old, new);
    let options = Options::resolve(RebellionCombat::option_specs(), [("scenario", "broadside")]).unwrap();
    let g = RebellionCombat::build(&options, Some(&folder)).unwrap();
    let s = g.start(&mut Sample(generator(1, 0)));
    assert!(s.camps[Side::Rebels].held && s.hand_size(&g.tables, Side::Rebels, Theatre::Space) >= 4);
    conforms(&g, 12).unwrap();
}
