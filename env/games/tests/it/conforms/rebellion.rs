//! Rebellion under the conformance suite, with both set-ups, with and without missions.

use holotable_env::check::conforms;
use holotable_games::rebellion::Rebellion;

use crate::any_game;
use crate::variants::REBELLION;

fn check(kind: usize) {
    let given = REBELLION[kind];
    let report = conforms(&any_game::game::<Rebellion>(given), 4).unwrap();
    assert!(report.enumerated > 50, "{given:?}: {report:?}");
}

#[test]
fn the_first_game_conforms() {
    check(0);
}

#[test]
fn the_normal_game_conforms() {
    check(1);
}

#[test]
fn the_first_game_without_missions_conforms() {
    check(2);
}

#[test]
fn the_normal_game_without_missions_conforms() {
    check(3);
}
