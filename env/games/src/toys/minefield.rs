//! Minefield: two to five seats cross a field of six steps, each for itself; who steps on a mine is out.
//!
//! Round by round every seat still on its way says in turn whether it creeps one step or runs two. Then all move at once:
//! where a seat lands, a mine goes off with a chance that depends on the field, and a little more for a runner. Who is
//! across early scores most; who is out scores nothing, and watches the others play on.
//!
//! A result is final before the game is over, and it comes on another seat's move. No seat can touch another, so each
//! faces the same small problem, whose best play [`Minefield::best`] works out exactly.

use std::path::Path;

use holotable_env::json::Value;
use holotable_env::{
    Chance, Error, Flag, Game, Json, List, Misfit, Observe, OptionKind, OptionSpec, Options, Pack, Relations,
    Row, Save, Share, Show, Sink, Summary, Tabletop, Viewer, actions, ensure,
};

use super::toy;

const MOST: usize = 5;
/// Steps to the other side.
const STEPS: u8 = 6;
/// Of twelve, how many times a mine goes off under who creeps onto this step.
const MINES: [u32; STEPS as usize] = [1, 5, 1, 1, 5, 1];
/// Of twelve, how many times more under a runner.
const HASTE: u32 = 1;
/// The score of who is across after so many rounds more than the fewest possible.
const PRIZES: [f32; 4] = [1.0, 0.9, 0.8, 0.7];
/// The fewest rounds in which the field is crossed.
const FASTEST: u8 = STEPS / 2;

actions! {
    /// How a seat moves in this round.
    pub enum Move {
        /// One step.
        Creep,
        /// Two steps, with a greater risk on the second and none on the first.
        Run,
    }
}

impl Move {
    /// How many steps it is.
    pub const fn steps(self) -> u8 {
        match self {
            Move::Creep => 1,
            Move::Run => 2,
        }
    }

    /// Of twelve, how many times a mine goes off under who moves so from `at`.
    pub fn risk(self, at: u8) -> u32 {
        let lands = usize::from(at + self.steps()).min(MINES.len());
        MINES[lands - 1] + if self == Move::Run { HASTE } else { 0 }
    }
}

/// A seat on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Walker {
    /// Steps taken.
    pub at: u8,
    /// The round in which it came across; 0 before.
    pub across: u8,
    /// A mine went off under it.
    pub out: bool,
    /// It has said that it will run in this round.
    pub runs: bool,
}

impl Walker {
    fn ended(self) -> bool {
        self.out || self.across > 0
    }
}

/// The field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct State {
    /// The seats.
    pub walkers: List<Walker, MOST>,
    /// The seat that says how it moves.
    pub turn: u8,
    /// Completed rounds.
    pub round: u8,
}

