//! [`Solver`]: the best play of a turn's dice towards several targets at once, exact, by dynamic programming.
//!
//! A roll is followed by assigning at least one die, each to a target with a matching symbol open, or by forfeiting
//! one; the rest may be rolled again (rulebook p8). The pool therefore shrinks with every roll, and the recursion over
//! the dice left, as a multiset, and the symbols left of each target is finite. A target's value is earned when its
//! last symbol is matched, so what is earned is a sum over the set of targets completed in the turn.

use holotable_env::dark_side_rising::cards::Tables;
use holotable_env::dark_side_rising::odds::{Item, Need, Pool, Side, each_roll, rolls, sides};

/// The most dice that are solved; more take too long.
pub const MOST_DICE: u8 = 6;
/// The most targets that are solved at once.
pub const MOST_TARGETS: usize = 4;
/// The most positions that are remembered: those of larger turns are not solved.
const MOST_POSITIONS: usize = 4_000_000;

/// The symbols left of each target; none for one that is completed, out of reach or not there.
type Needs = [Need; MOST_TARGETS];
/// What lies before a roll: the dice to roll and the symbols left.
type Table = (Pool, Needs);

/// What to do with rolled dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Assign a die of this colour and face to the target with this number.
    Assign {
        /// The colour of the die.
        colour: usize,
        /// The face that it shows.
        face: usize,
        /// The number of the target.
        target: usize,
    },
    /// Forfeit a die of this colour and face.
    Forfeit {
        /// The colour of the die.
        colour: usize,
        /// The face that it shows.
        face: usize,
    },
    /// Roll all dice left.
    Roll,
    /// End the turn: nothing more can be earned.
    Stop,
}

/// Solves turns with the dice of one data set, and remembers the latest targets.
#[derive(Clone, Debug)]
pub struct Solver {
    /// For each colour its different faces.
    faces: [[Side; 5]; 4],
    memory: Memory,
}

impl Solver {
    /// A solver for the dice of a data set.
    pub fn new(t: &Tables) -> Self {
        Self { faces: sides(t), memory: Memory::default() }
    }

    /// Whether a turn is small enough to be solved.
    pub fn can(pool: Pool, targets: &[(Need, f64)]) -> bool {
        let needs = targets.iter().flat_map(|(need, _)| need);
        let positions = pool.iter().chain(needs).map(|&n| usize::from(n) + 1);
        pool.iter().sum::<u8>() <= MOST_DICE
            && targets.len() <= MOST_TARGETS
            && positions.fold(1, usize::saturating_mul) <= MOST_POSITIONS
    }

    /// What a pool about to be rolled earns on average, played best; each target has its symbols and its value, at
    /// least 0.
    ///
    /// # Panics
    /// If it [cannot](Self::can) be solved.
    pub fn worth(&mut self, pool: Pool, targets: &[(Need, f64)]) -> f64 {
        let needs = self.memory.take_up(pool, targets);
        self.value(pool, needs)
    }

    /// The best step when `shown[colour][face]` lie on the table, `waiting` will be rolled with those left over, and
    /// `assigned` says whether a die of this roll was assigned already; and what is earned from here on average.
    ///
    /// # Panics
    /// If it [cannot](Self::can) be solved.
    pub fn best(
        &mut self,
        shown: &[[u8; 5]; 4],
        waiting: Pool,
        assigned: bool,
        targets: &[(Need, f64)],
    ) -> (f64, Step) {
        let items: Vec<Item> =
            (0..20).map(|i| (i / 5, i % 5, shown[i / 5][i % 5])).filter(|item| item.2 > 0).collect();
        let pool = std::array::from_fn(|c| waiting[c] + shown[c].iter().sum::<u8>());
        let needs = self.memory.take_up(pool, targets);
        let mut best = (0.0, Step::Stop);
        let mut offer = |worth: f64, step| {
            if worth > best.0 + 1e-12 {
                best = (worth, step);
            }
        };
        if assigned || items.is_empty() {
            offer(self.value(pool, needs), Step::Roll);
        }
        for (i, &(colour, face, n)) in items.iter().enumerate() {
            let mut rest = items.clone();
            rest[i].2 = n - 1;
            for target in 0..MOST_TARGETS {
                if let Some((after, earned)) = self.given((pool, needs), colour, face, target) {
                    let worth = earned + self.assign(&rest, 0, after, true);
                    offer(worth, Step::Assign { colour, face, target });
                }
            }
            if !assigned {
                let mut less = pool;
                less[colour] -= 1;
                offer(self.value(less, needs), Step::Forfeit { colour, face });
            }
        }
        best
    }

    /// What a pool about to be rolled earns on average.
    fn value(&mut self, pool: Pool, needs: Needs) -> f64 {
        let place = self.memory.place(pool, needs);
        let known = self.memory.known[place];
        if !known.is_nan() {
            return known;
        }
        let open = needs.map(|need| if self.could(pool, need) { need } else { [0; 4] });
        let value = if open == Needs::default() {
            0.0
        } else if open == needs {
            self.solve(pool, needs)
        } else {
            self.value(pool, open)
        };
        self.memory.known[place] = value;
        value
    }

