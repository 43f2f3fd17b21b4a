//! The galaxy as a picture: systems in the colours of who holds them, routes between them, and what stands there.

use std::fmt::Write as _;

use holotable_env::english::counted;
use holotable_env::picture::{Ink, Size};
use holotable_env::{Finite, Picture, Viewer};

use super::text::headline;
use crate::inks::{BLUE, FAINT, GOLD, PANEL, ROUTE, SPACE, TEXT};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::decider;
use crate::rebellion::rules::names::{
    card_names, deck_list, face, leaders, named, places, player, title, units,
};
use crate::rebellion::rules::redeal;
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::words::{
    ByPlace, Class, Leaders, Loyalty, Place, SYSTEMS, Side, Stack, Theatre, Units,
};

const WIDTH: i32 = 1140;
const EDGE: i32 = 10;
/// Where the map begins, from above, and how high it is.
const MAP: i32 = 36;
const HEIGHT: i32 = 660;
const PANELS: i32 = MAP + HEIGHT;
const PANEL_HEIGHT: i32 = 164;
const GREEN: Ink = 0x7a_b97c;
/// What the signs on the map mean.
const SIGNS: &str = "f fighters, c capital ships, D Death Star, g ground units, s structures, * leader; green: the base can be there";
const INKS: [Ink; 2] = [0xe4_7267, BLUE];

/// Draws the galaxy as far as a viewer knows it.
pub fn draw(g: &Rebellion, s: &State, viewer: Viewer) -> Picture {
    let mut p = Picture::new((WIDTH as u32, (PANELS + PANEL_HEIGHT + EDGE) as u32), SPACE);
    p.line((EDGE, 8), Size::Large, TEXT, 70, &headline(g, s));
    let track = format!("Time {}, reputation {}", s.time, s.reputation);
    p.right((WIDTH - EDGE, 12), Size::Normal, FAINT, track);
    p.text((EDGE, 28), Size::Normal, FAINT, SIGNS);
    let at: ByPlace<(i32, i32)> = ByPlace::from_fn(|place: Place| {
        let (x, y) = g.tables.worlds[place].at;
        (x, y + MAP)
    });
    for (from, to) in g.tables.routes() {
        let moved = s
            .target
            .is_some_and(|target| target == to && s.origins.has(from) || target == from && s.origins.has(to));
        p.segment(at[from], at[to], if moved { 3 } else { 1 }, if moved { GOLD } else { ROUTE });
    }
    let possible = if viewer == Viewer::All || viewer == Viewer::Seat(Side::Rebels.index()) {
        redeal::possible(s, Side::Rebels)
    } else if viewer.knows(Side::Empire.index()) {
        redeal::possible(s, Side::Empire)
    } else {
        s.possible
    };
    for place in Place::all() {
        world(g, s, place, at[place], possible.has(place), &mut p);
    }
    panels(g, s, viewer, &mut p);
    p
}

/// A place: whose it is, its name, ships above and ground units below for each side, leaders as letters.
fn world(g: &Rebellion, s: &State, place: Place, (x, y): (i32, i32), possible: bool, p: &mut Picture) {
    let ink = match s.loyalty[place] {
        Loyalty::Neutral => PANEL,
        Loyalty::Empire => INKS[0],
        Loyalty::Rebels => INKS[1],
    };
    let edge = if s.subjugated.has(place) { INKS[0] } else { ROUTE };
    if place.index() == SYSTEMS {
        p.rect((x - 14, y - 10), (28, 20), 5, ink, Some(INKS[1]));
    } else {
        p.circle((x, y), 10, ink, Some(edge));
    }
    if possible {
        p.circle((x, y), 4, GREEN, None);
    }
    if s.target == Some(place) || s.field == Some(place) {
        p.rect((x - 15, y - 14), (30, 28), 8, ink, Some(GOLD));
    }
    if s.sabotaged.has(place) {
        p.segment((x - 8, y - 8), (x + 8, y + 8), 3, GOLD);
        p.segment((x - 8, y + 8), (x + 8, y - 8), 3, GOLD);
    }
    if s.destroyed.has(place) {
        p.segment((x - 8, y - 8), (x + 8, y + 8), 3, ROUTE);
        p.segment((x - 8, y + 8), (x + 8, y - 8), 3, ROUTE);
    }
    p.centred((x, y + 11), Size::Normal, TEXT, g.tables.name(place));
    for side in Side::all() {
        let force = &s.units[side][place];
        let people = s.leaders(side, Post::At(place));
        let mut words = letters(g, side, force, people);
        if side == Side::Rebels {
            words += &"(*)".repeat(s.captives().filter(|&(_, at)| at == place).count());
        }
        if !words.is_empty() {
            let dy = if side == Side::Empire { -26 } else { 24 };
            p.centred((x, y + dy), Size::Normal, INKS[side.index()], words);
        }
    }
}

