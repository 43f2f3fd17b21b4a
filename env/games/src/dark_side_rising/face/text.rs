//! The game in words: the table, what is asked and what an action means.

use std::fmt::Write as _;

use holotable_env::{ByKey, Finite, Slot};

use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::ability::{affiliations, counted_for, reach, verb};
use crate::dark_side_rising::rules::action::{Action, DieType};
use crate::dark_side_rising::rules::in_play::InPlay;
use crate::dark_side_rising::rules::names::{self, die};
use crate::dark_side_rising::rules::op::{Choice, Op, Pick};
use crate::dark_side_rising::rules::state::{Stage, State, nothing};
use crate::dark_side_rising::rules::tables::Tables;
use crate::dark_side_rising::rules::words::{ByTrait, Component, Payee, Sector, Spot};

/// The table as a person at it sees it.
pub fn table(g: &DarkSideRising, s: &State) -> String {
    let t = &g.tables;
    let mut out = format!(
        "Turn {}, {}, {}. Imperials defeated {} of {}, Rebels defeated {} of {}.\n",
        // The turn that is played, or the last one that was.
        s.turn + u16::from(s.stage != Stage::Over),
        names::active(s),
        stage(g, s),
        s.imperials_defeated(),
        g.rules.imperials,
        s.rebels_defeated(),
        g.rules.rebels_lost
    );
    let tiles = Component::all().map(|c| match s.operational.has(c) {
        true => format!("{} OPERATIONAL", c.word()),
        false => format!("{} {}/{}", c.word(), s.counters[c], t.tiles[c].spaces),
    });
    let _ = writeln!(out, "Death Star: {}", tiles.collect::<Vec<_>>().join(", "));
    for (sector, places) in s.table.iter() {
        let vader = if s.vader == sector { " [Vader]" } else { "" };
        let deployed = if s.is_at(sector) { " [deployed]" } else { "" };
        let _ = writeln!(out, "{}{vader}{deployed}:", names::sector(sector));
        for (spot, place) in places.iter().enumerate() {
            let need = s.is_at(sector).then_some(s.need[spot]);
            let card = place.map_or("-".into(), |card| in_play(t, card, need));
            let _ = writeln!(out, "  {spot}. {card}");
        }
    }
    for (p, rebels) in s.seats.each().enumerate() {
        let rebels: Vec<_> = rebels.iter().map(|m| in_play(t, *m, Some(ByTrait::default()))).collect();
        let _ = writeln!(out, "{}: {}", names::seat(s, p), rebels.join("; "));
    }
    let tokens = |held| counted(held, ", ").replace('_', " ");
    let _ = writeln!(out, "Tokens: {}; locked until the next turn: {}", tokens(&s.tokens), tokens(&s.locked));
    if matches!(s.stage, Stage::Muster | Stage::Rolled) {
        let dice: Vec<_> = s.shown().map(|d| format!("{} × {}", s.rolled[d], die(t, d))).collect();
        let dice = if dice.is_empty() { "none".into() } else { dice.join(", ") };
        let _ = writeln!(out, "Rolled: {dice}; to roll: {}", counted(&s.waiting, ", "));
    }
    out
}

/// Where the turn stands: the effect that asks, or the stage.
pub fn stage(g: &DarkSideRising, s: &State) -> String {
    match (asked(g, s), s.stage) {
        (Some(asked), _) => asked,
        (_, Stage::Deploy) => "about to deploy".into(),
        (_, Stage::Muster) => "before the opening roll".into(),
        (_, Stage::Rolled) => "with rolled dice".into(),
        (_, Stage::Over) => names::ending(g, s),
        (_, other) => other.word().into(),
    }
}

/// The dice that are not used yet.
fn dice(s: &State) -> u8 {
    s.rolled_dice() + s.waiting_dice()
}

/// What the acting seat decides.
pub fn prompt(g: &DarkSideRising, s: &State) -> String {
    let seat = || names::active(s);
    match (asked(g, s), s.stage) {
        (Some(asked), _) => asked,
        (_, Stage::Deploy) if g.rules.before_dark_dice => {
            format!("{}: choose the sector to deploy to, or use abilities and tokens first", seat())
        }
        (_, Stage::Deploy) => format!("{}: choose the sector to deploy to", seat()),
        (_, Stage::Muster) => format!("{}: use abilities and tokens, or roll the dice", seat()),
        (_, _) if s.stage == Stage::Over => format!("The game is over: {}", stage(g, s)),
        (_, _) if s.rolled_dice() > 0 && !s.assigned && dice(s) == 1 => {
            format!("{}: assign the last die to a card or an ability, or end the turn without it", seat())
        }
        (_, _) if s.rolled_dice() > 0 && !s.assigned => {
            format!("{}: assign dice to cards and abilities, or forfeit one and roll the rest", seat())
        }
        (_, _) if dice(s) > 0 => {
            format!("{}: assign more dice of this roll, roll the rest, or end the turn", seat())
        }
        (_, _) => format!("{}: all dice are used; use abilities and tokens, or end the turn", seat()),
    }
}

