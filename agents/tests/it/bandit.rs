//! A bandit with three arms, each of which wins with a chance of its own: one decision.

use holotable_env::{Chance, Flag, OptionKind, OptionSpec, Options, Pack, Row, Sink, actions};

use crate::solo::{Rules, Solo};

actions! {
    /// The arm to pull.
    pub enum Arm {
        /// The left one.
        Left,
        /// The middle one.
        Middle,
        /// The right one.
        Right,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Pack)]
pub struct State {
    pulled: bool,
    won: bool,
}

#[derive(Clone, Debug)]
pub struct Bandit {
    /// The chance of each arm in per cent.
    chances: [u32; 3],
}

#[derive(Clone, Copy, Row)]
struct Pulled {
    pulled: Flag,
}

impl Rules for Bandit {
    type State = State;
    type Action = Arm;

    const NAME: &'static str = "bandit";
    const MAX_DECISIONS: usize = 1;

    fn specs() -> &'static [OptionSpec] {
        const fn chance(name: &'static str) -> OptionSpec {
            OptionSpec { name, doc: "chance to win", kind: OptionKind::Int(1, 99), default: "50" }
        }
        const { &[chance("left"), chance("middle"), chance("right")] }
    }

    fn new(options: &Options) -> Self {
        Self { chances: ["left", "middle", "right"].map(|arm| options.int(arm) as u32) }
    }

    fn start(&self, _chance: &mut impl Chance) -> State {
        State { pulled: false, won: false }
    }

    fn over(&self, s: &State) -> bool {
        s.pulled
    }

    fn legal(&self, _s: &State, f: impl FnMut(Arm)) {
        [Arm::Left, Arm::Middle, Arm::Right].into_iter().for_each(f);
    }

    fn step(&self, s: &mut State, a: Arm, chance: &mut impl Chance) {
        let wins = self.chances[match a {
            Arm::Left => 0,
            Arm::Middle => 1,
            Arm::Right => 2,
        }];
        *s = State { pulled: true, won: chance.pick(&[100 - wins, wins]) == 1 };
    }

    fn score(&self, s: &State) -> f32 {
        f32::from(u8::from(s.won))
    }

    fn observe(&self, s: &State, sink: &mut impl Sink) {
        sink.row("pulled", "whether an arm was pulled", || Pulled { pulled: s.pulled.into() });
    }
}

/// The game in which the arms win with these chances in per cent, from left to right.
pub fn bandit(chances: [u32; 3]) -> Solo<Bandit> {
    let [left, middle, right] = chances.map(|chance| chance.to_string());
    Solo::with(&[("left", &left), ("middle", &middle), ("right", &right)])
}
