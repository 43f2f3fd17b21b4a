//! Games that are kept, and rooms in which people at several screens play.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::scratch::Scratch;
use crate::serve::{At, get_at, path_of, posted_at, served};

fn post(at: &At, path: &str, body: &Value, status: u16) -> Value {
    let reply = posted_at(at, path, &body.to_string());
    assert_eq!(reply.status, status, "{path} {body}: {}", reply.body);
    reply.json()
}

fn get(at: &At, path: &str) -> Value {
    let reply = get_at(at, path);
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    reply.json()
}

/// A room for two people in a battle in which seat 0 acts first, for nobody may choose the seed: the paths of whoever began it, of the
/// guest, and of those who look on.
fn battle(at: &At, more: &Value) -> [String; 3] {
    let mut ask = json!({ "game": "rebellion_combat", "seats": [null, null], "guests": [1] });
    ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    for _ in 0..100 {
        let table = post(at, "/api/tables", &ask, 200);
        if table["tree"][0]["actor"] != json!(0) {
            continue;
        }
        let links = table["room"]["links"].as_array().unwrap();
        let link = |seats: Value| path_of(links.iter().find(|link| link["seats"] == seats).unwrap());
        return [path_of(&table), link(json!([1])), link(json!([]))];
    }
    panic!("seat 0 never acts first");
}

/// The end of a game, as this link sees it.
fn end(at: &At, path: &str) -> Value {
    let tree = get(at, path)["tree"].clone();
    let last = tree.as_array().unwrap().last().unwrap()["id"].clone();
    get(at, &format!("{path}/nodes/{last}"))
}

/// Plays a legal move of the seat that acts with its own link.
fn go_on(at: &At, paths: &[String]) -> Value {
    let node = end(at, &paths[0]);
    let seat = node["actor"].as_u64().unwrap() as usize;
    let node = end(at, &paths[seat]);
    let legal = node["legal"].as_array().unwrap();
    let n = node["id"].as_u64().unwrap() as usize;
    let ask = json!({ "at": n, "action": legal[n % legal.len()]["action"] });
    post(at, &format!("{}/play", paths[seat]), &ask, 200)
}

/// The events of a table, as they come.
struct Listening(BufReader<TcpStream>);

impl Listening {
    fn to(at: &At, path: &str) -> Self {
        let mut stream = TcpStream::connect(&at.host).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
        let ask = format!("GET {path}/events?nodes=1&removals=0 HTTP/1.1\r\nhost: {}\r\n\r\n", at.host);
        stream.write_all(ask.as_bytes()).unwrap();
        Self(BufReader::new(stream))
    }

    /// The next event that fits.
    fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let begun = std::time::Instant::now();
        loop {
            assert!(begun.elapsed().as_secs() < 20, "no such event");
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the events have ended");
            if let Some(data) = line.strip_prefix("data:") {
                let event: Value = serde_json::from_str(data).unwrap();
                if fits(&event) {
                    return event;
                }
            }
        }
    }
}

#[test]
fn people_in_a_room_are_sent_their_own_cards_alone() {
    let at = served(false);
    let paths = battle(&at, &json!({}));
    let table = get(&at, &paths[0]);
    let tactics = table["components"].as_array().unwrap().iter();
    let tactics = tactics.filter(|c| c["kind"].as_str().unwrap().contains("tactic"));
    let names: Vec<String> =
        tactics.map(|c| c["name"].as_str().unwrap().split(" (").next().unwrap().to_owned()).collect();
    assert!(names.len() > 5, "{names:?}");
    let mut listening: Vec<Listening> = paths.iter().map(|path| Listening::to(&at, path)).collect();
    // Of each link: the position, and all that was sent there.
    let (mut sent, mut n) = (Vec::new(), 0);
    loop {
        let now = end(&at, &paths[0]);
        if now["over"] == json!(true) {
            break;
        }
        for (i, path) in paths.iter().enumerate() {
            let mut all = get(&at, path)["tree"].to_string() + &end(&at, path).to_string();
            for viewer in ["0", "1", "table"] {
                let reply = get_at(&at, &format!("{path}/nodes/{n}?viewer={viewer}"));
                let own = viewer == "table" || viewer == i.to_string();
                assert_eq!(reply.status, if own { 200 } else { 403 }, "{path} {viewer}");
                all += &reply.body;
            }
            if n > 0 {
                let event =
                    listening[i].until(|event| event["new"].as_array().is_some_and(|new| !new.is_empty()));
                assert_eq!(event["new"][0]["id"], json!(n));
                all += &event.to_string();
            }
            sent.push((n, i, all));
        }
        n = go_on(&at, &paths[..2])["id"].as_u64().unwrap() as usize;
    }
    let (mut hidden, mut open) = (0, vec![String::new()]);
    for at_node in 0..n {
        let node = get(&at, &format!("{}/nodes/{at_node}?viewer=table", paths[2]));
        open.push(format!("{}{}", open[at_node], node["move"]));
    }
    for (n, link, all) in sent {
        let state = get(&at, &format!("{}/state?at={n}&viewer=all", paths[2]));
        let hands = [&state["empire"]["hand"], &state["rebels"]["hand"]].map(Value::to_string);
        let known =
            format!("{}{}{}", open[n + 1], state["discards"], hands.get(link).cloned().unwrap_or_default());
        let others = (0..2).filter(|&seat| seat != link).map(|seat| hands[seat].as_str()).collect::<String>();
        for name in
            names.iter().filter(|name| others.contains(name.as_str()) && !known.contains(name.as_str()))
        {
            hidden += 1;
            assert!(!all.contains(name.as_str()), "position {n} tells link {link} of {name}: {all}");
        }
    }
    assert!(hidden > 0, "nothing was hidden in this game");
}

