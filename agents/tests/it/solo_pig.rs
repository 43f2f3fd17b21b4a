//! Solo Pig: one die, a number of points to reach in a few turns.

use holotable_env::{Chance, Flag, OptionKind, OptionSpec, Options, Pack, Row, Sink, actions};

use crate::solo::{Rules, Solo};

actions! {
    /// The two moves.
    pub enum Move {
        /// Roll the die; a 1 loses the pot and the turn.
        Roll,
        /// Bank the pot and end the turn.
        Hold,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Pack)]
pub struct State {
    pub points: u8,
    pub pot: u8,
    pub turn: u8,
}

#[derive(Clone, Debug)]
pub struct Pig {
    target: u8,
    turns: u8,
}

pub type SoloPig = Solo<Pig>;

#[derive(Clone, Copy, Row)]
struct Standing {
    #[row(unit = "target")]
    points: f32,
    #[row(unit = "target")]
    pot: f32,
    #[row(unit = "target")]
    both: f32,
}

#[derive(Clone, Copy, Row)]
struct Turn {
    now: Flag,
}

impl Rules for Pig {
    type State = State;
    type Action = Move;

    const NAME: &'static str = "solo_pig";
    const MAX_DECISIONS: usize = 100;

    fn specs() -> &'static [OptionSpec] {
        &[
            OptionSpec {
                name: "target",
                doc: "points to reach",
                kind: OptionKind::Int(2, 100),
                default: "50",
            },
            OptionSpec { name: "turns", doc: "turns to do it in", kind: OptionKind::Int(1, 8), default: "7" },
        ]
    }

    fn new(options: &Options) -> Self {
        Self { target: options.int("target") as u8, turns: options.int("turns") as u8 }
    }

    fn start(&self, _chance: &mut impl Chance) -> State {
        State { points: 0, pot: 0, turn: 0 }
    }

    fn over(&self, s: &State) -> bool {
        s.turn >= self.turns || s.points + s.pot >= self.target
    }

    fn legal(&self, s: &State, mut f: impl FnMut(Move)) {
        f(Move::Roll);
        if s.pot > 0 {
            f(Move::Hold);
        }
    }

    fn step(&self, s: &mut State, a: Move, chance: &mut impl Chance) {
        match a {
            Move::Roll => match 1 + chance.below(6) as u8 {
                1 => (s.pot, s.turn) = (0, s.turn + 1),
                eyes => s.pot += eyes,
            },
            Move::Hold => *s = State { points: s.points + s.pot, pot: 0, turn: s.turn + 1 },
        }
    }

    fn score(&self, s: &State) -> f32 {
        f32::from(u8::from(s.points + s.pot >= self.target))
    }

    fn observe(&self, s: &State, sink: &mut impl Sink) {
        let share = |n: u8| (f32::from(n) / f32::from(self.target)).min(1.0);
        sink.row("standing", "how far the points are from the target", || Standing {
            points: share(s.points),
            pot: share(s.pot),
            both: share(s.points + s.pot),
        });
        sink.rows("turn", "a row a turn", 8, |rows| {
            rows.set(usize::from(s.turn.min(7)), Turn { now: Flag::YES });
        });
    }

    fn check(&self, s: &State) -> Result<(), String> {
        if s.turn <= self.turns { Ok(()) } else { Err(format!("turn {} of {}", s.turn, self.turns)) }
    }
}

/// The game to reach 50 points in 7 turns.
pub fn solo_pig() -> SoloPig {
    pig(50, 7)
}

/// The game to reach so many points in so many turns.
pub fn pig(target: u8, turns: u8) -> SoloPig {
    Solo::with(&[("target", &target.to_string()), ("turns", &turns.to_string())])
}
