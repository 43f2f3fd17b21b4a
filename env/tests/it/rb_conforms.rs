//! Rebellion under the conformance suite, with both set-ups, with and without missions.

use holotable_env::check::conforms;

use crate::rb_board::{KINDS, game};

fn check(given: &[(&str, &str)]) {
    let report = conforms(&game(given), 4).unwrap();
    assert!(report.enumerated > 50, "{given:?}: {report:?}");
}

#[test]
fn the_first_game_conforms() {
    check(KINDS[0]);
}

#[test]
fn the_normal_game_conforms() {
    check(KINDS[1]);
}

#[test]
fn the_first_game_without_missions_conforms() {
    check(KINDS[2]);
}

#[test]
fn the_normal_game_without_missions_conforms() {
    check(KINDS[3]);
}
