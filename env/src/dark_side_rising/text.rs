//! The game in words: the table, what an action means, and what a card says, in our own words.

use std::fmt::Write as _;

use super::DarkSideRising;
use super::action::{Action, DieType};
use super::cards::{Card, Tables};
use super::op::{Amount, If, Op, Per, Pick, Reach, Traits, When, Who};
use super::state::{Ending, InPlay, Stage, State, seat};
use super::words::{Colour, Component, Sector, Token, Trait};
use crate::finite::Finite;

/// The table as a person at it sees it.
pub fn table(g: &DarkSideRising, s: &State) -> String {
    let t = &g.tables;
    let mut out = format!(
        "Turn {}, seat {} ({}), {}. Imperials defeated {} of {}, Rebels lost {} of {}.\n",
        s.turn + 1,
        s.active,
        s.bases[usize::from(s.active)].word(),
        stage(s),
        s.imperials_defeated(),
        g.rules.imperials,
        s.rebels_defeated(),
        g.rules.rebels_lost
    );
    let tiles = Component::all().map(|c| match s.is_operational(c.index()) {
        true => format!("{} OPERATIONAL", c.word()),
        false => format!("{} {}/{}", c.word(), s.counters[c.index()], t.tiles[c.index()].spaces),
    });
    let _ = writeln!(out, "Death Star: {}", tiles.collect::<Vec<_>>().join(", "));
    for sector in Sector::all() {
        let mut marks = String::new();
        if s.vader == sector {
            marks.push_str(" [Vader]");
        }
        if s.is_at(sector) {
            marks.push_str(" [deployed]");
        }
        let _ = writeln!(out, "{}{marks}:", sector.word());
        for (spot, card) in s.table[sector.index()].iter().enumerate() {
            let need = s.is_at(sector).then_some(s.need[spot]);
            let _ = writeln!(out, "  {spot}. {}", in_play(t, *card, need));
        }
    }
    for seat in 0..g.players {
        let members: Vec<_> = s.teams[seat].iter().map(|m| in_play(t, *m, Some([0; 4]))).collect();
        let _ = writeln!(out, "Seat {seat}, {}: {}", s.bases[seat].word(), members.join("; "));
    }
    let _ = writeln!(out, "Tokens: {}; locked: {}", tokens(&s.tokens), tokens(&s.locked));
    if matches!(s.stage, Stage::Muster | Stage::Rolled) {
        let dice: Vec<_> = (0..DieType::N)
            .filter(|&i| s.rolled[i] > 0)
            .map(|i| format!("{} x {}", s.rolled[i], die(t, DieType::at(i))))
            .collect();
        let waiting: Vec<_> = Colour::all()
            .filter(|c| s.waiting[c.index()] > 0)
            .map(|c| format!("{} {}", s.waiting[c.index()], c.word()))
            .collect();
        let _ = writeln!(out, "Rolled: {}; to roll: {}", or_none(&dice), or_none(&waiting));
    }
    out
}

