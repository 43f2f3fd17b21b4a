//! The binary: one line and exit code 2 for bad input, clean output otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::scratch::Scratch;

const GAME: &str = "dark_side_rising";

fn holotable(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_holotable")).args(args).output().expect("the binary starts")
}

/// Standard output of a command that succeeds.
pub fn prints(args: &[&str]) -> String {
    let output = holotable(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one line with which a command refuses.
pub fn refuses(args: &[&str]) -> String {
    let output = holotable(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    let line = errors.trim_end().strip_prefix("error: ");
    line.unwrap_or_else(|| panic!("{args:?}: {errors}")).to_owned()
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).expect("the target folder can be written");
    path
}

#[test]
fn solve_tells_exact_scores_of_best_play_of_moves_and_of_agents() {
    let small = ["solve", "rebellion_combat", "-o", "tactics=false", "-o", "value=4"];
    let text = prints(&[&small[..], &["--seed", "59", "--agents", "expert"]].concat());
    for part in
        ["positions in up to", "as the empire", "exploitability", "best play", "expert", "add no leader"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("two bounds"), "{text}");
    let cut = prints(&[&small[..], &["--seed", "59", "--limit", "100"]].concat());
    assert!(cut.contains("a greater --limit"), "{cut}");
    let json: Value =
        serde_json::from_str(&prints(&[&small[..], &["--games", "3", "--json"]].concat())).unwrap();
    assert_eq!(json["best"].as_array().map(Vec::len), Some(2), "{json}");
    let hidden = refuses(&["solve", "rebellion_combat", "-o", "value=4"]);
    assert!(hidden.contains("something is hidden"), "{hidden}");
    let far = refuses(&[&small[..], &["--seed", "18446744073709551615", "--games", "2"]].concat());
    assert!(far.contains("no 2 seeds"), "{far}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "requires a subcommand"),
        (&["replay"], "requires a subcommand"),
        (&["tournment", GAME], "tournament"),
        (&["tournament"], "<GAME>"),
        (&["interval", "3", "2"], "3 of 2 games cannot be won"),
        (&["interval", "0", "0"], "is not in 1.."),
        (&["interval", "1", "2", "--less", "0", "0"], "0 of 0 games cannot be won"),
        (&["interval", "1", "2", "--less", "1"], "--less"),
        (&["tournament", "dark_side_rsing"], "did you mean 'dark_side_rising'?"),
        (&["tournament", GAME, "-o", "players=9"], "option 'players' is '9'"),
        (&["tournament", GAME, "-o", "imperials=none"], "option 'imperials' is 'none'"),
        (&["tournament", GAME, "-o", "playres=2"], "did you mean 'players'?"),
        (&["tournament", GAME, "-o", "players"], "NAME=VALUE"),
        (&["tournament", GAME, "--agents", "radnom"], "did you mean 'random'?"),
        (&["tournament", GAME, "--agents", "./no/such/folder"], "./no/such/folder"),
        (&["tournament", GAME, "--agents", "flat"], "flat:1000"),
        (&["tournament", GAME, "--agents", "flat:some"], "budget 'some'"),
        (&["watch", GAME, "--agent", "flat:9+exprt"], "did you mean 'expert'?"),
        (&["tournament", GAME, "--games", "0"], "--games"),
        (&["compare", GAME, "random"], "<B>"),
        (&["compare", GAME, "random", "gredy"], "did you mean 'greedy'?"),
        (&["compare", GAME, "random", "random", "--games", "0"], "--games"),
        (&["watch", GAME, "--data", "/no/such/folder"], "/no/such/folder"),
        (&["bench", GAME, "--seconds", "0"], "--seconds"),
        (&["bench"], "--all"),
        (&["bench", "--all", "-o", "players=3"], "--all"),
        (&["bench", GAME, "--beside", "holotable"], "--beside"),
        (&["bench", GAME, "--learning"], "--learning"),
        (&["bench", "--all", "--beside", "/no/such/program"], "/no/such/program"),
        (&["outcomes", GAME, "--action", "99999999"], "no action '99999999'"),
        (&["outcomes", GAME, "--state", "/no/such/file"], "/no/such/file"),
        (&["replay", "show", "/no/such/file"], "/no/such/file"),
        (&["replay", "page", "/no/such/file"], "/no/such/file"),
    ];
    for (args, part) in cases {
        let line = refuses(args);
        assert!(line.contains(part), "{args:?}: {line}");
    }
}

#[test]
fn a_malformed_state_is_refused() {
    let file = folder("states").join("broken.json");
    for text in ["{", "[]", "{}", "7", "{\"players\": [1, 2, 3]}"] {
        fs::write(&file, text).unwrap();
        let line = refuses(&["outcomes", GAME, "--state", file.to_str().unwrap()]);
        assert!(line.contains("broken.json: "), "{line}");
    }
}

#[test]
fn what_is_no_recipe_is_refused_without_being_shown() {
    let file = folder("recipes").join("long.toml");
    for (length, why) in [(1 << 19, "line 1, column "), (60 << 20, "it holds more than 1048576 bytes")] {
        fs::write(&file, "x".repeat(length)).unwrap();
        let name = file.to_str().unwrap();
        for args in [&["train", name][..], &["train", "dark_side_rising", "--sweep", name], &["parity", name]]
        {
            let line = refuses(args);
            assert!(line.contains("long.toml: ") && line.contains(why), "{line}");
            assert!(line.chars().count() < 300 + name.len(), "{line}");
        }
    }
}

#[test]
fn a_refused_argument_is_not_shown_at_any_length() {
    let long = "x".repeat(100_000);
    for args in [[GAME, "--games", &long], [GAME, "--agents", &long], [GAME, "-o", &long], [GAME, &long, ""]]
    {
        let line = refuses(&[&["tournament"][..], &args].concat());
        assert!(line.chars().count() < 1100, "{}", line.len());
    }
}

#[test]
fn an_agent_with_a_comma_in_its_name_stands_in_quotes() {
    let run = folder("names").join("x,y");
    let _ = fs::remove_dir_all(&run);
    let name = run.to_str().unwrap();
    let small = ["total_steps=512", "num_envs=8", "rollout_steps=16", "minibatch_size=64", "eval_games=1"];
    let mut args = vec!["train", "dark_side_rising_small", "--out", name];
    args.extend(small.iter().flat_map(|set| ["--set", set]));
    assert!(holotable(&args).status.success());
    let agents = format!("random,\"{name}\"");
    let options = ["-o", "imperials=1", "--games", "2", "--json"];
    let report = prints(&[&["tournament", GAME, "--agents", &agents][..], &options].concat());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["agents"][1]["name"], name);
    let line = refuses(&["tournament", GAME, "--agents", "random,\"x"]);
    assert!(line.contains("begins with '\"' and does not end so"), "{line}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = folder("replays").join("in_the_way");
    fs::write(&file, "").unwrap();
    for out in [file.join("game.jsonl"), folder("replays").join("missing/game.jsonl"), folder("replays")] {
        let name = out.to_str().unwrap();
        let line = refuses(&["replay", "record", GAME, "--out", name]);
        assert!(line.contains(name), "{line}");
    }
    let left: Vec<_> = fs::read_dir(folder("replays")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["in_the_way"], "nothing half-written stays");
}

#[test]
fn a_tournament_prints_the_same_bytes_for_the_same_seed() {
    let run = |threads| {
        prints(&["tournament", GAME, "--agents", "random", "--games", "50", "--json", "--threads", threads])
    };
    assert_eq!(run("1"), run("2"));
    let json: Value = serde_json::from_str(&run("1")).unwrap();
    assert_eq!((&json["game"], &json["seed"]), (&GAME.into(), &1_000_000.into()));
    assert_eq!(json["agents"][0]["games"], 50);
}

#[test]
fn a_comparison_plays_the_games_of_the_tournament() {
    let compare = |threads: &str| {
        prints(&["compare", GAME, "greedy", "random", "--games", "30", "--threads", threads, "--json"])
    };
    assert_eq!(compare("1"), compare("2"));
    let found: Value = serde_json::from_str(&compare("1")).unwrap();
    let played = prints(&["tournament", GAME, "--agents", "greedy,random", "--games", "30", "--json"]);
    let played: Value = serde_json::from_str(&played).unwrap();
    for (i, side) in ["a", "b"].into_iter().enumerate() {
        for key in ["name", "wins", "win_rate", "ci_low", "ci_high"] {
            assert_eq!(found[side][key], played["agents"][i][key], "{side}.{key}");
        }
    }
    let text = prints(&["compare", GAME, "random", "random", "--games", "10"]);
    assert!(text.contains("difference +0.00 points") && text.contains("exact p 1.0000"), "{text}");
}

#[test]
fn shards_of_a_tournament_are_merged_to_its_bytes() {
    let scratch = Scratch::new("cli-shards");
    let folder = scratch.path();
    let result = |name: String| folder.join(name).to_str().unwrap().to_owned();
    let cases: [&[&str]; 3] = [
        &["tournament", "rebellion_combat", "--agents", "greedy,random", "--games", "21"],
        &["tournament", GAME, "--seats", "greedy,random", "--games", "12"],
        &["compare", GAME, "greedy", "random", "--games", "20"],
    ];
    for (number, command) in cases.into_iter().enumerate() {
        let files = [3, 1, 2].map(|k| (format!("{k}/3"), result(format!("{number}-{k}.json"))));
        for (shard, file) in &files {
            let text = prints(&[command, &["--shard", shard, "--result", file]].concat());
            assert_eq!(text, format!("{file}: shard {shard}\n"));
        }
        let names = files.each_ref().map(|(_, file)| file.as_str());
        let merged = prints(&[&["merge"], &names[..], &["--json"]].concat());
        assert_eq!(merged, prints(&[command, &["--json"]].concat()));
        let text = prints(&[&["merge"], &names[..]].concat());
        assert!(text.starts_with("agent"), "{text}");
        assert!(refuses(&["merge", names[0]]).contains("shard 1/3 is missing"));
    }
    let file = result("0-1.json".into());
    assert!(
        refuses(&[cases[0], &["--shard", "4/3", "--result", &file]].concat()).contains("must be written K/N")
    );
    assert!(refuses(&[cases[0], &["--shard", "1/3"]].concat()).contains("--result"));
    assert!(refuses(&["merge", "no/such/result"]).contains("no/such/result"));
    let other = refuses(&["merge", &file, &result("2-2.json".into())]);
    assert!(
        other.contains("shard 2/3: their game is \"dark_side_rising\", not \"rebellion_combat\""),
        "{other}"
    );
}

/// A limit of the size of files is an error in one line, and nothing is left half-written.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let file = folder("limited").join("game.jsonl");
    let line = format!(
        "ulimit -f 1; exec '{}' replay record {GAME} --seed 7 --out '{}'",
        env!("CARGO_BIN_EXE_holotable"),
        file.display()
    );
    let told = Command::new("sh").args(["-c", &line]).output().unwrap();
    let error = String::from_utf8(told.stderr).unwrap();
    assert_eq!(told.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
    assert!(!file.exists());
}

#[test]
fn a_replay_is_recorded_shown_and_checked() {
    let file = folder("recorded").join("game.jsonl");
    let name = file.to_str().unwrap();
    prints(&["replay", "record", GAME, "--seed", "7", "--out", name]);
    assert!(prints(&["replay", "show", name]).contains("Over: "));
    assert!(prints(&["replay", "check", name]).contains("play back"));
    let page = prints(&["replay", "page", name, "--viewer", "table"]);
    let (path, rest) = page.split_once(": ").unwrap();
    assert!(rest.contains(" moves, ") && rest.contains(" kB"), "{page}");
    assert!(fs::read_to_string(path).unwrap().starts_with("<!doctype html>"));
    assert!(refuses(&["replay", "page", name, "--viewer", "7"]).contains("--viewer is 7"));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"picks\":[", "\"picks\":[9999,", 1)).unwrap();
    let line = refuses(&["replay", "check", name]);
    assert!(line.contains("game.jsonl: move 1: "), "{line}");
}

