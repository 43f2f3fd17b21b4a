//! `expert`: scores every legal action of a decision by named weights and takes the best.

use holotable_env::{Chance, Finite, GameRng, legal_actions};
use holotable_games::risk::board::Emperor;
use holotable_games::risk::odds::Duel;
use holotable_games::risk::pending::Pending;
use holotable_games::risk::state::Order;
use holotable_games::risk::words::{Army, Dice, Faction, How, Lot, Part, Planet};
use holotable_games::risk::{Action, Risk, State, battle, moves};

use super::front::Front;
use super::weights::{GAME, Weights};
use super::{cards, value};
use crate::policy::Policy;

/// Plays each faction for what it wins by.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expert;

impl Policy<Risk> for Expert {
    fn choose(&mut self, g: &Risk, s: &State, rng: &mut GameRng) -> Action {
        let legal = legal_actions(g, s);
        let scores = scores(g, s, &legal);
        // Among equals any: two games of the same players shall not be the same.
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let equals: Vec<usize> = (0..legal.len()).filter(|&i| scores[i] >= best - 1e-9).collect();
        legal[equals[rng.below(equals.len())]]
    }
}

/// How good each action is, on a scale of its own for each stage.
pub fn scores(g: &Risk, s: &State, legal: &[Action]) -> Vec<f64> {
    let f = Front::of(g, s);
    let w = value::weights(g, s.asked);
    legal.iter().map(|&a| score(&f, &w, a)).collect()
}

fn score(f: &Front<'_>, w: &Weights, a: Action) -> f64 {
    match (f.s.pending, a) {
        (Pending::Claim | Pending::ClaimForHutts, Action::Choose { planet }) => claim(f, w, planet),
        (Pending::PlaceStar, Action::Choose { planet }) => value::star_place(f, w, planet),
        (Pending::Muster, Action::Place { planet, .. }) => muster(f, w, planet),
        (Pending::MusterForHutts, Action::Place { planet, .. }) => guard(f, planet),
        (Pending::Token | Pending::MoveBase { .. }, Action::Choose { planet }) => hide(f, planet),
        (Pending::Cards | Pending::Set { .. }, a) => cards::of_playing(f, w, a),
        (Pending::Place, Action::Place { planet, lot }) => {
            value::of_troops(f, w, planet) - if lot == Lot::All { 0.0 } else { 0.01 }
        }
        (Pending::PlaceShip, Action::Choose { planet }) => {
            value::of_troops(f, w, planet) + 0.2 * f64::from(f.s.board.troops[planet].min(20))
        }
        (Pending::Invade, a) => invade(f, w, a),
        (Pending::Defend { order }, Action::Play { card }) => cards::of_answer(f, w, &order, card),
        (Pending::Advance { order }, a) => advance(f, w, &order, a),
        (Pending::Target { card, .. }, Action::Choose { planet }) => cards::of_target(f, w, card, planet),
        (Pending::Aim { .. }, Action::Aim { seat }) => {
            f64::from(holotable_games::risk::words::count(&f.s.hands[seat.index()]))
        }
        (Pending::From, Action::Choose { planet }) => leave(f, planet),
        (Pending::To { .. }, Action::Choose { planet }) => reach(f, w, planet),
        (Pending::ShipsTo { .. }, Action::Choose { planet }) => value::of_troops(f, w, planet),
        (Pending::Carry { .. }, Action::Move { part: Part::All })
        | (Pending::Consent { .. }, Action::Agree)
        | (Pending::CarryShips { .. }, Action::Bring { .. }) => 1.0,
        (Pending::Carry { .. }, Action::Done) => -1.0,
        (Pending::Defend { order }, Action::Limit { dice: Dice::One }) => one_die(f.s, &order),
        // Troops of a team-mate fight as well as one's own: a planet is taken over only where it completes a region.
        (Pending::Command, Action::Choose { planet }) => completes(f, planet) - 0.5,
        (Pending::ShipsFrom, Action::Choose { planet }) => {
            if f.is_border(planet) {
                -1.0
            } else {
                1.0
            }
        }
        (Pending::Orbit { .. }, Action::Choose { planet }) => {
            value::star_place(f, w, planet) - value::star_place(f, w, f.s.star.unwrap_or(planet)) - 1.0
        }
        (Pending::Orbit { .. }, Action::Play { .. }) => 3.0,
        (Pending::Shot { .. }, Action::Choose { planet }) => cards::of_shot(f, w, planet),
        _ => 0.0,
    }
}

/// What one die in defence gains over two: the chance to hold the planet, or troops of a single battle.
fn one_die(s: &State, order: &Order) -> f64 {
    let (attackers, defenders) = (s.board.troops[order.from] - 1, s.board.troops[order.to]);
    if attackers == 0 {
        // A card has killed who would attack.
        return -1.0;
    }
    let two = Duel::of(s, order);
    let one = Duel { one_die: true, ..two };
    let gain = match order.how {
        How::Break => two.odds(attackers, defenders).win - one.odds(attackers, defenders).win,
        How::Once => {
            let most = battle::attack_dice(s, order).dice.into();
            let balance = |duel: &Duel| {
                let mut balance = 0.0;
                duel.battle(most, defenders.into(), |killed, lost, p| {
                    balance += p * (killed as f64 - lost as f64);
                });
                balance
            };
            balance(&one) - balance(&two)
        }
    };
    gain - 1e-9
}

