//! Replays.

use holotable_env::{Chance, GameRng, Replay, Sample, generator, legal_actions};
use holotable_erased::Kind;
use holotable_players::bots::Bots;

use super::{Target, Verdict, file, refused, rng_of, text};
use crate::continue_game::continue_game;
use crate::rng::bits;
use crate::scratch::Files;

const NAME: &str = "replay.jsonl";

/// Whole games as text.
pub struct Replays<G>(pub G);

impl<G: Bots> Target for Replays<G> {
    fn seeds(&self, rng: &mut GameRng) -> Result<Vec<Files>, String> {
        let game = |_| {
            let seed = bits(rng);
            let mut game_rng = Sample(generator(seed, 0));
            let (mut replay, mut s) = Replay::begin(&self.0, seed, vec!["random".to_owned()], &mut game_rng);
            loop {
                let legal = legal_actions(&self.0, &s);
                if legal.is_empty() {
                    return file(NAME, replay.to_text());
                }
                replay.step(&self.0, &mut s, legal[rng.below(legal.len())], &mut game_rng);
            }
        };
        Ok((0..4).map(game).collect())
    }

    fn check(&self, files: &Files) -> Result<Verdict, String> {
        let Some(text) = text(files, NAME) else { return refused("not text") };
        let replay = match Replay::from_text(text) {
            Ok(replay) => replay,
            Err(e) => return refused(e),
        };
        // As the command does that shows replays, which asks the file what it is of.
        let any = Kind::named(&replay.header.game).and_then(|kind| kind.of_replay(&replay, None));
        if let Err(e) = any {
            return refused(e);
        }
        let frames = replay.rules::<G>(None).and_then(|game| Ok((replay.frames(&game)?, game)));
        let (frames, game) = match frames {
            Ok(both) => both,
            Err(e) => return refused(e),
        };
        frames.iter().try_for_each(|s| game.check(s))?;
        if Replay::from_text(&replay.to_text()).as_ref() != Ok(&replay) {
            return Err("a replay changes when written and read".to_owned());
        }
        let mut rng = rng_of(files);
        let from = frames[rng.below(frames.len())];
        continue_game(&game, from, &mut rng).map(|_| Verdict::Accepted)
    }
}
