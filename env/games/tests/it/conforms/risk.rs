//! RISK under the conformance suite, over its options.

use holotable_env::check::conforms;
use holotable_games::risk::Risk;

use crate::any_game;

fn game(given: &[(&str, &str)]) -> Risk {
    any_game::game(given)
}

#[test]
fn risk_conforms_for_each_number_of_players() {
    for players in ["2", "3", "4", "5"] {
        let report = conforms(&game(&[("players", players), ("rounds", "3")]), 1).unwrap();
        assert!(report.enumerated > 10, "{report:?}");
    }
}

#[test]
fn standard_risk_conforms() {
    for players in ["3", "4"] {
        conforms(&game(&[("players", players), ("variant", "standard"), ("rounds", "4")]), 1).unwrap();
    }
}

#[test]
fn dealt_risk_conforms() {
    conforms(&game(&[("setup", "dealt"), ("rounds", "2")]), 2).unwrap();
}
