//! The table as a picture: the Death Star, the three sectors with their cards, dice, teams and tokens.

use holotable_env::picture::{Ink, Size, title};
use holotable_env::{Finite, Picture, Slot};

use super::places;
use super::text::stage;
use crate::chips::{self, Chip};
use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::ability::{ability, effect, team_ability};
use crate::dark_side_rising::rules::in_play::InPlay;
use crate::dark_side_rising::rules::names;
use crate::dark_side_rising::rules::state::{Stage, State, nothing};
use crate::dark_side_rising::rules::tables::Printed;
use crate::dark_side_rising::rules::words::{ByToken, ByTrait, Colour, Component, SPOTS, Sector, Trait};
use crate::inks::{
    ABSENT, BLUE, DARK, FAINT, GOLD, GREEN, GROUND, IMPERIAL, LINE, LOSS, ORANGE, PANEL, PURPLE, REBEL, RED,
    TEXT, YELLOW,
};

const WIDTH: i32 = 1000;
const EDGE: i32 = 10;
/// What cards say, on their own colours.
const SAYING: Ink = 0xc6_cdda;
const DAMAGE: Ink = 0xe2_3b3b;

/// Where the parts begin, from above.
const TILES: i32 = 56;
const TILE: i32 = 118;
const SECTORS: i32 = TILES + TILE + 8;
const CARD: i32 = 108;
const DICE: i32 = SECTORS + 30 + SPOTS as i32 * (CARD + 6) + 12;
const TEAMS: i32 = DICE + 49;
/// The height for what a team is, and what it can do.
const TEAM: i32 = 61;
/// The height for the Rebels of a team.
const MEMBERS: i32 = 240;
/// How much of it a Rebel takes with what it does, and a line of that; with large letters; and at least.
const NAMED: i32 = 25;
const LINE_OF: i32 = 13;
const MEMBER: i32 = 22;
const CLOSEST: i32 = 19;
/// With all that it does.
const TALLEST: i32 = NAMED + 3 * LINE_OF;
/// The side of a damage space.
const SPACE: u32 = 14;
/// The stripe with the affiliation of a Rebel of a team.
const STRIPE: i32 = 11;

/// Draws the table.
pub fn draw(g: &DarkSideRising, s: &State) -> Picture {
    // Every picture of a game has one size.
    let tokens = TEAMS + TEAM + 8 + MEMBERS;
    let mut p = Picture::new((WIDTH as u32, (tokens + 58) as u32), GROUND);
    header(g, s, &mut p);
    p.part("Turn", (0, 0), (284, TILES - 4));
    p.part("Score", (WIDTH - 245, 0), (245, TILES - 4));
    for (label, (from, to)) in [("Symbols", (284, 486)), ("More symbols", (486, 740))] {
        p.part(label, (from, 2), (to - from, 32));
    }
    // On a narrow screen dice stand above the cards that they are assigned to.
    dice(g, s, &mut p);
    for sector in Sector::all() {
        sector_panel(g, s, sector, &mut p);
    }
    for c in Component::all() {
        tile(g, s, c, &mut p);
    }
    for seat in 0..g.players {
        team(g, s, seat, &mut p);
    }
    token_row(&mut p, tokens, "Tokens", &s.tokens, TEXT);
    token_row(&mut p, tokens + 24, "Locked", &s.locked, FAINT);
    p.part("Tokens", (0, tokens - 4), (WIDTH / 2, 56));
    p
}

fn header(g: &DarkSideRising, s: &State, p: &mut Picture) {
    let base = title(s.seats.team(usize::from(s.active)).word());
    // The turn that is played, or the last one that was.
    let turn = s.turn + u16::from(s.stage != Stage::Over);
    p.text((EDGE, 8), Size::Large, TEXT, format!("Turn {turn}, seat {} ({base})", s.active));
    p.line((EDGE, 32), Size::Normal, FAINT, 100, &title(&stage(g, s)));
    let (imperials, rebels) = (s.imperials_defeated(), s.rebels_defeated());
    let won = format!("Imperials defeated {imperials}/{}", g.rules.imperials);
    let lost = format!("Rebels lost {rebels}/{}", g.rules.rebels_lost);
    p.right((WIDTH - EDGE, 8), Size::Large, GOLD, won);
    p.right((WIDTH - EDGE, 32), Size::Normal, LOSS, lost);
    legend((286, 8), p);
}

