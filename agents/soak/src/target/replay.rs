//! Replays.

use holotable_arena::any::Kind;
use holotable_env::{Chance, GameRng, Replay, Sample, generator, legal_actions};
use holotable_players::bots::Bots;

use super::{Target, Verdict, file, luck_of, refused, text};
use crate::luck::bits;
use crate::play_on::play_on;
use crate::scratch::Files;

const NAME: &str = "replay.jsonl";

/// Whole games as text.
pub struct Replays<G>(pub G);

impl<G: Bots> Target for Replays<G> {
    fn seeds(&self, luck: &mut GameRng) -> Result<Vec<Files>, String> {
        let game = |_| {
            let seed = bits(luck);
            let mut rng = Sample(generator(seed, 0));
            let (mut replay, mut s) = Replay::begin(&self.0, seed, vec!["random".to_owned()], &mut rng);
            loop {
                let legal = legal_actions(&self.0, &s);
                if legal.is_empty() {
                    return file(NAME, replay.to_text());
                }
                replay.step(&self.0, &mut s, legal[luck.below(legal.len())], &mut rng);
            }
        };
        Ok((0..4).map(game).collect())
    }

    fn judge(&self, files: &Files) -> Result<Verdict, String> {
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
        let mut luck = luck_of(files);
        let from = frames[luck.below(frames.len())];
        play_on(&game, from, &mut luck).map(|_| Verdict::Accepted)
    }
}
