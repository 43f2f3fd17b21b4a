//! What the pieces and marks of the map mean, at the left where no system is.

use holotable_env::picture::Size;
use holotable_env::{Finite, Picture};

use super::worlds::{self, Room};
use crate::inks::FAINT;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::words::{Class, Loyalty, Row, Side};
use crate::rebellion_combat::pieces::{self, INKS};

/// Where the legend stands in the picture.
pub const ROOM: Room = [10, 290, 246, 470];
const LINE: i32 = 19;

/// Draws it: a line for each class of units, with all kinds of both sides, then the marks.
pub fn draw(g: &Rebellion, p: &mut Picture) {
    let [x, top, ..] = ROOM;
    let mut y = top + 4;
    for class in Class::all() {
        let mut left = x;
        let kinds = Side::all().flat_map(|side| Row::all().map(move |row| (side, row)));
        for (side, row) in kinds.filter(|&(side, row)| g.stat(side, row).class == class) {
            pieces::draw(g.components().unit(side, row), (left, y), INKS[side.index()], p);
            left += pieces::SIZE.0 + 5;
        }
        p.text((left + 1, y), Size::Normal, FAINT, word(class));
        y += LINE;
    }
    let mut mark = |(x, dy): (i32, i32), draw: &dyn Fn((i32, i32), &mut Picture), words: &str| {
        draw((x, y + dy), p);
        p.text((x + 18, y + dy - 8), Size::Normal, FAINT, words);
    };
    mark((x + 9, 14), &|at, p| worlds::loyalty(Loyalty::Empire, at, p), "");
    mark((x + 31, 14), &|at, p| worlds::loyalty(Loyalty::Rebels, at, p), "loyal");
    mark((x + 120, 14), &worlds::subjugation, "subjugated");
    mark((x + 13, 42), &worlds::possible_mark, "base?");
    mark((x + 120, 42), &worlds::base_mark, "the base");
    mark((x + 9, 64), &worlds::sabotage, "sabotaged");
    mark((x + 120, 64), &worlds::debris, "destroyed");
}

fn word(class: Class) -> &'static str {
    match class {
        Class::Fighter => "fighters",
        Class::Capital => "ships",
        Class::Station => "Death Stars",
        Class::Ground => "ground units",
        Class::Structure => "structures",
    }
}
