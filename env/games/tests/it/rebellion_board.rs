//! Positions of Rebellion for tests, set up in a few words.

use holotable_env::{ByKey, Finite, Game, Sample, Save, Set, generator, legal_actions};
use holotable_games::rebellion::state::{Post, Stage, State};
use holotable_games::rebellion::words::{Leader, Leaders, Loyalty, Objective, Place, Row, Side, Units};
use holotable_games::rebellion::{Action, Rebellion};
use holotable_games::rebellion_combat::tables::Names;
use holotable_games::rebellion_combat::{self as rc};

use crate::any_game;

pub use holotable_games::rebellion::words::Side::{Empire, Rebels};

/// The game with these options.
pub fn game(given: &[(&str, &str)]) -> Rebellion {
    any_game::game(given)
}

/// A position of the first game; at first it is the Rebels' turn in round 1, and the base is in Ilum.
#[derive(Clone)]
pub struct War {
    pub g: Rebellion,
    pub s: State,
}

impl War {
    /// The set-up of the first game without missions, with the base hidden there.
    pub fn first(base: &str) -> Self {
        Self::hidden(base, &[("missions", "none")])
    }

    /// The same with the starting missions: the Rebels assign.
    pub fn campaign(base: &str) -> Self {
        Self::hidden(base, &[])
    }

    /// The same with all missions and projects.
    pub fn all(base: &str) -> Self {
        Self::hidden(base, &[("missions", "all")])
    }

    /// The same with action cards, of which nobody holds any yet.
    pub fn with_action_cards(base: &str) -> Self {
        let mut war = Self::hidden(base, &[("missions", "all"), ("actions", "all")]);
        while war.s.stage == Stage::Effect {
            let first = war.legal()[0];
            war = war.play(first);
        }
        (war.s.action_cards, war.s.rings) = (ByKey::default(), ByKey::default());
        war
    }

    /// The same with other options.
    pub fn with(base: &str, given: &[(&str, &str)]) -> Self {
        Self::hidden(base, given)
    }

    fn hidden(base: &str, given: &[(&str, &str)]) -> Self {
        let g = game(given);
        let s = g.start(&mut Sample(generator(1, 0)));
        let war = Self { g, s };
        let place = war.choose(base);
        war.play(place)
    }

    /// The same without any units.
    pub fn bare(base: &str) -> Self {
        let mut war = Self::first(base);
        war.s.units = ByKey::default();
        war.s.subjugated = Set::EMPTY;
        war
    }

    pub fn place(&self, name: &str) -> Place {
        self.g.tables.place(name).unwrap()
    }

    pub fn row(&self, side: Side, name: &str) -> Row {
        Names { tables: self.g.components(), side }.row(name).unwrap()
    }

    pub fn leader(&self, side: Side, name: &str) -> Leader {
        let set: Leaders = Names { tables: self.g.components(), side }.leaders(&[name]).unwrap();
        set.iter().next().unwrap()
    }

    pub fn units(mut self, side: Side, place: &str, units: &[(&str, u8)]) -> Self {
        let at = self.place(place);
        for (name, n) in units {
            let row = self.row(side, name);
            self.s.units[side][at][row] = *n;
        }
        let ground = holotable_games::rebellion::base::has_ground(&self.g, &self.s, at);
        if side == Empire && ground {
            if self.g.tables.populous.has(at) && !self.s.loyalty[at].is_to(Empire) {
                self.s.subjugated.add(at);
            }
            self.s.possible.take(at);
        }
        self
    }

    pub fn at(&self, side: Side, place: &str) -> Units {
        self.s.units[side][self.place(place)]
    }

    pub fn count(&self, side: Side, place: &str, unit: &str) -> u8 {
        self.at(side, place)[self.row(side, unit)]
    }

    pub fn loyal(mut self, place: &str, loyalty: Loyalty) -> Self {
        let at = self.place(place);
        self.s.loyalty.set(at, loyalty);
        self
    }

    pub fn post(mut self, side: Side, name: &str, post: Post) -> Self {
        let leader = self.leader(side, name);
        self.s.posts[side][leader] = post;
        self
    }

    pub fn posted(self, side: Side, name: &str, place: &str) -> Self {
        let at = self.place(place);
        self.post(side, name, Post::At(at))
    }

    /// The base may be anywhere but where Imperial troops are, as far as anybody knows.
    pub fn unknown(mut self) -> Self {
        let all = holotable_games::rebellion::words::ALL.without(self.g.tables.always).without(self.s.boxed);
        self.s.possible = all.without(holotable_games::rebellion::base::garrisons(&self.g, &self.s));
        self
    }

    pub fn objective(&self, name: &str) -> Objective {
        let place = self.g.tables.objectives.iter().position(|o| o.name == name);
        Objective::at(place.unwrap_or_else(|| panic!("no objective {name}")))
    }

    /// This hand, as if the rounds for it had gone by.
    pub fn hand(mut self, names: &[&str]) -> Self {
        self.s.hand = names.iter().map(|name| self.objective(name)).collect();
        self.s.played = Set::EMPTY;
        self
    }

    pub fn turn(mut self, side: Side) -> Self {
        (self.s.turn, self.s.asked) = (side, side);
        self
    }

    pub fn check(self) -> Self {
        self.g.check(&self.s).unwrap();
        self
    }

    pub fn choose(&self, name: &str) -> Action {
        Action::Choose { place: self.place(name) }
    }

    pub fn take(&self, name: &str) -> Action {
        Action::Take { unit: self.row(self.s.asked, name) }
    }

    pub fn lead(&self, name: &str) -> Action {
        Action::Lead { leader: self.leader(self.s.asked, name) }
    }

    pub fn legal(&self) -> Vec<Action> {
        legal_actions(&self.g, &self.s)
    }

    /// The places that can be chosen.
    pub fn choices(&self) -> Vec<&str> {
        let place =
            |a: Action| if let Action::Choose { place } = a { Some(self.g.tables.name(place)) } else { None };
        self.legal().into_iter().filter_map(place).collect()
    }

    pub fn may(&self, a: Action) -> bool {
        self.legal().contains(&a)
    }

    /// Plays an action with random numbers that do not matter.
    pub fn play(mut self, a: Action) -> Self {
        assert!(self.may(a), "{a:?} is not legal at {:?}: {:?}", self.s.stage, self.legal());
        self.g.step(&mut self.s, a, &mut Sample(generator(5, 0)));
        self
    }

    pub fn done(self) -> Self {
        self.play(Action::Done)
    }

    /// Activates a place with a leader.
    pub fn activate(self, leader: &str, place: &str) -> Self {
        let lead = self.lead(leader);
        let war = self.play(lead);
        let there = war.choose(place);
        war.play(there)
    }

    /// Moves units from a place.
    pub fn move_from(self, place: &str, units: &[&str]) -> Self {
        let there = self.choose(place);
        let mut war = self.play(there);
        for name in units {
            let take = war.take(name);
            war = war.play(take);
        }
        if war.s.stage == Stage::Load { war.done() } else { war }
    }
}

/// A decision of the battle.
pub fn blow(a: rc::Action) -> Action {
    Action::Battle { battle: a }
}
