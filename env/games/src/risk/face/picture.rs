//! The galaxy as a picture: planets in the colours of their owners, routes between them, and what stands on them.

use holotable_env::english::counted;
use holotable_env::picture::{Ink, Size};
use holotable_env::{Finite, Picture, Viewer};

use super::text::standing;
use super::{places, regions};
use crate::chips::{self, Chip};
use crate::inks::{BLACK, FAINT, GOLD, IMPERIAL, PANEL, REBEL, ROUTE, SPACE, STAR, TEXT};
use crate::risk::rules::Risk;
use crate::risk::rules::board::Emperor;
use crate::risk::rules::end::needed;
use crate::risk::rules::names::{force, headline, seat};
use crate::risk::rules::sight::{sees_emperor, sees_hand};
use crate::risk::rules::state::State;
use crate::risk::rules::words::{Army, ByArmy, Class, Faction, PLANETS, Planet, Seat, count};

const WIDTH: i32 = 1140;
const EDGE: i32 = 10;
/// Where the map begins, from above, and how high it is.
pub(super) const MAP: i32 = 40;
const HEIGHT: i32 = 650;
const PANELS: i32 = MAP + HEIGHT;
const PANEL_HEIGHT: i32 = 138;
/// Where the cards of a hand begin in its panel, from above.
const HAND: i32 = 64;
/// A card of the Hutts.
const HUTT: Ink = 0x35_4a2c;
/// What stands on the box of the Emperor, where the viewer knows it.
const EMPEROR: &str = "E";

/// The colours of the pieces (p13).
fn inks(g: &Risk) -> ByArmy<Ink> {
    let all = [0xe8_883a, 0x8b_93a3, 0xe6_cf4e, 0xe9_e7e0, 0x57_b26a];
    ByArmy::from_fn(|army: Army| {
        let place = match g.players {
            _ if army == Army::Neutral => 4,
            2 => [0, 1][army.index().min(1)],
            3 if g.star_wars => [0, 4, 1][army.index().min(2)],
            5 => [0, 1, 4, 2, 3][army.index()],
            _ => army.index().min(3),
        };
        all[place]
    })
}

/// Draws the galaxy as far as a viewer knows it.
pub fn draw(g: &Risk, s: &State, viewer: Viewer) -> Picture {
    let mut p = Picture::new((WIDTH as u32, (PANELS + PANEL_HEIGHT + EDGE) as u32), SPACE);
    let map = &g.tables.map;
    regions::draw(map, &mut p);
    p.line((EDGE, 10), Size::Large, TEXT, 76, &headline(g, s));
    if g.star_wars {
        p.right((WIDTH - EDGE, 14), Size::Normal, FAINT, format!("Force: {}", force(s.meter)));
        signs(sees_emperor(g, viewer), &mut p);
    }
    let at = |planet: Planet| (map.worlds[planet].at.0, map.worlds[planet].at.1 + MAP);
    let order = s.now().order;
    for &(from, to) in map.routes().iter().filter(|(a, b)| a.index() < b.index()) {
        let open = !s.board.destroyed.has(from) && !s.board.destroyed.has(to);
        let attacked = order.is_some_and(|order| [(from, to), (to, from)].contains(&(order.from, order.to)));
        let ink = match (attacked, open) {
            (true, _) => GOLD,
            (_, true) => ROUTE,
            (_, false) => 0x24_2934,
        };
        p.segment(at(from), at(to), if attacked { 3 } else { 1 }, ink);
    }
    let (inks, emperor) = (inks(g), sees_emperor(g, viewer));
    for i in 0..PLANETS {
        let planet = Planet::at(i);
        world(g, s, planet, at(planet), &inks, emperor, &mut p);
    }
    panels(g, s, viewer, &inks, &mut p);
    p
}

/// What the signs on the map mean, each beside one of its kind.
fn signs(emperor: bool, p: &mut Picture) {
    let y = 39;
    ring((EDGE + 8, y), 8, p);
    p.text((EDGE + 20, y - 7), Size::Normal, FAINT, "resources");
    base((EDGE + 104, y - 6), "", p);
    p.text((EDGE + 121, y - 7), Size::Normal, FAINT, "base tokens");
    let mut x = EDGE + 221;
    if emperor {
        base((x, y - 6), EMPEROR, p);
        p.text((x + 17, y - 7), Size::Normal, FAINT, "the Emperor");
        x += 117;
    }
    star((x + 6, y), p);
    p.text((x + 18, y - 7), Size::Normal, FAINT, "Death Star");
    p.text((x + 112, y - 7), Size::Normal, FAINT, "2f 1b 1c: fighters, bombers, capital ships");
}

/// A ring of gold around what has resources.
fn ring(at: (i32, i32), radius: u32, p: &mut Picture) {
    p.circle(at, radius, GOLD, None);
    p.circle(at, radius - 2, SPACE, None);
}

/// A box for base tokens, with how many there are or the Emperor.
fn base((x, y): (i32, i32), words: &str, p: &mut Picture) {
    let (fill, ink) = if words == EMPEROR { (0xe2_3a3a, BLACK) } else { (BLACK, TEXT) };
    p.rect((x, y), (13, 13), 2, fill, Some(STAR));
    p.centred((x + 6, y + 2), Size::Small, ink, words);
}

/// The Death Star, a grey ball with its dish.
fn star((x, y): (i32, i32), p: &mut Picture) {
    p.circle((x, y), 8, STAR, Some(BLACK));
    p.circle((x - 3, y - 3), 2, BLACK, None);
}

