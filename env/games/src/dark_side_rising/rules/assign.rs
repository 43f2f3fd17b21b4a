//! Rebellion dice and tokens are assigned to cards and prices, and abilities used (rulebook p8-11).

use holotable_env::{Chance, Deed, Finite, Slot};

use super::action::DieType;
use super::op::When;
use super::state::{Origin, State, nothing};
use super::words::{Payee, Place, Spot, Token};
use super::{DarkSideRising, Price};
use super::{apply, story};

/// A die to a card of the sector, for as many symbols as it shows.
pub fn assign(g: &DarkSideRising, s: &mut State, die: DieType, spot: Spot, chance: &mut impl Chance) {
    let (t, n) = g.face(die);
    let need = &mut s.need[spot.index()][t];
    *need = need.saturating_sub(n);
    s.fed.add(spot);
    s.fed_now.add(spot);
    spend(s, die);
    s.assigned = true;
    tell_matched(g, s, spot, chance);
}

/// Tells that a card has all its symbols, once it has.
pub fn tell_matched(g: &DarkSideRising, s: &State, spot: Spot, chance: &mut impl Chance) {
    chance.tell(|story| {
        let card = s.deployed.and_then(|sector| s.table[sector][spot.index()]);
        if let Some(card) = card.filter(|_| nothing(&s.need[spot.index()])) {
            story.cause("").push(Deed::Complete, story::card(g, card));
        }
    });
}

/// A die to the price of an own Rebel's ability.
pub fn pay_die(g: &DarkSideRising, s: &mut State, die: DieType, payee: Payee) {
    spend(s, die);
    s.assigned = true;
    pay(g, s, payee, g.face(die).1);
}

/// A die that is assigned or forfeited leaves those that are rolled.
pub fn spend(s: &mut State, die: DieType) {
    s.rolled[die] -= 1;
    s.spent[die.colour] += 1;
}

/// Uses the ability of an own Rebel, which may hurt it.
pub fn use_ability(g: &DarkSideRising, s: &mut State, place: Place, chance: &mut impl Chance) {
    let rebel = &mut s.seats.rebels_mut(usize::from(s.active))[place.index()];
    if g.ability(rebel.card).when == When::Hurt {
        let before = *rebel;
        rebel.damage += 1;
        chance.tell(|story| {
            story.cause(g.tables[before.card].name.as_str());
            story::damage(story, g, before, *rebel);
        });
    }
    fire(g, s, place);
}

/// Uses a token for what it does by itself.
pub fn use_token(g: &DarkSideRising, s: &mut State, token: Token) {
    s.tokens[token] -= 1;
    s.discards[token] += 1;
    let span = g.tables.tokens[token].span;
    if span.len > 0 {
        apply::push(s, span, Origin::Elsewhere);
    }
}

/// Uses a token as one symbol of the price of an own Rebel's ability.
pub fn pay_token(g: &DarkSideRising, s: &mut State, payee: Payee) {
    use_token(g, s, Token::symbol(price(g, s, payee).symbol));
    pay(g, s, payee, 1);
}

/// Adds symbols to a price; the ability fires as soon as they suffice (p9).
fn pay(g: &DarkSideRising, s: &mut State, payee: Payee, symbols: u8) {
    let price = price(g, s, payee);
    s.paid[payee] += symbols;
    if s.paid[payee] >= price.symbols {
        fire(g, s, Slot::at(price.place));
    }
}

fn price(g: &DarkSideRising, s: &State, payee: Payee) -> Price {
    g.prices(s).nth(payee.index()).expect("only abilities with a price are paid")
}

fn fire(g: &DarkSideRising, s: &mut State, place: Place) {
    s.used.add(place);
    let span = g.tables[s.own()[place.index()].card].span;
    apply::push(s, span, Origin::Member(place.index()));
}