#[test]
fn everybody_in_a_room_plays_their_own_seat_and_nobody_goes_back_alone() {
    let at = served(false);
    let paths = battle(&at, &json!({}));
    let [host, guest, watcher] = &paths;
    // Whoever knew the seed would know all cards and dice.
    for path in &paths {
        assert_eq!(get(&at, path)["seed"], Value::Null);
        assert_eq!(get_at(&at, &format!("{path}/replay?at=0")).status, 403);
    }
    assert!(get(&at, guest)["room"]["links"].is_null(), "a guest is told of no link");
    let first = end(&at, host);
    assert_eq!(first["actor"], json!(0));
    let action = first["legal"][0]["action"].clone();
    let play = json!({ "at": 0, "action": action });
    post(&at, &format!("{guest}/play"), &play, 403);
    post(&at, &format!("{watcher}/play"), &play, 403);
    post(&at, &format!("{host}/play"), &json!({ "at": 0, "action": action, "new_dice": true }), 403);
    for path in [host, guest] {
        post(&at, &format!("{path}/open"), &json!({}), 403);
        post(&at, &format!("{path}/evaluation"), &json!({ "at": 0, "agent": "expert" }), 403);
    }
    post(&at, &format!("{host}/play"), &play, 200);
    post(&at, &format!("{host}/remove"), &json!({ "at": 1 }), 403);
    post(&at, &format!("{host}/play"), &play, 409);
    // Back to the first decision, if the other agrees.
    let mut events = Listening::to(&at, guest);
    post(&at, &format!("{guest}/takeback"), &json!({ "to": 0 }), 400);
    post(&at, &format!("{guest}/answer"), &json!({ "agree": true }), 400);
    post(&at, &format!("{host}/takeback"), &json!({ "to": 0 }), 200);
    events.until(|event| event["room"]["takeback"]["to"] == json!(0));
    assert_eq!(get(&at, host)["tree"].as_array().unwrap().len(), 2, "the other was not asked yet");
    post(&at, &format!("{guest}/answer"), &json!({ "agree": false }), 200);
    events.until(|event| event["room"]["takeback"].is_null());
    post(&at, &format!("{host}/takeback"), &json!({ "to": 0 }), 200);
    post(&at, &format!("{watcher}/answer"), &json!({ "agree": true }), 403);
    post(&at, &format!("{guest}/answer"), &json!({ "agree": true }), 200);
    let event = events.until(|event| event["tree"].is_array());
    assert_eq!(event["tree"].as_array().unwrap().len(), 1);
    // A seat goes to an agent and comes back.
    post(&at, &format!("{guest}/seat"), &json!({ "seat": 0, "agent": "random" }), 403);
    post(&at, &format!("{guest}/seat"), &json!({ "seat": 7, "agent": "random" }), 400);
    post(&at, &format!("{host}/seat"), &json!({ "seat": 0, "agent": "nobody" }), 400);
    post(&at, &format!("{host}/seat"), &json!({ "seat": 0, "agent": "random" }), 200);
    let event = events.until(|event| event["seats"][0]["person"] == json!(false));
    assert_eq!(event["seats"][0]["who"], json!("random"));
    post(&at, &format!("{host}/play"), &json!({ "at": 0, "action": action }), 403);
    // Whoever is there lets it move.
    let moved = post(&at, &format!("{guest}/agent"), &json!({ "at": 0 }), 200);
    assert_eq!(moved["move"]["who"], json!("random"));
    post(&at, &format!("{host}/seat"), &json!({ "seat": 0 }), 200);
    events.until(|event| event["seats"][0]["person"] == json!(true));
    post(&at, &format!("{host}/seat"), &json!({ "seat": 7 }), 400);
    for who in ["guest", "watcher"] {
        let path = if who == "guest" { guest } else { watcher };
        post(&at, &format!("{path}/forget"), &json!({}), 403);
    }
    post(&at, &format!("{host}/forget"), &json!({}), 200);
    assert_eq!(get_at(&at, guest).status, 404);
}

