//! The galaxy as a picture: systems in the colours of who holds them, routes between them, and what stands there.

use holotable_env::english::counted;
use holotable_env::picture::Size;
use holotable_env::{Finite, Picture, Viewer};

use super::text::{beside, headline};
use super::worlds::{self, Floor, Piece, Room, SIGNS, TOKENS};
use super::{legend, places as areas, track, tray};
use crate::chips::{self, Chip};
use crate::inks::{ABSENT, FAINT, GOLD, PANEL, REBEL, ROUTE, SPACE, TEXT};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::names::{card_names, deck_list, face, leaders, places, player, title, units};
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::words::{ByPlace, Leader, Objective, Place, Side, Stack};
use crate::rebellion::rules::{decider, objectives};
use crate::rebellion_combat::pieces::INKS;
use crate::rebellion_combat::{self, picture as combat};

const WIDTH: i32 = 1120;
const EDGE: i32 = 10;
const TRACK: i32 = 36;
/// Where the map begins, from above, and the room that its pieces have.
const MAP: i32 = 92;
const ROOM: Room = [EDGE / 2, TRACK + track::HEIGHT + 2, WIDTH - EDGE / 2, PANELS - 4];
const PANELS: i32 = 778;
const PANEL_HEIGHT: i32 = 224;
/// Below the panels, what may be chosen and stands nowhere else.
const TRAY_HEIGHT: i32 = 62;
/// Where a battle is drawn in place of the map, and how large it is at most.
const BATTLE: (i32, i32) = (0, 70);
const BATTLE_HEIGHT: i32 = 850;

