//! Action cards of the assignment phase: a leader of the card is placed from the pool, and it is carried out like a mission that just happens.

use holotable_env::Chance;

use super::fits::able;
use super::moment::Moment;
use super::window::spend;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::mission_effects::perform;
use crate::rebellion::rules::missions::arrive;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::under_way::card as mission;
use crate::rebellion::rules::venue::Aim;
use crate::rebellion::rules::words::{Leader, Recruit};
use crate::rebellion::rules::{assign, base};

/// Uses a card; whose it is is the current player meanwhile.
pub fn play(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) -> Event {
    let side = s.asked;
    spend(g, s, side, card, chance);
    (s.turn, s.act) = (side, Some(card));
    let able = able(s, side, g.tables.action_card(side, card));
    match able.iter().next() {
        Some(leader) if able.len() == 1 => place(g, s, leader, chance),
        _ => {
            (s.stage, s.moment) = (Stage::Effect, Moment::Place);
            Event::Asked
        }
    }
}

/// The leader of the card is taken from the pool: to the base, to a system that is said next, or to a mission.
pub fn place(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    let side = s.turn;
    s.moment = Moment::None;
    s.posts[side][leader] = Post::Ready;
    s.team[side].add(leader);
    match mission(g, s).venue.aim {
        Aim::Base => {
            arrive(s, s.rebel_base());
            perform::begin(g, s, chance)
        }
        Aim::Nowhere => perform::begin(g, s, chance),
        Aim::System | Aim::Leader | Aim::Captive => {
            s.stage = Stage::Aim;
            Event::Asked
        }
    }
}

/// The card is carried out, and its side goes on assigning.
pub fn finish(g: &Rebellion, s: &mut State) -> Event {
    base::subjugate(g, s);
    assign::close(s);
    assign::go_on(g, s)
}
