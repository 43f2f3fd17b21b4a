//! Training improves the policy, for one seat and for several, and is the same on any number of threads.

use holotable_env::{Game, Layout, Options, Tabletop, generator};
use holotable_erased::erase;
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::toys::secret_pig::secret_pig;
use holotable_net::init;
use holotable_players::bots::Bots;
use holotable_players::match_rngs::MatchRngs;
use holotable_players::net_policy::NetPolicy;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::observation_wrapper::ObservationWrapper;
use holotable_players::observation_wrapper::PRIOR_SPAN;
use holotable_players::registry::load;
use holotable_train::ppo::{BEST, LATEST, Start, Task, train};

use crate::recipe::recipe;
use crate::scratch::Scratch;

#[test]
fn self_play_of_three_teams_beats_random_play() {
    let folder = Scratch::new("secret_pig");
    let config = recipe(&["total_steps=60000", "eval_games=600", "eval_every_updates=0"]);
    let outcome = train(&config, &Task::plain(erase(secret_pig(3))), folder.path(), Start::New).unwrap();
    let score = outcome.progress.score.unwrap();
    println!("against random play: {score:.3}");
    assert!(score > 0.45, "{score}, random play has a third");
}

/// With an opponent pool the learner also plays its past selves.
#[test]
fn training_against_past_selves_is_reproducible_and_learns() {
    let model = |name: &str, set: &[&str]| {
        let folder = Scratch::new(name);
        let mut all = vec!["total_steps=40000", "eval_every_updates=0", "eval_games=400"];
        all.extend(set);
        let outcome =
            train(&recipe(&all), &Task::plain(erase(secret_pig(3))), folder.path(), Start::New).unwrap();
        let score = outcome.progress.score.unwrap();
        println!("{name}: against random play {score:.3}");
        (std::fs::read(folder.path().join(BEST).join("model.safetensors")).unwrap(), score)
    };
    let opponents = ["past_selves=3", "past_every_updates=2", "past_share=0.5"];
    let ((alone, _), (one, score)) = (model("alone", &[]), model("past_1", &opponents));
    let (two, _) = model("past_2", &[&opponents[..], &["threads=2"]].concat());
    let (bots, bots_score) = model("bots", &[&opponents[..], &[r#"opponents=["coward"]"#]].concat());
    assert!(bots != one, "who the opponents are changed nothing");
    assert!(bots_score > 0.45, "{bots_score}");
    assert!(alone != one, "past selves changed nothing");
    assert!(one == two, "two threads learn otherwise than one");
    assert!(score > 0.45, "{score}, random play has a third");
}

#[test]
fn one_network_learns_a_game_under_several_options() {
    let folder = Scratch::new("mix");
    let set = ["game.mix.players=[2, 3]", "total_steps=120000", "eval_games=600", "eval_every_updates=0"];
    let outcome =
        train(&recipe(&set), &Task::plain(erase(secret_pig(2))), folder.path(), Start::New).unwrap();
    let score = outcome.progress.score.unwrap();
    println!("against random play: {score:.3}");
    assert!(score > 0.55, "{score}, random play has half and a third");
    let state = std::fs::read_to_string(folder.path().join(LATEST).join("state.json")).unwrap();
    assert!(state.contains(r#""players":["2","3"]"#), "{state}");
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let model = |threads: usize| {
        let folder = Scratch::new(&format!("threads_{threads}"));
        let threads = format!("threads={threads}");
        // Several workers, and minibatches of several blocks.
        let config =
            recipe(&[&threads, "num_envs=48", "rollout_steps=64", "minibatch_size=3072", "total_steps=9216"]);
        train(&config, &Task::plain(erase(secret_pig(3))), folder.path(), Start::New).unwrap();
        std::fs::read(folder.path().join(LATEST).join("model.safetensors")).unwrap()
    };
    assert!(model(1) == model(2), "two threads learn otherwise than one");
}

#[test]
fn an_untrained_player_follows_the_prior() {
    let game =
        DarkSideRising::build(&Options::resolve(DarkSideRising::option_specs(), []).unwrap(), None).unwrap();
    for features in [FeatureSet::PLAIN, FeatureSet::EXPERT] {
        follows_the_prior(&game, features);
    }
}

fn follows_the_prior(game: &DarkSideRising, features: FeatureSet) {
    let wrapper = ObservationWrapper::of(game, features);
    let shape = recipe(&["expert_prior=true"]).shape();
    let net = init::net(&shape, &Layout::observed_by(game, &wrapper), PRIOR_SPAN, &mut generator(5, 0));
    let mut pupil = NetPolicy::new(&net, wrapper);
    let mut expert = game.bot("expert").unwrap();
    let (mut asked, mut agreed) = (0, 0);
    for seed in 0..4 {
        let mut rngs = MatchRngs::new(seed, game.players());
        let mut s = game.start(&mut rngs.chance);
        while let Some(seat) = game.actor(&s) {
            let theirs = rngs.clone().decide(game, &s, seat, expert.as_mut());
            let ours = rngs.decide(game, &s, seat, &mut pupil);
            asked += u32::from(!theirs.forced);
            agreed += u32::from(!theirs.forced && ours.action == theirs.action);
            game.step(&mut s, theirs.action, &mut rngs.chance);
        }
    }
    assert!(asked > 400 && f64::from(agreed) > 0.98 * f64::from(asked), "{agreed} of {asked}");
}

#[test]
fn a_network_may_see_the_plain_observation_only() {
    let game = DarkSideRising::build(&Options::resolve(DarkSideRising::option_specs(), []).unwrap(), None);
    let game = game.unwrap();
    let folder = Scratch::new("plain");
    // The games of a mix are made anew from options; they must not get extra features. A prior goes with any view.
    let config = recipe(&[
        "game.name=dark_side_rising",
        "odds_features=false",
        "expert_prior=true",
        "game.mix.players=[2, 3]",
        "total_steps=2048",
        "eval_games=4",
    ]);
    let task = Task::of(&config).unwrap();
    let shown = |features| task.game.layout(features);
    let observed = Layout::observed_by(&game, &ObservationWrapper::of(&game, FeatureSet::EXPERT));
    assert!(*shown(task.features) == Layout::of(&game) && *shown(FeatureSet::EXPERT) == observed);
    assert!(observed != Layout::of(&game));
    train(&config, &task, folder.path(), Start::New).unwrap();

    let mut player = load(&game, folder.path().to_str().unwrap()).unwrap();
    let mut rngs = MatchRngs::new(1, game.players());
    let mut s = game.start(&mut rngs.chance);
    while let Some(seat) = game.actor(&s) {
        let action = rngs.decide(&game, &s, seat, player.as_mut()).action;
        game.step(&mut s, action, &mut rngs.chance);
    }
}

#[test]
fn a_game_says_what_it_does_not_have() {
    let folder = Scratch::new("has_not");
    let refused = |set| {
        let task = Task::plain(erase(secret_pig(2)));
        train(&recipe(&[set]), &task, folder.path(), Start::New).unwrap_err().to_string()
    };
    assert_eq!(
        refused("expert_prior=true"),
        "expert_prior is true, but secret_pig has no expert that gives it"
    );
    assert_eq!(refused("subgoals=true"), "subgoals is true, but secret_pig has no subgoals");
}
