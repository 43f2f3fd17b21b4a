//! [`AnyGame`]: a game with its options, behind a trait without type parameters.

use std::path::Path;
use std::sync::Arc;

use holotable_agents::bots::Bots;
use holotable_agents::compare;
use holotable_agents::game_match::Match;
use holotable_agents::roster::{load, roster};
use holotable_agents::tournament::{self, Plan};
use holotable_env::{
    BatchConfig, Codec, Finite, GameRng, Layout, Options, Replay, Sample, Tabletop, generator, read_state,
    with_game,
};
use serde_json::{Value, json};

use crate::agent::{AnyPlayer, Player};
use crate::any_batch::{AnyBatch, Slots};
use crate::errors::Fault;
use crate::position::{AnyState, Position};

/// A game with its options and data set, and what is computed from them once.
#[derive(Debug)]
pub struct Rules<G> {
    /// The rules.
    pub game: G,
    /// What numbers mean.
    pub layout: Layout,
    /// How states are written as bytes.
    pub codec: Codec,
    /// The folder of the data set, if it is not the built-in one.
    pub data: Option<String>,
}

/// The operations that Python needs on any game.
pub trait AnyGame: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The folder of its data set, if it is not the built-in one.
    fn data(&self) -> Option<&str>;
    /// How many seats there are.
    fn players(&self) -> usize;
    /// What numbers mean.
    fn layout(&self) -> &Layout;
    /// Differs between games, versions, options and data sets.
    fn fingerprint(&self) -> u64;
    /// Everything else that is fixed: versions, options, teams, reasons.
    fn facts(&self) -> Value;
    /// A fresh game.
    fn start(self: Arc<Self>, rng: GameRng) -> Box<dyn AnyState>;
    /// A state from JSON.
    fn read_json(self: Arc<Self>, json: &Value) -> Result<Box<dyn AnyState>, Fault>;
    /// A state from bytes.
    fn read_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyState>, Fault>;
    /// The name of an action, which must be below the number of actions.
    fn label(&self, action: usize) -> String;
    /// Several games stepped together by this many threads.
    fn batch(
        self: Arc<Self>,
        n: usize,
        config: BatchConfig,
        threads: usize,
    ) -> Result<Box<dyn AnyBatch>, Fault>;
    /// A player by name or checkpoint folder.
    fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, Fault>;
    /// One game of an agent against itself, as the text of a replay.
    fn play(&self, spec: &str, seed: u64) -> Result<String, Fault>;
    /// Every state of a replay.
    fn replay(self: Arc<Self>, text: &str) -> Result<Vec<Box<dyn AnyState>>, Fault>;
    /// A tournament, stopped early when `stop` says so.
    fn compete(
        &self,
        agents: &[String],
        plan: &Plan<'_>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Value, Fault>;
    /// A comparison of two agents, stopped early when `stop` says so.
    fn compare(
        &self,
        agents: [&str; 2],
        plan: &Plan<'_>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Value, Fault>;
    /// Every printed value with its provenance.
    fn catalogue(&self) -> Value;
}

/// The game of that name under these options.
pub fn build(
    name: &str,
    given: &[(String, String)],
    data: Option<String>,
) -> Result<Arc<dyn AnyGame>, Fault> {
    with_game!(name, |G| {
        let given = given.iter().map(|(k, v)| (k.as_str(), v.as_str()));
        let options = Options::resolve(<G as Tabletop>::option_specs(), given)?;
        let game = <G as Tabletop>::build(&options, data.as_deref().map(Path::new))?;
        Ok(Arc::new(Rules { layout: Layout::of(&game), codec: Codec::of(&game), game, data }))
    })
}

/// What there is to say about the game of that name before any options are chosen.
pub fn about(name: &str) -> Result<Value, Fault> {
    with_game!(name, |G| Ok(about_game::<G>()))
}

fn about_game<G: Bots>() -> Value {
    let options = G::option_specs().iter().map(
        |o| json!({ "name": o.name, "values": o.kind.to_string(), "default": o.default, "about": o.doc }),
    );
    let agents = roster::<G>().into_iter().map(|(name, about)| json!({ "name": name, "about": about }));
    json!({
        "name": G::NAME,
        "about": G::ABOUT,
        "options": options.collect::<Vec<_>>(),
        "agents": agents.collect::<Vec<_>>(),
    })
}

impl<G: Bots> Rules<G> {
    fn at(self: Arc<Self>, state: G::State, rng: Option<GameRng>) -> Box<dyn AnyState> {
        Box::new(Position { rules: self, state, rng })
    }
}

impl<G: Bots> AnyGame for Rules<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn data(&self) -> Option<&str> {
        self.data.as_deref()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn fingerprint(&self) -> u64 {
        self.codec.fingerprint()
    }

    fn facts(&self) -> Value {
        let g = &self.game;
        json!({
            "about": G::ABOUT,
            "rules_version": G::RULES_VERSION,
            "data_hash": g.data_hash(),
            "layout_hash": self.layout.hash(),
            "options": g.options(),
            "teams": (0..g.players()).map(|p| g.team(p)).collect::<Vec<_>>(),
            "reasons": G::REASONS,
            "max_decisions": G::MAX_DECISIONS,
        })
    }

    fn start(self: Arc<Self>, mut rng: GameRng) -> Box<dyn AnyState> {
        let state = self.game.start(&mut rng);
        self.at(state, Some(rng))
    }

    fn read_json(self: Arc<Self>, json: &Value) -> Result<Box<dyn AnyState>, Fault> {
        let state = read_state(&self.game, json)?;
        Ok(self.at(state, None))
    }

    fn read_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyState>, Fault> {
        let (state, rng) = self.codec.read(&self.game, bytes)?;
        Ok(self.at(state, rng))
    }

    fn label(&self, action: usize) -> String {
        G::Action::at(action).label()
    }

    fn batch(
        self: Arc<Self>,
        n: usize,
        config: BatchConfig,
        threads: usize,
    ) -> Result<Box<dyn AnyBatch>, Fault> {
        Ok(Box::new(Slots::new(self, n, config, threads)?))
    }

    fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, Fault> {
        Ok(Box::new(Player { game: self.game.clone(), policy: load(&self.game, spec)? }))
    }

    fn play(&self, spec: &str, seed: u64) -> Result<String, Fault> {
        let (game, mut player) = (&self.game, load(&self.game, spec)?);
        let mut game_match = Match::new(seed, game.players());
        let seats = vec![spec.to_owned(); game.players()];
        let mut rng = game_match.chance.clone();
        let (mut replay, mut s) = Replay::begin(game, seed, seats, &mut rng);
        while let Some(seat) = game.actor(&s) {
            let action = game_match.decide(game, &s, seat, player.as_mut()).action;
            replay.step(game, &mut s, action, &mut rng);
        }
        Ok(replay.to_text())
    }

    fn replay(self: Arc<Self>, text: &str) -> Result<Vec<Box<dyn AnyState>>, Fault> {
        let replay = Replay::from_text(text)?;
        replay.rules::<G>(self.data.as_deref().map(Path::new)).and_then(|theirs| {
            match Codec::of(&theirs) == self.codec {
                true => Ok(()),
                false => Err(holotable_env::Error::new(
                    holotable_env::ErrorKind::Replay,
                    format!("the replay was played with the options {}", replay.header.options),
                )),
            }
        })?;
        let frames = replay.frames(&self.game)?;
        Ok(frames.into_iter().map(|s| Arc::clone(&self).at(s, None)).collect())
    }

    fn compete(
        &self,
        agents: &[String],
        plan: &Plan<'_>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Value, Fault> {
        let report = tournament::run_until(&self.game, agents, plan, stop)?;
        Ok(serde_json::to_value(report).expect("a report is plain data"))
    }

    fn compare(
        &self,
        agents: [&str; 2],
        plan: &Plan<'_>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Value, Fault> {
        let found = compare::run_until(&self.game, agents, plan, stop)?;
        Ok(serde_json::to_value(found).expect("a comparison is plain data"))
    }

    fn catalogue(&self) -> Value {
        serde_json::to_value(self.game.catalogue()).expect("entries are plain data")
    }
}

/// The generator of an episode of a seed: that of a single environment with this seed.
pub fn game_rng(seed: u64, episode: u64) -> GameRng {
    Sample(generator(seed, episode))
}
