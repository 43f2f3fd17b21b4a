//! [`Keen`]: a game whose observation also holds what a trained player works out for itself.
//!
//! An environment shows what lies on the table. A player may work out more from it, exact chances above all,
//! and networks are poor at that arithmetic. [`Bots::features`] adds it after the observation, so that learner
//! and trained player see the same, and the environment stays as fast and plain as it is.

use std::path::Path;

use holotable_env::catalogue::Entry;
use holotable_env::{
    Block, Chance, Error, Field, Finite, Game, GameRng, Layout, OptionSpec, Options, Sink, Summary, Tabletop,
};
use serde_json::Value;

use crate::bots::Bots;
use crate::checkpoint::stored_blocks;
use crate::net::player::NetPolicy;
use crate::net::shape::ADVICE;
use crate::policy::{Policy, Weighed};

/// A player of the keen game, playing the game itself.
#[derive(Debug)]
pub struct KeenPlayer<G, P> {
    game: Keen<G>,
    player: P,
}

impl<G: Bots, P: Policy<Keen<G>>> KeenPlayer<G, P> {
    /// Lets `player` play `game`.
    pub fn new(game: Keen<G>, player: P) -> Self {
        Self { game, player }
    }
}

impl<G: Bots> KeenPlayer<G, NetPolicy> {
    /// [`NetPolicy::evaluate`] in the game that the network knows.
    pub fn evaluate(&mut self, s: &G::State) -> (&[usize], &[f32], f32) {
        self.player.evaluate(&self.game, s)
    }
}

impl<G: Bots, P: Policy<Keen<G>>> Policy<G> for KeenPlayer<G, P> {
    fn choose(&mut self, _game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        self.player.choose(&self.game, s, rng)
    }

    fn weigh(&mut self, _game: &G, s: &G::State, rng: &mut GameRng) -> Option<Weighed<G::Action>> {
        self.player.weigh(&self.game, s, rng)
    }

    fn features(&mut self, _game: &G, s: &G::State) -> Option<&[f32]> {
        self.player.features(&self.game, s)
    }

    fn features_layout(&self, _game: &G) -> Option<Layout> {
        self.player.features_layout(&self.game)
    }
}

/// A player of the game itself, playing the keen game.
pub struct Plain<G>(pub Box<dyn Policy<G>>);

impl<G> std::fmt::Debug for Plain<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Plain")
    }
}

impl<G: Bots> Policy<Keen<G>> for Plain<G> {
    fn choose(&mut self, game: &Keen<G>, s: &G::State, rng: &mut GameRng) -> G::Action {
        self.0.choose(&game.game, s, rng)
    }
}

/// The greatest strength of advice in nats: what is less likely than e to the minus this is not advised at all.
pub const ADVICE_SPAN: f32 = 8.0;

/// The strength of advice to do what the adviser does with probability `p`: 1 if surely, 0 if hardly ever.
fn strength(p: f64) -> f32 {
    (1.0 + p.ln() as f32 / ADVICE_SPAN).max(0.0)
}

/// The game with its observation extended; everything else as in the game itself.
#[derive(Clone, Debug)]
pub struct Keen<G> {
    /// The game itself.
    pub game: G,
    /// Whether the observation is extended at all; without, a network sees what the environment shows.
    pub senses: bool,
}

impl<G: Bots> Keen<G> {
    const ADVICE: Block = Block {
        name: ADVICE,
        doc: "for each action number, how strongly the game's own bot advises it",
        rows: G::Action::N,
        fields: &[Field::share("strength", "1 + ln(probability) / 8, at least 0")],
    };

    /// The game with its observation extended.
    pub fn new(game: G) -> Self {
        Self { game, senses: true }
    }

    /// The game as the checkpoint in `folder` knows it, whose layout says whether it senses. A folder that cannot be
    /// read is taken to; loading it tells what is wrong.
    pub fn as_known_in(folder: &Path, game: G) -> Self {
        let senses = stored_blocks(folder).is_none_or(|blocks| blocks.iter().any(|name| name == ADVICE));
        Self { game, senses }
    }
}

impl<G: Bots> Game for Keen<G> {
    type State = G::State;
    type Action = G::Action;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn team(&self, player: usize) -> usize {
        self.game.team(player)
    }

    fn start(&self, chance: &mut impl Chance) -> Self::State {
        self.game.start(chance)
    }

    fn actor(&self, s: &Self::State) -> Option<usize> {
        self.game.actor(s)
    }

    fn legal(&self, s: &Self::State, f: impl FnMut(Self::Action)) {
        self.game.legal(s, f);
    }

    fn step(&self, s: &mut Self::State, a: Self::Action, chance: &mut impl Chance) {
        self.game.step(s, a, chance);
    }

    fn score(&self, s: &Self::State, player: usize) -> f32 {
        self.game.score(s, player)
    }

    fn observe(&self, s: &Self::State, player: usize, sink: &mut impl Sink) {
        self.game.observe(s, player, sink);
        if !self.senses {
            return;
        }
        self.game.features(s, player, sink);
        sink.block(&Self::ADVICE, |out| {
            if self.game.actor(s) == Some(player) {
                self.game.action_distribution(s, |a, p| out[a.index()] = strength(p));
            }
        });
    }

    fn redeal(&self, s: &mut Self::State, player: usize, chance: &mut impl Chance) {
        self.game.redeal(s, player, chance);
    }
}

impl<G: Bots> Tabletop for Keen<G> {
    const NAME: &'static str = G::NAME;
    const ABOUT: &'static str = G::ABOUT;
    const RULES_VERSION: u32 = G::RULES_VERSION;
    const REASONS: &'static [&'static str] = G::REASONS;
    const MAX_DECISIONS: usize = G::MAX_DECISIONS;

    fn option_specs() -> &'static [OptionSpec] {
        G::option_specs()
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        G::build(options, data).map(Self::new)
    }

    fn under(&self, options: &Options) -> Result<Self, Error> {
        Ok(Self { game: self.game.under(options)?, senses: self.senses })
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn data_hash(&self) -> &str {
        self.game.data_hash()
    }

    fn check(&self, s: &Self::State) -> Result<(), String> {
        self.game.check(s)
    }

    fn to_json(&self, s: &Self::State) -> Value {
        self.game.to_json(s)
    }

    fn from_json(&self, json: &Value) -> Result<Self::State, Error> {
        self.game.from_json(json)
    }

    fn team_name(&self, team: usize) -> String {
        self.game.team_name(team)
    }

    fn tell(&self, s: &Self::State, a: Self::Action) -> String {
        self.game.tell(s, a)
    }

    fn why_illegal(&self, s: &Self::State, a: Self::Action) -> String {
        self.game.why_illegal(s, a)
    }

    fn text(&self, s: &Self::State) -> String {
        self.game.text(s)
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.game.catalogue()
    }

    fn summary(&self, s: &Self::State) -> Summary {
        self.game.summary(s)
    }
}
