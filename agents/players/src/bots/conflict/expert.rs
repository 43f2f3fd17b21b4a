//! `expert`: each action by what it gains in cards, in steps of the marker and in heroes.

use holotable_env::{Finite, Game, GameRng, Row, Sample, Sink, generator, legal_actions};
use holotable_games::conflict::play::drawn;
use holotable_games::conflict::words::{ByColour, Card, Colour, Leader, Power, Value};
use holotable_games::conflict::{Action, Conflict, State};

use super::worth;
use crate::bots::ExpertFeatures;
use crate::policy::Policy;

// What things are worth, in points. A search by hill climbing chose the numbers, for wins in several members of the family.

/// A step of the marker far from the end of the track, and how much more it is worth near the end.
const STEP: f64 = 0.25;
const STEP_AT_THE_END: f64 = 2.25;
/// A hero in the hand.
const HERO: f64 = 20.0;
/// A card drawn from each deck.
const DRAWN: ByColour<f64> = ByColour::new([0.7, 1.35, 2.3]);
/// A card that pays for a card of each deck.
const PRICE: ByColour<f64> = ByColour::new([0.0, 0.15, 0.8]);
/// A stored result, and a card more of it.
const STORED: f64 = -0.2;
const STORED_CARD: f64 = 0.5;
/// The probability of the expert's choice where there are others.
const CHOSEN: f64 = 0.9;

#[derive(Clone, Copy, Row)]
struct Judgement {
    /// What a step of the marker is worth, in points.
    #[row(unit = "/4, at most 1")]
    step: f32,
    /// The chance that an unseen black card which may be a hero is one.
    #[row(unit = "probability")]
    hero_chance: f32,
}

/// Maximises what an action gains.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expert;

impl Policy<Conflict> for Expert {
    fn choose(&mut self, g: &Conflict, s: &State, _rng: &mut GameRng) -> Action {
        best(g, s, &legal_actions(g, s))
    }
}

impl ExpertFeatures<Conflict> for Expert {
    fn of(_game: &Conflict) -> Self {
        Self
    }

    fn write(&self, _g: &Conflict, s: &State, _viewer: usize, out: &mut impl Sink) {
        out.row("judgement", "what the expert weighs actions by", || Judgement {
            step: (step(s) / 4.0).min(1.0) as f32,
            hero_chance: hero_chance(s) as f32,
        });
    }

    fn action_distribution(&self, g: &Conflict, s: &State, mut f: impl FnMut(Action, f64)) {
        let legal = legal_actions(g, s);
        let Some(others) = legal.len().checked_sub(1) else { return };
        let chosen = best(g, s, &legal);
        for a in legal {
            let rest = if others > 0 { (1.0 - CHOSEN) / others as f64 } else { 0.0 };
            f(a, if a == chosen { 1.0 - rest * others as f64 } else { rest });
        }
    }
}

fn best(g: &Conflict, s: &State, legal: &[Action]) -> Action {
    let values: Vec<f64> = legal.iter().map(|a| value(g, s, *a)).collect();
    let first = |best: usize, i: usize| if values[i] > values[best] { i } else { best };
    legal[(1..legal.len()).fold(0, first)]
}

/// What a step of the marker is worth: more near the end.
fn step(s: &State) -> f64 {
    STEP + STEP_AT_THE_END / f64::from(s.world.track - s.marker).max(1.0)
}

fn value(g: &Conflict, s: &State, a: Action) -> f64 {
    match a {
        Action::Done => 0.0,
        Action::Draw { dice, value, deck } => draw(g, s, deck, drawn(dice, value)),
        Action::Help { .. } => {
            let mut helped = *s;
            // Nothing is rolled again, so no luck is asked for.
            g.step(&mut helped, a, &mut Sample(generator(0, 0)));
            best_draw(g, &helped) - best_draw(g, s)
        }
        Action::Store { value } => {
            let keeps = s.stored.map_or(0, Value::cards);
            STORED + STORED_CARD * (f64::from(value.cards()) - f64::from(keeps))
        }
        Action::Reveal { value, deck } => reveal(s, deck, value.cards()),
        Action::Place { card } => {
            let attack = s.world.cards[card].attack;
            if card.is_hero() { HERO } else { -f64::from(attack) - 0.1 * f64::from(card.moves()) }
        }
        Action::Discard { card } => -worth(card),
        Action::Play { card } => -f64::from(card.moves()) * step(s) - worth(card),
        Action::Start { deck } => start(s, deck),
        Action::Cover { leader, card } if card.is_hero() => HERO + f64::from(s.world.leaders[leader]),
        Action::Cover { leader, card } => cover(g, s, leader) - 0.01 * worth(card),
    }
}

