//! Seats that are out long before the end: their loss reaches their last decision, at once and across rollouts, and PPO
//! learns a game that is made of it to its known optimum.

use holotable_env::{Game, GameRng, Layout, Sample, generator};
use holotable_erased::erase;
use holotable_games::toys::minefield::{Minefield, Move, State, minefield};
use holotable_net::init;
use holotable_net::packed::PackedNet;
use holotable_players::net_policy::NetPolicy;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::observation_wrapper::PRIOR_SPAN;
use holotable_players::policy::Policy;
use holotable_train::ppo::gae::{Decision, End, ValueEstimate, advantages};
use holotable_train::ppo::rollout::Rollout;
use holotable_train::ppo::{LATEST, Start, Task, train};

use crate::recipe::recipe;
use crate::scratch::Scratch;

/// Three teams; team 1 is put out by team 2's decision and the others play on. All by hand, with gamma 0.9, lambda 0.5.
#[test]
fn the_loss_of_a_seat_that_is_out_reaches_its_last_decision() {
    let at = |team, value| ValueEstimate { team, value };
    let decision =
        |team, value, terminated| Decision { estimate: at(team, value), turn: 0, end: End::No, terminated };
    // Teams 0, 1, 2 decide; then 1 is out with -1; then 0, 2, 0 decide and the record ends before 2.
    let decisions = [
        decision(0, 0.2, 0),
        decision(1, 0.4, 0),
        decision(2, 0.1, 0b010),
        decision(0, 0.3, 0),
        decision(2, 0.5, 0),
        decision(0, 0.6, 0),
    ];
    let mut rewards = [0.0; 18];
    rewards[3 * 2 + 1] = -1.0;
    let found = advantages(&decisions, &rewards, 3, at(2, 0.7), (0.9, 0.5));
    // Team 1: -1 - 0.4. Team 2: its second decision is worth 0.9 * 0.7 - 0.5 = 0.13, its first 0.9 * 0.5 - 0.1 + 0.45 * 0.13.
    // Team 0: the last is unknown, the second 0.9 * 0.6 - 0.3 = 0.24, the first 0.9 * 0.3 - 0.2 + 0.45 * 0.24.
    let expected = [Some(0.178), Some(-1.4), Some(0.4085), Some(0.24), Some(0.13), None];
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.is_some(), expected.is_some());
        assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-6, "{found:?} {expected:?}");
    }
    // Without its end it would have waited for a decision that never comes.
    let unending: Vec<Decision> = decisions.iter().map(|d| Decision { terminated: 0, ..*d }).collect();
    assert_eq!(advantages(&unending, &rewards, 3, at(2, 0.7), (0.9, 0.5))[1], None);
}

/// With lambda = 0 and a network that gives everybody an even chance, the target of a decision is the team's reward at its
/// end, if that comes before its next decision. Rollouts of two steps cut every round of five seats in pieces.
#[test]
fn no_result_is_lost_between_rollouts() {
    let (game, config) = (minefield(5), recipe(&["rollout_steps=2", "num_envs=64", "minibatch_size=128"]));
    let layout = Layout::of(&game);
    let net = init::net(&config.shape(), &layout, PRIOR_SPAN, &mut generator(1, 0)).zeros_like();
    let mut rollout = Rollout::new(&[erase(game)], FeatureSet::PLAIN, &config);
    let (mut results, mut ends) = (0, 0);
    for _ in 0..200 {
        rollout.collect(&PackedNet::new(&net), (1.0, 0.0));
        assert_eq!(rollout.len(), 128, "carried decisions are not played again");
        for place in rollout.learnable() {
            let target = rollout.transition(place).target;
            assert!((0.0..=1.0).contains(&target));
            results += usize::from((target - 0.5).abs() > 1e-6);
        }
        ends += rollout.terminations();
    }
    // Every seat's result counts for exactly one decision, its last, but for those still waiting when we stop.
    assert!(
        ends > 4_000 && results <= ends && ends - results < 64 * 5,
        "{results} of {ends} results were learnt from"
    );
}

/// The exact score that a policy can expect, which depends on the own step and round only.
fn value(s: &mut State, player: &mut impl Policy<Minefield>, game: &Minefield) -> f64 {
    let mut rng: GameRng = Sample(generator(0, 0));
    let a = player.choose(game, s, &mut rng);
    let walker = s.walkers[0];
    let (safe, steps) = (1.0 - f64::from(a.risk(walker.at)) / 12.0, a.steps());
    let lands = walker.at + steps;
    if lands >= 6 {
        return safe * f64::from(Minefield::prize(s.round + 1));
    }
    let mut next = *s;
    next.round += 1;
    next.walkers.iter_mut().for_each(|w| w.at = lands);
    safe * value(&mut next, player, game)
}

#[test]
fn ppo_learns_to_stay_in_the_game() {
    for players in [2, 5] {
        let (game, folder) = (minefield(players), Scratch::new(&format!("minefield_{players}")));
        let set = ["total_steps=200000", "eval_every_updates=0", "checkpoint_every_updates=0"];
        train(&recipe(&set), &Task::plain(erase(game.clone())), folder.path(), Start::New).unwrap();
        let mut player = NetPolicy::load(&folder.path().join(LATEST), &game).unwrap();
        let mut start = game.start(&mut Sample(generator(0, 0)));
        let (learnt, (optimum, _)) = (value(&mut start, &mut player, &game), Minefield::best(0, 0));
        let rash = Minefield::worth([Move::Run; 3]);
        println!("{players} seats: optimum {optimum:.5}, learnt {learnt:.5}, always running {rash:.5}");
        assert!(rash < optimum - 0.1, "the game is too easy to show anything");
        assert!((learnt - optimum).abs() < 1e-9, "learnt {learnt:.5} of {optimum:.5}");
    }
}