/// What letters and colours mean.
fn legend((mut x, y): (i32, i32), p: &mut Picture) {
    for t in Trait::all() {
        symbol(t, (x, y), p);
        p.text((x + 25, y + 6), Size::Small, FAINT, title(t.word()));
        x += 25 + Size::Small.width(t.word()) + 6;
    }
    p.rect((x, y + 4), (SPACE, SPACE), 2, DAMAGE, Some(FAINT));
    p.text((x + 18, y + 6), Size::Small, FAINT, "Damage");
}

/// A component of the Death Star with its counters.
fn tile(g: &DarkSideRising, s: &State, c: Component, p: &mut Picture) {
    let (i, width, ink) = (c.index(), 157, component_ink(c));
    let (x, y) = (EDGE + i as i32 * (width + 7), TILES);
    let on = s.operational.has(c);
    let how =
        if on { "operational".into() } else { format!("{} of {}", s.counters[c], g.tables.tiles[c].spaces) };
    p.place(places::component(c), format!("{} component, {how}", title(c.word())), (x, y), (width, TILE));
    p.rect((x, y), (width as u32, TILE as u32), 6, if on { ink } else { PANEL }, Some(ink));
    if i % 2 == 0 {
        let label =
            ["Death Star, blue and orange", "Death Star, red and purple", "Death Star, green and yellow"];
        p.part(label[i / 2], (x - 4, TILES - 4), (2 * (width + 7) + 1, TILE + 8));
    }
    let does = effect(g.tables.ops(g.tables.tiles[c].span));
    p.lines(
        (x + 8, y + 46),
        Size::Small,
        if on { DARK } else { FAINT },
        (Size::Small.columns(width - 16), 5),
        &does,
    );
    p.text(
        (x + 8, y + 6),
        Size::Normal,
        if on { DARK } else { ink },
        format!("{} component", title(c.word())),
    );
    if on {
        p.text((x + 8, y + 26), Size::Normal, DARK, "OPERATIONAL");
        return;
    }
    for n in 0..g.tables.tiles[c].spaces {
        let fill = if n < s.counters[c] { ink } else { GROUND };
        p.circle((x + 16 + i32::from(n) * 18, y + 32), 7, fill, Some(ink));
    }
}

/// A sector with its three cards, Darth Vader and the deployed team.
fn sector_panel(g: &DarkSideRising, s: &State, sector: Sector, p: &mut Picture) {
    let width = 322;
    let x = EDGE + sector.index() as i32 * (width + 7);
    let edge = if s.is_at(sector) { GOLD } else { LINE };
    let height = (DICE - SECTORS - 10) as u32;
    p.rect((x, SECTORS), (width as u32, height), 8, PANEL, Some(edge));
    p.place(places::sector(sector), title(sector.word()), (x, SECTORS), (width, height as i32));
    p.part(title(sector.word()), (x - 4, SECTORS - 4), (width + 8, DICE - SECTORS - 2));
    p.text((x + 10, SECTORS + 6), Size::Large, TEXT, title(sector.word()));
    if s.is_at(sector) {
        p.text((x + 110, SECTORS + 10), Size::Normal, GOLD, "Team deployed");
    }
    if s.vader == sector {
        p.rect((x + width - 82, SECTORS + 5), (72, 22), 11, DARK, Some(DAMAGE));
        p.centred((x + width - 46, SECTORS + 10), Size::Normal, LOSS, "VADER");
    }
    for (spot, place) in s.table[sector].iter().enumerate() {
        let y = SECTORS + 32 + spot as i32 * (CARD + 6);
        let need = if s.is_at(sector) { Some(s.need[spot]) } else { None };
        let name = place.map_or("an empty place", |card| &g.tables[card.card].name);
        p.place(places::card(sector, spot), name, (x + 8, y), (306, CARD));
        card(g, *place, need, (x + 8, y), p);
    }
}

/// A card of a sector: name, damage spaces, the symbols that it still needs, and what it does.
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
    let pips = x + 302 - i32::from(printed.capacity) * 18;
    p.line((x + 8, y + 6), Size::Normal, TEXT, Size::Normal.columns(pips - x - 16), &printed.name);
    spaces(c, printed.capacity, SPACE, (pips, y + 6), p);
    let mut at = x + 8;
    for (t, n) in need.iter() {
        for _ in 0..*n {
            symbol(t, (at, y + 24), p);
            at += 24;
        }
    }
    if nothing(&need) {
        p.text((at, y + 28), Size::Normal, GOLD, "Complete");
    }
    p.right((x + 298, y + 29), Size::Small, TEXT, kind(printed));
    p.lines((x + 8, y + 50), Size::Small, SAYING, (41, 4), &ability(printed, g.tables.ops(printed.span)));
}

