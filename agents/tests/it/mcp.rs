//! `holotable mcp`, as the program of a language model talks to it: lines over pipes.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use holotable_agents::mcp::MESSAGE_BYTES;
use holotable_env::{Replay, Viewer};
use holotable_erased::{AnyState, Chooser, Failed, Kind, Players};
use holotable_games::GAMES;
use serde_json::{Value, json};

use crate::scratch::Scratch;
use crate::words::rust;

const HOLOTABLE: &str = env!("CARGO_BIN_EXE_holotable");
/// Nothing here takes as long, on however busy a machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A client, and the program that it has started.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    asked: u64,
}

impl Client {
    /// One that has not said anything yet.
    fn silent(args: &[&str]) -> Self {
        let mut child = Command::new(HOLOTABLE)
            .arg("mcp")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        spawn(move || output.lines().map_while(Result::ok).all(|line| send.send(line).is_ok()));
        Self { input: child.stdin.take(), child, lines, asked: 0 }
    }

    fn new(args: &[&str]) -> Self {
        let mut client = Self::silent(args);
        let greeting = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "a test", "version": "1" },
        });
        let told = client.ask("initialize", &greeting);
        assert_eq!(told["result"]["serverInfo"]["name"], "holotable", "{told}");
        client.write(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        client
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next message of the program.
    fn hear(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"))
    }

    /// A request as it goes over the pipe, and its number.
    fn request(&mut self, method: &str, params: &Value) -> (u64, String) {
        self.asked += 1;
        let id = self.asked;
        (id, json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string() + "\n")
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let (id, line) = self.request(method, params);
        self.write(line.as_bytes());
        let told = self.hear();
        assert_eq!(told["id"], id, "{told}");
        told
    }

    /// What a tool says, and whether it refuses.
    fn call(&mut self, tool: &str, arguments: &Value) -> (bool, String) {
        read(&self.ask("tools/call", &json!({ "name": tool, "arguments": arguments })))
    }

    /// What a tool says that does not refuse.
    fn told(&mut self, tool: &str, arguments: &Value) -> String {
        let (refused, text) = self.call(tool, arguments);
        assert!(!refused, "{tool} {arguments}: {text}");
        text
    }

    /// The one line with which a tool refuses, without the legal actions that may stand below.
    fn refused(&mut self, tool: &str, arguments: &Value) -> String {
        let (refused, text) = self.call(tool, arguments);
        let line = text.lines().next().unwrap_or_default().to_owned();
        assert!(refused && !line.is_empty() && line.chars().count() <= 1100, "{tool} {arguments}: {text}");
        assert!(!line.contains("/src/"), "{line}");
        line
    }

    fn act(&mut self, action: &str) -> String {
        self.told("act", &json!({ "action": action }))
    }

    /// Ends the input: the program ends soon, well and without a word.
    fn end(mut self) {
        drop(self.input.take());
        assert_eq!(self.ended(), (Some(0), String::new()));
    }

    /// The exit code and standard error of a program that ends.
    fn ended(&mut self) -> (Option<i32>, String) {
        let until = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "it does not end");
            sleep(Duration::from_millis(5));
        };
        (status.code(), std::io::read_to_string(self.child.stderr.take().unwrap()).unwrap())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of an answer, and whether it is a refusal.
fn read(told: &Value) -> (bool, String) {
    let result = &told["result"];
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{told}"));
    (result["isError"] == json!(true), text.to_owned())
}

/// The legal actions by number and name.
fn legal(text: &str) -> Vec<(usize, String)> {
    let Some((_, list)) = text.split_once("Legal actions (number: name, and what it means):\n") else {
        return Vec::new();
    };
    let action = |line: &str| {
        let (number, rest) = line.split_once(": ").unwrap();
        (number.parse().unwrap(), rest.split("  (").next().unwrap().to_owned())
    };
    list.lines().map(action).collect()
}

/// A game that was played, what was said on the way, and its file.
struct Played {
    /// The names of what was chosen.
    actions: Vec<String>,
    /// What the seat was told before each of these, and at the end.
    told: Vec<String>,
    file: PathBuf,
}

/// Plays a game to its end, choosing from all over the list.
fn play(client: &mut Client, folder: &Path, new: &Value) -> Played {
    let mut told = vec![client.told("new", new)];
    let mut actions = Vec::new();
    loop {
        let legal = legal(&told[actions.len()]);
        if legal.is_empty() {
            break;
        }
        assert!(legal.len() > 1, "a move without an alternative is played at once");
        let n = actions.len();
        let (number, name) = &legal[(n * 7919 + 3) % legal.len()];
        // By either way of saying it.
        told.push(client.act(&if n % 2 == 0 { name.clone() } else { number.to_string() }));
        actions.push(name.clone());
    }
    let name = format!("{}-{}-1.jsonl", new["game"].as_str().unwrap(), new["seed"]);
    Played { actions, told, file: folder.join(name) }
}

