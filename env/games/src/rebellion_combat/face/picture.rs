//! The battle as a picture: both sides with their units, dice, cards and leaders, and the neighbouring systems.

use holotable_env::english::counted;
use holotable_env::picture::{Ink, Size, title};
use holotable_env::{Finite, Picture, Viewer};

use super::text::{stage, table_unit};
use super::{pieces, places};
use crate::chips::{self, Chip};
use crate::inks::{ABSENT, BLACK, BLUE, FAINT, GOLD, GROUND, IMPERIAL, LINE, PANEL, REBEL, TEXT};
use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::action::Own;
use crate::rebellion_combat::rules::names::{person, title as side_title};
use crate::rebellion_combat::rules::op::in_words;
use crate::rebellion_combat::rules::state::{Hit, Stage, State};
use crate::rebellion_combat::rules::words::{
    Card, Colour, Face, Loyalty, Marked, NEIGHBOURS, Neighbour, ROWS, Row, Side, Theatre,
};
use crate::rebellion_combat::rules::worth::points;

const WIDTH: i32 = 960;
const EDGE: i32 = 10;
const HALF: i32 = (WIDTH - 3 * EDGE) / 2;
const RED: Ink = 0xe2_5a4f;
const SIDE_INKS: [Ink; 2] = [IMPERIAL, REBEL];

/// Where the parts begin, from above.
const SIDES: i32 = 48;
const UNIT: i32 = 26;
const UNITS: i32 = SIDES + 64;
const LEADERS: i32 = UNITS + ROWS as i32 * UNIT + 8;
const DICE: i32 = LEADERS + 64;
const HURT: i32 = DICE + 44;
const BESIDE: i32 = HURT + 44;
const HAND: i32 = BESIDE + 56;
const CARD: (i32, i32) = (182, 64);
const CARDS: usize = 10;
/// Where the units of a row begin, from its left.
const BOXES: i32 = 208;
/// Where its name begins, and how wide that is at most.
const NAME: i32 = 30;
const NAME_WIDTH: i32 = BOXES - NAME - 6;

/// Draws the battle as far as a viewer knows it.
pub fn draw(g: &RebellionCombat, s: &State, viewer: Viewer, name: impl Fn(Neighbour) -> String) -> Picture {
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
    p.right((WIDTH - EDGE, 12), Size::Small, FAINT, "A box: a unit, red or black, with its damage.");
    p.right((WIDTH - EDGE, 33), Size::Small, FAINT, "On dice o is a hit, * a direct hit, S a special.");
    for side in Side::all() {
        panel(g, s, side, viewer, &mut p);
    }
    dice(s, &mut p);
    hurt(g, s, &mut p);
    p.part("Dice and hurt units", (0, DICE - 4), (WIDTH / 2, BESIDE - DICE));
    neighbours(s, name, &mut p);
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
        let y = SIDES + 35 + deck.index() as i32 * 15;
        p.line((x + 14, y), Size::Small, FAINT, Size::Small.columns(HALF - 28), &line);
        p.place(places::deck(side, deck), line, (x + 10, y - 2), (HALF - 20, 15));
    }
    // Kinds without a unit, here or gone, are left out.
    let gone = |row| camp.parked[row] + camp.lost[row] + camp.retreated[row] > 0;
    let rows = Row::all().filter(|&row| s.count(side, row) > 0 || gone(row));
    for (i, row) in (0..).zip(rows) {
        unit(g, s, side, row, (x + 8, UNITS + i * UNIT), p);
    }
    for (at, (what, set)) in [("Leaders", camp.leaders), ("Pool", camp.pool)].into_iter().enumerate() {
        let y = LEADERS + at as i32 * 24;
        p.text((x + 14, y + 4), Size::Small, FAINT, what);
        let chips: Vec<Chip> = set
            .iter()
            .filter_map(|leader| Some((leader, t.leader(side, leader)?)))
            .map(|(leader, printed)| Chip {
                name: places::leader(side, leader),
                label: person(printed),
                words: printed.name.clone(),
                inks: (SIDE_INKS[side.index()], TEXT),
            })
            .collect();
        match chips.is_empty() {
            true => p.text((x + 70, y + 4), Size::Small, ABSENT, "none"),
            false => chips::lay(p, (x + 70, y), (HALF - 82, 20), &chips),
        }
    }
}

