//! What to do with cards: sets, ships, directives.

use holotable_env::Finite;
use holotable_games::risk::Action;
use holotable_games::risk::cards::Verb;
use holotable_games::risk::odds::Duel;
use holotable_games::risk::pending::Pending;
use holotable_games::risk::state::Order;
use holotable_games::risk::words::{Army, Class, Faction, Kind, Planet, count};

use super::front::Front;
use super::value;
use super::weights::{GAME, Weights};

/// The verb of a card of the seat that acts.
fn verb(f: &Front<'_>, card: Kind) -> Option<Verb> {
    f.g.deck(f.s.asked).kinds.get(card.index()).and_then(|card| card.verb)
}

/// How gladly a card is kept for its directive.
fn keeps(f: &Front<'_>, w: &Weights, card: Kind) -> f64 {
    match verb(f, card) {
        Some(Verb::DestroyStar) => 2.0 * w.directive,
        Some(Verb::Fire | Verb::Cancel | Verb::Protect) => 3.0 * w.directive,
        Some(Verb::RebuildStar) if f.s.star.is_none() => 3.0 * w.directive,
        Some(Verb::RebuildStar) => 0.5 * w.directive,
        Some(Verb::AddTroops { n } | Verb::KillTroops { n, .. }) => 0.5 * f64::from(n),
        Some(Verb::Force { n } | Verb::Dice { n }) => w.directive * f64::from(n),
        Some(Verb::Discard { .. } | Verb::KillShip { .. }) => w.directive,
        None => 0.0,
    }
}

/// The score of an action of the card step; going on is 0.
pub fn of_playing(f: &Front<'_>, w: &Weights, a: Action) -> f64 {
    let s = f.s;
    match a {
        Action::Trade { card } => {
            // The troops of a set of three less the directives that go with it. Hutts hoard until they break out (p16).
            let hand = count(&s.hands[f.me.index()]);
            let classes = f.g.deck(f.me).card(card).class;
            let patience =
                if f.g.star_wars && f.g.faction(f.me) == Faction::Hutts && hand < 6 { 2.0 } else { 0.0 };
            let mixed = if classes == Class::Fighter { 1.0 } else { 0.0 };
            if matches!(s.pending, Pending::Set { .. }) {
                5.0 - keeps(f, w, card) + mix(f, card)
            } else {
                2.2 + mixed - keeps(f, w, card) - patience
            }
        }
        Action::Build { card } => {
            let class = f.g.deck(f.me).card(card).class;
            let ships = [0.9, 1.0, 1.7][class.index()];
            2.2 * ships - keeps(f, w, card) - 1.2
        }
        Action::Play { card } => of_directive(f, w, card),
        _ => 0.0,
    }
}

/// One of each is worth more than three of a class.
fn mix(f: &Front<'_>, card: Kind) -> f64 {
    let class = |kind: Kind| f.g.deck(f.me).card(kind).class;
    if f.s.now().set.last().is_some_and(|&last| class(last) != class(card)) { 3.0 } else { 0.0 }
}

/// The score of playing a directive now.
fn of_directive(f: &Front<'_>, w: &Weights, card: Kind) -> f64 {
    let (s, invading) = (f.s, f.s.pending == Pending::Invade);
    match verb(f, card) {
        Some(Verb::Force { .. } | Verb::Discard { .. } | Verb::RebuildStar) => 4.0,
        Some(Verb::AddTroops { .. }) if !invading => 1.0,
        // What is removed just before an attack costs the attacker less.
        Some(Verb::KillTroops { n, .. }) if invading => {
            let best = f.attacks().filter(|(_, to)| s.star != Some(*to) && s.board.troops[*to] > 2).map(
                |(from, to)| {
                    let now =
                        Duel::between(s, from, to).odds(s.board.troops[from] - 1, s.board.troops[to]).win;
                    let left = s.board.troops[to].saturating_sub(u16::from(n)).max(1);
                    let then = Duel::between(s, from, to).odds(s.board.troops[from] - 1, left).win;
                    (then - now) * value::of_taking(f, w, to)
                },
            );
            best.fold(0.0, f64::max) - 0.8
        }
        Some(Verb::Dice { n }) if invading => {
            let best = f.attacks().filter(|(_, to)| s.star != Some(*to)).map(|(from, to)| {
                let duel = Duel::between(s, from, to);
                let (a, d) = (s.board.troops[from] - 1, s.board.troops[to]);
                let (now, then) = (duel.odds(a, d), Duel { plus: n, ..duel }.odds(a, d));
                (then.win - now.win) * value::of_taking(f, w, to)
                    + w.loss * (then.attackers_left - now.attackers_left)
            });
            best.fold(0.0, f64::max) - w.directive * f64::from(n)
        }
        // It stands in the way, or might fire.
        Some(Verb::DestroyStar) => {
            let star = s.star.map_or(0.0, |at| {
                if f.threat[at] > 0 || near(f, at) { value::of_taking(f, w, at) } else { 0.0 }
            });
            star - 2.5
        }
        Some(Verb::Fire) => 3.0,
        _ => -1.0,
    }
}

