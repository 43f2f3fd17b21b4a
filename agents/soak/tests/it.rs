//! A short round of every target, and whatever did harm before.

use std::fs;
use std::path::Path;

use holotable_games::GAMES;
use holotable_soak::case::Case;
use holotable_soak::faults::{WORKS, faults};
use holotable_soak::fuzz::{Plan, fuzz};
use holotable_soak::option_sets::option_sets;
use holotable_soak::target::{TARGETS, Verdict, applies};

/// The least of each target: good inputs and some near them.
fn inputs(target: &str) -> u64 {
    match target {
        "data_set" | "checkpoint" => 15,
        "replay" | "recipe" | "space" => 60,
        _ => 200,
    }
}

#[test]
fn nearly_good_inputs_do_no_harm() {
    for target in TARGETS {
        for game in GAMES.iter().filter(|game| applies(target, game)) {
            let (target, game, inputs) = ((*target).to_owned(), (*game).to_owned(), inputs(target));
            let plan = Plan { target, game, seed: 1, inputs, until: None };
            let counts = fuzz(&plan, |_| {}).unwrap_or_else(|case| panic!("{case:?}"));
            let (all, accepted) = (counts.of("inputs"), counts.of("accepted"));
            // Some are good, and not all that is near them is.
            assert!(all == inputs && accepted > 0 && accepted < all, "{plan:?}: {counts}");
        }
    }
}

/// Some options do not go with a data set of one's own.
#[test]
fn good_inputs_are_good_under_any_options() {
    for game in GAMES.iter().filter(|game| applies("data_set", game)) {
        for seed in 1..=8 {
            let plan = Plan { target: "data_set".into(), game: (*game).into(), seed, inputs: 1, until: None };
            fuzz(&plan, |_| {}).unwrap_or_else(|case| panic!("{} {:?}", case.why, case.options));
        }
    }
}

#[test]
fn a_seed_is_the_same_inputs() {
    let of = |seed| {
        let mut seen = Vec::new();
        let plan = Plan { target: "state_json".into(), game: GAMES[0].into(), seed, inputs: 60, until: None };
        fuzz(&plan, |case| seen.push(case.clone())).unwrap();
        seen
    };
    assert_eq!(of(3), of(3));
    assert_ne!(of(3), of(4));
}

#[test]
fn what_did_harm_does_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let case: Case = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let verdict = case.check().unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(
            case,
            Case::new(&case.target, &case.game, &case.options, case.why.clone(), &case.files().unwrap())
        );
        println!("{}: {verdict:?}", path.display());
        assert!(verdict == Verdict::Accepted || matches!(verdict, Verdict::Refused(_)));
        cases += 1;
    }
    assert!(cases > 5, "only {cases} cases");
}

#[test]
fn options_drawn_at_random_keep_every_promise() {
    for game in GAMES {
        let counts = option_sets(game, 1, 2).unwrap();
        assert!(counts.of("option sets") == 2 && counts.of("states checked") > 50, "{counts}");
    }
}

#[cfg(unix)]
#[test]
fn commands_that_are_disturbed_leave_what_they_would_have_left() {
    let program = Path::new(env!("CARGO_BIN_EXE_soak"));
    std::thread::scope(|scope| {
        for work in WORKS {
            scope.spawn(move || {
                let counts = faults(program, work, 1, 1).unwrap_or_else(|why| panic!("{why}"));
                assert!(counts.of("outputs and limits") == 2 && counts.of("changed files") > 5, "{counts}");
            });
        }
    });
}
