//! Seasons: whoever plays them, in however many processes and however often they are killed, the files are the same; and no entrant
//! stops one.

use std::collections::BTreeMap;
use std::fs::{self, read_to_string, write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::scratch::Scratch;

/// Answers every question with the first legal action.
const FIRST: &str =
    r#"sed -un 's/^{"type":"act","id":\([0-9]*\),"legal":\[\([0-9]*\).*/{"id":\1,"action":\2}/p'"#;

/// A season of two small games with some entrants, in a folder of its own.
fn season(name: &str, entrants: &[(&str, &str)]) -> Scratch {
    let scratch = Scratch::new(name);
    let folder = scratch.path();
    fs::create_dir_all(folder.join("entries")).unwrap();
    let entries: Vec<String> = entrants.iter().map(|(name, _)| format!("\"entries/{name}.toml\"")).collect();
    let game = "block = 3\nleast = 6\nmost = 12\nwithin = 60.0\njudged = 1\nshown = 1\n";
    let plan = format!(
        "name = \"test\"\nseed = 4000000000\nentries = [{}]\n[games.conflict]\n{game}[games.rebellion_combat]\noptions = {{ value = 8 }}\n{game}",
        entries.join(", ")
    );
    write(folder.join("season.toml"), plan).unwrap();
    for (name, agent) in entrants {
        entry(folder, name, agent);
    }
    scratch
}

fn entry(folder: &Path, name: &str, agent: &str) {
    entry_with(folder, name, agent, "seconds = 2.0\nstart_seconds = 5.0");
}

fn entry_with(folder: &Path, name: &str, agent: &str, limits: &str) {
    let text = format!("name = {name:?}\nagent = {agent:?}\n[limits]\n{limits}\nmemory_mb = 512\n");
    write(folder.join("entries").join(format!("{name}.toml")), text).unwrap();
}

fn arena(args: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_holotable"));
    command.arg("arena").args(args).arg(folder).stdin(Stdio::null());
    command
}

fn done(command: &mut Command) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let [out, told] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(status.success(), "{out}{told}");
    (out, told)
}

fn refused(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    assert_eq!(status.code(), Some(2));
    String::from_utf8(stderr).unwrap()
}