/// What kind of card it is, and whose: what effects ask for.
fn kind(printed: &Printed) -> String {
    match printed.rebel {
        Some(rebel) => format!("{} {}", title(rebel.affiliation.word()), printed.kind.word()),
        None => format!("Imperial {}", printed.kind.word()),
    }
}

/// The damage spaces of a card, those with a counter filled.
fn spaces(c: InPlay, capacity: u8, side: u32, (x, y): (i32, i32), p: &mut Picture) {
    for n in 0..capacity {
        let fill = if n < c.damage { DAMAGE } else { GROUND };
        p.rect((x + i32::from(n) * (side as i32 + 4), y), (side, side), 2, fill, Some(FAINT));
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
            p.place(places::die(die), names::die(&g.tables, die), (x, DICE), (38, 38));
            p.rect((x, DICE), (38, 38), 7, colour_ink(die.colour), Some(TEXT));
            let face = if n > 1 { format!("{n}{}", initial(shown.word())) } else { initial(shown.word()) };
            p.centred((x + 19, DICE + 9), Size::Large, DARK, face);
            x += 44;
        }
    }
    if s.rolled_dice() == 0 {
        x = none((x, DICE + 12), p);
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
    if s.waiting_dice() == 0 {
        x = none((x, DICE + 12), p);
    }
    // No wider than the dice, so that they are large on a narrow screen.
    p.part("Dice", (0, DICE - 4), (x.max(WIDTH / 3) + EDGE, 46));
}

/// Says that nothing is there, and gives where the next thing may be.
fn none((x, y): (i32, i32), p: &mut Picture) -> i32 {
    p.text((x, y), Size::Normal, ABSENT, "none");
    x + Size::Normal.width("none")
}

/// A seat's team, the longest-serving first, with what the Rebels do where there is room for it.
fn team(g: &DarkSideRising, s: &State, seat: usize, p: &mut Picture) {
    let width = (WIDTH - 2 * EDGE + 7) / g.players as i32 - 7;
    let (x, active) = (EDGE + seat as i32 * (width + 7), seat == usize::from(s.active));
    let (ink, edge) = if active { (GOLD, GOLD) } else { (TEXT, LINE) };
    p.rect((x, TEAMS - 7), (width as u32, (MEMBERS + TEAM + 8) as u32), 8, PANEL, Some(edge));
    let rebels = s.seats.rebels(seat);
    // As many columns as fit, so that each of them alone fits a narrow screen.
    let columns = if g.players > 2 { 1 } else { 2 };
    let pitch = (width - 6) / columns;
    let (x, width) = (x + 6, pitch - 6);
    let rows = (MEMBERS / TALLEST).max((rebels.len() as i32 + columns - 1) / columns);
    for column in 0..columns {
        if column == 0 || rebels.len() as i32 > column * rows {
            let label =
                if column == 0 { format!("Seat {seat}") } else { format!("Seat {seat}, more Rebels") };
            // Where few Rebels are, the part ends below them.
            let high =
                TEAM + (rebels.len() as i32 - column * rows).clamp(1, rows) * (MEMBERS / rows).min(TALLEST);
            p.part(label, (x + column * pitch - 6, TEAMS - 11), (pitch + 6, high + 12));
        }
    }
    p.text((x + 4, TEAMS), Size::Normal, ink, format!("Seat {seat}, {}", title(s.seats.team(seat).word())));
    let base = &g.tables.bases[s.seats.team(seat)];
    let does = team_ability(base, g.tables.ops(base.span));
    p.lines((x + 4, TEAMS + 18), Size::Small, FAINT, (Size::Small.columns(width - 4), 3), &does);
    let height = (MEMBERS / rows).min(TALLEST);
    for (place, member) in rebels.iter().enumerate().filter(|_| height >= CLOSEST) {
        let (column, row) = (place as i32 / rows, place as i32 % rows);
        let at = (x + column * pitch, TEAMS + TEAM + row * height);
        let used = active && s.used.has(Slot::at(place));
        let printed = &g.tables[member.card];
        let label = format!("{}, {}", printed.name, kind(printed));
        p.place(places::member(seat, place), label, at, (width, height - 3));
        rebel(g, *member, used, (at, (width, height)), p);
    }
    if height < CLOSEST {
        for column in 0..columns {
            let of_column = (column * rows) as usize..((column + 1) * rows) as usize;
            crowd(g, s, (seat, of_column), (x + column * pitch, TEAMS + TEAM), (width, MEMBERS), p);
        }
    }
}