/// Chooses what was chosen before.
struct Script(VecDeque<usize>);

impl Chooser for Script {
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
        assert_eq!(states.len(), 1);
        Ok(vec![self.0.pop_front().expect("the game asks as often as it did before")])
    }
}

/// What everything else makes of the same choices: the loop of tournaments, `holotable play` and `holotable replay`.
fn same_everywhere(name: &str) {
    let folder = Scratch::new(&format!("mcp-{name}"));
    let path = folder.path().to_str().unwrap();
    let mut client = Client::new(&["--replays", path]);
    let played =
        play(&mut client, folder.path(), &json!({ "game": name, "seed": 7, "opponents": ["greedy"] }));
    let result = client.told("result", &json!({}));
    assert!(result.starts_with("Over: ") && result.contains("Seat 0 (you): "), "{result}");
    assert!(played.told.last().unwrap().ends_with(&result));
    client.end();
    let standing = result.lines().next().unwrap();

    let game = Kind::named(name).unwrap().build([], None).unwrap();
    let numbers = played.actions.iter().map(|action| game.actions().number(action).unwrap());
    let seats: Vec<usize> = (0..game.teams().players()).map(|seat| usize::from(seat > 0)).collect();
    let names: Vec<String> = seats.iter().map(|&who| ["person", "greedy"][who].to_owned()).collect();
    let script = game.clone().chosen(Box::new(Script(numbers.collect())));
    let mut players = Players::from([(0, script), (1, game.player("greedy").unwrap())]);
    let (replay, ..) = game.clone().record(&seats, &names, &mut players, 7);
    assert_eq!(replay.to_text(), fs::read_to_string(&played.file).unwrap(), "{name}");

    let typed = played.actions.join("\n") + "\n";
    let printed = typing(&["play", name, "--agent", "greedy", "--seed", "7"], &typed);
    assert_eq!(printed.lines().last(), Some(standing), "{name}");
    let checked = typing(&["replay", "check", played.file.to_str().unwrap()], "");
    assert!(checked.trim_end().ends_with(standing), "{checked}");
}

