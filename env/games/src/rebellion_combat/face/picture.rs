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
/// How wide a side is: a narrow screen shows as much with its letters legible.
const SIDE: i32 = 366;
/// Where the dice begin, and how wide their column is.
const MIDDLE: (i32, i32) = (SIDE + 2 * EDGE, WIDTH - 2 * SIDE - 4 * EDGE);
const RED: Ink = 0xe2_5a4f;
const SIDE_INKS: [Ink; 2] = [IMPERIAL, REBEL];

/// Where the parts begin, from above. What lies below the sides begins where the longer side ends.
const SIDES: i32 = 48;
const LEADERS: i32 = SIDES + 66;
const UNITS: i32 = LEADERS + 70;
const UNIT: i32 = 28;
const BESIDE: i32 = 22;
const HAND: i32 = BESIDE + 66;
/// For so many kinds a side has room at least: the units hurt stand beside them.
const FEWEST: usize = 5;
const CARD: (i32, i32) = (178, 78);
const CARDS: usize = 10;
const HEIGHT: i32 = UNITS + ROWS as i32 * UNIT + HAND + 2 * (CARD.1 + 6) + 26;
/// Where the name of a kind begins and how wide that is at most; its value stands before its units, which are so far apart.
const NAME: i32 = 30;
const NAME_WIDTH: i32 = 150;
const BOXES: i32 = NAME + NAME_WIDTH + 26;
const BOX: i32 = 22;
const DIE: i32 = 33;
/// How many dice lie side by side.
const ABREAST: i32 = 5;

/// Draws the battle as far as a viewer knows it.
pub fn draw(g: &RebellionCombat, s: &State, viewer: Viewer, name: impl Fn(Neighbour) -> String) -> Picture {
    let mut p = Picture::new((WIDTH as u32, HEIGHT as u32), GROUND);
    p.part("Round", (EDGE - 2, 0), (SIDE + 4, SIDES - 4));
    p.text((EDGE, 6), Size::Large, TEXT, format!("Round {}", s.round));
    p.text(
        (EDGE + 110, 12),
        Size::Small,
        FAINT,
        format!("Loyalty of the system: {}", title(s.loyalty.word())),
    );
    p.line((EDGE, 29), Size::Normal, TEXT, Size::Normal.columns(SIDE), &title(&stage(s)));
    if s.plans {
        p.right((WIDTH - EDGE, 12), Size::Small, FAINT, "The Rebels hold the plans of the Death Star.");
        p.part("Plans", (WIDTH - EDGE - SIDE, 0), (SIDE + 4, SIDES - 20));
    }
    dice(s, &mut p);
    hurt(g, s, &mut p);
    let sides: Vec<_> = Side::all().map(|side| (side, kinds(s, side))).collect();
    let most = sides.iter().map(|(_, kinds)| kinds.len()).max().unwrap_or_default().max(FEWEST) as i32;
    for (side, kinds) in sides {
        panel(g, s, side, viewer, most, &mut p);
        for (i, row) in (0..).zip(kinds) {
            unit(g, s, side, row, (left(side) + 8, UNITS + i * UNIT), &mut p);
        }
    }
    let below = UNITS + most * UNIT;
    neighbours(s, name, below + BESIDE, &mut p);
    hands(g, s, viewer, below + HAND, &mut p);
    signs(&mut p);
    p
}

/// The kinds of which a side has or had units here.
fn kinds(s: &State, side: Side) -> Vec<Row> {
    let camp = &s.camps[side];
    let gone = |row| camp.parked[row] + camp.lost[row] + camp.retreated[row] > 0;
    Row::all().filter(|&row| s.count(side, row) > 0 || gone(row)).collect()
}

/// Where a side begins.
const fn left(side: Side) -> i32 {
    match side {
        Side::Empire => EDGE,
        Side::Rebels => WIDTH - EDGE - SIDE,
    }
}

