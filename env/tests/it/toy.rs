//! Secret Pig, the toy that proves the core: two to five seats against each other, dice, hidden cards.
//!
//! Every seat holds a hidden bonus card of 1 to 3. In turn a seat rolls a die as often as it likes: a 1
//! loses the turn's points, holding banks them. After two turns each, points and bonus are summed; the seats
//! with the most share one point.

use std::path::Path;

use holotable_env::{
    Block, Chance, Error, ErrorKind, Field, Finite, Game, OptionKind, OptionSpec, Options, Sink, Slot,
    Summary, Tabletop, actions, packed,
};
use serde_json::{Value, json};

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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    points: [u8; MOST],
    bonus: [u8; MOST],
    pot: u8,
    turn: u8,
}

packed!(struct State { points, bonus, pot, turn });

#[derive(Clone, Debug)]
pub struct SecretPig {
    options: Options,
    players: usize,
    /// Show the hidden cards: the bug that conformance must find.
    pub leaky: bool,
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
}

const SEATS: Block = Block {
    name: "seats",
    doc: "points of each seat, you first",
    rows: MOST,
    fields: &[Field::share("points", "/60"), Field::share("bonus", "/3, hidden ones are 0")],
};
const POT: Block = Block {
    name: "pot",
    doc: "the turn so far",
    rows: 1,
    fields: &[Field::share("pot", "/20"), Field::flag("mine")],
};

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
        let mut s = State { points: [0; MOST], bonus: [0; MOST], pot: 0, turn: 0 };
        for p in 0..self.players {
            s.bonus[p] = 1 + chance.below(3) as u8;
        }
        s
    }

    fn actor(&self, s: &State) -> Option<usize> {
        (!self.over(s)).then(|| usize::from(s.turn) % self.players)
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
        let p = usize::from(s.turn) % self.players;
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

    fn observe(&self, s: &State, player: usize, sink: &mut impl Sink) {
        if self.blind {
            return;
        }
        sink.block(&SEATS, |out| {
            for i in 0..self.players {
                let p = (player + i) % self.players;
                out[2 * i] = f32::from(s.points[p]) / 60.0;
                if i == 0 || self.leaky {
                    out[2 * i + 1] = f32::from(s.bonus[p]) / 3.0;
                }
            }
        });
        sink.block(&POT, |out| {
            out[0] = f32::from(s.pot) / f32::from(CAP);
            out[1] = f32::from(self.actor(s) == Some(player));
        });
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        for p in (0..self.players).filter(|&p| p != player) {
            s.bonus[p] = 1 + chance.below(3) as u8;
        }
    }
}

impl Tabletop for SecretPig {
    const NAME: &'static str = "secret_pig";
    const ABOUT: &'static str = "a toy of the tests";
    const RULES_VERSION: u32 = 1;
    const REASONS: &'static [&'static str] = &["most_points"];
    const MAX_DECISIONS: usize = 1_000;

    fn option_specs() -> &'static [OptionSpec] {
        &[OptionSpec { name: "players", doc: "seats", kind: OptionKind::Int(2, 5), default: "2" }]
    }

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        Ok(Self {
            players: options.int("players") as usize,
            options: options.clone(),
            leaky: false,
            blind: false,
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn data_hash(&self) -> &'static str {
        "0000000000000000"
    }

    fn check(&self, s: &State) -> Result<(), String> {
        let bonus = |p: usize| if p < self.players { 1..=3 } else { 0..=0 };
        match (0..MOST).find(|&p| !bonus(p).contains(&s.bonus[p])) {
            Some(p) => Err(format!("seat {p} has a bonus of {}", s.bonus[p])),
            None => Ok(()),
        }
    }

    fn to_json(&self, s: &State) -> Value {
        json!([s.points, s.bonus, s.pot, s.turn])
    }

    fn from_json(&self, json: &Value) -> Result<State, Error> {
        let (points, bonus, pot, turn) =
            serde_json::from_value(json.clone()).map_err(|e| Error::new(ErrorKind::State, e.to_string()))?;
        let s = State { points, bonus, pot, turn };
        self.check(&s).map_err(|why| Error::new(ErrorKind::State, why))?;
        Ok(s)
    }

    fn tell(&self, _s: &State, a: Move) -> String {
        a.label()
    }

    fn why_illegal(&self, s: &State, _a: Move) -> String {
        format!("with {} points in the pot", s.pot)
    }

    fn text(&self, s: &State) -> String {
        format!("{s:?}")
    }

    fn catalogue(&self) -> Vec<holotable_env::catalogue::Entry> {
        Vec::new()
    }

    fn summary(&self, s: &State) -> Summary {
        Summary { reason: "most_points", counts: vec![("turns", f64::from(s.turn))] }
    }
}

/// The toy with this many seats.
pub fn secret_pig(players: usize) -> SecretPig {
    let options =
        Options::resolve(SecretPig::option_specs(), [("players", players.to_string().as_str())]).unwrap();
    SecretPig::build(&options, None).unwrap()
}
