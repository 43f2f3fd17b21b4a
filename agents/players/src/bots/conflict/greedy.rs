//! `greedy`: what is best at once.

use holotable_env::{GameRng, legal_actions};
use holotable_games::conflict::words::{Colour, Face};
use holotable_games::conflict::{Action, Conflict, State};

use super::worth;
use crate::policy::Policy;

/// Takes cards while it can, plays what moves the marker least, and covers leaders with heroes and yellow cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Conflict> for Greedy {
    fn choose(&mut self, g: &Conflict, s: &State, _rng: &mut GameRng) -> Action {
        let value = |a: &Action| match *a {
            Action::Draw { value, deck, .. } => f64::from(10 * deck as u8 + value.cards()),
            Action::Store { .. } => 0.5,
            Action::Help { face } if pairs(s, face) => 1.0,
            Action::Discard { card } => -worth(card),
            Action::Play { card } => -f64::from(card.moves()) - if card.is_hero() { 50.0 } else { 0.0 },
            Action::Start { .. } => -f64::from(s.starting[s.me()].symbols),
            Action::Cover { leader, card } if card.is_hero() => 50.0 + f64::from(s.world.leaders[leader]),
            Action::Cover { leader, card } if card.colour() == Colour::Yellow => {
                f64::from(s.world.leaders[leader]) - worth(card)
            }
            Action::Place { card } => {
                if card.is_hero() {
                    1.0
                } else {
                    0.0
                }
            }
            Action::Done => 0.0,
            Action::Help { .. } | Action::Reveal { .. } | Action::Cover { .. } => -1.0,
        };
        let legal = legal_actions(g, s);
        legal.into_iter().rev().max_by(|a, b| value(a).total_cmp(&value(b))).expect("the game goes on")
    }
}

/// Whether a die that shows this makes equal dice with another, once it is changed to the stored result, and makes none before.
fn pairs(s: &State, face: Face) -> bool {
    let makes = s.stored.is_some_and(|value| s.dice[value.face()] > 0);
    makes && s.dice[face] == 1
}
