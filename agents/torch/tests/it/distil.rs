//! Expert iteration on torch.

use holotable_store::stop::Token;
use holotable_torch::learners;
use holotable_train::distil::{Fit, Plan, run};
use holotable_train::ppo::{BEST, Learners, Start, Task};

use crate::recipe::recipe;
use crate::scratch::Scratch;
use crate::train::train;

#[test]
fn torch_learns_what_a_search_finds() {
    let (first, out) = (Scratch::new("torch_student"), Scratch::new("torch_distilled"));
    let small = ["learner=torch", "device=cpu", "row_width=16"];
    let battle = ["game.name=rebellion_combat", "game.options.value=6", "total_steps=1024", "eval_games=2"];
    let config = recipe(&[&small[..], &battle].concat());
    train(&config, &Task::of(&config).unwrap(), first.path(), Start::New).unwrap();
    let distilled = |learners: Learners| {
        let fit = Fit { temperature: 0.1, epochs: 4, minibatch_size: 32, learning_rate: 2e-3, vf_coef: 0.5 };
        let (start, out) = (first.path(), &out.path().join("out"));
        let (stop, labelled) = (&Token::new(|| false), &|_| {});
        let (search, games, seed, threads) = ("flat:16", 96, 7, 1);
        run(&Plan { start, out, search, games, seed, fit, learners, threads, stop, labelled })
    };
    let e = distilled(Learners::OWN).unwrap_err();
    assert!(e.another_program_can() && !out.path().join("out").exists(), "{e}");
    let (epochs, _) = distilled(learners()).unwrap();
    assert!(epochs[4].divergence < 0.97 * epochs[0].divergence && epochs[4].gain > 0.0, "{epochs:?}");
    Task::of(&config).unwrap().checkpoint(&out.path().join("out").join(BEST)).unwrap();
}
