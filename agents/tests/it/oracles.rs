//! Games whose best play is known exactly must be learnt, up to a gap that is known exactly too.

use holotable_env::{Finite, GameRng, Sample, generator};
use holotable_erased::erase;
use holotable_games::dark_side_rising::Action;
use holotable_players::net_policy::NetPolicy;
use holotable_players::policy::Policy;
use holotable_train::ppo::{LATEST, Start, Task, train};

use crate::five_dice::{self, FiveDice};
use crate::last_turn::LastTurn;
use crate::recipe::recipe;
use crate::scratch::Scratch;
use crate::solo::{Rules, Solo, policy_value};
use crate::solo_pig::solo_pig;

/// The exact values of three policies of a game: the optimal one, the learnt one, and the first legal move.
struct Values {
    optimum: f64,
    learnt: f64,
    first: f64,
}

impl Values {
    /// Trains by the recipe for small games and these overrides.
    fn of<R: Rules>(game: &Solo<R>, set: &[&str]) -> Self {
        let folder = Scratch::new(R::NAME);
        let set = [&["eval_every_updates=0", "checkpoint_every_updates=0"], set].concat();
        let outcome =
            train(&recipe(&set), &Task::plain(erase(game.clone())), folder.path(), Start::New).unwrap();
        assert!(outcome.finished);
        let mut player = NetPolicy::load(&folder.path().join(LATEST), game).unwrap();
        let mut rng: GameRng = Sample(generator(0, 0));
        let values = Self {
            optimum: policy_value(game, &mut |_, all| all),
            learnt: policy_value(game, &mut |s, _| vec![player.choose(game, s, &mut rng)]),
            first: policy_value(game, &mut |_, all| all[..1].to_vec()),
        };
        let Self { optimum, learnt, first } = values;
        println!("{}: optimum {optimum:.5}, learnt {learnt:.5}, first legal move {first:.5}", R::NAME);
        assert!(learnt <= optimum + 1e-9, "nobody beats the optimum");
        values
    }

    /// Asserts that what was learnt is that near to the optimum, and that the first legal move is ten times as far.
    fn within(&self, gap: f64) {
        let Self { optimum, learnt, first } = self;
        assert!(*first < optimum - 10.0 * gap, "the game is too easy to show anything");
        assert!(*learnt > optimum - gap, "learnt {learnt:.5} of {optimum:.5}");
    }
}

#[test]
fn ppo_solves_solo_pig() {
    Values::of(&solo_pig(), &["total_steps=300000"]).within(0.01);
}

#[test]
fn ppo_solves_five_dice() {
    let set = ["total_steps=300000", "rollout_steps=64", "learning_rate=0.005", "target_kl=0"];
    Values::of(&Solo::<FiveDice>::with(&[]), &set).within(0.01);
}

/// By the main game's own observation, in which a turn's dice are a small part: that takes many gradient steps. It is
/// not enough to commit to one of the two Imperials whatever the dice show.
#[test]
fn ppo_solves_the_last_turn_of_the_main_game() {
    let game = Solo::<LastTurn>::with(&[]);
    let second = |a: &Action| matches!(a, Action::Assign { spot, .. } if spot.index() == 1);
    let committed = policy_value(&game, &mut |_, all| all.into_iter().filter(|a| !second(a)).collect());
    println!("committed to one Imperial: {committed:.5}");
    let set = ["total_steps=300000", "rollout_steps=128", "num_epochs=8", "target_kl=0"];
    let set = [&set[..], &["gae_lambda=0.9", "ent_coef=0.03"]].concat();
    let values = Values::of(&game, &set);
    values.within(0.02);
    assert!(committed < values.optimum - 0.05, "the choice between the two does not matter");
}

/// Best play for five equal dice has them in 4.603 % of all turns, a figure that is well known.
#[test]
fn the_solver_agrees_with_a_reckoning_by_counts() {
    let solved = |five: &str| policy_value(&Solo::<FiveDice>::with(&[("five", five)]), &mut |_, all| all);
    let (points, five) = (five_dice::optimum(five_dice::points), five_dice::optimum(five_dice::five));
    assert!((five - 0.046_028_64).abs() < 5e-9, "{five:.10}");
    assert!((solved("true") - five).abs() < 1e-12, "{:.10} and {five:.10}", solved("true"));
    // Scores of the game have 24 bits.
    assert!((solved("false") - points).abs() < 1e-7, "{:.10} and {points:.10}", solved("false"));
}