/// The toy with this many seats.
pub fn minefield(players: usize) -> Minefield {
    toy(&[("players", &players.to_string())])
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Minefield {
    options: Options,
    players: usize,
}

impl Minefield {
    /// The most that a seat can expect to score from step `at` after `round` rounds, and the move that leads there.
    pub fn best(at: u8, round: u8) -> (f64, Move) {
        let value = |a: Move| {
            let safe = 1.0 - f64::from(a.risk(at)) / 12.0;
            let lands = at + a.steps();
            safe * if lands >= STEPS {
                f64::from(Self::prize(round + 1))
            } else {
                Self::best(lands, round + 1).0
            }
        };
        let (creep, run) = (value(Move::Creep), value(Move::Run));
        if creep >= run { (creep, Move::Creep) } else { (run, Move::Run) }
    }

    /// The score of who is across after so many rounds.
    pub fn prize(rounds: u8) -> f32 {
        PRIZES[usize::from(rounds - FASTEST)]
    }

    /// What a seat can expect to score that moves so, which must lead across.
    pub fn worth<const N: usize>(moves: [Move; N]) -> f64 {
        let (mut at, mut safe) = (0, 1.0);
        for a in moves {
            safe *= 1.0 - f64::from(a.risk(at)) / 12.0;
            at += a.steps();
        }
        safe * f64::from(Self::prize(N as u8))
    }

    /// The next seat from `from` on that is still on its way.
    fn next(s: &State, from: usize) -> Option<usize> {
        (from..s.walkers.len()).find(|&p| !s.walkers[p].ended())
    }

    /// All move at once, and the next round begins.
    fn resolve(s: &mut State, chance: &mut impl Chance) {
        s.round += 1;
        let round = s.round;
        for walker in s.walkers.iter_mut().filter(|w| !w.ended()) {
            let a = if std::mem::take(&mut walker.runs) { Move::Run } else { Move::Creep };
            let risk = a.risk(walker.at);
            walker.at = (walker.at + a.steps()).min(STEPS);
            match chance.pick(&[12 - risk, risk]) {
                0 if walker.at == STEPS => walker.across = round,
                0 => {}
                _ => walker.out = true,
            }
        }
    }
}

impl Game for Minefield {
    type State = State;
    type Action = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn team(&self, player: usize) -> usize {
        player
    }

    fn start(&self, _chance: &mut impl Chance) -> State {
        let mut s = State::default();
        (0..self.players).for_each(|_| s.walkers.push(Walker::default()));
        s
    }

    fn actor(&self, s: &State) -> Option<usize> {
        Self::next(s, usize::from(s.turn))
    }

    fn legal(&self, s: &State, mut f: impl FnMut(Move)) {
        if self.actor(s).is_some() {
            f(Move::Creep);
            f(Move::Run);
        }
    }

    fn step(&self, s: &mut State, a: Move, chance: &mut impl Chance) {
        let p = usize::from(s.turn);
        s.walkers[p].runs = a == Move::Run;
        let next = Self::next(s, p + 1).or_else(|| {
            Self::resolve(s, chance);
            Self::next(s, 0)
        });
        s.turn = next.unwrap_or(0) as u8;
    }

    fn ended(&self, s: &State, player: usize) -> bool {
        s.walkers[player].ended()
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        match s.walkers[player] {
            Walker { across: 0, .. } => 0.0,
            Walker { across, .. } => Self::prize(across),
        }
    }

    /// Nothing is hidden.
    fn redeal(&self, _s: &mut State, _player: usize, _chance: &mut impl Chance) {}
}

/// A seat as others see it.
#[derive(Clone, Copy, Row)]
struct Seat {
    plays: Flag,
    at: Share<6>,
    across: Flag,
    out: Flag,
    runs: Flag,
}

#[derive(Clone, Copy, Row)]
struct Round {
    round: Share<6>,
    my_turn: Flag,
}

/// A step of the field.
#[derive(Clone, Copy, Row)]
struct Step {
    i_am_here: Flag,
}

impl Observe for Minefield {
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        out.row("round", "how far the game has come", || Round {
            round: Share::of(s.round),
            my_turn: (self.actor(s) == Some(viewer)).into(),
        });
        out.rows("seats", "the seats, you first", MOST, |rows| {
            rows.fill((0..self.players).map(|ahead| {
                let w = s.walkers[(viewer + ahead) % self.players];
                let across = (w.across > 0).into();
                Seat { plays: Flag::YES, at: Share::of(w.at), across, out: w.out.into(), runs: w.runs.into() }
            }));
        });
        out.rows("steps", "the steps of the field, from this side on", usize::from(STEPS) + 1, |rows| {
            rows.set(usize::from(s.walkers[viewer].at), Step { i_am_here: Flag::YES });
        });
    }

    /// The field is a path of steps.
    fn relations(&self) -> Relations {
        Relations::default().with_edges("steps", (0..usize::from(STEPS)).map(|step| (step, step + 1)))
    }
}

