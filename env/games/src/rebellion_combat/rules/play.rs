//! The combat as a [`Game`]: what each action does, and then all that follows until the next decision.

use holotable_env::{Chance, Finite, Game};

use super::RebellionCombat;
use super::action::{Action, Die, Target};
use super::ask::{Choice, asked};
use super::scenario::Setup;
use super::state::{Stage, State};
use super::words::{Face, Side, Theatre};
use super::{apply, attack, flow, generate, legal, plans, redeal, worth};

impl RebellionCombat {
    /// The state at the first decision of a battle that begins so.
    pub fn begin(&self, setup: &Setup, chance: &mut impl Chance) -> State {
        let mut s = setup.state(&self.tables);
        flow::run(self, &mut s, chance);
        s
    }
}

impl RebellionCombat {
    /// Goes on after the campaign's cards for the start of the combat.
    pub fn go_on(&self, s: &mut State, chance: &mut impl Chance) {
        s.stage = Stage::Tactics;
        flow::run(self, s, chance);
    }

    /// Rolls the dice of an attack, of which some lie as a campaign's card sets them.
    pub fn roll_beside(&self, s: &mut State, set: &[Die], chance: &mut impl Chance) {
        attack::roll_beside(self, s, set, chance);
        flow::run(self, s, chance);
    }

    /// Tries the plans with so many dice set as direct hits by a campaign's card.
    pub fn try_plans(&self, s: &mut State, set: usize, chance: &mut impl Chance) {
        flow::use_plans(self, s, set, chance);
        flow::run(self, s, chance);
    }

    /// A side draws tactic cards of a theatre by a campaign's card.
    pub fn draw(&self, s: &mut State, side: Side, deck: Theatre, n: u8, chance: &mut impl Chance) {
        (0..n).for_each(|_| attack::draw(self, s, side, deck, chance));
    }
}

impl Game for RebellionCombat {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        Side::N
    }

    fn team(&self, player: usize) -> usize {
        player
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        let setup = self.setup.unwrap_or_else(|| generate::random(self, chance));
        self.begin(&setup, chance)
    }

    #[inline]
    fn actor(&self, s: &State) -> Option<usize> {
        (s.stage != Stage::Over).then(|| s.decides().index())
    }

    fn turn(&self, s: &State) -> u32 {
        u32::from(s.round)
    }

    #[inline]
    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        legal::each(self, s, f);
    }

    #[inline]
    fn choice_is_private(&self, s: &State) -> bool {
        if s.playing.is_some() {
            // How many kinds of cards a hand has, nobody else knows.
            return asked(self, s).is_some_and(|ask| matches!(ask.choice, Choice::Card));
        }
        // Who is asked here could act or block, as far as everybody sees; whether a card in hand fits is for that side to know.
        matches!(s.stage, Stage::Actions | Stage::Block)
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        match a {
            _ if s.playing.is_some() => apply::answer(self, s, a, chance),
            Action::Proceed => proceed(self, s, chance),
            Action::Done => done(self, s, chance),
            Action::AddLeader { leader } => {
                let camp = &mut s.camps[s.side];
                camp.pool.take(leader);
                camp.leaders.add(leader);
                flow::next_leader(s);
            }
            Action::Draw { colour } => {
                s.dice[Die { colour, face: Face::Special }] -= 1;
                attack::draw(self, s, s.side, s.theatre, chance);
            }
            Action::Play { card } => apply::play(self, s, card),
            Action::Reroll { die } => attack::reroll(self, s, die, chance),
            Action::Damage { target: Target::Fresh(station) } if plans::waits(s) => {
                flow::hit_station(self, s, station, chance);
            }
            Action::Damage { target } => attack::assign(self, s, target, chance),
            Action::UsePlans => flow::use_plans(self, s, 0, chance),
            Action::Retreat { to } => {
                s.camps[s.side].fled_to = Some(to);
                s.stage = Stage::Lead;
            }
            Action::Lead { leader } => flow::leave(self, s, leader, chance),
            Action::Take { unit } => flow::take(self, s, unit, chance),
            Action::Spend { .. }
            | Action::DrawFrom { .. }
            | Action::Discard { .. }
            | Action::Block { .. } => unreachable!("{a:?} answers a card"),
        }
        flow::run(self, s, chance);
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        worth::score(self, s, Side::at(player))
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        redeal::redeal(self, s, Side::at(player), chance);
    }
}

/// Draws the cards that are due, or rolls the dice of an attack.
fn proceed(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    let draw = |s: &mut State, cards: u8, chance: &mut _| {
        (0..cards).for_each(|_| attack::draw(g, s, s.side, s.theatre, chance));
    };
    match s.stage {
        Stage::Tactics => {
            draw(s, flow::cards_of_leaders(g, s), chance);
            flow::next_tactics(g, s, chance);
        }
        Stage::Structures => {
            draw(s, flow::cards_of_structures(g, s), chance);
            flow::next_structures(s);
        }
        Stage::Leaders
        | Stage::Cards
        | Stage::Roll
        | Stage::Actions
        | Stage::Assign
        | Stage::Block
        | Stage::Plans
        | Stage::Retreat
        | Stage::Lead
        | Stage::Take
        | Stage::Over => attack::roll(g, s, chance),
    }
}

/// Leaves out what the stage offers.
fn done(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    match s.stage {
        Stage::Leaders => flow::next_leader(s),
        Stage::Actions => s.stage = Stage::Assign,
        Stage::Block => flow::end_attack(g, s, chance),
        Stage::Plans => flow::no_plans(g, s, chance),
        Stage::Retreat => flow::next_retreat(g, s, chance),
        Stage::Take => flow::arrive(g, s, chance),
        Stage::Cards
        | Stage::Tactics
        | Stage::Structures
        | Stage::Roll
        | Stage::Assign
        | Stage::Lead
        | Stage::Over => {
            unreachable!("'{}' is not left out", s.stage.word())
        }
    }
}
