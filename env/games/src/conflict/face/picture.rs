//! The table as a picture: the Event Track, the leaders, the decks, the dice and the hands.

use holotable_env::english::counted;
use holotable_env::picture::{Ink, Size, title};
use holotable_env::{Finite, Picture, Viewer};

use super::text::{on_field, order, person, power, stored, symbols};
use crate::conflict::rules::Conflict;
use crate::conflict::rules::names::heading;
use crate::conflict::rules::state::State;
use crate::conflict::rules::words::{Card, Colour, Face, Field, Leader, SEATS, Stage};
use crate::inks::{DARK, FAINT, GOLD, GROUND, LINE, LOSS, ORANGE, PANEL, TEXT, YELLOW};

const WIDTH: i32 = 1000;
const EDGE: i32 = 10;
const ICE: Ink = 0x7f_c7e8;

/// Where the parts begin, from above, and how many fields the track has in a row.
const TRACK: i32 = 56;
const ROW: u8 = 21;
const LEADERS: i32 = TRACK + 108;
const DECKS: i32 = LEADERS + 66;
const DICE: i32 = DECKS + 78;
const HANDS: i32 = DICE + 52;
const HAND: i32 = 66;

/// Draws the table as far as a viewer knows it.
pub fn draw(g: &Conflict, s: &State, viewer: Viewer) -> Picture {
    let height = HANDS + SEATS as i32 * (HAND + 6) + 6;
    let mut p = Picture::new((WIDTH as u32, height as u32), GROUND);
    p.text((EDGE, 8), Size::Large, TEXT, heading(s));
    let rests = if s.frozen { "The marker is set aside for this turn." } else { "" };
    p.right((WIDTH - EDGE, 12), Size::Normal, ICE, rests);
    let legend = "A colour: its top card is played, or taken (+). A number: so many cards are discarded. F: the marker rests.";
    p.text((EDGE, 36), Size::Small, FAINT, legend);
    track(s, &mut p);
    for leader in Leader::all() {
        let x = panel(leader.index(), LEADERS, 60, &mut p);
        let covered = s.covers[leader].is_some();
        p.text((x + 10, LEADERS + 8), Size::Large, if covered { FAINT } else { LOSS }, person(leader));
        p.text((x + 10, LEADERS + 38), Size::Normal, TEXT, on_field(s, leader, viewer));
    }
    for deck in Colour::all() {
        let x = panel(deck.index(), DECKS, 72, &mut p);
        p.rect((x + 8, DECKS + 8), (40, 56), 4, ink(deck), Some(FAINT));
        p.centred((x + 28, DECKS + 26), Size::Large, DARK, s.cards_left(deck).to_string());
        p.text((x + 58, DECKS + 8), Size::Normal, TEXT, format!("{} deck", title(deck.word())));
        p.lines((x + 58, DECKS + 28), Size::Small, FAINT, (43, 3), &order(s, deck));
    }
    dice(s, &mut p);
    for seat in 0..g.seats {
        hand(s, seat, viewer, &mut p);
    }
    p
}

/// A panel in a row of three; where it begins, from the left.
fn panel(i: usize, y: i32, height: u32, p: &mut Picture) -> i32 {
    let width = (WIDTH - 2 * EDGE - 12) / 3;
    let x = EDGE + i as i32 * (width + 6);
    p.rect((x, y), (width as u32, height), 8, PANEL, Some(LINE));
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
        let (x, y) = (EDGE + i32::from(at % ROW) * 47, TRACK + i32::from(at / ROW) * 52);
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
            p.rect((x, DICE), (38, 38), 7, if bad { LOSS } else { TEXT }, Some(FAINT));
            p.centred((x + 19, DICE + 9), Size::Large, DARK, if bad { "FO" } else { face.word() });
            x += 44;
        }
    }
    if x == EDGE + 50 {
        p.text((x, DICE + 12), Size::Normal, FAINT, "none left");
    }
    p.right((WIDTH - EDGE, DICE + 12), Size::Normal, TEXT, stored(s));
}

/// A hand: a card for each copy that the viewer knows, and a back for each other.
fn hand(s: &State, seat: usize, viewer: Viewer, p: &mut Picture) {
    let y = HANDS + seat as i32 * (HAND + 6);
    let acts = seat == s.me() && s.stage != Stage::Over;
    p.rect(
        (EDGE, y),
        ((WIDTH - 2 * EDGE) as u32, HAND as u32),
        8,
        PANEL,
        Some(if acts { GOLD } else { LINE }),
    );
    p.text((EDGE + 8, y + 6), Size::Normal, if acts { GOLD } else { TEXT }, format!("Seat {seat}"));
    let card = s.starting[seat];
    let start = format!("Starting card: {}{}", power(card.power), symbols(card.symbols));
    p.text((EDGE + 78, y + 8), Size::Small, FAINT, start);
    let knows = viewer.knows(seat);
    let mut x = EDGE + 8;
    for card in Card::all() {
        let hidden = s.hidden[seat][card];
        let known = s.shown[seat][card] + if knows { hidden } else { 0 };
        for _ in 0..known {
            let sign = if card.is_hero() { "hero".into() } else { format!("{:+}", card.moves()) };
            held((&mut x, y), ink(card.colour()), &sign, p);
        }
    }
    for colour in Colour::all().filter(|_| !knows) {
        for _ in 0..State::among(&s.hidden[seat], colour) {
            held((&mut x, y), ink(colour), "?", p);
        }
    }
    if x > WIDTH - 2 * EDGE - 34 {
        p.right((WIDTH - EDGE - 8, y + 8), Size::Small, TEXT, counted(s.hand_size(seat), "card"));
    }
    if s.hand_size(seat) == 0 {
        p.text((x, y + 36), Size::Normal, FAINT, "no cards");
    }
}

/// A card of a hand, where there is room for it.
fn held((x, y): (&mut i32, i32), fill: Ink, sign: &str, p: &mut Picture) {
    if *x <= WIDTH - 2 * EDGE - 34 {
        p.rect((*x, y + 26), (36, 32), 4, fill, Some(FAINT));
        p.centred((*x + 18, y + 35), Size::Normal, DARK, sign);
    }
    *x += 40;
}
