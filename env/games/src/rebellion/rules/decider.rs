//! Who decides where two players share a side: a stage asks a side, and [`role`] says which of its players.
//!
//! Nothing here changes a game in which nobody shares a side.

use super::Rebellion;
use super::action_cards::moment::Moment;
use super::state::{Stage, State};
use super::words::{Leaders, Role, Side};
use crate::rebellion_combat::state::{Stage as Step, State as Battle};

/// The player of the side that is asked.
pub fn role(g: &Rebellion, s: &State) -> Role {
    if !g.is_shared(s.asked) {
        return Role::default();
    }
    let turn = s.partners.turn[s.asked];
    match s.stage {
        Stage::Muster | Stage::Build | Stage::Scrap | Stage::Deploy | Stage::Over => Role::Admiral,
        Stage::Hide
        | Stage::Mobilize
        | Stage::Relocate
        | Stage::Objective
        | Stage::Eliminate
        | Stage::Discard
        | Stage::Recruit => Role::General,
        Stage::Staff if s.partners.offered => Role::General,
        Stage::Assign
        | Stage::Staff
        | Stage::Turn
        | Stage::Target
        | Stage::From
        | Stage::Load
        | Stage::Aim
        | Stage::Pick
        | Stage::Inspect => turn,
        Stage::Oppose => one_of(s, s.asked),
        Stage::Reroll => on_turn(s),
        Stage::Effect => match s.moment {
            Moment::None => on_turn(s),
            Moment::Place => turn,
            Moment::Ring => Role::General,
            Moment::Dice => s.battle.as_ref().map_or(turn, |battle| Role::of(battle.theatre)),
            Moment::Combat
            | Moment::Attempt
            | Moment::Failure
            | Moment::Success
            | Moment::Capture
            | Moment::Rescue => one_of(s, s.asked),
        },
        Stage::Battle => s.battle.as_ref().map_or(turn, |battle| fighter(g, s, battle)),
    }
}

/// Of the side whose turn it is the player whose turn it is, of the other one the General.
fn on_turn(s: &State) -> Role {
    if s.asked == s.turn { s.partners.turn[s.asked] } else { Role::General }
}

/// The player who is asked first: whose turn it is, or the Admiral of the other side.
fn first(s: &State, side: Side) -> Role {
    if side == s.turn { s.partners.turn[side] } else { Role::Admiral }
}

/// The player who is asked now of two who are asked one after the other.
pub fn one_of(s: &State, side: Side) -> Role {
    if s.partners.second { first(s, side).other() } else { first(s, side) }
}

/// Who decides in a battle: the Admiral in space, the General on the ground, and about leaders who commands them.
fn fighter(g: &Rebellion, s: &State, battle: &Battle) -> Role {
    match battle.stage {
        Step::Leaders | Step::Cards | Step::Retreat | Step::Lead => one_of(s, s.asked),
        Step::Take => {
            let away = battle.camps[s.asked].away;
            away.iter().next().map_or(Role::Admiral, |leader| g.owner(s, s.asked, leader))
        }
        Step::Tactics
        | Step::Structures
        | Step::Roll
        | Step::Actions
        | Step::Assign
        | Step::Block
        | Step::Plans
        | Step::Over => Role::of(battle.theatre),
    }
}

/// The leaders of the side that is asked whom the player who is asked commands.
#[inline]
pub fn mine(g: &Rebellion, s: &State) -> Leaders {
    g.own(s, s.asked, role(g, s))
}

/// Begins to ask the players of a side, one after the other, of whom this holds. Says whether there is one.
pub fn ask_first(g: &Rebellion, s: &mut State, side: Side, may: impl Fn(&State, Role) -> bool) -> bool {
    s.partners.second = false;
    ask_on(g, s, side, may)
}

/// The same from the player who is asked now on.
pub fn ask_on(g: &Rebellion, s: &mut State, side: Side, may: impl Fn(&State, Role) -> bool) -> bool {
    if may(s, one_of(s, side)) {
        return true;
    }
    ask_second(g, s, side, may)
}

/// The first player has declined: says whether there is a second one of whom this holds, who is asked then.
pub fn ask_second(g: &Rebellion, s: &mut State, side: Side, may: impl Fn(&State, Role) -> bool) -> bool {
    let second = !s.partners.second && g.is_shared(side) && may(s, first(s, side).other());
    s.partners.second = second;
    second
}

/// Who is asked second means nothing where nobody is asked like that.
pub fn tidy(s: &mut State) {
    if !matches!(s.stage, Stage::Oppose | Stage::Effect | Stage::Battle) {
        s.partners.second = false;
    }
}

/// The turn of a side goes to the partner, unless the partner has passed.
pub fn hand_on(g: &Rebellion, s: &mut State, side: Side) {
    let next = s.partners.turn[side].other();
    if g.is_shared(side) && !s.partners.passed[side][next] {
        s.partners.turn[side] = next;
    }
}

/// The player of a side whose turn it is passes for the phase; the side has passed with its last player.
pub fn pass(g: &Rebellion, s: &mut State, side: Side) {
    if !g.is_shared(side) {
        s.passed[side] = true;
        return;
    }
    let role = s.partners.turn[side];
    s.partners.passed[side][role] = true;
    s.passed[side] = s.partners.passed[side][role.other()];
    hand_on(g, s, side);
}

/// Whether the player whose turn it is may reveal the base: the General keeps it.
pub fn keeps_base(g: &Rebellion, s: &State) -> bool {
    !g.is_shared(s.turn) || s.partners.turn[s.turn] == Role::General
}

/// The leaders of the side whose turn it is whom the player on turn commands.
#[inline]
pub fn on_turn_own(g: &Rebellion, s: &State, side: Side) -> Leaders {
    g.own(s, side, s.partners.turn[side])
}
