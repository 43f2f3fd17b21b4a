//! [`Odds`]: the exact chance to match the symbols of one card with a pool of dice, played best.
//!
//! Each roll assigns at least one useful die or forfeits one (rulebook p8), so the pool shrinks by at least one
//! a roll and the recursion over (pool, symbols left) is finite. Answers are kept: there are only so many.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::DarkSideRising;
use super::cards::Tables;
use super::op::{Op, When};
use super::state::State;
use super::turn::holds;
use super::words::{Colour, Face, Sector};
use crate::finite::Finite;

/// Dice by colour.
pub type Pool = [u8; 4];
/// Symbols by trait.
pub type Need = [u8; 4];

/// Pools are cut to this many dice, the least useful first: larger ones complete nearly everything. Their
/// chance is then a lower bound.
const MOST_DICE: usize = 6;
/// The most symbols on a card.
const MOST_SYMBOLS: usize = 8;

/// One roll of the dice of one colour as far as it matters: how many show each face, with the probability.
pub type Roll = ([u8; 5], f64);

/// A useful shown face: colour, face, how many dice.
pub type Item = (usize, usize, u8);

/// The chances for one set of dice.
#[derive(Debug)]
pub struct Odds {
    /// For each colour its different faces: trait, symbols, share of the sides.
    faces: [[(usize, u8, f64); 5]; 4],
    /// For each set of needed traits and each colour: the first colour that is alike for it.
    twin: [[usize; 4]; 16],
    /// For each set of needed traits and each colour: useful symbols a die on average.
    worth: [[f64; 4]; 16],
    pools: Ranks<{ MOST_DICE + 1 }>,
    needs: Ranks<{ MOST_SYMBOLS + 1 }>,
    /// The bits of each chance by ranks of pool and need; a NaN is not known yet. Threads may both work one
    /// out, and write the same bits.
    known: Vec<AtomicU64>,
}

impl Odds {
    /// The chances for the dice of a data set, shared by all who ask for the same data.
    pub fn shared(t: &Tables) -> Arc<Self> {
        static ALL: LazyLock<Mutex<BTreeMap<String, Arc<Odds>>>> = LazyLock::new(Mutex::default);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(t.hash.clone()).or_insert_with(|| Arc::new(Self::new(t))).clone()
    }

    fn new(t: &Tables) -> Self {
        let faces: [[(usize, u8, f64); 5]; 4] = std::array::from_fn(|c| {
            let die = &t.dice[c];
            let sides: u32 = die.sides.iter().sum();
            std::array::from_fn(|f| {
                (die.faces[f].0 as usize, die.faces[f].1, f64::from(die.sides[f]) / f64::from(sides))
            })
        });
        let useful = |set: usize, c: usize| {
            let mut list: Vec<_> = faces[c].iter().filter(|f| set >> f.0 & 1 == 1).copied().collect();
            list.sort_by_key(|f| (f.0, f.1));
            list
        };
        let alike = |set: usize, c: usize| (0..c).find(|&d| useful(set, d) == useful(set, c)).unwrap_or(c);
        let worth = |set: usize, c: usize| useful(set, c).iter().map(|f| f64::from(f.1) * f.2).sum();
        let (pools, needs) = (Ranks::new(), Ranks::new());
        let known = (0..pools.count * needs.count).map(|_| AtomicU64::new(f64::NAN.to_bits())).collect();
        Self {
            faces,
            twin: std::array::from_fn(|set| std::array::from_fn(|c| alike(set, c))),
            worth: std::array::from_fn(|set| std::array::from_fn(|c| worth(set, c))),
            pools,
            needs,
            known,
        }
    }

    /// The chance that `pool`, about to be rolled, matches `need`.
    pub fn chance(&self, pool: Pool, need: Need) -> f64 {
        if need == [0; 4] {
            return 1.0;
        }
        let pool = self.reduced(pool, need);
        let cell = &self.known[self.pools.rank(pool) * self.needs.count + self.needs.rank(need)];
        let known = f64::from_bits(cell.load(Ordering::Relaxed));
        if !known.is_nan() {
            return known;
        }
        let p = if self.could(pool, need) { self.solve(pool, need) } else { 0.0 };
        cell.store(p.to_bits(), Ordering::Relaxed);
        p
    }

    /// The chance with some dice already rolled: `shown[colour][face]` lie on the table, `waiting` will be
    /// rolled with those not assigned. With the best dice of this roll to assign, empty for forfeiting.
    pub fn shown(&self, shown: &[[u8; 5]; 4], waiting: Pool, need: Need) -> (f64, Vec<(usize, usize)>) {
        let mut items = Vec::new();
        let mut pool = waiting;
        for (c, faces) in shown.iter().enumerate() {
            pool[c] += faces.iter().sum::<u8>();
            for (f, &n) in faces.iter().enumerate().filter(|(f, n)| **n > 0 && need[self.faces[c][*f].0] > 0)
            {
                items.push((c, f, n));
            }
        }
        let mut best = (self.forfeit(pool, need), Vec::new());
        self.assign(&items, pool, need, &mut Vec::new(), &mut best);
        best
    }

