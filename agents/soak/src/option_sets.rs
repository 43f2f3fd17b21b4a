//! [`option_sets`]: games under options drawn at random, with every promise of the core checked.

use holotable_arena::any::Kind;
use holotable_env::Error;
use holotable_env::check::conforms_on;
use holotable_games::with_game;
use holotable_players::bots::Bots;

use crate::fault::caught;
use crate::luck::{bits, luck};
use crate::options::{self, drawn};
use crate::play_on::play_with;
use crate::tally::Tally;

/// Games of the conformance suite for each set of options.
const GAMES: u64 = 3;
/// Games of each bot.
const OF_BOTS: u64 = 3;

/// Draws so many sets of options for a game and plays under each: the conformance suite, and games of all bots.
///
/// # Errors
/// The first broken promise with the options under which it broke.
pub fn option_sets(game: &str, seed: u64, sets: u64) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for set in 0..sets {
        let more: Result<_, Error> = with_game!(game, |G| Ok(one_set::<G>(seed.wrapping_add(set))));
        tally.join(&more.map_err(|e| e.to_string())??);
    }
    Ok(tally)
}

fn one_set<G: Bots>(seed: u64) -> Result<Tally, String> {
    let mut luck = luck(seed);
    let given = caught(|| drawn::<G>(&mut luck))?;
    caught(|| {
        let game: G = options::build(&given).map_err(|e| e.to_string())?;
        let from = bits(&mut luck) >> 1;
        let report = conforms_on(&game, from..from + GAMES)?;
        let any = Kind::of::<G>().build(options::pairs(&given), None).map_err(|e| e.to_string())?;
        let bots = ["random"].into_iter().chain(G::BOTS.iter().map(|(bot, _)| *bot));
        let mut tally = Tally::default();
        for bot in bots {
            (0..OF_BOTS).try_for_each(|_| play_with(any.as_ref(), bot, bits(&mut luck)))?;
            tally.add("games", OF_BOTS);
        }
        tally.add("option sets", 1);
        tally.add("games", report.games as u64);
        tally.add("states checked", report.states as u64);
        Ok(tally)
    })
    .map_err(|why| format!("{} {given:?}: {why}", G::NAME))
}
