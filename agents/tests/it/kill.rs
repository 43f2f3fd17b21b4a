//! Training that is killed again and again, at whatever moment, ends with the same bytes as if it never was.

use std::fs;
#[cfg(unix)]
use std::io::pipe;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use holotable_arena::dataset;
use holotable_store::checkpoint::Checkpoint;
use serde_json::Value;

use crate::scratch::Scratch;

const UPDATES: u64 = 12;

fn holotable(recipe: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_holotable"));
    command.args(["train", "--resume", "--out"]).args([out, recipe]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts a command again and again and kills it, after ever longer lives, so that some end while files are written and
/// one ends by itself at last, however slow it is; says how often it was killed.
pub fn kill_until_done(mut command: impl FnMut() -> Command, mut life: Duration, growth: f64) -> u32 {
    for kills in 0.. {
        let mut session = command().spawn().unwrap();
        sleep(life);
        if let Some(status) = session.try_wait().unwrap() {
            assert!(status.success(), "after {kills} kills: {status}");
            return kills;
        }
        session.kill().unwrap();
        session.wait().unwrap();
        life = life.mul_f64(growth);
    }
    unreachable!("it is killed until it is done")
}

/// The updates on record, in order.
fn updates(out: &Path) -> Vec<u64> {
    let text = fs::read_to_string(out.join("metrics.jsonl")).unwrap();
    let update = |line| serde_json::from_str::<Value>(line).unwrap()["update"].as_u64().unwrap();
    text.lines().map(update).collect()
}

/// Every file that does not depend on the clock.
fn files(out: &Path) -> Vec<Vec<u8>> {
    let names = ["latest/model.safetensors", "latest/layout.json", "best/model.safetensors"];
    names.map(|name| fs::read(out.join(name)).unwrap()).to_vec()
}

/// Writes a recipe of twelve updates that saves after each `saves`.
fn write_recipe(folder: &Path, saves: u64) -> PathBuf {
    let recipe = folder.join("recipe.toml");
    let text = format!(
        "total_steps = {}\nnum_envs = 8\nrollout_steps = 64\nminibatch_size = 256\nhidden_sizes = [16]\n\
         checkpoint_every_updates = {saves}\neval_every_updates = 2\neval_games = 4\nthreads = 1\nexpert_prior = true\n\
         keep_checkpoints = 2\n[game]\nname = \"dark_side_rising\"\n[game.options]\nimperials = 1\n",
        512 * UPDATES
    );
    fs::write(&recipe, text).unwrap();
    recipe
}

#[cfg(unix)]
fn wait_for_an_update(session: &mut Child, out: &Path) {
    while !out.join("metrics.jsonl").exists() || updates(out).is_empty() {
        assert!(session.try_wait().unwrap().is_none_or(|status| status.success()), "the run failed");
        sleep(Duration::from_millis(2));
    }
}

/// As `nohup` starts it.
#[cfg(unix)]
#[test]
fn a_run_that_is_to_ignore_its_terminals_end_goes_on() {
    let folder = Scratch::new("nohup");
    let (recipe, out) = (write_recipe(folder.path(), 0), folder.path().join("run"));
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" train \"$1\" --out \"$2\"", env!("CARGO_BIN_EXE_holotable")]);
    shell.args([&recipe, &out]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut session = shell.spawn().unwrap();
    wait_for_an_update(&mut session, &out);
    assert!(Command::new("kill").args(["-HUP", &session.id().to_string()]).status().unwrap().success());
    assert_eq!(session.wait().unwrap().code(), Some(0));
    assert_eq!(updates(&out).len() as u64, UPDATES);
}

/// A full log, a reader that is gone, a terminal that is gone: what tells of a run is not worth the run.
#[cfg(unix)]
#[test]
fn a_run_ends_as_if_its_progress_had_been_written() {
    let folder = Scratch::new("unheard");
    let recipe = write_recipe(folder.path(), 0);
    let ended = |name: &str, log: Stdio| {
        let out = folder.path().join(name);
        assert!(holotable(&recipe, &out).stderr(log).status().unwrap().success(), "{name}");
        files(&out)
    };
    let heard = ended("heard", Stdio::null());
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    assert!(heard == ended("gone", writer.into()));
    if let Ok(full) = fs::File::options().write(true).open("/dev/full") {
        assert!(heard == ended("full", full.into()));
    }
}

#[test]
fn what_is_lost_of_a_record_is_told_and_the_rest_is_kept() {
    let folder = Scratch::new("record");
    let (recipe, out) = (write_recipe(folder.path(), 1), folder.path().join("run"));
    let some = holotable(&recipe, &out).args(["--set", "session_updates=6"]).status().unwrap();
    assert!(some.success());
    let path = out.join("metrics.jsonl");
    let whole = fs::read(&path).unwrap();
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    fs::write(
        &path,
        [&[lines[0], lines[1], &lines[2][..9], b"\n"], &lines[4..], &[b"{\"upd\xff\xfe"]].concat().concat(),
    )
    .unwrap();
    let rest = holotable(&recipe, &out).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(rest.stderr).unwrap();
    assert!(rest.status.success(), "{said}");
    let note = "metrics.jsonl: lines that are no records and are left out: 2; updates without a record: 2";
    assert!(said.contains(note), "{said}");
    assert_eq!(updates(&out), [1, 2, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert!(fs::read(&path).unwrap().starts_with(&[lines[0], lines[1], lines[4], lines[5]].concat()));
}

/// The signals that ask a command to end, as `kill` has them; all but SIGHUP where these tests run under `nohup`.
#[cfg(unix)]
pub fn asking() -> Vec<&'static str> {
    let hangs_up = (!holotable_store::signals::is_hang_up_ignored()).then_some("-HUP");
    ["-INT", "-TERM"].into_iter().chain(hangs_up).collect()
}

/// Asked to end, a run saves where it is, although it would not have saved before its end.
#[cfg(unix)]
#[test]
fn a_run_that_is_asked_to_end_saves_first() {
    for signal in asking() {
        let folder = Scratch::new(&format!("asked{signal}"));
        let recipe = write_recipe(folder.path(), 0);
        let [straight, asked] = ["straight", "asked"].map(|name| folder.path().join(name));
        assert!(holotable(&recipe, &straight).status().unwrap().success());
        let mut session = holotable(&recipe, &asked).spawn().unwrap();
        wait_for_an_update(&mut session, &asked);
        assert!(Command::new("kill").args([signal, &session.id().to_string()]).status().unwrap().success());
        let status = session.wait().unwrap();
        // A fast machine may have finished before it was asked.
        assert!(matches!(status.code(), Some(0 | 130)), "{status}");
        assert!(Checkpoint::update_of(&asked.join("latest")) > Some(0), "nothing was saved");
        assert!(holotable(&recipe, &asked).status().unwrap().success());
        assert!(files(&straight) == files(&asked), "other weights after {signal}");
    }
}

#[test]
fn a_resumed_run_says_what_it_does_otherwise() {
    let folder = Scratch::new("otherwise");
    let (recipe, out) = (write_recipe(folder.path(), 1), folder.path().join("run"));
    let told = |set: &[&str]| {
        let mut command = holotable(&recipe, &out);
        for set in set {
            command.args(["--set", set]);
        }
        String::from_utf8(command.stderr(Stdio::piped()).output().unwrap().stderr).unwrap()
    };
    let notes = |text: String| {
        text.lines().filter(|l| l.starts_with("note: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(notes(told(&["session_updates=1"])), [""; 0]);
    let changed = notes(told(&["session_updates=1", "learning_rate=0.001", "threads=2"]));
    assert_eq!(changed, ["note: learning_rate was 0.0003 and is 0.001 from here on"]);
}

#[test]
fn a_run_that_is_killed_at_any_moment_ends_the_same() {
    let folder = Scratch::new("killed");
    let recipe = write_recipe(folder.path(), 1);
    let [straight, killed] = ["straight", "killed"].map(|name| folder.path().join(name));
    assert!(holotable(&recipe, &straight).status().unwrap().success());

    let kills = kill_until_done(|| holotable(&recipe, &killed), Duration::from_millis(40), 1.13);
    println!("{kills} kills");
    assert!(kills > 3, "only {kills} kills");
    assert!(files(&straight) == files(&killed), "other weights after {kills} kills");
    for out in [&straight, &killed] {
        assert_eq!(updates(out), (1..=UPDATES).collect::<Vec<_>>());
    }
}

fn command(words: &[&str], path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_holotable"));
    command.args(words).arg(path).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The seeds of the games in a folder, each file as it was written; none if there are none.
fn seeds(folder: &Path) -> Vec<u64> {
    let parts = match dataset::parts(folder) {
        Ok(parts) => parts,
        Err(e) => {
            let line = e.to_string();
            assert!(!folder.exists() || line.starts_with("there are no games in"), "{line}");
            return Vec::new();
        }
    };
    let rows = parts.iter().flat_map(|part| dataset::read(&part.path, part.sums.as_deref()).unwrap());
    rows.map(|row| row.seed).collect()
}

#[test]
fn games_that_are_killed_at_any_moment_end_the_same() {
    let folder = Scratch::new("killed-games");
    let words = [
        "generate",
        "rebellion_combat",
        "--agents=greedy",
        "--count=1400",
        "--seed=3",
        "--save-every=0",
        "--out",
    ];
    let [straight, killed] = ["straight", "killed"].map(|name| folder.path().join(name));
    assert!(command(&words, &straight).status().unwrap().success());
    let next = || {
        let there = seeds(&killed);
        assert_eq!(there, (3..3 + there.len() as u64).collect::<Vec<_>>());
        command(&words, &killed)
    };
    let kills = kill_until_done(next, Duration::from_millis(30), 1.15);
    println!("{kills} kills");
    assert!(kills > 3, "only {kills} kills");
    for name in ["_games.json", "part-00000.parquet", "part-00001.parquet"] {
        assert!(fs::read(straight.join(name)).unwrap() == fs::read(killed.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn a_shard_of_a_tournament_that_is_killed_at_any_moment_ends_the_same() {
    let folder = Scratch::new("killed-shard");
    let words = [
        "tournament",
        "rebellion_combat",
        "--agents=greedy,random",
        "--games=6000",
        "--shard=2/3",
        "--save-every=0",
        "--result",
    ];
    let [straight, killed] = ["straight.json", "killed.json"].map(|name| folder.path().join(name));
    assert!(command(&words, &straight).status().unwrap().success());
    let kills = kill_until_done(|| command(&words, &killed), Duration::from_millis(30), 1.15);
    println!("{kills} kills");
    assert!(kills > 3, "only {kills} kills");
    assert!(fs::read(&straight).unwrap() == fs::read(&killed).unwrap());
}

/// Asks a command to end, after ever longer lives, until one was long enough to play something: on a busy machine it may take long
/// before it even listens.
#[cfg(unix)]
fn ask_until(signal: &str, start: impl Fn() -> Command, played: impl Fn() -> bool) {
    let lives = (0..8).map(|n| Duration::from_millis(300 << n));
    for life in lives {
        let mut session = start().spawn().unwrap();
        sleep(life);
        assert!(Command::new("kill").args([signal, &session.id().to_string()]).status().unwrap().success());
        let code = session.wait().unwrap().code();
        if played() {
            return assert_eq!(code, Some(130), "{signal}");
        }
        assert!(matches!(code, None | Some(130)), "{signal}: {code:?}");
    }
    panic!("nothing was played");
}

/// Asked to end, games and shards of tournaments are saved as they are, although they would have been after half a minute only.
#[cfg(unix)]
#[test]
fn games_that_are_asked_to_end_are_saved_first() {
    let folder = Scratch::new("asked-games");
    let games = ["generate", "rebellion_combat", "--agents=random", "--count=10000000", "--seed=3", "--out"];
    let shard =
        ["tournament", "rebellion_combat", "--agents=random", "--games=100000000", "--shard=1/2", "--result"];
    for signal in asking() {
        let [out, result] =
            ["games", "result.json"].map(|name| folder.path().join(format!("{name}{signal}")));
        ask_until(signal, || command(&games, &out), || !seeds(&out).is_empty());
        ask_until(signal, || command(&shard, &result), || result.exists());
        let there = seeds(&out);
        assert!(!there.is_empty() && there == (3..3 + there.len() as u64).collect::<Vec<_>>());
        let merged = command(&["merge"], &result).stderr(Stdio::piped()).output().unwrap();
        let line = String::from_utf8(merged.stderr).unwrap();
        assert!(line.contains("games are played: the command that wrote it goes on"), "{line}");
    }
}
