//! [`Chip`]: a card, a leader or a unit as a small piece with its name, and [`lay`] for as many as there are in the room there is.

use holotable_env::Picture;
use holotable_env::picture::{Ink, Size};

/// A piece that actions may name.
pub struct Chip {
    /// What [`Show::places`](holotable_env::Show::places) calls it.
    pub name: String,
    /// What it is, in words for people.
    pub label: String,
    /// What stands on it.
    pub words: String,
    /// The colour of the piece and of its letters.
    pub inks: (Ink, Ink),
}

/// The room between two chips, and between a chip and its letters.
const GAP: i32 = 4;
const PAD: i32 = 5;

/// Lays chips into a box, as large as there is room for: as wide as their words, or else all alike and cut.
pub fn lay(p: &mut Picture, (x, y): (i32, i32), (width, height): (i32, i32), chips: &[Chip]) {
    for size in [Size::Normal, Size::Small] {
        if let Some(spots) = flow(size, (width, height), chips) {
            for (chip, (at, wide)) in chips.iter().zip(spots) {
                draw(p, (x + at.0, y + at.1), (wide, high(size)), Some(size), chip);
            }
            return;
        }
    }
    let most = ((height + GAP) / (high(Size::Small) + GAP)).max(1);
    let columns = (chips.len() as i32 + most - 1) / most;
    let pitch = width / columns.max(1);
    let wide = (pitch - GAP).max(1);
    for (i, chip) in (0..).zip(chips) {
        let at = (x + i % columns * pitch, y + i / columns * (high(Size::Small) + GAP));
        draw(p, at, (wide, high(Size::Small)), Some(Size::Small).filter(|_| wide > 3 * PAD), chip);
    }
}

/// How much of a box is filled from its top.
pub fn height(size: (i32, i32), chips: &[Chip]) -> i32 {
    let lowest = |letters| Some(flow(letters, size, chips)?.last().map_or(0, |(at, _)| at.1 + high(letters)));
    lowest(Size::Normal).or_else(|| lowest(Size::Small)).unwrap_or(size.1)
}

/// How high a chip with letters of a size is.
fn high(size: Size) -> i32 {
    size.character().1 as i32 + 5
}

/// Where each chip lies, and how wide it is, row after row; none if they need more room.
fn flow(size: Size, (width, height): (i32, i32), chips: &[Chip]) -> Option<Vec<((i32, i32), i32)>> {
    let mut at = (0, 0);
    let mut spots = Vec::new();
    for chip in chips {
        let wide = (size.width(&chip.words) + 2 * PAD).min(width);
        if at.0 > 0 && at.0 + wide > width {
            at = (0, at.1 + high(size) + GAP);
        }
        spots.push((at, wide));
        at.0 += wide + GAP;
    }
    (at.1 + high(size) <= height).then_some(spots)
}

fn draw(p: &mut Picture, at: (i32, i32), (wide, high): (i32, i32), size: Option<Size>, chip: &Chip) {
    p.rect(at, (wide as u32, high as u32), 4, chip.inks.0, None);
    if let Some(size) = size {
        let columns = size.columns(wide - 2 * PAD).max(1);
        p.line((at.0 + PAD, at.1 + 3), size, chip.inks.1, columns, &chip.words);
    }
    p.place(chip.name.as_str(), chip.label.as_str(), at, (wide, high));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(n: usize, words: &str) -> Picture {
        let mut p = Picture::new((100, 50), 0);
        let chip =
            |i| Chip { name: format!("card.{i}"), label: String::new(), words: words.into(), inks: (0, 1) };
        let chips: Vec<Chip> = (0..n).map(chip).collect();
        lay(&mut p, (0, 0), (100, 50), &chips);
        let height = height((100, 50), &chips);
        assert!(p.places.iter().all(|place| place.at.1 + place.size.1 as i32 <= height), "{n}: {height}");
        p
    }

    #[test]
    fn however_many_there_are_each_has_a_place_in_the_box() {
        for n in 0..60 {
            let p = laid(n, "Millennium Falcon");
            assert_eq!(p.places.len(), n);
            for place in &p.places {
                let (right, bottom) = (place.at.0 + place.size.0 as i32, place.at.1 + place.size.1 as i32);
                assert!(right <= 100 && bottom <= 50, "{n}: {place:?}");
            }
        }
    }

    #[test]
    fn where_there_is_room_the_words_are_whole() {
        let texts = format!("{:?}", laid(3, "Hutt").shapes);
        assert_eq!(texts.matches("\"Hutt\"").count(), 3);
    }
}
