//! Systems, for the expert of both sides: what their icons build, and what a step of their loyalty is worth.

use holotable_games::rebellion::base;
use holotable_games::rebellion::words::{Icon, Loyalty, Place, Side};

use super::forces::Forces;
use super::weights::Missions;

/// What the icons of a system build, in units of a trooper.
pub fn output(f: &Forces<'_>, place: Place) -> f64 {
    f.g.tables.worlds[place].icons.iter().flatten().map(|&icon| size(icon)).sum()
}

/// What the Empire has of them: of a subjugated system the left one.
pub fn built(f: &Forces<'_>, place: Place) -> f64 {
    if f.s.loyalty[place] == Loyalty::Empire {
        return output(f, place);
    }
    f.g.tables.worlds[place].icons[0].map_or(0.0, size)
}

fn size(icon: Icon) -> f64 {
    match icon {
        Icon::SpaceTriangle | Icon::GroundTriangle => 1.0,
        Icon::SpaceCircle | Icon::GroundCircle => 2.0,
        Icon::SpaceSquare | Icon::GroundSquare => 3.0,
    }
}

/// What a step of loyalty is worth: what the system then builds, or builds no more; for the Empire also that the base cannot be there.
pub fn loyalty(f: &Forces<'_>, w: &Missions, place: Place) -> f64 {
    if f.g.tables.always.has(place) {
        return 0.0;
    }
    let held = f.s.subjugated.has(place);
    let icons = w.icon * output(f, place);
    let left = w.icon * built(f, place);
    match (f.me, f.s.loyalty[place]) {
        (Side::Rebels, Loyalty::Neutral) => {
            if held {
                w.support
            } else {
                icons + w.support
            }
        }
        (Side::Rebels, Loyalty::Empire) => {
            icons - if base::garrisons(f.g, f.s).has(place) { left.min(icons) } else { 0.0 }
        }
        (Side::Empire, Loyalty::Neutral) => {
            let found = !f.s.revealed && f.possible().has(place);
            let gained = if held { icons - left } else { icons };
            gained + if found { w.probe * (1.0 + w.few / f.possible().len() as f64) } else { 0.0 }
        }
        (Side::Empire, Loyalty::Rebels) => w.support + if held { 0.0 } else { icons },
        _ => 0.0,
    }
}
