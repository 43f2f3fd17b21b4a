//! The interpreter of tactic cards: one exhaustive match over the verbs.

use super::RebellionCombat;
use super::action::{Action, Die};
use super::attack;
use super::op::{Amount, From, Op, Per, To};
use super::state::{Playing, State};
use super::targets;
use super::words::{Card, Colour, Face, Theatre};
use crate::chance::Chance;
use crate::finite::Finite;

/// What the memo says when the verb is done.
const DONE: u8 = u8::MAX;

/// Discards a card from the hand of who decides and starts to carry it out.
pub fn play(g: &RebellionCombat, s: &mut State, card: Card) {
    let (side, card) = (s.decides(), card.index());
    s.camp_mut(side).hand[card] -= 1;
    s.discards[card] += 1;
    let span = &g.tables.tactics[card].span;
    s.playing = Playing { card: card as u8, at: span.start, left: span.end - span.start, memo: 0 };
}

/// The verb being carried out.
#[inline]
pub fn current(g: &RebellionCombat, s: &State) -> Op {
    g.tables.program[usize::from(s.playing.at)]
}

/// Carries out the current verb; `false` when it waits for a choice.
pub fn advance(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) -> bool {
    if s.playing.memo != DONE && begin(g, s, chance) {
        return false;
    }
    for i in 0..s.hits.len() {
        s.hits[i].chosen = false;
    }
    let playing = &mut s.playing;
    (playing.at, playing.left, playing.memo) = (playing.at + 1, playing.left - 1, 0);
    if playing.left == 0 {
        *playing = Playing::default();
    }
    true
}

/// Does what the verb does by itself; `true` if a player must choose.
fn begin(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) -> bool {
    let (side, memo) = (s.decides(), s.playing.memo);
    match current(g, s) {
        Op::Spend => return spend(s),
        Op::Discard => return s.hand_size(&g.tables, side, s.theatre) > 0,
        Op::Reroll { n } => {
            let asks = s.aside.iter().sum::<u8>() < n && s.dice != <[[u8; Face::N]; Colour::N]>::default();
            if !asks {
                reroll(g, s, chance);
            }
            return asks;
        }
        Op::Damage { amount, to } => {
            let left =
                if to == To::One { u8::from(memo == 0) } else { size(g, s, amount).saturating_sub(memo) };
            let mut any = false;
            targets::each(g, s, None, to == To::Each, &mut |_| any = true);
            return left > 0 && any;
        }
        Op::Block { n } => return memo < n && !s.hits.is_empty(),
        Op::Draw { n, from } => return draw(g, s, n, from, chance),
        Op::ForbidBlock => s.no_block = true,
        Op::ForbidRetreat => s.camp_mut(side.other()).held = true,
        Op::FreeRetreat => s.camp_mut(side).free = true,
    }
    false
}

/// Answers the choice that the current verb waits for.
pub fn answer(g: &RebellionCombat, s: &mut State, a: Action, chance: &mut impl Chance) {
    let (side, memo) = (s.decides(), s.playing.memo);
    s.playing.memo = match (current(g, s), a) {
        (Op::Spend, Action::Spend { colour }) => {
            s.dice[colour.index()][Face::Special.index()] -= 1;
            DONE
        }
        (Op::Discard, Action::Discard { card }) => {
            s.camp_mut(side).hand[card.index()] -= 1;
            s.discards[card.index()] += 1;
            DONE
        }
        (Op::Reroll { .. }, Action::Reroll { die: Die { colour, face } }) => {
            s.dice[colour.index()][face.index()] -= 1;
            s.aside[colour.index()] += 1;
            memo + 1
        }
        (Op::Reroll { .. }, Action::Done) => {
            reroll(g, s, chance);
            DONE
        }
        (Op::Damage { amount, to }, Action::Damage { target }) => {
            let n = if to == To::One { size(g, s, amount) } else { 1 };
            attack::damage(s, target, n, to == To::Each);
            memo + 1
        }
        (Op::Block { .. }, Action::Block { unit }) => {
            attack::unhurt(s, unit.index());
            memo + 1
        }
        (Op::Draw { .. }, Action::DrawFrom { deck }) => {
            attack::draw(g, s, side, deck, chance);
            memo + 1
        }
        (Op::Damage { .. } | Op::Block { .. }, Action::Done) => DONE,
        (op, a) => unreachable!("{a:?} does not answer {op:?}"),
    };
}

