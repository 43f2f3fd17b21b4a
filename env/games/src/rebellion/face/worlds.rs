//! The systems and the Rebel Base space on the map: whose each is, what is marked on it, and who stands around it.

use std::sync::LazyLock;

use holotable_env::picture::{Ink, Size};
use holotable_env::{Finite, Picture, Viewer};

use super::places as areas;
use super::text::standing;
use crate::inks::{ABSENT, BLACK, GOLD, GREEN, IMPERIAL, PANEL, REBEL, ROUTE, SPACE, TEXT};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::redeal;
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::words::{ByPlace, Leader, Loyalty, Place, Row, Side, space};
use crate::rebellion_combat::pieces::{self, INKS};

/// What lies behind the names of leaders.
pub const TOKENS: [Ink; 2] = [IMPERIAL, REBEL];
/// What stands for a side, from its middle.
pub const SIGNS: [&[(i32, i32)]; 2] = [&[(-4, -4), (4, -4), (4, 4), (-4, 4)], &[(0, -6), (6, 4), (-6, 4)]];
const BASE: &[(i32, i32)] = &[(-6, 5), (-6, -1), (0, -7), (6, -1), (6, 5)];
/// How high a row of pieces is, and how wide it becomes at most.
const ROW: i32 = 20;
const MOST: i32 = 180;
/// How far a system's marks reach from its middle, and its name below them.
const REACH: i32 = 17;
const BELOW: i32 = REACH + 16;

/// The left, upper, right and lower end of something that nothing else may cover.
pub type Room = [i32; 4];

/// What stands around a system.
#[derive(Clone, Copy)]
pub enum Piece {
    /// So many units of a kind.
    Units(Row, u8),
    /// A leader, who may be a captive.
    Leader(Leader, bool),
}

/// The floor that pieces stand on, with what is taken of it.
pub struct Floor {
    /// The whole floor, with what is taken.
    pub room: Room,
    /// What nothing else may cover.
    pub taken: Vec<Room>,
}

impl Floor {
    /// Takes a free spot for a box: by its system, and then as near as there is to the one that is wanted.
    fn take(&mut self, system: Room, wanted: (i32, i32), size: (i32, i32)) -> (i32, i32) {
        let ends = |by: (i32, i32)| {
            let (x, y) = (wanted.0 + by.0, wanted.1 + by.1);
            [x, y, x + size.0, y + size.1]
        };
        let free = |spot: Room| {
            let [left, top, right, bottom] = self.room;
            let inside = spot[0] >= left && spot[1] >= top && spot[2] <= right && spot[3] <= bottom;
            inside && !self.taken.iter().any(|&other| overlap(spot, other))
        };
        let cost = |by: (i32, i32)| {
            let [x, y] = gap(ends(by), system).map(|by| by.max(0));
            16 * (x * x + y * y) + square(by)
        };
        let mut best: Option<(i32, i32, i32)> = None;
        for &(dx, dy) in &*SPOTS {
            let by = (dx, dy);
            // The spots are sorted: those that follow cost more.
            if best.is_some_and(|(least, ..)| square(by) > least) {
                break;
            }
            let this = (cost(by), dy, dx);
            if best.is_none_or(|known| this < known) && free(ends(by)) {
                best = Some(this);
            }
        }
        let spot = ends(best.map_or((0, 0), |(_, dy, dx)| (dx, dy)));
        self.taken.push(spot);
        (spot[0], spot[1])
    }
}

/// The steps from a wanted spot to others, the nearest first.
static SPOTS: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let grid = (-40..=40).flat_map(|dy| (-40..=40).map(move |dx| (dx * 6, dy * 6)));
    let mut spots: Vec<_> = grid.collect();
    spots.sort_by_key(|&by| square(by));
    spots
});

/// The squared length of a step.
const fn square((x, y): (i32, i32)) -> i32 {
    x * x + y * y
}

/// Whether two boxes share a point inside.
const fn overlap(a: Room, b: Room) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// How far two boxes are apart, sideways and upwards; below 0 where they overlap.
fn gap(a: Room, b: Room) -> [i32; 2] {
    [0, 1].map(|axis| (a[axis] - b[axis + 2]).max(b[axis] - a[axis + 2]))
}

