//! Solo Pig: one seat, one die, a number of points to reach in a few turns. Small enough to be solved exactly.

use std::collections::BTreeMap;
use std::path::Path;

use holotable_env::{
    Block, Chance, Error, ErrorKind, Field, Finite, Game, OptionKind, OptionSpec, Options, Sink, Summary,
    Tabletop, actions, outcomes, packed,
};
use serde_json::{Value, json};

actions! {
    /// The two moves.
    pub enum Move {
        /// Roll the die; a 1 loses the pot and the turn.
        Roll,
        /// Bank the pot and end the turn.
        Hold,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    pub points: u8,
    pub pot: u8,
    pub turn: u8,
}

packed!(struct State { points, pot, turn });

#[derive(Clone, Debug)]
pub struct SoloPig {
    options: Options,
    target: u8,
    turns: u8,
    /// Pretends to be another version of the data.
    pub data: &'static str,
}

const STANDING: Block = Block {
    name: "standing",
    doc: "how far the points are from the target",
    rows: 1,
    fields: &[
        Field::share("points", "target"),
        Field::share("pot", "target"),
        Field::share("both", "target"),
    ],
};
const TURN: Block = Block { name: "turn", doc: "a row a turn", rows: 8, fields: &[Field::flag("now")] };

impl Game for SoloPig {
    type State = State;
    type Action = Move;

    fn players(&self) -> usize {
        1
    }

    fn team(&self, _player: usize) -> usize {
        0
    }

    fn start(&self, _chance: &mut impl Chance) -> State {
        State { points: 0, pot: 0, turn: 0 }
    }

    fn actor(&self, s: &State) -> Option<usize> {
        (s.turn < self.turns && s.points + s.pot < self.target).then_some(0)
    }

    fn legal(&self, s: &State, mut f: impl FnMut(Move)) {
        if self.actor(s).is_some() {
            f(Move::Roll);
            if s.pot > 0 {
                f(Move::Hold);
            }
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

    fn score(&self, s: &State, _player: usize) -> f32 {
        f32::from(u8::from(s.points + s.pot >= self.target))
    }

    fn observe(&self, s: &State, _player: usize, sink: &mut impl Sink) {
        let share = |n: u8| (f32::from(n) / f32::from(self.target)).min(1.0);
        sink.block(&STANDING, |out| {
            out.copy_from_slice(&[share(s.points), share(s.pot), share(s.points + s.pot)]);
        });
        sink.block(&TURN, |out| out[usize::from(s.turn.min(7))] = 1.0);
    }

    fn redeal(&self, _s: &mut State, _player: usize, _chance: &mut impl Chance) {}
}

impl Tabletop for SoloPig {
    const NAME: &'static str = "solo_pig";
    const ABOUT: &'static str = "a toy of the tests";
    const RULES_VERSION: u32 = 1;
    const REASONS: &'static [&'static str] = &["reached", "late"];
    const MAX_DECISIONS: usize = 100;

    fn option_specs() -> &'static [OptionSpec] {
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

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        let (target, turns) = (options.int("target") as u8, options.int("turns") as u8);
        Ok(Self { options: options.clone(), target, turns, data: "0000000000000000" })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn data_hash(&self) -> &str {
        self.data
    }

    fn check(&self, s: &State) -> Result<(), String> {
        if s.turn <= self.turns { Ok(()) } else { Err(format!("turn {} of {}", s.turn, self.turns)) }
    }

    fn to_json(&self, s: &State) -> Value {
        json!([s.points, s.pot, s.turn])
    }

    fn from_json(&self, json: &Value) -> Result<State, Error> {
        let (points, pot, turn) =
            serde_json::from_value(json.clone()).map_err(|e| Error::new(ErrorKind::State, e.to_string()))?;
        let s = State { points, pot, turn };
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
        let reason = if self.score(s, 0) > 0.0 { "reached" } else { "late" };
        Summary { reason, counts: vec![("turns", f64::from(s.turn))] }
    }
}

/// The game to reach 50 points in 7 turns.
pub fn solo_pig() -> SoloPig {
    pig(50, 7)
}

/// The game to reach so many points in so many turns.
pub fn pig(target: u8, turns: u8) -> SoloPig {
    let (target, turns) = (target.to_string(), turns.to_string());
    let given = [("target", target.as_str()), ("turns", turns.as_str())];
    SoloPig::build(&Options::resolve(SoloPig::option_specs(), given).unwrap(), None).unwrap()
}

/// The exact chance to win from `s` when `choose` says which of the legal moves are candidates: all of them
/// give the optimum, one alone gives the worth of a policy.
pub fn chance_to_win(
    game: &SoloPig,
    s: State,
    choose: &mut impl FnMut(&State, Vec<Move>) -> Vec<Move>,
    known: &mut BTreeMap<State, f64>,
) -> f64 {
    if game.actor(&s).is_none() {
        return f64::from(game.score(&s, 0));
    }
    if let Some(&chance) = known.get(&s) {
        return chance;
    }
    let candidates = choose(&s, holotable_env::legal_actions(game, &s));
    let worth = |a: Move, choose: &mut _, known: &mut _| -> f64 {
        let all = outcomes(game, &s, a, 6).unwrap();
        all.iter().map(|o| o.probability * chance_to_win(game, o.state, choose, known)).sum()
    };
    let best = candidates.into_iter().map(|a| worth(a, choose, known)).fold(0.0, f64::max);
    known.insert(s, best);
    best
}
