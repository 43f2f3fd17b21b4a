//! Positions of RISK for tests, set up in a few words.

use holotable_env::{Finite, Game, Outcome, Sample, Save, Tape, Trace, generator, legal_actions, outcomes};
use holotable_games::risk::board::Emperor;
use holotable_games::risk::pending::Pending;
use holotable_games::risk::state::State;
use holotable_games::risk::words::{Army, ByClass, Class, Faction, How, Kind, Planet, Seat};
use holotable_games::risk::{Action, Risk};

use crate::any_game;

/// The game with these options.
pub fn game(given: &[(&str, &str)]) -> Risk {
    any_game::game(given)
}

/// A position in the invasion of a seat: all planets are the Empire's with one troop each, or in standard RISK of the last seat.
#[derive(Clone)]
pub struct War {
    pub g: Risk,
    pub s: State,
}

pub fn seat(i: usize) -> Seat {
    Seat::at(i)
}

impl War {
    pub fn new(given: &[(&str, &str)]) -> Self {
        let g = game(given);
        let mut s = g.start(&mut Sample(generator(1, 0)));
        (s.pending, s.round) = (Pending::Invade, 1);
        s.reserve = holotable_env::ByKey::default();
        let war = Self { g, s };
        let last = Army::of(war.seat_of(Faction::Empire));
        let all = Planet::all().collect::<Vec<_>>();
        let mut war = all.into_iter().fold(war, |war, planet| war.at(planet, last, 1));
        if war.g.star_wars {
            // Everybody is there, far away.
            for (faction, name) in [(Faction::Rebels, "Elom"), (Faction::Hutts, "Csilla")] {
                for seat in war.g.seats_of[faction].iter().collect::<Vec<_>>() {
                    let name = if war.g.seats_of[faction].nth(0) == seat { name } else { "Omwat" };
                    war = war.own(name, seat.index(), 1);
                }
            }
            if war.g.neutral_hutts() {
                war = war.hold("Csilla", Army::Neutral, 1);
            }
            for seat in war.g.seats_of[Faction::Empire].iter().skip(1).collect::<Vec<_>>() {
                war = war.own("Hapes", seat.index(), 1);
            }
            war.s.star = Some(war.planet("Coruscant"));
        } else {
            war = war.own("Elom", 0, 1).own("Omwat", 1, 1);
        }
        war
    }

    pub fn planet(&self, name: &str) -> Planet {
        self.g.tables.planet(name).unwrap()
    }

    pub fn seat_of(&self, faction: Faction) -> Seat {
        if self.g.star_wars { self.g.seats_of[faction].nth(0) } else { seat(self.g.players - 1) }
    }

    fn at(mut self, planet: Planet, army: Army, troops: u16) -> Self {
        for held in self.s.board.held.values_mut() {
            held.take(planet);
        }
        self.s.board.held[army].add(planet);
        self.s.board.troops[planet] = troops;
        self
    }

    pub fn hold(self, name: &str, army: Army, troops: u16) -> Self {
        let planet = self.planet(name);
        self.at(planet, army, troops)
    }

    pub fn own(self, name: &str, seat: usize, troops: u16) -> Self {
        self.hold(name, Army::at(seat), troops)
    }

    /// Fighters, bombers, capital ships.
    pub fn ships(mut self, name: &str, ships: [u8; 3]) -> Self {
        let planet = self.planet(name);
        self.s.board.ships[planet] = ByClass::new(ships);
        self
    }

    /// A base, of the Emperor or not.
    pub fn base(mut self, name: &str, emperor: bool) -> Self {
        let planet = self.planet(name);
        self.s.board.bases[planet] += 1;
        self.s.stack -= 1;
        if emperor {
            self.s.emperor = Emperor::On(planet);
        }
        self
    }

    pub fn star(mut self, name: &str) -> Self {
        self.s.star = Some(self.planet(name));
        self
    }

    pub fn force(mut self, meter: i8) -> Self {
        self.s.meter = meter;
        self
    }

    /// The turn of a seat, at this stage.
    pub fn turn(mut self, seat: usize, pending: Pending) -> Self {
        (self.s.turn, self.s.asked, self.s.pending) = (Seat::at(seat), Seat::at(seat), pending);
        self
    }

    /// Cards from the deck into a hand.
    pub fn cards(mut self, seat: usize, names: &[(&str, Class)]) -> Self {
        for (name, class) in names {
            let kind = self.kind(seat, name, *class);
            let faction = self.g.faction(Seat::at(seat));
            self.s.decks[faction][kind] -= 1;
            self.s.hands[seat][kind] += 1;
        }
        self
    }

    pub fn kind(&self, seat: usize, name: &str, class: Class) -> Kind {
        self.g.deck(Seat::at(seat)).find(name, class).unwrap_or_else(|| panic!("no card {name} {class:?}"))
    }

    pub fn check(self) -> Self {
        self.g.check(&self.s).unwrap();
        self
    }

    pub fn attack(&self, from: &str, to: &str, how: How) -> Action {
        Action::Attack { route: self.g.tables.map.route(self.planet(from), self.planet(to)), how }
    }

    pub fn choose(&self, name: &str) -> Action {
        Action::Choose { planet: self.planet(name) }
    }

    pub fn legal(&self) -> Vec<Action> {
        legal_actions(&self.g, &self.s)
    }

    pub fn may(&self, a: Action) -> bool {
        self.legal().contains(&a)
    }

    /// Plays an action with random numbers that do not matter.
    pub fn play(mut self, a: Action) -> Self {
        assert!(self.may(a), "{a:?} is not legal at {:?}", self.s.now().stage);
        self.g.step(&mut self.s, a, &mut Sample(generator(5, 0)));
        self.check()
    }

    /// Plays an action with these answers of chance.
    pub fn play_with(mut self, a: Action, picks: &[u32]) -> Self {
        assert!(self.may(a), "{a:?} is not legal at {:?}", self.s.now().stage);
        let mut tape = Tape::new(picks);
        self.g.step(&mut self.s, a, &mut Trace::new(&mut tape));
        tape.finish().unwrap();
        self.check()
    }

    pub fn all(&self, a: Action) -> Vec<Outcome<State>> {
        outcomes(&self.g, &self.s, a, 100_000).unwrap()
    }

    pub fn troops(&self, name: &str) -> u16 {
        self.s.board.troops[self.planet(name)]
    }

    pub fn owner(&self, name: &str) -> Option<Army> {
        self.s.board.owner(self.planet(name))
    }
}
