//! States, as JSON and as bytes.

use holotable_env::json::parse;
use holotable_env::{Chance, Codec, GameRng, Sample, Tabletop, Viewer, generator, legal_actions, read_state};

use super::{Target, Verdict, file, refused, rng_of, text};
use crate::continue_game::continue_game;
use crate::rng::bits;
use crate::scratch::Files;

/// How many states to begin with.
const STATES: usize = 24;

/// States in the rulebook's words.
pub struct StateJson<G>(pub G);

/// States as bytes, with a checksum that fits.
pub struct StateBytes<G>(pub G);

impl<G: Tabletop> Target for StateJson<G> {
    fn seeds(&self, rng: &mut GameRng) -> Result<Vec<Files>, String> {
        let words = |s: &G::State| file("state.json", self.0.to_json(s, Viewer::All).to_string());
        Ok(states(&self.0, rng).iter().map(|(s, _)| words(s)).collect())
    }

    fn check(&self, files: &Files) -> Result<Verdict, String> {
        let Some(text) = text(files, "state.json") else { return refused("not text") };
        let json = match parse(text.as_bytes()) {
            Ok(json) => json,
            Err(e) => return refused(e),
        };
        match read_state(&self.0, &json) {
            Err(e) => refused(e),
            Ok(s) => continue_game(&self.0, s, &mut rng_of(files)).map(|_| Verdict::Accepted),
        }
    }
}

impl<G: Tabletop> Target for StateBytes<G> {
    fn seeds(&self, rng: &mut GameRng) -> Result<Vec<Files>, String> {
        let codec = Codec::of(&self.0);
        let bytes = |(s, game_rng): &(G::State, Option<GameRng>)| {
            let mut bytes = Vec::new();
            codec.write(s, game_rng.as_ref(), &mut bytes);
            bytes.truncate(bytes.len() - Codec::CHECKSUM);
            file("state.bytes", bytes)
        };
        Ok(states(&self.0, rng).iter().map(bytes).collect())
    }

    fn check(&self, files: &Files) -> Result<Verdict, String> {
        let codec = Codec::of(&self.0);
        let mut bytes = files["state.bytes"].clone();
        Codec::write_checksum(&mut bytes);
        let (s, game_rng) = match codec.read(&self.0, &bytes) {
            Err(e) => return refused(e),
            Ok(read) => read,
        };
        let mut written = Vec::new();
        codec.write(&s, game_rng.as_ref(), &mut written);
        if written != bytes {
            return Err("a state is written with other bytes than it was read from".to_owned());
        }
        continue_game(&self.0, s, &mut rng_of(files)).map(|_| Verdict::Accepted)
    }
}

/// States of random games with their generators, or without.
fn states<G: Tabletop>(game: &G, rng: &mut GameRng) -> Vec<(G::State, Option<GameRng>)> {
    let mut states = Vec::new();
    while states.len() < STATES {
        let mut game_rng = Sample(generator(bits(rng), 0));
        let mut s = game.start(&mut game_rng);
        loop {
            if rng.below(8) == 0 {
                states.push((s, (rng.below(2) == 0).then(|| game_rng.clone())));
            }
            let legal = legal_actions(game, &s);
            if legal.is_empty() {
                break;
            }
            game.step(&mut s, legal[rng.below(legal.len())], &mut game_rng);
        }
    }
    (0..STATES).map(|_| states[rng.below(states.len())].clone()).collect()
}
