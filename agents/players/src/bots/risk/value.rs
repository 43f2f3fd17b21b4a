//! What taking a planet is worth to a seat, and what an attack is worth.

use holotable_games::risk::board::Emperor;
use holotable_games::risk::odds::{self, Duel};
use holotable_games::risk::sight::knows_emperor;
use holotable_games::risk::words::{Army, Faction, Planet, Planets, Seat};
use holotable_games::risk::{Risk, State, battle, end};

use super::front::Front;
use super::weights::{GAME, Weights};

/// What a seat goes by.
pub fn weights(g: &Risk, seat: Seat) -> Weights {
    if g.star_wars { Weights::of(g.faction(seat), g.players) } else { Weights::STANDARD }
}

/// How likely the Emperor is on a planet, as everybody but the Empire can tell.
pub fn emperor_here(g: &Risk, s: &State, seat: Seat, planet: Planet) -> f64 {
    if knows_emperor(g, seat) {
        return f64::from(u8::from(s.emperor == Emperor::On(planet)));
    }
    let on_board: u32 = s.board.bases.values().iter().map(|&n| u32::from(n)).sum();
    let all = on_board + u32::from(s.stack) + u32::from(s.tokens);
    if all == 0 { 0.0 } else { f64::from(s.board.bases[planet]) / f64::from(all) }
}

/// What it is worth to a seat to take a planet from whoever holds it.
pub fn of_taking(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let (g, s) = (f.g, f.s);
    let map = &g.tables.map;
    let Some(owner) = f.owner(planet) else { return 0.0 };
    let mut value = w.planet;
    let region = &map.regions[map.worlds[planet].region];
    let rest = region.planets.without(s.board.destroyed);
    let (missing, bonus) = (rest.without(f.mine), f64::from(region.bonus));
    // All of a region, or a part of the way to it.
    let share = 1.0 - missing.len() as f64 / rest.len() as f64;
    value += w.region * bonus * if missing.len() == 1 { 1.0 } else { 0.25 * share * share };
    if owner != Army::Neutral && rest.without(s.board.held[owner]).is_empty() {
        value += w.deny * bonus;
    }
    let robbed = s.robbed.iter().any(|army| g.factions[army] == g.factions[owner]);
    if !robbed && (g.star_wars || s.robbed.is_empty()) {
        value += w.card;
    }
    let Some(seat) = owner.seat() else { return value + resources(f, w, planet, None) };
    value += resources(f, w, planet, Some(seat));
    let left = s.board.held[owner].len();
    if left <= 4 {
        value += w.finish / left as f64;
    }
    if g.star_wars && s.board.bases[planet] > 0 && g.faction(f.me) == Faction::Rebels {
        value += w.base + GAME * emperor_here(g, s, f.me, planet);
    }
    if g.star_wars && g.faction(f.me) == Faction::Empire && g.faction(seat) == Faction::Rebels {
        let rebels: usize =
            g.seats_of[Faction::Rebels].iter().map(|seat| s.board.held[Army::of(seat)].len()).sum();
        value += w.hunt * 12.0 / (rebels.max(3)) as f64;
        if rebels == 1 {
            value += GAME;
        }
    }
    value
}

/// What its resources count for: for the Hutts themselves, or against Hutts who have many.
fn resources(f: &Front<'_>, w: &Weights, planet: Planet, owner: Option<Seat>) -> f64 {
    let (g, s) = (f.g, f.s);
    let map = &g.tables.map;
    if !g.star_wars || !map.resources.has(planet) {
        return 0.0;
    }
    let need = end::needed(g, s);
    let held = |seat: Seat| s.board.held[Army::of(seat)].and(map.resources).len();
    if g.faction(f.me) == Faction::Hutts {
        let have = held(f.me);
        let last = if have + 1 >= need { GAME } else { 0.0 };
        return w.resource + w.resource_run * have.saturating_sub(5) as f64 + last;
    }
    match owner {
        Some(seat) if g.faction(seat) == Faction::Hutts => {
            let have = held(seat);
            let close = (have + 4).saturating_sub(need) as f64;
            w.check_hutts * close * close.max(1.0)
        }
        _ => 0.0,
    }
}

