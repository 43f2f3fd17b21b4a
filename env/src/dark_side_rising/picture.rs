//! The table as a picture: the Death Star, the three sectors with their cards, dice, teams and tokens.

use super::rules::DarkSideRising;
use super::state::{InPlay, State, nothing};
use super::text::stage;
use super::words::{ByToken, ByTrait, Colour, Component, SPOTS, Sector, Trait};
use crate::finite::Finite;
use crate::picture::{Ink, Picture, Size};
use crate::slot::Slot;

const WIDTH: i32 = 1000;
const EDGE: i32 = 10;
const GROUND: Ink = 0x15_1820;
const PANEL: Ink = 0x22_2733;
const LINE: Ink = 0x3c_4457;
const TEXT: Ink = 0xe9_e7e0;
const FAINT: Ink = 0x9a_a3b5;
const DAMAGE: Ink = 0xe2_3b3b;
const REBEL: Ink = 0x27_4a63;
const IMPERIAL: Ink = 0x5a_2a30;
const DARK: Ink = 0x0c_0d11;
const GOLD: Ink = 0xf2_c14e;

/// Where the parts begin, from above.
const TILES: i32 = 44;
const SECTORS: i32 = 104;
const CARD: i32 = 76;
const DICE: i32 = SECTORS + 30 + SPOTS as i32 * (CARD + 6) + 14;
const TEAMS: i32 = DICE + 52;
const MEMBER: i32 = 24;
/// The height for the Rebels of a team: twelve, or more that stand closer.
const MEMBERS: i32 = 12 * MEMBER;
/// As close as they can stand.
const CLOSEST: i32 = 14;

/// Draws the table.
pub fn draw(g: &DarkSideRising, s: &State) -> Picture {
    // Every picture of a game has one size.
    let tokens = TEAMS + 28 + MEMBERS;
    let mut p = Picture::new((WIDTH as u32, (tokens + 58) as u32), GROUND);
    header(g, s, &mut p);
    for c in Component::all() {
        tile(g, s, c, &mut p);
    }
    for sector in Sector::all() {
        sector_panel(g, s, sector, &mut p);
    }
    dice(g, s, &mut p);
    for seat in 0..g.players {
        team(g, s, seat, &mut p);
    }
    token_row(&mut p, tokens, "Tokens", &s.tokens, TEXT);
    token_row(&mut p, tokens + 24, "Locked", &s.locked, FAINT);
    p
}

fn header(g: &DarkSideRising, s: &State, p: &mut Picture) {
    let base = s.seats.team(usize::from(s.active)).word();
    p.text((EDGE, 8), Size::Large, TEXT, format!("Turn {}, seat {} ({base})", s.turn + 1, s.active));
    p.line((EDGE, 29), Size::Normal, FAINT, 100, &stage(g, s));
    let (imperials, rebels) = (s.imperials_defeated(), s.rebels_defeated());
    let won = format!("Imperials defeated {imperials}/{}", g.rules.imperials);
    let lost = format!("Rebels lost {rebels}/{}", g.rules.rebels_lost);
    p.text((WIDTH - EDGE - 250, 8), Size::Large, GOLD, won);
    p.text((WIDTH - EDGE - 250, 29), Size::Normal, DAMAGE, lost);
}

/// A component of the Death Star with its counters.
fn tile(g: &DarkSideRising, s: &State, c: Component, p: &mut Picture) {
    let (i, width, ink) = (c.index(), 157, component_ink(c));
    let (x, y) = (EDGE + i as i32 * (width + 7), TILES);
    let on = s.operational.has(c);
    p.rect((x, y), (width as u32, 52), 6, if on { ink } else { PANEL }, Some(ink));
    p.text((x + 8, y + 6), Size::Normal, if on { DARK } else { ink }, c.word());
    if on {
        p.text((x + 8, y + 28), Size::Normal, DARK, "OPERATIONAL");
        return;
    }
    for n in 0..g.tables.tiles[c].spaces {
        let fill = if n < s.counters[c] { ink } else { GROUND };
        p.circle((x + 16 + i32::from(n) * 18, y + 35), 7, fill, Some(ink));
    }
}

/// A sector with its three cards, Darth Vader and the deployed team.
fn sector_panel(g: &DarkSideRising, s: &State, sector: Sector, p: &mut Picture) {
    let width = 322;
    let x = EDGE + sector.index() as i32 * (width + 7);
    let edge = if s.is_at(sector) { GOLD } else { LINE };
    let height = (DICE - SECTORS - 10) as u32;
    p.rect((x, SECTORS), (width as u32, height), 8, PANEL, Some(edge));
    p.text((x + 10, SECTORS + 6), Size::Large, TEXT, sector.word());
    if s.is_at(sector) {
        p.text((x + 110, SECTORS + 10), Size::Normal, GOLD, "team deployed");
    }
    if s.vader == sector {
        p.rect((x + width - 82, SECTORS + 5), (72, 22), 11, DARK, Some(DAMAGE));
        p.text((x + width - 70, SECTORS + 10), Size::Normal, DAMAGE, "VADER");
    }
    for (spot, place) in s.table[sector].iter().enumerate() {
        let y = SECTORS + 32 + spot as i32 * (CARD + 6);
        let need = if s.is_at(sector) { Some(s.need[spot]) } else { None };
        card(g, *place, need, (x + 8, y), p);
    }
}

