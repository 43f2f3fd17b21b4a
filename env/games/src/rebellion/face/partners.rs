//! The observation of a game in which players share a side: who they are, whom they command, and what they have agreed on.

use holotable_env::{Finite, Flag, Game, Row, Sink};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::seats::{role_of, side_of};
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::words::{LEADERS, Leader, Mission, PLACES, Place, Role, Side};

#[derive(Clone, Copy, Row)]
struct SeatRow {
    plays: Flag,
    my_side: Flag,
    shares_the_side: Flag,
    admiral: Flag,
    is_asked: Flag,
    takes_the_next_turn_of_the_side: Flag,
    has_passed: Flag,
}

#[derive(Clone, Copy, Row)]
struct AgreementRow {
    second_is_asked: Flag,
    leaders_are_offered: Flag,
    #[row(unit = "number of the mission that the General joins from 1, of as many as can lie face down")]
    joins: f32,
}

#[derive(Clone, Copy, Row)]
struct CommandRow {
    of_the_admiral: Flag,
    of_mine: Flag,
}

#[derive(Clone, Copy, Row)]
struct RefusedRow {
    refused: Flag,
}

#[derive(Clone, Copy, Row)]
struct DepthRow {
    #[row(unit = "(depth + 32)/64, below 0.5 on top of the deck")]
    depth: f32,
}

/// Writes it after all else that is outside battles.
pub fn observe(g: &Rebellion, s: &State, viewer: usize, out: &mut impl Sink) {
    let (me, my_role) = (side_of(viewer), role_of(viewer));
    let sides = [me, me.other()];
    let doc = "the seats: me, my partner, then the Admiral and the General of the other side";
    out.rows("seats", doc, Side::N * Role::N, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            let first = if side == me { my_role } else { Role::Admiral };
            let roles =
                if g.is_shared(side) { [Some(first), Some(first.other())] } else { [Some(first), None] };
            rows.fill_from(i * Role::N, roles.into_iter().map(|role| seat(g, s, side, role, side == me)));
        }
    });
    let (titles, stacks) = g.tables.room();
    let doc = "what partners are asked";
    out.row("agreement", doc, || AgreementRow {
        second_is_asked: s.partners.second.into(),
        leaders_are_offered: s.partners.offered.into(),
        joins: s.partners.joins.map_or(0, |stack| stack.index() + 1) as f32 / stacks as f32,
    });
    let doc = "who commands the leaders, mine in the order of the battle's leaders.toml, then theirs";
    out.rows("command", doc, 2 * LEADERS, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            let row = |leader| command(g, s, side, leader, side == me && g.own(s, me, my_role).has(leader));
            rows.fill_from(i * LEADERS, Leader::all().map(row));
        }
    });
    let doc = "the missions of my side that the Admiral lays no more, in the order of missions.toml";
    out.rows("refused", doc, titles, |rows| {
        let refused = s.partners.refused[me];
        rows.fill(Mission::all().take(titles).map(|one| RefusedRow { refused: refused.has(one).into() }));
    });
    depths(s, me, out);
}

/// How deep the probe cards lie that the Rebels have put under their deck, or on top of it: the row of a place says whether, and not where.
fn depths(s: &State, me: Side, out: &mut impl Sink) {
    let doc =
        "how deep the probe cards lie that my side has put under the deck, in the order of systems.toml";
    out.rows("depths", doc, PLACES, |rows| {
        let depth = |place: Place| if me == Side::Rebels { s.depth[place] } else { 0 };
        rows.fill(Place::all().map(|place| DepthRow { depth: (f32::from(depth(place)) + 32.0) / 64.0 }));
    });
}

/// A seat; none where nobody shares the side.
fn seat(g: &Rebellion, s: &State, side: Side, role: Option<Role>, mine: bool) -> SeatRow {
    let shared = g.is_shared(side);
    let passed = |role: Role| if shared { s.partners.passed[side][role] } else { s.passed[side] };
    SeatRow {
        plays: role.is_some().into(),
        my_side: mine.into(),
        shares_the_side: shared.into(),
        admiral: (shared && role == Some(Role::Admiral)).into(),
        is_asked: role.is_some_and(|role| g.actor(s) == Some(g.seat(side, role))).into(),
        takes_the_next_turn_of_the_side: role
            .is_some_and(|role| !shared || s.partners.turn[side] == role)
            .into(),
        has_passed: role.is_some_and(passed).into(),
    }
}

fn command(g: &Rebellion, s: &State, side: Side, leader: Leader, mine: bool) -> CommandRow {
    let there = g.battle_of(s.lured).tables.leader(side, leader).is_some();
    let admiral = there && g.is_shared(side) && g.owner(s, side, leader) == Role::Admiral;
    CommandRow { of_the_admiral: admiral.into(), of_mine: (there && mine).into() }
}