    /// The best chance after forfeiting one die of the pool.
    pub fn forfeit(&self, pool: Pool, need: Need) -> f64 {
        let one_less = |c: usize| {
            let mut rest = pool;
            rest[c] -= 1;
            self.chance(rest, need)
        };
        (0..4).filter(|&c| pool[c] > 0).map(one_less).fold(0.0, f64::max)
    }

    /// Tries every choice of dice to assign from `items` on.
    fn assign(
        &self,
        items: &[Item],
        pool: Pool,
        need: Need,
        chosen: &mut Vec<(usize, usize)>,
        best: &mut (f64, Vec<(usize, usize)>),
    ) {
        if !chosen.is_empty() {
            let p = self.chance(pool, need);
            if p > best.0 + 1e-12 {
                *best = (p, chosen.clone());
            }
        }
        let Some((&(c, f, n), rest)) = items.split_first() else { return };
        let (t, symbols, _) = self.faces[c][f];
        let (mut pool, mut need) = (pool, need);
        self.assign(rest, pool, need, chosen, best);
        let before = chosen.len();
        for _ in 0..n {
            if need[t] == 0 {
                break;
            }
            need[t] = need[t].saturating_sub(symbols);
            pool[c] -= 1;
            chosen.push((c, f));
            self.assign(rest, pool, need, chosen, best);
        }
        chosen.truncate(before);
    }

    /// Over every roll of the pool, the best that can be made of it.
    fn solve(&self, pool: Pool, need: Need) -> f64 {
        let rolls: [Vec<Roll>; 4] = std::array::from_fn(|c| self.rolls(c, need, pool[c]));
        let forfeit = self.forfeit(pool, need);
        let mut total = 0.0;
        each_roll(&rolls, |items, p| total += p * self.best(items, pool, need, false).max(forfeit));
        total
    }

    /// The best chance after assigning at least one of `items` (or already `some`).
    fn best(&self, items: &[Item], pool: Pool, need: Need, some: bool) -> f64 {
        let Some((&(c, f, n), rest)) = items.split_first() else {
            return if some { self.chance(pool, need) } else { 0.0 };
        };
        let (t, symbols, _) = self.faces[c][f];
        let (mut pool, mut need) = (pool, need);
        let mut best = self.best(rest, pool, need, some);
        for _ in 0..n {
            if need[t] == 0 {
                break;
            }
            need[t] = need[t].saturating_sub(symbols);
            pool[c] -= 1;
            best = best.max(self.best(rest, pool, need, true));
        }
        best
    }

    /// The rolls of `n` dice of a colour, told apart only by their useful faces.
    fn rolls(&self, c: usize, need: Need, n: u8) -> Vec<Roll> {
        let mut rolls = vec![([0; 5], 1.0, n)];
        let mut blank = 1.0;
        for (f, &(_, _, share)) in self.faces[c].iter().enumerate().filter(|(_, f)| need[f.0] > 0) {
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
        let blanks = |(counts, p, left): ([u8; 5], f64, u8)| (counts, p * blank.powi(i32::from(left)));
        rolls.into_iter().map(blanks).filter(|r| r.1 > 0.0).collect()
    }

    /// Whether the luckiest faces could do it; a quick no.
    fn could(&self, pool: Pool, need: Need) -> bool {
        let most = |t: usize| {
            let colours = (0..4).filter(|&c| pool[c] > 0);
            colours.flat_map(|c| &self.faces[c]).filter(|f| f.0 == t).map(|f| f.1).max().unwrap_or(0)
        };
        let dice = |t: usize| if most(t) == 0 { u8::MAX } else { need[t].div_ceil(most(t)) };
        let least = (0..4).filter(|&t| need[t] > 0).fold(0u8, |n, t| n.saturating_add(dice(t)));
        least <= pool.iter().sum()
    }

    /// The pool without its least useful dice beyond the most that are solved, and with colours that are
    /// alike for this need counted as one: fewer questions to answer.
    fn reduced(&self, mut pool: Pool, need: Need) -> Pool {
        let set = (0..4).fold(0, |set, t| set | usize::from(need[t] > 0) << t);
        let worth = &self.worth[set];
        let mut dice: u8 = pool.iter().sum();
        while usize::from(dice) > MOST_DICE {
            let worst = (0..4).filter(|&c| pool[c] > 0).min_by(|&a, &b| worth[a].total_cmp(&worth[b]));
            pool[worst.expect("the pool is not empty")] -= 1;
            dice -= 1;
        }
        for (c, &twin) in self.twin[set].iter().enumerate() {
            if twin != c {
                pool[twin] += std::mem::take(&mut pool[c]);
            }
        }
        pool
    }
}

/// Numbers the ways to write four counts below `B` whose sum is below `B`.
#[derive(Debug)]
struct Ranks<const B: usize> {
    rank: Vec<u16>,
    count: usize,
}

impl<const B: usize> Ranks<B> {
    fn new() -> Self {
        let mut count = 0;
        let rank = (0..B.pow(4)).map(|code| {
            let sum: usize = (0..4).map(|i| code / B.pow(i) % B).sum();
            if sum < B {
                count += 1;
            }
            (count.max(1) - 1) as u16
        });
        let rank = rank.collect();
        Self { rank, count }
    }

