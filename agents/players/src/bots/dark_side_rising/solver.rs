//! [`Solver`]: the best play of a turn's dice towards several targets at once, exact, by dynamic programming.
//!
//! A roll is followed by assigning at least one die, each to a target with a matching symbol open, or by forfeiting
//! one; the rest may be rolled again (rulebook p8). The pool therefore shrinks with every roll, and the recursion over
//! the dice left, as a multiset, and the symbols left of each target is finite. The value of a turn depends on the set
//! of targets that are completed when it ends.

use holotable_games::dark_side_rising::tables::Tables;

use crate::odds_features::dark_side_rising::odds::{Item, Need, Pool, Side, could, each_roll, rolls, sides};

/// The most dice that are solved; more take too long.
pub const MOST_DICE: u8 = 6;
/// The most targets that are solved at once.
pub const MOST_TARGETS: usize = 4;
/// The most positions that are remembered: those of larger turns are not solved.
const MOST_POSITIONS: usize = 4_000_000;

/// The symbols left of each target; none for one that is completed or not there.
type Needs = [Need; MOST_TARGETS];
/// A position before a roll: the dice to roll and the symbols left.
type Position = (Pool, Needs);

/// The targets of a turn's dice, and the value of each set of completed targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Goals {
    needs: Needs,
    /// By the set of completed targets, as bits.
    values: [f64; 1 << MOST_TARGETS],
}

impl Goals {
    /// Targets that need these symbols, at least one each; `value` gives the value of the end of the turn when a set of
    /// them, as bits, is completed.
    ///
    /// # Panics
    /// If there are more than [`MOST_TARGETS`].
    pub fn new(needs: &[Need], value: impl Fn(usize) -> f64) -> Self {
        assert!(needs.len() <= MOST_TARGETS, "{} targets are too many", needs.len());
        let mut all = Needs::default();
        all[..needs.len()].copy_from_slice(needs);
        let mut values = [0.0; 1 << MOST_TARGETS];
        let (known, again) = values.split_at_mut(1 << needs.len());
        known.iter_mut().enumerate().for_each(|(set, known)| *known = value(set));
        // A target that is not there counts as completed or not, which makes no difference.
        again.iter_mut().zip(known.iter().cycle()).for_each(|(again, known)| *again = *known);
        Self { needs: all, values }
    }

    /// Targets each with its symbols and a value of its own, which add up.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn apart(targets: &[(Need, f64)]) -> Self {
        let needs: Vec<Need> = targets.iter().map(|t| t.0).collect();
        let completed = |set: usize| targets.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1);
        Self::new(&needs, |set| completed(set).map(|(_, t)| t.1).sum())
    }
}

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
    /// End the turn.
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
        Self { faces: sides(t), memory: Memory::new() }
    }

    /// Whether a turn is small enough to be solved.
    pub fn can(pool: Pool, needs: &[Need]) -> bool {
        let positions = pool.iter().chain(needs.iter().flatten()).map(|&n| usize::from(n) + 1);
        pool.iter().sum::<u8>() <= MOST_DICE
            && needs.len() <= MOST_TARGETS
            && positions.fold(1, usize::saturating_mul) <= MOST_POSITIONS
    }

    /// The expected value of a pool about to be rolled under optimal play.
    ///
    /// # Panics
    /// If it [cannot](Self::can) be solved.
    pub fn turn_value(&mut self, pool: Pool, goals: &Goals) -> f64 {
        self.memory.take_up(pool, goals);
        self.value(pool, goals.needs)
    }

    /// Every step with its expected value under optimal play from there on, when `shown[colour][face]` lie on
    /// the table, `waiting` will be rolled with those left over, and `assigned` says whether a die of this roll was
    /// assigned already. The first is to stop.
    ///
    /// # Panics
    /// If it [cannot](Self::can) be solved.
    pub fn steps(
        &mut self,
        shown: &[[u8; 5]; 4],
        waiting: Pool,
        assigned: bool,
        goals: &Goals,
    ) -> Vec<(Step, f64)> {
        let items: Vec<Item> =
            (0..20).map(|i| (i / 5, i % 5, shown[i / 5][i % 5])).filter(|item| item.2 > 0).collect();
        let (pool, needs) = (std::array::from_fn(|c| waiting[c] + shown[c].iter().sum::<u8>()), goals.needs);
        self.memory.take_up(pool, goals);
        let mut steps = vec![(Step::Stop, goals.values[completed(&needs)])];
        if assigned || items.is_empty() {
            steps.push((Step::Roll, self.value(pool, needs)));
        }
        for (i, &(colour, face, n)) in items.iter().enumerate() {
            let mut rest = items.clone();
            rest[i].2 = n - 1;
            for target in 0..MOST_TARGETS {
                if let Some(after) = self.given((pool, needs), colour, face, target) {
                    steps.push((Step::Assign { colour, face, target }, self.assign(&rest, 0, after, true)));
                }
            }
            if !assigned {
                let mut less = pool;
                less[colour] -= 1;
                steps.push((Step::Forfeit { colour, face }, self.value(less, needs)));
            }
        }
        steps
    }

    /// The first of the best [`steps`](Self::steps).
    ///
    /// # Panics
    /// If it [cannot](Self::can) be solved.
    pub fn best(
        &mut self,
        shown: &[[u8; 5]; 4],
        waiting: Pool,
        assigned: bool,
        goals: &Goals,
    ) -> (Step, f64) {
        let steps = self.steps(shown, waiting, assigned, goals);
        let better = |best: (Step, f64), one: (Step, f64)| if one.1 > best.1 + 1e-12 { one } else { best };
        steps.into_iter().reduce(better).expect("one may stop")
    }

    /// The expected value of a pool about to be rolled.
    fn value(&mut self, pool: Pool, needs: Needs) -> f64 {
        let place = self.memory.place(pool, needs);
        let known = self.memory.known[place];
        if !known.is_nan() {
            return known;
        }
        let reachable = needs.map(|need| need != [0; 4] && could(&self.faces, pool, need));
        // It does not matter how much of a target that is out of reach was matched.
        let same: Needs = std::array::from_fn(|i| {
            if reachable[i] || needs[i] == [0; 4] { needs[i] } else { self.memory.goals.needs[i] }
        });
        let stop = self.memory.goals.values[completed(&needs)];
        let value = if reachable == [false; MOST_TARGETS] {
            stop
        } else if same == needs {
            self.solve(pool, needs).max(stop)
        } else {
            self.value(pool, same)
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
        let forfeit = forfeit.fold(f64::NEG_INFINITY, f64::max);
        let rolls: [_; 4] = std::array::from_fn(|c| {
            rolls(&self.faces[c], pool[c], |symbol| needs.iter().any(|need| need[symbol] > 0))
        });
        let mut total = 0.0;
        each_roll(&rolls, |items, p| {
            total += p * self.assign(items, 0, (pool, needs), false).max(forfeit);
        });
        total
    }

    /// The best after assigning any of `items` to the targets from `target` on; impossible unless `some` die of this roll
    /// is assigned.
    fn assign(&mut self, items: &[Item], target: usize, position: Position, some: bool) -> f64 {
        let Some((&(colour, face, n), rest)) = items.split_first() else {
            return if some { self.value(position.0, position.1) } else { f64::NEG_INFINITY };
        };
        if n == 0 || target == MOST_TARGETS {
            return self.assign(rest, 0, position, some);
        }
        self.share((colour, face, n), rest, target, position, some)
    }

    /// [`assign`](Self::assign) with `item` shared out to the targets from `target` on.
    fn share(&mut self, item: Item, rest: &[Item], target: usize, position: Position, some: bool) -> f64 {
        let (colour, face, n) = item;
        if n == 0 || target == MOST_TARGETS {
            return self.assign(rest, 0, position, some);
        }
        let mut best = self.share(item, rest, target + 1, position, some);
        let mut position = position;
        for left in (0..n).rev() {
            let Some(after) = self.given(position, colour, face, target) else { break };
            position = after;
            best = best.max(self.share((colour, face, left), rest, target + 1, position, true));
        }
        best
    }

    /// The position after a die is assigned to a target; `None` if no symbol of it is open.
    fn given(&self, (mut pool, mut needs): Position, c: usize, f: usize, target: usize) -> Option<Position> {
        let (symbol, n, _) = self.faces[c][f];
        let open = &mut needs[target][symbol];
        if *open == 0 {
            return None;
        }
        *open = open.saturating_sub(n);
        pool[c] -= 1;
        Some((pool, needs))
    }
}

