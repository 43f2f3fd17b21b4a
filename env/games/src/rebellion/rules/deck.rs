//! The decks of missions and of projects: what nobody holds, in an order that nobody has fixed, but for projects that the Empire has put
//! under theirs. An empty deck is made anew from its discards.

use holotable_env::Chance;

use super::Rebellion;
use super::deck_counts::DeckCounts;
use super::event::Event;
use super::state::{Stage, State};
use super::story;
use super::words::{Mission, Missions, Side};

/// The missions of a side that are drawn at the refresh phase: those it does not begin with, and no projects.
pub fn drawn(g: &Rebellion, side: Side) -> Missions {
    g.tables.titles(side).without(g.tables.starting[side]).without(g.tables.projects[side])
}

/// The cards of a side that lie in neither deck.
fn out(s: &State, side: Side) -> DeckCounts {
    let apart = s.face_down(side).chain(s.mission[side]);
    let offered = s.offer.iter().copied().filter(|_| side == Side::Empire);
    s.missions[side].with(s.spent[side]).with(apart.chain(offered).collect())
}

/// The mission deck of a side.
pub fn missions(g: &Rebellion, s: &State, side: Side) -> DeckCounts {
    g.tables.copies[side].without(out(s, side)).of(drawn(g, side))
}

/// The project deck, with what lies at its bottom.
pub fn projects(g: &Rebellion, s: &State) -> DeckCounts {
    g.tables.copies[Side::Empire].without(out(s, Side::Empire)).of(g.tables.projects[Side::Empire])
}

/// A card by lot.
fn any(among: DeckCounts, chance: &mut impl Chance) -> Mission {
    let titles: Vec<Mission> = among.titles().collect();
    let weights: Vec<u32> = titles.iter().map(|&title| u32::from(among.count(title))).collect();
    titles[chance.pick(&weights)]
}

/// Discards of these titles become the deck again.
fn reshuffle(s: &mut State, side: Side, titles: Missions) {
    s.spent[side] = s.spent[side].without(s.spent[side].of(titles));
}

/// A side draws a mission, if there is one.
pub fn draw(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    if missions(g, s, side).is_empty() {
        reshuffle(s, side, drawn(g, side));
    }
    let deck = missions(g, s, side);
    if deck.is_empty() {
        return;
    }
    let card = any(deck, chance);
    s.missions[side].add(card);
    chance.tell(|story| story::draws(story, g, side, card));
}

/// The next project, if there is one: by lot of those that were not put under the deck, then these.
pub fn next_project(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Option<Mission> {
    if projects(g, s).is_empty() {
        reshuffle(s, Side::Empire, g.tables.projects[Side::Empire]);
    }
    let upper = projects(g, s).without(s.sunk.iter().copied().collect());
    if upper.is_empty() {
        return (!s.sunk.is_empty()).then(|| s.sunk.remove(0));
    }
    Some(any(upper, chance))
}

/// How many missions of a hand are discarded at the refresh phase (p12).
pub fn over(g: &Rebellion, s: &State, side: Side) -> usize {
    s.missions[side].len().saturating_sub(usize::from(g.tables.refresh.hand))
}

/// What may be discarded: anything but the missions that a side begins with.
pub fn discards(g: &Rebellion, s: &State, side: Side) -> DeckCounts {
    s.missions[side].of(g.tables.titles(side).without(g.tables.starting[side]))
}

/// Each side draws missions, then hands are discarded down to the limit; the Rebels first.
pub fn refresh(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if g.tables.all_missions {
        for side in [Side::Rebels, Side::Empire] {
            (0..g.tables.refresh.missions).for_each(|_| draw(g, s, side, chance));
        }
    }
    shrink(g, s, Side::Rebels)
}

/// Asks for a discard as long as the hand of a side is too large.
fn shrink(g: &Rebellion, s: &mut State, side: Side) -> Event {
    if over(g, s, side) > 0 && !discards(g, s, side).is_empty() {
        (s.stage, s.asked) = (Stage::Discard, side);
        return Event::Asked;
    }
    match side {
        Side::Rebels => shrink(g, s, Side::Empire),
        Side::Empire => Event::Discarded,
    }
}

/// Discards a mission.
pub fn discard(g: &Rebellion, s: &mut State, card: Mission, chance: &mut impl Chance) -> Event {
    let side = s.asked;
    s.missions[side].take(card);
    s.spent[side].add(card);
    chance.tell(|story| story::discards(story, g, side, card));
    shrink(g, s, side)
}
