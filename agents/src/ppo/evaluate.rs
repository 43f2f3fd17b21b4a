//! Evaluation: whole games on fixed seeds, the same for every run, so that scores can be compared.

use holotable_env::{Observer, Tabletop};
use rayon::prelude::*;

use crate::game_match::{Match, teams};
use crate::net::Net;
use crate::net::player::NetPolicy;
use crate::policy::Policy;

/// Makes a player for the other teams.
pub type Opponent<'a, G> = dyn Fn() -> Box<dyn Policy<G>> + Sync + 'a;

/// The first seed of the evaluation games, far from those of training.
const SEED: u64 = 1 << 60;

/// The mean score of the greedy policy of `net` over `count` games, which take the variants in `games` in turn. The network
/// plays team 0 first, then team 1 and so on; an opponent plays all other teams. A truncated game scores 0.
pub fn score<G: Tabletop, O: Observer<G>>(
    games: &[G],
    (net, observer, observation): (&Net, &O, usize),
    count: usize,
    bound: u32,
    opponent: &Opponent<'_, G>,
) -> f64 {
    let learner = NetPolicy::new(net.clone(), observer.clone(), observation);
    let play = |i: usize| {
        let game = &games[i % games.len()];
        let seats = teams(game);
        let led = i / games.len() % seats.len();
        let (mut player, mut opponent) = (learner.clone(), opponent());
        let mut game_match = Match::new(SEED + i as u64, game.players());
        let mut s = game.start(&mut game_match.chance);
        let mut decisions = 0;
        while let Some(seat) = game.actor(&s) {
            if decisions == bound {
                return 0.0;
            }
            let decision = if game.team(seat) == led {
                game_match.decide(game, &s, seat, &mut player)
            } else {
                game_match.decide(game, &s, seat, opponent.as_mut())
            };
            decisions += u32::from(!decision.forced);
            game.step(&mut s, decision.action, &mut game_match.chance);
        }
        f64::from(game.score(&s, seats[led]))
    };
    let scores: Vec<f64> = (0..count).into_par_iter().map(play).collect();
    scores.iter().sum::<f64>() / count as f64
}