/// One side without its units: points, cards and leaders, on a ground for so many kinds of units.
fn panel(g: &RebellionCombat, s: &State, side: Side, viewer: Viewer, kinds: i32, p: &mut Picture) {
    let (t, camp, x) = (&g.tables, &s.camps[side], left(side));
    let decides = s.stage != Stage::Over && s.decides() == side;
    let edge = if decides { GOLD } else { LINE };
    let height = UNITS + kinds * UNIT + 6 - SIDES;
    p.rect((x, SIDES), (SIDE as u32, height as u32), 8, PANEL, Some(edge));
    p.part(side_title(side), (x - 2, SIDES - 4), (SIDE + 4, height + 8));
    p.rect((x + 8, SIDES + 6), ((SIDE - 16) as u32, 26), 5, SIDE_INKS[side.index()], None);
    p.text((x + 14, SIDES + 9), Size::Large, TEXT, side_title(side));
    let points = counted(points(g, s, side), "point");
    p.right((x + SIDE - 14, SIDES + 9), Size::Large, GOLD, points);
    for deck in Theatre::all() {
        let known = camp.hand.some().filter(|(card, _)| t.tactic(*card).theatre == deck);
        let names: Vec<_> = known.map(|(card, n)| format!("{n} {}", t.tactic(card).name)).collect();
        let line = format!("{} cards: {}", title(deck.word()), s.hand_size(t, side, deck));
        let (at, size) = ((x + 8 + deck.index() as i32 * (SIDE / 2 - 6), SIDES + 37), (SIDE / 2 - 10, 22));
        p.rect(at, (size.0 as u32, size.1 as u32), 4, GROUND, Some(LINE));
        p.text((at.0 + 6, at.1 + 5), Size::Small, FAINT, line.as_str());
        let label = if viewer.knows(side.index()) && !names.is_empty() {
            format!("{line} ({})", names.join(", "))
        } else {
            line
        };
        p.place(places::deck(side, deck), label, at, size);
    }
    for (what, set, y, height) in
        [("Leaders", camp.leaders, LEADERS, 20), ("Pool", camp.pool, LEADERS + 25, 41)]
    {
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
            false => chips::lay(p, (x + 70, y), (SIDE - 78, height), &chips),
        }
    }
}

/// A kind of unit: a box for each in the system with its health and damage, and how many are gone.
fn unit(g: &RebellionCombat, s: &State, side: Side, row: Row, (x, y): (i32, i32), p: &mut Picture) {
    let (unit, camp, count) = (g.tables.unit(side, row), &s.camps[side], s.count(side, row));
    let ink = if count > 0 { TEXT } else { ABSENT };
    let own = if count > 0 { pieces::INKS[side.index()] } else { ABSENT };
    pieces::draw(unit, (x + 6, y + 5), own, p);
    let gone = [("dying", camp.parked[row]), ("lost", camp.lost[row]), ("away", camp.retreated[row])];
    let gone: Vec<_> = gone.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{n} {what}")).collect();
    let up = if gone.is_empty() { 5 } else { 0 };
    if Size::Normal.width(&unit.name) <= NAME_WIDTH {
        p.text((x + NAME, y + up), Size::Normal, ink, unit.name.as_str());
    } else {
        p.line((x + NAME, y + 2 + up), Size::Small, ink, Size::Small.columns(NAME_WIDTH), &unit.name);
    }
    p.text((x + NAME, y + 15), Size::Small, FAINT, gone.join(" "));
    p.right((x + BOXES - 8, y + 7), Size::Small, GOLD, g.tables.stat(side, row).value.to_string());
    // Where there is no room for all, one stands for those with the same damage.
    let crowd = i32::from(count) * (BOX + 2) > SIDE - 16 - BOXES;
    let mut at = x + BOXES;
    for (marked, &n) in camp.units.levels(row).iter().enumerate().filter(|(_, n)| **n > 0) {
        for _ in 0..if crowd { 1 } else { n } {
            let own = Own { row, marked: Marked::at(marked) };
            p.place(places::unit(side, own), table_unit(&g.tables, s, side, own), (at, y + 2), (BOX, BOX));
            health(unit.colour, (s.health(&g.tables, side, row), marked), (at, y + 2), p);
            at += BOX + 2;
        }
        if crowd {
            let times = format!("×{n}");
            let width = Size::Small.width(&times);
            p.text((at, y + 7), Size::Small, TEXT, times);
            at += width + 3;
        }
    }
}

/// A unit: as many dots as it has health, those full that are damage.
fn health(colour: Option<Colour>, (whole, marked): (u8, usize), at: (i32, i32), p: &mut Picture) {
    let (fill, dot, full) = match colour {
        Some(Colour::Red) => (RED, BLACK, BLACK),
        Some(Colour::Black) => (BLACK, FAINT, GOLD),
        None => (FAINT, BLACK, BLACK),
    };
    p.rect(at, (BOX as u32, BOX as u32), 3, fill, Some(FAINT));
    let whole = i32::from(whole);
    let columns = if whole > 3 { (whole + 1) / 2 } else { whole };
    let rows = (whole + columns.max(1) - 1) / columns.max(1);
    for i in 0..whole {
        let (column, row) = (2 * (i % columns) - columns + 1, 2 * (i / columns) - rows + 1);
        let middle = (at.0 + BOX / 2 + column * 3, at.1 + BOX / 2 + row * 3);
        p.circle(middle, 2, if (i as usize) < marked { full } else { fill }, Some(dot));
    }
}