#[test]
fn outcomes_sum_to_one() {
    let legal: Value = serde_json::from_str(&prints(&["outcomes", GAME, "--json"])).unwrap();
    for action in legal["legal"].as_array().unwrap() {
        let label = action["label"].as_str().unwrap();
        let json: Value =
            serde_json::from_str(&prints(&["outcomes", GAME, "--action", label, "--json"])).unwrap();
        let mass: f64 =
            json["outcomes"].as_array().unwrap().iter().map(|o| o["probability"].as_f64().unwrap()).sum();
        assert!((mass - 1.0).abs() < 1e-9, "{label}: {mass}");
    }
}

#[test]
fn everything_else_runs() {
    for json in [&[][..], &["--json"]] {
        for command in
            [&["games"][..], &["layout", GAME], &["cards", GAME], &["bench", GAME, "--seconds", "0.02"]]
        {
            assert!(!prints(&[command, json].concat()).is_empty(), "{command:?}");
        }
    }
    assert!(prints(&["watch", GAME, "--seed", "3"]).contains("Seat 0 (random)"));
    let thoughts = prints(&["watch", GAME, "--agent", "flat:2+random"]);
    assert!(thoughts.contains("It expects to win ") && thoughts.contains(" % to win\n"), "{thoughts}");
    // A network without doubt is not asked for its reasons.
    let watched = |tables| prints(&["watch", "rebellion_combat", "--agent", "ppo", "--tables", tables]);
    let reasons = |told: &str| told.matches("It expects to win ").count();
    let (all, brief) = (watched("every"), watched("none"));
    assert!(reasons(&all) > reasons(&brief) && brief.contains("; moves: "), "{brief}");
    // Decisions in a row are on one line.
    let joins = |told: &str| (2..200).any(|n| told.contains(&format!("; {n}. ")));
    assert!(joins(&brief) && !joins(&all), "{brief}");
    assert!(prints(&["games"]).contains("flat:BUDGET"));
    assert!(prints(&["tournament", "--help"]).contains("Examples:"));
}

