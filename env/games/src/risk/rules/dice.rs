//! What dice show: the exact chances of battles and of attacks on the Death Star, worked out once from single dice.
//!
//! Capital ships replace six-siders by eight-siders before the roll, fighters roll ones again until they are none (those of
//! larger dice first), bombers then add one each to as many of the highest dice (p17). Chances are whole numbers: each die has
//! `sides × (sides - 1)` equally likely ways, so that dice rolled again share a denominator with those that are not.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::words::{Class, Fleet};

/// How many dice an attacker and a defender roll at most.
pub const MOST: [usize; 2] = [3, 2];
/// The largest number that a die gets from cards.
pub const PLUS: u8 = 2;

/// The dice of one side: how many, and how many ships of each class help them, no more than there are dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Volley {
    /// Dice.
    pub dice: u8,
    /// Ones that are rolled again.
    pub fighters: u8,
    /// Dice that get one more.
    pub bombers: u8,
    /// Eight-siders among the dice.
    pub capitals: u8,
}

impl Volley {
    /// So many dice with the help of these ships, of which as many count as there are dice.
    #[inline]
    pub fn new(dice: u8, ships: &Fleet) -> Self {
        let ships = |class: Class| ships[class].min(dice);
        Self {
            dice,
            fighters: ships(Class::Fighter),
            bombers: ships(Class::Bomber),
            capitals: ships(Class::Capital),
        }
    }

    /// The same with eight-siders only.
    #[inline]
    #[must_use]
    pub fn of_eights(self) -> Self {
        Self { capitals: self.dice, ..self }
    }

    /// Its number among those with as many dice.
    #[inline]
    fn index(self) -> usize {
        let n = usize::from(self.dice) + 1;
        (usize::from(self.capitals) * n + usize::from(self.fighters)) * n + usize::from(self.bombers)
    }

    /// All with so many dice, in the order of their numbers.
    fn all(dice: u8) -> impl Iterator<Item = Self> {
        let each = move || 0..=dice;
        each().flat_map(move |capitals| {
            each().flat_map(move |fighters| {
                each().map(move |bombers| Self { dice, fighters, bombers, capitals })
            })
        })
    }

    /// How many equally likely ways its dice have to fall.
    pub fn ways(self) -> u32 {
        56_u32.pow(u32::from(self.capitals)) * 30_u32.pow(u32::from(self.dice - self.capitals))
    }

    /// Each result, the highest die first, with the number of ways to it.
    pub fn results(self) -> BTreeMap<Vec<u8>, u32> {
        let mut results = BTreeMap::new();
        self.roll(&mut Vec::new(), 1, self.fighters, &mut results);
        results
    }

    /// Rolls the dice one after the other, the larger ones first.
    fn roll(self, shown: &mut Vec<u8>, ways: u32, again: u8, results: &mut BTreeMap<Vec<u8>, u32>) {
        if shown.len() == usize::from(self.dice) {
            let mut faces = shown.clone();
            faces.sort_unstable_by(|a, b| b.cmp(a));
            faces.iter_mut().take(usize::from(self.bombers)).for_each(|face| *face += 1);
            faces.sort_unstable_by(|a, b| b.cmp(a));
            *results.entry(faces).or_default() += ways;
            return;
        }
        let sides = if shown.len() < usize::from(self.capitals) { 8 } else { 6 };
        for face in 1..=sides {
            // A one that is rolled again shows each of the others in one way; what is not, in as many ways as there are others.
            let (faces, each, left) = match (face, again) {
                (1, 1..) => (2..=sides, 1, again - 1),
                _ => (face..=face, u32::from(sides) - 1, again),
            };
            for face in faces {
                shown.push(face);
                self.roll(shown, ways * each, left, results);
                shown.pop();
            }
        }
    }
}

/// How many comparisons a defender loses, the highest dice against the highest and so on; ties are the defender's.
pub fn lost_by_defender(attacker: &[u8], defender: &[u8], attacker_plus: u8, defender_plus: u8) -> usize {
    attacker.iter().zip(defender).filter(|(a, d)| **a + attacker_plus > **d + defender_plus).count()
}

/// Chances of a battle: the ways in which the defender loses 0, 1 or 2 troops, and the attacker the rest of the comparisons.
pub type Chances = [u32; 3];

/// How the tables of all battles lie: by attacking dice and defending dice.
struct Battles {
    /// For each number of dice of both: attackers × defenders × what cards add.
    tables: [[Vec<Chances>; 2]; 3],
}

const LEADS: usize = 2 * PLUS as usize + 1;

static BATTLES: LazyLock<Battles> = LazyLock::new(|| {
    let top = |dice: u8, kept: usize| -> Vec<Vec<([u8; 2], u32)>> {
        Volley::all(dice)
            .map(|volley| {
                let mut kept_results = BTreeMap::<[u8; 2], u32>::new();
                for (faces, ways) in volley.results() {
                    let mut first = [0; 2];
                    faces.iter().take(kept).enumerate().for_each(|(i, &face)| first[i] = face);
                    *kept_results.entry(first).or_default() += ways;
                }
                kept_results.into_iter().collect()
            })
            .collect()
    };
    let table = |a: u8, d: u8| {
        let compared = usize::from(a.min(d));
        let (attackers, defenders) = (top(a, compared), top(d, compared));
        let mut all = Vec::with_capacity(attackers.len() * defenders.len() * LEADS);
        for attacker in &attackers {
            for defender in &defenders {
                for lead in 0..LEADS as u8 {
                    let mut chances = [0; 3];
                    for (x, p) in attacker {
                        for (y, q) in defender {
                            let lost = lost_by_defender(&x[..compared], &y[..compared], lead, PLUS);
                            chances[lost] += p * q;
                        }
                    }
                    all.push(chances);
                }
            }
        }
        all
    };
    Battles { tables: [1, 2, 3].map(|a| [1, 2].map(|d| table(a, d))) }
});

/// The chances of one battle; `attacker_plus` and `defender_plus` are what cards add to each die, at most [`PLUS`].
#[inline]
pub fn battle(attacker: Volley, defender: Volley, attacker_plus: u8, defender_plus: u8) -> &'static Chances {
    let table = &BATTLES.tables[usize::from(attacker.dice) - 1][usize::from(defender.dice) - 1];
    let defenders = (usize::from(defender.dice) + 1).pow(3);
    let lead = usize::from(attacker_plus + PLUS - defender_plus);
    &table[(attacker.index() * defenders + defender.index()) * LEADS + lead]
}

/// The greatest sum of three dice without cards: eights with bombers.
const SUMS: usize = 28;

static SUMS_OF: LazyLock<[Vec<[u32; SUMS]>; 3]> = LazyLock::new(|| {
    [1, 2, 3].map(|dice| {
        Volley::all(dice)
            .map(|volley| {
                let mut sums = [0; SUMS];
                for (faces, ways) in volley.results() {
                    sums[faces.iter().map(|&face| usize::from(face)).sum::<usize>()] += ways;
                }
                sums
            })
            .collect()
    })
});

/// The ways in which these dice with `shift` on their sum fall short of `total`, and those in which they reach it.
pub fn at_least(volley: Volley, shift: i32, total: u8) -> [u32; 2] {
    let sums = &SUMS_OF[usize::from(volley.dice) - 1][volley.index()];
    let reached = sums.iter().zip(0_i32..).filter(|(_, sum)| sum + shift >= i32::from(total));
    let reached = reached.map(|(ways, _)| ways).sum();
    [volley.ways() - reached, reached]
}
