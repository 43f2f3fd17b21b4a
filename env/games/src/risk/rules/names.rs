//! Armies, cards, ships and how the game stands, as people call them.

use holotable_env::Finite;
use holotable_env::english::counted;

use super::Risk;
use super::state::{Ending, State};
use super::words::{Army, Class, Fleet, Seat};

/// The colours of the pieces (p13).
const COLOURS: [[&str; 2]; 3] =
    [["Orange Rebels", "Yellow Rebels"], ["Gray Empire", "White Empire"], ["Hutts", "Hutts"]];
/// Those of standard RISK, in which there are no factions.
const PLAIN: [&str; 4] = ["Orange", "Gray", "Yellow", "White"];

/// What an army is called.
pub fn army(g: &Risk, army: Army) -> &'static str {
    if !g.star_wars {
        return army.seat().and_then(|seat| PLAIN.get(seat.index())).copied().unwrap_or("nobody");
    }
    let faction = g.factions[army];
    match army.seat() {
        None => "neutral Hutts",
        Some(seat) if g.seats_of[faction].len() > 1 => {
            COLOURS[faction.index()][usize::from(g.seats_of[faction].nth(0) != seat)]
        }
        Some(_) => ["Rebels", "Empire", "Hutts"][faction.index()],
    }
}

/// What a seat is called.
pub fn seat(g: &Risk, seat: Seat) -> &'static str {
    army(g, Army::of(seat))
}

/// What a team is called.
pub fn team(g: &Risk, team: usize) -> &'static str {
    if g.star_wars { ["Rebels", "Empire", "Hutts"][team.min(2)] } else { PLAIN[team.min(3)] }
}

/// What a ship of a class is called.
pub fn ship(class: Class) -> &'static str {
    if class == Class::Capital { "capital ship" } else { class.word() }
}

/// Ships in words, if there are any.
pub fn ships(fleet: &Fleet) -> String {
    let there = fleet.iter().filter(|(_, n)| **n > 0);
    let words: Vec<String> = there.map(|(class, n)| counted(*n, ship(class))).collect();
    words.join(", ")
}

/// The Force Meter in words.
pub fn force(meter: i8) -> String {
    match meter {
        0 => "balanced".into(),
        1.. => format!("{meter} to the light side"),
        _ => format!("{} to the dark side", -meter),
    }
}

/// How the game stands, in a line.
pub fn headline(g: &Risk, s: &State) -> String {
    if s.is_over() {
        let why = match s.ending {
            Ending::EmperorFound => "the Emperor is found",
            Ending::EmpireGone => "the Empire is gone",
            Ending::RebelsGone => "the Rebels are gone",
            Ending::Resources => "the Hutts hold the resources",
            Ending::Conquest => "all others are gone",
            Ending::Draw | Ending::None => "the rounds are over",
        };
        return match s.winner {
            Some(winner) => {
                let team = team(g, winner.index());
                let wins = if team == "Empire" { "wins" } else { "win" };
                format!("Round {}: the {team} {wins}, {why}", s.round)
            }
            None => format!("Round {}: a draw, {why}", s.round),
        };
    }
    let stage = s.now().stage.stage_name();
    match s.round {
        0 => format!("Set-up: {}, {stage}", seat(g, s.asked)),
        n if s.asked == s.turn => format!("Round {n}: {}, {stage}", seat(g, s.turn)),
        n => format!("Round {n}: {} on the turn of {}, {stage}", seat(g, s.asked), seat(g, s.turn)),
    }
}
