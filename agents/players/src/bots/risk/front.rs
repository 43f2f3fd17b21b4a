//! [`Front`]: who stands against whom, as the seat that acts sees it.

use holotable_env::Finite;
use holotable_games::risk::words::{Army, ByPlanet, Planet, Planets, Seat};
use holotable_games::risk::{Risk, State, battle};

/// The lie of the land for one seat.
#[derive(Clone, Debug)]
pub struct Front<'a> {
    pub g: &'a Risk,
    pub s: &'a State,
    pub me: Seat,
    /// The planets of the seat.
    pub mine: Planets,
    /// The planets that it could attack, were it next to them.
    pub enemies: Planets,
    /// The strongest enemy garrisons next to each planet, added up.
    pub threat: ByPlanet<u16>,
}

impl<'a> Front<'a> {
    /// Of the seat that acts.
    pub fn of(g: &'a Risk, s: &'a State) -> Self {
        Self::seen_by(g, s, s.asked)
    }

    /// Of any seat.
    pub fn seen_by(g: &'a Risk, s: &'a State, me: Seat) -> Self {
        let friends = s.board.of(g.friends[me.index()]);
        let enemies = s.board.taken().without(friends);
        let threat = ByPlanet::from_fn(|planet: Planet| {
            let near = g.tables.map.next_to[planet].and(enemies);
            // Neutral Hutts never attack.
            let near = near.without(s.board.held[Army::Neutral]);
            near.iter().map(|enemy| s.board.troops[enemy] - 1).sum()
        });
        Self { g, s, me, mine: s.board.held[Army::of(me)], enemies, threat }
    }

    /// The enemy planets next to one.
    pub fn foes(&self, planet: Planet) -> Planets {
        self.g.tables.map.next_to[planet].and(self.enemies)
    }

    /// Whether an own planet has an enemy next to it.
    pub fn is_border(&self, planet: Planet) -> bool {
        !self.foes(planet).is_empty()
    }

    /// The attacks that may be ordered now, as planets.
    pub fn attacks(&self) -> impl Iterator<Item = (Planet, Planet)> {
        let targets = battle::targets(self.g, self.s);
        let map = &self.g.tables.map;
        let from = battle::bases(self.g, self.s).iter();
        from.flat_map(move |from| map.next_to[from].and(targets).iter().map(move |to| (from, to)))
    }

    /// Whom a planet belongs to.
    pub fn owner(&self, planet: Planet) -> Option<Army> {
        self.s.board.owner(planet)
    }
}
