//! [`Weights`]: what the expert goes by, each number with its meaning. A point is about what a troop is worth.

/// What things are worth to a faction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
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
    /// A resource planet, for who wins by them.
    pub resource: f64,
    /// The same for each one already held beyond five.
    pub resource_run: f64,
    /// A resource planet of Hutts who hold six, and more for each beyond.
    pub check_hutts: f64,
    /// Finding the Emperor for certain, or the like: the game.
    pub game: f64,
    /// Any Rebel planet, for the Empire; more the fewer there are.
    pub hunt: f64,
    /// An enemy base, decoy or not, for the Rebels.
    pub base: f64,
    /// A planet of an army with few planets left.
    pub finish: f64,
    /// An attack is ordered from so many points on.
    pub nerve: f64,
    /// A card in the hand, for its directive.
    pub directive: f64,
}

/// What the factions share.
const COMMON: Weights = Weights {
    planet: 1.2,
    loss: 0.7,
    kill: 0.45,
    card: 2.6,
    region: 2.4,
    deny: 1.2,
    resource: 0.0,
    resource_run: 0.0,
    check_hutts: 3.0,
    game: 60.0,
    hunt: 0.0,
    base: 0.0,
    finish: 6.0,
    nerve: 0.4,
    directive: 1.5,
};

/// The Rebels look for the Emperor.
pub const REBELS: Weights = Weights { base: 3.0, ..COMMON };
/// The Empire hunts the Rebels.
pub const EMPIRE: Weights = Weights { hunt: 1.2, ..COMMON };
/// The Hutts live on cards, and break out for the resources.
pub const HUTTS: Weights = Weights { resource: 2.5, resource_run: 1.5, card: 3.0, ..COMMON };
/// In standard RISK everybody wants everything.
pub const STANDARD: Weights = Weights { region: 3.0, finish: 8.0, ..COMMON };
