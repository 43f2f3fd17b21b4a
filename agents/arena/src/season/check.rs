//! [`check`]: games of an entrant against `random`, before it plays in a season.

use std::path::Path;
use std::sync::Arc;

use holotable_erased::{AnyGame, Limits, Players};
use holotable_store::error::Error;
use holotable_store::stop::Stop;

use super::entry::Entry;
use super::frozen::{CHECKED, Check, FORFEITS, player};

/// Seeds of checks lie so far behind those of the season.
const APART: u64 = 1 << 39;

/// Plays up to 50 games of an entry, whose file lies in `folder`, against `random`: in turn with every team, or alone where all win
/// together. Whoever gives no answer in more than two of them has failed, and plays no more.
///
/// # Errors
/// Where the entrant cannot be started or loaded; when it was stopped.
pub(super) fn check(
    entry: &Entry,
    folder: &Path,
    game: &Arc<dyn AnyGame>,
    seed: u64,
    stop: &dyn Stop,
) -> Result<Check, Error> {
    let within = |e: Error| e.within(format!("{}: {}", entry.name, game.facts().name));
    let mut players = Players::from([
        (0, player(entry, folder, game, Arc::default()).map_err(within)?),
        (1, game.player("random")?),
    ]);
    let (teams, mut found) = (game.teams(), Check::default());
    while found.games < CHECKED && found.forfeits <= FORFEITS {
        let own = found.games as usize % teams.leads().len();
        let seats: Vec<usize> = teams.of_seats().iter().map(|&team| usize::from(team != own)).collect();
        let limits = Limits { check: false, decisions: u64::MAX, stop };
        let end = game.play(&seats, &mut players, seed + APART + found.games, limits).map_err(Error::new)?;
        let end = end.ok_or_else(|| Error::new("the check was broken off"))?;
        found.games += 1;
        found.wins += u64::from(end.scores[teams.leads()[own]] >= 1.0);
        if let Some((_, why)) = end.forfeit {
            found.forfeits += 1;
            found.why.get_or_insert(why);
        }
    }
    Ok(found)
}
