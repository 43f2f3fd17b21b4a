//! The interpreter of tactic cards: verb after verb, each asked about until it has nothing more to do.

use holotable_env::{Chance, Deed, Finite, Item};

use super::RebellionCombat;
use super::action::{Action, Die};
use super::ask::{Choice, Now, asked, current, open_decks};
use super::op::Op;
use super::state::{Playing, State};
use super::words::{Card, Colour, Face};
use super::{attack, story};

/// What the memo says when the verb asks no more.
pub const DONE: u8 = u8::MAX;

/// Discards a card from the hand of who decides and starts to carry it out.
pub fn play(g: &RebellionCombat, s: &mut State, card: Card) {
    let side = s.decides();
    s.camps[side].hand[card] -= 1;
    s.discards[card] += 1;
    s.playing = Some(Playing { card, left: g.tables.ops(card).len() as u8, memo: 0 });
}

/// Carries out the current verb; `false` when it waits for a choice, or when there is none.
pub fn advance(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) -> bool {
    let Some(op) = current(g, s) else { return false };
    match op.now(g, s) {
        Now::Asks(_) => return false,
        Now::Acts => act(g, s, op, chance),
        Now::Idle => {
            s.hits.iter_mut().for_each(|hit| hit.chosen = false);
            if let Some(playing) = &mut s.playing {
                (playing.left, playing.memo) = (playing.left - 1, 0);
            }
            s.playing = s.playing.filter(|playing| playing.left > 0);
        }
    }
    true
}

/// Does what the verb does by itself.
fn act(g: &RebellionCombat, s: &mut State, op: Op, chance: &mut impl Chance) {
    let side = s.decides();
    if let Op::ForbidBlock | Op::ForbidRetreat | Op::FreeRetreat = op {
        chance.tell(|story| {
            _ = story.cause(story::by(g, s, None)).push(Deed::Effect, Item::new(op.to_string()));
        });
    }
    match op {
        Op::Spend => {
            let colour = Colour::all().find(|&colour| s.showing(Face::Special)[colour] > 0);
            pay(s, colour.expect("a special to pay with"), chance);
        }
        Op::Reroll { .. } => {
            let dice = std::mem::take(&mut s.aside);
            chance.tell(|story| story::again(story, side, &dice));
            attack::throw(g, s, dice, chance);
            remember(s, |_| DONE);
        }
        Op::Draw { from, .. } => {
            let deck = open_decks(g, s, from).next().expect("a deck to draw from");
            attack::draw(g, s, side, deck, chance);
            remember(s, |n| n + 1);
        }
        Op::ForbidBlock => s.no_block = true,
        Op::ForbidRetreat => s.camps[side.other()].held = true,
        Op::FreeRetreat => s.camps[side].free = true,
        Op::Discard | Op::Damage { .. } | Op::Block { .. } => unreachable!("{op:?} only asks"),
    }
}

/// Answers the choice that the current verb waits for.
pub fn answer(g: &RebellionCombat, s: &mut State, a: Action, chance: &mut impl Chance) {
    let side = s.decides();
    let choice = asked(g, s).expect("a card asks").choice;
    match (choice, a) {
        (_, Action::Done) => return remember(s, |_| DONE),
        (Choice::Special, Action::Spend { colour }) => return pay(s, colour, chance),
        (Choice::Card, Action::Discard { card }) => {
            s.camps[side].hand[card] -= 1;
            s.discards[card] += 1;
            chance.tell(|story| story::discarded(story, &g.tables, side, card));
        }
        (Choice::Die, Action::Reroll { die }) => {
            s.dice[die] -= 1;
            s.aside[die.colour] += 1;
        }
        (Choice::Target { damage, others }, Action::Damage { target }) => {
            let hit = attack::damage(s, target, damage, others);
            chance.tell(|story| {
                let by = story::by(g, s, None);
                story::hit(story, (&g.tables, s), Deed::Damage, by, side.other(), damage, hit);
            });
        }
        (Choice::Block, Action::Block { unit }) => {
            let hit = attack::unhurt(s, unit.index());
            chance.tell(|story| {
                let by = story::by(g, s, None);
                story::hit(story, (&g.tables, s), Deed::Block, by, side, 1, hit);
            });
        }
        (Choice::Deck, Action::DrawFrom { deck }) => attack::draw(g, s, side, deck, chance),
        (choice, a) => unreachable!("{a:?} does not answer {choice:?}"),
    }
    remember(s, |n| n + 1);
}

/// Pays with a die of this colour that shows a special icon.
fn pay(s: &mut State, colour: Colour, chance: &mut impl Chance) {
    s.dice[Die { colour, face: Face::Special }] -= 1;
    chance.tell(|story| story::paid(story, s.decides(), colour));
    remember(s, |n| n + 1);
}

/// Changes what the current verb remembers.
fn remember(s: &mut State, memo: impl FnOnce(u8) -> u8) {
    if let Some(playing) = &mut s.playing {
        playing.memo = memo(playing.memo);
    }
}
