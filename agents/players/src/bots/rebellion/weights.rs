//! What the expert goes by on each side, each number with its meaning. A point is about what a trooper is worth.

/// What a side goes by in missions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missions {
    /// How many of the leaders who are good in battle stay in the pool.
    pub reserve: usize,
    /// A trooper's worth of what icons build, for the rest of the game.
    pub icon: f64,
    /// A system that is loyal to the Rebels, whatever it builds.
    pub support: f64,
    /// A probe card.
    pub probe: f64,
    /// How much more it is worth, divided by how many systems are left for the base.
    pub few: f64,
    /// Looking at two objectives.
    pub inspect: f64,
    /// Moving a base that is found.
    pub mobilize: f64,
    /// So much danger is borne, from 0 to 1 for a base that is found.
    pub calm: f64,
    /// An icon or tactic value of a Rebel leader who is captured, or rescued.
    pub captive: f64,
    /// A point of what units are worth that come, or are destroyed.
    pub unit: f64,
    /// A project in the hand.
    pub project: f64,
    /// A card of another kind that is drawn, or seen.
    pub card: f64,
    /// What a leader becomes better at, or worse: a ring.
    pub ring: f64,
    /// Another leader in the game.
    pub join: f64,
    /// Action cards of combats are kept for battles of more than so many points.
    pub hold: f64,
    /// Making a mission of the other side fail.
    pub oppose: f64,
    /// A leader is spent from so many points on.
    pub nerve: f64,
}

/// What the Empire goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Empire {
    /// What it goes by in missions.
    pub missions: Missions,
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
    missions: Missions {
        reserve: 2,
        icon: 0.7,
        support: 0.5,
        probe: 2.0,
        few: 10.0,
        inspect: 0.0,
        mobilize: 0.0,
        calm: 1.0,
        captive: 0.4,
        unit: 0.5,
        project: 1.5,
        card: 0.7,
        ring: 2.0,
        join: 3.0,
        hold: 12.0,
        oppose: 3.0,
        nerve: 0.5,
    },
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
    /// What they go by in missions.
    pub missions: Missions,
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
    missions: Missions {
        reserve: 1,
        icon: 1.0,
        support: 1.0,
        probe: 0.0,
        few: 0.0,
        inspect: 1.0,
        mobilize: 12.0,
        calm: 0.9,
        captive: 0.4,
        unit: 0.5,
        project: 0.0,
        card: 1.0,
        ring: 2.0,
        join: 3.0,
        hold: 12.0,
        oppose: 3.0,
        nerve: 0.5,
    },
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
