//! The table as a picture: the Event Track, the leaders, the decks, the dice and the hands.

use holotable_env::english::counted;
use holotable_env::picture::{Ink, Size, title};
use holotable_env::{Finite, Picture, Viewer};

use super::places;
use super::text::{on_field, order, person, power, stored, symbols};
use crate::conflict::rules::Conflict;
use crate::conflict::rules::names::{heading, name, showing};
use crate::conflict::rules::state::State;
use crate::conflict::rules::words::{Card, Colour, Face, Field, Leader, Stage};
use crate::inks::{DARK, FAINT, GOLD, GROUND, LINE, LOSS, ORANGE, PANEL, TEXT, YELLOW};

const WIDTH: i32 = 1000;
const EDGE: i32 = 10;
const PANEL_WIDTH: i32 = (WIDTH - 2 * EDGE - 12) / 3;
/// The width of each half of what stands above the track.
const HEADER: i32 = 366;
const ICE: Ink = 0x7f_c7e8;

/// How many fields the track has in a row, how many of them fit a narrow screen, and how far apart they begin.
const ROW: u8 = 21;
const THIRD: u8 = ROW / 3;
const FIELD: i32 = 47;

/// Where the parts begin, from above.
const TRACK: i32 = 60;
const LEADERS: i32 = TRACK + 108;
const LEADER: i32 = 60;
const DECKS: i32 = LEADERS + LEADER + 6;
const DECK: i32 = 100;
const DICE: i32 = DECKS + DECK + 6;
const HANDS: i32 = DICE + 52;
/// The height of a hand: who holds it, the starting card in up to three lines, and rows of cards.
const HAND: i32 = CARDS + ROWS * (HIGH + 4) + 4;
const CARDS: i32 = 72;
const ROWS: i32 = 3;
/// Width and height of a card in a hand.
const CARD: i32 = 36;
const HIGH: i32 = 32;

/// Draws the table as far as a viewer knows it.
pub fn draw(g: &Conflict, s: &State, viewer: Viewer) -> Picture {
    let mut p = Picture::new((WIDTH as u32, (HANDS + HAND + 10) as u32), GROUND);
    header(s, &mut p);
    track(s, &mut p);
    for leader in Leader::all() {
        let x = panel(leader.index(), LEADERS, LEADER as u32, &mut p);
        let covered = s.covers[leader].is_some();
        p.place(places::leader(leader), person(leader), (x, LEADERS), (PANEL_WIDTH, LEADER));
        p.part(person(leader), (x - 3, LEADERS - 3), (PANEL_WIDTH + 6, LEADER + 6));
        p.text((x + 10, LEADERS + 8), Size::Large, if covered { FAINT } else { LOSS }, person(leader));
        p.line((x + 10, LEADERS + 38), Size::Normal, TEXT, 38, &on_field(s, leader, viewer));
    }
    for deck in Colour::all() {
        let x = panel(deck.index(), DECKS, DECK as u32, &mut p);
        let words = format!("{} deck, {}", title(deck.word()), counted(s.cards_left(deck), "card"));
        p.place(places::deck(deck), words.as_str(), (x, DECKS), (PANEL_WIDTH, DECK));
        p.part(words, (x - 3, DECKS - 3), (PANEL_WIDTH + 6, DECK + 6));
        p.rect((x + 8, DECKS + 8), (40, 56), 4, ink(deck), Some(FAINT));
        p.centred((x + 28, DECKS + 26), Size::Large, DARK, s.cards_left(deck).to_string());
        p.text((x + 58, DECKS + 8), Size::Normal, TEXT, format!("{} deck", title(deck.word())));
        p.lines((x + 58, DECKS + 28), Size::Small, FAINT, (36, 3), &order(s, deck));
        for (i, top) in (0..).zip(s.decks[deck].top.iter()) {
            let at = (x + 58 + i * 84, DECKS + 70);
            let printed = s.world.cards[top.card];
            let cost = if top.face_up { printed.attack } else { printed.ambush };
            let label = format!("{}: taking it moves the marker by {cost}", name(top.card));
            // Of equal cards the upper one is chosen: only cards that were revealed go back.
            if !s.decks[deck].top.iter().take(i as usize).any(|upper| upper.card == top.card) {
                p.place(places::known(top.card), label, at, (80, 24));
            }
            p.rect(at, (80, 24), 4, ink(deck), Some(FAINT));
            let costs = if cost > 0 { format!(", cost {cost}") } else { String::new() };
            p.centred((at.0 + 40, at.1 + 7), Size::Small, DARK, sign(top.card) + &costs);
        }
    }
    dice(s, &mut p);
    for seat in 0..g.seats {
        hand(g, s, seat, viewer, &mut p);
    }
    p
}

