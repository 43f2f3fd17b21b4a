//! The battle as a picture: both sides with their units, dice, cards and leaders, and the neighbouring systems.

use holotable_env::english::counted;
use holotable_env::picture::{Ink, Size, title};
use holotable_env::{Finite, Picture, Viewer};

use super::text::stage;
use crate::inks::{ABSENT, BLACK, BLUE, FAINT, GOLD, GROUND, IMPERIAL, LINE, PANEL, REBEL, TEXT};
use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::names::{person, title as side_title};
use crate::rebellion_combat::rules::op::in_words;
use crate::rebellion_combat::rules::state::{Stage, State};
use crate::rebellion_combat::rules::words::{Colour, Face, Loyalty, NEIGHBOURS, ROWS, Row, Side, Theatre};
use crate::rebellion_combat::rules::worth::points;

const WIDTH: i32 = 960;
const EDGE: i32 = 10;
const HALF: i32 = (WIDTH - 3 * EDGE) / 2;
const RED: Ink = 0xe2_5a4f;
const SIDE_INKS: [Ink; 2] = [IMPERIAL, REBEL];

/// Where the parts begin, from above.
const SIDES: i32 = 48;
const UNIT: i32 = 26;
const UNITS: i32 = SIDES + 58;
const LEADERS: i32 = UNITS + ROWS as i32 * UNIT + 8;
const DICE: i32 = LEADERS + 64;
const HURT: i32 = DICE + 44;
const BESIDE: i32 = HURT + 44;
const HAND: i32 = BESIDE + 56;
const CARD: (i32, i32) = (182, 56);
const CARDS: usize = 10;
/// Where the units of a row begin, from its left.
const BOXES: i32 = 188;

/// Draws the battle as far as a viewer knows it.
pub fn draw(g: &RebellionCombat, s: &State, viewer: Viewer) -> Picture {
    let mut p = Picture::new((WIDTH as u32, (HAND + 2 * (CARD.1 + 6) + 24) as u32), GROUND);
    p.part("Round", (0, 0), (WIDTH / 2, SIDES - 4));
    p.text((EDGE, 8), Size::Large, TEXT, format!("Round {}: {}", s.round, stage(s)));
    let plans = if s.plans { ". The Rebels hold the plans of the Death Star." } else { "" };
    p.text(
        (EDGE, 33),
        Size::Small,
        FAINT,
        format!("Loyalty of the system: {}{plans}", title(s.loyalty.word())),
    );
    p.right(
        (WIDTH - EDGE, 12),
        Size::Small,
        FAINT,
        "A box: a unit with red or black health, marked with its damage.",
    );
    p.right((WIDTH - EDGE, 33), Size::Small, FAINT, "On dice o is a hit, * a direct hit, S a special.");
    for side in Side::all() {
        panel(g, s, side, viewer, &mut p);
    }
    dice(s, &mut p);
    hurt(g, s, &mut p);
    p.part("Dice and hurt units", (0, DICE - 4), (WIDTH / 2, BESIDE - DICE));
    neighbours(s, &mut p);
    hands(g, s, viewer, &mut p);
    p
}

