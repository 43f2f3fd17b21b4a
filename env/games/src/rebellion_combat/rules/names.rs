//! Sides, battles, leaders and endings as people call them.

use holotable_env::Finite as _;

use super::state::Ending;
use super::tables::Person;
use super::words::{Loyalty, Neighbour, Side, Theatre};

/// What people call a side.
pub fn title(side: Side) -> &'static str {
    match side {
        Side::Empire => "Empire",
        Side::Rebels => "Rebels",
    }
}

/// A system beside the one fought over, which has no name in a battle by itself.
pub fn beside(at: Neighbour) -> String {
    format!("neighbouring system {}", at.label())
}

/// Whom a system is loyal to.
pub fn loyalty(loyalty: Loyalty) -> &'static str {
    match loyalty {
        Loyalty::Neutral => "neutral",
        Loyalty::Empire => "loyal to the Empire",
        Loyalty::Rebels => "loyal to the Rebels",
    }
}

/// How the combat ended.
pub fn ending(e: Ending) -> &'static str {
    match e {
        Ending::None => "unfinished",
        Ending::EmpireHolds => "the Empire holds the system",
        Ending::RebelsHold => "the Rebels hold the system",
        Ending::Apart => "the sides no longer meet",
        Ending::Empty => "nobody is left",
        Ending::Stalemate => "nobody can hurt the other",
        Ending::Endless => "it would go on for ever",
    }
}

/// A word with a capital letter.
pub fn capital(word: &str) -> String {
    holotable_env::picture::title(word)
}

/// Where a battle is.
pub fn place(theatre: Theatre) -> &'static str {
    match theatre {
        Theatre::Space => "in space",
        Theatre::Ground => "on the ground",
    }
}

/// So many of a name.
pub fn times(n: u8, name: &str) -> String {
    if n == 1 { name.to_owned() } else { format!("{n} × {name}") }
}

/// A leader with both tactic values.
pub fn person(leader: &Person) -> String {
    let [space, ground] = leader.tactics.values();
    format!("{} {space}/{ground}", leader.name)
}