#[test]
fn random_play_has_one_digest_and_other_rules_have_another() {
    let of = |more: &[&str]| prints(&[&["bench", GAME, "--digest"], more].concat());
    let one = of(&["600"]);
    assert_eq!(one.trim_end().len(), 64, "{one}");
    assert_eq!(one, of(&["600"]));
    for more in [&["1200"][..], &["600", "-o", "players=3"], &["600", "-o", "imperials=1"]] {
        assert_ne!(one, of(more), "{more:?}");
    }
    assert!(refuses(&["bench", GAME, "--digest", "0"]).contains("--digest"));
    assert!(refuses(&["bench", GAME, "--digest", "9", "--json"]).contains("--json"));
}

#[test]
fn every_game_is_measured_beside_another_build() {
    let other = env!("CARGO_BIN_EXE_holotable");
    let said = prints(&["bench", "--all", "--seconds", "0.01", "--json", "--beside", other]);
    let rows: Vec<Value> = serde_json::from_str(&said).unwrap();
    let games: BTreeSet<&str> = rows.iter().map(|row| row["game"].as_str().unwrap()).collect();
    assert_eq!(games.len(), 5, "{games:?}");
    for row in &rows {
        for values in [&row["values"], &row["beside"]] {
            let values = values.as_array().unwrap();
            assert!(values.len() == 5 && values.iter().all(|value| value.as_f64() > Some(0.0)), "{row}");
        }
    }
}