/// One side: points, cards, units and leaders.
fn panel(g: &RebellionCombat, s: &State, side: Side, viewer: Viewer, p: &mut Picture) {
    let (t, camp) = (&g.tables, &s.camps[side]);
    let x = EDGE + side.index() as i32 * (HALF + EDGE);
    let decides = s.stage != Stage::Over && s.decides() == side;
    let edge = if decides { GOLD } else { LINE };
    p.rect((x, SIDES), (HALF as u32, (DICE - SIDES - 8) as u32), 8, PANEL, Some(edge));
    p.part(side_title(side), (x - 5, SIDES - 4), (HALF + 10, DICE - SIDES));
    p.rect((x + 8, SIDES + 6), ((HALF - 16) as u32, 26), 5, SIDE_INKS[side.index()], None);
    p.text((x + 14, SIDES + 9), Size::Large, TEXT, side_title(side));
    let points = counted(points(g, s, side), "point");
    p.right((x + HALF - 14, SIDES + 9), Size::Large, GOLD, points);
    for deck in Theatre::all() {
        let known = camp.hand.some().filter(|(card, _)| t.tactic(*card).theatre == deck);
        let names: Vec<_> = known.map(|(card, n)| format!("{n} {}", t.tactic(card).name)).collect();
        let line = match (s.hand_size(t, side, deck), viewer.knows(side.index())) {
            (1.., true) => format!("{} cards: {}", title(deck.word()), names.join(", ")),
            (n, _) => format!("{} cards: {n}", title(deck.word())),
        };
        let y = SIDES + 35 + deck.index() as i32 * 11;
        p.line((x + 14, y), Size::Small, FAINT, (HALF as usize - 28) / 6, &line);
    }
    for row in Row::all() {
        unit(g, s, side, row, (x + 8, UNITS + row.index() as i32 * UNIT), p);
    }
    for (at, (what, set)) in [("Leaders", camp.leaders), ("Pool", camp.pool)].into_iter().enumerate() {
        let names = set.iter().filter_map(|leader| t.leader(side, leader)).map(person);
        let line = format!("{what}: {}", listed(names));
        p.line((x + 14, LEADERS + at as i32 * 22), Size::Small, TEXT, (HALF as usize - 28) / 6, &line);
    }
}

/// A kind of unit: a box for each in the system with its damage, and how many are gone.
fn unit(g: &RebellionCombat, s: &State, side: Side, row: Row, (x, y): (i32, i32), p: &mut Picture) {
    let (unit, camp, count) = (g.tables.unit(side, row), &s.camps[side], s.count(side, row));
    let ink = if count > 0 { TEXT } else { ABSENT };
    if Size::Normal.width(&unit.name) < BOXES - 12 {
        p.text((x + 6, y + 5), Size::Normal, ink, unit.name.as_str());
    } else {
        p.line((x + 6, y + 7), Size::Small, ink, (BOXES as usize - 12) / 6, &unit.name);
    }
    let (health, mark) = match unit.colour {
        Some(Colour::Red) => (RED, BLACK),
        Some(Colour::Black) => (BLACK, GOLD),
        None => (FAINT, BLACK),
    };
    let mut at = x + BOXES;
    for (marked, &n) in camp.units.levels(row).iter().enumerate().filter(|(_, n)| **n > 0) {
        // Where there is no room for all, one stands for those with the same damage.
        let crowd = count > 6;
        for _ in 0..if crowd { 1 } else { n } {
            p.rect((at, y + 2), (20, 20), 3, health, Some(FAINT));
            if marked > 0 {
                p.text((at + 7, y + 7), Size::Small, mark, marked.to_string());
            }
            at += 22;
        }
        if crowd {
            let times = format!("×{n}");
            let width = Size::Small.width(&times);
            p.text((at + 1, y + 7), Size::Small, TEXT, times);
            at += width + 4;
        }
    }
    let gone = [("fires", camp.parked[row]), ("lost", camp.lost[row]), ("left", camp.retreated[row])];
    let gone: Vec<_> = gone.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{n} {what}")).collect();
    p.right((x + HALF - 22, y + 7), Size::Small, FAINT, gone.join(" "));
}

fn dice(s: &State, p: &mut Picture) {
    p.text((EDGE, DICE + 12), Size::Normal, FAINT, "Dice");
    let mut x = EDGE + 60;
    for (die, &n) in s.dice.iter() {
        let (fill, ink) = if die.colour == Colour::Red { (RED, BLACK) } else { (BLACK, TEXT) };
        for _ in 0..n {
            p.rect((x, DICE), (36, 36), 7, fill, Some(FAINT));
            let face = match die.face {
                Face::Hit => "o",
                Face::Direct => "*",
                Face::Special => "S",
                Face::Blank => "",
            };
            p.text((x + 13, DICE + 8), Size::Large, ink, face);
            x += 42;
        }
    }
    if !s.any_dice() {
        p.text((x, DICE + 12), Size::Normal, ABSENT, "none");
    }
}

/// The units hurt in this attack, with old and new damage.
fn hurt(g: &RebellionCombat, s: &State, p: &mut Picture) {
    p.text((EDGE, HURT + 8), Size::Normal, FAINT, "Hurt");
    let hits = s.hits.iter().map(|h| {
        let unit = g.tables.unit(s.side.other(), h.unit.row);
        format!("{} {}+{}/{}", unit.name, h.unit.marked.index(), h.assigned, unit.health)
    });
    let line = listed(hits);
    let ink = if s.hits.iter().next().is_some() { TEXT } else { ABSENT };
    p.line((EDGE + 60, HURT + 8), Size::Normal, ink, (WIDTH as usize - 90) / 7, &line);
}

