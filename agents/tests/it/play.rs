//! `holotable play` with a person's typing piped in.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use holotable_env::Finite;
use holotable_games::dark_side_rising::action::Action;

const GAME: &str = "dark_side_rising";

fn typed(args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args([&["play", GAME], args].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let lines = lines.to_owned();
    // Beside the reading below, since pipes hold little; a game that has ended reads no more.
    let typist = std::thread::spawn(move || drop(stdin.write_all(lines.as_bytes())));
    let output = child.wait_with_output().expect("the binary ends");
    typist.join().expect("typing ends");
    output
}

/// What the game prints for what a person types.
fn answers(args: &[&str], lines: &str) -> String {
    let output = typed(args, lines);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Deploying to the first sector.
fn deploy() -> String {
    Action::at(0).index().to_string()
}

#[test]
fn cards_say_what_they_do() {
    let text = answers(&["--agent", "random"], "cards\ncard chopp\ncard red\ncard nobody\n");
    for part in [
        "Chopper (rebel): kind droid; affiliation intelligence; capacity 4; recruit 1 tactical + 2 intelligence; \
         ability Pay 1 intelligence: remove 2 damage from one Rebel of your team or its sector.",
        "red (death star component): ",
        "no component has such a name; `holotable cards dark_side_rising` lists them all",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    // The leader of the own team lies open on the table.
    let leader = text.lines().find_map(|line| line.strip_prefix("Seat 0 (")?.split("): ").nth(1)).unwrap();
    let name = leader.split(" (").next().unwrap();
    assert!(text.contains(&format!("{name} (rebel): ")), "no {name} in {text}");
}

#[test]
fn commands_are_answered() {
    let end = Action::EndTurn;
    let text = answers(
        &["--agent", "random"],
        &format!("help\nwhy {}\nwhy 0\nfly\nwhy 99999\nEndTurn\n", end.index()),
    );
    for part in [
        "You have seat 0 in dark_side_rising; random plays the others.",
        "You may:\n    0  deploy to ",
        "undo     take your last decision back",
        "EndTurn: it is for step 3 of the turn (p8), and the turn stands at deploy.",
        "Deploy sector=scarif is legal.",
        "no action 'fly'",
        "no action '99999' (a label or a number from 0 to ",
        "EndTurn is not legal: it is for step 3",
        "Not over: ",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

#[test]
fn the_table_is_shown_where_a_turn_begins_and_when_asked_for() {
    let shown = |args: &[&str], lines: &str| answers(args, lines).matches("Death Star: ").count();
    let (d, every) = (deploy(), &["--tables", "every"][..]);
    let asked = |lines: &str| answers(&[], lines).matches("You may:").count();
    assert_eq!((asked(""), asked("table\n"), asked("table\n\ntable\nquit\ntable\n")), (1, 2, 3));
    assert_eq!((shown(&[], ""), shown(&[], "table\n")), (1, 2));
    // The roll after the deployment is of the same turn.
    let lines = format!("{d}\n");
    assert_eq!((asked(&lines), shown(&[], &lines), shown(every, &lines)), (2, 1, 2));
    assert_eq!(shown(&["--tables", "none"], &lines), 0);
}

#[test]
fn undo_takes_a_decision_back_and_chance_with_it() {
    let d = deploy();
    let text = answers(&["--tables", "every"], &format!("undo\n{d}\nundo\n{d}\nquit\n"));
    assert!(text.contains("You have not decided anything yet."), "{text}");
    let (first, rest) = text.split_once("Your last decision is taken back.").unwrap();
    let begin = |part: &str| part.find("You may:").unwrap();
    let (once, again) = (&first[begin(first)..], &rest[begin(rest)..]);
    let after = |part: &str| part[part.find("You: deploy").unwrap()..].to_owned();
    let (once, again) = (after(once), after(again));
    let common = once.trim_end_matches("Seat 0> ").trim_end();
    assert!(common.contains("to roll: ") && again.starts_with(common), "{once}\nand then\n{again}");
}

/// Whoever types every number again and again gets to the end, with agents in the other seats.
#[test]
fn a_whole_game_can_be_played() {
    let every = (0..Action::N).map(|i| i.to_string() + "\n").collect::<String>();
    let text =
        answers(&["-o", "players=3", "--seat", "1", "--agent", "greedy", "--seed", "4"], &every.repeat(60));
    assert!(text.contains("\nOver: "), "{}", &text[text.len() - 2_000..]);
    assert!(text.contains("Seat 0 (greedy): deploy to ") && text.contains("Seat 1> "));
    assert!(!text.contains("Seat 0> ") && !text.contains("Seat 1 (greedy)"));
}

#[test]
fn what_cannot_be_is_refused() {
    for (args, part) in [
        (&["--seat", "2"][..], "there is no seat 2: the seats are 0 to 1"),
        (&["--seat", "second"], "--seat"),
        (&["--agent", "exprt"], "did you mean 'expert'?"),
    ] {
        let output = typed(args, "quit\n");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains(part), "{errors}");
    }
    let binary = Command::new(env!("CARGO_BIN_EXE_holotable")).args(["play", "chess"]).output().unwrap();
    assert_eq!(binary.status.code(), Some(2));
}

#[test]
fn letters_that_are_none_are_one_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args(["play", GAME])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&[0xff, 0xfe, b'\n']).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot read standard input: "));
}
