//! What dice can show: [`rolls`] of one colour, and [`each_roll`] of all four together.

use holotable_env::Finite;
use holotable_games::dark_side_rising::tables::Tables;
use holotable_games::dark_side_rising::words::{Colour, Face};

/// A face of a colour's dice: the trait, how many symbols of it, the share of the sides that show it.
pub type Side = (usize, u8, f64);

/// One roll of the dice of one colour as far as it matters: how many show each face, with the probability.
pub type Roll = ([u8; 5], f64);

/// A useful shown face: colour, face, how many dice.
pub type Item = (usize, usize, u8);

/// For each colour its different faces.
pub fn sides(t: &Tables) -> [[Side; 5]; 4] {
    std::array::from_fn(|c| {
        let die = &t.dice[Colour::at(c)];
        let all: u32 = die.sides.values().iter().sum();
        std::array::from_fn(|f| {
            let (symbol, n) = die.faces[Face::at(f)];
            (symbol as usize, n, f64::from(die.sides[Face::at(f)]) / f64::from(all))
        })
    })
}

/// The rolls of `n` dice of a colour with these faces, told apart only by the faces whose trait is `useful`.
pub fn rolls(faces: &[Side; 5], n: u8, useful: impl Fn(usize) -> bool) -> Vec<Roll> {
    let mut rolls = vec![([0; 5], 1.0, n)];
    let mut blank = 1.0;
    for (f, &(_, _, share)) in faces.iter().enumerate().filter(|(_, side)| useful(side.0)) {
        blank -= share;
        let with = |(counts, p, left): ([u8; 5], f64, u8)| {
            (0..=left).map(move |k| {
                let mut counts = counts;
                counts[f] = k;
                (counts, p * binomial(left, k) * share.powi(i32::from(k)), left - k)
            })
        };
        rolls = rolls.into_iter().flat_map(with).collect();
    }
    // Shares that sum to 1 but for rounding leave no blank.
    let blank = blank.max(0.0);
    let blanks = |(counts, p, left): ([u8; 5], f64, u8)| (counts, p * blank.powi(i32::from(left)));
    rolls.into_iter().map(blanks).filter(|roll| roll.1 > 1e-15).collect()
}

/// Calls `f` with every combination of the rolls of the four colours, as dice that show something, and its probability.
pub fn each_roll(rolls: &[Vec<Roll>; 4], mut f: impl FnMut(&[Item], f64)) {
    let mut items: Vec<Item> = Vec::new();
    for red in &rolls[0] {
        for blue in &rolls[1] {
            for green in &rolls[2] {
                for purple in &rolls[3] {
                    items.clear();
                    for (c, roll) in [red, blue, green, purple].into_iter().enumerate() {
                        items.extend((0..5).filter(|&f| roll.0[f] > 0).map(|f| (c, f, roll.0[f])));
                    }
                    f(&items, red.1 * blue.1 * green.1 * purple.1);
                }
            }
        }
    }
}

/// Whether the luckiest faces of the dice in `pool`, by colour, could match the symbols in `need`, by trait; a quick no.
pub fn could(faces: &[[Side; 5]; 4], pool: [u8; 4], need: [u8; 4]) -> bool {
    let mut least = 0;
    for (symbol, &open) in need.iter().enumerate().filter(|(_, open)| **open > 0) {
        let colours = (0..4).filter(|&c| pool[c] > 0);
        let most = colours.flat_map(|c| &faces[c]).filter(|side| side.0 == symbol).map(|side| side.1).max();
        let Some(most) = most else { return false };
        least += open.div_ceil(most);
    }
    least <= pool.iter().sum()
}

/// How many ways there are to choose `k` of `n`.
fn binomial(n: u8, k: u8) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [Side; 5] =
        [(0, 1, 1.0 / 3.0), (0, 2, 1.0 / 6.0), (1, 1, 1.0 / 6.0), (2, 1, 1.0 / 6.0), (3, 1, 1.0 / 6.0)];

    #[test]
    fn chances_of_all_rolls_sum_to_one() {
        for n in 0..6 {
            for set in 0..16 {
                let total: f64 = rolls(&RED, n, |t| set >> t & 1 == 1).iter().map(|roll| roll.1).sum();
                assert!((total - 1.0).abs() < 1e-12, "{n} dice, traits {set:04b}: {total}");
            }
        }
    }

    #[test]
    fn faces_that_do_not_matter_are_not_told_apart() {
        let found = rolls(&RED, 1, |t| t == 1);
        assert_eq!(found.len(), 2);
        assert!((found[1].1 - 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(rolls(&RED, 2, |_| false), [([0; 5], 1.0)]);
    }
}