/// The targets that are completed, or not there, as bits.
fn completed(needs: &Needs) -> usize {
    (0..MOST_TARGETS).fold(0, |set, i| set | usize::from(needs[i] == [0; 4]) << i)
}

/// The values of all positions of one turn: of each part of its dice with each part of its symbols.
#[derive(Clone, Debug)]
struct Memory {
    pool: Pool,
    goals: Goals,
    pool_strides: [usize; 4],
    need_strides: [[usize; 4]; MOST_TARGETS],
    /// The values; NaN for those not known yet.
    known: Vec<f64>,
}

impl Memory {
    /// An empty memory.
    fn new() -> Self {
        let (pool_strides, need_strides) = Default::default();
        Self { pool: [0; 4], goals: Goals::new(&[], |_| 0.0), pool_strides, need_strides, known: Vec::new() }
    }

    /// Clears the memory for a turn, unless it is a later part of the same turn.
    fn take_up(&mut self, pool: Pool, goals: &Goals) {
        assert!(Solver::can(pool, &goals.needs), "too large a turn: {pool:?} for {goals:?}");
        let dice = pool.iter().zip(&self.pool);
        let symbols = goals.needs.iter().flatten().zip(self.goals.needs.iter().flatten());
        let within = dice.chain(symbols).all(|(now, most)| now <= most);
        let bits = |goals: &Goals| goals.values.map(f64::to_bits);
        if within && !self.known.is_empty() && bits(&self.goals) == bits(goals) {
            return;
        }
        let mut size = 1;
        let mut stride = |n: u8| {
            let stride = size;
            size *= usize::from(n) + 1;
            stride
        };
        (self.pool_strides, self.need_strides) =
            (pool.map(&mut stride), goals.needs.map(|need| need.map(&mut stride)));
        self.known.clear();
        self.known.resize(size, f64::NAN);
        (self.pool, self.goals) = (pool, goals.clone());
    }

    /// The index of the value of a position.
    fn place(&self, pool: Pool, needs: Needs) -> usize {
        let at = |counts: [u8; 4], strides: [usize; 4]| {
            counts.iter().zip(&strides).map(|(&n, stride)| usize::from(n) * stride).sum::<usize>()
        };
        let symbols = needs.iter().zip(&self.need_strides).map(|(&need, &strides)| at(need, strides));
        at(pool, self.pool_strides) + symbols.sum::<usize>()
    }
}
