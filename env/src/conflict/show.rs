//! What people are shown: the table in words, what is asked, what actions mean and why one is not legal.

use std::fmt::Write as _;

use super::action::Action;
use super::picture;
use super::play::drawn;
use super::rules::Conflict;
use super::state::State;
use super::turn::veiled;
use super::words::{ByCard, Card, Colour, Ending, Face, Leader, Power, Stage, Value};
use crate::Finite;
use crate::catalogue::Entry;
use crate::english::counted;
use crate::picture::{Picture, title};
use crate::show::{Show, Summary, Viewer};

impl Show for Conflict {
    // All but the first, which stands for no ending; the win comes first.
    const REASONS: &'static [&'static str] = Ending::WORDS.split_at(1).1;

    fn team_name(&self, _team: usize) -> String {
        "Resistance".into()
    }

    fn text(&self, s: &State, viewer: Viewer) -> String {
        let mut text = format!("{}. {}\n", heading(s), marker(s));
        let _ = writeln!(text, "Dice: {}. {}.", dice(s), stored(s));
        for leader in Leader::all() {
            let _ = writeln!(text, "{}: {}.", person(leader), on_field(s, leader, viewer));
        }
        for deck in Colour::all() {
            let _ = writeln!(text, "{} deck: {}.", title(deck.word()), order(s, deck));
        }
        for seat in 0..self.seats {
            let card = s.starting[seat];
            let power = format!("{}{}", power(card.power), symbols(card.symbols));
            let _ = writeln!(text, "Seat {seat}: {}; starting card: {power}.", hand(s, seat, viewer));
        }
        text
    }

    fn prompt(&self, s: &State) -> String {
        match s.stage {
            Stage::Over => "the game is over".into(),
            Stage::Dice => format!("use dice: {}", dice(s)),
            Stage::Pay | Stage::Field if s.due > 1 => format!("discard {} cards", s.due),
            Stage::Pay => format!("discard a card to {}", if s.draws { "draw" } else { "reveal" }),
            Stage::Field => "discard a card, as the field asks".into(),
            Stage::Order => {
                format!("which revealed card goes back next, as number {} from the top?", s.placed + 1)
            }
            Stage::Play => "play exactly one card".into(),
            Stage::Cover => format!("cover leaders, whose symbols move the marker by {}, or go on", bare(s)),
        }
    }

    fn tell(&self, s: &State, a: Action) -> String {
        match a {
            Action::Done if s.stage == Stage::Dice => "leave the other dice".into(),
            Action::Done => "cover no more leaders".into(),
            Action::Help { face } => format!("change a die from {} to the stored result", showing(face)),
            Action::Store { value } => format!("store a {} for a following player", value.word()),
            Action::Reveal { value, deck } => {
                format!("reveal {} {}{}", value.word(), deck.word(), self.costs(deck, value.cards(), false))
            }
            Action::Draw { dice, value, deck } => {
                let n = drawn(dice, value);
                format!("draw {n} {} with the {}{}", deck.word(), dice.word(), self.costs(deck, n, true))
            }
            Action::Place { card } => format!("put back {}", name(card)),
            Action::Discard { card } => format!("discard {}", name(card)),
            Action::Play { card } => format!("play {}", name(card)),
            Action::Start { deck } => {
                let card = s.starting[s.me()];
                let on =
                    if card.power == Power::Take { String::new() } else { format!(" ({})", deck.word()) };
                format!("play the starting card: {}{on}{}", power(card.power), symbols(card.symbols))
            }
            Action::Cover { leader, card } => format!("cover {} with {}", person(leader), name(card)),
        }
    }

    /// Of a card on a leader's field all see the deck.
    fn covered(&self, s: &State, a: Action) -> Option<String> {
        let Action::Cover { leader, card } = a else { return None };
        let words = || format!("cover {} with a {} card", person(leader), card.colour().word());
        (s.shown[s.me()][card] == 0).then(words)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        let me = s.me();
        let needs = |stage: Stage| {
            format!(
                "now it is asked: {}",
                if s.stage == stage { "another question".into() } else { self.prompt(s) }
            )
        };
        let buys = |deck: Colour, n: u8, draws: bool, value: Value, dice: u8| {
            let coin = deck.price().unwrap_or(deck);
            let has = s.hand_of(me, coin);
            if s.stage != Stage::Dice {
                needs(Stage::Dice)
            } else if s.dice[value.face()] < dice {
                let dice =
                    if dice == 1 { "a die that shows".into() } else { format!("{dice} dice that show") };
                format!("it takes {dice} {}", value.word())
            } else if s.cards_left(deck) < n {
                format!("the {} deck has {}, not {n}", deck.word(), counted(s.cards_left(deck), "card"))
            } else {
                format!(
                    "it costs {}, and there are {has} in the hand",
                    counted(self.price(deck, n, draws), &format!("{} card", coin.word()))
                )
            }
        };
        match a {
            Action::Done => "one of the others must be chosen".into(),
            Action::Help { .. } | Action::Store { .. } if s.stage != Stage::Dice => needs(Stage::Dice),
            Action::Help { .. } if s.stored.is_none() => "no result is stored".into(),
            Action::Help { .. } if s.stored_now => {
                "only a following player may use what was stored in this turn".into()
            }
            Action::Help { face } => format!("no die shows {} and would change", showing(face)),
            Action::Store { .. } if s.stored_now => "one die a turn is stored".into(),
            Action::Store { value } => format!("no die shows {}, or it is stored already", value.word()),
            Action::Reveal { value, deck } => buys(deck, value.cards(), false, value, 1),
            Action::Draw { dice, value, deck } => buys(deck, drawn(dice, value), true, value, dice.dice()),
            Action::Place { card } if s.stage == Stage::Order => {
                format!("{} is not among the revealed cards", name(card))
            }
            Action::Place { .. } => needs(Stage::Order),
            Action::Play { .. } | Action::Start { .. } if s.stage != Stage::Play => needs(Stage::Play),
            Action::Cover { .. } if s.stage != Stage::Cover => needs(Stage::Cover),
            Action::Discard { .. } if !matches!(s.stage, Stage::Pay | Stage::Field) => needs(Stage::Pay),
            Action::Play { card } | Action::Discard { card } | Action::Cover { card, .. }
                if s.in_hand(me, card) == 0 =>
            {
                format!("{} is not in the hand", name(card))
            }
            Action::Discard { .. } => {
                format!("the price is {} cards", s.deck.and_then(Colour::price).map_or("no", Colour::word))
            }
            Action::Play { .. } => "any card of the hand may be played".into(),
            Action::Start { deck } => {
                format!("the power of the starting card does not act on the {} deck", deck.word())
            }
            Action::Cover { leader, .. } => {
                format!("{} is covered, or the leader before is not", person(leader))
            }
        }
    }

    fn picture(&self, s: &State, viewer: Viewer) -> Picture {
        picture::draw(self, s, viewer)
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.data.printed.clone()
    }

    fn summary(&self, s: &State) -> Summary {
        let heroes = s.covers.values().iter().flatten().filter(|cover| cover.card.is_hero()).count();
        Summary {
            reason: s.ending.word(),
            counts: vec![
                ("turns", f64::from(s.turn)),
                ("marker", f64::from(s.marker)),
                ("track", f64::from(s.world.track)),
                ("heroes_on_leaders", heroes as f64),
            ],
        }
    }
}

