//! The war as a [`Game`]: what each action does, and then all that follows until the next decision.

use holotable_env::{Chance, Finite, Game};

use super::Rebellion;
use super::action::Action;
use super::acts::moment::Moment;
use super::deeds::{self, cards};
use super::event::Event;
use super::state::{Post, Stage, State};
use super::words::{Leader, Mission, Objective, Place, Recruit, Row, Side};
use super::{
    acts, assign, build, combat, command, deck, deploy, end, flow, legal, missions, mobilize, movement,
    objectives, recruit, redeal, setup,
};
use crate::rebellion_combat::state::Stage as Step;

impl Game for Rebellion {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        Side::N
    }

    fn team(&self, player: usize) -> usize {
        player
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        setup::begin(self, chance)
    }

    #[inline]
    fn actor(&self, s: &State) -> Option<usize> {
        (s.stage != Stage::Over).then(|| s.asked.index())
    }

    fn turn(&self, s: &State) -> u32 {
        u32::from(s.time)
    }

    #[inline]
    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        legal::each(self, s, f);
    }

    #[inline]
    fn choice_is_private(&self, s: &State) -> bool {
        match s.stage {
            // Which missions can be turned up only their side knows.
            Stage::Turn => s.laid(s.turn) > 0,
            // From where units can move depends on where the base is, what can be played on the hand, and where the base can go on what
            // was drawn.
            Stage::From => s.turn == Side::Rebels && s.hidden(),
            Stage::Objective | Stage::Relocate | Stage::Discard => true,
            // Which action cards are in a hand, or were drawn, only its side knows.
            Stage::Assign | Stage::Recruit => self.tables.acts,
            Stage::Effect if s.moment != Moment::None => acts::choice::is_private(self, s),
            Stage::Effect => deeds::choice::is_private(self, s),
            Stage::Battle => {
                s.battle.as_ref().is_some_and(|battle| {
                    battle.stage == Step::Plans || self.battle_of(s.lured).choice_is_private(battle)
                }) || acts::combat::may_set(self, s)
            }
            Stage::Muster
            | Stage::Hide
            | Stage::Staff
            | Stage::Target
            | Stage::Aim
            | Stage::Oppose
            | Stage::Reroll
            | Stage::Pick
            | Stage::Inspect
            | Stage::Eliminate
            | Stage::Mobilize
            | Stage::Load
            | Stage::Build
            | Stage::Scrap
            | Stage::Deploy
            | Stage::Over => false,
        }
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        let event = match a {
            Action::Done => done(self, s, chance),
            Action::Reveal => command::reveal(self, s, chance),
            Action::Lead { leader } => lead(self, s, leader, chance),
            Action::Choose { place } => choose(self, s, place, chance),
            Action::Take { unit } => take(self, s, unit, chance),
            Action::Fulfil { objective } => objectives::answer(self, s, Some(objective), chance),
            Action::Assign { mission } => card(self, s, mission, chance),
            Action::Carry { stack } => missions::reveal(self, s, stack, chance),
            Action::Seize { leader } => seize(self, s, leader, chance),
            Action::Keep { objective } => keep(self, s, objective, chance),
            Action::Escort => movement::escort(self, s, chance),
            Action::Relocate => mobilize::relocate(self, s, chance),
            Action::Pick { .. } | Action::Battle { .. } if s.moment != Moment::None => {
                acts::answer::answer(self, s, a, chance)
            }
            Action::Pick { way } => missions::pick(self, s, way, chance),
            Action::Reroll { face } => missions::reroll(self, s, Some(face), chance),
            Action::Battle { battle } => combat::step(self, s, battle, chance),
            Action::Play { card } => play(self, s, card, chance),
        };
        flow::go_on(self, s, event, chance);
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        f32::from(u8::from(end::winner(s) == Some(Side::at(player))))
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        redeal::redeal(self, s, Side::at(player), chance);
    }
}

