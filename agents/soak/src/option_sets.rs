//! [`option_sets`]: games under options drawn at random, with every promise of the core checked.

use holotable_env::Error;
use holotable_env::check::conforms_on;
use holotable_erased::Kind;
use holotable_games::with_game;
use holotable_players::bots::Bots;

use crate::continue_game::play_with;
use crate::counts::Counts;
use crate::fault::caught;
use crate::options::{self, drawn};
use crate::rng::{bits, rng};

/// Games of the conformance suite for each set of options.
const GAMES: u64 = 3;
/// Games of each bot.
const OF_BOTS: u64 = 3;

/// Draws so many sets of options for a game and plays under each: the conformance suite, and games of all bots.
///
/// # Errors
/// The first broken promise with the options under which it broke.
pub fn option_sets(game: &str, seed: u64, sets: u64) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for set in 0..sets {
        let more: Result<_, Error> = with_game!(game, |G| Ok(one_set::<G>(seed.wrapping_add(set))));
        counts.join(&more.map_err(|e| e.to_string())??);
    }
    Ok(counts)
}

fn one_set<G: Bots>(seed: u64) -> Result<Counts, String> {
    let mut rng = rng(seed);
    let given = caught(|| drawn::<G>(&mut rng))?;
    caught(|| {
        let game: G = options::build(&given).map_err(|e| e.to_string())?;
        let from = bits(&mut rng) >> 1;
        let report = conforms_on(&game, from..from + GAMES)?;
        let any = Kind::of::<G>().build(options::pairs(&given), None).map_err(|e| e.to_string())?;
        let bots = ["random"].into_iter().chain(G::BOTS.iter().map(|(bot, _)| *bot));
        let mut counts = Counts::default();
        for bot in bots {
            (0..OF_BOTS).try_for_each(|_| play_with(any.as_ref(), bot, bits(&mut rng)))?;
            counts.add("games", OF_BOTS);
        }
        counts.add("option sets", 1);
        counts.add("games", report.games as u64);
        counts.add("states checked", report.states as u64);
        Ok(counts)
    })
    .map_err(|why| format!("{} {given:?}: {why}", G::NAME))
}
