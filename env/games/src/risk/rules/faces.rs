//! The faces of dice, for people.
//!
//! The rules draw the result of a roll and not its faces, so that few branches have to be searched. These faces are drawn
//! after it: dice are thrown until they give this result. So each set of faces is as likely as with dice on a table.

use holotable_env::{Chance, Sample, generator};

use super::dice::{self, Volley};

/// A die that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// How many sides it has: six, or eight by a capital ship or a base.
    pub sides: u8,
    /// What it showed first.
    pub face: u8,
    /// What it shows after a fighter has rolled it again.
    pub again: Option<u8>,
    /// A bomber adds one.
    pub bomber: bool,
}

impl Die {
    /// What counts, without cards.
    pub fn shown(self) -> u8 {
        self.again.unwrap_or(self.face) + u8::from(self.bomber)
    }
}

/// Throws dice, the highest first.
pub fn throw(volley: Volley, chance: &mut impl Chance) -> Vec<Die> {
    let mut fighters = volley.fighters;
    let mut dice: Vec<Die> = (0..volley.dice)
        .map(|i| {
            let sides = if i < volley.capitals { 8 } else { 6 };
            let face = 1 + chance.below(sides) as u8;
            let helped = face == 1 && fighters > 0;
            fighters -= u8::from(helped);
            let again = helped.then(|| 2 + chance.below(sides - 1) as u8);
            Die { sides: sides as u8, face, again, bomber: false }
        })
        .collect();
    dice.sort_by_key(|die| std::cmp::Reverse(die.shown()));
    dice.iter_mut().take(volley.bombers.into()).for_each(|die| die.bomber = true);
    dice
}

/// Faces of a battle in which the defender loses so many comparisons.
pub fn of_battle(volleys: [Volley; 2], plus: [u8; 2], lost: usize, seed: u64) -> [Vec<Die>; 2] {
    let mut chance = Sample(generator(seed, 0));
    loop {
        let dice = volleys.map(|volley| throw(volley, &mut chance));
        let [attack, defence] = [0, 1].map(|side| shown(&dice[side]));
        if dice::lost_by_defender(&attack, &defence, plus[0], plus[1]) == lost {
            return dice;
        }
    }
}

/// Faces whose sum with `shift` reaches `total`, or does not.
pub fn of_star(volley: Volley, shift: i32, total: u8, hit: bool, seed: u64) -> Vec<Die> {
    let mut chance = Sample(generator(seed, 0));
    loop {
        let dice = throw(volley, &mut chance);
        let sum: i32 = dice.iter().map(|die| i32::from(die.shown())).sum();
        if (sum + shift >= i32::from(total)) == hit {
            return dice;
        }
    }
}

fn shown(dice: &[Die]) -> Vec<u8> {
    dice.iter().map(|die| die.shown()).collect()
}

#[cfg(test)]
mod tests {
    use holotable_env::Walk;

    use super::*;
    use crate::risk::rules::words::{ByClass, Class};

    /// The chance of each result of throws, by walking through all of them, is what the tables of battles say.
    #[test]
    fn throws_are_as_likely_as_the_tables_say() {
        for ships in [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 1], [2, 1, 2], [3, 3, 3]] {
            let fleet = ByClass::new(ships);
            assert_eq!(fleet[Class::Fighter], ships[0]);
            for dice in 1..=3 {
                let volley = Volley::new(dice, &fleet);
                let mut walk = Walk::default();
                let mut thrown = std::collections::BTreeMap::<Vec<u8>, f64>::new();
                loop {
                    let mut faces = shown(&throw(volley, &mut walk));
                    faces.sort_unstable_by(|a, b| b.cmp(a));
                    *thrown.entry(faces).or_default() += walk.probability();
                    if !walk.advance() {
                        break;
                    }
                }
                let results = volley.results();
                assert_eq!(thrown.len(), results.len());
                for ((faces, p), (counted, ways)) in thrown.iter().zip(&results) {
                    assert_eq!(faces, counted);
                    assert!((p - f64::from(*ways) / f64::from(volley.ways())).abs() < 1e-12, "{faces:?}");
                }
            }
        }
    }
}
