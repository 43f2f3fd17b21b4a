//! Secret Pig: two to five seats against each other, dice, hidden cards.
//!
//! Every seat holds a hidden bonus card of 1 to 3. In turn a seat rolls a die as often as it likes: a 1
//! loses the turn's points, holding banks them. After two turns each, points and bonus are summed; the seats
//! with the most share one point.

use std::path::Path;

use holotable_env::json::Value;
use holotable_env::{
    Chance, Error, Flag, Game, Json, Misfit, Observe, OptionKind, OptionSpec, Options, Pack, Private, Row,
    Save, Share, Show, Sink, Slot, Summary, Tabletop, Viewer, actions, ensure,
};

use super::toy;

const MOST: usize = 5;
const CAP: u8 = 20;
const TURNS: u8 = 2;

actions! {
    /// The two moves, and naming a seat, which never happens and stands for a block with a parameter.
    pub enum Move {
        /// Roll the die once more.
        Roll,
        /// Bank the points of this turn.
        Hold,
        /// Never legal.
        Point { seat: Slot<5> },
    }
}

/// The table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Viewer)]
pub struct State {
    /// The points banked by each seat.
    pub points: [u8; MOST],
    /// The hidden card of each seat; 0 where nobody sits.
    pub bonus: Private<u8, MOST>,
    /// The points of this turn.
    pub pot: u8,
    /// Completed turns.
    pub turn: u8,
}

/// The toy with this many seats.
pub fn secret_pig(players: usize) -> SecretPig {
    toy(&[("players", &players.to_string())])
}

/// The rules.
#[derive(Clone, Debug)]
pub struct SecretPig {
    options: Options,
    players: usize,
    /// Show the hidden cards: the bug that conformance must find.
    pub leaky: bool,
    /// Tell the highest total in the summary before the end: another such bug.
    pub telling: bool,
    /// Show nothing at all, as a game may that is played by searching alone.
    pub blind: bool,
}

impl SecretPig {
    fn over(&self, s: &State) -> bool {
        usize::from(s.turn) == self.players * usize::from(TURNS)
    }

    fn total(s: &State, p: usize) -> u8 {
        s.points[p] + s.bonus[p]
    }

    /// The seat that plays the running turn.
    fn turn_of(&self, s: &State) -> usize {
        usize::from(s.turn) % self.players
    }
}

impl Game for SecretPig {
    type State = State;
    type Action = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn team(&self, player: usize) -> usize {
        player
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        let mut s = State::default();
        for p in 0..self.players {
            s.bonus[p] = 1 + chance.below(3) as u8;
        }
        s
    }

    fn actor(&self, s: &State) -> Option<usize> {
        (!self.over(s)).then(|| self.turn_of(s))
    }

    fn turn(&self, s: &State) -> u32 {
        1 + u32::from(s.turn)
    }

    fn legal(&self, s: &State, mut f: impl FnMut(Move)) {
        if !self.over(s) {
            if s.pot < CAP {
                f(Move::Roll);
            }
            if s.pot > 0 {
                f(Move::Hold);
            }
        }
    }

    fn step(&self, s: &mut State, a: Move, chance: &mut impl Chance) {
        let p = self.turn_of(s);
        match a {
            Move::Roll => match 1 + chance.below(6) as u8 {
                1 => (s.pot, s.turn) = (0, s.turn + 1),
                eyes => s.pot = (s.pot + eyes).min(CAP),
            },
            Move::Hold => {
                s.points[p] += s.pot;
                (s.pot, s.turn) = (0, s.turn + 1);
            }
            Move::Point { .. } => unreachable!("never legal"),
        }
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        let best = (0..self.players).map(|p| Self::total(s, p)).max().expect("there are seats");
        let winners = (0..self.players).filter(|&p| Self::total(s, p) == best).count();
        if Self::total(s, player) == best { 1.0 / winners as f32 } else { 0.0 }
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        for p in (0..self.players).filter(|&p| p != player) {
            s.bonus[p] = 1 + chance.below(3) as u8;
        }
    }
}

