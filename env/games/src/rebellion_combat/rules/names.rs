//! Sides, battles, leaders and endings as people call them.

use holotable_env::Finite as _;

use super::RebellionCombat;
use super::attack;
use super::state::{Ending, State};
use super::tables::Person;
use super::words::{ByColour, Colour, Loyalty, Neighbour, Row, Side, Theatre};

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

/// Which dice of the attack are not rolled, and why.
pub fn withheld(g: &RebellionCombat, s: &State) -> Option<String> {
    let mut parts = Vec::new();
    let enemy = s.side.other();
    let cutters = Row::all().filter(|&row| s.count(enemy, row) > 0 && g.tables.stat(enemy, row).cuts_red > 0);
    let cutters: Vec<&str> = cutters.map(|row| g.tables.unit(enemy, row).name.as_str()).collect();
    for (colour, &(cut, over)) in attack::withheld(g, s).iter() {
        let fewer = |n: u16| format!("{n} {} {} fewer", colour.word(), if n == 1 { "die" } else { "dice" });
        if cut > 0 {
            let by_units = s.theatre == Theatre::Space && colour == Colour::Red && !cutters.is_empty();
            let why = if by_units { format!("by {}", cutters.join(" and ")) } else { "by a card".into() };
            parts.push(format!("{} {why}", fewer(cut)));
        }
        if over > 0 {
            let most = g.tables.dice[colour].most;
            parts.push(format!("{}, at most {most} of a colour are rolled", fewer(over)));
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Dice by colour: 2 black and 1 red dice.
pub fn dice(dice: &ByColour<u8>) -> String {
    let due = dice.iter().filter(|(_, n)| **n > 0).map(|(colour, n)| format!("{n} {}", colour.word()));
    let what = if dice.values().iter().sum::<u8>() == 1 { "die" } else { "dice" };
    format!("{} {what}", due.collect::<Vec<_>>().join(" and "))
}

/// A leader with both tactic values.
pub fn person(leader: &Person) -> String {
    let [space, ground] = leader.tactics.values();
    format!("{} {space}/{ground}", leader.name)
}