impl Conflict {
    fn costs(&self, deck: Colour, n: u8, draws: bool) -> String {
        let price = self.price(deck, n, draws);
        deck.price().map(|colour| format!(" for {price} {}", colour.word())).unwrap_or_default()
    }
}

/// A hand as far as a viewer knows it.
pub fn hand(s: &State, seat: usize, viewer: Viewer) -> String {
    let mut parts = vec![cards(&s.shown[seat])];
    if viewer.knows(seat) {
        parts.push(cards(&s.hidden[seat]));
    } else {
        for (colour, by_ambush) in veiled(s, seat).iter() {
            for (ambush, n) in by_ambush.iter().enumerate().filter(|(_, n)| **n > 0) {
                let with = if ambush > 0 { format!(" with ambush {ambush}") } else { String::new() };
                parts.push(format!("{n} {} unknown{with}", colour.word()));
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() { "no cards".into() } else { parts.join(", ") }
}

/// Some cards with their numbers.
fn cards(some: &ByCard<u8>) -> String {
    let each = some.iter().filter(|(_, n)| **n > 0).map(|(card, n)| format!("{n} {}", name(card)));
    each.collect::<Vec<_>>().join(", ")
}

/// A card as people call it.
pub fn name(card: Card) -> String {
    if card.is_hero() {
        "Resistance Hero".into()
    } else {
        format!("{} {:+}", card.colour().word(), card.moves())
    }
}

/// Whose turn it is, or how the game ended.
pub fn heading(s: &State) -> String {
    if s.ending == Ending::None {
        return format!("Turn {}, seat {}", s.turn + 1, s.active);
    }
    format!("Over after {}: {}", counted(s.turn + 1, "turn"), title(s.ending.word()))
}

/// Where the Event Marker is.
pub fn marker(s: &State) -> String {
    let rests = if s.frozen { ", set aside for this turn" } else { "" };
    format!("The Event Marker is on field {} of {}{rests}.", s.marker, s.world.track)
}

/// What a die shows.
pub fn showing(face: Face) -> &'static str {
    if face == Face::FirstOrder { "the First Order" } else { face.word() }
}

fn dice(s: &State) -> String {
    let each = s.dice.iter().flat_map(|(face, n)| (0..*n).map(move |_| showing(face)));
    let all: Vec<_> = each.collect();
    if all.is_empty() { "none left".into() } else { all.join(", ") }
}

/// What is in the Help Dice area.
pub fn stored(s: &State) -> String {
    match s.stored {
        None => "No result is stored".into(),
        Some(value) if s.stored_now => format!("A {} is stored for a following player", value.word()),
        Some(value) => format!("A {} is stored", value.word()),
    }
}

/// A leader's name.
pub fn person(leader: Leader) -> &'static str {
    match leader {
        Leader::Phasma => "Captain Phasma",
        Leader::Hux => "General Hux",
        Leader::Kylo => "Kylo Ren",
    }
}

/// What lies on a leader's field, as far as a viewer knows it.
pub fn on_field(s: &State, leader: Leader, viewer: Viewer) -> String {
    match s.covers[leader] {
        None if s.world.leaders[leader] == 1 => "1 First Order symbol".into(),
        None => format!("{} First Order symbols", s.world.leaders[leader]),
        Some(cover) if cover.public || viewer.knows(s.me()) => format!("covered with {}", name(cover.card)),
        Some(cover) => format!("covered with {} card", cover.card.colour().word()),
    }
}

/// How far the bare leaders move the marker.
fn bare(s: &State) -> u8 {
    Leader::all().filter(|leader| s.covers[*leader].is_none()).map(|leader| s.world.leaders[leader]).sum()
}

/// How many cards a deck has, and which are known.
pub fn order(s: &State, deck: Colour) -> String {
    let mut text = counted(s.cards_left(deck), "card");
    for (i, top) in s.decks[deck].top.iter().enumerate() {
        let before = if i == 0 { "; from the top " } else { ", " };
        let _ = write!(text, "{before}{} face {}", name(top.card), if top.face_up { "up" } else { "down" });
    }
    let below = ByCard::from_fn(|card| if card.colour() == deck { s.below[card] } else { 0 });
    if below != ByCard::default() {
        let _ = write!(text, "; at the bottom {}", cards(&below));
    }
    text
}

/// What a starting card does.
pub fn power(power: Power) -> &'static str {
    match power {
        Power::Peek => "look at the top three cards of a deck",
        Power::Bottom => "move the top card of a deck to its bottom",
        Power::Take => "take the top yellow card",
    }
}

/// How far a starting card moves the marker.
pub fn symbols(n: u8) -> String {
    if n == 0 { String::new() } else { format!(", then move the marker by {n}") }
}