/// Every file of a season by its path, but for times and what is hidden.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for there in fs::read_dir(next).unwrap() {
            let path = there.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !name.starts_with('.') && !name.starts_with("times.") {
                let place = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                found.insert(place, read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// Waits until some results are there, or the process is gone.
fn wait_for_results(folder: &Path, least: usize, child: &mut Child) {
    let until = Instant::now() + Duration::from_mins(2);
    let there = || {
        let matches = ["conflict", "rebellion_combat"].map(|game| folder.join("matches").join(game));
        let found = matches.iter().flat_map(|game| fs::read_dir(game).into_iter().flatten().flatten());
        found.filter(|there| there.path().join("results.json").exists()).count()
    };
    while there() < least && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "nothing is played");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn killed_twice_and_split_over_two_processes_a_season_is_the_same() {
    let first = format!("exec:{FIRST}");
    let entrants =
        [("random", "random"), ("greedy", "greedy"), ("expert", "expert"), ("first", first.as_str())];
    let (whole, split) = (season("season-whole", &entrants), season("season-split", &entrants));
    let (ladder, _) = done(&mut arena(&["play", "--threads", "1"], whole.path()));
    assert!(
        ladder.contains("conflict: ")
            && ladder.contains("rebellion_combat: ")
            && ladder.contains("all games"),
        "{ladder}"
    );
    for least in [1, 5] {
        let mut child =
            arena(&["play"], split.path()).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        wait_for_results(split.path(), least, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let two = [1, 2].map(|_| {
        arena(&["play"], split.path()).stderr(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap()
    });
    for child in two {
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success());
        assert_eq!(String::from_utf8(ended.stdout).unwrap(), ladder);
    }
    let (one, other) = (files(whole.path()), files(split.path()));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, text) in &one {
        assert!(other[name] == *text, "{name} differs");
    }
    // Nothing is played again.
    let (again, told) = done(&mut arena(&["play"], whole.path()));
    assert_eq!((again, told.contains("round")), (ladder, false), "{told}");
}

#[test]
fn one_more_enters_and_nobody_elses_games_change() {
    let scratch = season("season-enter", &[("random", "random"), ("greedy", "greedy")]);
    done(&mut arena(&["play"], scratch.path()));
    let before = files(scratch.path());
    entry(scratch.path(), "expert", "expert");
    let file = scratch.path().join("entries/expert.toml");
    let (checks, _) = done(arena(&["check"], scratch.path()).arg(&file));
    assert!(checks.contains("conflict") && checks.contains("yes") && !checks.contains("no "), "{checks}");
    assert_eq!(files(scratch.path()).len(), before.len() + 1, "nobody has entered");
    let (ladder_text, _) = done(arena(&["enter"], scratch.path()).arg(&file));
    assert!(ladder_text.contains("expert"), "{ladder_text}");
    let after = files(scratch.path());
    let played = |name: &&String| name.starts_with("matches/");
    for name in before.keys().filter(played) {
        assert_eq!(before[name], after[name], "{name}");
    }
    let new: Vec<&String> = after.keys().filter(played).filter(|name| !before.contains_key(*name)).collect();
    assert!(!new.is_empty() && new.iter().all(|name| name.contains("expert")), "{new:?}");
    let (json, _) = done(arena(&["ladder"], scratch.path()).arg("--json"));
    let ladder: Value = serde_json::from_str(&json).unwrap();
    for game in ladder["games"].as_array().unwrap() {
        assert_eq!(game["standings"].as_array().unwrap().len(), 3);
        let rows = game["table"].as_array().unwrap();
        for (i, row) in rows.iter().enumerate() {
            for (j, cell) in row.as_array().unwrap().iter().enumerate() {
                let score = |cell: &Value| cell["score"].as_f64();
                match i == j {
                    true => assert!(cell.is_null()),
                    false => assert!((score(cell).unwrap() + score(&rows[j][i]).unwrap() - 1.0).abs() < 1e-9),
                }
            }
        }
    }
    // Once more by the same file goes on; another file needs another name.
    let (again, _) = done(arena(&["enter"], scratch.path()).arg(&file));
    assert_eq!((again, files(scratch.path())), (ladder_text, after));
    let other = scratch.path().join("entries/other.toml");
    write(&other, read_to_string(&file).unwrap()).unwrap();
    for command in ["check", "enter"] {
        let line = refused(arena(&[command], scratch.path()).arg(&other));
        assert!(line.contains("the season has an entrant expert already"), "{line}");
    }
}

/// Behaves until there is a file `go`; then it says what would be markup, and ends.
const HOSTILE: &str = r#"read game; while read line; do id=${line#*\"id\":}; id=${id%%,*}; legal=${line#*\"legal\":\[}; legal=${legal%%[],]*}; if [ -e go ]; then echo '<script>alert(1)</script>' >&2; exit 1; fi; echo "{\"id\":$id,\"action\":$legal}"; done"#;

#[test]
fn a_hostile_entrant_forfeits_and_the_season_goes_on_to_its_page() {
    let hostile = format!("exec:{HOSTILE}");
    let silent = "exec:cat > /dev/null; echo '<img src=x onerror=alert(1)>' >&2";
    let speaks = FIRST.replace(r"\2}/p", r#"\2,"tokens":20,"retries":1}/p"#);
    let scratch = season(
        "season-hostile",
        &[
            ("random", "random"),
            ("speaks", &format!("exec:{speaks}")),
            ("expert", "expert"),
            ("hostile", &hostile),
            ("gone", "exec:echo '<b>no</b>'; exit 3"),
        ],
    );
    let speaks = scratch.path().join("entries/speaks.toml");
    write(&speaks, format!("log = \"said.jsonl\"\n{}", read_to_string(&speaks).unwrap())).unwrap();
    let said =
        r#"{"prompt":"<b>What?</b>","answer":"<script>1</script>","action":null,"error":"no <b>action</b>"}"#;
    write(scratch.path().join("entries/said.jsonl"), format!("{said}\nno JSON\n")).unwrap();
    let (_, told) = done(&mut arena(&["ladder"], scratch.path()));
    write(scratch.path().join("entries/go"), "").unwrap();
    let (ladder, _) = done(&mut arena(&["play"], scratch.path()));
    let row = |name: &str| ladder.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(row("hostile").contains(" 0.00 % ") && row("random").ends_with(" 0"), "{ladder}");
    // Who never answers is not let in, and everybody hears why.
    assert!(told.contains("gone does not play conflict: 3 forfeits in 3 games"), "{told}");
    assert!(ladder.contains("gone does not play: no answer in 3 of 3 games"), "{ladder}");
    done(&mut arena(&["page"], scratch.path()));
    let page = files(&scratch.path().join("page"));
    let index = &page["index.html"];
    for (name, text) in page.iter().filter(|(name, _)| !name.starts_with("games/") && name.ends_with("html"))
    {
        assert!(!text.contains("<script") && !text.contains("<b>") && !text.contains("<img"), "{name}");
    }
    assert!(index.contains("&lt;b&gt;no&lt;/b&gt;"), "{index}");
    assert!(
        index.contains("entrants/hostile.html") && index.contains("games/conflict/expert-1.html"),
        "{index}"
    );
    assert!(page.keys().any(|name| name.starts_with("games/rebellion_combat/")), "{:?}", page.keys());
    let sheet = &page["entrants/speaks.html"];
    assert!(sheet.contains("error by kind of decision"), "{sheet}");
    assert!(
        sheet.contains("refused: no &lt;b&gt;action") && sheet.contains("<pre>&lt;script&gt;"),
        "{sheet}"
    );
    let times = read_to_string(scratch.path().join("page/times.html")).unwrap();
    assert!(times.contains("Tokens for each decision") && times.contains("20.00"), "{times}");
    // One that is silent takes its time and no more.
    entry_with(scratch.path(), "silent", silent, "seconds = 0.1\nstart_seconds = 0.3");
    let begun = Instant::now();
    let pool = read_to_string(scratch.path().join("pool.json")).unwrap();
    for command in ["check", "enter"] {
        let line = refused(arena(&[command], scratch.path()).arg(scratch.path().join("entries/silent.toml")));
        assert!(line.contains("silent"), "{line}");
    }
    assert_eq!(read_to_string(scratch.path().join("pool.json")).unwrap(), pool, "silent has not entered");
    assert!(begun.elapsed() < Duration::from_mins(2), "{:?}", begun.elapsed());
}

#[test]
fn the_season_that_comes_along_has_a_thousand_games_of_each_pair() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seasons/2026");
    let (ladder, _) = done(&mut arena(&["ladder", "--json"], &folder));
    let ladder: Value = serde_json::from_str(&ladder).unwrap();
    let list = |of: &Value| of.as_array().unwrap().clone();
    let number = |of: &Value, key: &str| of[key].as_f64().unwrap();
    let games = list(&ladder["games"]);
    assert_eq!(games.len(), 5);
    for game in games {
        for one in list(&game["standings"]) {
            let kinds = list(&one["kinds"]);
            let judged: u64 = kinds.iter().map(|kind| kind["judged"].as_u64().unwrap()).sum();
            let cost: f64 = kinds.iter().map(|kind| number(kind, "judged") * number(kind, "error")).sum();
            assert!(kinds.len() > 1 && one["judged"].as_u64() == Some(judged), "{one}");
            assert!((cost / judged as f64 - number(&one, "error")).abs() < 1e-12, "{one}");
        }
        let table = list(&game["table"]);
        assert!(table.len() >= 4, "{game}");
        for (i, row) in table.iter().enumerate() {
            for (j, met) in list(row).iter().enumerate().filter(|(j, _)| *j != i) {
                assert!(met["games"].as_u64() >= Some(1000), "{} {i} {j}: {met}", game["game"]);
            }
        }
    }
}

#[test]
fn what_changed_since_the_season_began_is_refused() {
    let scratch = season("season-changed", &[("random", "random"), ("greedy", "greedy")]);
    done(&mut arena(&["play"], scratch.path()));
    let plan = scratch.path().join("season.toml");
    let text = read_to_string(&plan).unwrap();
    write(&plan, text.replace("seed = 4000000000", "seed = 4000000001")).unwrap();
    let line = refused(&mut arena(&["play"], scratch.path()));
    assert!(line.contains("season.toml changed since the season began"), "{line}");
    write(&plan, &text).unwrap();
    let greedy = scratch.path().join("entries/greedy.toml");
    let as_entered = read_to_string(&greedy).unwrap();
    write(&greedy, as_entered.replace("512", "513")).unwrap();
    let line = refused(&mut arena(&["play"], scratch.path()));
    assert!(line.contains("entrant greedy (entries/greedy.toml) changed since the season began"), "{line}");
    let expert = scratch.path().join("entries/expert.toml");
    entry(scratch.path(), "expert", "expert");
    done(arena(&["check"], scratch.path()).arg(&expert));
    let line = refused(arena(&["enter"], scratch.path()).arg(&expert));
    assert!(line.contains("put its files back"), "{line}");
    let (ladder, notes) = done(&mut arena(&["ladder"], scratch.path()));
    assert!(ladder.contains("greedy") && notes.contains("entrant greedy ("), "{ladder}{notes}");
    write(&greedy, as_entered).unwrap();
    let results = scratch.path().join("matches/conflict/greedy/results.json");
    let told = read_to_string(&results).unwrap();
    write(&results, told.replacen("1.0", "0.0", 1).replacen("0.0", "1.0", 1) + " ").unwrap();
    let line = refused(&mut arena(&["ladder"], scratch.path()));
    assert!(line.contains("results.json") && line.lines().count() == 1, "{line}");
}

#[test]
fn another_judge_is_refused() {
    let scratch = season("season-judge", &[("random", "random"), ("greedy", "greedy")]);
    let judge = scratch.path().join("judge");
    fs::create_dir(&judge).unwrap();
    let becomes = |agent: &str| {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoints").join(agent);
        for file in fs::read_dir(shipped).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), judge.join(file.file_name())).unwrap();
        }
    };
    becomes("conflict");
    let plan = scratch.path().join("season.toml");
    let named = format!("[games.conflict]\njudge = {:?}\n", judge.display().to_string());
    write(&plan, read_to_string(&plan).unwrap().replace("[games.conflict]\n", &named)).unwrap();
    let (ladder, _) = done(&mut arena(&["play"], scratch.path()));
    becomes("conflict_alone");
    let line = refused(&mut arena(&["play"], scratch.path()));
    assert!(line.contains("the judge of conflict changed since the season began"), "{line}");
    becomes("conflict");
    assert_eq!(done(&mut arena(&["play"], scratch.path())).0, ladder);
}

