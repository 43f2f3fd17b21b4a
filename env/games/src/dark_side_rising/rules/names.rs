//! Seats, dice, components and effects as people call them.

use holotable_env::picture::title;

use super::DarkSideRising;
use super::action::DieType;
use super::state::{Ending, Origin, State};
use super::tables::Tables;
use super::words::{Component, Sector, Token};

/// Whose effect is being carried out.
pub fn owner(g: &DarkSideRising, s: &State) -> String {
    let t = &g.tables;
    let Some(frame) = s.frames.last() else { return String::new() };
    match Origin::unpack(frame.origin) {
        Origin::Member(place) => {
            if let Some(rebel) = s.own().get(place) {
                return t[rebel.card].name.clone();
            }
        }
        Origin::Table(i) => {
            if let Some(card) = s.places().get(i).copied().flatten() {
                return t[card.card].name.clone();
            }
        }
        Origin::Elsewhere => {}
    }
    if let Some(token) = token_used(g, s) {
        return format!("The {} token", self::token(token));
    }
    if let Some((c, _)) = t.tiles.iter().find(|(_, tile)| tile.span.ends_with(frame.at, frame.left)) {
        return component(c);
    }
    let revealed = s.seats.all().iter().map(|rebel| &t[rebel.card]);
    let mut revealed = revealed.filter(|printed| printed.span.ends_with(frame.at, frame.left));
    match revealed.next() {
        Some(printed) => printed.name.clone(),
        None => format!("Team {}", title(s.seats.team(usize::from(s.active)).word())),
    }
}

/// The token whose effect is being carried out, if no card's is.
pub fn token_used(g: &DarkSideRising, s: &State) -> Option<Token> {
    let frame = s.frames.last()?;
    let mut kinds = g.tables.tokens.iter();
    kinds.find(|(_, kind)| kind.span.ends_with(frame.at, frame.left)).map(|(token, _)| token)
}

/// An Alliance token, as people call it.
pub fn token(token: Token) -> String {
    token.word().replace('_', " ")
}

/// A sector, as people call it.
pub fn sector(sector: Sector) -> String {
    title(sector.word())
}

/// A seat with its team, as people call it.
pub fn seat(s: &State, seat: usize) -> String {
    format!("Seat {seat} ({})", title(s.seats.team(seat).word()))
}

/// The seat whose turn it is.
pub fn active(s: &State) -> String {
    seat(s, usize::from(s.active))
}

/// A component of the Death Star.
pub fn component(c: Component) -> String {
    format!("{} component", title(c.word()))
}

/// A die and what it shows.
pub fn die(t: &Tables, die: DieType) -> String {
    let (shown, n) = t.faces[die];
    let double = match n {
        0 | 1 => String::new(),
        2 => "double ".into(),
        n => format!("{n}-fold "),
    };
    format!("{} {double}{}", die.colour.word(), shown.word())
}

/// How the game ended, in the words of the rulebook's page 9.
pub fn ending(g: &DarkSideRising, s: &State) -> String {
    let r = &g.rules;
    match s.ending {
        Ending::None => "it goes on".into(),
        Ending::Won => format!("won, {} of {} Imperials are defeated", s.imperials_defeated(), r.imperials),
        Ending::DeathStarComplete => {
            format!(
                "lost, {} of {} components of the Death Star are operational",
                s.operational.len(),
                r.components
            )
        }
        Ending::TooManyRebelsLost => {
            format!("lost, {} of {} Rebels are defeated", s.rebels_defeated(), r.rebels_lost)
        }
        Ending::TeamWipedOut => {
            let without = (0..g.players).filter(|&seat| s.seats.rebels(seat).is_empty());
            let names: Vec<String> = without.map(|without| seat(s, without)).collect();
            format!("lost, no Rebel is left with {}", names.join(" and "))
        }
    }
}
