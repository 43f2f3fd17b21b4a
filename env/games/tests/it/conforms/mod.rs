//! Every game under the conformance suite, which `make release-test` runs once more as users run the code.

mod conflict;
mod dark_side_rising;
mod every_game;
mod rebellion;
mod rebellion_combat;
mod risk;
mod toys;
