//! Doors: one choice between three, each of which wins with a chance of its own.

use holotable_env::{Chance, Flag, OptionKind, OptionSpec, Options, Pack, Row, Sink, actions};

use crate::solo::{Rules, Solo};

actions! {
    /// Which door to open.
    pub enum Door {
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
    opened: bool,
    won: bool,
}

#[derive(Clone, Debug)]
pub struct Doors {
    /// Of each door in per cent.
    chances: [u32; 3],
}

#[derive(Clone, Copy, Row)]
struct Opened {
    opened: Flag,
}

impl Rules for Doors {
    type State = State;
    type Action = Door;

    const NAME: &'static str = "doors";
    const MAX_DECISIONS: usize = 1;

    fn specs() -> &'static [OptionSpec] {
        const fn chance(name: &'static str) -> OptionSpec {
            OptionSpec { name, doc: "chance to win", kind: OptionKind::Int(1, 99), default: "50" }
        }
        const { &[chance("left"), chance("middle"), chance("right")] }
    }

    fn new(options: &Options) -> Self {
        Self { chances: ["left", "middle", "right"].map(|door| options.int(door) as u32) }
    }

    fn start(&self, _chance: &mut impl Chance) -> State {
        State { opened: false, won: false }
    }

    fn over(&self, s: &State) -> bool {
        s.opened
    }

    fn legal(&self, _s: &State, f: impl FnMut(Door)) {
        [Door::Left, Door::Middle, Door::Right].into_iter().for_each(f);
    }

    fn step(&self, s: &mut State, a: Door, chance: &mut impl Chance) {
        let wins = self.chances[match a {
            Door::Left => 0,
            Door::Middle => 1,
            Door::Right => 2,
        }];
        *s = State { opened: true, won: chance.pick(&[100 - wins, wins]) == 1 };
    }

    fn score(&self, s: &State) -> f32 {
        f32::from(u8::from(s.won))
    }

    fn observe(&self, s: &State, sink: &mut impl Sink) {
        sink.row("opened", "whether a door is open", || Opened { opened: s.opened.into() });
    }
}

/// The game in which the doors win with these chances in per cent, from left to right.
pub fn doors(chances: [u32; 3]) -> Solo<Doors> {
    let [left, middle, right] = chances.map(|chance| chance.to_string());
    Solo::with(&[("left", &left), ("middle", &middle), ("right", &right)])
}
