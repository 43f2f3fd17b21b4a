//! Conflict under the conformance suite, over what its words and ranges may be.

use holotable_env::check::{conforms, tells_apart};
use holotable_env::{Chance, Sample, generator};
use holotable_games::conflict::Conflict;

use crate::any_game::game;
use crate::variants::FAMILIES;

#[test]
fn every_family_conforms_and_shows_what_decides() {
    for given in FAMILIES {
        let g: Conflict = game(given);
        let report = conforms(&g, 12).unwrap_or_else(|why| panic!("{given:?}: {why}"));
        assert!(report.states > 300, "{report:?}");
        let mut choose = Sample(generator(7, 1));
        tells_apart(&g, 6_000, 5, |_, legal| legal[choose.below(legal.len())])
            .unwrap_or_else(|why| panic!("{given:?}: {why}"));
    }
}