/// Which turn it is, or how the game ended, and what signs on the track mean.
fn header(s: &State, p: &mut Picture) {
    let marker = match s.frozen {
        true => "The Event Marker is set aside for this turn".into(),
        false => format!("The Event Marker is on field {} of {}", s.marker, s.world.track),
    };
    let heading = heading(s);
    let (turn, more) = heading.split_once(": ").unwrap_or((&heading, &marker));
    p.text((EDGE, 8), Size::Large, TEXT, turn);
    p.text((EDGE, 34), Size::Normal, if s.frozen { ICE } else { FAINT }, title(more));
    p.part("Turn", (0, 0), (HEADER, TRACK - 4));
    let signs = [
        "A colour: its top card is played, or taken (+).",
        "A number: so many cards are discarded.",
        "F: the marker rests.",
        "cost, of a card: the marker moves when it is taken.",
    ];
    for (i, sign) in (0..).zip(signs) {
        p.text((HEADER + EDGE, 2 + i * 14), Size::Small, FAINT, sign);
    }
    p.part("Signs on the track", (HEADER, 0), (HEADER, TRACK - 4));
}

/// A panel in a row of three; where it begins, from the left.
fn panel(i: usize, y: i32, height: u32, p: &mut Picture) -> i32 {
    let x = EDGE + i as i32 * (PANEL_WIDTH + 6);
    p.rect((x, y), (PANEL_WIDTH as u32, height), 8, PANEL, Some(LINE));
    x
}

fn ink(colour: Colour) -> Ink {
    match colour {
        Colour::Yellow => YELLOW,
        Colour::Orange => ORANGE,
        Colour::Black => 0x8d_93a3,
    }
}

fn track(s: &State, p: &mut Picture) {
    for at in 0..=s.world.track {
        let (x, y) = (EDGE + i32::from(at % ROW) * FIELD, TRACK + i32::from(at / ROW) * 52);
        if at.is_multiple_of(THIRD) {
            let last = (at + THIRD - 1).min(s.world.track);
            p.part(format!("Fields {at} to {last}"), (x - 4, y - 4), (i32::from(THIRD) * FIELD + 3, 50));
        }
        let (fill, sign) = match s.world.field(at) {
            Field::Empty if at == s.world.track => (LOSS, "end"),
            Field::Empty => (PANEL, ""),
            Field::PlayYellow => (ink(Colour::Yellow), "play"),
            Field::PlayOrange => (ink(Colour::Orange), "play"),
            Field::PlayBlack => (ink(Colour::Black), "play"),
            Field::DrawYellow => (ink(Colour::Yellow), "+"),
            Field::DrawOrange => (ink(Colour::Orange), "+"),
            Field::DrawBlack => (ink(Colour::Black), "+"),
            Field::DiscardOne => (LINE, "1"),
            Field::DiscardThree => (LINE, "3"),
            Field::Freeze => (ICE, "F"),
        };
        let here = at == s.marker;
        p.rect((x, y), (42, 42), 6, fill, Some(if here { LOSS } else { LINE }));
        let letters = if matches!(fill, PANEL | LINE) { TEXT } else { DARK };
        p.text((x + 4, y + 3), Size::Small, letters, at.to_string());
        p.centred((x + 21, y + 17), Size::Normal, letters, sign);
        if here {
            p.circle((x + 32, y + 10), 8, LOSS, Some(TEXT));
        }
    }
}

