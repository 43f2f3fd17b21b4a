//! The war as a [`Game`]: what each action does, and then all that follows until the next decision.

use holotable_env::{Chance, Finite, Game};

use super::Rebellion;
use super::action::{Action, chosen};
use super::action_cards::moment::Moment;
use super::event::Event;
use super::mission_effects::{self, cards, units};
use super::seats::side_of;
use super::state::{Stage, State};
use super::story::{self, Systems};
use super::words::Side;
use super::{
    action_cards, assign, build, combat, command, decider, deck, deploy, end, flow, legal, missions,
    mobilize, movement, objectives, recruit, redeal, scrap, setup,
};
use crate::rebellion_combat::plans;
use crate::rebellion_combat::state::Stage as Step;

impl Game for Rebellion {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        self.players
    }

    fn team(&self, player: usize) -> usize {
        side_of(player).index()
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        setup::begin(self, chance)
    }

    #[inline]
    fn actor(&self, s: &State) -> Option<usize> {
        (s.stage != Stage::Over).then(|| self.seat(s.asked, decider::role(self, s)))
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
            Stage::Assign => self.tables.action_cards || !s.partners.refused[s.asked].is_empty(),
            Stage::Recruit => self.tables.action_cards,
            Stage::Effect if s.moment != Moment::None => action_cards::choice::is_private(self, s),
            Stage::Effect => mission_effects::choice::is_private(self, s),
            Stage::Battle => {
                s.battle.as_ref().is_some_and(|battle| {
                    battle.stage == Step::Plans && !plans::waits(battle)
                        || self.battle_of(s.lured).choice_is_private(battle)
                }) || action_cards::combat::may_set(self, s)
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
        let before = Systems::of(s);
        let event = answer(self, s, a, chance);
        chance.tell(|story| story::changes(story, self, before, Systems::of(s)));
        flow::go_on(self, s, event, chance);
        decider::tidy(s);
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        f32::from(u8::from(end::winner(s) == Some(side_of(player))))
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        redeal::redeal(self, s, side_of(player), chance);
    }
}

/// What each stage does with an answer; the last line of a stage has what it asks for else.
fn answer(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    match (s.stage, a) {
        (Stage::Muster, _) => setup::put(g, s, chosen!(a, Choose, place), chance),
        (Stage::Hide, _) => setup::hide(g, s, chosen!(a, Choose, place), chance),
        (Stage::Assign, Action::Done) => Event::Assigned,
        (Stage::Assign, Action::Assign { mission }) => assign::lay(s, mission),
        (Stage::Assign, Action::Carry { stack }) => assign::join_partner(s, stack),
        (Stage::Assign, _) => action_cards::assignment::play(g, s, chosen!(a, Play, card), chance),
        (Stage::Staff, Action::Done) if s.partners.offered => assign::agree(g, s, chance),
        (Stage::Staff, _) if s.partners.offered => assign::refuse(g, s, chosen!(a, Lead, leader), chance),
        (Stage::Staff, Action::Done) => assign::staff(g, s, None, chance),
        (Stage::Staff, _) => assign::staff(g, s, Some(chosen!(a, Lead, leader)), chance),
        (Stage::Turn, Action::Done) => command::pass(g, s, chance),
        (Stage::Turn, Action::Reveal) => command::reveal(g, s, chance),
        (Stage::Turn, Action::Lead { leader }) => command::ready(s, leader),
        (Stage::Turn, Action::Carry { stack }) => missions::reveal(g, s, stack, chance),
        (Stage::Turn, _) => missions::surprise(g, s, chosen!(a, Play, card), chance),
        (Stage::Target, _) => command::activate(g, s, chosen!(a, Choose, place), chance),
        (Stage::From, Action::Done) => Event::Moved,
        (Stage::From, _) => movement::set_out(g, s, chosen!(a, Choose, place)),
        (Stage::Load, Action::Done) => movement::leave(g, s),
        (Stage::Load, Action::Seize { leader }) => movement::escort(g, s, leader, chance),
        (Stage::Load, _) => movement::load(g, s, chosen!(a, Take, unit), chance),
        (Stage::Aim, Action::Choose { place }) => missions::go(g, s, place, chance),
        (Stage::Aim, Action::Lead { leader }) => missions::seize(g, s, leader, chance),
        (Stage::Aim, _) => missions::seize(g, s, chosen!(a, Seize, leader), chance),
        (Stage::Oppose, Action::Done) => missions::decline(g, s, chance),
        (Stage::Oppose, _) => missions::oppose(g, s, Some(chosen!(a, Lead, leader)), chance),
        (Stage::Reroll, Action::Done) => missions::reroll(g, s, None, chance),
        (Stage::Reroll, Action::Reroll { face }) => missions::reroll(g, s, Some(face), chance),
        (Stage::Reroll, _) => action_cards::missions::play(g, s, chosen!(a, Play, card), chance),
        (Stage::Pick, _) if units::on_several(g, s).is_some() => {
            units::pick(g, s, chosen!(a, Pick, way), chance)
        }
        (Stage::Pick, _) => missions::pick(g, s, chosen!(a, Pick, way), chance),
        (Stage::Effect, _) if s.moment == Moment::None => mission_effects::answer::answer(g, s, a, chance),
        (Stage::Effect, _) => action_cards::answer::answer(g, s, a, chance),
        (Stage::Inspect, _) => cards::keep(g, s, chosen!(a, Keep, objective)),
        (Stage::Mobilize, Action::Done) => mobilize::decline(g, s),
        (Stage::Mobilize, Action::Relocate) => mobilize::relocate(g, s, chance),
        (Stage::Mobilize, _) => mobilize::lift(g, s, chosen!(a, Choose, place)),
        (Stage::Relocate, Action::Done) => mobilize::settle(g, s, None, chance),
        (Stage::Relocate, _) => mobilize::settle(g, s, Some(chosen!(a, Choose, place)), chance),
        (Stage::Battle, Action::Battle { battle }) => combat::step(g, s, battle, chance),
        (Stage::Battle, _) => action_cards::combat::play_dice(g, s, chosen!(a, Play, card), chance),
        (Stage::Objective, Action::Done) => objectives::answer(g, s, None, chance),
        (Stage::Objective, _) => objectives::answer(g, s, Some(chosen!(a, Fulfil, objective)), chance),
        (Stage::Eliminate, _) => objectives::eliminate(g, s, chosen!(a, Seize, leader), chance),
        (Stage::Discard, _) => deck::discard(g, s, chosen!(a, Assign, mission), chance),
        (Stage::Recruit, Action::Done) => recruit::choose(g, s, None, chance),
        (Stage::Recruit, Action::Lead { leader }) => recruit::choose(g, s, Some(leader), chance),
        (Stage::Recruit, _) => recruit::keep(s, chosen!(a, Play, card)),
        (Stage::Build, _) => build::choose(g, s, chosen!(a, Take, unit), chance),
        (Stage::Scrap, _) => scrap::answer(g, s, a, chance),
        (Stage::Deploy, Action::Done) => deploy::choose(g, s, None, chance),
        (Stage::Deploy, _) => deploy::choose(g, s, Some(chosen!(a, Choose, place)), chance),
        (Stage::Over, _) => unreachable!("nobody is asked after the end"),
    }
}