/// Neither what an agent considered nor between how many moves it chose, for both depend on its hand.
#[test]
fn watching_from_beside_the_table_tells_nothing_of_hands() {
    let watch = |viewer: &str| {
        let agent = ["--agent", "flat:2+random", "--tables", "every"];
        prints(&[&["watch", "rebellion_combat", "--seed", "3", "--viewer", viewer], &agent[..]].concat())
    };
    let seen = |text: &str, seat: usize| {
        let of_seat = |line: &&str| line.contains(&format!(". Seat {seat}, "));
        let moves: Vec<&str> = text.lines().filter(of_seat).collect();
        assert!(moves.len() > 3, "{text}");
        moves.iter().filter(|line| line.contains(" moves: ") || line.contains(", the only move: ")).count()
    };
    let [table, first, all] = ["table", "0", "all"].map(watch);
    assert!(!table.contains("It expects") && all.contains("It expects"));
    assert_eq!((seen(&table, 0), seen(&table, 1)), (0, 0));
    assert_eq!((seen(&first, 0), seen(&first, 1)), (seen(&all, 0), 0));
    assert!(seen(&all, 1) > 3);
}

/// The table is printed at the start of a phase, before every decision, or at the end only. Moves are always told, and events unless
/// they only repeat a move.
#[test]
fn watching_prints_the_table_when_asked() {
    for game in ["risk", "rebellion", "dark_side_rising", "conflict"] {
        let watch = |tables: &str| prints(&["watch", game, "--agent", "greedy", "--tables", tables]);
        let [none, phases, every] = ["none", "phases", "every"].map(watch);
        assert_eq!(phases, prints(&["watch", game, "--agent", "greedy"]));
        let asked = |text: &str| text.lines().filter(|line| line.starts_with("Asked: ")).count();
        assert_eq!(asked(&none), 0, "{game}");
        assert!(asked(&phases) > 4 && 3 * asked(&phases) < asked(&every), "{game}: {}", asked(&phases));
        // Without a choice there is nothing to say but what happens.
        assert!(!phases.contains(", the only move: ") && every.contains(", the only move: "), "{game}");
        let events = |text: &str| text.lines().filter(|line| line.starts_with("   ")).count();
        let (fewer, all) = (events(&phases), events(&every));
        assert!(events(&none) == fewer && fewer <= all && all < 2 * fewer, "{game}: {fewer} of {all}");
    }
}

