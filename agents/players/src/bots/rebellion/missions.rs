//! Missions, for the expert of both sides: which to lay, turn up, oppose or discard, and whom it is worth sending.

use holotable_env::Finite;
use holotable_games::rebellion::goal::When;
use holotable_games::rebellion::state::{Post, Stage};
use holotable_games::rebellion::tables::MissionCard;
use holotable_games::rebellion::words::{Leader, Leaders, Objective, Side, Stack};
use holotable_games::rebellion::{Action, assign, attempt, decider, objectives, passage, scrap, under_way};

use super::forces::{Forces, tactics};
use super::prospects::{about, at, best_of, danger, promise, skill, wins};
use super::weights::Missions;
use super::{actions, choices};

/// What an action that has to do with missions is worth; `None` for all others.
pub fn score(f: &Forces<'_>, w: &Missions, a: Action) -> Option<f64> {
    let s = f.s;
    if let Some(score) = actions::score(f, w, a) {
        return Some(score);
    }
    Some(match (s.stage, a) {
        (Stage::Assign, Action::Assign { mission }) => assigned(f, w, f.g.tables.mission(f.me, mission)),
        // One leader a mission, of partners too: another one does more elsewhere.
        (Stage::Assign, Action::Carry { .. }) => w.nerve - 1.0,
        (Stage::Assign, _) => w.nerve,
        (Stage::Staff, Action::Lead { leader }) => {
            let none = s.on(f.me, assign::stack(s)).is_empty();
            let card = s.stacks[f.me][assign::stack(s).index()].map(|one| f.g.tables.mission(f.me, one));
            if none { card.map_or(0.0, |card| fitness(f, w, card, leader)) } else { -1.0 }
        }
        (Stage::Turn, Action::Carry { stack }) => carried(f, w, stack),
        (Stage::Aim, Action::Choose { place }) => {
            let card = under_way::card(f.g, s);
            at(f, w, card, s.leaders(f.me, Post::Ready), place)
        }
        (Stage::Aim, Action::Seize { leader } | Action::Lead { leader }) => {
            about(f, w, under_way::card(f.g, s), s.leaders(f.me, Post::Ready), leader)
        }
        (Stage::Pick | Stage::Effect | Stage::Reroll | Stage::Eliminate, _) => choices::score(f, w, a),
        (Stage::Scrap, _) if under_way::now(f.g, s).is_some() || scrap::is_for_room(s) => {
            choices::scrapped(f, a)
        }
        (Stage::Load, _) if s.mission[f.me].is_some() || passage::of(f.g, s).is_some() => {
            f64::from(u8::from(a != Action::Done))
        }
        // What is worth least goes.
        (Stage::Discard, Action::Assign { mission }) => -promise(f, w, f.g.tables.mission(f.me, mission)),
        (Stage::Oppose, Action::Lead { leader }) => opposed(f, w, leader),
        (Stage::Inspect, Action::Keep { objective }) => kept(f, objective),
        (Stage::Mobilize, Action::Relocate) => w.mobilize * (danger(f) - w.calm),
        (Stage::Mobilize, Action::Choose { .. }) => -1.0,
        (Stage::Relocate, Action::Choose { place }) => {
            1.0 + f.steps(place, f.carriers()) as f64 - 0.2 * f.g.tables.next_to[place].len() as f64
        }
        (Stage::Load, Action::Seize { .. }) => {
            // Where no unit stays, the captive would go free.
            let left = s.source.is_some_and(|source| f.at(Side::Empire, source).sum() > 0.0);
            if left { -1.0 } else { 0.5 }
        }
        (Stage::Staff | Stage::Oppose | Stage::Mobilize | Stage::Relocate, _) => 0.0,
        _ => return None,
    })
}

/// The leaders who can be spared: those of the pool but for the best in battle, who activate; of partners the own ones.
fn spare(f: &Forces<'_>, w: &Missions) -> Leaders {
    let mut pool: Vec<Leader> = f.s.leaders(f.me, Post::Pool).iter().collect();
    pool.sort_by(|&a, &b| tactics(f.g, f.s, f.me, b).total_cmp(&tactics(f.g, f.s, f.me, a)));
    let fighters = pool.iter().filter(|&&leader| tactics(f.g, f.s, f.me, leader) > 0.0).count();
    let spare: Leaders = pool.split_off(w.reserve.min(fighters)).into_iter().collect();
    spare.and(decider::mine(f.g, f.s))
}

/// How well a leader fits a mission: by skill, and rather one who is of little use in battle.
fn fitness(f: &Forces<'_>, w: &Missions, card: &MissionCard, leader: Leader) -> f64 {
    let icons = skill(f, f.me, leader, card.skill);
    let spared = if spare(f, w).has(leader) { 1.0 } else { 0.0 };
    if icons < card.icons {
        0.01
    } else {
        1.0 + spared + f64::from(icons) - 0.1 * tactics(f.g, f.s, f.me, leader)
    }
}

/// What putting a leader on a mission is worth: what it brings at best, by the best who can be spared.
fn assigned(f: &Forces<'_>, w: &Missions, card: &MissionCard) -> f64 {
    let able = spare(f, w).iter().filter(|&leader| skill(f, f.me, leader, card.skill) >= card.icons);
    let best = able.max_by_key(|&leader| skill(f, f.me, leader, card.skill));
    best.map_or(-1.0, |leader| best_of(f, w, card, std::iter::once(leader).collect()))
}

fn carried(f: &Forces<'_>, w: &Missions, stack: Stack) -> f64 {
    let Some(mission) = f.s.stacks[f.me][stack.index()] else { return -1.0 };
    best_of(f, w, f.g.tables.mission(f.me, mission), f.s.on(f.me, stack))
}

/// What sending a leader against the mission of the other side is worth: how much less likely it becomes, less what the leader could do.
fn opposed(f: &Forces<'_>, w: &Missions, leader: Leader) -> f64 {
    let card = under_way::card(f.g, f.s);
    let Some(place) = f.s.target else { return -1.0 };
    let (mine, theirs) = (attempt::dice(f.g, f.s, f.me, place), attempt::dice(f.g, f.s, f.me.other(), place));
    let there = !f.s.leaders(f.me, Post::At(place)).is_empty();
    let ahead = if card.portrait.and(f.s.crew()).is_empty() { 0 } else { 2 };
    let before = if there { wins(f, theirs, ahead, mine) } else { 1.0 };
    let after = wins(f, theirs, ahead, mine + usize::from(skill(f, f.me, leader, card.skill)));
    w.oppose * (before - after) - w.nerve - 0.1 * tactics(f.g, f.s, f.me, leader)
}

/// The objective that is nearer comes first.
fn kept(f: &Forces<'_>, objective: Objective) -> f64 {
    let card = f.g.tables.objective(objective);
    let met = objectives::met_at_refresh(f.g, f.s).has(objective);
    let refresh = card.goal.when() == When::Refresh;
    f64::from(card.reputation) * if met { 2.0 } else { 1.0 } + if refresh { 0.5 } else { 0.0 }
}