/// A planet: its troops in a disc, its name below, ships left of it, bases and the Death Star right of it.
fn world(
    g: &Risk,
    s: &State,
    planet: Planet,
    (x, y): (i32, i32),
    inks: &ByArmy<Ink>,
    emperor: bool,
    p: &mut Picture,
) {
    let (map, board) = (&g.tables.map, &s.board);
    let name = map.name(planet);
    let half = (Size::Normal.width(name) / 2 + 4).max(24);
    p.place(places::planet(planet), standing(g, s, planet), (x - half, y - 18), (2 * half, 48));
    if board.destroyed.has(planet) {
        for (dx, dy, r) in [(-9, -5, 3), (4, -8, 2), (8, 3, 4), (-3, 6, 3), (-12, 7, 2)] {
            p.circle((x + dx, y + dy), r, 0x56_5a63, None);
        }
        p.centred((x, y + 15), Size::Normal, FAINT, name);
        return;
    }
    let ink = board.owner(planet).map_or(PANEL, |army| inks[army]);
    // Resource planets have a ring of gold.
    let resource = map.resources.has(planet);
    if resource {
        ring((x, y), 17, p);
    }
    p.circle((x, y), 13, ink, board.owner(planet).is_none().then_some(FAINT));
    let troops = board.troops[planet];
    if troops > 0 {
        let size = if troops > 99 { Size::Small } else { Size::Normal };
        let height = size.character().1 as i32;
        p.centred((x, y - height / 2), size, BLACK, troops.to_string());
    }
    p.centred((x, y + 16), Size::Normal, TEXT, name);
    let mut letters = String::new();
    for (class, letter) in [(Class::Fighter, 'f'), (Class::Bomber, 'b'), (Class::Capital, 'c')] {
        if board.ships[planet][class] > 0 {
            letters += &board.ships[planet][class].to_string();
            letters.push(letter);
        }
    }
    p.right((x - 18, y - 14), Size::Normal, ink, letters);
    let bases = board.bases[planet];
    if bases > 0 {
        let here = emperor && s.emperor == Emperor::On(planet);
        let count = bases.to_string();
        base((x + 19, y - 13), if here { EMPEROR } else { &count }, p);
    }
    if s.star == Some(planet) {
        star((x + 27, y + 9), p);
    }
}

/// The seats: planets, resources, cards.
fn panels(g: &Risk, s: &State, viewer: Viewer, inks: &ByArmy<Ink>, p: &mut Picture) {
    let width = (WIDTH - EDGE) / g.players as i32 - EDGE;
    for (i, one) in g.seats().enumerate() {
        let (army, x) = (Army::of(one), EDGE + i as i32 * (width + EDGE));
        let edge = if s.asked == one && s.winner.is_none() { GOLD } else { ROUTE };
        p.rect((x, PANELS), (width as u32, PANEL_HEIGHT as u32), 8, PANEL, Some(edge));
        p.circle((x + 16, PANELS + 17), 8, inks[army], None);
        p.text((x + 32, PANELS + 11), Size::Normal, TEXT, seat(g, one));
        let held = s.board.held[army];
        let cards = count(&s.hands[one.index()]);
        let words = match s.out.has(one) {
            true => "gone".to_owned(),
            false => format!(
                "{}, {}, {}",
                counted(held.len(), "planet"),
                counted(held.and(g.tables.map.resources).len(), "resource"),
                counted(cards, "card")
            ),
        };
        let columns = Size::Normal.columns(width - 20);
        let aim = aim(g, s, one);
        p.lines(
            (x + 10, PANELS + 31),
            Size::Normal,
            FAINT,
            (columns, if aim.is_some() { 1 } else { 2 }),
            &words,
        );
        if let Some(aim) = aim {
            p.line((x + 10, PANELS + 47), Size::Normal, FAINT, columns, &aim);
        }
        p.place(places::seat(one), seat(g, one), (x, PANELS), (width, PANEL_HEIGHT));
        if sees_hand(g, viewer, one) && cards > 0 {
            let box_size = (width - 20, PANEL_HEIGHT - HAND - 6);
            chips::lay(p, (x + 10, PANELS + HAND), box_size, &hand(g, s, one));
        } else if s.reserve[army] > 0 {
            let words = format!("{} to place", counted(s.reserve[army], "troop"));
            p.text((x + 10, PANELS + HAND), Size::Normal, FAINT, words);
        }
    }
}

/// How a seat wins, where factions play.
fn aim(g: &Risk, s: &State, one: Seat) -> Option<String> {
    g.star_wars.then(|| match g.faction(one) {
        Faction::Rebels => "Aim: the Emperor, or no Empire left".to_owned(),
        Faction::Empire => "Aim: no Rebel has a planet left".to_owned(),
        Faction::Hutts => format!("Aim: {} planets with resources", needed(g, s)),
    })
}

/// The cards of a hand, each kind once.
fn hand(g: &Risk, s: &State, one: Seat) -> Vec<Chip> {
    let deck = g.deck(one);
    let fill = match g.faction(one) {
        Faction::Rebels => REBEL,
        Faction::Empire => IMPERIAL,
        Faction::Hutts => HUTT,
    };
    let held = s.hands[one.index()].iter().filter(|(kind, n)| **n > 0 && kind.index() < deck.kinds.len());
    held.map(|(kind, n)| {
        let card = deck.card(kind);
        let times = if *n > 1 { format!(" ×{n}") } else { String::new() };
        let class = if card.verb.is_some() { format!(" {}", &card.class.word()[..1]) } else { String::new() };
        let does = card.verb.map(|verb| format!(": {}", verb.words())).unwrap_or_default();
        Chip {
            name: places::card(one, kind),
            label: format!("{}{times}{does}", deck.card_name(kind)),
            words: format!("{}{class}{times}", card.name),
            inks: (fill, TEXT),
        }
    })
    .collect()
}
