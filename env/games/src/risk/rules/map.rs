//! [`Map`]: planets, regions and routes, as `regions.toml`, `planets.toml` and `routes.toml` draw them.

use holotable_env::Finite;

use super::words::{ByPlanet, EDGES, Edge, Planet, Planets};

/// A region.
#[derive(Clone, Debug)]
pub struct Region {
    /// The printed name.
    pub name: String,
    /// The printed colour.
    pub colour: String,
    /// Troops a turn for who holds all of it.
    pub bonus: u8,
    /// What lies in it.
    pub planets: Planets,
}

/// A planet.
#[derive(Clone, Debug)]
pub struct World {
    /// The printed name.
    pub name: String,
    /// Its region, by number.
    pub region: usize,
    /// Where our picture shows it, in pixels.
    pub at: (i32, i32),
}

/// The board.
#[derive(Clone, Debug)]
pub struct Map {
    /// The regions.
    pub regions: Vec<Region>,
    /// The planets.
    pub worlds: ByPlanet<World>,
    /// The planets with resources.
    pub resources: Planets,
    /// What the region of each planet is worth.
    pub bonuses: ByPlanet<u8>,
    /// The planets next to each.
    pub next_to: ByPlanet<Planets>,
    /// The number of the first route that begins at each planet.
    first: ByPlanet<u16>,
    /// Where each route begins and ends.
    routes: Vec<(Planet, Planet)>,
}

impl Map {
    /// The board with these routes, each in both directions.
    pub fn new(
        regions: Vec<Region>,
        worlds: ByPlanet<World>,
        resources: Planets,
        next_to: ByPlanet<Planets>,
    ) -> Self {
        let mut routes = Vec::new();
        let mut first = ByPlanet::<u16>::default();
        for (from, next) in next_to.iter() {
            first[from] = routes.len() as u16;
            routes.extend(next.iter().map(|to| (from, to)));
        }
        debug_assert!(routes.len() <= EDGES);
        let bonuses = ByPlanet::from_fn(|planet| regions[worlds[planet].region].bonus);
        Self { regions, worlds, resources, bonuses, next_to, first, routes }
    }

    /// Every route once in each direction, in the order of their numbers.
    pub fn routes(&self) -> &[(Planet, Planet)] {
        &self.routes
    }

    /// Where a route begins and ends, if there is one of this number.
    #[inline]
    pub fn ends(&self, route: Edge) -> Option<(Planet, Planet)> {
        self.routes.get(route.index()).copied()
    }

    /// The number of the route between two neighbours.
    #[inline]
    pub fn route(&self, from: Planet, to: Planet) -> Edge {
        let before = self.next_to[from].bits() & ((1 << to.index()) - 1);
        Edge::at(usize::from(self.first[from]) + before.count_ones() as usize)
    }

    /// What can be reached from `from` over the planets of `within`, `from` left out.
    #[inline]
    pub fn reach(&self, from: Planet, within: Planets) -> Planets {
        let start = Planets::only(from);
        let mut seen = start;
        let mut fresh = start;
        while !fresh.is_empty() {
            let at = fresh.nth(0);
            fresh.take(at);
            let next = self.next_to[at].and(within).without(seen);
            seen = seen.or(next);
            fresh = fresh.or(next);
        }
        seen.without(start)
    }

    /// What lies at most so many steps from `from` over the planets of `open`, `from` left out.
    #[inline]
    pub fn within(&self, from: Planet, steps: u8, open: Planets) -> Planets {
        let start = Planets::only(from);
        let mut seen = start;
        for _ in 0..steps {
            let wider = seen.iter().fold(seen, |all, at| all.or(self.next_to[at].and(open)));
            if wider == seen {
                break;
            }
            seen = wider;
        }
        seen.without(start)
    }

    /// The planet before `to` on a shortest way from `from` over `open`: the one with the lowest number.
    pub fn before(&self, from: Planet, to: Planet, open: Planets) -> Planet {
        let mut near = Planets::only(from);
        for _ in 0..super::words::PLANETS {
            let last = near.and(self.next_to[to]);
            if !last.is_empty() {
                return last.nth(0);
            }
            near = near.iter().fold(near, |all, at| all.or(self.next_to[at].and(open)));
        }
        from
    }

    /// A planet's name.
    pub fn name(&self, planet: Planet) -> &str {
        &self.worlds[planet].name
    }
}
