//! The kinds of units as small figures, told apart by their outlines alone, so that colours may only repeat whose they are.

use holotable_env::Picture;
use holotable_env::picture::Ink;

use crate::inks::{BLACK, BLUE, STAR};
use crate::rebellion_combat::rules::tables::Unit;
use crate::rebellion_combat::rules::words::{Class, Side};

/// The colours of the sides' pieces.
pub const INKS: [Ink; 2] = [0xe4_7267, BLUE];
/// Room for a figure.
pub const SIZE: (i32, i32) = (18, 15);

type Outline = &'static [(i32, i32)];

const TIE: Outline = &[
    (1, 0),
    (4, 0),
    (4, 6),
    (14, 6),
    (14, 0),
    (17, 0),
    (17, 14),
    (14, 14),
    (14, 9),
    (4, 9),
    (4, 14),
    (1, 14),
];
const X_WING: Outline = &[
    (9, 0),
    (11, 6),
    (15, 9),
    (15, 3),
    (17, 3),
    (17, 13),
    (11, 11),
    (10, 14),
    (8, 14),
    (7, 11),
    (1, 13),
    (1, 3),
    (3, 3),
    (3, 9),
    (7, 6),
];
const Y_WING: Outline = &[
    (7, 0),
    (11, 0),
    (12, 4),
    (10, 7),
    (14, 7),
    (14, 2),
    (17, 2),
    (17, 14),
    (14, 14),
    (14, 10),
    (4, 10),
    (4, 14),
    (1, 14),
    (1, 2),
    (4, 2),
    (4, 7),
    (8, 7),
    (6, 4),
];
const CARRIER: Outline = &[(1, 4), (8, 4), (14, 7), (8, 11), (1, 11)];
const DESTROYER: Outline = &[(1, 1), (17, 7), (1, 14)];
const SUPER_DESTROYER: Outline = &[(0, 0), (6, 4), (18, 7), (6, 11), (0, 15), (2, 7)];
const TRANSPORT: Outline = &[(1, 8), (5, 4), (12, 3), (17, 8), (12, 12), (5, 12)];
const CORVETTE: Outline = &[
    (0, 3),
    (4, 3),
    (4, 6),
    (13, 6),
    (13, 2),
    (17, 4),
    (17, 11),
    (13, 13),
    (13, 9),
    (4, 9),
    (4, 12),
    (0, 12),
];
const CRUISER: Outline =
    &[(0, 7), (2, 3), (6, 4), (9, 1), (13, 4), (18, 6), (18, 9), (13, 11), (9, 14), (6, 11), (2, 12)];
/// A station of which a part is still missing.
const HALF_BUILT: Outline =
    &[(9, 0), (14, 2), (17, 7), (12, 6), (13, 10), (9, 9), (9, 15), (4, 13), (1, 8), (3, 3)];
const SQUARE: Outline = &[(3, 7), (15, 7), (15, 14), (3, 14)];
const TRIANGLE: Outline = &[(9, 4), (16, 14), (2, 14)];
const TWO_LEGS: Outline = &[
    (4, 0),
    (14, 0),
    (14, 6),
    (12, 6),
    (14, 10),
    (13, 15),
    (10, 15),
    (11, 10),
    (9, 7),
    (7, 10),
    (8, 15),
    (5, 15),
    (4, 10),
    (6, 6),
    (4, 6),
];
const FOUR_LEGS: Outline = &[
    (0, 1),
    (12, 1),
    (12, 3),
    (18, 3),
    (18, 7),
    (14, 7),
    (12, 8),
    (12, 15),
    (9, 15),
    (8, 9),
    (4, 9),
    (3, 15),
    (0, 15),
];
const SPEEDER: Outline = &[
    (1, 14),
    (1, 9),
    (5, 6),
    (5, 1),
    (7, 1),
    (7, 5),
    (11, 5),
    (11, 1),
    (13, 1),
    (13, 6),
    (17, 9),
    (17, 14),
    (12, 11),
    (6, 11),
];
const DOME: Outline = &[(0, 14), (0, 11), (2, 6), (6, 3), (12, 3), (16, 6), (18, 11), (18, 14)];
const BARREL: Outline = &[(7, 6), (14, 0), (17, 3), (10, 9)];

/// Draws a kind of unit: known by what is printed on it, so that other data sets have figures too.
pub fn draw(unit: &Unit, (x, y): (i32, i32), ink: Ink, p: &mut Picture) {
    let outline = match (unit.class, unit.side) {
        (Class::Station, _) => return station(unit, (x, y), ink, p),
        (Class::Structure, _) => return structure(unit, (x, y), ink, p),
        (Class::Fighter, Side::Empire) => TIE,
        (Class::Fighter, Side::Rebels) => {
            if unit.red > 0 {
                Y_WING
            } else {
                X_WING
            }
        }
        (Class::Capital, Side::Empire) => match unit.health {
            0..=2 => CARRIER,
            3..=4 => DESTROYER,
            _ => SUPER_DESTROYER,
        },
        (Class::Capital, Side::Rebels) => match unit.health {
            _ if unit.helpless => TRANSPORT,
            0..=2 => CORVETTE,
            _ => CRUISER,
        },
        (Class::Ground, Side::Empire) => match unit.health {
            0..=1 => SQUARE,
            2 => TWO_LEGS,
            _ => FOUR_LEGS,
        },
        (Class::Ground, Side::Rebels) => {
            if unit.health > 1 {
                SPEEDER
            } else {
                TRIANGLE
            }
        }
    };
    p.polygon((x, y), outline, ink, Some(ink));
    // A cockpit, or the head of a trooper.
    if outline == TIE {
        p.circle((x + 9, y + 7), 4, ink, None);
    } else if outline == SQUARE || outline == TRIANGLE {
        p.circle((x + 9, y + 3), 3, ink, Some(ink));
    }
}

/// A Death Star: with its trench and its dish, or half built.
fn station(unit: &Unit, (x, y): (i32, i32), ink: Ink, p: &mut Picture) {
    if unit.helpless {
        return p.polygon((x, y), HALF_BUILT, STAR, Some(ink));
    }
    p.circle((x + 9, y + 7), 8, STAR, Some(ink));
    p.segment((x + 1, y + 8), (x + 17, y + 8), 1, BLACK);
    p.circle((x + 6, y + 4), 2, BLACK, None);
}

/// A shield generator as a dome, an ion cannon as a ball with its barrel.
fn structure(unit: &Unit, (x, y): (i32, i32), ink: Ink, p: &mut Picture) {
    if unit.cuts_red > 0 {
        p.polygon((x, y), BARREL, ink, Some(ink));
        p.circle((x + 7, y + 9), 5, ink, Some(ink));
    } else {
        p.polygon((x, y), DOME, ink, Some(ink));
        p.segment((x + 9, y + 4), (x + 9, y + 13), 2, BLACK);
    }
}
