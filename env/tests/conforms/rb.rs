//! Rebellion under the conformance suite, with both set-ups.

use holotable_env::check::conforms;
use holotable_env::rebellion::Rebellion;

use crate::any_game;

fn game(given: &[(&str, &str)]) -> Rebellion {
    any_game::game(given)
}

#[test]
fn the_first_game_conforms() {
    let report = conforms(&game(&[]), 4).unwrap();
    assert!(report.enumerated > 50, "{report:?}");
}

#[test]
fn the_normal_game_conforms() {
    let report = conforms(&game(&[("setup", "normal")]), 4).unwrap();
    assert!(report.enumerated > 50, "{report:?}");
}
