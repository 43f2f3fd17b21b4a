//! The galaxy as a picture: systems in the colours of who holds them, routes between them, and what stands there.

use std::fmt::Write as _;

use holotable_env::english::counted;
use holotable_env::picture::{Ink, Size};
use holotable_env::{Finite, Picture, Viewer};

use super::text::{beside, headline};
use super::{places as areas, tray};
use crate::chips::{self, Chip};
use crate::inks::{ABSENT, BLUE, FAINT, GOLD, IMPERIAL, PANEL, REBEL, ROUTE, SPACE, TEXT};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::names::{
    card_names, deck_list, face, leaders, named, places, player, title, units,
};
use crate::rebellion::rules::redeal;
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::words::{
    ByPlace, Class, Leader, Loyalty, Place, SYSTEMS, Side, Stack, Theatre, Units,
};
use crate::rebellion::rules::{decider, objectives};
use crate::rebellion_combat::{self, picture as combat};

const WIDTH: i32 = 1140;
const EDGE: i32 = 10;
/// Where the map begins, from above, and how high it is.
const MAP: i32 = 36;
const HEIGHT: i32 = 660;
const PANELS: i32 = MAP + HEIGHT;
const PANEL_HEIGHT: i32 = 198;
/// Below the panels, what may be chosen and stands nowhere else.
const TRAY: i32 = PANELS + PANEL_HEIGHT + 8;
const TRAY_HEIGHT: i32 = 62;
const PIECES: [Ink; 2] = [IMPERIAL, REBEL];
/// Where a battle is drawn in place of the map, and how large it is at most.
const BATTLE: (i32, i32) = (90, 50);
const BATTLE_HEIGHT: i32 = 730;
const GREEN: Ink = 0x7a_b97c;
/// What the signs on the map mean.
const SIGNS: &str =
    "f fighters, c capital ships, D Death Star, g ground units, s structures; green: the base can be there";
const INKS: [Ink; 2] = [0xe4_7267, BLUE];

/// Draws the galaxy as far as a viewer knows it.
pub fn draw(g: &Rebellion, s: &State, viewer: Viewer) -> Picture {
    let mut p = Picture::new((WIDTH as u32, (TRAY + TRAY_HEIGHT + EDGE) as u32), SPACE);
    p.line((EDGE, 8), Size::Large, TEXT, 70, &headline(g, s));
    let track = format!("Time {}, reputation {}", s.time, s.reputation);
    p.right((WIDTH - EDGE, 12), Size::Normal, FAINT, track);
    if let Some(battle) = &s.battle {
        // Whether plans are held, only the Rebels know.
        let plans = battle.plans && viewer.knows(Side::Rebels.index()) && objectives::plans(g, s).is_some();
        let shown = rebellion_combat::State { plans, ..*battle };
        let fought = combat::draw(g.battle_of(s.lured), &shown, viewer, |at| beside(g, s, at));
        p.inset(fought, BATTLE, areas::BATTLE);
        let room = BATTLE.1 + BATTLE_HEIGHT;
        let size = (WIDTH - 2 * EDGE, TRAY + TRAY_HEIGHT - room);
        tray::draw(g, s, viewer, ((EDGE, room), size), &mut p);
        return p;
    }
    p.text((EDGE, 30), Size::Normal, FAINT, SIGNS);
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
    tray::draw(g, s, viewer, ((EDGE, TRAY), (WIDTH - 2 * EDGE, TRAY_HEIGHT)), &mut p);
    p
}

