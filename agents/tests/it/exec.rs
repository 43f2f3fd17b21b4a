//! Agents that are programs: they play, and whatever they do instead, the game goes on and nothing is left behind.

use std::fs::{read, read_dir, write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use holotable_arena::agent_factory::AgentFactory;
use holotable_arena::exec::{self, Confines, Program};
use holotable_arena::tournament::{Plan, Report, run};
use holotable_env::{Sample, generator};
use holotable_erased::{AnyGame, AnyState, Chooser, FORFEIT, Kind};
use holotable_players::program_spec::Spec;

use crate::scratch::Scratch;

/// Answers every question with the first legal action.
const FIRST: &str =
    r#"sed -un 's/^{"type":"act","id":\([0-9]*\),"legal":\[\([0-9]*\).*/{"id":\1,"action":\2}/p'"#;

fn dsr() -> Arc<dyn AnyGame> {
    Kind::named("dark_side_rising").unwrap().build([], None).unwrap()
}

/// A program that may take half a second to start.
fn program(spec: &str) -> Program {
    let program = Program::start(&dsr(), &Spec::read(spec).unwrap().unwrap()).unwrap();
    program.starting_within(Duration::from_millis(500))
}

fn start() -> Box<dyn AnyState> {
    dsr().start(Sample(generator(7, 0)))
}

/// What it answers at the start of a game, or why that is none.
fn ask(program: &mut Program) -> Result<usize, String> {
    let answer = program.choose(vec![start()]);
    answer.map(|actions| actions[0]).map_err(|_| program.excuse().unwrap())
}

fn tournament(agents: &[&str], games: u64, threads: usize) -> Report {
    let plan = Plan { games, seed: 5, threads, check: true, progress: &|_| {}, stop: &|| false };
    run(dsr().as_ref(), agents, &plan).unwrap()
}

fn reason(report: &Report, agent: usize, name: &str) -> u64 {
    report.agents[agent].reasons.iter().find(|(reason, _)| *reason == name).map_or(0, |(_, n)| *n)
}

/// The processes whose command holds this word, but for those that look for it.
fn running(word: &str) -> Vec<String> {
    let commands =
        read_dir("/proc").unwrap().filter_map(|entry| read(entry.ok()?.path().join("cmdline")).ok());
    let commands = commands.map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
    commands.filter(|command| command.contains(word) && !command.contains("holotable")).collect()
}

fn wait_until_none_runs(word: &str) {
    let until = Instant::now() + Duration::from_secs(5);
    while !running(word).is_empty() {
        assert!(Instant::now() < until, "left behind: {:?}", running(word));
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_program_plays_the_same_games_on_any_number_of_threads() {
    let agents = [format!("exec:{FIRST}")];
    let agents: Vec<&str> = agents.iter().map(String::as_str).collect();
    let [one, two] = [1, 2].map(|threads| serde_json::to_string(&tournament(&agents, 6, threads)).unwrap());
    assert_eq!(one, two);
    assert!(!one.contains(FORFEIT), "{one}");
}

#[test]
fn the_programs_to_start_from_play() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
    for command in [format!("python3 {folder}/first.py"), format!("sh {folder}/first.sh")] {
        let report = tournament(&[&format!("exec:{command}")], 2, 1);
        assert_eq!((reason(&report, 0, FORFEIT), report.agents[0].games), (0, 2), "{command}");
    }
}

#[test]
fn what_is_no_answer_forfeits() {
    let cases = [
        ("echo garbage; cat", "no JSON object: garbage"),
        ("cat", "no id and action: {\"type\":\"game\""),
        ("yes", "no JSON object: y"),
        (r#"yes '{"id":0,"action":0}'"#, "answers earlier questions"),
        ("cat /dev/zero", "a line longer than any answer"),
        (r#"echo '{"id":9,"action":0}'; cat"#, "which was not asked"),
        (r#"echo '{"id":1,"action":639}'; cat"#, "EndTurn"),
        ("echo oh dear >&2; exit 3", "it has ended (exit status: 3): oh dear"),
        ("no_such_program_at_all", "not found"),
        ("exec >&-; sleep 61", "it has closed its output"),
    ];
    for (command, part) in cases {
        let begun = Instant::now();
        let why = ask(&mut program(&format!("exec@5s:{command}"))).unwrap_err();
        assert!(why.contains(part), "{command}: {why}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{command}: {:?}", begun.elapsed());
    }
}

#[test]
fn silence_forfeits_in_time_whether_the_program_reads_or_not() {
    for command in ["cat > /dev/null", "sleep 62"] {
        let mut program = program(&format!("exec@100ms:{command}"));
        let begun = Instant::now();
        assert_eq!(ask(&mut program).unwrap_err(), "no answer within 0.6 s, 0.5 s of them to start");
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    }
    wait_until_none_runs("sleep 62");
}

#[test]
fn another_agent_decides_in_its_place() {
    for command in ["yes", "exit 1", "cat > /dev/null"] {
        let spec = format!("exec@50ms+expert:{command}");
        let mut program = program(&spec);
        for _ in 0..8 {
            let action = ask(&mut program).unwrap();
            assert!(start().legal().contains(&action));
        }
    }
}

#[test]
fn a_late_answer_is_passed_over() {
    // The first answer, to deploy to the last sector, comes late; the second question is answered at once with the first.
    let slow = r#"read game; read first; sleep 0.9; echo '{"id":1,"action":2}'; read second; echo '{"id":2,"action":0}'; cat > /dev/null"#;
    let mut program = program(&format!("exec@200ms+random:{slow}"));
    ask(&mut program).unwrap();
    sleep(Duration::from_millis(500));
    assert_eq!(ask(&mut program), Ok(0));
}

#[test]
fn it_is_started_anew_but_not_for_ever() {
    let file = std::env::temp_dir().join(format!("holotable-starts-{}", std::process::id()));
    let mut program = program(&format!("exec@1s+random:echo x >> {}; exit 1", file.display()));
    for _ in 0..20 {
        ask(&mut program).unwrap();
    }
    let starts = std::fs::read_to_string(&file).unwrap().lines().count();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(starts, 5);
}

#[test]
fn who_forfeits_loses_and_the_rival_wins() {
    let game = Kind::named("rebellion_combat").unwrap().build([], None).unwrap();
    let plan = Plan { games: 6, seed: 5, threads: 2, check: true, progress: &|_| {}, stop: &|| false };
    let report = run(game.as_ref(), &["exec@1s:echo no", "random"], &plan).unwrap();
    let [loser, winner] = &report.agents[..] else { panic!("two agents") };
    assert_eq!((loser.won.wins, loser.games), (0, 6));
    assert_eq!((winner.won.wins, winner.games), (6, 6));
    assert_eq!(reason(&report, 0, FORFEIT), 6);
    // Where all win together all have lost, and others' games are their own.
    let report = tournament(&["exec@1s:echo no", "greedy"], 2, 1);
    assert_eq!((report.agents[0].won.wins, reason(&report, 0, FORFEIT)), (0, 2));
    assert_eq!(reason(&report, 1, FORFEIT), 0);
}

#[test]
fn nothing_is_left_behind() {
    // It starts another process that would outlive it, and ignores both the end of its input and a kind request to end.
    let mut program = program("exec@100ms:trap '' TERM HUP; sleep 9871 & sleep 9871");
    ask(&mut program).unwrap_err();
    drop(program);
    wait_until_none_runs("9871");
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_left_its_group_is_not_left_behind_either() {
    let cases = [
        "setsid sleep 9873 & (trap '' TERM; sleep 9873) & cat > /dev/null",
        "setsid sh -c 'sleep 9873 & sleep 9873' & exit 1",
        "(setsid sh -c 'trap \"\" TERM HUP; sleep 9873' &) ; cat > /dev/null",
        "env -i setsid sleep 9873 & cat > /dev/null",
    ];
    for command in cases {
        let mut program = program(&format!("exec@100ms:{command}"));
        let until = Instant::now() + Duration::from_secs(20);
        while running("sleep 9873").is_empty() {
            assert!(Instant::now() < until, "it was not started: {command}");
            sleep(Duration::from_millis(20));
        }
        ask(&mut program).unwrap_err();
        drop(program);
        wait_until_none_runs("9873");
    }
}

/// What a command prints, and says on standard error.
fn command(args: &[&str]) -> (String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_holotable")).args(args).output().unwrap();
    assert!(done.status.success(), "{args:?}: {done:?}");
    [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).into()
}

#[test]
fn decisions_by_another_are_counted_with_their_reason() {
    let silly = "exec@50ms+greedy:yes";
    let agents = format!("{silly},random");
    let args = ["tournament", "rebellion_combat", "--agents", &agents, "--games", "4", "--threads", "1"];
    let (told, notes) = command(&args);
    assert!(told.contains(&format!("{silly}: another decided ")), "{told}");
    let note = format!("note: greedy decides for {silly} in rebellion_combat with seed ");
    assert!(
        notes.matches(&note).count() >= 1 && notes.contains("its answer is no JSON object: y"),
        "{notes}"
    );
    let (json, _) = command(&[&args[..], &["--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows = report["agents"].as_array().unwrap();
    let counted: u64 = rows[0]["stood_in"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    let decisions = rows[0]["decisions_per_game"].as_f64().unwrap() * rows[0]["games"].as_f64().unwrap();
    assert!(rows[0]["stood_in"]["wrong"].as_u64().unwrap() >= 1, "{json}");
    assert!(counted > 4 && counted as f64 <= decisions, "{json}");
    assert!(rows[1].get("stood_in").is_none(), "{json}");
    let (told, notes) = command(&["compare", "rebellion_combat", silly, "random", "--games", "2"]);
    assert!(told.contains(&format!("{silly}: another decided ")) && notes.contains(&note), "{told}{notes}");
    let evaluated = ["compare", "rebellion_combat", silly, "random", "--games", "2", "--luck-adjusted=ppo"];
    let (told, notes) = command(&evaluated);
    assert!(told.contains(&format!("{silly}: another decided ")) && notes.contains(&note), "{told}{notes}");
    let folder = Scratch::new("exec-others");
    let [result, games, replay] =
        ["result.json", "games", "game.jsonl"].map(|name| folder.path().join(name).display().to_string());
    let (_, notes) = command(&[&args[..], &["--shard", "1/1", "--result", &result]].concat());
    assert!(notes.contains(&note), "{notes}");
    let (told, _) = command(&["merge", &result]);
    assert!(told.contains(&format!("{silly}: another decided ")), "{told}");
    let counted = format!("note: {silly}: another decided ");
    let agents = format!("{silly},greedy");
    let generate =
        ["generate", "rebellion_combat", "--agents", &agents, "--count", "2", "--seed", "5", "--out", &games];
    let (_, notes) = command(&generate);
    assert!(notes.contains(&counted) && notes.contains(&note) && notes.contains("wrong "), "{notes}");
    assert_eq!(command(&generate).1, "", "nothing is played again");
    let (_, notes) =
        command(&["replay", "record", "rebellion_combat", "--agent", silly, "--out", &replay, "--seed", "1"]);
    assert!(notes.contains(&counted), "{notes}");
    let (_, notes) = command(&["watch", "rebellion_combat", "--agent", silly]);
    assert!(notes.contains(&format!("note: greedy decides for {silly}: ")), "{notes}");
}

#[test]
fn who_forfeits_is_named_with_the_game_the_seed_and_the_time() {
    let (_, notes) = command(&[
        "tournament",
        "rebellion_combat",
        "--agents",
        "exec@1s:echo no,random",
        "--games",
        "1",
        "--seed",
        "77",
    ]);
    assert!(
        notes.contains("note: exec@1s:echo no forfeits rebellion_combat with seed 77 in seat "),
        "{notes}"
    );
    assert!(notes.contains(": its answer is no JSON object: no"), "{notes}");
}

#[test]
fn nothing_is_left_behind_when_a_signal_ends_the_command() {
    for signal in ["-INT", "-TERM"] {
        let agent = "exec:trap '' INT TERM HUP; sleep 9872 & sleep 9872";
        let mut child = Command::new(env!("CARGO_BIN_EXE_holotable"))
            .args(["watch", "dark_side_rising", "--agent", agent])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = Instant::now() + Duration::from_secs(10);
        while running("9872").is_empty() {
            assert!(Instant::now() < until, "it was not started");
            sleep(Duration::from_millis(20));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert!(!child.wait().unwrap().success());
        wait_until_none_runs("9872");
    }
}

/// As `nohup` starts it.
#[test]
fn games_against_a_program_go_on_where_the_terminals_end_is_to_be_ignored() {
    let folder = Scratch::new("exec-nohup");
    let [begun, over] = ["begun", "over"].map(|name| folder.path().join(name));
    let agent = format!(
        "exec@600s:touch {}; while [ ! -e {} ]; do sleep 0.02; done; echo no",
        begun.display(),
        over.display()
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_holotable"), "tournament"]);
    shell.args(["rebellion_combat", "--agents", &format!("{agent},random"), "--games", "1"]);
    let mut session = shell.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let until = Instant::now() + Duration::from_mins(1);
    while !begun.exists() {
        assert!(Instant::now() < until && session.try_wait().unwrap().is_none(), "it was not started");
        sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-HUP", &session.id().to_string()]).status().unwrap().success());
    // Long enough for what would end it.
    sleep(Duration::from_millis(300));
    assert_eq!(session.try_wait().unwrap(), None, "it was ended");
    write(over, "").unwrap();
    let ended = session.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
}

/// A program held to half a gigabyte of address space, 64 MB of memory, 1 MB of files and twelve processes.
fn confined(command: &str, folder: &Scratch) -> Program {
    let confines = Confines {
        folder: folder.path().to_owned(),
        start: Duration::from_secs(5),
        memory: 64 << 20,
        written: 1 << 20,
        processes: 12,
    };
    Program::confined(&dsr(), command, Duration::from_secs(5), confines).unwrap()
}

#[test]
fn a_position_is_told_to_a_program_that_wants_it() {
    // The whole line becomes a file, from which the position is read.
    let folder = Scratch::new("exec-position");
    let asks = r#"read game; read question; echo '{"id":1,"want":"position"}'; read answer; printf '%s' "$answer" > told; echo '{"id":1,"action":0}'; cat > /dev/null"#;
    let mut program = confined(asks, &folder);
    assert_eq!(ask(&mut program), Ok(0));
    let told: serde_json::Value = serde_json::from_slice(&read(folder.path().join("told")).unwrap()).unwrap();
    assert_eq!((told["type"].as_str(), told["id"].as_u64()), (Some("position"), Some(1)));
    let state = dsr().read_json(&told["position"]).unwrap();
    assert_eq!((state.actor(), state.legal()), (start().actor(), start().legal()));
    let twice = r#"read game; read question; echo '{"id":1,"want":"position"}'; echo '{"id":1,"want":"position"}'; cat > /dev/null"#;
    let why = ask(&mut confined(twice, &folder)).unwrap_err();
    assert_eq!(why, "it asks for the position twice");
}

#[test]
fn a_program_runs_in_its_folder_and_plays_within_its_limits() {
    let folder = Scratch::new("exec-within");
    write(folder.path().join("here"), "").unwrap();
    let mut program = confined(&format!("test -e here && {FIRST}"), &folder);
    assert!(ask(&mut program).is_ok());
}

#[cfg(target_os = "linux")]
#[test]
fn who_uses_more_than_is_allowed_is_ended() {
    let folder = Scratch::new("exec-greedy");
    let cases = [
        // It forks.
        ("for i in $(seq 20); do sleep 9874 & done; cat > /dev/null", "it runs more than 12 processes"),
        // It forks out of its group, without the mark that its children would have.
        (
            "for i in $(seq 20); do env -i setsid sleep 9874 & done; cat > /dev/null",
            "it runs more than 12 processes",
        ),
        // It fills memory, in one process and in several.
        ("x=$(printf '%100000000s' x); sleep 9874", "it uses more than 64 MB of memory"),
        (
            "for i in 1 2 3; do (x=$(printf '%30000000s' x); sleep 9874) & done; cat > /dev/null",
            "it uses more than 64 MB of memory",
        ),
        // It writes many files, each of them small.
        (
            "i=0; while true; do i=$((i+1)); printf '%100000s' x > file$i; done",
            "it has written more than 1 MB",
        ),
        // It writes a file that is too long: it dies of that, if it is not seen before.
        ("cat /dev/zero > long", "it has "),
        // It wants more address space than it may have.
        ("python3 -c 'bytearray(1 << 30)'", "MemoryError"),
    ];
    for (command, part) in cases {
        let begun = Instant::now();
        let why = ask(&mut confined(command, &folder)).unwrap_err();
        assert!(why.contains(part), "{command}: {why}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{command}: {:?}", begun.elapsed());
    }
    wait_until_none_runs("9874");
    let written: u64 =
        read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    assert!(written < 200 << 20, "{written} bytes");
}

#[test]
fn programs_are_taken_from_the_user_alone() {
    let game = dsr();
    for spec in ["exec:true", "flat:10+exec:true"] {
        assert!(game.player(spec).is_err(), "{spec}");
    }
    let line = game.player("exec:true").err().unwrap().to_string();
    assert!(line.contains("is a program, which is taken only where agents are named by hand"), "{line}");
    let line = exec::player(game.as_ref(), "exec+exec:true").err().unwrap().to_string();
    assert!(line.contains("exec"), "{line}");
    assert!("exec:true".player(game.as_ref()).is_ok());
}
