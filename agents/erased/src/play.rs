//! [`play`]: one whole game between players; [`record`]: one with its replay.

use std::any::Any;
use std::collections::BTreeMap;

use holotable_env::{Replay, Summary};
use holotable_players::bots::Bots;
use holotable_players::match_rngs::{MatchRngs, teams};
use holotable_players::policy::Policy;
use holotable_store::stop;

use crate::SAME_GAME;
use crate::ending::{Ending, FORFEIT, Limits};
use crate::player::Player;
use crate::traits::{AnyPlayer, Players};

/// See [`AnyGame::play`](super::AnyGame::play).
pub(crate) fn play<G: Bots>(
    game: &G,
    seats: &[usize],
    players: &mut Players,
    seed: u64,
    limits: Limits<'_>,
) -> Result<Option<Ending>, String> {
    stop::heeding(limits.stop, || play_through(game, seats, players, seed, limits))
}

fn play_through<G: Bots>(
    game: &G,
    seats: &[usize],
    players: &mut Players,
    seed: u64,
    limits: Limits<'_>,
) -> Result<Option<Ending>, String> {
    let mut policies = policies(players);
    let mut rngs = MatchRngs::new(seed, game.players());
    let mut s = game.start(&mut rngs.chance);
    let (mut decisions, mut stood_in) = (0, Vec::new());
    while let Some(seat) = game.actor(&s) {
        if decisions == limits.decisions || limits.stop.is_asked() {
            return Ok(None);
        }
        let policy = policies.get_mut(&seats[seat]).expect("every seat has a player");
        let decision = rngs.decide(game, &s, seat, *policy);
        decisions += u64::from(!decision.forced);
        if let Some(why) = policy.forfeit() {
            return Ok(Some(Ending { decisions, stood_in, ..forfeited(game, &s, seat, why) }));
        }
        stood_in.extend(policy.stood_in().map(|why| (seat, why)));
        game.step(&mut s, decision.action, &mut rngs.chance);
        if limits.check {
            game.check(&s)?;
        }
    }
    Ok(Some(Ending { decisions, stood_in, ..ended(game, &s) }))
}

/// The end of a game that was played to its end.
fn ended<G: Bots>(game: &G, s: &G::State) -> Ending {
    let scores = (0..game.players()).map(|seat| game.score(s, seat)).collect();
    Ending { scores, summary: game.summary(s), decisions: 0, forfeit: None, stood_in: Vec::new() }
}

/// The end of a game that a seat has forfeited: its team loses, the others share the win.
fn forfeited<G: Bots>(game: &G, s: &G::State, loser: usize, why: String) -> Ending {
    let (team, teams) = (game.team(loser), teams(game).len());
    let share = if teams > 1 { 1.0 / (teams - 1) as f32 } else { 0.0 };
    let scores = (0..game.players()).map(|seat| if game.team(seat) == team { 0.0 } else { share }).collect();
    let summary = Summary { reason: FORFEIT, ..game.summary(s) };
    Ending { scores, summary, decisions: 0, forfeit: Some((loser, why)), stood_in: Vec::new() }
}

/// See [`AnyGame::record`](super::AnyGame::record).
pub(crate) fn record<G: Bots>(
    game: &G,
    seats: &[usize],
    names: &[String],
    players: &mut Players,
    seed: u64,
) -> (Replay, G::State, Option<Ending>) {
    let mut policies = policies(players);
    let mut rngs = MatchRngs::new(seed, game.players());
    let (mut replay, mut s) = Replay::begin(game, seed, names.to_vec(), &mut rngs.chance);
    let (mut decisions, mut stood_in) = (0, Vec::new());
    while let Some(seat) = game.actor(&s) {
        let policy = policies.get_mut(&seats[seat]).expect("every seat has a player");
        let decision = rngs.decide(game, &s, seat, *policy);
        decisions += u64::from(!decision.forced);
        if let Some(why) = policy.forfeit() {
            let end = Ending { decisions, stood_in, ..forfeited(game, &s, seat, why) };
            return (replay, s, Some(end));
        }
        stood_in.extend(policy.stood_in().map(|why| (seat, why)));
        replay.step(game, &mut s, decision.action, &mut rngs.chance);
        if stop::asked() {
            break;
        }
    }
    let end = game.actor(&s).is_none().then(|| Ending { decisions, stood_in, ..ended(game, &s) });
    (replay, s, end)
}

fn policies<G: Bots>(players: &mut Players) -> BTreeMap<usize, &mut dyn Policy<G>> {
    players.iter_mut().map(|(&number, player)| (number, policy::<G>(player.as_mut()))).collect()
}

fn policy<G: Bots>(player: &mut dyn AnyPlayer) -> &mut dyn Policy<G> {
    let player: &mut dyn Any = player;
    player.downcast_mut::<Player<G>>().expect(SAME_GAME).policy.as_mut()
}