/// Units by class: fighters, capital ships, stations, ground units, structures; a star for each leader, in brackets for a captive.
fn letters(g: &Rebellion, side: Side, force: &Units, people: Leaders) -> String {
    let mut words = String::new();
    for (class, letter) in [
        (Class::Fighter, 'f'),
        (Class::Capital, 'c'),
        (Class::Station, 'D'),
        (Class::Ground, 'g'),
        (Class::Structure, 's'),
    ] {
        let rows = Theatre::all().flat_map(|theatre| g.components().rows(side, theatre));
        let n: u16 = rows.filter(|&r| g.stat(side, r).class == class).map(|r| u16::from(force[r])).sum();
        if n > 0 {
            let _ = write!(words, "{n}{letter} ");
        }
    }
    words + &"*".repeat(people.len())
}

/// The missions in a hand, as far as a viewer knows them.
fn hand(g: &Rebellion, s: &State, side: Side, viewer: Viewer) -> String {
    if viewer.knows(side.index()) {
        format!("Hand: {}", deck_list(g, side, s.missions[side]))
    } else {
        format!("Hand: {}", counted(s.missions[side].len(), "mission"))
    }
}

/// The action cards in a hand, as far as a viewer knows them.
fn action_cards(g: &Rebellion, s: &State, side: Side, viewer: Viewer) -> String {
    let held = s.action_cards[side].held();
    if viewer.knows(side.index()) {
        format!("Action cards: {}", card_names(g, side, held))
    } else {
        counted(held.len(), "action card")
    }
}

/// The sides: pool, queues, and the cards that a viewer knows; or the battle.
fn panels(g: &Rebellion, s: &State, viewer: Viewer, p: &mut Picture) {
    let width = (WIDTH - 3 * EDGE) / 2;
    let columns = (width as usize - 20) / 7;
    for side in Side::all() {
        let x = EDGE + side.index() as i32 * (width + EDGE);
        let edge = if s.asked == side { GOLD } else { ROUTE };
        let who = if s.asked == side { player(g, side, decider::role(g, s)) } else { title(side) };
        p.rect((x, PANELS), (width as u32, PANEL_HEIGHT as u32), 8, PANEL, Some(edge));
        p.text((x + 10, PANELS + 6), Size::Normal, INKS[side.index()], who);
        let pool = format!("Pool: {}", leaders(g, side, s.leaders(side, Post::Pool)));
        p.line((x + 10, PANELS + 24), Size::Normal, TEXT, columns, &pool);
        let laid = s.stacks[side].iter().enumerate().filter(|(_, one)| one.is_some()).map(|(i, one)| {
            format!(
                "{} ({})",
                face(g, side, *one, viewer),
                leaders(g, side, s.leaders(side, Post::On(Stack::at(i))))
            )
        });
        let laid: Vec<String> = laid.collect();
        let mut y = PANELS + 42;
        if !laid.is_empty() {
            let words = format!("Missions: {}", laid.join("; "));
            p.lines((x + 10, y), Size::Normal, GOLD, (columns, 2), &words);
            y += 34;
        }
        let queues = s.queue[side].iter().enumerate().filter(|(_, queue)| !queue.is_empty());
        let queues: Vec<String> =
            queues.map(|(i, queue)| format!("{}: {}", i + 1, units(g, side, queue))).collect();
        let words = if queues.is_empty() { "none".to_owned() } else { queues.join("; ") };
        p.lines((x + 10, y), Size::Normal, FAINT, (columns, 2), &format!("Queue: {words}"));
        let cards = match side {
            Side::Empire if viewer.knows(side.index()) => format!("Probe cards: {}", places(g, s.probes)),
            Side::Empire => counted(s.probes.len(), "probe card"),
            Side::Rebels if viewer.knows(side.index()) => format!("Objectives: {}", named(g, s.hand)),
            Side::Rebels => counted(s.hand.len(), "objective"),
        };
        let cards =
            if g.tables.all_missions { format!("{cards}. {}", hand(g, s, side, viewer)) } else { cards };
        let cards = if g.tables.action_cards {
            format!("{cards}. {}", action_cards(g, s, side, viewer))
        } else {
            cards
        };
        let words = match &s.battle {
            Some(battle) => {
                let camp = &battle.camps[side];
                let rows = camp.units.some().map(|(unit, n)| format!("{n} {}", g.unit_name(side, unit.row)));
                format!("In battle: {}", rows.collect::<Vec<_>>().join(", "))
            }
            None => cards,
        };
        p.lines((x + 10, PANELS + 114), Size::Normal, TEXT, (columns, 3), &words);
    }
}