    /// Over every roll of the pool, the best that can be made of it.
    fn solve(&mut self, pool: Pool, needs: Needs) -> f64 {
        let forfeit = (0..4).filter(|&c| pool[c] > 0).map(|c| {
            let mut less = pool;
            less[c] -= 1;
            self.value(less, needs)
        });
        let forfeit = forfeit.fold(0.0, f64::max);
        let rolls: [_; 4] = std::array::from_fn(|c| {
            rolls(&self.faces[c], pool[c], |symbol| needs.iter().any(|need| need[symbol] > 0))
        });
        let mut total = 0.0;
        each_roll(&rolls, |items, p| {
            total += p * self.assign(items, 0, (pool, needs), false).max(forfeit);
        });
        total
    }

    /// The best after assigning any of `items` to the targets from `target` on; nothing unless `some` die of this roll
    /// is assigned.
    fn assign(&mut self, items: &[Item], target: usize, table: Table, some: bool) -> f64 {
        let Some((&(colour, face, n), rest)) = items.split_first() else {
            return if some { self.value(table.0, table.1) } else { 0.0 };
        };
        if n == 0 || target == MOST_TARGETS {
            return self.assign(rest, 0, table, some);
        }
        self.share((colour, face, n), rest, target, table, some)
    }

    /// [`assign`](Self::assign) with `item` shared out to the targets from `target` on.
    fn share(&mut self, item: Item, rest: &[Item], target: usize, table: Table, some: bool) -> f64 {
        let (colour, face, n) = item;
        if n == 0 || target == MOST_TARGETS {
            return self.assign(rest, 0, table, some);
        }
        let mut best = self.share(item, rest, target + 1, table, some);
        let (mut table, mut sum) = (table, 0.0);
        for left in (0..n).rev() {
            let Some((after, earned)) = self.given(table, colour, face, target) else { break };
            (table, sum) = (after, sum + earned);
            best = best.max(sum + self.share((colour, face, left), rest, target + 1, table, true));
        }
        best
    }

    /// The table after a die is assigned to a target and what that earns; `None` if no symbol of it is open.
    fn given(&self, (mut pool, mut needs): Table, c: usize, f: usize, target: usize) -> Option<(Table, f64)> {
        let (symbol, n, _) = self.faces[c][f];
        let open = &mut needs[target][symbol];
        if *open == 0 {
            return None;
        }
        *open = open.saturating_sub(n);
        pool[c] -= 1;
        let earned = if needs[target] == [0; 4] { self.memory.values[target] } else { 0.0 };
        Some(((pool, needs), earned))
    }

    /// Whether the luckiest faces could match a need that is open.
    fn could(&self, pool: Pool, need: Need) -> bool {
        let mut least = 0;
        for (symbol, &open) in need.iter().enumerate().filter(|(_, open)| **open > 0) {
            let colours = (0..4).filter(|&c| pool[c] > 0);
            let most = colours.flat_map(|c| &self.faces[c]).filter(|f| f.0 == symbol).map(|f| f.1).max();
            let Some(most) = most else { return false };
            least += open.div_ceil(most);
        }
        least > 0 && least <= pool.iter().sum()
    }
}

/// The worth of every position of one turn: of each part of its dice with each part of its symbols.
#[derive(Clone, Debug, Default)]
struct Memory {
    values: [f64; MOST_TARGETS],
    pool: Pool,
    needs: Needs,
    pool_strides: [usize; 4],
    need_strides: [[usize; 4]; MOST_TARGETS],
    /// A NaN is not known yet.
    known: Vec<f64>,
}

impl Memory {
    /// Makes room for a turn, unless it is a later part of the same.
    fn take_up(&mut self, pool: Pool, targets: &[(Need, f64)]) -> Needs {
        assert!(Solver::can(pool, targets), "too large a turn: {pool:?} for {targets:?}");
        let (mut needs, mut values) = (Needs::default(), [0.0; MOST_TARGETS]);
        for (i, &(need, value)) in targets.iter().enumerate() {
            (needs[i], values[i]) = (need, value);
        }
        let within = pool.iter().zip(&self.pool).all(|(now, most)| now <= most)
            && needs.iter().flatten().zip(self.needs.iter().flatten()).all(|(now, most)| now <= most);
        if within && !self.known.is_empty() && self.values.map(f64::to_bits) == values.map(f64::to_bits) {
            return needs;
        }
        let mut size = 1;
        let mut stride = |n: u8| {
            let stride = size;
            size *= usize::from(n) + 1;
            stride
        };
        let (pool_strides, need_strides) = (pool.map(&mut stride), needs.map(|need| need.map(&mut stride)));
        self.known.clear();
        self.known.resize(size, f64::NAN);
        (self.values, self.pool, self.needs) = (values, pool, needs);
        (self.pool_strides, self.need_strides) = (pool_strides, need_strides);
        needs
    }

    /// Where the worth of a position stands.
    fn place(&self, pool: Pool, needs: Needs) -> usize {
        let at = |counts: [u8; 4], strides: [usize; 4]| {
            counts.iter().zip(&strides).map(|(&n, stride)| usize::from(n) * stride).sum::<usize>()
        };
        let symbols = needs.iter().zip(&self.need_strides).map(|(&need, &strides)| at(need, strides));
        at(pool, self.pool_strides) + symbols.sum::<usize>()
    }
}
