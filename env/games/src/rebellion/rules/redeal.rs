//! Dealing anew what a side cannot see: for the Empire the base and the objectives, for the Rebels the probe cards and the projects, for both
//! the missions that the other side holds and which of them lie face down, and in a battle its tactic cards.

use std::collections::BTreeSet;

use holotable_env::bits::Word;
use holotable_env::{Chance, Finite, Game, Set};

use super::Rebellion;
use super::ability::When;
use super::deck_counts::DeckCounts;
use super::mission_effects::bases;
use super::missions::surprising;
use super::state::{Stage, State};
use super::words::{CARDS, Mission, Missions, Objective, Objectives, Places, Recruits, Side};

use super::{deck, probes, recruit};

/// Deals anew what `side` cannot see, consistently with all that it has seen.
pub fn redeal(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    match side {
        Side::Empire => {
            if s.hidden() {
                hide(g, s, chance);
            }
            objectives(g, s, chance);
        }
        Side::Rebels => {
            // Of those that the Rebels have put under the deck they know how many were drawn.
            let looked = if bases::names(g, s) { Places::EMPTY } else { s.havens };
            let all = probes::deck(g, s).or(s.probes).without(s.open).without(looked);
            let drawn = std::mem::replace(&mut s.probes, s.open).without(s.open);
            let depths: BTreeSet<i8> = s.depth.values().iter().copied().collect();
            for depth in depths {
                let there =
                    |cards: Places| -> Places { cards.iter().filter(|&c| s.depth[c] == depth).collect() };
                s.probes = s.probes.or(deal(there(all), there(drawn).len(), chance));
            }
        }
    }
    let other = side.other();
    let was = (s.missions[other], s.stacks[other], s.offer, s.sunk);
    let refused = s.partners.refused[other].len();
    for _ in 0..TRIES {
        missions(g, s, other, chance);
        // Who surprises has a mission to turn up, and what was refused is back in the hand.
        let surprises = !s.surprised || s.turn != other || surprising(g, s).next().is_some();
        if surprises && refuse(s, other, refused, chance) {
            break;
        }
        (s.missions[other], s.stacks[other], s.offer, s.sunk) = was;
    }
    if g.tables.action_cards {
        actions(g, s, side.other(), chance);
    }
    let rules = g.battle_of(s.lured);
    if let Some(battle) = &mut s.battle {
        rules.redeal(battle, side.index(), chance);
    }
}

/// The missions that a side holds or has laid face down: those that it begins with and that were not turned up, and as many missions and
/// projects of those that lie open nowhere. What is left of the projects lies in their deck.
fn missions(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    let faces: DeckCounts = s.face_down(side).collect();
    let starting = g.tables.starting[side];
    let shown = s.missions[side].of(starting.and(s.shown[side]));
    let held = s.missions[side].without(shown).with(faces);
    let mut hidden = held.of(starting);
    let offered: DeckCounts = s.offer.iter().copied().filter(|_| side == Side::Empire).collect();
    let mut projects = deck::projects(g, s).with(offered).with(held.of(g.tables.projects[side]));
    for (pool, n) in [
        (&mut projects, held.of(g.tables.projects[side]).len()),
        (
            &mut deck::missions(g, s, side).with(held.of(deck::drawn(g, side))),
            held.of(deck::drawn(g, side)).len(),
        ),
    ] {
        (0..n).for_each(|_| hidden.add(lift(pool, chance)));
    }
    // What came out of the deck in this round both know to be no starting mission, and whether it is a project.
    let fetched = s.fetched[side].map(|stack| (stack, s.stacks[side][stack.index()]));
    if let Some((stack, Some(was))) = fetched {
        let project = g.tables.projects[side].has(was);
        let of = if project { g.tables.projects[side] } else { deck::drawn(g, side) };
        let mut among = hidden.of(of);
        let card = lift(&mut among, chance);
        hidden.take(card);
        s.stacks[side][stack.index()] = Some(card);
    }
    for (i, laid) in s.stacks[side].iter_mut().enumerate() {
        if laid.is_some() && fetched.is_none_or(|(stack, _)| stack.index() != i) {
            *laid = Some(lift(&mut hidden, chance));
        }
    }
    s.missions[side] = hidden.with(shown);
    if side == Side::Empire {
        s.offer.iter_mut().chain(s.sunk.iter_mut()).for_each(|card| *card = lift(&mut projects, chance));
    }
}

/// So many missions of the hand are those that were refused; false if there are not so many.
fn refuse(s: &mut State, side: Side, n: usize, chance: &mut impl Chance) -> bool {
    if n == 0 {
        return true;
    }
    let hand: Missions = s.missions[side].titles().collect();
    let enough = hand.len() >= n;
    if enough {
        s.partners.refused[side] = deal(hand, n, chance);
    }
    enough
}

/// How often cards are dealt until they fit what was seen.
const TRIES: usize = 256;

/// The action cards that a side holds, has drawn and put under its deck: each that was kept with a leader shows this leader, and who draws on has
/// seen nobody to recruit.
fn actions(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    let was = (s.action_cards[side], s.recruits[side], s.drawn[side], s.used);
    for _ in 0..TRIES {
        if deal_actions(g, s, side, chance).is_some() && fits_drawn(g, s, side) {
            return;
        }
        (s.action_cards[side], s.recruits[side], s.drawn[side], s.used) = was;
    }
}

