//! [`Odds`]: the exact chance to match the symbols of one card with a pool of dice, played best.
//!
//! Each roll assigns at least one useful die or forfeits one (rulebook p8), so the pool shrinks by at least one
//! a roll and the recursion over (pool, symbols left) is finite. Answers are kept: there are only so many.

mod ranks;
mod rolls;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use holotable_games::dark_side_rising::tables::Tables;

use self::ranks::{Ranks, code, digits};

pub use self::rolls::{Item, Roll, Side, could, each_roll, rolls, sides};

/// Dice by colour.
pub type Pool = [u8; 4];
/// Symbols by trait.
pub type Need = [u8; 4];

/// Pools are cut to this many dice, the least useful first: larger ones complete nearly everything. Their
/// chance is then a lower bound.
const MOST_DICE: usize = 6;
/// The most symbols on a card.
const MOST_SYMBOLS: usize = 8;
/// Chances that differ by less are taken to be equal.
const EQUAL: f64 = 1e-12;
/// More than the most dice of a pool, and how many pools there are, counts up to the most in any colour.
const DICE: usize = MOST_DICE + 1;
const POOLS: usize = DICE.pow(4);
/// How many sets of traits there are.
const SETS: usize = 16;

/// The chances for one set of dice.
#[derive(Debug)]
pub struct Odds {
    /// For each colour its different faces.
    faces: [[Side; 5]; 4],
    /// For each set of needed traits and each pool what is left of it once it is cut: the place of its row in `known`.
    cut: Vec<u32>,
    needs: Ranks<{ MOST_SYMBOLS + 1 }>,
    /// The bits of each chance by ranks of cut pool and need; a NaN is not known yet. Threads may both work one
    /// out, and write the same bits.
    known: Vec<AtomicU64>,
}

/// A die that lies on the table: colour and face.
pub type Die = (usize, usize);

impl Odds {
    /// The chances for the dice of a data set, shared by all who ask for the same data.
    pub fn shared(t: &Tables) -> Arc<Self> {
        static ALL: LazyLock<Mutex<BTreeMap<String, Arc<Odds>>>> = LazyLock::new(Mutex::default);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(t.hash.clone()).or_insert_with(|| Arc::new(Self::new(t))).clone()
    }

    fn new(t: &Tables) -> Self {
        let faces = sides(t);
        let (pools, needs) = (Ranks::<DICE>::new(), Ranks::new());
        let cutters: Vec<Cutter> = (0..SETS).map(|set| Cutter::new(&faces, set)).collect();
        let row = |cutter: &Cutter, pool| (pools.rank(cutter.cut(pool)) * needs.count) as u32;
        let cut =
            cutters.iter().flat_map(|cutter| (0..POOLS).map(|n| row(cutter, digits::<DICE>(n)))).collect();
        let known = (0..pools.count * needs.count).map(|_| AtomicU64::new(f64::NAN.to_bits())).collect();
        Self { faces, cut, needs, known }
    }

    /// The chance that `pool`, about to be rolled, matches `need`.
    pub fn chance(&self, pool: Pool, need: Need) -> f64 {
        // Of more dice of a colour than a pool may have, those beyond would be cut first.
        let row = self.cut[set(need) * POOLS + code::<DICE>(pool.map(|n| n.min(MOST_DICE as u8)))];
        let cell = &self.known[row as usize + self.needs.rank(need)];
        let known = f64::from_bits(cell.load(Ordering::Relaxed));
        if known.is_nan() { self.learn(pool, need, cell) } else { known }
    }

    /// Works a chance out and keeps it.
    #[cold]
    fn learn(&self, pool: Pool, need: Need, cell: &AtomicU64) -> f64 {
        let pool = Cutter::new(&self.faces, set(need)).cut(pool);
        let p = if need == [0; 4] {
            1.0
        } else if could(&self.faces, pool, need) {
            self.solve(pool, need)
        } else {
            0.0
        };
        cell.store(p.to_bits(), Ordering::Relaxed);
        p
    }

