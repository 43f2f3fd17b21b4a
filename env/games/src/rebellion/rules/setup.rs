//! Set-up: loyalty, units, leaders and cards; in the normal game the players place their units, and in both the Rebels hide the base.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::action_cards::wear;
use super::base::has_ground;
use super::event::Event;
use super::state::{Post, Stage, State};
use super::words::{ALL, BySide, Leader, Loyalty, Place, Places, Row, Side, Theatre, space};
use super::{deck, refresh, story};

/// The table before the first decision.
pub fn begin(g: &Rebellion, chance: &mut impl Chance) -> State {
    let t = &g.tables;
    let mut s = State { time: t.track.time, reputation: t.track.reputation, ..State::default() };
    s.recruits = BySide::from_fn(|side| t.all_recruits(side));
    for side in Side::all() {
        t.start[side].iter().for_each(|leader: Leader| s.posts[side][leader] = Post::Pool);
    }
    for side in Side::all() {
        s.missions[side] = t.copies[side].of(t.starting[side]);
        if t.all_missions {
            (0..t.refresh.missions).for_each(|_| deck::draw(g, &mut s, side, chance));
        }
    }
    (0..t.refresh.objectives).for_each(|_| refresh::draw_objective(g, &mut s, chance));
    t.always.iter().for_each(|place| s.loyalty.set(place, Loyalty::Empire));
    if g.first {
        first(g, &mut s, chance);
    } else {
        normal(g, &mut s, chance);
    }
    s
}

fn first(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let first = &g.tables.first;
    first.rebels.iter().for_each(|place| s.loyalty.set(place, Loyalty::Rebels));
    first.empire.iter().for_each(|place| s.loyalty.set(place, Loyalty::Empire));
    s.subjugated = first.subjugated;
    s.boxed = first.empire.or(first.subjugated);
    s.units = first.units;
    enter_hide(g, s, chance);
}

fn normal(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let normal = &g.tables.normal;
    let marked = |side: Side| -> Places {
        let all = g.tables.worlds.iter().filter(|(_, world)| world.mark.is_to(side));
        all.map(|(place, _)| place).collect()
    };
    for place in lot(marked(Side::Rebels), normal.rebels, chance) {
        s.loyalty.set(place, Loyalty::Rebels);
    }
    for (i, place) in lot(marked(Side::Empire), normal.empire, chance).into_iter().enumerate() {
        if i < usize::from(normal.subjugated) {
            s.subjugated.add(place);
        } else {
            s.loyalty.set(place, Loyalty::Empire);
        }
        s.boxed.add(place);
    }
    enter_muster(g, s, Side::Empire, chance);
}

/// So many of these places by lot, in the order in which they come.
fn lot(mut among: Places, n: u8, chance: &mut impl Chance) -> Vec<Place> {
    let mut draw = || {
        let place = among.nth(chance.below(among.len()));
        among.take(place);
        place
    };
    (0..n).map(|_| draw()).collect()
}

fn enter_muster(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    s.waiting[side] = g.tables.normal.units[side];
    s.asked = side;
    next_unit(g, s, chance);
}

/// Asks where the next unit stands; after the last of both sides, where the base is.
fn next_unit(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    match (next_kind(s), s.asked) {
        (Some(_), _) => s.stage = Stage::Muster,
        (None, Side::Empire) => enter_muster(g, s, Side::Rebels, chance),
        (None, Side::Rebels) => enter_hide(g, s, chance),
    }
}

/// The first kind of unit that waits for a place.
pub fn next_kind(s: &State) -> Option<Row> {
    Row::all().find(|&row| s.waiting[s.asked][row] > 0)
}

/// Where the unit that waits may stand.
pub fn places(g: &Rebellion, s: &State) -> Places {
    let kind = next_kind(s).expect("a unit waits");
    let theatre = |row: Row| g.components().unit(s.asked, row).theatre;
    match s.asked {
        Side::Empire => {
            let all = s.of(Side::Empire);
            let ground = |place: Place| has_ground(g, s, place);
            let bare: Places = all.iter().filter(|&place| !ground(place)).collect();
            let left: usize = g
                .components()
                .rows(Side::Empire, Theatre::Ground)
                .map(|row| usize::from(s.waiting[Side::Empire][row]))
                .sum();
            // At least one ground unit in each.
            if theatre(kind) == Theatre::Ground && left <= bare.len() { bare } else { all }
        }
        Side::Rebels => {
            let mine: Places = s.with_units(Side::Rebels).and(ALL);
            let free = ALL.without(s.with_units(Side::Empire));
            let mut places = if mine.is_empty() { free } else { mine };
            places.add(space());
            places
        }
    }
}

/// Puts the unit that waits there.
pub fn put(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    let kind = next_kind(s).expect("a unit waits");
    s.waiting[s.asked][kind] -= 1;
    s.units[s.asked][place][kind] += 1;
    chance.tell(|story| story::deploys(story, g, s.asked, kind, place));
    next_unit(g, s, chance);
    Event::Asked
}

/// Where the base can be.
fn hideouts(g: &Rebellion, s: &State) -> Places {
    let cards = ALL.without(g.tables.always).without(s.boxed);
    if !g.first {
        return cards;
    }
    // The first game only: not next to Imperial units.
    let imperial = s.with_units(Side::Empire);
    let near = imperial.iter().fold(Places::EMPTY, |all, place| all.or(g.tables.around[place]));
    cards.without(near)
}

/// Action cards are dealt, and the Rebels hide the base.
fn enter_hide(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    deal(g, s, chance);
    s.possible = hideouts(g, s);
    (s.stage, s.asked) = (Stage::Hide, Side::Rebels);
}

/// The two action cards with which each side begins, by lot; what is left of them goes to the box unseen.
fn deal(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if !g.tables.action_cards {
        return;
    }
    for side in Side::all() {
        let mut left = g.tables.openings(side);
        for _ in 0..g.tables.actions.begin.min(left.len() as u8) {
            let card = left.nth(chance.below(left.len()));
            left.take(card);
            s.action_cards[side].keep(&g.tables, side, card, None);
            chance.tell(|story| story::action_card(story, side, g.tables.action_card(side, card), true));
        }
    }
}

/// Hides the base.
pub fn hide(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    s.base = Some(place);
    if wear::begin(g, s, chance) { Event::Asked } else { Event::SetUp }
}
