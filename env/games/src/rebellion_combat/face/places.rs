//! What actions touch in a combat: leaders, dice, cards and their decks, units, neighbouring systems.

use holotable_env::Finite;

use crate::rebellion_combat::rules::action::{Action, Die, Own, Target};
use crate::rebellion_combat::rules::state::State;
use crate::rebellion_combat::rules::words::{Card, Colour, Face, Leader, Neighbour, Side, Theatre};

/// What a leader is called.
pub fn leader(side: Side, leader: Leader) -> String {
    format!("leader.{}.{}", side.word(), leader.index())
}

/// What a die is called.
pub fn die(die: Die) -> String {
    format!("die.{}", die.label())
}

/// What a card in a hand is called.
pub fn card(side: Side, card: Card) -> String {
    format!("card.{}.{}", side.word(), card.index())
}

/// What the cards of a theatre are called.
pub fn deck(side: Side, theatre: Theatre) -> String {
    format!("deck.{}.{}", side.word(), theatre.word())
}

/// What units of a kind with equally many markers are called.
pub fn unit(side: Side, unit: Own) -> String {
    format!("unit.{}.{}", side.word(), unit.label())
}

/// What a unit is called that this attack has hurt; equal ones are called alike.
pub fn hurt(s: &State, i: usize) -> String {
    let first = s.hits.iter().position(|hit| s.hits.get(i) == Some(hit));
    format!("hurt.{}", first.unwrap_or(i))
}

/// What a neighbouring system is called.
pub fn system(at: Neighbour) -> String {
    format!("system.{}", at.index())
}

/// What an action touches, in order.
pub fn touched(s: &State, a: Action) -> Vec<String> {
    let side = s.decides();
    let special = |colour: Colour| die(Die { colour, face: Face::Special });
    let one = match a {
        Action::Proceed | Action::Done | Action::UsePlans => return Vec::new(),
        Action::AddLeader { leader: who } | Action::Lead { leader: who } => leader(side, who),
        Action::Draw { colour } => return vec![special(colour), deck(side, s.theatre)],
        Action::Spend { colour } => special(colour),
        Action::Play { card: which } | Action::Discard { card: which } => card(side, which),
        Action::Reroll { die: which } => die(which),
        Action::DrawFrom { deck: of } => deck(side, of),
        Action::Damage { target: Target::Fresh(own) } => unit(side.other(), own),
        Action::Damage { target: Target::Wounded(i) } | Action::Block { unit: i } => hurt(s, i.index()),
        Action::Retreat { to } => system(to),
        Action::Take { unit: own } => unit(side, own),
    };
    vec![one]
}