    /// The chance with some dice already rolled: `shown[colour][face]` lie on the table, `waiting` will be
    /// rolled with those not assigned. With the first of the best dice of this roll to assign, none for forfeiting.
    pub fn shown(&self, shown: &[[u8; 5]; 4], waiting: Pool, need: Need) -> (f64, Option<Die>) {
        let (mut items, mut count, mut pool) = ([(0, 0, 0); 20], 0, waiting);
        for (c, faces) in shown.iter().enumerate() {
            for (f, &n) in faces.iter().enumerate().filter(|(_, n)| **n > 0) {
                pool[c] += n;
                if need[self.faces[c][f].0] > 0 {
                    items[count] = (c, f, n);
                    count += 1;
                }
            }
        }
        let mut best = (self.forfeit(pool, need), None);
        self.assign(&items[..count], pool, need, None, &mut best);
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

    /// Tries every choice of dice to assign from `items`, besides those assigned already of which `first` was the first.
    fn assign(
        &self,
        items: &[Item],
        pool: Pool,
        need: Need,
        first: Option<Die>,
        best: &mut (f64, Option<Die>),
    ) {
        let Some((&(c, f, n), rest)) = items.split_first() else { return };
        if best.0 + EQUAL >= 1.0 {
            return;
        }
        self.assign(rest, pool, need, first, best);
        let (t, symbols, _) = self.faces[c][f];
        let (mut pool, mut need) = (pool, need);
        let first = first.or(Some((c, f)));
        for _ in 0..n {
            if need[t] == 0 {
                break;
            }
            need[t] = need[t].saturating_sub(symbols);
            pool[c] -= 1;
            let p = self.chance(pool, need);
            if p > best.0 + EQUAL {
                *best = (p, first);
            }
            self.assign(rest, pool, need, first, best);
        }
    }

    /// Over every roll of the pool, the best that can be made of it.
    fn solve(&self, pool: Pool, need: Need) -> f64 {
        let rolls: [Vec<Roll>; 4] = std::array::from_fn(|c| rolls(&self.faces[c], pool[c], |t| need[t] > 0));
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
}

/// The traits that are needed, as a set.
fn set(need: Need) -> usize {
    (0..4).fold(0, |set, t| set | usize::from(need[t] > 0) << t)
}

/// Takes the dice from a pool that hardly matter to a set of needed traits: fewer questions to answer.
struct Cutter {
    /// For each colour: the first colour that is alike.
    twin: [usize; 4],
    /// For each colour: useful symbols a die on average.
    worth: [f64; 4],
}

impl Cutter {
    fn new(faces: &[[Side; 5]; 4], set: usize) -> Self {
        let useful = |c: usize| {
            let mut list: Vec<_> = faces[c].iter().filter(|f| set >> f.0 & 1 == 1).copied().collect();
            list.sort_by_key(|f| (f.0, f.1));
            list
        };
        Self {
            twin: std::array::from_fn(|c| (0..c).find(|&d| useful(d) == useful(c)).unwrap_or(c)),
            worth: std::array::from_fn(|c| useful(c).iter().map(|f| f64::from(f.1) * f.2).sum()),
        }
    }

    /// The pool without its least useful dice beyond the most that are solved, and with colours that are alike counted
    /// as one.
    fn cut(&self, mut pool: Pool) -> Pool {
        let mut dice: u8 = pool.iter().sum();
        while usize::from(dice) > MOST_DICE {
            let worst =
                (0..4).filter(|&c| pool[c] > 0).min_by(|&a, &b| self.worth[a].total_cmp(&self.worth[b]));
            pool[worst.expect("the pool is not empty")] -= 1;
            dice -= 1;
        }
        for (c, &twin) in self.twin.iter().enumerate() {
            if twin != c {
                pool[twin] += std::mem::take(&mut pool[c]);
            }
        }
        pool
    }
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
        assert_eq!(assign, Some((0, 0)));
        assert!((p - one).abs() < 1e-12);
    }
}
