//! Rebellion combat under the conformance suite, over its options and scenarios.

use holotable_env::check::conforms;

use crate::rc_board::game;

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