/// Whether an own planet is next to one.
fn near(f: &Front<'_>, at: Planet) -> bool {
    !f.g.tables.map.next_to[at].and(f.mine).is_empty()
}

/// The score of an answer to an attack; nothing is 0.
pub fn of_answer(f: &Front<'_>, w: &Weights, order: &Order, card: Kind) -> f64 {
    let s = f.s;
    let attackers = s.board.troops[order.from].saturating_sub(1);
    let defenders = s.board.troops[order.to];
    let duel = Duel::of(s, order);
    let stake = value::hold(f, w, order.to) + 1.0 + taker(f, order.to);
    if s.star == Some(order.to) {
        return if matches!(verb(f, card), Some(Verb::Cancel | Verb::Protect)) { 0.1 } else { -1.0 };
    }
    let now = duel.odds(attackers, defenders);
    // What the directive saves: of the planet, and of troops.
    let saves = |duel: Duel, attackers: u16, defenders: u16| {
        let then = duel.odds(attackers, defenders);
        (now.win - then.win) * stake + 0.4 * (then.defenders_left - now.defenders_left)
    };
    let saved = match verb(f, card) {
        Some(Verb::Cancel | Verb::Protect) => now.win * stake,
        Some(Verb::AddTroops { n }) => saves(duel, attackers, defenders + u16::from(n)),
        Some(Verb::Dice { n }) => saves(Duel { parry: n, ..duel }, attackers, defenders),
        Some(Verb::KillTroops { n, .. }) => saves(duel, attackers.saturating_sub(u16::from(n)), defenders),
        Some(Verb::KillShip { class }) => {
            let mut less = duel;
            less.attacker[class] = less.attacker[class].saturating_sub(1);
            saves(less, attackers, defenders)
        }
        _ => 0.0,
    };
    saved - keeps(f, w, card)
}

/// What the attacker would gain, where that decides the game.
fn taker(f: &Front<'_>, planet: Planet) -> f64 {
    let (g, s) = (f.g, f.s);
    let theirs = Front::seen_by(g, s, s.turn);
    let w = value::weights(g, s.turn);
    let gain = value::of_taking(&theirs, &w, planet);
    if gain > GAME / 2.0 { gain } else { 0.3 * gain.min(6.0) }
}

/// The score of a target of the card that waits.
pub fn of_target(f: &Front<'_>, w: &Weights, card: Kind, planet: Planet) -> f64 {
    let s = f.s;
    match verb(f, card) {
        Some(Verb::AddTroops { .. }) => value::of_troops(f, w, planet),
        Some(Verb::RebuildStar) => value::star_place(f, w, planet),
        Some(Verb::KillTroops { n, .. }) => {
            let beside = f.g.tables.map.next_to[planet].and(f.mine).iter();
            let strongest = beside.map(|own| s.board.troops[own]).max().unwrap_or(0);
            let removed = f64::from(u16::from(n).min(s.board.troops[planet] - 1));
            removed * 0.5 + if strongest > 1 { value::of_taking(f, w, planet) } else { 0.0 }
        }
        _ => 0.0,
    }
}

/// The score of a planet to be destroyed.
pub fn of_shot(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let hutts = f.owner(planet).and_then(Army::seat).is_some_and(|seat| f.g.faction(seat) == Faction::Hutts);
    let resource = if hutts && f.g.tables.map.resources.has(planet) { 1.0 } else { 0.0 };
    value::of_taking(f, w, planet) + 0.8 * f64::from(f.s.board.troops[planet]) + resource
}
