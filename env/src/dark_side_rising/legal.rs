//! What the acting seat may do now, and which rule forbids the rest.

use super::DarkSideRising;
use super::action::{Action, DieType};
use super::op::{Op, When};
use super::state::{Origin, Stage, State};
use super::targets;
use super::turn::holds;
use super::words::{Colour, Sector, Token, Trait};
use crate::bits::places;
use crate::finite::{Finite, Slot};

/// Calls `f` with each legal action, in order of action numbers.
#[inline]
pub fn each(g: &DarkSideRising, s: &State, mut f: impl FnMut(Action)) {
    if s.asking {
        targets::each(g, s, &mut f);
        if may_decline(g, s) {
            f(Action::Decline);
        }
        return;
    }
    match s.stage {
        Stage::Deploy => Sector::all().for_each(|sector| f(Action::Deploy { sector })),
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

fn may_decline(g: &DarkSideRising, s: &State) -> bool {
    let frame = s.frames.last().expect("a verb is being carried out");
    match g.tables.program[usize::from(frame.at)] {
        Op::Heal { who } => who.may,
        Op::Strike { may, .. } | Op::RemoveCounter { may } => may,
        Op::Damage { .. }
        | Op::HealImperials { .. }
        | Op::DrawToken { .. }
        | Op::AddCounters
        | Op::AddDie { .. }
        | Op::ChangeDie { .. }
        | Op::RerollDie
        | Op::RollDeathStar
        | Op::LoseDie
        | Op::ForbidHealing => false,
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
            for i in s.shown() {
                f(Action::Forfeit { die: DieType::at(i) });
            }
        }
    }
    abilities(g, s, f);
    tokens(g, s, f);
    if rolled + waiting == 0 || g.rules.early_stop || !can_complete_any(g, s) {
        f(Action::EndTurn);
    }
}

/// For each trait the places of the sector where a symbol of it is still open, as bits.
fn open(s: &State) -> [u64; Trait::N] {
    std::array::from_fn(|t| (0..3).fold(0, |set, spot| set | u64::from(s.need[spot][t] > 0) << spot))
}

/// A die to a card in the sector: at least one open symbol must be covered (ruling R8).
fn assignments(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    let open = open(s).map(|spots| match g.rules.several_cards_per_roll {
        true => spots,
        false => {
            (0..3).filter(|spot| s.fed_now & !(1 << spot) == 0).fold(0, |set, spot| set | spots & 1 << spot)
        }
    });
    let pairs = s.shown().fold(0, |set, i| set | open[g.face(i).0.index()] << (3 * i));
    for pair in places(pairs) {
        f(Action::Assign { die: DieType::at(pair / 3), spot: Slot::at(pair % 3) });
    }
}

/// A die to the price of an own ability: once a turn (p10), built up over several rolls (ruling R36).
fn payments(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    let mut payable = [0; Trait::N];
    for (place, member) in s.own().iter().enumerate() {
        if let Some((t, _)) = g.ability(member.card).price
            && can_use(g, s, place, When::Paid)
        {
            payable[t.index()] |= 1 << place;
        }
    }
    if payable == [0; Trait::N] {
        return;
    }
    for i in s.shown() {
        for place in places(payable[g.face(i).0.index()]) {
            f(Action::Pay { die: DieType::at(i), place: Slot::at(place) });
        }
    }
}

/// Abilities that are used at a moment of choice.
fn abilities(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    for place in 0..s.own().len() {
        let when = g.ability(s.own()[place].card).when;
        let now = match when {
            When::Once => true,
            When::Hurt => {
                let member = s.own()[place];
                member.damage < g.tables.cards[usize::from(member.card)].capacity
            }
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
    let ops = || g.tables.ops(g.tables.cards[usize::from(card)].span);
    ability.when == when
        && s.used >> place & 1 == 0
        && holds(&g.tables, s, place, ability.condition)
        && ops().iter().any(|op| targets::would_act(g, s, op, Origin::Member(place)))
}

/// Tokens of the common pool (ruling R17), not those drawn this turn (p11).
fn tokens(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    if s.tokens == [0; Token::N] {
        return;
    }
    let has = |t: Token| s.tokens[t.index()] > 0;
    for colour in Colour::all().filter(|&c| has(Token::die(c)) && s.dice_left(c, &g.tables) > 0) {
        f(Action::TokenDie { colour });
    }
    for symbol in Trait::all().filter(|&t| has(Token::symbol(t))) {
        for spot in places(open(s)[symbol.index()]) {
            f(Action::TokenSymbol { symbol, spot: Slot::at(spot) });
        }
    }
    if g.rules.tokens_pay {
        for place in 0..s.own().len() {
            let price = g.ability(s.own()[place].card).price;
            if price.is_some_and(|(t, _)| has(Token::symbol(t))) && can_use(g, s, place, When::Paid) {
                f(Action::TokenPay { place: Slot::at(place) });
            }
        }
    }
    for (token, action) in [(Token::HealTwo, Action::TokenHeal), (Token::RemoveCounter, Action::TokenCounter)]
    {
        let ops = || g.tables.ops(g.tables.tokens[token.index()].span);
        if has(token) && ops().iter().any(|op| targets::would_act(g, s, op, Origin::Elsewhere)) {
            f(action);
        }
    }
}

/// Whether any card of the sector or any price could still be completed with the dice left (p9).
fn can_complete_any(g: &DarkSideRising, s: &State) -> bool {
    let mut dice = s.waiting;
    for (i, n) in s.rolled.iter().enumerate() {
        dice[i / 5] += n;
    }
    let card = (0..3).any(|spot| s.need[spot] != [0; 4] && can_complete(g, s.need[spot], dice));
    let price = |place: usize| {
        g.ability(s.own()[place].card).price.is_some_and(|(t, n)| {
            let mut need = [0; Trait::N];
            need[t.index()] = n.saturating_sub(s.paid[place]);
            can_use(g, s, place, When::Paid) && can_complete(g, need, dice)
        })
    };
    card || (0..s.own().len()).any(price)
}

/// Whether dice of these colours could match these symbols with the luckiest faces.
pub fn can_complete(g: &DarkSideRising, need: [u8; Trait::N], mut dice: [u8; Colour::N]) -> bool {
    let Some(t) = need.iter().position(|&n| n > 0) else { return true };
    (0..Colour::N).filter(|&c| dice[c] > 0).collect::<Vec<_>>().into_iter().any(|c| {
        let most = g.tables.dice[c].faces.iter().filter(|f| f.0.index() == t).map(|f| f.1).max().unwrap_or(0);
        let mut rest = need;
        rest[t] = rest[t].saturating_sub(most);
        dice[c] -= 1;
        let possible = most > 0 && can_complete(g, rest, dice);
        dice[c] += 1;
        possible
    })
}

/// Which rule forbids an action that is not legal.
pub fn why_not(g: &DarkSideRising, s: &State, a: Action) -> String {
    if s.asking {
        return "an effect waits for a choice, and this is not one of its targets".into();
    }
    let wrong_time = |when: &str| format!("it is for {when}, and the turn stands at {:?}", s.stage);
    let in_step_3 = matches!(s.stage, Stage::Muster | Stage::Rolled);
    match a {
        Action::Deploy { .. } => wrong_time("the start of a turn (p6)"),
        Action::ChooseMember { .. }
        | Action::ChooseCard { .. }
        | Action::ChooseComponent { .. }
        | Action::ChooseDie { .. }
        | Action::ChooseFace { .. }
        | Action::ChooseColour { .. }
        | Action::Decline => "no effect asks for a choice".into(),
        _ if !in_step_3 => wrong_time("step 3 of the turn (p8)"),
        Action::Roll => "assign at least one die of this roll or forfeit one first (p8)".into(),
        Action::Forfeit { die } if s.rolled[die.index()] > 0 => {
            "a die of this roll is already assigned, and a roll is either assigned or forfeited (ruling R11)"
                .into()
        }
        Action::Assign { die, .. } | Action::Pay { die, .. } | Action::Forfeit { die }
            if s.rolled[die.index()] == 0 =>
        {
            format!("no unassigned die shows {}", die.label())
        }
        Action::Assign { spot, .. }
            if !g.rules.several_cards_per_roll && s.fed_now & !(1 << spot.index()) != 0 =>
        {
            "the dice of one roll go to one card (option several_cards_per_roll)".into()
        }
        Action::Assign { .. } | Action::TokenSymbol { .. } => {
            "it needs a held token or die whose symbol is still open on a card there (p8, ruling R8)".into()
        }
        Action::Pay { place, .. } | Action::Use { place } | Action::TokenPay { place } => {
            why_no_ability(g, s, place.index())
        }
        Action::TokenDie { .. } | Action::TokenHeal | Action::TokenCounter => {
            "no such token may be used this turn, or it would change nothing (p11)".into()
        }
        Action::EndTurn if s.stage == Stage::Muster => "the dice are not rolled yet (p8)".into(),
        Action::EndTurn => "dice are left and a card can still be completed (option early_stop)".into(),
        Action::Forfeit { .. } => "there is nothing to forfeit".into(),
    }
}

fn why_no_ability(g: &DarkSideRising, s: &State, place: usize) -> String {
    let Some(member) = s.own().get(place) else {
        return format!("there is no Rebel at place {place} of the team");
    };
    let card = &g.tables.cards[usize::from(member.card)];
    let name = &card.name;
    if s.used >> place & 1 == 1 {
        return format!("{name} has been used this turn (p10)");
    }
    match g.ability(member.card).when {
        When::Gather | When::Revealed | When::Struck => format!("{name} acts by itself"),
        When::Hurt if member.damage == card.capacity => {
            format!("{name} is at full damage and cannot pay with more (p10)")
        }
        When::Roll if s.assigned || s.rolled_dice() == 0 => {
            format!("{name} works on rolled dice before any of the roll is assigned (p10)")
        }
        When::Roll | When::Once | When::Paid | When::Hurt => {
            format!("{name} would change nothing now, or its condition or price does not fit")
        }
    }
}
