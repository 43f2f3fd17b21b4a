//! What the expert goes by on each side, each number with its meaning. A point is about what a trooper is worth.

/// What the Empire goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Empire {
    /// Searching a system where the base can be, divided by how many such systems there are.
    pub search: f64,
    /// The same, however many there are.
    pub sweep: f64,
    /// Taking a revealed base.
    pub take: f64,
    /// A point of Rebel units destroyed.
    pub kill: f64,
    /// A point of own units risked in a battle that is lost.
    pub loss: f64,
    /// Coming next to a system where the base can be that no fleet is next to.
    pub approach: f64,
    /// A system nearer to where the base can be, for units that are deployed.
    pub near: f64,
    /// A leader is spent from so many points on.
    pub nerve: f64,
}

/// The Empire's weights.
pub const EMPIRE: Empire = Empire {
    search: 40.0,
    sweep: 2.0,
    take: 60.0,
    kill: 0.5,
    loss: 0.3,
    approach: 0.7,
    near: 1.0,
    nerve: 0.5,
};

/// What the Rebels go by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rebels {
    /// A ship over an Imperial system without ships: it builds nothing, and counts for objectives.
    pub harass: f64,
    /// A unit in a system without one, for objectives.
    pub outpost: f64,
    /// A point of reputation of an objective that a won battle may bring.
    pub objective: f64,
    /// A point of Imperial units destroyed.
    pub kill: f64,
    /// A point of own units risked in a battle that is lost.
    pub loss: f64,
    /// A system less in which the base can be, for all to see.
    pub secrecy: f64,
    /// A point of units that come to defend a revealed base.
    pub defend: f64,
    /// A step between the base and the nearest Imperial fleet that can carry troops.
    pub distance: f64,
    /// A point of own units in the system where the base is hidden.
    pub garrison: f64,
    /// A leader is spent from so many points on.
    pub nerve: f64,
}

/// The Rebels' weights.
pub const REBELS: Rebels = Rebels {
    harass: 2.5,
    outpost: 1.0,
    objective: 10.0,
    kill: 0.5,
    loss: 0.5,
    secrecy: 0.6,
    defend: 1.0,
    distance: 2.0,
    garrison: 0.1,
    nerve: 0.5,
};