#[test]
fn a_person_gives_only_their_own_seat_a_name_which_is_kept() {
    let scratch = Scratch::new("called");
    let file = scratch.path().join("games.sqlite");
    let (mut server, at) = command(file.to_str().unwrap());
    let [host, guest, watcher] = battle(&at, &json!({}));
    let mut events = Listening::to(&at, &host);
    let call = |path: &str, seat: usize, name: &str, status: u16| {
        post(&at, &format!("{path}/call"), &json!({ "seat": seat, "name": name }), status)
    };
    // It is text wherever it stands, whatever it looks like.
    call(&guest, 1, "  <b>Ann</b> ", 200);
    let event = events.until(|event| event["seats"][1]["name"].is_string());
    assert_eq!(event["seats"][1]["name"], json!("<b>Ann</b>"));
    call(&guest, 0, "Ann", 403);
    call(&host, 1, "Ann", 403);
    call(&watcher, 1, "Ann", 403);
    call(&guest, 7, "Ann", 400);
    for name in ["a".repeat(25).as_str(), "a\nb", "a\u{202e}b"] {
        assert_eq!(call(&guest, 1, name, 400)["field"], json!("name"), "{name:?}");
    }
    call(&host, 0, &"é".repeat(24), 200);
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, at) = command(file.to_str().unwrap());
    let seats = get(&at, &host)["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!("é".repeat(24)), &json!("<b>Ann</b>")));
    // An empty one takes it away.
    post(&at, &format!("{guest}/call"), &json!({ "seat": 1, "name": " " }), 200);
    assert_eq!(get(&at, &host)["seats"][1]["name"], Value::Null);
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn what_is_refused_names_the_field_that_is_to_blame() {
    let at = served(false);
    let refused = |more: Value| {
        let mut ask = json!({ "game": "dark_side_rising", "seats": [null, "expert"] });
        ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        post(&at, "/api/tables", &ask, 400)["field"].clone()
    };
    assert_eq!(refused(json!({ "options": { "players": "9" } })), json!("players"));
    assert_eq!(refused(json!({ "options": { "teams": "nowhere" } })), json!("teams"));
    assert_eq!(refused(json!({ "seats": ["nobody"] })), json!("agent"));
    assert_eq!(refused(json!({ "seats": [null, null, null] })), json!("seats"));
    assert_eq!(refused(json!({ "guests": [1] })), json!("guests"));
    assert_eq!(refused(json!({ "clock": { "seconds": 9 } })), json!("clock"));
    assert_eq!(refused(json!({ "replay": "nothing" })), json!("replay"));
}

#[test]
fn partners_at_several_screens_are_helped_and_told_no_seed() {
    let at = served(false);
    let ask = json!({ "game": "dark_side_rising", "seats": [null, null], "guests": [1] });
    let path = path_of(&post(&at, "/api/tables", &ask, 200));
    let page = get_at(&at, &format!("{path}/page?at=0"));
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(page.body.contains("<title>Dark Side Rising</title>"), "the title names the seed");
    let node = get(&at, &format!("{path}/nodes/0"));
    let action = &node["legal"][0]["action"];
    if node["actor"] == json!(0) {
        get(&at, &format!("{path}/chances?at=0&action={action}&agent=ppo"));
    }
}

#[test]
fn a_seat_without_time_goes_to_an_agent() {
    let at = served(false);
    for clock in [json!({ "seconds": 0 }), json!({ "seconds": -1 }), json!({ "minutes": 1 })] {
        let ask = json!({ "game": "rebellion_combat", "seats": [null, null], "guests": [1], "clock": clock });
        post(&at, "/api/tables", &ask, 400);
    }
    post(
        &at,
        "/api/tables",
        &json!({ "game": "rebellion_combat", "seats": [null], "clock": { "seconds": 9 } }),
        400,
    );
    let [host, guest, _] = battle(&at, &json!({ "clock": { "seconds": 3600 } }));
    assert_eq!(get(&at, &host)["room"]["left"][1], json!(3600.0));
    post(&at, &format!("{guest}/late"), &json!({}), 400);
    let [host, guest, _] = battle(&at, &json!({ "clock": { "seconds": 1 } }));
    // The clock waits until all have come.
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    post(&at, &format!("{guest}/late"), &json!({}), 400);
    let _other = Listening::to(&at, &host);
    let mut events = Listening::to(&at, &guest);
    events.until(|event| event["room"]["present"] == json!([true, true]));
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    post(&at, &format!("{guest}/late"), &json!({}), 200);
    let given = |event: &Value| (0..2).find(|&seat| event["seats"][seat]["person"] == json!(false));
    let event = events.until(|event| given(event).is_some());
    let seat = given(&event).unwrap();
    assert_eq!(event["seats"][seat]["who"], json!("ppo"));
    // Whoever comes back has half a minute.
    post(&at, &format!("{host}/seat"), &json!({ "seat": seat }), 200);
    let left = get(&at, &host)["room"]["left"][seat].as_f64().unwrap();
    assert!((25.0..=30.0).contains(&left), "{left}");
}

/// The command, with its games in this file.
fn command(games: &str) -> (Child, At) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args(["serve", "--port", "0", "--games", games, "--keep", "3"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
    (child, At { host, token: None })
}

/// Lets an agent play to the end, and gives the words of all moves.
fn finish(at: &At, path: &str) -> Vec<Value> {
    loop {
        let node = end(at, path);
        if node["over"] == json!(true) {
            let tree = get(at, path)["tree"].clone();
            return tree.as_array().unwrap().iter().map(|node| node["move"]["words"].clone()).collect();
        }
        post(at, &format!("{path}/agent"), &json!({ "at": node["id"] }), 200);
    }
}

#[test]
fn a_game_goes_on_after_the_server_was_killed() {
    let scratch = Scratch::new("rooms");
    let file = scratch.path().join("games.sqlite");
    let file = file.to_str().unwrap();
    let ask = json!({ "game": "rebellion_combat", "seed": 9, "seats": ["expert", "flat:5"] });
    let whole = served(false);
    let wanted = finish(&whole, &path_of(&post(&whole, "/api/tables", &ask, 200)));
    let (mut server, at) = command(file);
    let path = path_of(&post(&at, "/api/tables", &ask, 200));
    let mut seen = Vec::new();
    for n in 0..wanted.len() / 2 {
        post(&at, &format!("{path}/agent"), &json!({ "at": n }), 200);
        seen = get(&at, &path)["tree"].as_array().unwrap().clone();
    }
    post(&at, &format!("{path}/name"), &json!({ "at": 2, "name": "a turn" }), 200);
    post(&at, &format!("{path}/remove"), &json!({ "at": seen.len() - 1 }), 200);
    let seen = get(&at, &path)["tree"].clone();
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, at) = command(file);
    assert_eq!(get(&at, &path)["tree"], seen);
    assert_eq!(finish(&at, &path), wanted);
    // Another server on the same file would not see what this one plays.
    let output = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args(["serve", "--port", "0", "--games", file])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("another holotable serve keeps its games there"), "{said}");
    // The list has it, and forgets the oldest of four.
    for seed in 0..3 {
        let other = path_of(&post(
            &at,
            "/api/tables",
            &json!({ "game": "rebellion_combat", "seed": seed, "seats": ["random"] }),
            200,
        ));
        post(&at, &format!("{other}/agent"), &json!({ "at": 0 }), 200);
        let list = get(&at, "/api/kept");
        assert_eq!(list["all"], json!((seed + 2).min(3)), "{list}");
        assert_eq!(format!("/api/tables/{}", list["games"][0]["id"].as_str().unwrap()), other);
    }
    assert_eq!(get_at(&at, &path).status, 404);
    assert_eq!(get(&at, "/api/kept?game=risk")["all"], json!(0));
    assert_eq!(get(&at, &format!("/api/kept?page={}", u64::MAX))["games"], json!([]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "others on this machine read no links");
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn what_is_no_database_of_games_is_left_alone() {
    let scratch = Scratch::new("no-rooms");
    let file = scratch.path().join("notes.txt");
    std::fs::write(&file, "not a database, but long enough to be read as one by its first page").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args(["serve", "--port", "0", "--games", file.to_str().unwrap()])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("notes.txt") && said.contains("not a database"), "{said}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("not a database"));
}

#[test]
fn a_mistake_is_found_warned_of_and_asked_again() {
    let at = served(false);
    let ask = json!({ "game": "dark_side_rising", "seed": 4, "seats": [null, "expert"] });
    let path = path_of(&post(&at, "/api/tables", &ask, 200));
    post(&at, &format!("{path}/mistakes"), &json!({ "agent": "ppo" }), 400);
    post(&at, &format!("{path}/mistakes"), &json!({ "agent": "nobody" }), 400);
    let mut warned = 0;
    loop {
        let node = end(&at, &path);
        if node["over"] == json!(true) {
            break;
        }
        let n = node["id"].clone();
        if node["actor"] == json!(0) {
            let last = node["legal"].as_array().unwrap().last().unwrap()["action"].clone();
            let of = |action: &Value| json!({ "at": n, "action": action, "agent": "ppo" });
            let trial = post(&at, &format!("{path}/trial"), &of(&last), 200);
            if trial["matters"] == json!(true) {
                warned += 1;
                let better = post(&at, &format!("{path}/trial"), &of(&trial["better"]), 200);
                assert_eq!(better["matters"], json!(false), "{trial} {better}");
            }
            post(&at, &format!("{path}/play"), &json!({ "at": n, "action": last }), 200);
        } else {
            post(&at, &format!("{path}/agent"), &json!({ "at": n }), 200);
        }
    }
    assert!(warned > 1, "{warned}");
    for _ in 0..2 {
        let found = post(&at, &format!("{path}/mistakes"), &json!({ "agent": "ppo" }), 200);
        assert_eq!((&found["mistakes"], &found["games_before"]), (&json!(warned), &json!(0)));
        assert!(found["decisions"].as_u64() > Some(warned) && found["each"].as_f64() > Some(0.0), "{found}");
    }
    let asked = get(&at, "/api/practise");
    assert_eq!((&asked["due"], &asked["all"]), (&json!(warned), &json!(warned)));
    let (id, n) = (&asked["next"]["id"], &asked["next"]["at"]);
    let legal = get(&at, &format!("{path}/nodes/{n}"))["legal"].clone();
    let last = legal.as_array().unwrap().last().unwrap()["action"].clone();
    let said = post(&at, "/api/practise", &json!({ "id": id, "at": n, "action": last }), 200);
    assert_eq!(said["right"], json!(false), "the same mistake again: {said}");
    let said =
        post(&at, "/api/practise", &json!({ "id": id, "at": n, "action": said["trial"]["better"] }), 200);
    assert_eq!(said["right"], json!(true), "{said}");
    // Where the answer leads; the best move is the answer here.
    let leads = said["leads"].as_array().unwrap();
    assert_eq!(leads.len(), 1, "{said}");
    assert!(leads[0]["count"].as_u64() > Some(0) && leads[0]["words"].is_string(), "{said}");
    assert_eq!(get(&at, "/api/practise")["due"], json!(warned - 1));
    post(&at, "/api/practise", &json!({ "id": id, "at": 0, "action": 0 }), 404);
    // What was taken off the tree is asked no more.
    post(&at, &format!("{path}/remove"), &json!({ "at": 1 }), 200);
    let left = get(&at, "/api/practise");
    assert_eq!((&left["next"], &left["due"]), (&Value::Null, &json!(0)), "{left}");
    post(&at, &format!("{path}/forget"), &json!({}), 200);
    assert_eq!(get(&at, "/api/practise")["all"], json!(0));
}

#[test]
fn nobody_is_warned_by_what_is_hidden() {
    let at = served(false);
    let ask = json!({ "game": "rebellion_combat", "seed": 5, "seats": [null, "expert"] });
    let path = path_of(&post(&at, "/api/tables", &ask, 200));
    let mut refused = 0;
    loop {
        let node = end(&at, &path);
        if node["over"] == json!(true) {
            break;
        }
        let n = node["id"].clone();
        if node["actor"] != json!(0) || node["forced"] == json!(true) {
            post(&at, &format!("{path}/agent"), &json!({ "at": n }), 200);
            continue;
        }
        let action = node["legal"][0]["action"].clone();
        let reply = posted_at(
            &at,
            &format!("{path}/trial"),
            &json!({ "at": n, "action": action, "agent": "ppo" }).to_string(),
        );
        // Whoever may not be told exact chances is told of no cost.
        let chances = get_at(&at, &format!("{path}/chances?at={n}&action={action}"));
        assert_eq!(reply.status, chances.status, "{}", reply.body);
        refused += usize::from(reply.status == 403);
        post(&at, &format!("{path}/play"), &json!({ "at": n, "action": action }), 200);
    }
    assert!(refused > 0);
}