/// The chance that an unseen card of the Black deck, past the places without one, is a hero.
fn hero_chance(s: &State) -> f64 {
    let deck = &s.decks[Colour::Black];
    let unknown = f64::from(State::among(&s.bag, Colour::Black)) - f64::from(deck.without_heroes);
    if unknown > 0.0 { f64::from(s.bag[Card::HERO]) / unknown } else { 0.0 }
}

/// How many heroes, and how many steps of the marker, the next `n` cards of a deck are expected to bring.
fn expects(s: &State, deck: Colour, n: u8) -> (f64, f64) {
    let among = f64::from(State::among(&s.bag, deck)).max(1.0);
    let ambush: f64 = s
        .bag
        .iter()
        .filter(|(card, _)| card.colour() == deck)
        .map(|(card, n)| f64::from(*n) * f64::from(s.world.cards[card].ambush))
        .sum();
    let known = &s.decks[deck];
    (0..usize::from(n)).fold((0.0, 0.0), |(heroes, steps), i| {
        let Some(top) = known.top.get(i) else {
            let may = deck == Colour::Black && i >= known.top.len() + usize::from(known.without_heroes);
            return (heroes + if may { hero_chance(s) } else { 0.0 }, steps + ambush / among);
        };
        let printed = s.world.cards[top.card];
        let symbols = if top.face_up { printed.attack } else { printed.ambush };
        (heroes + f64::from(u8::from(top.card.is_hero())), steps + f64::from(symbols))
    })
}

fn draw(g: &Conflict, s: &State, deck: Colour, n: u8) -> f64 {
    let (heroes, steps) = expects(s, deck, n);
    let price = f64::from(g.price(deck, n, true));
    let cards = f64::from(n);
    HERO * heroes + DRAWN[deck] * (cards - heroes) - PRICE[deck] * price - steps * step(s)
}

fn best_draw(g: &Conflict, s: &State) -> f64 {
    let draws = legal_actions(g, s).into_iter().filter(|a| matches!(a, Action::Draw { .. }));
    draws.map(|a| value(g, s, a)).fold(0.0, f64::max)
}

/// Looking is worth something where it is free, or where heroes may lie.
fn reveal(s: &State, deck: Colour, n: u8) -> f64 {
    let top = &s.decks[deck].top;
    let new = (0..usize::from(n)).filter(|i| top.get(*i).is_none_or(|top| !top.face_up)).count() as f64;
    match deck {
        Colour::Yellow => 0.15 * new,
        Colour::Orange | Colour::Black => 0.1 * new - 1.0,
    }
}

fn start(s: &State, deck: Colour) -> f64 {
    let card = s.starting[s.me()];
    let known = s.decks[deck].top.first();
    let power = match card.power {
        Power::Take => 0.9 - expects(s, deck, 1).1 * step(s),
        Power::Bottom if deck == Colour::Black => match known {
            Some(top) if top.card.is_hero() => -HERO,
            Some(_) => 1.5,
            None if s.decks[deck].without_heroes > 0 => 1.4,
            None => 1.2 - 6.0 * hero_chance(s),
        },
        Power::Bottom => 0.0,
        Power::Peek if deck == Colour::Black => {
            if known.is_none() {
                0.6
            } else {
                0.1
            }
        }
        Power::Peek => {
            if known.is_none() {
                0.2
            } else {
                0.0
            }
        }
    };
    power - f64::from(card.symbols) * step(s)
}

/// What covering the leaders from this one on gains at best, with the cheapest cards.
fn cover(g: &Conflict, s: &State, first: Leader) -> f64 {
    let me = s.me();
    let mut costs: Vec<f64> = Card::all()
        .filter(|card| !card.is_hero())
        .flat_map(|card| (0..s.in_hand(me, card)).map(move |_| worth(card)))
        .collect();
    costs.sort_by(f64::total_cmp);
    if g.simplified {
        let gain = f64::from(s.world.leaders[first]) * step(s);
        return costs.first().map_or(-1.0, |cost| gain - cost);
    }
    let bare = Leader::all().skip(first as usize).filter(|leader| s.covers[*leader].is_none());
    let (mut sum, mut most) = (0.0, -1.0_f64);
    for (leader, cost) in bare.zip(costs) {
        sum += f64::from(s.world.leaders[leader]) * step(s) - cost;
        most = most.max(sum);
    }
    most
}
