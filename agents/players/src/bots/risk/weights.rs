//! [`Weights`]: what the expert goes by, each number with its meaning. A point is about what a troop is worth.
//!
//! The numbers of the Star Wars game were found by hill climbing, for each number of players: a faction's weights were changed at
//! random and kept where it won more games among experts, one faction after the other.

use holotable_games::risk::words::Faction;

/// What things are worth to a faction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Set-up: a resource planet that is claimed.
    pub claim_resource: f64,
    /// A resource planet of Hutts who hold six, and more for each beyond.
    pub check_hutts: f64,
    /// Set-up: a troop of danger, up to four.
    pub danger: f64,
    /// Set-up: the best planet that can be attacked from there.
    pub target: f64,
    /// A planet more.
    pub planet: f64,
    /// A troop lost in attacking.
    pub loss: f64,
    /// A troop of the enemy's removed.
    pub kill: f64,
    /// The first planet of a turn from a faction, which brings a card.
    pub card: f64,
    /// A troop a turn from a region that is completed.
    pub region: f64,
    /// A troop a turn that somebody else loses with a region.
    pub deny: f64,
    /// An enemy base, decoy or not, for the Rebels.
    pub base: f64,
    /// Any Rebel planet, for the Empire; more the fewer there are.
    pub hunt: f64,
    /// A planet of an army with few planets left.
    pub finish: f64,
    /// An attack is ordered from so many points on.
    pub nerve: f64,
    /// A card in the hand, for its directive.
    pub directive: f64,
    /// A resource planet, for who wins by them.
    pub resource: f64,
    /// The same for each one already held beyond five.
    pub resource_run: f64,
    /// Set-up: a troop beyond `full` on one planet, as a cost.
    pub crowd: f64,
    /// Set-up: so many troops on a planet are a garrison.
    pub full: f64,
}

/// Finding the Emperor for certain, or the like: the game.
pub const GAME: f64 = 60.0;

/// How many weights there are.
const N: usize = 19;

impl Weights {
    /// In standard RISK everybody wants everything.
    pub const STANDARD: Self = Self::new([
        0.0, 0.0, 0.3, 0.5, 1.2, 0.7, 0.45, 2.6, 3.0, 1.2, 0.0, 0.0, 8.0, 0.4, 1.5, 0.0, 0.0, 0.3, 6.0,
    ]);

    /// Of a faction in the Star Wars game.
    #[rustfmt::skip] // a row a faction and table
    pub const fn of(faction: Faction, players: usize) -> Self {
        Self::new(match (faction, players) {
            (Faction::Rebels, 2) => [1.58, 3.0, 0.3, -0.06, 1.2, 0.7, 0.45, 2.6, 2.41, 1.39, 3.0, 0.0, 6.0, 0.4, 1.72, 0.0, 0.0, 0.3, 10.52],
            (Faction::Rebels, 3) => [1.38, 3.56, 0.84, 0.82, 2.68, 1.13, 0.48, 2.46, 1.06, 1.6, 4.08, 0.0, 3.4, 0.56, 1.73, 0.0, 0.0, 0.0, 1.46],
            (Faction::Rebels, 4) => [0.19, 5.24, 0.15, 1.08, 1.2, 0.97, 0.28, 2.77, 0.97, 2.52, 3.0, 0.0, 8.7, 0.42, 1.36, 0.0, 0.0, 0.41, 9.11],
            (Faction::Rebels, _) => [0.19, 5.24, 0.15, 1.08, 1.2, 0.97, 0.19, 4.35, 0.87, 3.81, 5.24, 0.0, 14.36, 0.83, 1.39, 0.0, 0.0, 0.41, 11.63],
            (Faction::Empire, 2) => [2.73, 3.51, 0.89, 0.5, 2.34, 0.83, 0.45, 2.6, 1.07, 1.82, 0.0, 1.89, 6.0, 0.14, 1.51, 0.0, 0.0, 0.75, 7.75],
            (Faction::Empire, 3) => [2.77, 0.6, -0.1, 0.84, 0.0, 1.03, 0.0, 3.03, 0.61, 0.83, 0.0, 1.62, 38.8, 0.4, 1.04, 0.0, 0.0, 0.0, 6.44],
            (Faction::Empire, 4) => [2.07, 2.01, -0.11, 0.31, 0.97, 0.76, 0.42, 2.21, 1.01, 3.03, 0.0, 1.81, 1.93, 1.1, 1.32, 0.0, 0.0, 0.25, 10.24],
            (Faction::Empire, _) => [0.0, 2.01, -0.11, 0.35, 0.97, 1.1, 0.54, 2.21, 0.95, 3.03, 0.0, 1.44, 1.61, 1.95, 1.21, 0.0, 0.0, 0.53, 10.08],
            (Faction::Hutts, 5) => [1.17, 0.0, 0.07, 0.69, -0.39, 1.49, 1.34, 3.45, 2.4, 0.85, 0.0, 0.0, 2.97, 0.16, 2.31, 1.83, 1.5, 0.64, 6.0],
            (Faction::Hutts, _) => [0.18, 0.0, 0.86, 0.36, 0.61, 0.7, 0.09, 3.33, 1.16, 0.52, 0.0, 0.0, 3.38, 0.18, 0.93, 3.97, 1.33, -0.09, 37.98],
        })
    }

    /// In the order of the fields.
    #[rustfmt::skip]
    const fn new(n: [f64; N]) -> Self {
        let [
            claim_resource, check_hutts, danger, target, planet, loss, kill, card, region, deny, base,
            hunt, finish, nerve, directive, resource, resource_run, crowd, full,
        ] = n;
        Self {
            claim_resource, check_hutts, danger, target, planet, loss, kill, card, region, deny, base,
            hunt, finish, nerve, directive, resource, resource_run, crowd, full,
        }
    }
}
