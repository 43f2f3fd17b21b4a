//! Which action cards fit a battle, as everybody can see.

use holotable_env::Finite;

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, of_missions};
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::tables::Card;
use crate::rebellion::rules::words::{Class, Row, Side, Theatre};
use crate::rebellion_combat::State as Battle;
use crate::rebellion_combat::plans;
use crate::rebellion_combat::state::Stage as Step;

/// Whether a leader of a card fights, in a system where the side may use cards.
fn fights(s: &State, side: Side, card: &Card) -> bool {
    let guarded = side == Side::Rebels && s.field.is_some() && s.field == s.guarded;
    let there = |battle: &Battle| !battle.camps[side].leaders.and(card.able).is_empty();
    !guarded && s.battle.as_ref().is_some_and(there)
}

/// The kinds of units of a side in the battle of which this holds.
fn kinds(s: &State, side: Side, which: impl Fn(Row) -> bool) -> impl Iterator<Item = Row> {
    let force = s.battle.as_ref().map(|battle| battle.camps[side].units);
    Row::all().filter(move |&row| which(row) && force.is_some_and(|force| force.count(row) > 0))
}

/// The kinds of enemy ships.
pub fn ships(g: &Rebellion, s: &State, side: Side) -> impl Iterator<Item = Row> {
    let enemy = side.other();
    kinds(s, enemy, move |row| g.components().unit(enemy, row).theatre == Theatre::Space)
}

/// The kinds of units of a class.
pub fn of_class(g: &Rebellion, s: &State, side: Side, class: Class) -> impl Iterator<Item = Row> {
    kinds(s, side, move |row| g.stat(side, row).class == class)
}

/// Whether a card can be used at the start of the combat, as everybody can see.
pub fn fits(g: &Rebellion, s: &State, side: Side, card: &Card, ability: Ability) -> bool {
    let there = |side: Side, class: Class| of_class(g, s, side, class).next().is_some();
    let has_effect = match ability {
        Ability::Blast => there(side, Class::Station) && ships(g, s, side).next().is_some(),
        Ability::Raze => there(side.other(), Class::Structure),
        Ability::Reinforce => s.battle.as_ref().is_some_and(|battle| !battle.camps[side].pool.is_empty()),
        Ability::FewerDice { .. }
        | Ability::Draw { .. }
        | Ability::OpenHand
        | Ability::Bar
        | Ability::Mute
        | Ability::Weaken
        | Ability::Turn { .. } => true,
        of_missions!() => false,
    };
    has_effect && fights(s, side, card)
}

/// Whether dice of a side are rolled next in the battle that a card can set.
pub fn rolls(s: &State, side: Side, card: &Card) -> bool {
    let rolls = |battle: &Battle| matches!(battle.stage, Step::Roll | Step::Plans) && !plans::waits(battle);
    let next = |battle: &Battle| battle.side == side && rolls(battle);
    s.battle.as_ref().is_some_and(next) && fights(s, side, card)
}
