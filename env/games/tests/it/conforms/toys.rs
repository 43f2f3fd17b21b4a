//! A toy under the conformance suite.

use holotable_env::check::conforms;
use holotable_games::toys::secret_pig::secret_pig;

#[test]
fn the_toy_conforms_for_every_number_of_seats() {
    for players in 2..=5 {
        let report = conforms(&secret_pig(players), 60).unwrap();
        assert!(report.enumerated > 40, "{report:?}");
    }
}
