//! `greedy`: whatever is next to it and can be searched or beaten, with all it has.

use holotable_env::{Chance, Finite, GameRng, legal_actions};
use holotable_games::rebellion::base::has_ground;
use holotable_games::rebellion::state::{Post, Stage};
use holotable_games::rebellion::words::{Leader, Place, Side, space};
use holotable_games::rebellion::{Action, Rebellion, State, assign, scrap, under_way};

use super::battle;
use super::forces::{Forces, tactics, win};
use crate::bots::rebellion_combat;
use crate::policy::Policy;

/// Searches and attacks where it can, with everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Rebellion> for Greedy {
    fn choose(&mut self, g: &Rebellion, s: &State, rng: &mut GameRng) -> Action {
        if s.stage == Stage::Battle {
            return battle::choose(g, s, &mut rebellion_combat::Greedy, rng);
        }
        let legal = legal_actions(g, s);
        let f = Forces::of(g, s);
        let scores: Vec<f64> = legal.iter().map(|&a| score(&f, a)).collect();
        best(&legal, &scores, rng)
    }
}

/// One of the actions with the highest score.
pub fn best(legal: &[Action], scores: &[f64], rng: &mut GameRng) -> Action {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let equals: Vec<usize> = (0..legal.len()).filter(|&i| scores[i] >= most).collect();
    legal[equals[rng.below(equals.len())]]
}

/// What activating a system is worth, positive if it is worth a leader.
fn target(f: &Forces<'_>, place: Place) -> f64 {
    if place == space() {
        return -1.0;
    }
    let sources = f.sources(f.me, place, true);
    let (mine, enemy) = (f.arriving(f.me, sources), f.me.other());
    let theirs = f.at(enemy, place);
    let search = f.me == Side::Empire
        && f.possible().has(place)
        && !has_ground(f.g, f.s, place)
        && sources.iter().any(|source| f.carries(f.me, source));
    let fight = if theirs.sum() > 0.0 { win(mine.sum(), theirs.sum()) - 0.6 } else { 0.0 };
    if search { 1.0 } else { fight }
}

fn score(f: &Forces<'_>, a: Action) -> f64 {
    let s = f.s;
    match a {
        Action::Lead { leader } if s.stage == Stage::Turn => {
            let any = holotable_games::rebellion::words::systems().map(|place| target(f, place));
            any.fold(-1.0, f64::max) - 0.01 * tactics(f.g, f.s, f.me, leader)
        }
        Action::Lead { leader } if matches!(s.stage, Stage::Staff | Stage::Oppose) => sent(f, leader),
        // What a mission does, and whom it is about: whatever there is.
        _ if matches!(s.stage, Stage::Aim | Stage::Effect | Stage::Pick) => {
            f64::from(u8::from(a != Action::Done))
        }
        Action::Lead { leader } => 1.0 + tactics(f.g, f.s, f.me, leader),
        Action::Choose { place } => match s.stage {
            Stage::Target => target(f, place),
            Stage::Mobilize => -1.0,
            Stage::Hide | Stage::Relocate => f.steps(place, f.carriers()) as f64,
            _ => 1.0,
        },
        Action::Assign { mission } => {
            // Those who cannot fight carry missions out.
            let card = f.g.tables.mission(f.me, mission);
            if s.stage == Stage::Discard {
                return f64::from(card.icons);
            }
            let idle =
                s.leaders(f.me, Post::Pool).iter().filter(|&leader| tactics(f.g, s, f.me, leader) == 0.0);
            let icons = idle.map(|leader| f.g.skills(s, f.me, leader)[card.skill]).max().unwrap_or(0);
            let fits = icons >= card.icons && card.icons > 0;
            if fits { f64::from(icons) - 0.5 } else { -0.5 }
        }
        // From a base that is found.
        Action::Relocate => {
            if s.revealed {
                1.0
            } else {
                -1.0
            }
        }
        // The cheapest is lost.
        Action::Take { unit } if scrap::is_for_room(s) => -f64::from(f.g.stat(f.me, unit).value),
        Action::Take { .. }
        | Action::Fulfil { .. }
        | Action::Seize { .. }
        | Action::Keep { .. }
        | Action::Pick { .. }
        | Action::Play { .. } => 1.0,
        // A die without success.
        Action::Reroll { face } => 0.5 - face.index() as f64,
        // A partner's mission is not joined.
        Action::Carry { .. } if s.stage == Stage::Assign => -1.0,
        Action::Carry { .. } => 2.0,
        Action::Done => 0.0,
        Action::Reveal | Action::Battle { .. } => -1.0,
    }
}

/// What a leader is good for on a mission, or against one: as many icons as it takes, by who is of no use in battle.
fn sent(f: &Forces<'_>, leader: Leader) -> f64 {
    let s = f.s;
    let (card, full) = if s.stage == Stage::Oppose {
        (Some(under_way::card(f.g, s)), false)
    } else {
        let stack = assign::stack(s);
        let laid = s.stacks[f.me][stack.index()].map(|one| f.g.tables.mission(f.me, one));
        (laid, !s.on(f.me, stack).is_empty())
    };
    let icons = card.map_or(0, |card| f.g.skills(s, f.me, leader)[card.skill]);
    if full { -1.0 } else { f64::from(icons) - 0.4 * tactics(f.g, f.s, f.me, leader) }
}