impl Save for Minefield {
    fn check(&self, s: &State) -> Result<(), String> {
        let n = s.walkers.len();
        ensure(n == self.players, || format!("{n} seats, but the game has {} players", self.players))?;
        ensure(s.round <= STEPS, || format!("round {} of at most {STEPS}", s.round))?;
        let turn = usize::from(s.turn);
        let over = (0..n).all(|p| s.walkers[p].ended());
        ensure(if over { turn == 0 } else { turn < n && !s.walkers[turn].ended() }, || {
            format!("it is the turn of seat {turn}, who is not on the way")
        })?;
        for (p, w) in s.walkers.iter().enumerate() {
            let reached = s.round..=2 * s.round;
            let fits = match *w {
                Walker { out, across, .. } if out && across > 0 => false,
                Walker { across: 0, out: false, at, .. } => at < STEPS && reached.contains(&at),
                Walker { across: 0, at, .. } => (1..=STEPS).contains(&at),
                Walker { at, across, .. } => at == STEPS && (FASTEST..=s.round).contains(&across),
            };
            let said = !w.runs || !w.ended() && p < turn;
            ensure(fits && said, || format!("seat {p} cannot stand so after {} rounds: {w:?}", s.round))?;
        }
        Ok(())
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        Json::to_json(s, &viewer)
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        Json::from_json(json, &Viewer::All)
    }
}

impl Show for Minefield {
    const REASONS: &'static [&'static str] = &["all_across", "some_out", "all_out"];

    fn text(&self, s: &State, _viewer: Viewer) -> String {
        let seat = |(p, w): (usize, &Walker)| match *w {
            Walker { out: true, at, .. } => format!("seat {p} is out at step {at}"),
            Walker { across: 0, at, .. } => format!("seat {p} is at step {at}"),
            Walker { across, .. } => format!("seat {p} was across after {across} rounds"),
        };
        let seats: Vec<_> = s.walkers.iter().enumerate().map(seat).collect();
        format!("After {} rounds: {}.\n", s.round, seats.join(", "))
    }

    fn prompt(&self, s: &State) -> String {
        let at = s.walkers[usize::from(s.turn)].at;
        let odds = |a: Move| format!("{} of 12", a.risk(at));
        format!("creep ({} for a mine) or run ({})", odds(Move::Creep), odds(Move::Run))
    }

    fn describe_action(&self, _s: &State, a: Move) -> String {
        match a {
            Move::Creep => "creep one step".into(),
            Move::Run => "run two steps".into(),
        }
    }

    fn why_illegal(&self, _s: &State, _a: Move) -> String {
        "both moves are always legal".into()
    }

    fn summary(&self, s: &State) -> Summary {
        let out = s.walkers.iter().filter(|w| w.out).count();
        let reason = match out {
            0 => "all_across",
            n if n == self.players => "all_out",
            _ => "some_out",
        };
        Summary { reason, counts: vec![("rounds", f64::from(s.round)), ("out", out as f64)] }
    }
}

impl Tabletop for Minefield {
    const NAME: &'static str = "minefield";
    const ABOUT: &'static str = "a toy: two to five rivals, who are out one by one";
    const RULES: &'static str = "\
# Rules: Minefield

A toy for `players` rivals, who cross a field of six steps. In each round every seat still on its way says whether it creeps one step (`Creep`) or
runs two (`Run`); then all move at once. Where a seat lands a mine may go off: on the six steps with 1, 5, 1, 1, 5 and 1 chances in 12, and one more
for a runner. Whoever it goes off under is out with nothing. Who is across after 3, 4, 5 or 6 rounds scores 1, 0.9, 0.8 or 0.7. Seats cannot
touch each other.
";
    const RULES_VERSION: u32 = 1;
    const MAX_DECISIONS: usize = MOST * STEPS as usize;

    fn option_specs() -> &'static [OptionSpec] {
        &[OptionSpec { name: "players", doc: "Seats.", kind: OptionKind::Int(2, 5), default: "3" }]
    }

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        Ok(Self { players: options.int("players") as usize, options: options.clone() })
    }

    fn options(&self) -> &Options {
        &self.options
    }
}