/// Leaves out what the stage offers, or ends it.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn done(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    match s.stage {
        Stage::Turn => command::pass(g, s, chance),
        Stage::From => Event::Moved,
        Stage::Load => movement::leave(g, s),
        Stage::Assign => Event::Assigned,
        Stage::Staff => assign::staff(g, s, None, chance),
        Stage::Oppose => missions::oppose(g, s, None, chance),
        Stage::Reroll => missions::reroll(g, s, None, chance),
        Stage::Effect => effect(g, s, Action::Done, chance),
        Stage::Mobilize => mobilize::decline(s),
        Stage::Relocate => mobilize::settle(g, s, None, chance),
        Stage::Objective => objectives::answer(g, s, None, chance),
        Stage::Recruit => recruit::choose(g, s, None, chance),
        Stage::Scrap => build::scrap(g, s, None, chance),
        Stage::Deploy => deploy::choose(g, s, None, chance),
        stage => unreachable!("'{}' is not left out", stage.word()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn lead(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    match s.stage {
        Stage::Recruit => recruit::choose(g, s, Some(leader), chance),
        Stage::Staff => assign::staff(g, s, Some(leader), chance),
        Stage::Oppose => missions::oppose(g, s, Some(leader), chance),
        Stage::Aim => missions::seize(g, s, leader, chance),
        Stage::Effect => effect(g, s, Action::Lead { leader }, chance),
        Stage::Turn => {
            s.posts[s.turn][leader] = Post::Ready;
            s.stage = Stage::Target;
            Event::Asked
        }
        stage => unreachable!("'{}' asks for no leader", stage.word()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn choose(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    match s.stage {
        Stage::Muster => setup::put(g, s, place, chance),
        Stage::Hide => setup::hide(g, s, place, chance),
        Stage::Target => command::activate(g, s, place, chance),
        Stage::From => movement::set_out(g, s, place),
        Stage::Aim => missions::go(g, s, place, chance),
        Stage::Effect => effect(g, s, Action::Choose { place }, chance),
        Stage::Mobilize => mobilize::lift(g, s, place),
        Stage::Relocate => mobilize::settle(g, s, Some(place), chance),
        Stage::Scrap => build::scrap(g, s, Some(place), chance),
        Stage::Deploy => deploy::choose(g, s, Some(place), chance),
        stage => unreachable!("'{}' asks for no place", stage.word()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn take(g: &Rebellion, s: &mut State, kind: Row, chance: &mut impl Chance) -> Event {
    match s.stage {
        Stage::Load => movement::load(g, s, kind, chance),
        Stage::Effect => effect(g, s, Action::Take { unit: kind }, chance),
        _ => build::choose(g, s, kind, chance),
    }
}

/// Takes a mission card: to lay it face down, to discard it, or for what another mission does with it.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn card(g: &Rebellion, s: &mut State, mission: Mission, chance: &mut impl Chance) -> Event {
    match s.stage {
        Stage::Assign => assign::lay(s, mission),
        Stage::Discard => deck::discard(g, s, mission, chance),
        _ => effect(g, s, Action::Assign { mission }, chance),
    }
}

/// Goes against a leader, eliminates one, or captures one by an action card.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn seize(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    match s.stage {
        Stage::Eliminate => objectives::eliminate(g, s, leader, chance),
        Stage::Effect => effect(g, s, Action::Seize { leader }, chance),
        _ => missions::seize(g, s, leader, chance),
    }
}

/// Answers what a mission or an action card asks.
fn effect(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    if s.moment == Moment::None {
        deeds::answer::answer(g, s, a, chance)
    } else {
        acts::answer::answer(g, s, a, chance)
    }
}

/// Plays an action card, uses a ring, or keeps a card that was drawn.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn play(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) -> Event {
    match s.stage {
        Stage::Assign => acts::assignment::play(g, s, card, chance),
        Stage::Turn => missions::surprise(g, s, card, chance),
        Stage::Reroll => acts::missions::play(g, s, card, chance),
        Stage::Battle => acts::combat::play_dice(g, s, card, chance),
        Stage::Recruit => {
            s.used = Some(card);
            Event::Asked
        }
        _ => acts::answer::answer(g, s, Action::Play { card }, chance),
    }
}

/// Takes an objective for what a mission does with it.
fn keep(g: &Rebellion, s: &mut State, objective: Objective, chance: &mut impl Chance) -> Event {
    if s.stage == Stage::Inspect {
        cards::keep(g, s, objective)
    } else {
        effect(g, s, Action::Keep { objective }, chance)
    }
}