/// A Rebel of a team: affiliation, name, damage spaces, and what the Rebel does where there is room for it.
fn rebel(g: &DarkSideRising, member: InPlay, used: bool, at: ((i32, i32), (i32, i32)), p: &mut Picture) {
    let (((x, y), (width, height)), printed) = (at, &g.tables[member.card]);
    let lines = (height - NAMED) / LINE_OF;
    let (size, side) = if height < MEMBER { (Size::Small, 9) } else { (Size::Normal, SPACE) };
    p.rect((x, y), (width as u32, (height - 3) as u32), 4, if used { GROUND } else { REBEL }, None);
    let pips = width - 4 - i32::from(printed.capacity) * (side as i32 + 4);
    let (top, spare) = if lines < 1 { (0, height - 3) } else { (2, side as i32) };
    let middle = |part: u32| y + top + (spare - part as i32) / 2;
    if let Some(of) = printed.rebel.map(|rebel| rebel.affiliation) {
        p.rect((x, y), (STRIPE as u32, (height - 3) as u32), 2, trait_ink(of), None);
        p.centred((x + STRIPE / 2, middle(Size::Small.character().1)), Size::Small, DARK, initial(of.word()));
    }
    let (left, name) = (x + STRIPE + 4, size.columns(pips - STRIPE - 6).max(3));
    p.line((left, middle(size.character().1)), size, TEXT, name, &printed.name);
    spaces(member, printed.capacity, side, (x + pips, middle(side)), p);
    if lines > 0 {
        let does = ability(printed, g.tables.ops(printed.span));
        let columns = Size::Small.columns(width - STRIPE - 6);
        p.lines((left, y + 21), Size::Small, SAYING, (columns, lines as usize), &does);
    }
}

/// Those of a team of more Rebels than have a line each.
fn crowd(
    g: &DarkSideRising,
    s: &State,
    (seat, of_column): (usize, std::ops::Range<usize>),
    at: (i32, i32),
    size: (i32, i32),
    p: &mut Picture,
) {
    let active = seat == usize::from(s.active);
    let chip = |(place, member): (usize, &InPlay)| {
        let printed = &g.tables[member.card];
        let used = active && s.used.has(Slot::at(place));
        Chip {
            name: places::member(seat, place),
            label: format!("{}, damage {} of {}", printed.name, member.damage, printed.capacity),
            words: format!("{} {}/{}", printed.name, member.damage, printed.capacity),
            inks: (if used { GROUND } else { REBEL }, TEXT),
        }
    };
    let members = s.seats.rebels(seat).iter().enumerate();
    let chips: Vec<Chip> = members.filter(|(place, _)| of_column.contains(place)).map(chip).collect();
    chips::lay(p, at, size, &chips);
}

fn token_row(p: &mut Picture, y: i32, zone_title: &str, zone: &ByToken<u8>, ink: Ink) {
    p.text((EDGE, y + 4), Size::Normal, FAINT, zone_title);
    let (mut x, usable) = (EDGE + 56, ink == TEXT);
    for (t, n) in zone.iter().filter(|(_, n)| **n > 0) {
        let text = format!("{n} {}", t.word().replace('_', " "));
        let width = Size::Small.width(&text) + 10;
        if usable {
            p.place(places::token(t), text.as_str(), (x, y), (width, 20));
        }
        p.rect((x, y), (width as u32, 20), 10, PANEL, Some(LINE));
        p.text((x + 5, y + 4), Size::Small, ink, text);
        x += width + 3;
    }
    if x == EDGE + 56 {
        none((x, y + 4), p);
    }
}

fn initial(word: &str) -> String {
    word[..1].to_uppercase()
}

fn trait_ink(t: Trait) -> Ink {
    match t {
        Trait::Tactical => RED,
        Trait::Intelligence => BLUE,
        Trait::Support => GREEN,
        Trait::Leadership => PURPLE,
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
        Component::Blue => BLUE,
        Component::Orange => ORANGE,
        Component::Red => RED,
        Component::Purple => PURPLE,
        Component::Green => GREEN,
        Component::Yellow => YELLOW,
    }
}