fn dice(s: &State, p: &mut Picture) {
    p.text((EDGE, DICE + 12), Size::Normal, FAINT, "Dice");
    let mut x = EDGE + 50;
    for (face, n) in s.dice.iter() {
        for _ in 0..*n {
            let bad = face == Face::FirstOrder;
            p.place(places::die(face), format!("a die that shows {}", showing(face)), (x, DICE), (38, 38));
            p.rect((x, DICE), (38, 38), 7, if bad { LOSS } else { TEXT }, Some(FAINT));
            p.centred((x + 19, DICE + 9), Size::Large, DARK, if bad { "FO" } else { face.word() });
            x += 44;
        }
    }
    if x == EDGE + 50 {
        p.text((x, DICE + 12), Size::Normal, FAINT, "none left");
    }
    p.part("Dice", (0, DICE - 4), (PANEL_WIDTH + EDGE, 46));
    let words = stored(s);
    let wide = Size::Normal.width(&words) + 16;
    let at = (WIDTH - EDGE - wide, DICE + 4);
    p.rect(at, (wide as u32, 30), 6, PANEL, Some(LINE));
    p.place(places::HELP, format!("The Help Dice area: {words}"), at, (wide, 30));
    p.text((at.0 + 8, DICE + 12), Size::Normal, TEXT, words);
    p.part("Help Dice area", (WIDTH - EDGE - PANEL_WIDTH, DICE), (PANEL_WIDTH + EDGE, 38));
}

/// A hand: a card for each copy that the viewer knows, and a back for each other.
fn hand(g: &Conflict, s: &State, seat: usize, viewer: Viewer, p: &mut Picture) {
    let hands = g.seats.max(3) as i32;
    let wide = (WIDTH - 2 * EDGE - 6 * (hands - 1)) / hands;
    let (x, y) = (EDGE + seat as i32 * (wide + 6), HANDS);
    // Where there are too many cards they lie over one another, so that each is in sight.
    let room = wide - 16 - CARD;
    let most = (0..g.seats).map(|seat| s.hand_size(seat)).max().map_or(0, i32::from);
    let abreast = (room / (CARD + 4) + 1).max((most + ROWS - 1) / ROWS);
    let pitch = (room / (abreast - 1)).min(CARD + 4);
    // As high as the largest hand, so that a narrow screen shows no empty rows.
    let height = CARDS + ((most + abreast - 1) / abreast).max(1) * (HIGH + 4) + 4;
    let acts = seat == s.me() && s.stage != Stage::Over;
    p.rect((x, y), (wide as u32, height as u32), 8, PANEL, Some(if acts { GOLD } else { LINE }));
    p.part(format!("Seat {seat}"), (x - 3, y - 3), (wide + 6, height + 6));
    p.text((x + 8, y + 6), Size::Normal, if acts { GOLD } else { TEXT }, format!("Seat {seat}"));
    p.right((x + wide - 8, y + 8), Size::Small, FAINT, counted(s.hand_size(seat), "card"));
    let card = s.starting[seat];
    let start = format!("Starting card: {}{}", power(card.power), symbols(card.symbols));
    p.place(places::start(seat), start.as_str(), (x + 4, y + 24), (wide - 8, CARDS - 28));
    p.lines((x + 8, y + 27), Size::Small, FAINT, (Size::Small.columns(wide - 16), 3), &start);
    let knows = viewer.knows(seat);
    let mut cards = Vec::new();
    for card in Card::all() {
        let n = s.shown[seat][card] + if knows { s.hidden[seat][card] } else { 0 };
        cards.extend((0..n).map(|_| (card.colour(), Some(card))));
    }
    for colour in Colour::all().filter(|_| !knows) {
        cards.extend((0..State::among(&s.hidden[seat], colour)).map(|_| (colour, None)));
    }
    for (i, (colour, card)) in (0..).zip(&cards) {
        let at = (x + 8 + i % abreast * pitch, y + CARDS + i / abreast * (HIGH + 4));
        p.rect(at, (CARD as u32, HIGH as u32), 4, ink(*colour), Some(FAINT));
        let words = card.map_or_else(|| "?".into(), sign);
        match pitch > CARD {
            true => p.centred((at.0 + CARD / 2, at.1 + 9), Size::Normal, DARK, words),
            false => {
                p.line((at.0 + 3, at.1 + 9), Size::Small, DARK, Size::Small.columns(pitch).max(1), &words);
            }
        }
        if let Some(card) = *card {
            p.place(places::card(seat, card), name(card), at, (pitch.min(CARD), HIGH));
        }
    }
    if cards.is_empty() {
        p.text((x + 8, y + CARDS), Size::Normal, FAINT, "no cards");
    }
}

/// What stands on a card.
fn sign(card: Card) -> String {
    if card.is_hero() { "hero".into() } else { format!("{:+}", card.moves()) }
}
