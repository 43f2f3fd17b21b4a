//! The regions behind the planets: a tint each, with the name and the bonus.

use holotable_env::Picture;
use holotable_env::picture::{Ink, Size};

use super::picture::MAP;
use crate::risk::rules::map::Map;

/// How far a region reaches around its planets; of two that meet, the nearer planet's is seen.
const REACHES: [u32; 2] = [50, 32];
/// Half of the room that a planet takes with its name and its pieces.
const ROOM: (i32, i32) = (46, 34);

/// A region's tint, and its letters.
fn inks(colour: &str) -> (Ink, Ink) {
    match colour {
        "blue" => (0x17_2640, 0x8f_b8f5),
        "orange" => (0x38_2712, 0xf0_b070),
        "green" => (0x15_2e1f, 0x86_d29c),
        "red" => (0x38_1a1d, 0xf5_958c),
        "yellow" => (0x32_2f14, 0xe8_dc7a),
        _ => (0x25_2930, 0xb9_c0cc),
    }
}

/// Draws the regions of a map.
pub fn draw(map: &Map, p: &mut Picture) {
    let at = |planet| (map.worlds[planet].at.0, map.worlds[planet].at.1 + MAP);
    for reach in REACHES {
        for region in &map.regions {
            let tint = inks(&region.colour).0;
            region.planets.iter().for_each(|planet| p.circle(at(planet), reach, tint, None));
        }
    }
    let mut taken: Vec<[i32; 4]> =
        map.worlds.values().iter().map(|world| around((world.at.0, world.at.1 + MAP), ROOM)).collect();
    for region in &map.regions {
        let words = format!("{} +{}", region.name, region.bonus);
        let half = (Size::Normal.width(&words) / 2 + 2, 9);
        let n = (region.planets.len() as i32).max(1);
        let sum = region.planets.iter().map(at).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let spot = nearest((sum.0 / n, sum.1 / n), half, &taken, (p.size.0 as i32, MAP));
        taken.push(around(spot, half));
        p.centred((spot.0, spot.1 - 6), Size::Normal, inks(&region.colour).1, words);
    }
}

fn around((x, y): (i32, i32), (w, h): (i32, i32)) -> [i32; 4] {
    [x - w, y - h, x + w, y + h]
}

/// The spot nearest to the middle of a region at which its words cover nothing.
fn nearest(middle: (i32, i32), half: (i32, i32), taken: &[[i32; 4]], (right, top): (i32, i32)) -> (i32, i32) {
    let free = |spot: (i32, i32)| {
        let [l, t, r, b] = around(spot, half);
        l > 0
            && r < right
            && t > top
            && taken.iter().all(|o| r <= o[0] || o[2] <= l || b <= o[1] || o[3] <= t)
    };
    let spots = (-25..=25).flat_map(|dy| (-25..=25).map(move |dx| (dx * 8, dy * 8)));
    let far = |(dx, dy): (i32, i32)| dx * dx + 2 * dy * dy;
    let moved = |by: (i32, i32)| (middle.0 + by.0, middle.1 + by.1);
    // Whether a spot is free takes long, and is asked only of one that is nearer than the best.
    let mut best = None;
    for by in spots {
        if best.is_none_or(|known| far(by) < far(known)) && free(moved(by)) {
            best = Some(by);
        }
    }
    best.map_or(middle, moved)
}
