//! Evaluation: whole games on fixed seeds, the same for every run, so that scores can be compared.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use holotable_erased::{AnyGame, Limits, Players};
use holotable_net::Net;
use holotable_store::error::Error;
use rayon::prelude::*;

use super::task::Task;

/// The first seed of the evaluation games: those of training are drawn from all there are.
const SEED: u64 = 1 << 60;
/// The numbers of the two players.
const LEARNER: usize = 0;
const OPPONENT: usize = 1;

/// What the evaluation games gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The mean score of all games.
    pub mean: f64,
    /// The mean score by the name of the team that the network played; empty where all seats are one team.
    pub of_team: BTreeMap<String, f64>,
}

/// The scores of the greedy policy of `net` over `count` games, which take the variants in `games` in turn. The network
/// plays team 0 first, then team 1 and so on; an opponent plays all other teams. A game of more decisions than `bound`
/// scores 0.
///
/// # Errors
/// One line if there is no such opponent.
pub fn scores(
    games: &[Arc<dyn AnyGame>],
    (task, net): (&Task, &Net),
    count: usize,
    bound: u32,
    opponent: &str,
) -> Result<Scores, Error> {
    let waiting: Mutex<Vec<Players>> = Mutex::default();
    let pool = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let players = || {
        let learner = task.game.network(net, task.features);
        let players = [(LEARNER, learner), (OPPONENT, task.game.player(opponent)?)];
        Ok::<_, Error>(Players::from(players))
    };
    let limits = Limits { check: false, decisions: u64::from(bound), stop: &|| false };
    let play = |i: usize| {
        let game = &games[i % games.len()];
        let teams = game.teams();
        let led = i / games.len() % teams.leads().len();
        let seat = |&team: &usize| if team == led { LEARNER } else { OPPONENT };
        let seats: Vec<usize> = teams.of_seats().iter().map(seat).collect();
        let free = pool().pop();
        let mut players = free.map_or_else(players, Ok)?;
        let end = game.play(&seats, &mut players, SEED + i as u64, limits).expect("nothing is checked");
        pool().push(players);
        let team = (teams.leads().len() > 1).then(|| game.team_name(led));
        Ok((team, end.map_or(0.0, |end| f64::from(end.scores[teams.leads()[led]]))))
    };
    let scores = (0..count).into_par_iter().map(play).collect::<Result<Vec<_>, Error>>()?;
    let mut of_team: BTreeMap<String, (f64, u32)> = BTreeMap::new();
    for (team, score) in &scores {
        if let Some(team) = team {
            let (sum, games) = of_team.entry(team.clone()).or_default();
            (*sum, *games) = (*sum + score, *games + 1);
        }
    }
    Ok(Scores {
        mean: scores.iter().map(|(_, score)| score).sum::<f64>() / count as f64,
        of_team: of_team.into_iter().map(|(team, (sum, games))| (team, sum / f64::from(games))).collect(),
    })
}