/// What a command prints for what is typed.
fn typing(args: &[&str], typed: &str) -> String {
    let mut child =
        Command::new(HOLOTABLE).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let typed = typed.to_owned();
    let typist = spawn(move || drop(input.write_all(typed.as_bytes())));
    let output = child.wait_with_output().unwrap();
    typist.join().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_has_the_bytes_that_it_has_everywhere() {
    for name in GAMES {
        same_everywhere(name);
    }
}

/// The words that stand in a position.
fn words(state: &Value, out: &mut BTreeSet<String>) {
    match state {
        Value::String(word) if word.len() > 3 => drop(out.insert(word.clone())),
        Value::Array(all) => all.iter().for_each(|one| words(one, out)),
        Value::Object(all) => {
            for (name, one) in all {
                words(&json!(name), out);
                words(one, out);
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// How many names stood in positions that the seat could not know, after it is made sure that it was told none of them.
fn hidden_names(game: &str, seat: usize) -> usize {
    let folder = Scratch::new(&format!("mcp-secret-{game}-{seat}"));
    let mut client = Client::new(&["--replays", folder.path().to_str().unwrap(), "--coach"]);
    let new = json!({ "game": game, "seed": 5, "seats": [seat], "opponents": ["greedy"] });
    let played = play(&mut client, folder.path(), &new);
    client.end();
    let replay = Replay::from_text(&fs::read_to_string(&played.file).unwrap()).unwrap();
    let game = Kind::named(game).unwrap().of_replay(&replay, None).unwrap();
    let frames = game.frames(&replay).unwrap();
    let (mut told, mut known, mut hidden) = (played.told.iter(), BTreeSet::new(), 0);
    for (frame, next) in frames.iter().zip(replay.moves.iter().map(Some).chain([None])) {
        words(&frame.json(Viewer::Seat(seat)), &mut known);
        words(
            &next.map_or(Value::Null, |next| json!(next.action.split(['=', ' ']).collect::<Vec<_>>())),
            &mut known,
        );
        let asked = next.is_none_or(|next| next.seat == seat && frame.legal().len() > 1);
        if !asked || frame.actor().is_none() {
            continue;
        }
        let (told, mut all) = (told.next().unwrap(), BTreeSet::new());
        words(&frame.json(Viewer::All), &mut all);
        for secret in all.difference(&known) {
            hidden += 1;
            assert!(!told.contains(secret.as_str()), "{secret} is hidden, and in: {told}");
        }
    }
    hidden
}

#[test]
fn a_seat_is_told_nothing_hidden() {
    for (game, seat) in [("rebellion_combat", 0), ("rebellion_combat", 1), ("rebellion", 0), ("risk", 0)] {
        let hidden = hidden_names(game, seat);
        assert!(hidden > 0, "nothing was hidden from seat {seat} of {game}");
        println!("{game}, seat {seat}: {hidden}");
    }
}

#[test]
fn what_helps_a_seat_tells_nothing_hidden_either() {
    let mut client = Client::new(&["--coach"]);
    client.told("new", &json!({ "game": "rebellion_combat", "seed": 5, "opponents": ["greedy"] }));
    // Until hands are dealt there is nothing to hide.
    let refused = (0..50).find_map(|_| {
        let action = json!({ "action": legal(&client.told("look", &json!({})))[0].0 });
        let (refused, text) = client.call("chances", &action);
        client.told("act", &action);
        refused.then_some(text)
    });
    assert_eq!(refused.unwrap(), "something is hidden from your seat, and the chances would tell it");
    let hint = client.told("hint", &json!({}));
    assert!(hint.starts_with("ppo would play ") && hint.contains("It expects to win "), "{hint}");
    assert!(client.told("hint", &json!({ "agent": "greedy" })).starts_with("greedy would play "));
    assert!(client.refused("hint", &json!({ "agent": "flat:9" })).contains("no agent 'flat:9' gives hints"));
    client.told("new", &json!({ "game": "dark_side_rising", "seed": 7 }));
    let (number, name) = legal(&client.told("look", &json!({})))[0].clone();
    let chances = client.told("chances", &json!({ "action": number }));
    let shares = chances.lines().filter_map(|line| line.split_once(" %: ")?.0.parse::<f64>().ok());
    let sum: f64 = shares.sum();
    assert!(chances.starts_with(&format!("{name}: ")) && sum > 1.0 && sum < 100.1, "{sum}: {chances}");
    client.end();
}

#[test]
fn the_tools_are_told_and_hints_are_for_a_coach_alone() {
    let names = |args: &[&str]| {
        let mut client = Client::new(args);
        let tools = client.ask("tools/list", &json!({}))["result"]["tools"].clone();
        for tool in tools.as_array().unwrap() {
            assert!(
                !tool["description"].as_str().unwrap().is_empty() && tool["inputSchema"]["type"] == "object"
            );
        }
        let unknown = client.ask("tools/call", &json!({ "name": "hint", "arguments": { "agent": "ppo" } }));
        let names: Vec<String> =
            tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
        client.end();
        (names, unknown["error"]["message"].as_str().unwrap_or_default().to_owned())
    };
    let plain = ["games", "rules", "new", "look", "act", "history", "chances", "result"];
    let (without, unknown) = names(&[]);
    assert_eq!(without, plain);
    assert!(unknown.starts_with("there is no tool 'hint' (there are games, rules, "), "{unknown}");
    let (with, known) = names(&["--coach"]);
    assert_eq!((with.len(), known.as_str()), (plain.len() + 1, ""));
}

#[test]
fn a_model_can_learn_how_to_play_and_look_back() {
    let mut client = Client::new(&[]);
    let games = client.told("games", &json!({}));
    for part in [
        "# dark_side_rising\n",
        "- players, a whole number from 2 to 4 (2 by default)",
        "- expert: ",
        "flat:200",
    ] {
        assert!(games.contains(part), "no {part:?} in {games}");
    }
    let rules = client.told("rules", &json!({ "game": "dark_side_rising", "options": { "players": 3 } }));
    assert_eq!(rules, typing(&["rules", "dark_side_rising", "-o", "players=3"], ""));
    assert!(client.refused("rules", &json!({})).contains("there is no game yet"));
    let first =
        client.told("new", &json!({ "game": "dark_side_rising", "options": { "players": 3 }, "seed": 2 }));
    assert_eq!(client.told("rules", &json!({})), rules);
    assert_eq!(client.told("look", &json!({})), first, "looking changes nothing");
    assert!(client.told("result", &json!({})).starts_with("Not over: "));
    let (number, name) = legal(&first)[0].clone();
    let second = client.told("act", &json!({ "action": number }));
    let news = second.split_once("Since your last decision:\n").unwrap().1;
    assert!(news.starts_with("Seat 0 (you): "), "{news}");
    let history = client.told("history", &json!({ "lines": 1000 }));
    assert!(news.starts_with(&history[history.find("Seat 0 (you): ").unwrap()..]), "{history}");
    let last = client.told("history", &json!({ "lines": 1 }));
    assert!(history.ends_with(&last) && last.lines().count() == 1, "{last}");
    // By structure, too, and the same game is the same again.
    let mut parts = name.split(' ');
    let mut action = json!({ "kind": parts.next().unwrap() });
    for (argument, value) in parts.map(|part| part.split_once('=').unwrap()) {
        action[argument] = json!(value);
    }
    client.told("new", &json!({ "game": "dark_side_rising", "options": { "players": "3" }, "seed": 2 }));
    assert_eq!(client.told("act", &json!({ "action": action })), second);
    client.end();
}

#[test]
fn one_model_may_have_every_seat() {
    let mut client = Client::new(&[]);
    let mut told = client.told("new", &json!({ "game": "rebellion_combat", "seed": 3, "seats": [1, 0] }));
    let mut seats = BTreeSet::new();
    while let Some((number, _)) = legal(&told).last() {
        let asked = told.split_once("\nYou are seat ").unwrap().1;
        seats.insert(asked[..1].to_owned());
        told = client.act(&number.to_string());
    }
    assert_eq!(seats.len(), 2);
    client.end();
}

/// What is wrong, and what the line says of it.
const WRONG: &[(&str, &str, &str)] = &[
    ("new", "{}", "missing field `game`"),
    ("new", r#"{"game": 7}"#, "arguments: game must be a string, not 7"),
    ("new", "[1]", "must be an object, not [1]"),
    ("new", r#"{"game": "dark_side_rsing"}"#, "did you mean 'dark_side_rising'?"),
    ("new", r#"{"game": "risk", "options": []}"#, "options must be an object, not an array"),
    ("new", r#"{"game": "dark_side_rising", "options": {"players": 9}}"#, "option 'players' is '9'"),
    ("new", r#"{"game": "dark_side_rising", "options": {"data": "/etc"}}"#, "'data'"),
    ("new", r#"{"game": "dark_side_rising", "seats": [2]}"#, "there is no seat 2: the seats are 0 to 1"),
    ("new", r#"{"game": "dark_side_rising", "seats": []}"#, "seats is empty"),
    (
        "new",
        r#"{"game": "dark_side_rising", "seats": [-1]}"#,
        "seats[0] must be a whole number from 0, not -1",
    ),
    (
        "new",
        r#"{"game": "dark_side_rising", "seats": ["a"]}"#,
        "seats[0] must be a whole number from 0, not \"a\"",
    ),
    ("new", r#"{"game": "dark_side_rising", "seed": -1}"#, "seed must be a whole number from 0, not -1"),
    ("new", r#"{"game": "dark_side_rising", "seed": 1.5}"#, "seed must be a whole number from 0, not 1.5"),
    ("new", r#"{"game": "dark_side_rising", "more": 1}"#, "unknown field `more`"),
    ("new", r#"{"game": "dark_side_rising", "opponents": {}}"#, "opponents must be an array, not an object"),
    ("new", r#"{"game": "dark_side_rising", "opponents": [7]}"#, "opponents[0] must be a string, not 7"),
    ("new", r#"{"game": "dark_side_rising", "opponents": ["exec:true"]}"#, "no agent 'exec:true' here"),
    ("new", r#"{"game": "dark_side_rising", "opponents": ["/etc/passwd"]}"#, "no agent '/etc/passwd' here"),
    ("new", r#"{"game": "dark_side_rising", "opponents": ["flat:5001"]}"#, "at most 5000 simulations"),
    (
        "new",
        r#"{"game": "dark_side_rising", "opponents": ["random", "random"]}"#,
        "opponents has 2 names but must have at most 1",
    ),
    ("rules", r#"{"options": {"players": 3}}"#, "no game whose options they are"),
    ("act", "{}", "missing field `action`"),
    ("act", r#"{"action": null}"#, "missing field `action`"),
    ("act", r#"{"action": []}"#, "an action is a number, a name or an object with kind, not []"),
    ("act", r#"{"action": "Deploy sector=eadu or Deploy sector=endor"}"#, ""),
    ("act", r#"{"action": -1}"#, "there is no action -1"),
    ("act", r#"{"action": "99999999"}"#, "there is no action 99999999"),
    ("act", r#"{"action": "EndTurn"}"#, "EndTurn is not legal: it is for step 3 of the turn"),
    ("act", r#"{"action": "Deploy sector=endor"}"#, "no action 'Deploy sector=endor'"),
    ("history", r#"{"lines": "many"}"#, "lines must be a whole number from 0, not \"many\""),
    ("history", r#"{"lines": 0}"#, "lines is 0 but must be from 1 to 1000"),
    ("chances", r#"{"action": "EndTurn"}"#, "EndTurn"),
    ("look", r#"{"seat": 1}"#, "unknown field `seat`"),
    ("result", r#"{"all": true}"#, "unknown field `all`"),
    ("games", r#"{"x": 1}"#, "unknown field `x`"),
];

#[test]
fn what_is_wrong_is_one_line_and_changes_nothing() {
    let mut client = Client::new(&[]);
    assert!(client.refused("look", &json!({})).contains("there is no game yet"));
    assert!(client.refused("act", &json!({ "action": "0" })).contains("there is no game yet"));
    let first = client.told("new", &json!({ "game": "dark_side_rising", "seed": 7 }));
    for (tool, arguments, part) in WRONG {
        let arguments: Value = serde_json::from_str(arguments).unwrap();
        if !arguments.is_object() {
            let told = client.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
            assert_eq!(told["error"]["code"], -32602, "{told}");
            continue;
        }
        let line = client.refused(tool, &arguments);
        assert!(line.contains(part), "{tool} {arguments}: {line}");
        assert_eq!(rust(&line), None, "{tool} {arguments}: {line}");
        assert_eq!(client.told("look", &json!({})), first, "{tool} {arguments}");
    }
    let long = "x".repeat(10_000);
    assert!(client.refused("new", &json!({ "game": long })).contains("unknown game"));
    assert!(client.refused("act", &json!({ "action": long })).contains("at most 200 characters"));
    // Whoever plays something illegal is told what is legal.
    let (_, text) = client.call("act", &json!({ "action": "EndTurn" }));
    assert_eq!(legal(&text), legal(&first));
    let unknown = client.ask("tools/call", &json!({ "name": "x".repeat(5000), "arguments": {} }));
    assert!(unknown["error"]["message"].as_str().unwrap().len() < 300, "{unknown}");
    assert_eq!(client.ask("no/such/method", &json!({}))["error"]["code"], -32601);
    client.end();
}

#[test]
fn a_game_that_is_over_stays_as_it_is() {
    let folder = Scratch::new("mcp-over");
    let mut client = Client::new(&["--replays", folder.path().to_str().unwrap()]);
    let new = json!({ "game": "rebellion_combat", "seed": 1, "opponents": ["random"] });
    let played = play(&mut client, folder.path(), &new);
    assert!(client.refused("act", &json!({ "action": 0 })).starts_with("the game is over: "));
    assert_eq!(&client.told("look", &json!({})), played.told.last().unwrap());
    assert!(client.refused("chances", &json!({ "action": 0 })).contains("you do not decide anything now"));
    let again = play(&mut client, folder.path(), &new);
    assert_eq!(again.told, played.told);
    let files =
        [1, 2].map(|n| fs::read(folder.path().join(format!("rebellion_combat-1-{n}.jsonl"))).unwrap());
    assert_eq!(files[0], files[1], "the same game, in a file of its own");
    client.end();
}

/// Lines that are no messages, or no good ones.
const GARBAGE: &[&[u8]] = &[
    b"",
    b"{",
    b"null",
    b"[]",
    b"7",
    b"\"\"",
    b"\0\0\0",
    b"\xff\xfe\xfd",
    b"GET / HTTP/1.1",
    b"{}",
    b"{\"jsonrpc\":\"2.0\"}",
    b"{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}",
    b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
    b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/list\"}",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"look\"}}",
    b"{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":{}}",
    b"{\"jsonrpc\":\"2.0\",\"id\":99,\"error\":{\"code\":1,\"message\":\"x\"}}",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
];

#[test]
fn garbage_is_passed_over() {
    let mut client = Client::new(&[]);
    let first = client.told("new", &json!({ "game": "dark_side_rising", "seed": 7 }));
    for line in GARBAGE {
        client.write(&[line, &b"\n"[..]].concat());
    }
    client.write(&[&b"[".repeat(100_000)[..], b"\n"].concat());
    client.write(&[&b"x".repeat(3 * MESSAGE_BYTES)[..], b"\n"].concat());
    let huge =
        json!({ "jsonrpc": "2.0", "id": 5, "method": "ping", "params": { "x": "y".repeat(MESSAGE_BYTES) } });
    client.write((huge.to_string() + "\n").as_bytes());
    // What was nearly a message was answered, perhaps, and the next good one is as well.
    let (id, line) = client.request("tools/call", &json!({ "name": "look", "arguments": {} }));
    client.write(line.as_bytes());
    let told = std::iter::repeat_with(|| client.hear()).take(100).find(|told| told["id"] == id).unwrap();
    assert_eq!(read(&told), (false, first));
    client.end();
}

/// A client that does not wait: what it sends is done in order, and no more is taken in than is done.
#[test]
fn a_flood_is_answered_in_order() {
    let mut client = Client::new(&[]);
    client.told("new", &json!({ "game": "dark_side_rising", "seed": 7 }));
    let mut calm = Client::new(&[]);
    calm.told("new", &json!({ "game": "dark_side_rising", "seed": 7 }));
    let mut calls = Vec::new();
    for n in 0..1_500 {
        let (tool, arguments) = match n % 50 {
            0 => ("act", json!({ "action": n % 7 })),
            _ => ("look", json!({})),
        };
        calls.push((tool, arguments));
    }
    let lines: Vec<(u64, String)> = calls
        .iter()
        .map(|(tool, args)| client.request("tools/call", &json!({ "name": tool, "arguments": args })))
        .collect();
    let mut input = client.input.take().unwrap();
    let text: String = lines.iter().map(|(_, line)| line.as_str()).collect();
    let writer = spawn(move || {
        input.write_all(text.as_bytes()).unwrap();
        input
    });
    for ((id, _), (tool, arguments)) in lines.iter().zip(&calls) {
        let told = client.hear();
        assert_eq!(told["id"], *id);
        if *tool == "act" {
            assert_eq!(read(&told), calm.call(tool, arguments));
        }
    }
    client.input = Some(writer.join().unwrap());
    client.end();
    calm.end();
}

#[test]
fn whoever_says_nothing_is_left_alone() {
    Client::silent(&[]).end();
    let mut client = Client::silent(&[]);
    client.write(b"no message, and no end of the line");
    client.end();
    // A greeting that never came, and then it is over.
    let mut client = Client::silent(&[]);
    let told = client.ask("tools/list", &json!({}));
    assert!(told["error"]["message"].is_string(), "{told}");
    client.end();
}

#[test]
fn whoever_does_not_greet_is_told_so() {
    let mut client = Client::silent(&[]);
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/progress",
        "params": { "progressToken": "secret", "progress": 1 } });
    client.write((note.to_string() + "\n").as_bytes());
    let (code, errors) = client.ended();
    assert_eq!(code, Some(2));
    assert_eq!(
        errors,
        "error: cannot speak the Model Context Protocol: the first message must be the request `initialize`\n"
    );
}

/// An opponent that thinks for minutes.
const SLOW: &str = "flat:5000@all";

#[test]
fn who_thinks_for_too_long_is_told_of() {
    let mut client = Client::new(&["--wait", "1"]);
    let new = json!({ "game": "rebellion", "seed": 1, "opponents": [SLOW] });
    let line = client.refused("new", &new);
    assert!(line.contains(&format!("seat 1 ({SLOW}) has not decided within 1 s")), "{line}");
    assert!(client.refused("look", &json!({})).contains("has not decided within 1 s"));
    assert!(client.refused("act", &json!({ "action": 0 })).contains("others have not decided yet"));
    assert!(client.refused("chances", &json!({ "action": 0 })).contains("you do not decide anything now"));
    client.told("new", &json!({ "game": "rebellion", "seed": 1, "opponents": ["random"] }));
    client.end();
}

/// An opponent that thinks for some seconds.
const STEADY: &str = "flat:500@all";

#[test]
fn an_opponent_that_thinks_is_not_begun_anew() {
    let mut client = Client::new(&["--wait", "1"]);
    let new = json!({ "game": "rebellion", "seed": 1, "opponents": [STEADY] });
    let line = client.refused("new", &new);
    assert!(line.contains("has not decided within 1 s and thinks on: `look` waits for it"), "{line}");
    // A decision takes longer than is waited for, so whoever began anew each time would never be done.
    let until = Instant::now() + PATIENCE;
    let asked = loop {
        let (refused, text) = client.call("look", &json!({}));
        let history = client.told("history", &json!({}));
        if !refused || history.contains(STEADY) {
            break history;
        }
        assert!(text.contains("has not decided within 1 s") && Instant::now() < until, "{text}");
    };
    assert!(asked.contains(&format!("Seat 1 ({STEADY}): ")), "{asked}");
    client.end();
}

#[test]
fn whoever_asks_takes_back_or_leaves_is_heard_while_an_opponent_thinks() {
    let mut client = Client::new(&["--wait", "600"]);
    let new = json!({ "game": "rebellion", "seed": 1, "opponents": [SLOW] });
    let begun = Instant::now();
    let (call, line) = client.request("tools/call", &json!({ "name": "new", "arguments": new }));
    client.write(line.as_bytes());
    assert_eq!(client.ask("ping", &json!({}))["result"], json!({}));
    assert!(client.ask("tools/list", &json!({}))["result"]["tools"].is_array());
    // What was asked behind it waits, until the call is taken back.
    let (next, line) = client.request("tools/call", &json!({ "name": "result", "arguments": {} }));
    client.write(line.as_bytes());
    let (taken, line) = client.request("tools/call", &json!({ "name": "games", "arguments": {} }));
    client.write(line.as_bytes());
    assert_eq!(client.ask("ping", &json!({}))["result"], json!({}));
    for id in [taken, call] {
        let note =
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
        client.write((note.to_string() + "\n").as_bytes());
    }
    let told = client.hear();
    assert_eq!(told["id"], next, "{told}");
    assert!(read(&told).1.starts_with("Not over: "), "{told}");
    // The game is there, its opponent thinks on, and the end of the input ends all.
    let (look, line) = client.request("tools/call", &json!({ "name": "look", "arguments": {} }));
    client.write(line.as_bytes());
    sleep(Duration::from_millis(100));
    drop(client.input.take());
    assert_eq!(client.ended(), (Some(0), String::new()));
    let told = client.hear();
    assert_eq!(told["id"], look, "{told}");
    assert!(read(&told).0, "{told}");
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    let mut client = Client::new(&[]);
    let new = json!({ "game": "dark_side_rising", "seed": 7 });
    let calls = [("new", new), ("look", json!({})), ("result", json!({}))];
    let calls: Vec<(u64, String)> = calls
        .iter()
        .map(|(tool, arguments)| {
            client.request("tools/call", &json!({ "name": tool, "arguments": arguments }))
        })
        .collect();
    client.write(calls.iter().map(|(_, line)| line.as_str()).collect::<String>().trim_end().as_bytes());
    drop(client.input.take());
    for (id, _) in calls {
        let told = client.hear();
        assert_eq!(told["id"], id, "{told}");
        assert!(!read(&told).0, "{told}");
    }
    assert_eq!(client.ended(), (Some(0), String::new()));
}

#[test]
fn arguments_are_taken_as_they_are_meant() {
    let mut client = Client::new(&[]);
    let plain = json!({ "game": "dark_side_rising", "options": { "players": 3 }, "seats": [0], "opponents": ["random"], "seed": 7 });
    let first = client.told("new", &plain);
    for (name, value) in [
        ("seed", json!("7")),
        ("seed", json!(7.0)),
        ("seats", json!("0")),
        ("seats", json!(0)),
        ("seats", json!(["0"])),
        ("seats", json!("[0]")),
        ("seats", json!(null)),
        ("opponents", json!("random")),
        ("opponents", json!("[\"random\"]")),
        ("options", json!({ "players": "3", "imperials": null })),
        ("options", json!("{\"players\": 3}")),
    ] {
        let mut new = plain.clone();
        new[name] = value;
        assert_eq!(client.told("new", &new), first, "{new}");
    }
    let last = client.told("history", &json!({ "lines": "1" }));
    assert_eq!(client.told("history", &json!({ "lines": 1 })), last);
    assert_eq!(client.told("look", &json!(null)), first);
    // An action is read as everywhere.
    let (number, name) = legal(&first)[0].clone();
    let second = client.told("act", &json!({ "action": number }));
    for said in [format!("**Action:** {name}"), name.to_lowercase(), format!("{{\"action\": \"{name}\"}}")] {
        client.told("new", &plain);
        assert_eq!(client.act(&said), second, "{said}");
    }
    client.end();
}

#[test]
fn a_line_that_is_no_json_is_answered_and_the_session_goes_on() {
    let mut client = Client::new(&[]);
    let first = client.told("new", &json!({ "game": "dark_side_rising", "seed": 7 }));
    for (line, code) in [
        (&b"{"[..], -32700),
        (b"no JSON", -32700),
        (b"\xff\xfe", -32700),
        (b"{\"id\": 1,}", -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":{}}", -32600),
        (&b"x".repeat(MESSAGE_BYTES + 9), -32600),
    ] {
        client.write(&[line, b"\n"].concat());
        let told = client.hear();
        assert_eq!((&told["error"]["code"], &told["id"]), (&json!(code), &json!(null)), "{told}");
    }
    for params in
        ["", ", \"params\": {}", ", \"params\": null", ", \"params\": {\"name\": 7}", ", \"params\": []"]
    {
        client.write(
            format!("{{\"jsonrpc\": \"2.0\", \"id\": 901, \"method\": \"tools/call\"{params}}}\n").as_bytes(),
        );
        let told = client.hear();
        assert_eq!((&told["error"]["code"], &told["id"]), (&json!(-32602), &json!(901)), "{params}: {told}");
        assert!(told["error"]["message"].as_str().unwrap().contains("the name of a tool"), "{told}");
    }
    assert_eq!(client.told("look", &json!({})), first);
    client.end();
}

/// The seed that `new` tells.
fn told_seed(text: &str) -> u64 {
    let line = text.lines().next().unwrap();
    let seed = line.strip_prefix("The seed of this game is ").and_then(|rest| rest.strip_suffix('.'));
    seed.unwrap_or_else(|| panic!("{line}")).parse().unwrap()
}

#[test]
fn a_game_without_a_seed_is_another_each_time_and_its_seed_is_told() {
    let mut client = Client::new(&[]);
    let new = json!({ "game": "rebellion_combat", "opponents": ["random"] });
    let told: Vec<String> = (0..3).map(|_| client.told("new", &new)).collect();
    let seeds: BTreeSet<u64> = told.iter().map(|text| told_seed(text)).collect();
    assert_eq!(seeds.len(), 3);
    let mut again = new.clone();
    again["seed"] = json!(told_seed(&told[0]));
    assert_eq!(client.told("new", &again), told[0].split_once("\n\n").unwrap().1);
    client.end();
}

#[test]
fn a_host_may_fix_seed_and_seats() {
    let mut client = Client::new(&["--seed", "5", "--seats", "1"]);
    let tools = client.ask("tools/list", &json!({}))["result"]["tools"].clone();
    let new = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "new").unwrap();
    let takes: Vec<&String> = new["inputSchema"]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(takes, ["game", "options", "opponents"]);
    let game = json!({ "game": "rebellion_combat", "opponents": ["random"] });
    for (name, value) in [("seed", json!(5)), ("seats", json!([0, 1]))] {
        let mut wish = game.clone();
        wish[name] = value;
        let line = client.refused("new", &wish);
        assert!(line.contains(&format!("{name} cannot be chosen: whoever started")), "{line}");
    }
    let [first, second] = [0, 1].map(|_| client.told("new", &game));
    assert!(first.contains("You are seat 1. ") && first != second, "{first}");
    client.end();
    let mut free = Client::new(&[]);
    for (seed, told) in [(5, first), (6, second)] {
        let mut same = game.clone();
        (same["seed"], same["seats"]) = (json!(seed), json!([1]));
        assert_eq!(free.told("new", &same), told);
    }
    free.end();
}

#[test]
fn replays_of_two_programs_stand_beside_each_other() {
    let folder = Scratch::new("mcp-two");
    let args = ["--replays", folder.path().to_str().unwrap()];
    let mut clients = [Client::new(&args), Client::new(&args)];
    let new = json!({ "game": "rebellion_combat", "seed": 1, "opponents": ["random"] });
    // Both have begun before either ends.
    for client in &mut clients {
        client.told("new", &new);
    }
    for (n, client) in clients.iter_mut().enumerate() {
        let mut told = client.told("look", &json!({}));
        while let Some((number, _)) = legal(&told).into_iter().nth(n).or_else(|| legal(&told).pop()) {
            told = client.act(&number.to_string());
        }
    }
    for client in clients {
        client.end();
    }
    let games: Vec<Vec<u8>> =
        [1, 2].map(|n| fs::read(folder.path().join(format!("rebellion_combat-1-{n}.jsonl"))).unwrap()).into();
    assert!(!games[0].is_empty() && !games[1].is_empty() && games[0] != games[1]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_at_once() {
    let interrupt = |client: &mut Client| {
        let id = client.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        assert_eq!(client.ended(), (Some(130), String::new()));
    };
    let mut idle = Client::new(&[]);
    idle.told("games", &json!({}));
    interrupt(&mut idle);
    let mut busy = Client::new(&["--wait", "600"]);
    let new = json!({ "game": "rebellion", "seed": 1, "opponents": [SLOW] });
    let (_, line) = busy.request("tools/call", &json!({ "name": "new", "arguments": new }));
    busy.write(line.as_bytes());
    sleep(Duration::from_millis(300));
    let before = Instant::now();
    interrupt(&mut busy);
    assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
}

#[test]
fn a_client_that_does_not_read_any_more_is_no_fault() {
    let mut client = Client::new(&[]);
    client.told("new", &json!({ "game": "dark_side_rising", "seed": 7 }));
    // The thread that reads ends with the next line, and the pipe with it.
    client.lines = channel().1;
    for _ in 0..20 {
        let (_, line) = client.request("tools/call", &json!({ "name": "look", "arguments": {} }));
        client.write(line.as_bytes());
    }
    client.end();
}