/// What an attack until one side breaks is worth, and how likely it takes the planet.
pub fn of_attack(f: &Front<'_>, w: &Weights, from: Planet, to: Planet) -> (f64, f64) {
    let s = f.s;
    let (troops, defenders) = (s.board.troops[from], s.board.troops[to]);
    if s.star == Some(to) {
        return of_star(f, w, from, to);
    }
    let odds = Duel::between(s, from, to).odds(troops - 1, defenders);
    let lost = f64::from(troops - 1) - odds.attackers_left;
    let killed = f64::from(defenders) - odds.defenders_left;
    // What stays behind is weaker: who is next to both may come back.
    let exposed = f64::from(f.threat[from].min(8)) * 0.05 + f64::from(f.threat[to].min(8)) * 0.05;
    let value = odds.win * (of_taking(f, w, to) - exposed) - w.loss * lost + w.kill * killed;
    (value, odds.win)
}

/// What the try at the Death Star is worth.
fn of_star(f: &Front<'_>, w: &Weights, from: Planet, to: Planet) -> (f64, f64) {
    let (g, s) = (f.g, f.s);
    let chance = odds::of_star(g, s, from, to);
    let after = (of_taking(f, w, to) + 4.0) * chance;
    let dice = f64::from(battle::attack_dice(s, &order(s, from, to)).dice);
    (after - (1.0 - chance) * w.loss * dice * 1.5, chance)
}

fn order(s: &State, from: Planet, to: Planet) -> holotable_games::risk::state::Order {
    let how = holotable_games::risk::words::How::Once;
    holotable_games::risk::state::Order { from, to, how, with: s.ready, parry: 0, one_die: false }
}

/// How much an own planet needs troops to be held or to attack from.
pub fn of_troops(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let s = f.s;
    let own = f64::from(s.board.troops[planet]) + f64::from(s.reserve[Army::of(f.me)]);
    let mut best = 0.0_f64;
    for to in f.foes(planet).iter() {
        if s.star == Some(to) {
            continue;
        }
        let odds = Duel::between(s, planet, to).odds((own as u16).saturating_sub(1), s.board.troops[to]);
        let spent = own - 1.0 - odds.attackers_left;
        best = best.max(odds.win * of_taking(f, w, to) - 0.5 * w.loss * spent);
    }
    let holds = hold(f, w, planet);
    let short = f64::from(f.threat[planet]) - f64::from(s.board.troops[planet]);
    best + if short > 0.0 { holds * (short / 10.0).min(1.0) } else { 0.0 }
}

/// What losing an own planet would cost.
pub fn hold(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let (g, s) = (f.g, f.s);
    let map = &g.tables.map;
    let region = &map.regions[map.worlds[planet].region];
    let rest = region.planets.without(s.board.destroyed);
    let whole = rest.without(f.mine).is_empty();
    let mut value = w.planet + if whole { w.region * f64::from(region.bonus) } else { 0.0 };
    if g.star_wars && g.faction(f.me) == Faction::Hutts && map.resources.has(planet) {
        value += w.resource
            + w.resource_run * s.board.held[Army::of(f.me)].and(map.resources).len().saturating_sub(5) as f64;
    }
    if s.emperor == Emperor::On(planet) && knows_emperor(g, f.me) {
        value += GAME;
    }
    if s.board.held[Army::of(f.me)].len() <= 3 {
        value += w.finish;
    }
    value
}

/// The planets of a faction's armies.
pub fn planets_of(g: &Risk, s: &State, faction: Faction) -> Planets {
    g.seats_of[faction].iter().fold(Planets::EMPTY, |all, seat| all.or(s.board.held[Army::of(seat)]))
}

/// The Death Star is a plug: on the Emperor's planet when he is in danger, else on a gate with resources.
pub fn star_place(f: &Front<'_>, w: &Weights, planet: Planet) -> f64 {
    let s = f.s;
    let emperor = if s.emperor == Emperor::On(planet) && f.threat[planet] > 2 { 10.0 } else { 0.0 };
    let resource = if f.g.tables.map.resources.has(planet) { 1.5 } else { 0.0 };
    let foes = f.foes(planet).len() as f64;
    emperor + resource + 0.6 * foes + 0.1 * hold(f, w, planet).min(10.0)
}