/// Planets near one's own, in small regions; resources for the Hutts, and against them.
fn claim(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let (g, s) = (f.g, f.s);
    let map = &g.tables.map;
    let army = if s.pending == Pending::Claim { s.mine() } else { Army::Neutral };
    let held = s.board.held[army];
    let region = &map.regions[map.worlds[planet].region];
    let own = region.planets.and(held).len() as f64;
    let near = map.next_to[planet].and(held).len() as f64;
    let lost = region.planets.without(held).and(s.board.taken()).len() as f64;
    let size = region.planets.len() as f64;
    let resource = if g.star_wars && map.resources.has(planet) { w.claim_resource } else { 0.0 };
    let ours =
        0.8 * near + 6.0 * (own + 1.0) / size * f64::from(region.bonus) / size - 0.5 * lost / size + resource;
    // What the Hutts get shall be in nobody's way: not next to the own planets.
    if s.pending == Pending::ClaimForHutts {
        -(map.next_to[planet].and(s.board.held[s.mine()]).len() as f64)
    } else {
        ours
    }
}

/// Starting troops: a few strong places at the border, the Emperor's planets to come among them.
fn muster(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let troops = f64::from(f.s.board.troops[planet]);
    let foes = f.foes(planet).len() as f64;
    if foes == 0.0 {
        return -1.0;
    }
    let targets = f.foes(planet).iter().map(|to| value::of_taking(f, w, to)).fold(0.0, f64::max);
    let danger = f64::from(f.threat[planet]) - troops;
    let crowd = if troops < w.full { 0.4 * troops } else { -w.crowd * (troops - w.full) };
    w.target * targets + w.danger * danger.min(4.0) + crowd
}

/// The neutral Hutts' troops stand where they are in the way of others, not of the seat that places them.
fn guard(f: &Front<'_>, planet: Planet) -> f64 {
    let map = &f.g.tables.map;
    let others = map.next_to[planet].and(f.enemies).without(f.s.board.held[Army::Neutral]).len() as f64;
    others - 1.5 * map.next_to[planet].and(f.mine).len() as f64
}

/// The Emperor goes where the Rebels are far and the garrison is strong, decoys to where eight-siders help.
fn hide(f: &Front<'_>, planet: Planet) -> f64 {
    let (g, s) = (f.g, f.s);
    let rebels = value::planets_of(g, s, Faction::Rebels);
    let map = &g.tables.map;
    let near = map.next_to[planet].and(rebels);
    let strength: u16 = near.iter().map(|rebel| s.board.troops[rebel]).sum();
    if s.emperor == Emperor::InHand {
        let second = map.within(planet, 2, s.board.taken()).and(rebels).len() as f64;
        let plug = if s.star == Some(planet) { 6.0 } else { 0.0 };
        return plug + 0.3 * f64::from(s.board.troops[planet])
            - 0.5 * f64::from(strength)
            - 3.0 * near.len() as f64
            - second;
    }
    f64::from(f.threat[planet].min(12)) * 0.3 + 0.2 * f64::from(s.board.troops[planet])
}

/// Attacks are worth what they win less what they cost; going on is worth 0.
fn invade(f: &Front<'_>, w: &Weights, a: Action) -> f64 {
    let map = &f.g.tables.map;
    match a {
        Action::Attack { route, how } => {
            let Some((from, to)) = map.ends(route) else { return -10.0 };
            let (value, chance) = value::of_attack(f, w, from, to);
            let star = f.s.star == Some(to);
            let value = if !star && chance < 0.25 && value < GAME / 4.0 { -1.0 } else { value - w.nerve };
            value - if how == How::Once && !star { 0.05 } else { 0.0 }
        }
        Action::Play { .. } => cards::of_playing(f, w, a),
        Action::Limit { .. } | Action::Leave { .. } => -1.0,
        _ => 0.0,
    }
}

/// Troops go where there is more to do.
fn advance(f: &Front<'_>, w: &Weights, order: &Order, a: Action) -> f64 {
    let (behind, ahead) = (need(f, w, order.from), need(f, w, order.to));
    match a {
        Action::Move { part } if ahead >= behind => {
            if part == Part::All {
                2.0
            } else {
                1.0
            }
        }
        // Some protection for what was taken, if there is plenty.
        Action::Move { part: Part::Three }
            if f.s.board.troops[order.from] > 8 && f.s.board.troops[order.to] < 4 =>
        {
            0.5
        }
        Action::Bring { .. } if ahead >= behind => 1.0,
        Action::Move { .. } | Action::Bring { .. } => -1.0,
        _ => 0.0,
    }
}

/// How much troops are needed on an own planet: what can be attacked from there, and what threatens it.
fn need(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let best = f.foes(planet).iter().map(|to| value::of_taking(f, w, to)).fold(0.0, f64::max);
    best + 0.2 * f64::from(f.threat[planet].min(15))
        + if f.threat[planet] > 0 { 0.2 * value::hold(f, w, planet).min(20.0) } else { 0.0 }
}

/// From where troops are moved: many in the hinterland.
fn leave(f: &Front<'_>, planet: Planet) -> f64 {
    let spare = f64::from(f.s.board.troops[planet] - 1);
    let emperor = f.s.emperor == Emperor::On(planet)
        && f.g.friends[f.me.index()].has(Army::of(f.me))
        && holotable_games::risk::sight::knows_emperor(f.g, f.me);
    if f.is_border(planet)
        || emperor
        || !moves::destinations(f.g, f.s, planet).iter().any(|to| f.is_border(to))
    {
        -1.0
    } else {
        spare
    }
}

/// Where they are moved.
fn reach(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    if f.is_border(planet) { need(f, w, planet) } else { -1.0 }
}

/// The bonus of the region that a planet would complete.
fn completes(f: &Front<'_>, planet: Planet) -> f64 {
    let map = &f.g.tables.map;
    let region = &map.regions[map.worlds[planet].region];
    let missing = region.planets.without(f.s.board.destroyed).without(f.mine);
    if missing.len() == 1 && missing.has(planet) { f64::from(region.bonus) } else { 0.0 }
}