#[derive(Clone, Copy, Row)]
struct Seat {
    points: Share<60>,
    /// 0 where it is hidden.
    bonus: Share<3>,
}

#[derive(Clone, Copy, Row)]
struct Running {
    pot: Share<20>,
    mine: Flag,
    /// Turns played, of those of the largest table.
    turn: Share<{ MOST as u16 * TURNS as u16 }>,
}

impl Observe for SecretPig {
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        if self.blind {
            return;
        }
        out.rows("seats", "points of each seat, you first", MOST, |rows| {
            rows.fill((0..self.players).map(|ahead| {
                let p = (viewer + ahead) % self.players;
                let bonus = if ahead == 0 || self.leaky { s.bonus[p] } else { 0 };
                Seat { points: Share::of(s.points[p]), bonus: Share::of(bonus) }
            }));
        });
        out.row("pot", "the turn so far", || Running {
            pot: Share::of(s.pot),
            mine: (self.actor(s) == Some(viewer)).into(),
            turn: Share::of(s.turn),
        });
    }
}

impl Save for SecretPig {
    fn check(&self, s: &State) -> Result<(), String> {
        for (p, bonus) in s.bonus.seats().iter().enumerate() {
            let range = if p < self.players { 1..=3 } else { 0..=0 };
            ensure(range.contains(bonus), || format!("seat {p} has a bonus of {bonus}"))?;
        }
        let most = |p: usize| if p < self.players { CAP * TURNS } else { 0 };
        ensure((0..MOST).all(|p| s.points[p] <= most(p)) && s.pot <= CAP, || "too many points".into())?;
        let last = self.players * usize::from(TURNS);
        ensure(usize::from(s.turn) <= last, || format!("turn {} of {last}", s.turn))
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        Json::to_json(s, &viewer)
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        Json::from_json(json, &Viewer::All)
    }
}

impl Show for SecretPig {
    const REASONS: &'static [&'static str] = &["most_points"];

    fn text(&self, s: &State, viewer: Viewer) -> String {
        let seat = |p: usize| match viewer.knows(p) {
            true => format!("seat {p} has {} points and a bonus of {}", s.points[p], s.bonus[p]),
            false => format!("seat {p} has {} points", s.points[p]),
        };
        let seats: Vec<_> = (0..self.players).map(seat).collect();
        format!("Turn {}, {} points in the pot: {}.\n", s.turn, s.pot, seats.join(", "))
    }

    fn prompt(&self, s: &State) -> String {
        format!("roll again, or bank {} points", s.pot)
    }

    fn why_illegal(&self, s: &State, _a: Move) -> String {
        format!("with {} points in the pot", s.pot)
    }

    fn summary(&self, s: &State) -> Summary {
        let mut counts = vec![("turns", f64::from(s.turn))];
        if self.telling {
            let best = (0..self.players).map(|p| Self::total(s, p)).max();
            counts.push(("most_points", f64::from(best.unwrap_or(0))));
        }
        Summary { reason: "most_points", counts }
    }
}

impl Tabletop for SecretPig {
    const NAME: &'static str = "secret_pig";
    const ABOUT: &'static str = "a toy: dice, hidden cards, two to five rivals";
    const RULES: &'static str = "\
# Rules: Secret Pig

A toy for `players` rivals. Every seat holds a hidden card worth 1 to 3 points. In its turn a seat rolls a die as often as it likes
(`Roll`): a 1 loses the points of this turn and ends it, anything else adds its pips, to at most 20. Holding (`Hold`) banks the points and ends
the turn; it takes at least one. After two turns each the banked points and the hidden card are added; the seats with the most share one point.

`Point` names a seat and is never legal.
";
    const RULES_VERSION: u32 = 1;
    const MAX_DECISIONS: usize = 1_000;

    fn option_specs() -> &'static [OptionSpec] {
        &[OptionSpec { name: "players", doc: "Seats.", kind: OptionKind::Int(2, 5), default: "2" }]
    }

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        let players = options.int("players") as usize;
        Ok(Self { players, options: options.clone(), leaky: false, telling: false, blind: false })
    }

    fn options(&self) -> &Options {
        &self.options
    }
}