/// The effect that asks, what it will do, and how much of it is left.
fn asked(g: &DarkSideRising, s: &State) -> Option<String> {
    let (ask, (op, frame)) = (g.asked(s)?, g.verb(s)?);
    let done = frame.memo;
    let does = match (ask.choice, op) {
        (Choice::Heal, Op::Heal { who }) => {
            let whose = if who.pick == Pick::OneEachTeam {
                format!("of {}", names::seat(s, g.seat(s, Slot::at(usize::from(done)))))
            } else {
                reach(who.reach).into()
            };
            let left =
                if who.pick == Pick::Two { format!(", {} to go", 2 - done.min(1)) } else { String::new() };
            let (n, of, per) = (who.amount.n, affiliations(who.affiliations), counted_for(who.amount.per));
            format!("remove {n} damage from one{of} Rebel {whose}{left}{per}")
        }
        (Choice::Face, _) => {
            format!("turn {} to another face", frame.chosen_die().map_or("it".into(), |d| die(&g.tables, d)))
        }
        (Choice::Colour, Op::AddDie { amount, .. }) if amount.n > 1 => {
            format!("{}, {done} so far", verb(&op))
        }
        (Choice::Heal | Choice::Strike | Choice::Component | Choice::Die | Choice::Colour, _) => verb(&op),
    };
    let decline = if ask.may { " (or decline)" } else { "" };
    Some(format!("{}: {does}{decline}", names::owner(g, s)))
}

fn in_play(t: &Tables, card: InPlay, need: Option<ByTrait<u8>>) -> String {
    let printed = &t[card.card];
    let need = need.unwrap_or(printed.need);
    let open = if nothing(&need) { String::new() } else { format!(", needs {}", counted(&need, " + ")) };
    let kind = printed.rebel.map_or("Imperial", |rebel| rebel.affiliation.word());
    format!("{} ({kind}) {}/{}{open}", printed.name, card.damage, printed.capacity)
}

/// Each word with its count, or `none`.
pub fn counted<K: Finite, const N: usize>(counts: &ByKey<K, u8, N>, join: &str) -> String {
    let some = counts.iter().filter(|(_, n)| **n > 0);
    let parts: Vec<_> = some.map(|(key, n)| format!("{n} {}", key.label())).collect();
    if parts.is_empty() { "none".into() } else { parts.join(join) }
}

/// What an action means here.
pub fn describe_action(g: &DarkSideRising, s: &State, a: Action) -> String {
    let t = &g.tables;
    let card = |c: Option<InPlay>| c.map_or("an empty place", |c| t[c.card].name.as_str());
    let at = |sector: Sector, spot: Spot| card(s.table[sector][spot.index()]);
    let here = |spot: Spot| s.deployed.map_or("nothing", |sector| at(sector, spot));
    let rebel = |seat: usize, place: usize| {
        s.seats.rebels(seat).get(place).map_or("nobody", |m| t[m.card].name.as_str())
    };
    let own = |place: usize| rebel(usize::from(s.active), place);
    let priced = |payee: Payee| g.prices(s).nth(payee.index()).map_or("nobody", |price| own(price.place));
    match a {
        Action::Deploy { sector } => format!("deploy to {}", names::sector(sector)),
        Action::Roll => "roll the dice".into(),
        Action::Assign { die: d, spot } => format!("assign {} to {}", die(t, d), here(spot)),
        Action::Pay { die: d, payee } => format!("pay {} for {}", die(t, d), priced(payee)),
        Action::Forfeit { die: d } if dice(s) == 1 => format!("forfeit {}, the last die", die(t, d)),
        Action::Forfeit { die: d } => format!("forfeit {} and roll the rest", die(t, d)),
        Action::Use { place } => format!("use {}", own(place.index())),
        Action::TokenDie { colour } => format!("use a token: one more {} die", colour.word()),
        Action::TokenSymbol { symbol, spot } => {
            format!("use a token: {} on {}", symbol.word(), here(spot))
        }
        Action::TokenPay { payee } => format!("use a token: a symbol for {}", priced(payee)),
        Action::TokenHeal => "use a token: remove 1 damage from each of two Rebels".into(),
        Action::TokenCounter => "use a token: remove an operation counter".into(),
        Action::ChooseMember { ally, place } => format!("choose {}", rebel(g.seat(s, ally), place.index())),
        Action::ChooseCard { sector, spot } => format!("choose {}", at(sector, spot)),
        Action::ChooseComponent { component } => format!("choose the {}", names::component(component)),
        Action::ChooseDie { die: d } => format!("choose {}", die(t, d)),
        Action::ChooseFace { face } => match s.frames.last().and_then(|frame| frame.chosen_die()) {
            Some(chosen) => format!("turn it to {}", die(t, DieType { face, ..chosen })),
            None => format!("turn it to face {}", face.word()),
        },
        Action::ChooseColour { colour } => format!("choose {}", colour.word()),
        Action::Decline => "decline".into(),
        Action::EndTurn => "end the turn".into(),
    }
}