/// Draws all places with what stands there.
pub fn draw(
    g: &Rebellion,
    s: &State,
    viewer: Viewer,
    at: &ByPlace<(i32, i32)>,
    mut floor: Floor,
    p: &mut Picture,
) {
    let possible = match viewer {
        Viewer::Seat(seat) if seat == Side::Empire.index() => redeal::possible(s, Side::Empire),
        Viewer::Seat(_) | Viewer::Table | Viewer::All => s.possible,
    };
    let base = s.base.filter(|_| s.revealed || viewer.knows(Side::Rebels.index()));
    let around = |place: Place| {
        let half = (Size::Normal.width(g.tables.name(place)) / 2 + 2).max(REACH);
        let (x, y) = at[place];
        [x - half, y - REACH, x + half, y + BELOW]
    };
    floor.taken.extend(Place::all().map(around));
    let sides = Place::all().flat_map(|place| Side::all().map(move |side| (place, side)));
    let groups: Vec<Group> =
        sides.filter_map(|(place, side)| Group::new(g, s, side, place, around(place), &mut floor)).collect();
    for group in &groups {
        group.tie(at[group.place], around(group.place), p);
    }
    for place in Place::all() {
        let (x, y) = at[place];
        let [left, top, right, bottom] = around(place);
        p.place(areas::system(place), standing(g, s, place), (left, top), (right - left, bottom - top));
        world(s, place, (x, y), possible.has(place), p);
        if base == Some(place) {
            base_mark((x + 11, y - 9), p);
        }
        p.centred((x, y + REACH), Size::Normal, TEXT, g.tables.name(place));
    }
    for group in &groups {
        p.place(areas::system(group.place), standing(g, s, group.place), group.at, group.size);
        group.draw(g, p);
    }
}

/// Whose a system is by colour and sign, and its markers.
fn world(s: &State, place: Place, (x, y): (i32, i32), possible: bool, p: &mut Picture) {
    if s.target == Some(place) || s.field == Some(place) {
        frame((x, y), REACH, 8, GOLD, p);
    }
    if place == space() {
        p.rect((x - 14, y - 10), (28, 20), 5, PANEL, Some(INKS[1]));
        return base_mark((x, y + 1), p);
    }
    if s.destroyed.has(place) {
        return debris((x, y), p);
    }
    if s.subjugated.has(place) {
        subjugation((x, y), p);
    }
    if possible {
        possible_mark((x, y), p);
    }
    loyalty(s.loyalty[place], (x, y), p);
    if s.sabotaged.has(place) {
        sabotage((x + 12, y + 10), p);
    }
}

/// A frame of two pixels around a middle. A light page turns borders, but nothing that lies on a bright shape.
fn frame((x, y): (i32, i32), half: i32, round: u32, ink: Ink, p: &mut Picture) {
    for half in [half, half - 1] {
        p.rect((x - half, y - half), ((2 * half) as u32, (2 * half) as u32), round, SPACE, Some(ink));
    }
}

/// A system that the Empire holds against its will is in a frame.
pub fn subjugation(at: (i32, i32), p: &mut Picture) {
    frame(at, 15, 0, INKS[0], p);
}

/// Two rings around where the base can be.
pub fn possible_mark(at: (i32, i32), p: &mut Picture) {
    p.circle(at, 13, SPACE, Some(GREEN));
    p.circle(at, 11, SPACE, Some(GREEN));
}

/// The base itself, for those who know it.
pub fn base_mark(at: (i32, i32), p: &mut Picture) {
    p.polygon(at, BASE, GREEN, Some(BLACK));
}

/// A disc in the colour and with the sign of whom a system is loyal to.
pub fn loyalty(to: Loyalty, at: (i32, i32), p: &mut Picture) {
    let Some(side) = Side::all().find(|&side| to.is_to(side)) else {
        return p.circle(at, 9, PANEL, Some(ABSENT));
    };
    p.circle(at, 9, INKS[side.index()], Some(ROUTE));
    p.polygon(at, SIGNS[side.index()], BLACK, None);
}

/// What is left of a destroyed system.
pub fn debris((x, y): (i32, i32), p: &mut Picture) {
    for (dx, dy, r) in [(-8, -4, 3), (3, -7, 2), (7, 2, 4), (-2, 5, 3)] {
        p.circle((x + dx, y + dy), r, ABSENT, None);
    }
}

/// A cross on a system that builds nothing for now.
pub fn sabotage((x, y): (i32, i32), p: &mut Picture) {
    p.segment((x - 5, y - 5), (x + 5, y + 5), 3, GOLD);
    p.segment((x - 5, y + 5), (x + 5, y - 5), 3, GOLD);
}

