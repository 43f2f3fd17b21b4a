//! Seats, dice, components and effects as people call them.

use holotable_env::picture::title;

use super::DarkSideRising;
use super::action::DieType;
use super::state::{Ending, Origin, State};
use super::tables::Tables;
use super::words::Component;

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
    if let Some((token, _)) = t.tokens.iter().find(|(_, kind)| kind.span.ends_with(frame.at, frame.left)) {
        return format!("Token {}", token.word());
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
    let double = if n > 1 { format!("{n} ") } else { String::new() };
    format!("{} {double}{}", die.colour.word(), shown.word())
}

/// How the game ended, in the words of the rulebook's page 9.
pub fn ending(g: &DarkSideRising, s: &State) -> String {
    let r = &g.rules;
    match s.ending {
        Ending::None => "it goes on".into(),
        Ending::Won => format!("won, {} Imperials of {} are defeated", s.imperials_defeated(), r.imperials),
        Ending::DeathStarComplete => {
            format!(
                "lost, {} of {} components of the Death Star are operational",
                s.operational.len(),
                r.components
            )
        }
        Ending::TooManyRebelsLost => {
            format!("lost, {} of at most {} Rebels are defeated", s.rebels_defeated(), r.rebels_lost)
        }
        Ending::TeamWipedOut => {
            let without = (0..g.players).filter(|&seat| s.seats.rebels(seat).is_empty());
            let names: Vec<String> = without.map(|without| seat(s, without)).collect();
            format!("lost, no Rebel is left with {}", names.join(" and "))
        }
    }
}
