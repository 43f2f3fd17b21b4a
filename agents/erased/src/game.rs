//! The game of one type, behind [`AnyGame`]; [`erase`] puts it there.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use holotable_env::catalogue::Entry;
use holotable_env::{
    Batch, BatchConfig, Error, Finite, GameRng, Layout, Options, Replay, read_state, rules_text,
};
use holotable_net::Net;
use holotable_players::bots::Bots;
use holotable_players::facts::Facts;
use holotable_players::match_rngs::MatchRngs;
use holotable_players::net_policy::NetPolicy;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::registry::{checkpoint, load};
use holotable_players::teams::Teams;
use holotable_store::checkpoint::{GameMark, Source};
use holotable_store::error::Error as AgentError;
use serde_json::Value;

use crate::SAME_GAME;
use crate::actions::Actions;
use crate::batch::Slots;
use crate::chosen::Chosen;
use crate::clocked::{Clock, Clocked};
use crate::ending::{Ending, Limits};
use crate::measure::{Figures, measure};
use crate::play::{play, record};
use crate::play_back::{Decision, Numbers, numbers};
use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;
use crate::traits::{AnyBatch, AnyGame, AnyPlayer, AnyState, Chooser, Players, Recorded};

/// A game of any type, on its built-in data set.
pub fn erase<G: Bots>(game: G) -> Arc<dyn AnyGame> {
    any_on(game, None)
}

/// A game of any type, on the data set in the folder `data`.
pub(crate) fn any_on<G: Bots>(game: G, data: Option<&Path>) -> Arc<dyn AnyGame> {
    Arc::new(Rules::new(game, data))
}

impl<G: Bots> AnyGame for Rules<G> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn data(&self) -> Option<&Path> {
        self.data.as_deref()
    }

    fn data_hash(&self) -> &str {
        self.game.data_hash()
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.game.catalogue()
    }

    fn rules_text(&self) -> String {
        rules_text(&self.game)
    }

    fn fingerprint(&self) -> u64 {
        self.codec.fingerprint()
    }

    fn mark(&self) -> GameMark {
        GameMark::of(&self.game)
    }

    fn teams(&self) -> &Teams {
        &self.teams
    }

    fn team_name(&self, team: usize) -> String {
        self.game.team_name(team)
    }

    fn layout(&self, features: FeatureSet) -> &Layout {
        Rules::layout(self, features)
    }

    fn actions(&self) -> &Actions {
        Rules::actions(self)
    }

    fn label(&self, action: usize) -> String {
        G::Action::at(action).label()
    }

    fn under(&self, options: &Options) -> Result<Arc<dyn AnyGame>, Error> {
        let data = self.data.as_deref();
        Ok(any_on(G::build(options, data)?, data))
    }

    fn start(self: Arc<Self>, mut rng: GameRng) -> Box<dyn AnyState> {
        let state = self.game.start(&mut rng);
        Position::at(&self, state, Some(rng))
    }

    fn read_json(self: Arc<Self>, json: &Value) -> Result<Box<dyn AnyState>, Error> {
        let state = read_state(&self.game, json)?;
        Ok(Position::at(&self, state, None))
    }

    fn read_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyState>, Error> {
        let (state, rng) = self.codec.read(&self.game, bytes)?;
        Ok(Position::at(&self, state, rng))
    }

    fn batch(self: Arc<Self>, features: FeatureSet, n: usize, config: BatchConfig) -> Box<dyn AnyBatch> {
        let game = self.game.clone();
        if features == FeatureSet::PLAIN {
            // Compiled apart: what environments show is written faster where nothing may follow.
            return Box::new(Slots { batch: Batch::new(game, n, config), rules: self });
        }
        let batch = Batch::observed_by(game, self.wrapper(features), n, config);
        Box::new(Slots { batch, rules: self })
    }

    fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, AgentError> {
        Ok(Box::new(Player { game: self.game.clone(), policy: load(&self.game, spec)? }))
    }

    fn checkpoint(&self, spec: &str) -> Result<Option<Source>, AgentError> {
        checkpoint(&self.game, spec)
    }

    fn network(&self, net: &Net, features: FeatureSet) -> Box<dyn AnyPlayer> {
        let policy = Box::new(NetPolicy::new(net, self.wrapper(features)));
        Box::new(Player { game: self.game.clone(), policy })
    }

    fn chosen(self: Arc<Self>, chooser: Box<dyn Chooser>) -> Box<dyn AnyPlayer> {
        let game = self.game.clone();
        Box::new(Player { game, policy: Box::new(Chosen { rules: self, chooser }) })
    }

    fn clocked(&self, player: Box<dyn AnyPlayer>, clock: Arc<Clock>) -> Box<dyn AnyPlayer> {
        let player: Box<dyn Any> = player;
        let Player { game, policy } = *player.downcast::<Player<G>>().expect(SAME_GAME);
        Box::new(Player { game, policy: Box::new(Clocked { policy, clock }) })
    }

    fn play(
        &self,
        seats: &[usize],
        players: &mut Players,
        seed: u64,
        limits: Limits<'_>,
    ) -> Result<Option<Ending>, String> {
        play(&self.game, seats, players, seed, limits)
    }

    fn record(
        self: Arc<Self>,
        seats: &[usize],
        names: &[String],
        players: &mut Players,
        seed: u64,
    ) -> Recorded {
        let (replay, s, end) = record(&self.game, seats, names, players, seed);
        (replay, Position::at(&self, s, None), end)
    }

    fn begin(self: Arc<Self>, names: &[String], seed: u64) -> (Replay, Box<dyn AnyState>) {
        let mut chance = MatchRngs::new(seed, self.game.players()).chance;
        let (replay, s) = Replay::begin(&self.game, seed, names.to_vec(), &mut chance);
        (replay, Position::at(&self, s, Some(chance)))
    }

    fn frames(self: Arc<Self>, replay: &Replay) -> Result<Vec<Box<dyn AnyState>>, Error> {
        let frames = replay.frames(&self.game)?;
        Ok(frames.into_iter().map(|s| Position::at(&self, s, None)).collect())
    }

    fn play_back<'a>(
        &self,
        start: &[u32],
        moves: &mut dyn Iterator<Item = Numbers<'a>>,
        seen: &mut dyn FnMut(&Decision<'_>) -> Result<(), String>,
    ) -> Result<Vec<f32>, Error> {
        numbers(&self.game, start, moves, seen)
    }

    fn measure(&self, seconds: f64, threads: usize) -> Result<Figures, AgentError> {
        measure(&self.game, seconds, threads)
    }
}