/// The units of a side at a place, then its leaders, captives last.
fn pieces_at(s: &State, side: Side, place: Place) -> Vec<Piece> {
    let units = s.units[side][place].some().map(|(row, n)| Piece::Units(row, n));
    let leaders = s.leaders(side, Post::At(place)).iter().map(|leader| Piece::Leader(leader, false));
    let captives = s.captives().filter(|&(_, at)| side == Side::Rebels && at == place);
    units.chain(leaders).chain(captives.map(|(leader, _)| Piece::Leader(leader, true))).collect()
}

/// What stands on the token of a leader: the last name.
fn name(g: &Rebellion, side: Side, leader: Leader, captive: bool) -> String {
    let last = g.leader_name(side, leader).rsplit(' ').next().unwrap_or_default();
    if captive { format!("({last})") } else { last.to_owned() }
}

/// How wide a piece is, with the room to the next.
pub fn wide(g: &Rebellion, side: Side, piece: Piece) -> i32 {
    match piece {
        Piece::Units(_, 1) => pieces::SIZE.0 + 6,
        Piece::Units(_, n) => pieces::SIZE.0 + 2 + Size::Normal.width(&n.to_string()) + 6,
        Piece::Leader(leader, captive) => Size::Normal.width(&name(g, side, leader, captive)) + 8 + 2,
    }
}

/// A piece: a figure with how many there are of it, or a name.
pub fn piece(g: &Rebellion, side: Side, one: Piece, (x, y): (i32, i32), p: &mut Picture) {
    let ink = INKS[side.index()];
    match one {
        Piece::Units(row, n) => {
            pieces::draw(g.components().unit(side, row), (x, y + 1), ink, p);
            if n > 1 {
                p.text((x + pieces::SIZE.0 + 2, y + 1), Size::Normal, TEXT, n.to_string());
            }
        }
        Piece::Leader(leader, captive) => {
            // Of both sides the tokens have different corners.
            let (words, round) = (name(g, side, leader, captive), [1, 8][side.index()]);
            let size = (Size::Normal.width(&words) + 8, 18);
            p.rect((x, y), (size.0 as u32, size.1 as u32), round, TOKENS[side.index()], Some(ink));
            p.text((x + 4, y + 2), Size::Normal, TEXT, words);
            p.place(areas::leader(side, leader), g.leader_name(side, leader), (x, y), size);
        }
    }
}

/// The pieces of a side at a place in rows, and how wide each row is.
struct Group {
    side: Side,
    place: Place,
    rows: Vec<(Vec<Piece>, i32)>,
    at: (i32, i32),
    size: (i32, i32),
}

impl Group {
    /// Where it stands by a system: above it for the Empire and below it for the Rebels, if there is room; none without pieces.
    fn new(
        g: &Rebellion,
        s: &State,
        side: Side,
        place: Place,
        system: Room,
        floor: &mut Floor,
    ) -> Option<Self> {
        let mut rows: Vec<(Vec<Piece>, i32)> = Vec::new();
        for one in pieces_at(s, side, place) {
            let width = wide(g, side, one);
            match rows.last_mut() {
                Some((row, whole)) if *whole + width <= MOST => {
                    row.push(one);
                    *whole += width;
                }
                Some(_) | None => rows.push((vec![one], width)),
            }
        }
        let size = (rows.iter().map(|row| row.1).max()? + 4, rows.len() as i32 * ROW + 2);
        let top = if side == Side::Empire { system[1] - size.1 - 1 } else { system[3] + 1 };
        let at = floor.take(system, ((system[0] + system[2] - size.0) / 2, top), size);
        Some(Self { side, place, rows, at, size })
    }

    /// A line to its system, where they stand apart.
    fn tie(&self, from: (i32, i32), system: Room, p: &mut Picture) {
        let ((x, y), (width, height)) = (self.at, self.size);
        if gap([x, y, x + width, y + height], system).iter().any(|&by| by > ROW / 2) {
            p.segment(from, (x + width / 2, y + height / 2), 3, TOKENS[self.side.index()]);
        }
    }

    fn draw(&self, g: &Rebellion, p: &mut Picture) {
        p.rect(self.at, (self.size.0 as u32, self.size.1 as u32), 4, SPACE, None);
        for (i, (row, whole)) in (0..).zip(&self.rows) {
            let mut left = self.at.0 + (self.size.0 - whole) / 2 + 2;
            for &one in row {
                piece(g, self.side, one, (left, self.at.1 + i * ROW + 2), p);
                left += wide(g, self.side, one);
            }
        }
    }
}