#[test]
fn mistakes_are_told_before_anything_is_played() {
    let scratch = season("season-mistakes", &[("random", "random"), ("typo", "gredy")]);
    let line = refused(&mut arena(&["play"], scratch.path()));
    assert!(line.contains("typo") && line.contains("greedy") && line.lines().count() == 1, "{line}");
    entry(scratch.path(), "typo", "greedy");
    let text = read_to_string(scratch.path().join("entries/typo.toml")).unwrap();
    write(scratch.path().join("entries/typo.toml"), format!("games = [\"chess\"]\n{text}")).unwrap();
    let line = refused(&mut arena(&["play"], scratch.path()));
    assert!(line.contains("game 'chess' is not in this season: conflict, rebellion_combat"), "{line}");
    assert!(!scratch.path().join("pool.json").exists() && !scratch.path().join("matches").exists());
    let line = refused(&mut arena(&["play"], &scratch.path().join("nowhere")));
    assert!(line.contains("season.toml"), "{line}");
}

#[test]
fn a_new_season_plays() {
    let scratch = Scratch::new("season-new");
    let folder = scratch.path().join("mine");
    let (told, _) = done(arena(&["new"], &folder).args(["--games", "conflict"]));
    assert!(told.contains("1 game, 5 entrants"), "{told}");
    let line = refused(arena(&["new"], &folder).args(["--games", "conflict"]));
    assert!(line.contains("exists already"), "{line}");
    let plan = folder.join("season.toml");
    let text =
        read_to_string(&plan).unwrap().replace("least = 200", "least = 4").replace("most = 1000", "most = 4");
    write(
        &plan,
        text.replace("block = 50", "block = 2")
            .replace("judged = 20", "judged = 0")
            .replace("judged = 10", "judged = 0"),
    )
    .unwrap();
    let (ladder, _) = done(&mut arena(&["play"], &folder));
    assert!(ladder.contains("alone") && ladder.contains("ppo"), "{ladder}");
}