/// Whether a choice under way may be ended: what says "up to" may stop after the first.
pub fn may_stop(g: &RebellionCombat, s: &State) -> bool {
    match current(g, s) {
        Op::Reroll { .. } | Op::Block { .. } | Op::Damage { to: To::Each, .. } => s.playing.memo > 0,
        Op::Damage { to: To::Any | To::One, .. }
        | Op::Spend
        | Op::Discard
        | Op::Draw { .. }
        | Op::ForbidBlock
        | Op::ForbidRetreat
        | Op::FreeRetreat => false,
    }
}

/// Whether a verb would change anything now: a card is played only if all of its verbs would.
pub fn would_act(g: &RebellionCombat, s: &State, op: &Op) -> bool {
    let side = s.decides();
    match *op {
        Op::Spend => s.specials() > 0,
        Op::Discard => s.hand_size(&g.tables, side, s.theatre) > 1,
        Op::Reroll { .. } => s.dice != <[[u8; Face::N]; Colour::N]>::default(),
        Op::Damage { amount, .. } => size(g, s, amount) > 0 && targets::any(g, s, None),
        Op::Block { .. } => !s.hits.is_empty(),
        Op::Draw { from: From::This, .. } => attack::can_draw(g, s, s.theatre),
        Op::Draw { from: From::Either, .. } => Theatre::ALL.iter().any(|&t| attack::can_draw(g, s, t)),
        Op::ForbidBlock => !s.no_block,
        Op::ForbidRetreat => g.rules.retreat && !s.camp(side.other()).held,
        Op::FreeRetreat => g.rules.retreat && !s.camp(side).free,
    }
}

/// How much an amount is now.
pub fn size(g: &RebellionCombat, s: &State, amount: Amount) -> u8 {
    let side = s.decides();
    let per = match amount.per {
        Per::Once => 1,
        Per::RedOfAShip => {
            let ships = g.tables.rows(side, Theatre::Space).filter(|&row| s.count(side, row) > 0);
            ships.map(|row| g.tables.stat(side, row).dice[Colour::Red.index()]).max().unwrap_or(0)
        }
    };
    amount.n.saturating_mul(per)
}

/// Pays with the only colour that shows a special icon; asks where both do.
fn spend(s: &mut State) -> bool {
    let [black, red] = s.dice.map(|faces| faces[Face::Special.index()] > 0);
    if black && red {
        return true;
    }
    s.dice[usize::from(red)][Face::Special.index()] -= 1;
    false
}

fn reroll(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    for (c, n) in std::mem::take(&mut s.aside).into_iter().enumerate() {
        if n > 0 {
            let shown = g.tables.dice[c].table.roll(usize::from(n), chance);
            s.dice[c].iter_mut().zip(shown).for_each(|(n, more)| *n += more);
        }
    }
}

/// Draws card after card; asks for the deck where there is a choice.
fn draw(g: &RebellionCombat, s: &mut State, n: u8, from: From, chance: &mut impl Chance) -> bool {
    while s.playing.memo < n {
        let open = |t: Theatre| (from == From::Either || t == s.theatre) && attack::can_draw(g, s, t);
        let (space, ground) = (open(Theatre::Space), open(Theatre::Ground));
        if space && ground {
            return true;
        }
        if !space && !ground {
            break;
        }
        let deck = if space { Theatre::Space } else { Theatre::Ground };
        let side = s.decides();
        attack::draw(g, s, side, deck, chance);
        s.playing.memo += 1;
    }
    false
}