/// Deals them once; none if the cards that were kept do not come out.
fn deal_actions(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) -> Option<()> {
    let (t, old) = (&g.tables, s.action_cards[side]);
    let at_once = t.acts_who(side, |card| card.when == When::Immediate);
    let free = |cards: Recruits| cards.without(old.used());
    let (mut deck, mut openings) = (free(t.all_recruits(side)), free(t.openings(side)).without(at_once));
    let mut hand = old.spent();
    let take = |from: &mut Recruits, among: Recruits, chance: &mut _| {
        let among = among.and(*from);
        let card = (!among.is_empty()).then(|| pick(among, chance))?;
        from.take(card);
        Some(card)
    };
    for card in old.held().iter() {
        let leader = old.kept_for(t, side, card);
        let among = match leader {
            Some(leader) => t.acts_who(side, |card| card.leaders.has(leader)),
            None => Recruits::first(CARDS),
        };
        let from = if t.openings(side).has(card) { &mut openings } else { &mut deck };
        hand.keep(t, side, take(from, among.without(at_once), chance)?, leader);
    }
    let drawn = deal(deck, s.drawn[side].len(), chance);
    deck = deck.without(drawn);
    let under = deal(deck, old.under().len(), chance);
    under.iter().for_each(|card| hand.sink(card));
    if s.stage == Stage::Recruit && s.asked == side {
        s.used = s.used.map(|_| pick(drawn, chance));
    }
    (s.action_cards[side], s.drawn[side], s.recruits[side]) = (hand, drawn, deck.without(under));
    Some(())
}

/// Whether a side has drawn as many cards as it would have: two, and on only as long as nobody could be recruited.
fn fits_drawn(g: &Rebellion, s: &State, side: Side) -> bool {
    let drawn = s.drawn[side];
    if drawn.is_empty() {
        return true;
    }
    let shows =
        drawn.iter().filter(|&card| !recruit::shown_by(g, s, Recruits::only(card)).is_empty()).count();
    let left = !s.recruits[side].is_empty() || !s.action_cards[side].under().is_empty();
    let on = drawn.len() > usize::from(g.tables.refresh.recruits);
    if on { shows == 1 || shows == 0 && !left } else { shows > 0 || !left }
}

/// Takes a card by lot out of a pile.
fn lift(deck_counts: &mut DeckCounts, chance: &mut impl Chance) -> Mission {
    let card = deck_counts.cards().nth(chance.below(deck_counts.len())).expect("below how many there are");
    deck_counts.take(card);
    card
}

/// The base anywhere that neither the Empire's probe cards nor what everybody saw rules out; the cards under the probe deck are any others,
/// and what the Rebels draw for a new base comes from the top.
fn hide(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let deep = |s: &State, cards: Places| -> Vec<i8> { cards.iter().map(|card| s.depth[card]).collect() };
    // Those that the Empire gave back it knows, and not which lie on top and which at the bottom.
    let given = s.planted.and(probes::deck(g, s));
    let (mut depths, mut known) = (deep(s, probes::deck(g, s).without(given)), deep(s, given));
    let base = pick(s.possible.without(s.probes), chance);
    s.base = Some(base);
    s.depth[base] = 0;
    if depths.iter().any(|&depth| depth != 0) {
        for card in probes::deck(g, s).without(given).iter() {
            s.depth[card] = depths.swap_remove(chance.below(depths.len()));
        }
    }
    if known.iter().any(|&depth| depth != 0) && s.stage != Stage::Effect {
        for card in given.iter() {
            s.depth[card] = known.swap_remove(chance.below(known.len()));
        }
    }
    if s.stage == Stage::Relocate {
        probes::look(g, s, s.havens.len(), chance);
    } else if bases::names(g, s) {
        s.havens = deal(s.possible.without(Places::only(base)), s.havens.len(), chance);
    }
}

/// Objectives of the same stages where the Empire does not see which: in the hand, on top of the deck and at its bottom.
fn objectives(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let known = s.known;
    let (mut hand, mut looked) = (known.and(s.hand), Objectives::EMPTY);
    for &stage in &g.tables.stages {
        let mut left = stage.without(s.played).without(known);
        let mut next = |n: usize| {
            let dealt = deal(left, n, chance);
            left = left.without(dealt);
            dealt
        };
        hand = hand.or(next(s.hand.and(stage).without(known).len()));
        looked = looked.or(next(s.looked.and(stage).len()));
        let unseen = |one: &&mut Objective| stage.has(**one) && !known.has(**one);
        for fixed in s.top.iter_mut().chain(s.bottom.iter_mut()).filter(unseen) {
            *fixed = next(1).nth(0);
        }
    }
    (s.hand, s.looked) = (hand, looked);
}

fn pick<K: Finite, W: Word>(among: Set<K, W>, chance: &mut impl Chance) -> K {
    among.nth(chance.below(among.len()))
}

fn deal<K: Finite, W: Word>(mut among: Set<K, W>, n: usize, chance: &mut impl Chance) -> Set<K, W> {
    let mut dealt = Set::EMPTY;
    for _ in 0..n {
        let card = pick(among, chance);
        among.take(card);
        dealt.add(card);
    }
    dealt
}

/// Where the base can be for a side: the Rebels know it, the Empire has its probe cards.
pub fn possible(s: &State, side: Side) -> Places {
    match (side, s.base) {
        (Side::Rebels, Some(base)) => Places::only(base),
        _ => s.possible.without(s.probes),
    }
}
