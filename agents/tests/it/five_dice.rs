//! Five Dice: a turn of five dice, of which any may be rolled again, twice. What counts is the points that equal dice
//! show, or, under the option `five`, only whether all five are equal.

use std::collections::BTreeMap;

use holotable_env::{
    Chance, DiceTable, Finite, Flag, OptionKind, OptionSpec, Options, Pack, Row, Sink, Slot, actions,
};

use crate::solo::Rules;

actions! {
    /// The one move.
    pub enum Move {
        /// Keep the dice of these bits, the first die the lowest, and roll the others; of equal dice the first.
        Keep { dice: Slot<32> },
    }
}

/// The dice in order, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Pack)]
pub struct State {
    dice: [u8; 5],
    rerolls: u8,
}

#[derive(Clone, Debug)]
pub struct FiveDice {
    five: bool,
    rolls: DiceTable<6>,
}

/// A face of a die.
#[derive(Clone, Copy, Row)]
struct Shows {
    it: Flag,
}

#[derive(Clone, Copy, Row)]
struct Rerolls {
    two: Flag,
}

impl FiveDice {
    /// Rolls the dice that `kept` does not have.
    fn roll(&self, mut kept: [u8; 6], chance: &mut impl Chance) -> [u8; 5] {
        let n = 5 - kept.iter().sum::<u8>();
        let rolled = self.rolls.roll(usize::from(n), chance);
        kept.iter_mut().zip(rolled).for_each(|(kept, rolled)| *kept += rolled);
        let mut dice = (0..6u8).rev().flat_map(|face| (0..kept[usize::from(face)]).map(move |_| face));
        std::array::from_fn(|_| dice.next().expect("five dice"))
    }
}

fn counts(dice: impl IntoIterator<Item = u8>) -> [u8; 6] {
    dice.into_iter().fold([0; 6], |mut counts, face| {
        counts[usize::from(face)] += 1;
        counts
    })
}

impl Rules for FiveDice {
    type State = State;
    type Action = Move;

    const NAME: &'static str = "five_dice";
    const MAX_DECISIONS: usize = 2;

    fn specs() -> &'static [OptionSpec] {
        &[OptionSpec {
            name: "five",
            doc: "five equal dice or none",
            kind: OptionKind::Flag,
            default: "false",
        }]
    }

    fn new(options: &Options) -> Self {
        Self { five: options.flag("five"), rolls: DiceTable::new([1; 6], 5) }
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        State { dice: self.roll([0; 6], chance), rerolls: 2 }
    }

    fn over(&self, s: &State) -> bool {
        s.rerolls == 0
    }

    fn legal(&self, s: &State, mut f: impl FnMut(Move)) {
        // Of equal dice the first are kept: the others would be the same.
        let twin =
            |set: usize, i: usize| set >> i & 1 == 1 && set >> (i - 1) & 1 == 0 && s.dice[i] == s.dice[i - 1];
        for set in (0..32).filter(|&set| (1..5).all(|i| !twin(set, i))) {
            f(Move::Keep { dice: Slot::at(set) });
        }
    }

    fn step(&self, s: &mut State, Move::Keep { dice }: Move, chance: &mut impl Chance) {
        let kept = (0..5).filter(|i| dice.index() >> i & 1 == 1).map(|i| s.dice[i]);
        *s = State { dice: self.roll(counts(kept), chance), rerolls: s.rerolls - 1 };
    }

    fn score(&self, s: &State) -> f32 {
        (if self.five { five } else { points })(&counts(s.dice)) as f32
    }

    fn observe(&self, s: &State, sink: &mut impl Sink) {
        sink.rows("dice", "six faces of each die, the highest die first", 30, |rows| {
            let shown = s.dice.iter().enumerate().map(|(i, &face)| 6 * i + usize::from(face));
            shown.for_each(|i| rows.set(i, Shows { it: Flag::YES }));
        });
        sink.row("rerolls", "left", || Rerolls { two: (s.rerolls == 2).into() });
    }

    fn check(&self, s: &State) -> Result<(), String> {
        let sound =
            s.dice.iter().all(|&face| face < 6) && s.dice.is_sorted_by(|a, b| a >= b) && s.rerolls <= 2;
        if sound { Ok(()) } else { Err(format!("{s:?}")) }
    }
}

/// The points of the best face, of the 30 that five sixes have.
pub fn points(counts: &[u8; 6]) -> f64 {
    let best = counts.iter().zip(1..).map(|(&n, eyes)| n * eyes).max();
    f64::from(best.unwrap_or(0)) / 30.0
}

/// 1 for five equal dice.
pub fn five(counts: &[u8; 6]) -> f64 {
    f64::from(u8::from(counts.contains(&5)))
}

/// The optimum by dynamic programming over how many dice show each face, die by die: none of the code above.
pub fn optimum(goal: fn(&[u8; 6]) -> f64) -> f64 {
    let mut all = Vec::new();
    for code in 0..6_usize.pow(6) {
        let counts: [u8; 6] = std::array::from_fn(|face| (code / 6_usize.pow(face as u32) % 6) as u8);
        if counts.iter().sum::<u8>() <= 5 {
            all.push(counts);
        }
    }
    // From five dice down to none: the value of what is kept is the mean over the next die.
    all.sort_by_key(|counts| std::cmp::Reverse(counts.iter().sum::<u8>()));
    let rolled = |ends: &BTreeMap<[u8; 6], f64>| {
        let mut policy_value = ends.clone();
        for &kept in &all[ends.len()..] {
            let with = |face: usize| {
                let mut more = kept;
                more[face] += 1;
                policy_value[&more]
            };
            let mean = (0..6).map(with).sum::<f64>() / 6.0;
            policy_value.insert(kept, mean);
        }
        policy_value
    };
    let full = all.iter().filter(|counts| counts.iter().sum::<u8>() == 5);
    let mut ends: BTreeMap<[u8; 6], f64> = full.map(|counts| (*counts, goal(counts))).collect();
    for _ in 0..2 {
        let policy_value = rolled(&ends);
        let within = |kept: &[u8; 6], dice: &[u8; 6]| kept.iter().zip(dice).all(|(k, n)| k <= n);
        let best = |dice: &[u8; 6]| {
            policy_value.iter().filter(|(kept, _)| within(kept, dice)).map(|(_, &w)| w).fold(0.0, f64::max)
        };
        ends = ends.keys().map(|dice| (*dice, best(dice))).collect();
    }
    rolled(&ends)[&[0; 6]]
}