/// A card of a sector: name, damage spaces, and the symbols that it still needs.
fn card(
    g: &DarkSideRising,
    place: Option<InPlay>,
    need: Option<ByTrait<u8>>,
    (x, y): (i32, i32),
    p: &mut Picture,
) {
    let size = (306, CARD as u32);
    let Some(c) = place else { return p.rect((x, y), size, 5, GROUND, Some(LINE)) };
    let (printed, need) = (&g.tables[c.card], need.unwrap_or(g.tables[c.card].need));
    let fill = if c.is_imperial() { IMPERIAL } else { REBEL };
    p.rect((x, y), size, 5, fill, None);
    p.line((x + 8, y + 6), Size::Normal, TEXT, 33, &printed.name);
    p.text((x + 250, y + 7), Size::Small, FAINT, if c.is_imperial() { "Imperial" } else { "Rebel" });
    spaces(c, printed.capacity, (x + 8, y + 25), p);
    let mut at = x + 8;
    for (t, n) in need.iter() {
        for _ in 0..*n {
            symbol(t, (at, y + 48), p);
            at += 24;
        }
    }
    if nothing(&need) {
        p.text((at, y + 53), Size::Normal, GOLD, "complete");
    }
}

/// The damage spaces of a card, those with a counter filled.
fn spaces(c: InPlay, capacity: u8, (x, y): (i32, i32), p: &mut Picture) {
    for n in 0..capacity {
        let fill = if n < c.damage { DAMAGE } else { GROUND };
        p.rect((x + i32::from(n) * 18, y), (14, 14), 2, fill, Some(FAINT));
    }
}

/// A symbol by its letter and colour.
fn symbol(t: Trait, (x, y): (i32, i32), p: &mut Picture) {
    p.rect((x, y), (21, 21), 4, trait_ink(t), None);
    p.text((x + 7, y + 4), Size::Normal, DARK, initial(t.word()));
}

fn dice(g: &DarkSideRising, s: &State, p: &mut Picture) {
    p.text((EDGE, DICE + 12), Size::Normal, FAINT, "Rolled");
    let mut x = EDGE + 56;
    for die in s.shown() {
        let (shown, n) = g.face(die);
        for _ in 0..s.rolled[die] {
            p.rect((x, DICE), (38, 38), 7, colour_ink(die.colour), Some(TEXT));
            let face = if n > 1 { format!("{n}{}", initial(shown.word())) } else { initial(shown.word()) };
            let (left, _) = Size::Large.character();
            p.text((x + 19 - face.len() as i32 * left as i32 / 2, DICE + 9), Size::Large, DARK, face);
            x += 44;
        }
    }
    x += 12;
    p.text((x, DICE + 12), Size::Normal, FAINT, "To roll");
    x += 60;
    for (c, n) in s.waiting.iter() {
        for _ in 0..*n {
            p.rect((x, DICE + 6), (26, 26), 5, GROUND, Some(colour_ink(c)));
            x += 31;
        }
    }
}

/// A seat's team, the longest-serving first.
fn team(g: &DarkSideRising, s: &State, seat: usize, p: &mut Picture) {
    let width = (WIDTH - 2 * EDGE + 7) / g.players as i32 - 7;
    let (x, active) = (EDGE + seat as i32 * (width + 7), seat == usize::from(s.active));
    let ink = if active { GOLD } else { TEXT };
    p.text((x, TEAMS), Size::Normal, ink, format!("Seat {seat}, {}", s.seats.team(seat).word()));
    let rebels = s.seats.rebels(seat);
    let height = (MEMBERS / (rebels.len() as i32).max(1)).clamp(CLOSEST, MEMBER);
    let shown = (MEMBERS / height) as usize;
    if let Some(more) = rebels.len().checked_sub(shown).filter(|more| *more > 0) {
        p.text((x + width - 56, TEAMS), Size::Normal, FAINT, format!("{more} more"));
    }
    for (place, member) in rebels.iter().take(shown).enumerate() {
        let (y, printed) = (TEAMS + 20 + place as i32 * height, &g.tables[member.card]);
        let used = active && s.used.has(Slot::at(place));
        p.rect((x, y), (width as u32, (height - 3) as u32), 4, if used { PANEL } else { REBEL }, None);
        let pips = width - 8 - i32::from(printed.capacity) * 18;
        p.line((x + 6, y + 4), Size::Normal, TEXT, ((pips - 8) / 7).max(3) as usize, &printed.name);
        spaces(*member, printed.capacity, (x + pips, y + 3), p);
    }
}

fn token_row(p: &mut Picture, y: i32, title: &str, zone: &ByToken<u8>, ink: Ink) {
    p.text((EDGE, y + 4), Size::Normal, FAINT, title);
    let mut x = EDGE + 56;
    for (t, n) in zone.iter().filter(|(_, n)| **n > 0) {
        let text = format!("{n} {}", t.word());
        let width = text.len() as i32 * 6 + 12;
        p.rect((x, y), (width as u32, 20), 10, PANEL, Some(LINE));
        p.text((x + 6, y + 6), Size::Small, ink, text);
        x += width + 5;
    }
}

fn initial(word: &str) -> String {
    word[..1].to_uppercase()
}

fn trait_ink(t: Trait) -> Ink {
    match t {
        Trait::Tactical => 0xe5_6b5e,
        Trait::Intelligence => 0x5f_9fee,
        Trait::Support => 0x62_c27d,
        Trait::Leadership => 0xb5_82ee,
    }
}

fn colour_ink(c: Colour) -> Ink {
    match c {
        Colour::Red => trait_ink(Trait::Tactical),
        Colour::Blue => trait_ink(Trait::Intelligence),
        Colour::Green => trait_ink(Trait::Support),
        Colour::Purple => trait_ink(Trait::Leadership),
    }
}

fn component_ink(c: Component) -> Ink {
    match c {
        Component::Blue => 0x5f_9fee,
        Component::Orange => 0xf0_9a4a,
        Component::Red => 0xe5_6b5e,
        Component::Purple => 0xb5_82ee,
        Component::Green => 0x62_c27d,
        Component::Yellow => 0xf0_dc5a,
    }
}