/// What the action says is left out beside other events, too; the rest of them is told.
#[test]
fn watching_tells_no_discard_twice() {
    let told = |tables: &str| prints(&["watch", "conflict", "--agent", "greedy", "--tables", tables]);
    let [phases, every] = ["phases", "every"].map(told);
    for (given, twice) in [("   Seat 0 discarded ", true), ("   Seat 0 drew ", false)] {
        let count = |text: &str| text.matches(given).count();
        assert!(count(&every) > 1 && (count(&phases) < count(&every)) == twice, "{given}");
    }
}

#[test]
fn intervals_of_sums_are_those_of_tournaments() {
    assert_eq!(prints(&["interval", "81", "263"]), "30.80 %, 95 % interval 25.53 to 36.62 %\n");
    let less = prints(&["interval", "56", "70", "--less", "48", "80"]);
    assert_eq!(less, "difference +20.00 points, 95 % interval +5.24 to +33.39\n");
    let report = prints(&["tournament", GAME, "--agents", "greedy", "--games", "30", "--json"]);
    let row = serde_json::from_str::<Value>(&report).unwrap()["agents"][0].take();
    let json = prints(&["interval", &row["wins"].to_string(), "30", "--json"]);
    let rate: Value = serde_json::from_str(&json).unwrap();
    assert!(
        ["wins", "win_rate", "ci_low", "ci_high"].iter().all(|key| rate[*key] == row[*key]),
        "{rate} {row}"
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args(["watch", GAME])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// However many threads the environment wishes for, there are no more than cores help, whatever a command does.
#[cfg(target_os = "linux")]
#[test]
fn a_great_wish_for_threads_is_not_granted() {
    let cores = std::thread::available_parallelism().unwrap().get();
    for args in [
        &["tournament", GAME, "--agents", "random,ppo", "--games", "6"][..],
        &["watch", GAME, "--agent", "ppo"],
        &["solve", "rebellion_combat", "-o", "tactics=false", "-o", "value=4", "--games", "2"],
        &["bench", GAME, "--seconds", "0.2"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_holotable"));
        command.args(args).env("RAYON_NUM_THREADS", "5000").stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut most = 0;
        while child.try_wait().unwrap().is_none() {
            let threads = fs::read_dir(format!("/proc/{}/task", child.id())).map_or(0, Iterator::count);
            most = most.max(threads);
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        // The main thread, a pool, and few for what is shown.
        assert!((1..=cores + 4).contains(&most), "{args:?}: {most} threads on {cores} cores");
    }
}

/// Nobody plays for hours for a file that cannot be written.
#[test]
fn a_place_that_cannot_be_written_is_refused_before_anything_is_played() {
    let scratch = Scratch::new("cli-places");
    let here = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let long = "x".repeat(300);
    fs::write(here("notes.json"), "mine").unwrap();
    let places = [
        ("no/result.json", "No such file"),
        (&long, "too long"),
        (".", "folder"),
        ("notes.json", "is not the result of this shard"),
    ];
    for (place, says) in places {
        let endless =
            ["tournament", GAME, "--agents", "random", "--games", "1000000000", "--shard", "1/2", "--result"];
        let line = refuses(&[&endless[..], &[&here(place)]].concat());
        assert!(line.contains(says) && line.contains(place), "{line}");
        if place != "notes.json" {
            let line = refuses(&["replay", "record", GAME, "--agent", "flat:1000000", "--out", &here(place)]);
            assert!(line.starts_with("cannot write") && line.contains(place), "{line}");
        }
    }
    assert_eq!(fs::read_to_string(here("notes.json")).unwrap(), "mine");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1, "nothing is left there");
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_at_the_end_are_printed() {
    let scratch = Scratch::new("cli-printed");
    let command = ["compare", GAME, "greedy", "random", "--games", "20", "--shard", "1/2", "--result"];
    let file = scratch.path().join("result.json");
    prints(&[&command[..], &[file.to_str().unwrap()]].concat());
    let output = holotable(&[&command[..], &["/dev/full"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, fs::read(&file).unwrap());
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.contains("/dev/full") && line.contains("is printed on standard output"), "{line}");
}