fn or_none(parts: &[String]) -> String {
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

pub(super) fn stage(s: &State) -> String {
    match (s.asking, s.stage) {
        (true, _) => "an effect asks for a choice".into(),
        (_, Stage::Deploy) => "about to deploy".into(),
        (_, Stage::Muster) => "before the opening roll".into(),
        (_, Stage::Rolled) => "with rolled dice".into(),
        (_, Stage::Over) if s.ending == Ending::Won => "the Rebellion has won".into(),
        (_, Stage::Over) => format!("lost: {}", s.ending.word()),
        (_, other) => format!("{other:?}"),
    }
}

fn in_play(t: &Tables, card: InPlay, need: Option<[u8; Trait::N]>) -> String {
    if !card.is_card() {
        return "-".into();
    }
    let printed = &t.cards[usize::from(card.card)];
    let need = need.unwrap_or(printed.need);
    let open = if need == [0; 4] { String::new() } else { format!(", needs {}", symbols(need)) };
    let kind = if card.is_imperial() { " (Imperial)" } else { "" };
    format!("{}{kind} {}/{}{open}", printed.name, card.damage, printed.capacity)
}

fn symbols(need: [u8; Trait::N]) -> String {
    let parts: Vec<_> = Trait::all()
        .filter(|t| need[t.index()] > 0)
        .map(|t| format!("{} {}", need[t.index()], t.word()))
        .collect();
    parts.join(" + ")
}

fn tokens(zone: &[u8; Token::N]) -> String {
    let parts: Vec<_> = Token::all()
        .filter(|t| zone[t.index()] > 0)
        .map(|t| format!("{} {}", zone[t.index()], t.word()))
        .collect();
    or_none(&parts)
}

fn die(t: &Tables, die: DieType) -> String {
    let (shown, n) = t.dice[die.colour.index()].faces[die.face.index()];
    let double = if n > 1 { format!("{n} ") } else { String::new() };
    format!("{} {double}{}", die.colour.word(), shown.word())
}

/// What an action means here.
pub fn tell(g: &DarkSideRising, s: &State, a: Action) -> String {
    let t = &g.tables;
    let card =
        |c: InPlay| if c.is_card() { t.cards[usize::from(c.card)].name.as_str() } else { "an empty place" };
    let spot_here = |spot: usize| s.deployed.map_or("nothing", |d| card(s.table[d.index()][spot]));
    let own = |place: usize| s.own().get(place).map_or("nobody", |m| card(*m));
    match a {
        Action::Deploy { sector } => format!("deploy to {}", sector.word()),
        Action::Roll => "roll the dice".into(),
        Action::Assign { die: d, spot } => format!("assign {} to {}", die(t, d), spot_here(spot.index())),
        Action::Pay { die: d, place } => format!("pay {} for {}", die(t, d), own(place.index())),
        Action::Forfeit { die: d } => format!("forfeit {} and roll the rest", die(t, d)),
        Action::Use { place } => format!("use {}", own(place.index())),
        Action::TokenDie { colour } => format!("use a token: one more {} die", colour.word()),
        Action::TokenSymbol { symbol, spot } => {
            format!("use a token: {} on {}", symbol.word(), spot_here(spot.index()))
        }
        Action::TokenPay { place } => format!("use a token: a symbol for {}", own(place.index())),
        Action::TokenHeal => "use a token: remove a damage from each of two Rebels".into(),
        Action::TokenCounter => "use a token: remove an operation counter".into(),
        Action::ChooseMember { ally, place } => {
            let member = s.teams[seat(g, s, ally)].get(place.index()).map_or("nobody", |m| card(*m));
            format!("choose {member}")
        }
        Action::ChooseCard { sector, spot } => {
            format!("choose {}", card(s.table[sector.index()][spot.index()]))
        }
        Action::ChooseComponent { component } => format!("choose the {} component", component.word()),
        Action::ChooseDie { die: d } => format!("choose {}", die(t, d)),
        Action::ChooseFace { face } => {
            match s.frames.last().filter(|f| (1..=DieType::N as u8).contains(&f.memo)) {
                Some(f) => {
                    format!("turn it to {}", die(t, DieType { face, ..DieType::at(usize::from(f.memo) - 1) }))
                }
                None => format!("turn it to face {}", face.word()),
            }
        }
        Action::ChooseColour { colour } => format!("choose {}", colour.word()),
        Action::Decline => "decline".into(),
        Action::EndTurn => "end the turn".into(),
    }
}

/// What a card does, in our own words.
pub fn ability(t: &Tables, card: &Card) -> String {
    let verbs: Vec<String> = t.ops(card.span).iter().map(op).collect();
    let verbs = verbs.join(", then ");
    let Some(rebel) = card.rebel else { return format!("If Vader is here: {verbs}.") };
    let condition = match rebel.condition {
        If::Always => String::new(),
        If::SameAffiliation => format!(" with another {} Rebel on the team", rebel.affiliation.word()),
        If::Vehicle => " with another Rebel vehicle on the team".into(),
        If::ImperialHere => " with an Imperial in the team's sector".into(),
        If::VaderHere => " with Vader in the team's sector".into(),
    };
    let when = match (rebel.when, rebel.price) {
        (When::Paid, Some((t, n))) => format!("Pay {n} {}", t.word()),
        (When::Gather, _) => "Each turn".into(),
        (When::Roll, _) => "Once a turn before assigning dice".into(),
        (When::Once | When::Paid, _) => "Once a turn".into(),
        (When::Hurt, _) => "Once a turn for 1 damage on this Rebel".into(),
        (When::Revealed, _) => "Each time a new Imperial is revealed".into(),
        (When::Struck, _) => "At the end of a turn on which an Imperial was damaged".into(),
    };
    format!("{when}{condition}: {verbs}.")
}

/// What a run of verbs does, in our own words.
pub fn effect(t: &Tables, span: super::cards::Span) -> String {
    let verbs: Vec<String> = t.ops(span).iter().map(op).collect();
    verbs.join(", then ")
}

fn op(op: &Op) -> String {
    match op {
        Op::Damage { who } => format!("{} damage on {}", amount(who.amount), rebels(who)),
        Op::Heal { who } => format!("remove {} damage from {}", amount(who.amount), rebels(who)),
        Op::HealImperials { amount } => format!("remove {amount} damage from all other Imperials"),
        Op::Strike { undamaged, .. } => {
            format!("1 damage on an {}Imperial", if *undamaged { "undamaged " } else { "" })
        }
        Op::DrawToken { amount: n } => format!("draw {} Alliance token", amount(*n)),
        Op::RemoveCounter { .. } => "remove an operation counter from a component".into(),
        Op::AddCounters => "a counter on each component that is tied for fewest".into(),
        Op::AddDie { colours, amount: n } => {
            let list: Vec<&str> = Vec::from(*colours).into_iter().map(Colour::word).collect();
            format!("roll {} extra {} die", amount(*n), list.join(" or "))
        }
        Op::ChangeDie { traits } => {
            let list: Vec<&str> = Vec::from(*traits).into_iter().map(Trait::word).collect();
            format!("turn a die showing {} to another face", list.join(" or "))
        }
        Op::RerollDie => "roll one die again".into(),
        Op::RollDeathStar => "roll the Death Star die again".into(),
        Op::LoseDie => "the active player rolls one die fewer".into(),
        Op::ForbidHealing => "no damage can be removed from Rebels this turn".into(),
    }
}

fn amount(a: Amount) -> String {
    match a.per {
        Per::Once => a.n.to_string(),
        Per::TwoDamage => format!("{} for every 2 damage on this Rebel", a.n),
        Per::Strike => format!("{} for each damage put on Imperials this turn", a.n),
    }
}

fn rebels(who: &Who) -> String {
    let pick = match who.pick {
        Pick::All => "all",
        Pick::One => "one of the",
        Pick::Two => "two of the",
        Pick::OneEachTeam => "one on each team of the",
        Pick::MostDamaged => "the most damaged",
        Pick::Healthiest => "the healthiest",
        Pick::Weakest => "the weakest",
    };
    let reach = match who.reach {
        Reach::Here => "in this sector",
        Reach::Clockwise => "one sector clockwise",
        Reach::ActiveTeam => "of the active team",
        Reach::EveryTeam => "of every team",
        Reach::TeamOrSector => "of the own team or its sector",
        Reach::Itself => return "itself".into(),
    };
    format!("{pick}{} Rebels {reach}", affiliations(who.affiliations))
}

fn affiliations(of: Traits) -> String {
    let list: Vec<&str> = Vec::from(of).into_iter().map(Trait::word).collect();
    if list.is_empty() { String::new() } else { format!(" {}", list.join(" and ")) }
}
