//! Small games of one seat that are solved exactly: a test writes the rules, this does the rest.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::path::Path;

use holotable_env::catalogue::Entry;
use holotable_env::{
    Chance, Error, Finite, Game, Misfit, OUTCOME_LIMIT, Observe, OptionSpec, Options, Pack, Save, Show, Sink,
    Summary, Tabletop, Viewer, Walk, legal_actions, outcomes,
};
use holotable_players::bots::{Bots, NoExpertFeatures};
use holotable_players::odds_features::NoOddsFeatures;
use serde_json::{Value, json};

/// The rules of a small game.
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    type State: Pack + Copy + Eq + Hash + Debug + Send + Sync;
    type Action: Finite;

    const NAME: &'static str;
    const MAX_DECISIONS: usize;

    fn specs() -> &'static [OptionSpec];
    fn new(options: &Options) -> Self;
    fn start(&self, chance: &mut impl Chance) -> Self::State;
    fn over(&self, s: &Self::State) -> bool;
    /// The legal moves before the end, in order of their numbers.
    fn legal(&self, s: &Self::State, f: impl FnMut(Self::Action));
    fn step(&self, s: &mut Self::State, a: Self::Action, chance: &mut impl Chance);
    fn score(&self, s: &Self::State) -> f32;
    fn observe(&self, s: &Self::State, sink: &mut impl Sink);

    fn check(&self, _s: &Self::State) -> Result<(), String> {
        Ok(())
    }
}

/// The game of these rules.
#[derive(Clone, Debug)]
pub struct Solo<R> {
    pub rules: R,
    options: Options,
    /// Pretends to be another version of the data.
    pub data: &'static str,
}

impl<R: Rules> Solo<R> {
    /// The game under these options.
    pub fn with(given: &[(&str, &str)]) -> Self {
        Self::build(&Options::resolve(R::specs(), given.iter().copied()).unwrap(), None).unwrap()
    }
}

impl<R: Rules> Game for Solo<R> {
    type State = R::State;
    type Action = R::Action;

    fn players(&self) -> usize {
        1
    }

    fn team(&self, _player: usize) -> usize {
        0
    }

    fn start(&self, chance: &mut impl Chance) -> R::State {
        self.rules.start(chance)
    }

    fn actor(&self, s: &R::State) -> Option<usize> {
        (!self.rules.over(s)).then_some(0)
    }

    fn legal(&self, s: &R::State, f: impl FnMut(R::Action)) {
        if !self.rules.over(s) {
            self.rules.legal(s, f);
        }
    }

    fn step(&self, s: &mut R::State, a: R::Action, chance: &mut impl Chance) {
        self.rules.step(s, a, chance);
    }

    fn score(&self, s: &R::State, _player: usize) -> f32 {
        self.rules.score(s)
    }

    fn redeal(&self, _s: &mut R::State, _player: usize, _chance: &mut impl Chance) {}
}

impl<R: Rules> Observe for Solo<R> {
    fn observe(&self, s: &R::State, _viewer: usize, out: &mut impl Sink) {
        self.rules.observe(s, out);
    }
}

impl<R: Rules> Save for Solo<R> {
    fn check(&self, s: &R::State) -> Result<(), String> {
        self.rules.check(s)
    }

    fn to_json(&self, s: &R::State, _viewer: Viewer) -> Value {
        let mut bytes = Vec::new();
        s.pack(&mut bytes);
        json!(bytes)
    }

    fn from_json(&self, json: &Value) -> Result<R::State, Misfit> {
        let bytes: Vec<u8> = serde_json::from_value(json.clone()).map_err(|e| e.to_string())?;
        R::State::unpack(&mut &bytes[..]).ok_or_else(|| format!("no state: {json}").into())
    }
}

impl<R: Rules> Show for Solo<R> {
    const REASONS: &'static [&'static str] = &["over"];

    fn text(&self, s: &R::State, _viewer: Viewer) -> String {
        format!("{s:?}")
    }

    fn prompt(&self, s: &R::State) -> String {
        format!("{s:?}")
    }

    fn describe_action(&self, _s: &R::State, a: R::Action) -> String {
        a.label()
    }

    fn why_illegal(&self, s: &R::State, _a: R::Action) -> String {
        format!("{s:?}")
    }

    fn catalogue(&self) -> Vec<Entry> {
        Vec::new()
    }

    fn summary(&self, _s: &R::State) -> Summary {
        Summary { reason: "over", counts: Vec::new() }
    }
}

impl<R: Rules> Tabletop for Solo<R> {
    const NAME: &'static str = R::NAME;
    const ABOUT: &'static str = "a toy of the tests";
    const RULES: &'static str = "# Rules\n\nFor tests.\n";
    const RULES_VERSION: u32 = 1;
    const MAX_DECISIONS: usize = R::MAX_DECISIONS;

    fn option_specs() -> &'static [OptionSpec] {
        R::specs()
    }

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        Ok(Self { rules: R::new(options), options: options.clone(), data: "0000000000000000" })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn data_hash(&self) -> &str {
        self.data
    }
}

impl<R: Rules> Bots for Solo<R> {
    type OddsFeatures = NoOddsFeatures;
    type ExpertFeatures = NoExpertFeatures;
}

/// The exact mean score of a game of one seat when `choose` says which of the legal moves are candidates: all of them
/// give the optimum, one alone gives the value of a policy.
pub fn policy_value<G: Game>(
    game: &G,
    choose: &mut impl FnMut(&G::State, Vec<G::Action>) -> Vec<G::Action>,
) -> f64 {
    let (mut walk, mut known, mut total) = (Walk::default(), HashMap::new(), 0.0);
    loop {
        let start = game.start(&mut walk);
        total += walk.probability() * policy_value_from(game, start, choose, &mut known);
        if !walk.advance() {
            return total;
        }
    }
}

fn policy_value_from<G: Game>(
    game: &G,
    s: G::State,
    choose: &mut impl FnMut(&G::State, Vec<G::Action>) -> Vec<G::Action>,
    known: &mut HashMap<G::State, f64>,
) -> f64 {
    if game.actor(&s).is_none() {
        return f64::from(game.score(&s, 0));
    }
    if let Some(&policy_value) = known.get(&s) {
        return policy_value;
    }
    let mut best = 0.0_f64;
    for a in choose(&s, legal_actions(game, &s)) {
        let all = outcomes(game, &s, a, OUTCOME_LIMIT).unwrap();
        let mean = all.iter().map(|o| o.probability * policy_value_from(game, o.state, choose, known)).sum();
        best = best.max(mean);
    }
    known.insert(s, best);
    best
}
