//! Dark Side Rising under the conformance suite, and over random games.

use holotable_env::Tabletop;
use holotable_env::check::conforms;
use holotable_env::dark_side_rising::DarkSideRising;

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

#[test]
fn each_version_of_the_data_conforms_and_has_a_hash_of_its_own() {
    let hashes = ["1", "2"].map(|version| {
        let game = game(&[("data_version", version)]);
        assert_eq!(conforms(&game, 20).unwrap().games, 20);
        game.data_hash().to_owned()
    });
    assert_ne!(hashes[0], hashes[1]);
    assert_eq!(game(&[]).data_hash(), hashes[1], "the last holds unless another is asked for");
}
