//! Data sets.

use std::fs;
use std::marker::PhantomData;

use holotable_env::{ErrorKind, GameRng, Sample, generator};
use holotable_erased::Kind;
use holotable_players::bots::Bots;

use super::{Target, Verdict, refused, rng_of};
use crate::continue_game::{continue_game, play_with};
use crate::options::{self, Given};
use crate::rng::bits;
use crate::scratch::{Files, Scratch};

/// A folder of data files of a game; a file that is not there is the built-in one.
pub struct DataSet<G> {
    given: Given,
    of: PhantomData<G>,
}

impl<G: Bots> DataSet<G> {
    /// Under these options, or under none where they do not go with a data set, as one that names another version does.
    pub fn under(given: &Given) -> Self {
        let fits = options::build_on::<G>(given, options::data(G::NAME).as_deref()).is_ok();
        Self { given: if fits { given.clone() } else { Given::new() }, of: PhantomData }
    }
}

impl<G: Bots> Target for DataSet<G> {
    fn seeds(&self, _: &mut GameRng) -> Result<Vec<Files>, String> {
        Ok(vec![built_in(G::NAME)?])
    }

    fn check(&self, files: &Files) -> Result<Verdict, String> {
        let scratch = Scratch::new().map_err(|e| e.to_string())?;
        let mut all = built_in(G::NAME)?;
        all.extend(files.clone());
        scratch.fill(&all).map_err(|e| e.to_string())?;
        let game = match options::build_on::<G>(&self.given, Some(scratch.path())) {
            Ok(game) => game,
            Err(e) if matches!(e.kind(), ErrorKind::Data | ErrorKind::Io | ErrorKind::Option) => {
                return refused(e);
            }
            Err(e) => return Err(format!("refused as {:?}: {e}", e.kind())),
        };
        let mut rng = rng_of(files);
        for _ in 0..3 {
            let mut game_rng = Sample(generator(bits(&mut rng), 0));
            continue_game(&game, game.start(&mut game_rng), &mut rng)?;
        }
        let any = Kind::of::<G>()
            .build(options::pairs(&self.given), Some(scratch.path()))
            .map_err(|e| e.to_string())?;
        for (bot, _) in G::BOTS {
            play_with(any.as_ref(), bot, bits(&mut rng))?;
        }
        any.catalogue();
        Ok(Verdict::Accepted)
    }
}

/// The data files of a game.
fn built_in(game: &str) -> Result<Files, String> {
    let folder = options::data(game).ok_or_else(|| format!("{game} has no data files"))?;
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(|e| e.to_string())?.flatten() {
        if entry.path().extension().is_some_and(|form| form == "toml") {
            let bytes = fs::read(entry.path()).map_err(|e| e.to_string())?;
            files.insert(entry.file_name().to_string_lossy().into_owned(), bytes);
        }
    }
    Ok(files)
}