/// Draws the galaxy as far as a viewer knows it.
pub fn draw(g: &Rebellion, s: &State, viewer: Viewer) -> Picture {
    let panel = PANEL_HEIGHT + held_rows(g) as i32 * 17;
    let tray = PANELS + panel + 8;
    let mut p = Picture::new((WIDTH as u32, (tray + TRAY_HEIGHT + EDGE) as u32), SPACE);
    p.line((EDGE, 8), Size::Large, TEXT, 66, &headline(g, s));
    track::draw(g, s, (EDGE, TRACK), WIDTH - 2 * EDGE, &mut p);
    if let Some(battle) = &s.battle {
        // Whether plans are held, only the Rebels know.
        let plans = battle.plans && viewer.knows(Side::Rebels.index()) && objectives::plans(g, s).is_some();
        let shown = rebellion_combat::State { plans, ..*battle };
        let fought = combat::draw(g.battle_of(s.lured), &shown, viewer, |at| beside(g, s, at));
        let room = BATTLE.1 + BATTLE_HEIGHT;
        let size = (WIDTH - 2 * EDGE, tray + TRAY_HEIGHT - room);
        // A narrow screen shows the parts of the battle, and these.
        p.part("The war", (0, 0), (680, TRACK));
        p.part("What may be chosen", (0, room - 4), (WIDTH, size.1 + 8));
        // Its letters are as large as those of the map.
        p.inset(fought.enlarged(), BATTLE, areas::BATTLE);
        tray::draw(g, s, viewer, ((EDGE, room), size), &mut p);
        return p;
    }
    let at: ByPlace<(i32, i32)> = ByPlace::from_fn(|place: Place| {
        let (x, y) = g.tables.worlds[place].at;
        (x * 98 / 100 - 3, y * 104 / 100 + MAP)
    });
    for (from, to) in g.tables.routes() {
        let moved = s
            .target
            .is_some_and(|target| target == to && s.origins.has(from) || target == from && s.origins.has(to));
        p.segment(at[from], at[to], if moved { 3 } else { 1 }, if moved { GOLD } else { ROUTE });
    }
    legend::draw(g, &mut p);
    worlds::draw(g, s, viewer, &at, Floor { room: ROOM, taken: vec![legend::ROOM] }, &mut p);
    panels(g, s, viewer, panel, &mut p);
    tray::draw(g, s, viewer, ((EDGE, tray), (WIDTH - 2 * EDGE, TRAY_HEIGHT)), &mut p);
    p
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

/// The sides: pool, missions laid, queues, and the cards that a viewer knows.
fn panels(g: &Rebellion, s: &State, viewer: Viewer, height: i32, p: &mut Picture) {
    let width = (WIDTH - 3 * EDGE) / 2;
    let columns = Size::Normal.columns(width - 20);
    for side in Side::all() {
        let x = EDGE + side.index() as i32 * (width + EDGE);
        let edge = if s.asked == side { GOLD } else { ROUTE };
        let who = if s.asked == side { player(g, side, decider::role(g, s)) } else { title(side) };
        p.rect((x, PANELS), (width as u32, height as u32), 8, PANEL, Some(edge));
        p.polygon((x + 16, PANELS + 14), SIGNS[side.index()], INKS[side.index()], None);
        p.text((x + 28, PANELS + 6), Size::Normal, INKS[side.index()], who);
        p.text((x + 10, PANELS + 28), Size::Normal, FAINT, "Pool");
        let pool: Vec<Chip> = s.leaders(side, Post::Pool).iter().map(|one| token(g, side, one)).collect();
        match pool.is_empty() {
            true => p.text((x + 50, PANELS + 28), Size::Normal, ABSENT, "empty"),
            false => chips::lay(p, (x + 50, PANELS + 25), (width - 60, 44), &pool),
        }
        let laid = s.stacks[side].iter().enumerate().filter(|(_, one)| one.is_some()).map(|(i, one)| {
            format!(
                "{} ({})",
                face(g, side, *one, viewer),
                leaders(g, side, s.leaders(side, Post::On(Stack::at(i))))
            )
        });
        let laid: Vec<String> = laid.collect();
        if !laid.is_empty() {
            let words = format!("Missions: {}", laid.join("; "));
            p.lines((x + 10, PANELS + 72), Size::Normal, GOLD, (columns, 2), &words);
        }
        queues(g, s, side, (x + 10, PANELS + 106), width - 20, p);
        let cards = ((x + 10, PANELS + 148), (width - 20, PANEL_HEIGHT - 152));
        match side {
            Side::Empire => {
                let words = if viewer.knows(side.index()) {
                    format!("Probe cards: {}", places(g, s.probes))
                } else {
                    counted(s.probes.len(), "probe card")
                };
                p.lines(cards.0, Size::Normal, TEXT, (columns, 4), &words);
            }
            Side::Rebels => chips::lay(p, cards.0, cards.1, &objective_cards(g, s, viewer)),
        }
        let missions = g.tables.all_missions.then(|| hand(g, s, side, viewer));
        let actions = g.tables.action_cards.then(|| action_cards(g, s, side, viewer));
        let held: Vec<String> = missions.into_iter().chain(actions).collect();
        p.lines(
            (x + 10, PANELS + PANEL_HEIGHT - 2),
            Size::Normal,
            TEXT,
            (columns, held_rows(g)),
            &held.join(". "),
        );
    }
}

/// How many lines the cards of a hand take: missions, and action cards with them.
fn held_rows(g: &Rebellion) -> usize {
    if g.tables.all_missions { 3 + usize::from(g.tables.action_cards) } else { 0 }
}

/// What is built in one, two and three rounds.
fn queues(g: &Rebellion, s: &State, side: Side, (x, y): (i32, i32), width: i32, p: &mut Picture) {
    let filled = || s.queue[side].iter().enumerate().filter(|(_, queue)| !queue.is_empty());
    let words: Vec<String> =
        filled().map(|(i, queue)| format!("{}: {}", i + 1, units(g, side, queue))).collect();
    let words = if words.is_empty() { "none".to_owned() } else { words.join("; ") };
    p.place(format!("queue.{}", side.word()), format!("Queue: {words}"), (x, y), (width, 40));
    p.text((x, y + 2), Size::Normal, FAINT, if words == "none" { "Queue: none" } else { "Queue" });
    let (mut left, mut top) = (x + 50, y);
    for (i, queue) in filled() {
        p.text((left, top + 2), Size::Normal, FAINT, format!("{}:", i + 1));
        left += 22;
        for (row, n) in queue.some() {
            let one = Piece::Units(row, n);
            worlds::piece(g, side, one, (left, top), p);
            left += worlds::wide(g, side, one);
            // Another piece and the number of the next space must fit.
            if left > x + width - 80 {
                (left, top) = (x + 50, top + 20);
            }
        }
        left += 8;
    }
}

/// The objectives in the Rebel hand, or how many of each stage where they are not known.
fn objective_cards(g: &Rebellion, s: &State, viewer: Viewer) -> Vec<Chip> {
    let inks = (REBEL, TEXT);
    if viewer.knows(Side::Rebels.index()) {
        let one = |objective: Objective| {
            let card = g.tables.objective(objective);
            Chip {
                name: areas::objective(objective),
                label: format!("{}: {} (reputation {})", card.name, card.words, card.reputation),
                words: card.name.clone(),
                inks,
            }
        };
        return s.hand.iter().map(one).collect();
    }
    let stages = (1..).zip(&g.tables.stages).filter(|(_, all)| !s.hand.and(**all).is_empty());
    let backs = stages.map(|(stage, all)| {
        let words = format!("{} of stage {stage}", counted(s.hand.and(*all).len(), "objective"));
        Chip { name: format!("objectives.{stage}"), label: words.clone(), words, inks }
    });
    backs.collect()
}

/// A leader in the pool.
fn token(g: &Rebellion, side: Side, leader: Leader) -> Chip {
    let name = g.leader_name(side, leader);
    Chip {
        name: areas::leader(side, leader),
        label: format!("{name}, in the pool"),
        words: name.to_owned(),
        inks: (TOKENS[side.index()], TEXT),
    }
}
