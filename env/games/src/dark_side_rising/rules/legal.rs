//! What the acting seat may do now.

use holotable_env::bits::places;
use holotable_env::{Finite, Set, Slot};

use super::action::{Action, DieType};
use super::op::When;
use super::state::{Origin, Stage, State, nothing};
use super::targets;
use super::words::{ByColour, ByTrait, Colour, Payee, SPOTS, Sector, Token, Trait};
use super::{DarkSideRising, Price};

/// Calls `f` with each legal action, in order of action numbers.
#[inline]
pub fn each(g: &DarkSideRising, s: &State, mut f: impl FnMut(Action)) {
    if s.asking {
        targets::each(g, s, &mut f);
        if g.asked(s).is_some_and(|ask| ask.may) {
            f(Action::Decline);
        }
        return;
    }
    match s.stage {
        Stage::Deploy => {
            Sector::all().for_each(|sector| f(Action::Deploy { sector }));
            if g.rules.before_dark_dice {
                abilities(g, s, &mut f);
                remedies(g, s, &mut f);
            }
        }
        Stage::Muster => {
            f(Action::Roll);
            abilities(g, s, &mut f);
            tokens(g, s, &mut f);
        }
        Stage::Rolled => rolled(g, s, &mut f),
        Stage::Vader
        | Stage::Attack
        | Stage::Imperials
        | Stage::Gather
        | Stage::Resolve
        | Stage::Struck
        | Stage::Defeat
        | Stage::Refill
        | Stage::Conclude
        | Stage::Over => {}
    }
}

fn rolled(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    let (rolled, waiting) = (s.rolled_dice(), s.waiting_dice());
    if (s.assigned || rolled == 0) && rolled + waiting > 0 {
        f(Action::Roll);
    }
    if rolled > 0 {
        assignments(g, s, f);
        payments(g, s, f);
        if !s.assigned {
            s.shown().for_each(|die| f(Action::Forfeit { die }));
        }
    }
    abilities(g, s, f);
    tokens(g, s, f);
    if rolled + waiting == 0 || g.rules.early_stop || !can_complete_any(g, s) {
        f(Action::EndTurn);
    }
}

/// The places of the sector where a symbol of this trait is still open, as bits.
#[inline]
fn open(s: &State, t: Trait) -> u64 {
    (0..SPOTS).fold(0, |set, spot| set | u64::from(s.need[spot][t] > 0) << spot)
}

/// A die to a card in the sector: at least one open symbol must be covered (ruling [R8](crate::dark_side_rising::rulings#r8)).
fn assignments(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    let all = (1 << SPOTS) - 1;
    let spots = match g.rules.several_cards_per_roll {
        true => all,
        // The dice of this roll go where one of them is already.
        false if s.fed_now.is_empty() => all,
        false if s.fed_now.len() == 1 => s.fed_now.bits(),
        false => 0,
    };
    let open = ByTrait::from_fn(|t| open(s, t) & spots);
    let pairs = s.shown().fold(0, |set, die| set | open[g.face(die).0] << (SPOTS * die.index()));
    for pair in places(pairs) {
        f(Action::Assign { die: DieType::at(pair / SPOTS), spot: Slot::at(pair % SPOTS) });
    }
}

/// A die to the price of an own ability: once a turn (p10), built up over several rolls (ruling [R36](crate::dark_side_rising::rulings#r36)).
fn payments(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    let mut payable = ByTrait::<Set<Payee>>::default();
    for price in g.prices(s).filter(|price| can_use(g, s, price.place, When::Paid)) {
        payable[price.symbol].add(price.payee);
    }
    if payable.values().iter().all(|payees| payees.is_empty()) {
        return;
    }
    for die in s.shown() {
        payable[g.face(die).0].iter().for_each(|payee| f(Action::Pay { die, payee }));
    }
}

/// Abilities that are used at a moment of choice.
fn abilities(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    for (place, member) in s.own().iter().enumerate() {
        let when = g.ability(member.card).when;
        let now = match when {
            When::Once => true,
            When::Hurt => s.stage != Stage::Deploy && !g.is_full(*member),
            When::Roll => s.stage == Stage::Rolled && !s.assigned && s.rolled_dice() > 0,
            When::Gather | When::Paid | When::Revealed | When::Struck => false,
        };
        if now && can_use(g, s, place, when) {
            f(Action::Use { place: Slot::at(place) });
        }
    }
}

/// Whether the ability at `place` is still unused, its condition holds and it would change anything.
fn can_use(g: &DarkSideRising, s: &State, place: usize, when: When) -> bool {
    let card = s.own()[place].card;
    let ability = g.ability(card);
    let ops = || g.tables.ops(g.tables[card].span);
    ability.when == when
        && !s.used.has(Slot::at(place))
        && g.holds(s, place, ability.condition)
        && ops().iter().any(|op| targets::would_act(g, s, op, Origin::Member(place)))
}

/// Tokens of the common pool (ruling [R17](crate::dark_side_rising::rulings#r17)), not those drawn this turn (p11).
fn tokens(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    if nothing(&s.tokens) {
        return;
    }
    let has = |t: Token| s.tokens[t] > 0;
    for colour in Colour::all().filter(|&c| has(Token::die(c)) && s.dice_left(c, &g.tables) > 0) {
        f(Action::TokenDie { colour });
    }
    for symbol in Trait::all().filter(|&t| has(Token::symbol(t))) {
        for spot in places(open(s, symbol)) {
            f(Action::TokenSymbol { symbol, spot: Slot::at(spot) });
        }
    }
    if g.rules.tokens_pay {
        let held = g.prices(s).filter(|price| has(Token::symbol(price.symbol)));
        for price in held.filter(|price| can_use(g, s, price.place, When::Paid)) {
            f(Action::TokenPay { payee: price.payee });
        }
    }
    remedies(g, s, f);
}

/// Tokens that heal or remove a counter.
fn remedies(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    let has = |t: Token| s.tokens[t] > 0;
    for (token, action) in [(Token::HealTwo, Action::TokenHeal), (Token::RemoveCounter, Action::TokenCounter)]
    {
        let ops = || g.tables.ops(g.tables.tokens[token].span);
        if has(token) && ops().iter().any(|op| targets::would_act(g, s, op, Origin::Elsewhere)) {
            f(action);
        }
    }
}

/// Whether any card of the sector or any price could still be completed with the dice left (p9).
fn can_complete_any(g: &DarkSideRising, s: &State) -> bool {
    let dice = ByColour::from_fn(|c| s.waiting[c] + s.faces(c).iter().sum::<u8>());
    let card = s.need.iter().any(|need| !nothing(need) && can_complete(g, *need, dice));
    let price = |price: Price| {
        let mut need = ByTrait::default();
        need[price.symbol] = price.symbols.saturating_sub(s.paid[price.payee]);
        can_use(g, s, price.place, When::Paid) && can_complete(g, need, dice)
    };
    card || g.prices(s).any(price)
}

/// Whether dice of these colours could match these symbols with the luckiest faces.
pub fn can_complete(g: &DarkSideRising, need: ByTrait<u8>, dice: ByColour<u8>) -> bool {
    let Some(t) = Trait::all().find(|&t| need[t] > 0) else { return true };
    Colour::all().filter(|&c| dice[c] > 0).any(|c| {
        let faces = g.tables.dice[c].faces.values();
        let most = faces.iter().filter(|face| face.0 == t).map(|face| face.1).max().unwrap_or(0);
        let (mut rest, mut dice) = (need, dice);
        rest[t] = rest[t].saturating_sub(most);
        dice[c] -= 1;
        most > 0 && can_complete(g, rest, dice)
    })
}