    fn rank(&self, counts: [u8; 4]) -> usize {
        let code = counts.iter().rev().fold(0, |code, &n| code * B + usize::from(n));
        usize::from(self.rank[code])
    }
}

/// The dice that a team will have if it deploys to a sector, conditions as they stand.
pub fn pool_at(g: &DarkSideRising, s: &State, seat: usize, sector: Sector) -> Pool {
    let mut pool = g.tables.bases[s.bases[seat].index()].dice;
    let there = State { deployed: Some(sector), active: seat as u8, ..*s };
    for (place, member) in s.teams[seat].iter().enumerate() {
        let ability = g.ability(member.card);
        if ability.when != When::Gather || !holds(&g.tables, &there, place, ability.condition) {
            continue;
        }
        for op in g.tables.ops(g.tables.cards[usize::from(member.card)].span) {
            if let Op::AddDie { colours, .. } = op {
                let free = |&c: &usize| colours.has(Colour::at(c)) && pool[c] < g.tables.dice[c].supply;
                if let Some(c) = (0..Colour::N).find(free) {
                    pool[c] += 1;
                }
            }
        }
    }
    pool
}

/// All dice not yet assigned or forfeited, by colour.
pub fn pool(s: &State) -> Pool {
    std::array::from_fn(|c| s.waiting[c] + s.rolled[c * Face::N..][..Face::N].iter().sum::<u8>())
}

/// What is left of a pool and a need once every rolled die that matches has been assigned, the strongest first.
pub fn matched(g: &DarkSideRising, s: &State, mut pool: Pool, mut need: Need) -> (Pool, Need) {
    for doubles in [true, false] {
        for (i, &n) in s.rolled.iter().enumerate().filter(|(_, n)| **n > 0) {
            let (t, symbols) = g.face(i);
            for _ in 0..n {
                if (symbols > 1) == doubles && need[t.index()] > 0 {
                    need[t.index()] = need[t.index()].saturating_sub(symbols);
                    pool[i / Face::N] -= 1;
                }
            }
        }
    }
    (pool, need)
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

/// How many ways there are to choose `k` of `n`.
pub fn binomial(n: u8, k: u8) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice() -> Odds {
        Odds::new(&Tables::load(None).unwrap())
    }

    /// The table of the reference: 4 dice of the own colour, k symbols, best play, to three digits.
    #[test]
    fn four_own_dice_match_the_published_chances() {
        let expected = [0.999, 0.993, 0.956, 0.841, 0.622, 0.354];
        let dice = dice();
        for (k, p) in (1..).zip(expected) {
            let found = dice.chance([4, 0, 0, 0], [k, 0, 0, 0]);
            assert!((found - p).abs() < 0.0006, "{k} symbols: {found:.4}, expected {p}");
        }
    }

    /// One die, one roll: closed forms. One die of another colour: 1/6. Two symbols on one die: the double.
    #[test]
    fn one_die_by_hand() {
        let dice = dice();
        assert!((dice.chance([1, 0, 0, 0], [1, 0, 0, 0]) - 0.5).abs() < 1e-12);
        assert!((dice.chance([0, 1, 0, 0], [1, 0, 0, 0]) - 1.0 / 6.0).abs() < 1e-12);
        assert!((dice.chance([1, 0, 0, 0], [2, 0, 0, 0]) - 1.0 / 6.0).abs() < 1e-12);
        // Two dice, one symbol: 1 - 1/2² on the first roll, then one die is left after a forfeit.
        let p = 0.75 + 0.25 * 0.5;
        assert!((dice.chance([2, 0, 0, 0], [1, 0, 0, 0]) - p).abs() < 1e-12);
    }

    #[test]
    fn shown_dice_say_what_to_assign() {
        let dice = dice();
        // Red shows T, T and two others; three T are needed. Two dice for the last T match it with 7/8; keeping
        // only one T and rolling three dice for two symbols is better still, for a double may come.
        let mut shown = [[0; 5]; 4];
        shown[0] = [2, 0, 1, 1, 0];
        let (p, assign) = dice.shown(&shown, [0; 4], [3, 0, 0, 0]);
        let (one, two) = (dice.chance([3, 0, 0, 0], [2, 0, 0, 0]), dice.chance([2, 0, 0, 0], [1, 0, 0, 0]));
        assert!((two - 0.875).abs() < 1e-12 && one > two, "{one} {two}");
        assert_eq!(assign, [(0, 0)]);
        assert!((p - one).abs() < 1e-12);
    }
}
