//! [`Rollout`]: many games played by the current policy, kept as one batch of decisions to learn from.

use std::sync::Arc;

use holotable_env::Tabletop;
use rayon::prelude::*;

use super::calibration::Calibration;
use super::config::Config;
use super::crew::{Crew, Episode};
use super::profile::{Profile, Watch};
use super::row::Row;
use super::worth::Worth;
use crate::net::Net;
use crate::net::ready::Ready;

/// Slots of a crew. Crews do not depend on the number of threads that share them out.
const CREW: usize = 16;

/// Where a decision is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    crew: u32,
    row: u32,
}

/// The games and the record of their last decisions.
#[derive(Debug)]
pub struct Rollout<G: Tabletop> {
    pub(super) crews: Vec<Crew<G>>,
}

impl<G: Tabletop> Rollout<G> {
    /// `num_envs` games at their start, the crews taking turns with `games`.
    pub fn new(games: &[G], config: &Config) -> Self {
        let slots = config.num_envs;
        let firsts = (0..slots).step_by(CREW).zip(games.iter().cycle());
        let crew = |(first, game): (usize, &G)| Crew::new(game, config, first, CREW.min(slots - first));
        Self { crews: firsts.map(crew).collect() }
    }

    /// Goes on under other rules of the same games.
    pub fn set_games(&mut self, games: &[G]) {
        for (crew, game) in self.crews.iter_mut().zip(games.iter().cycle()) {
            crew.batch.set_game(game.clone());
        }
    }

    /// Lets `draw` say for each crew which network, if not the learner, leads one team of each of its games.
    pub fn set_rivals(&mut self, mut draw: impl FnMut() -> Option<Arc<Net>>) {
        self.crews.iter_mut().for_each(|crew| crew.rival = draw());
    }

    /// Plays every slot `rollout_steps` decisions on and works out what they were worth; gives where the time went.
    pub fn collect(&mut self, net: &Net, worth: &Worth<'_, G>) -> Profile {
        let mut watch = Watch::start();
        let learner = Ready::new(net);
        self.crews.par_iter_mut().with_max_len(1).for_each(|crew| crew.play(&learner, worth));
        let mut threads = Profile::default();
        self.crews.iter().for_each(|crew| threads.add(&crew.profile));
        threads.within(watch.lap())
    }

    /// How many decisions were taken.
    pub fn len(&self) -> usize {
        self.crews.iter().map(Crew::rows).sum()
    }

    /// Whether nothing has been played yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The decisions of which it is known what they led to.
    pub fn counted(&self) -> Vec<Place> {
        let of = |(c, crew): (usize, &Crew<G>)| {
            let rows = (0..crew.rows()).filter(|&row| crew.counts(row));
            rows.map(|row| Place { crew: c as u32, row: row as u32 }).collect::<Vec<_>>()
        };
        self.crews.iter().enumerate().flat_map(of).collect()
    }

    /// A decision; its advantage is not normalised.
    pub fn row(&self, place: Place) -> Row<'_> {
        self.crews[place.crew as usize].row(place.row as usize)
    }

    /// The potential, times its weight, where a decision was made.
    pub fn potential(&self, place: Place) -> f32 {
        self.crews[place.crew as usize].potential(place.row as usize)
    }

    /// The games that ended.
    pub fn episodes(&self) -> Vec<Episode> {
        self.crews.iter().flat_map(|crew| crew.episodes.iter().copied()).collect()
    }

    /// How well the values foretold the results, over the decisions whose result is known.
    pub fn calibration(&self) -> Calibration {
        let mut all = Calibration::default();
        self.crews.iter().for_each(|crew| all.add(&crew.calibration));
        all
    }
}