/// A kind of unit: a box for each in the system with its damage, and how many are gone.
fn unit(g: &RebellionCombat, s: &State, side: Side, row: Row, (x, y): (i32, i32), p: &mut Picture) {
    let (unit, camp, count) = (g.tables.unit(side, row), &s.camps[side], s.count(side, row));
    let ink = if count > 0 { TEXT } else { ABSENT };
    let own = if count > 0 { pieces::INKS[side.index()] } else { ABSENT };
    pieces::draw(unit, (x + 6, y + 5), own, p);
    if Size::Normal.width(&unit.name) <= NAME_WIDTH {
        p.text((x + NAME, y + 5), Size::Normal, ink, unit.name.as_str());
    } else {
        p.line((x + NAME, y + 7), Size::Small, ink, Size::Small.columns(NAME_WIDTH), &unit.name);
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
            let own = Own { row, marked: Marked::at(marked) };
            p.place(places::unit(side, own), table_unit(&g.tables, side, own), (at, y + 2), (20, 20));
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
            let words = format!("{} die: {}", title(die.colour.word()), die.face.word());
            p.place(places::die(die), words, (x, DICE), (36, 36));
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
    let chip = |(i, h): (usize, &Hit)| {
        let unit = g.tables.unit(s.side.other(), h.unit.row);
        let words = format!("{} {}+{}/{}", unit.name, h.unit.marked.index(), h.assigned, unit.health);
        let label = format!("{}, damage {} of {}", unit.name, h.total(), unit.health);
        Chip { name: places::hurt(s, i), label, words, inks: (SIDE_INKS[s.side.other().index()], TEXT) }
    };
    let chips: Vec<Chip> = s.hits.iter().enumerate().map(chip).collect();
    match chips.is_empty() {
        true => p.text((EDGE + 60, HURT + 8), Size::Normal, ABSENT, "none"),
        false => chips::lay(p, (EDGE + 60, HURT), (WIDTH - 2 * EDGE - 60, 38), &chips),
    }
}

/// The systems beside this one: whose they are, and whose units are there.
fn neighbours(s: &State, name: impl Fn(Neighbour) -> String, p: &mut Picture) {
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
        let here = name(Neighbour::at(i));
        p.place(places::system(Neighbour::at(i)), here.as_str(), (x, BESIDE), (width - 6, 46));
        let columns = Size::Small.columns(width - if b.origin { 62 } else { 18 });
        p.line((x + 6, BESIDE + 5), Size::Small, TEXT, columns, &title(&here));
        if b.origin {
            p.right((x + width - 12, BESIDE + 5), Size::Small, GOLD, "origin");
        }
        let loyal = match b.loyalty {
            Loyalty::Neutral => "Neutral".to_owned(),
            Loyalty::Empire | Loyalty::Rebels => format!("Loyal: {}", title(b.loyalty.word())),
        };
        p.text((x + 6, BESIDE + 18), Size::Small, FAINT, loyal);
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
    let known = s.camps.iter().filter(|(side, camp)| viewer.knows(side.index()) || camp.odds.open);
    let cards: Vec<_> =
        known.flat_map(|(side, camp)| camp.hand.some().map(move |(card, n)| (side, card, n))).collect();
    p.text((EDGE, HAND), Size::Normal, FAINT, "In hand");
    if cards.is_empty() {
        return p.text((EDGE + 60, HAND), Size::Normal, ABSENT, "no card that may be seen");
    }
    if cards.len() > CARDS {
        let chips: Vec<Chip> =
            cards.into_iter().map(|(side, card, n)| kind_of_card(g, side, card, n)).collect();
        return chips::lay(p, (EDGE, HAND + 18), (WIDTH - 2 * EDGE, 2 * CARD.1), &chips);
    }
    let rows = cards.len().div_ceil(CARDS / 2) as i32;
    p.part("Cards in hand", (0, HAND - 4), (WIDTH / 2, 22 + rows * (CARD.1 + 6)));
    if cards.len() > 2 {
        p.part("More cards in hand", (WIDTH / 2, HAND - 4), (WIDTH / 2, 22 + rows * (CARD.1 + 6)));
    }
    for (i, (side, card, n)) in cards.into_iter().enumerate() {
        let (column, row) = ((i % (CARDS / 2)) as i32, (i / (CARDS / 2)) as i32);
        let (x, y) = (EDGE + column * (CARD.0 + 6), HAND + 18 + row * (CARD.1 + 6));
        let tactic = g.tables.tactic(card);
        p.place(places::card(side, card), kind_of_card(g, side, card, n).label, (x, y), CARD);
        p.rect((x, y), (CARD.0 as u32, CARD.1 as u32), 5, SIDE_INKS[side.index()], None);
        p.line((x + 6, y + 5), Size::Normal, TEXT, if n > 1 { 17 } else { 21 }, &tactic.name);
        if n > 1 {
            p.right((x + CARD.0 - 6, y + 5), Size::Normal, GOLD, format!("×{n}"));
        }
        p.lines((x + 6, y + 21), Size::Small, TEXT, (24, 3), &in_words(g.tables.ops(card)));
    }
}

/// A kind of tactic card in a hand, of which there are so many.
fn kind_of_card(g: &RebellionCombat, side: Side, card: Card, n: u8) -> Chip {
    let name = &g.tables.tactic(card).name;
    let words = if n > 1 { format!("{name} ×{n}") } else { name.clone() };
    Chip {
        name: places::card(side, card),
        label: format!("{words}: {}", in_words(g.tables.ops(card))),
        words,
        inks: (SIDE_INKS[side.index()], TEXT),
    }
}
