//! [`Positions`]: positions of a few random games, and what the scenarios do in each.

use std::hint::black_box;

use holotable_env::{
    Arrays, Batch, BatchConfig, Buffers, Chance, Codec, Error, Finite, Options, Sample, SlotState, Tabletop,
    generator, legal_actions,
};

const GAMES: u64 = 4;
const POSITIONS: usize = 256;

/// Positions of a game under its default options.
pub struct Positions<G: Tabletop> {
    batch: Batch<G>,
    arrays: Arrays,
    /// A legal action in each position.
    actions: Vec<G::Action>,
    codec: Codec,
    bytes: Vec<Vec<u8>>,
}

impl<G: Tabletop> Positions<G> {
    /// Positions evenly spread over random games.
    pub fn new() -> Result<Self, Error> {
        let game = G::build(&Options::resolve(G::option_specs(), [])?, None)?;
        let all: Vec<_> = (0..GAMES).flat_map(|seed| random_game(&game, seed)).collect();
        let mut batch = Batch::new(game, POSITIONS, BatchConfig::default());
        let codec = Codec::of(batch.game());
        let (mut actions, mut bytes) = (Vec::new(), vec![Vec::new(); POSITIONS]);
        for (i, bytes) in bytes.iter_mut().enumerate() {
            let (state, action) = all[i * all.len() / POSITIONS];
            let viewer = batch.game().actor(&state).expect("a position before the end") as u8;
            let seed = i as u64;
            batch.restore(
                i,
                &SlotState { state, seed, episode: 0, word: 0, decisions: 0, over: false, viewer },
            );
            codec.write(&state, None, bytes);
            actions.push(action);
        }
        let arrays = Arrays::new(POSITIONS, batch.layout(), batch.game().players());
        Ok(Self { batch, arrays, actions, codec, bytes })
    }

    pub fn game(&self) -> &G {
        self.batch.game()
    }

    /// The batch whose slots are the positions, and what it writes of them.
    pub fn written(mut self) -> (Batch<G>, Arrays) {
        self.batch.write(&mut self.arrays.buffers());
        (self.batch, self.arrays)
    }

    /// The position with the most legal actions.
    pub fn widest(&self) -> &G::State {
        let states = (0..POSITIONS).map(|i| self.batch.state(i));
        states.max_by_key(|s| legal_actions(self.game(), s).len()).expect("there are positions")
    }

    #[inline(always)]
    pub fn step(&self) {
        let mut chance = Sample(generator(1, 0));
        for (i, &action) in self.actions.iter().enumerate() {
            let mut s = *self.batch.state(i);
            self.game().step(&mut s, action, &mut chance);
            black_box(&s);
        }
    }

    #[inline(always)]
    pub fn legal(&self) {
        for i in 0..POSITIONS {
            let mut sum = 0;
            self.game().legal(self.batch.state(i), |a| sum += a.index());
            black_box(sum);
        }
    }

    #[inline(always)]
    pub fn observation(&mut self) {
        self.batch.write(&mut Buffers { mask: &mut [], ..self.arrays.buffers() });
    }

    #[inline(always)]
    pub fn mask(&mut self) {
        self.batch.write(&mut Buffers { obs: &mut [], ..self.arrays.buffers() });
    }

    #[inline(always)]
    pub fn read(&self) -> Result<(), Error> {
        for bytes in &self.bytes {
            black_box(self.codec.read(self.game(), bytes)?);
        }
        Ok(())
    }
}

/// The positions of a random game before its end, each with the action that was played.
fn random_game<G: Tabletop>(game: &G, seed: u64) -> Vec<(G::State, G::Action)> {
    let (mut chance, mut choice) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
    let (mut s, mut played) = (game.start(&mut chance), Vec::new());
    while game.actor(&s).is_some() {
        let legal = legal_actions(game, &s);
        let action = legal[choice.below(legal.len())];
        played.push((s, action));
        game.step(&mut s, action, &mut chance);
    }
    played
}
