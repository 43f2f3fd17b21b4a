//! When to play which tactic card.

use holotable_games::rebellion_combat::action::Die;
use holotable_games::rebellion_combat::ask::current;
use holotable_games::rebellion_combat::op::{Op, To};
use holotable_games::rebellion_combat::state::State;
use holotable_games::rebellion_combat::words::{ByColour, Card, Colour, Face};
use holotable_games::rebellion_combat::{Action, RebellionCombat, legal};

use super::targeting;

/// The next combat action, or `None` when it is time to assign the dice.
pub fn attack(g: &RebellionCombat, s: &State, options: &[Action]) -> Option<Action> {
    let useful = |a: &&Action| match a {
        Action::Play { card } => usefulness(g, s, *card) > 0,
        Action::Draw { .. } => true,
        _ => false,
    };
    options
        .iter()
        .filter(useful)
        .max_by_key(|a| match a {
            Action::Play { card } => usefulness(g, s, *card),
            _ => 2,
        })
        .copied()
}

/// How gladly a card is played now; 0 is not at all.
fn usefulness(g: &RebellionCombat, s: &State, card: Card) -> u32 {
    let ops = g.tables.ops(card);
    ops.iter()
        .map(|op| match op {
            Op::Damage { .. } if open(g, s) => 6,
            Op::Reroll { .. } if wasted(g, s).is_some() => 5,
            Op::Draw { .. } => 4,
            Op::ForbidBlock if harm(s) > 1 && enemy_cards(g, s) > 0 => 3,
            Op::ForbidRetreat if ahead(g, s) && legal::may_retreat(g, s, s.side.other()) => 3,
            Op::FreeRetreat if !ahead(g, s) && stranded(g, s) => 3,
            _ => 0,
        })
        .max()
        .unwrap_or(0)
}

/// Whether any enemy unit of the theatre would outlive the dice as they lie.
fn open(g: &RebellionCombat, s: &State) -> bool {
    let enemy = s.side.other();
    let standing: u32 = g
        .tables
        .rows(enemy, s.theatre)
        .map(|row| {
            let health = u32::from(g.tables.stat(enemy, row).health);
            let levels = s.camps[enemy].units.levels(row).iter().enumerate();
            levels.map(|(marked, &n)| u32::from(n) * health.saturating_sub(marked as u32)).sum::<u32>()
        })
        .sum();
    standing > u32::from(harm(s))
}

/// Damage on the dice.
fn harm(s: &State) -> u8 {
    let shown = [Face::Hit, Face::Direct].map(|face| s.showing(face));
    shown.iter().flat_map(ByColour::values).sum()
}

fn enemy_cards(g: &RebellionCombat, s: &State) -> u8 {
    s.hand_size(&g.tables, s.side.other(), s.theatre)
}

fn ahead(g: &RebellionCombat, s: &State) -> bool {
    targeting::total_value(g, s, s.side) >= targeting::total_value(g, s, s.side.other())
}

/// Whether the side would have somewhere to go, were it not for carriers.
fn stranded(g: &RebellionCombat, s: &State) -> bool {
    let mut freed = *s;
    freed.camps[s.side].free = true;
    legal::may_retreat(g, &freed, s.side) && !legal::may_retreat(g, s, s.side)
}

/// A die that is better rolled again: a blank, or a hit that nobody there can take.
pub fn wasted(g: &RebellionCombat, s: &State) -> Option<Die> {
    let enemy = s.side.other();
    let takes = |colour: Colour| {
        let mut rows = g.tables.rows(enemy, s.theatre);
        rows.any(|row| g.tables.stat(enemy, row).colour == Some(colour) && s.count(enemy, row) > 0)
    };
    // Red dice first or black ones, whichever can hurt more of what is there.
    let mut colours = [Colour::Black, Colour::Red];
    if takes(Colour::Red) {
        colours.reverse();
    }
    let shows = |colour: Colour, face: Face| s.dice[Die { colour, face }] > 0;
    let blank = colours.into_iter().find(|&colour| shows(colour, Face::Blank));
    let idle = colours.into_iter().find(|&colour| shows(colour, Face::Hit) && !takes(colour));
    blank
        .map(|colour| Die { colour, face: Face::Blank })
        .or_else(|| idle.map(|colour| Die { colour, face: Face::Hit }))
}

/// Which card to block with, if blocking saves anything.
pub fn block(g: &RebellionCombat, s: &State, options: &[Action]) -> Option<Action> {
    let saves = |a: &&Action| match a {
        Action::Play { card } => blocks(g, *card).is_some_and(|n| targeting::save(g, s, n).is_some()),
        _ => false,
    };
    options
        .iter()
        .filter(saves)
        .min_by_key(|a| match a {
            Action::Play { card } => blocks(g, *card),
            _ => None,
        })
        .copied()
}

/// How many damage a card blocks.
fn blocks(g: &RebellionCombat, card: Card) -> Option<u8> {
    g.tables.ops(card).iter().find_map(|op| if let Op::Block { n } = op { Some(*n) } else { None })
}

/// The card of the hand that is missed least.
pub fn discard(g: &RebellionCombat, options: &[Action]) -> Option<Action> {
    options
        .iter()
        .min_by_key(|a| match a {
            Action::Discard { card } => {
                let tactic = g.tables.tactic(*card);
                let damage = g.tables.ops(*card).iter().any(|op| matches!(op, Op::Damage { .. }));
                (u8::from(!tactic.special), u8::from(damage), blocks(g, *card).unwrap_or(0))
            }
            _ => (u8::MAX, 0, 0),
        })
        .copied()
}

/// How much one choice of the damage verb under way puts on a unit.
pub fn damage_at_once(g: &RebellionCombat, s: &State) -> u8 {
    match current(g, s) {
        Some(Op::Damage { amount, to: To::One }) => amount.n,
        _ => 1,
    }
}
