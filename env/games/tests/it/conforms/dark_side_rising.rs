//! Dark Side Rising under the conformance suite, and over random games.

use holotable_env::check::conforms;
use holotable_games::dark_side_rising::DarkSideRising;

use crate::any_game;

fn game(given: &[(&str, &str)]) -> DarkSideRising {
    any_game::game(given)
}

#[test]
fn it_conforms_for_every_number_of_players() {
    for players in ["2", "3", "4"] {
        let report = conforms(&game(&[("players", players)]), 8).unwrap();
        assert!(report.enumerated > 30, "{report:?}");
    }
}