fn dice(s: &State, p: &mut Picture) {
    let (x, y) = (MIDDLE.0, SIDES);
    p.text((x, y), Size::Normal, FAINT, "Dice");
    let dice = s.dice.iter().flat_map(|(die, &n)| (0..n).map(move |_| (die.colour, Some(die))));
    // What was chosen to be rolled again lies beside the others until the roll.
    let aside = s.aside.iter().flat_map(|(colour, &n)| (0..n).map(move |_| (colour, None)));
    let mut lines = 0;
    for (i, (colour, die)) in (0..).zip(dice.chain(aside)) {
        let (fill, ink) = if colour == Colour::Red { (RED, BLACK) } else { (BLACK, TEXT) };
        let at = (x + i % ABREAST * (DIE + 4), y + 22 + i / ABREAST * (DIE + 4));
        if let Some(die) = die {
            let words = format!("{} die: {}", title(colour.word()), die.face.word());
            p.place(places::die(die), words, at, (DIE, DIE));
        }
        p.rect(at, (DIE as u32, DIE as u32), 7, fill, Some(FAINT));
        let face = match die.map(|die| die.face) {
            Some(Face::Hit) => "o",
            Some(Face::Direct) => "*",
            Some(Face::Special) => "S",
            Some(Face::Blank) => "",
            None => "?",
        };
        p.text((at.0 + 12, at.1 + 7), Size::Large, ink, face);
        lines = i / ABREAST + 1;
    }
    if lines == 0 {
        p.text((x + 42, y), Size::Normal, ABSENT, "none");
        return p.part("Dice", (x - 4, y - 4), (MIDDLE.1 + 8, 24));
    }
    p.part("Dice", (x - 4, y - 4), (MIDDLE.1 + 8, 28 + lines * (DIE + 4)));
}

/// The units hurt in this attack, with their damage and health.
fn hurt(g: &RebellionCombat, s: &State, p: &mut Picture) {
    if s.hits.is_empty() {
        return;
    }
    let (x, y) = (MIDDLE.0, SIDES + 140);
    p.text((x, y), Size::Normal, TEXT, "Hurt in this attack");
    for (i, line) in (1..).zip(["Damage as high as health", "destroys, unless blocked."]) {
        p.text((x, y + 4 + 13 * i), Size::Small, FAINT, line);
    }
    let side = s.side.other();
    let chip = |(i, h): (usize, &Hit)| {
        let (name, damage) = (&g.tables.unit(side, h.unit.row).name, h.total());
        let health = s.health(&g.tables, side, h.unit.row);
        let words = format!("{name} {damage} of {health}");
        let label = format!("{name}, damage {damage} of {health}");
        Chip { name: places::hurt(s, i), label, words, inks: (SIDE_INKS[side.index()], TEXT) }
    };
    let chips: Vec<Chip> = s.hits.iter().enumerate().map(chip).collect();
    let size = (MIDDLE.1, 96);
    chips::lay(p, (x, y + 46), size, &chips);
    p.part("Hurt in this attack", (x - 4, y - 4), (size.0 + 8, 54 + chips::height(size, &chips)));
}

/// What the signs on dice and units mean.
fn signs(p: &mut Picture) {
    let x = MIDDLE.0;
    let lines = ["o hit, * direct, S special", "Dots: health; full: damage", "Gold: points for a unit"];
    for (i, line) in (0..).zip(lines) {
        p.text((x, 4 + i * 13), Size::Small, FAINT, line);
    }
    p.part("Signs", (x - 4, 0), (MIDDLE.1 + 8, SIDES - 4));
}

