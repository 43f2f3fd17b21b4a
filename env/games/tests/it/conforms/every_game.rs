//! Every registered game under the conformance suite, under each of its options.

use holotable_env::Error;
use holotable_env::check::conforms;
use holotable_games::with_game;
use rayon::prelude::*;

use crate::variants::{each_game, games, variants};

#[test]
fn every_game_conforms_under_each_option() {
    each_game(|name| {
        with_game!(name, |G| {
            let variants = variants::<G>();
            let n = games(&variants, 1);
            Ok::<usize, Error>(variants.par_iter().map(|game| conforms(game, n).unwrap().states).sum())
        })
    });
}