/// The systems beside this one: whose they are, and whose units are there.
fn neighbours(s: &State, p: &mut Picture) {
    let width = (WIDTH - 2 * EDGE + 6) / NEIGHBOURS as i32;
    if !s.beside.is_empty() {
        p.part("Neighbouring systems", (0, BESIDE - 4), (WIDTH / 2, 54));
    }
    if s.beside.len() > NEIGHBOURS / 2 {
        p.part("More neighbouring systems", (WIDTH / 2, BESIDE - 4), (WIDTH / 2, 54));
    }
    for (i, b) in s.beside.iter().enumerate() {
        let x = EDGE + i as i32 * width;
        let ink = match b.loyalty {
            Loyalty::Neutral => LINE,
            Loyalty::Empire => RED,
            Loyalty::Rebels => BLUE,
        };
        p.rect((x, BESIDE), ((width - 6) as u32, 46), 8, PANEL, Some(ink));
        p.text((x + 6, BESIDE + 5), Size::Small, TEXT, format!("System {i}"));
        if b.origin {
            p.right((x + width - 12, BESIDE + 5), Size::Small, GOLD, "origin");
        }
        p.text((x + 6, BESIDE + 18), Size::Small, FAINT, format!("Loyalty: {}", title(b.loyalty.word())));
        let mut sides = b.units.each();
        let units = match (sides.next(), sides.next()) {
            (None, _) => "none".into(),
            (Some(side), None) => title(side.word()),
            (Some(_), Some(_)) => "both".into(),
        };
        p.text((x + 6, BESIDE + 31), Size::Small, FAINT, format!("Units: {units}"));
    }
}

/// The tactic cards that the viewer may know, each with what it does.
fn hands(g: &RebellionCombat, s: &State, viewer: Viewer, p: &mut Picture) {
    let known = s.camps.iter().filter(|(side, _)| viewer.knows(side.index()));
    let cards: Vec<_> =
        known.flat_map(|(side, camp)| camp.hand.some().map(move |(card, n)| (side, card, n))).collect();
    p.text((EDGE, HAND), Size::Normal, FAINT, "In hand");
    if cards.is_empty() {
        return p.text((EDGE + 60, HAND), Size::Normal, ABSENT, "no card that may be seen");
    }
    if let Some(more) = cards.len().checked_sub(CARDS).filter(|more| *more > 0) {
        p.right((WIDTH - EDGE, HAND), Size::Normal, FAINT, format!("{more} more kinds"));
    }
    let rows = cards.len().min(CARDS).div_ceil(CARDS / 2) as i32;
    p.part("Cards in hand", (0, HAND - 4), (WIDTH / 2, 22 + rows * (CARD.1 + 6)));
    if cards.len().min(CARDS) > 2 {
        p.part("More cards in hand", (WIDTH / 2, HAND - 4), (WIDTH / 2, 22 + rows * (CARD.1 + 6)));
    }
    for (i, (side, card, n)) in cards.into_iter().take(CARDS).enumerate() {
        let (column, row) = ((i % (CARDS / 2)) as i32, (i / (CARDS / 2)) as i32);
        let (x, y) = (EDGE + column * (CARD.0 + 6), HAND + 18 + row * (CARD.1 + 6));
        let tactic = g.tables.tactic(card);
        p.rect((x, y), (CARD.0 as u32, CARD.1 as u32), 5, SIDE_INKS[side.index()], None);
        p.line((x + 6, y + 5), Size::Normal, TEXT, 20, &tactic.name);
        if n > 1 {
            p.right((x + CARD.0 - 6, y + 5), Size::Normal, GOLD, format!("×{n}"));
        }
        p.lines((x + 6, y + 21), Size::Small, TEXT, (28, 3), &in_words(g.tables.ops(card)));
    }
}

/// All of these, or that there are none.
fn listed(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    if all.is_empty() { "none".into() } else { all.join(", ") }
}
