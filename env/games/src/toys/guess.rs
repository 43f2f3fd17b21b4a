//! Guess: two seats together name a number of three digits that a wheel will show, in three spins.
//!
//! It has more actions than a byte counts and a chance of a thousand results.

use std::path::Path;

use holotable_env::json::Value;
use holotable_env::{
    Chance, Error, Finite, Flag, Game, Json, Misfit, Observe, OptionSpec, Options, Pack, Row, Save, Share,
    Show, Sink, Slot, Summary, Tabletop, Viewer, actions, ensure,
};

const NUMBERS: usize = 1_000;
const SPINS: u8 = 3;

/// A number that the wheel can show.
pub type Number = Slot<NUMBERS, u16>;

actions! {
    /// The only decision.
    pub enum Action {
        /// Name a number.
        Name { number: Number },
    }
}

/// The wheel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct State {
    /// Completed spins.
    pub spins: u8,
    /// What the wheel showed last.
    pub shown: Number,
    /// How far the nearest guess was off; as far as can be before the first.
    pub nearest: u16,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Guess {
    options: Options,
}

impl Game for Guess {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    fn team(&self, _player: usize) -> usize {
        0
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        State { spins: 0, shown: Number::at(chance.below(NUMBERS)), nearest: NUMBERS as u16 }
    }

    fn actor(&self, s: &State) -> Option<usize> {
        (s.spins < SPINS).then_some(usize::from(s.spins) % 2)
    }

    /// Any number but the one that the wheel shows.
    fn legal(&self, s: &State, mut f: impl FnMut(Action)) {
        if s.spins < SPINS {
            Number::all().filter(|&number| number != s.shown).for_each(|number| f(Action::Name { number }));
        }
    }

    fn step(&self, s: &mut State, Action::Name { number }: Action, chance: &mut impl Chance) {
        s.shown = Number::at(chance.below(NUMBERS));
        s.nearest = s.nearest.min(number.index().abs_diff(s.shown.index()) as u16);
        s.spins += 1;
    }

    fn score(&self, s: &State, _player: usize) -> f32 {
        1.0 - f32::from(s.nearest) / NUMBERS as f32
    }

    /// Nothing is hidden.
    fn redeal(&self, _s: &mut State, _player: usize, _chance: &mut impl Chance) {}
}

#[derive(Clone, Copy, Row)]
struct Wheel {
    spins: Share<3>,
    #[row(unit = "/1000")]
    nearest: f32,
}

#[derive(Clone, Copy, Row)]
struct Shown {
    here: Flag,
}

impl Observe for Guess {
    fn observe(&self, s: &State, _viewer: usize, out: &mut impl Sink) {
        let nearest = f32::from(s.nearest) / NUMBERS as f32;
        out.row("wheel", "how it went", || Wheel { spins: Share::of(s.spins), nearest });
        out.rows("shown", "the number that the wheel shows", NUMBERS, |rows| {
            rows.set(s.shown.index(), Shown { here: Flag::YES });
        });
    }
}

impl Save for Guess {
    fn check(&self, s: &State) -> Result<(), String> {
        ensure(s.spins <= SPINS, || format!("{} spins of {SPINS}", s.spins))?;
        let range = if s.spins == 0 { NUMBERS as u16..=NUMBERS as u16 } else { 0..=NUMBERS as u16 - 1 };
        ensure(range.contains(&s.nearest), || {
            format!("a guess was {} off after {} spins", s.nearest, s.spins)
        })
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        Json::to_json(s, &viewer)
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        Json::from_json(json, &Viewer::All)
    }
}

impl Show for Guess {
    const REASONS: &'static [&'static str] = &["spun"];

    fn text(&self, s: &State, _viewer: Viewer) -> String {
        format!(
            "Spin {} of {SPINS}: the wheel shows {}, the nearest guess was {} off.\n",
            s.spins,
            s.shown.index(),
            s.nearest
        )
    }

    fn prompt(&self, s: &State) -> String {
        format!("name a number; {} spins are left", SPINS - s.spins)
    }

    fn describe_action(&self, _s: &State, Action::Name { number }: Action) -> String {
        format!("name {}", number.index())
    }

    fn why_illegal(&self, _s: &State, _a: Action) -> String {
        "the wheel shows that number already".into()
    }

    fn summary(&self, s: &State) -> Summary {
        Summary { reason: "spun", counts: vec![("nearest", f64::from(s.nearest))] }
    }
}

impl Tabletop for Guess {
    const NAME: &'static str = "guess";
    const ABOUT: &'static str = "a toy: a thousand actions, a chance of a thousand results";
    const RULES: &'static str = "\
# Rules: Guess

A toy for two seats together. In turn they name a number from 0 to 999 (`Name`), any but the one that the wheel shows; then it is spun, each number
equally likely. After three spins both score 1 less a thousandth of how far the nearest guess was off.
";
    const RULES_VERSION: u32 = 1;
    const MAX_DECISIONS: usize = SPINS as usize;

    fn option_specs() -> &'static [OptionSpec] {
        &[]
    }

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        Ok(Self { options: options.clone() })
    }

    fn options(&self) -> &Options {
        &self.options
    }
}