/// A place: whose it is, its name, ships above and ground units below for each side, leaders as letters.
fn world(g: &Rebellion, s: &State, place: Place, (x, y): (i32, i32), possible: bool, p: &mut Picture) {
    let ink = match s.loyalty[place] {
        Loyalty::Neutral => PANEL,
        Loyalty::Empire => INKS[0],
        Loyalty::Rebels => INKS[1],
    };
    let half = (Size::Normal.width(g.tables.name(place)) / 2 + 4).max(20);
    p.place(areas::system(place), g.tables.name(place), (x - half, y - 14), (2 * half, 40));
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
        let people = s.leaders(side, Post::At(place)).iter().map(|leader| (leader, false));
        let captives = s.captives().filter(|&(_, at)| side == Side::Rebels && at == place);
        let people: Vec<(Leader, bool)> = people.chain(captives.map(|(leader, _)| (leader, true))).collect();
        let words = letters(g, side, force);
        let mut dy = if side == Side::Empire { -30 } else { 28 };
        if !words.is_empty() {
            p.centred((x, y + dy), Size::Normal, INKS[side.index()], words);
            dy += if side == Side::Empire { -19 } else { 17 };
        }
        tokens(g, side, &people, (x, y + dy), p);
    }
}

/// Leaders in a row as tokens with their last names, captives in brackets.
fn tokens(g: &Rebellion, side: Side, people: &[(Leader, bool)], (x, y): (i32, i32), p: &mut Picture) {
    let words = |&(leader, captive): &(Leader, bool)| {
        let name = g.leader_name(side, leader).rsplit(' ').next().unwrap_or_default();
        if captive { format!("({name})") } else { name.to_owned() }
    };
    let widths: Vec<i32> = people.iter().map(|one| Size::Small.width(&words(one)) + 8).collect();
    let whole = widths.iter().sum::<i32>() + 2 * (people.len() as i32 - 1);
    let mut left = (x - whole / 2).min(WIDTH - EDGE - whole).max(EDGE);
    for (one, width) in people.iter().zip(widths) {
        p.rect((left, y), (width as u32, 16), 5, PIECES[side.index()], Some(INKS[side.index()]));
        p.text((left + 4, y + 2), Size::Small, TEXT, words(one));
        p.place(areas::leader(side, one.0), g.leader_name(side, one.0), (left, y), (width, 16));
        left += width + 2;
    }
}

/// Units by class: fighters, capital ships, stations, ground units, structures.
fn letters(g: &Rebellion, side: Side, force: &Units) -> String {
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
    words.trim_end().to_owned()
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

/// The sides: pool, queues, and the cards that a viewer knows.
fn panels(g: &Rebellion, s: &State, viewer: Viewer, p: &mut Picture) {
    let width = (WIDTH - 3 * EDGE) / 2;
    let columns = Size::Normal.columns(width - 20);
    for side in Side::all() {
        let x = EDGE + side.index() as i32 * (width + EDGE);
        let edge = if s.asked == side { GOLD } else { ROUTE };
        let who = if s.asked == side { player(g, side, decider::role(g, s)) } else { title(side) };
        p.rect((x, PANELS), (width as u32, PANEL_HEIGHT as u32), 8, PANEL, Some(edge));
        p.text((x + 10, PANELS + 6), Size::Normal, INKS[side.index()], who);
        p.text((x + 10, PANELS + 26), Size::Small, FAINT, "Pool");
        let pool: Vec<Chip> = s.leaders(side, Post::Pool).iter().map(|one| token(g, side, one)).collect();
        match pool.is_empty() {
            true => p.text((x + 40, PANELS + 26), Size::Small, ABSENT, "empty"),
            false => chips::lay(p, (x + 40, PANELS + 23), (width - 50, 38), &pool),
        }
        let laid = s.stacks[side].iter().enumerate().filter(|(_, one)| one.is_some()).map(|(i, one)| {
            format!(
                "{} ({})",
                face(g, side, *one, viewer),
                leaders(g, side, s.leaders(side, Post::On(Stack::at(i))))
            )
        });
        let laid: Vec<String> = laid.collect();
        let mut y = PANELS + 64;
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
        p.lines((x + 10, PANELS + 142), Size::Normal, TEXT, (columns, 3), &cards);
    }
}

/// A leader in the pool.
fn token(g: &Rebellion, side: Side, leader: Leader) -> Chip {
    let name = g.leader_name(side, leader);
    Chip {
        name: areas::leader(side, leader),
        label: format!("{name}, in the pool"),
        words: name.to_owned(),
        inks: (PIECES[side.index()], TEXT),
    }
}