/// The systems beside this one: whose they are, and whose units are there.
fn neighbours(s: &State, name: impl Fn(Neighbour) -> String, y: i32, p: &mut Picture) {
    let width = (WIDTH - 2 * EDGE + 6) / NEIGHBOURS as i32;
    if !s.beside.is_empty() {
        p.text((EDGE, y - 13), Size::Small, FAINT, "Neighbouring systems, for a retreat");
    }
    for (i, label) in
        (0..).zip(["Neighbouring systems", "More neighbouring systems", "Other neighbouring systems"])
    {
        if s.beside.len() > 3 * i as usize {
            p.part(label, (EDGE + 3 * i * width - 4, y - 15), (3 * width + 2, 77));
        }
    }
    for (i, b) in s.beside.iter().enumerate() {
        let x = EDGE + i as i32 * width;
        let ink = match b.loyalty {
            Loyalty::Neutral => LINE,
            Loyalty::Empire => RED,
            Loyalty::Rebels => BLUE,
        };
        p.rect((x, y), ((width - 6) as u32, 58), 8, PANEL, Some(ink));
        let here = name(Neighbour::at(i));
        let label = if b.origin { format!("{here}, from where the attack came") } else { here.clone() };
        p.place(places::system(Neighbour::at(i)), label, (x, y), (width - 6, 58));
        p.line((x + 6, y + 5), Size::Small, TEXT, Size::Small.columns(width - 18), &title(&here));
        let loyal = match b.loyalty {
            Loyalty::Neutral => "Neutral".to_owned(),
            Loyalty::Empire | Loyalty::Rebels => format!("Loyal: {}", title(b.loyalty.word())),
        };
        p.text((x + 6, y + 18), Size::Small, FAINT, loyal);
        let mut sides = b.units.each();
        let units = match (sides.next(), sides.next()) {
            (None, _) => "none".into(),
            (Some(side), None) => title(side.word()),
            (Some(_), Some(_)) => "both".into(),
        };
        p.text((x + 6, y + 31), Size::Small, FAINT, format!("Units: {units}"));
        if b.origin {
            p.text((x + 6, y + 44), Size::Small, GOLD, "Attackers came");
        }
    }
}

/// The tactic cards that the viewer may know, each with what it does.
fn hands(g: &RebellionCombat, s: &State, viewer: Viewer, y: i32, p: &mut Picture) {
    let known = s.camps.iter().filter(|(side, camp)| viewer.knows(side.index()) || camp.odds.open);
    let cards: Vec<_> =
        known.flat_map(|(side, camp)| camp.hand.some().map(move |(card, n)| (side, card, n))).collect();
    p.text((EDGE, y), Size::Normal, FAINT, "In hand");
    if cards.is_empty() {
        return p.text((EDGE + 60, y), Size::Normal, ABSENT, "no card that may be seen");
    }
    // As many columns as a narrow screen shows.
    let pitch = CARD.0 + 6;
    let shown = cards.len().min(CARDS / 2).div_ceil(2) as i32;
    let rows = if cards.len() > CARDS / 2 { 2 } else { 1 };
    for (i, label) in (0..shown).zip(["Cards in hand", "More cards in hand", "Other cards in hand"]) {
        p.part(label, (EDGE + 2 * i * pitch - 2, y - 4), (2 * pitch - 2, 22 + rows * (CARD.1 + 6)));
    }
    if cards.len() > CARDS {
        let chips: Vec<Chip> =
            cards.into_iter().map(|(side, card, n)| kind_of_card(g, side, card, n)).collect();
        for (i, chips) in (0..).zip(chips.chunks(chips.len().div_ceil(3))) {
            let width = if i < 2 { 2 * pitch - 6 } else { CARD.0 };
            chips::lay(p, (EDGE + 2 * i * pitch, y + 18), (width, 2 * CARD.1), chips);
        }
        return;
    }
    for (i, (side, card, n)) in cards.into_iter().enumerate() {
        let (column, row) = ((i % (CARDS / 2)) as i32, (i / (CARDS / 2)) as i32);
        let (x, y) = (EDGE + column * pitch, y + 18 + row * (CARD.1 + 6));
        let tactic = g.tables.tactic(card);
        p.place(places::card(side, card), kind_of_card(g, side, card, n).label, (x, y), CARD);
        p.rect((x, y), (CARD.0 as u32, CARD.1 as u32), 5, SIDE_INKS[side.index()], None);
        p.line((x + 6, y + 5), Size::Normal, TEXT, if n > 1 { 17 } else { 20 }, &tactic.name);
        if n > 1 {
            p.right((x + CARD.0 - 6, y + 5), Size::Normal, GOLD, format!("×{n}"));
        }
        p.lines((x + 6, y + 21), Size::Small, TEXT, (23, 4), &does(g, card));
    }
}

/// In which theatre a tactic card is played, and what the card does.
fn does(g: &RebellionCombat, card: Card) -> String {
    format!("{}: {}", g.tables.tactic(card).theatre.word(), in_words(g.tables.ops(card)))
}

/// A kind of tactic card in a hand, of which there are so many.
fn kind_of_card(g: &RebellionCombat, side: Side, card: Card, n: u8) -> Chip {
    let name = &g.tables.tactic(card).name;
    let words = if n > 1 { format!("{name} ×{n}") } else { name.clone() };
    Chip {
        name: places::card(side, card),
        label: format!("{words}: {}", does(g, card)),
        words,
        inks: (SIDE_INKS[side.index()], TEXT),
    }
}
