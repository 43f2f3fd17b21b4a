//! The server of tables, as a stranger talks to it: bytes over a connection.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::LazyLock;

use holotable_agents::serve::{Config, Server, guard};
use holotable_env::{Chance, Sample, generator};
use serde_json::{Value, json};

use crate::study::studied;

/// Where a server listens, and its token.
struct At {
    host: String,
    token: Option<String>,
}

fn served(token: bool) -> At {
    let server = Server::bind(&Config { host: IpAddr::V4(Ipv4Addr::LOCALHOST), port: 0, token }).unwrap();
    let url = server.url();
    let (host, token) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let at = At { host: host.to_owned(), token: token.strip_prefix("#token=").map(str::to_owned) };
    std::thread::spawn(|| server.run());
    at
}

static OPEN: LazyLock<At> = LazyLock::new(|| served(false));

/// What came back: the status, the head and the body.
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

/// Sends these bytes as they are.
fn raw(at: &At, bytes: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(&at.host).unwrap();
    stream.write_all(bytes).unwrap();
    let mut all = Vec::new();
    // A server that has said enough may cut the line while more is sent.
    let _ = stream.read_to_end(&mut all);
    let text = String::from_utf8_lossy(&all).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    Reply { status, head: head.to_lowercase(), body: body.to_owned() }
}

/// A request with these headers beside `connection`.
fn sent(at: &At, line: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let mut text = format!("{line} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in headers {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    if !body.is_empty() {
        let _ = write!(text, "content-length: {}\r\n", body.len());
    }
    raw(at, (text + "\r\n" + body).as_bytes())
}

fn get(path: &str) -> Reply {
    sent(&OPEN, &format!("GET {path}"), &[("host", &OPEN.host)], "")
}

fn post(path: &str, body: &Value) -> Reply {
    posted(path, &body.to_string())
}

fn posted(path: &str, body: &str) -> Reply {
    let headers = [("host", OPEN.host.as_str()), ("content-type", "application/json")];
    sent(&OPEN, &format!("POST {path}"), &headers, body)
}

/// The path of a new game's table.
fn opened(what: &Value) -> (String, Value) {
    let reply = post("/api/tables", what);
    assert_eq!(reply.status, 200, "{}", reply.body);
    let table = reply.json();
    (format!("/api/tables/{}", table["id"]), table)
}

/// A request, its headers and its body, and the status of the answer.
type Case<'a> = (&'a str, Vec<(&'a str, &'a str)>, &'a str, u16);

#[test]
fn only_a_page_of_this_server_is_let_in() {
    let port = OPEN.host.split_once(':').unwrap().1;
    let own = OPEN.host.as_str();
    let (evil, other, local) =
        (format!("127.0.0.1.evil.example:{port}"), format!("{own}0"), format!("localhost:{port}"));
    let origin = format!("http://{own}");
    let json = ("content-type", "application/json");
    let cases: &[Case] = &[
        ("GET /api/games", vec![("host", own)], "", 200),
        ("GET /api/games", vec![("host", &local)], "", 200),
        ("GET /", vec![("host", own)], "", 200),
        ("GET /web/main.js", vec![("host", own)], "", 200),
        ("GET /api/games", vec![("host", own), ("origin", &origin)], "", 200),
        ("GET /api/games", vec![("host", "evil.example")], "", 421),
        ("GET /api/games", vec![("host", &evil)], "", 421),
        ("GET /api/games", vec![("host", &other)], "", 421),
        ("GET /api/games", vec![("host", "127.0.0.1")], "", 421),
        ("GET /", vec![("host", "evil.example")], "", 421),
        ("GET /api/games", vec![("host", own), ("host", "evil.example")], "", 421),
        ("GET /api/games", vec![], "", 421),
        ("GET /api/games", vec![("host", own), ("origin", "http://evil.example")], "", 403),
        ("GET /api/games", vec![("host", own), ("origin", "null")], "", 403),
        ("GET /api/games", vec![("host", own), ("origin", "https://127.0.0.1")], "", 403),
        ("POST /api/tables", vec![("host", own), ("content-type", "text/plain")], "{}", 415),
        ("POST /api/tables", vec![("host", own)], "{}", 415),
        (
            "POST /api/tables",
            vec![("host", own), ("content-type", "application/x-www-form-urlencoded")],
            "a=b",
            415,
        ),
        ("PUT /api/tables", vec![("host", own), json], "{}", 405),
        ("DELETE /api/tables/1", vec![("host", own)], "", 405),
        ("OPTIONS /api/tables", vec![("host", own), ("origin", "http://evil.example")], "", 403),
        ("POST /api/games", vec![("host", own), json], "{}", 405),
        ("GET /web/../Cargo.toml", vec![("host", own)], "", 404),
        ("GET /web/%2e%2e%2fCargo.toml", vec![("host", own)], "", 404),
        ("GET /etc/passwd", vec![("host", own)], "", 404),
    ];
    for (line, headers, body, status) in cases {
        let reply = sent(&OPEN, line, headers, body);
        assert_eq!(reply.status, *status, "{line} {headers:?}: {}", reply.body);
        assert!(
            reply.head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{line}"
        );
        assert!(reply.head.contains("x-content-type-options: nosniff"), "{line}");
        assert!(!reply.head.contains("access-control-allow"), "{line}");
    }
}

#[test]
fn whoever_has_no_token_is_sent_away() {
    let at = served(true);
    let token = at.token.clone().unwrap();
    assert_eq!(token.len(), 32, "{token}");
    let (host, name) = (at.host.as_str(), guard::TOKEN);
    let wrong = token.replace(|c: char| c.is_ascii_hexdigit(), "0");
    let ask = |token: Option<&str>| {
        let mut headers = vec![("host", host)];
        headers.extend(token.map(|token| (name, token)));
        sent(&at, "GET /api/games", &headers, "").status
    };
    assert_eq!(ask(Some(&token)), 200);
    for bad in [None, Some(""), Some("0"), Some(&wrong[..]), Some(&token[..31])] {
        assert_eq!(ask(bad), 401, "{bad:?}");
    }
    // The page itself holds nothing.
    assert_eq!(sent(&at, "GET /", &[("host", host)], "").status, 200);
}

#[test]
fn a_server_for_everybody_at_once_is_refused() {
    let all = Config { host: IpAddr::V4(Ipv4Addr::UNSPECIFIED), port: 0, token: false };
    assert!(Server::bind(&all).unwrap_err().to_string().contains("the very address"));
}

#[test]
fn too_much_is_refused() {
    let big = format!("{{\"game\":\"{}\"}}", "x".repeat(guard::MOST_REPLAY));
    assert_eq!(posted("/api/tables", &big).status, 413);
    let (path, _) = opened(&json!({ "game": "dark_side_rising", "seed": 1, "seats": [null] }));
    let big = json!({ "at": 0, "name": "x".repeat(guard::MOST_BODY) });
    assert_eq!(post(&format!("{path}/name"), &big).status, 413);
    let long = json!({ "at": 0, "name": "x".repeat(81) });
    assert_eq!(post(&format!("{path}/name"), &long).status, 400);
    let deep = "[".repeat(20_000);
    assert_eq!(posted(&format!("{path}/play"), &deep).status, 400);
}

/// Paths that lead to nothing.
const PATHS: &[&str] = &[
    "/api/tables/999",
    "/api/tables/x",
    "/api/tables/1/nodes/999",
    "/api/tables/-1",
    "/api/tables/1/chances",
    "/api/tables/1/chances?at=0&action=x",
    "/api/tables/1/opinion?at=0&agent=../x",
    "/api/tables/1/curve?at=0&agent=/etc",
    "/api/tables/1/curve?at=0&agent=random&team=9",
    "/api/tables/1/nodes/0?viewer=9",
    "/api/tables/1/nodes/0?viewer=root",
    "/api/tables/1/nodes/0?other=1",
];

/// Bodies that no route understands.
const BODIES: &[&str] = &[
    "",
    "{",
    "null",
    "[]",
    "7",
    "\"\"",
    "{\"at\":-1,\"action\":0}",
    "{\"at\":null}",
    "{\"at\":0,\"action\":99999999}",
    "{\"at\":99999999,\"action\":0}",
    "{\"at\":0,\"action\":0,\"picks\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}",
    "{\"at\":0,\"action\":0,\"picks\":[4294967295]}",
    "{\"at\":0,\"action\":18446744073709551616}",
    "{\"at\":0,\"action\":0,\"more\":1}",
    "\u{0}",
    "{\"game\":\"nothing\"}",
    "{\"replay\":\"\"}",
    "{\"replay\":\"{}\\n{}\\n{}\"}",
    "{\"game\":\"dark_side_rising\",\"options\":{\"players\":99}}",
    "{\"game\":\"dark_side_rising\",\"options\":{\"nothing\":1}}",
    "{\"game\":\"dark_side_rising\",\"seats\":[\"/etc/passwd\"]}",
    "{\"game\":\"dark_side_rising\",\"seats\":[null,null,null]}",
    "{\"game\":\"dark_side_rising\",\"seats\":[\"flat:999999999\"]}",
    "{\"game\":\"dark_side_rising\",\"seats\":[\"checkpoints/dark_side_rising\"]}",
];

/// Bodies that are no requests, half of one, or one of another game; none of them stops the server.
#[test]
fn what_is_not_understood_is_one_line() {
    let (path, _) = opened(&json!({ "game": "rebellion_combat", "seed": 1, "seats": [null, "random"] }));
    for body in BODIES {
        for route in [
            "/api/tables".to_owned(),
            format!("{path}/play"),
            format!("{path}/agent"),
            format!("{path}/name"),
            format!("{path}/remove"),
        ] {
            let reply = posted(&route, body);
            assert!((400..500).contains(&reply.status), "{route} {body}: {} {}", reply.status, reply.body);
            let error = reply.json()["error"].as_str().unwrap_or_default().to_owned();
            assert!(
                !error.is_empty() && !error.contains('\n') && !error.contains("/src/"),
                "{route} {body}: {error}"
            );
        }
    }
    for path in PATHS {
        let reply = get(path);
        assert!((400..500).contains(&reply.status), "{path}: {} {}", reply.status, reply.body);
    }
    assert_eq!(get("/api/games").status, 200);
}

/// Replays that are nearly good: cut, without a line, with a byte or a number that is another. Each is a game or one line.
#[test]
fn replays_that_are_nearly_good_do_no_harm() {
    const OTHER: &[u8] = b" 019-\"{}[],:x";
    let (table, at) = studied();
    let text = table.saved(at);
    let mut lot = Sample(generator(11, 0));
    let mut broken: Vec<String> = Vec::new();
    for _ in 0..60 {
        let mut bytes = text.clone().into_bytes();
        let i = lot.below(bytes.len());
        broken.push(String::from_utf8_lossy(&bytes[..i]).into_owned());
        bytes[i] = OTHER[lot.below(OTHER.len())];
        broken.push(String::from_utf8_lossy(&bytes).into_owned());
        let mut lines: Vec<&str> = text.lines().collect();
        let (one, other) = (lot.below(lines.len()), lot.below(lines.len()));
        lines.swap(one, other);
        broken.push(lines.join("\n"));
        lines.remove(one);
        broken.push(lines.join("\n"));
    }
    let mut refused = 0;
    for replay in &broken {
        let reply = post("/api/tables", &json!({ "replay": replay }));
        if reply.status != 200 {
            refused += 1;
            let error = reply.json()["error"].as_str().unwrap_or_default().to_owned();
            assert!(reply.status == 400 && !error.is_empty() && !error.contains('\n'), "{}", reply.body);
        }
    }
    assert!(refused > broken.len() / 2, "{refused} of {}", broken.len());
    assert_eq!(get("/api/games").status, 200);
}

/// What an agent that weighs no moves would do is one move.
#[test]
fn every_agent_has_an_opinion() {
    let (path, table) = opened(&json!({ "game": "rebellion_combat", "seed": 4, "seats": [null, null] }));
    for agent in table["agents"].as_array().unwrap().iter().filter_map(Value::as_str) {
        let told = get(&format!("{path}/opinion?at=0&agent={agent}")).json();
        let shares = told["moves"].as_array().unwrap().iter().map(|m| m["share"].as_f64().unwrap());
        assert!((shares.sum::<f64>() - 1.0).abs() < 1e-4, "{agent}: {told}");
        assert_eq!(told["score"].is_null(), !table["judges"].as_array().unwrap().contains(&json!(agent)));
    }
}

/// Every position of a battle against an agent, as the page of seat 0 gets it, and then as it was.
/// A network plays the rules that it was trained on, and the strongest bot the others.
#[test]
fn the_best_agent_knows_the_rules() {
    for (missions, best) in [("starting", "ppo"), ("none", "ppo"), ("all", "expert")] {
        let options = json!({ "missions": missions });
        let ask = json!({ "game": "rebellion", "options": options, "seed": 1, "seats": [null, "best"] });
        let (_, table) = opened(&ask);
        assert_eq!(table["seats"][1]["who"], best, "{missions}");
        assert_eq!(table["judges"].as_array().unwrap().is_empty(), best == "expert", "{missions}");
    }
}

#[test]
fn no_page_is_sent_what_its_seat_may_not_know() {
    let (path, table) = opened(&json!({ "game": "rebellion_combat", "seed": 5, "seats": [null, "expert"] }));
    let components = table["components"].as_array().unwrap();
    let tactics = components.iter().filter(|c| c["kind"].as_str().unwrap().contains("tactic"));
    let names: Vec<&str> = tactics.map(|c| c["name"].as_str().unwrap().split(" (").next().unwrap()).collect();
    assert!(names.len() > 5, "{names:?}");
    let (mut at, mut seen) = (0, Vec::new());
    loop {
        let node = get(&format!("{path}/nodes/{at}?viewer=0")).json();
        if node["over"] == json!(true) {
            break;
        }
        let person = node["actor"] == json!(0);
        if !person {
            assert!(node["legal"].is_null() && node["prompt"].is_null(), "{node}");
            for secret in [
                "chances?at={at}&action=0",
                "why?at={at}",
                "opinion?at={at}&agent=ppo",
                "curve?at={at}&agent=ppo",
                "replay?at={at}",
                "page?at={at}",
            ] {
                let reply = get(&format!("{path}/{}", secret.replace("{at}", &at.to_string())));
                assert_eq!(reply.status, 403, "{secret}: {}", reply.body);
            }
        }
        for viewer in ["1", "all"] {
            assert_eq!(get(&format!("{path}/nodes/{at}?viewer={viewer}")).status, 403);
            assert_eq!(get(&format!("{path}/state?at={at}&viewer={viewer}")).status, 403);
        }
        seen.push((
            at,
            node.to_string()
                + &get(&format!("{path}/nodes/{at}")).body
                + &get(&path).json()["tree"].to_string(),
        ));
        let reply = if person && node["forced"] != json!(true) {
            let legal = node["legal"].as_array().unwrap();
            post(&format!("{path}/play"), &json!({ "at": at, "action": legal[at % legal.len()]["action"] }))
        } else {
            post(&format!("{path}/agent"), &json!({ "at": at }))
        };
        assert_eq!(reply.status, 200, "{}", reply.body);
        at = reply.json()["id"].as_u64().unwrap() as usize;
    }
    // The game is over, so all may be seen: what the other held, and what was open to all until then.
    let mut hidden = 0;
    let mut open = String::new();
    for (at, sent) in seen {
        let state = get(&format!("{path}/state?at={at}&viewer=all")).json();
        let (own, other) = (state["empire"]["hand"].to_string(), state["rebels"]["hand"].to_string());
        open += &get(&format!("{path}/nodes/{at}?viewer=table")).json()["move"].to_string();
        let open_now = format!("{open}{own}{}", state["discards"]);
        for name in names.iter().filter(|name| other.contains(**name) && !open_now.contains(**name)) {
            hidden += 1;
            assert!(!sent.contains(*name), "position {at} tells of {name}: {sent}");
        }
    }
    assert!(hidden > 0, "nothing was hidden in this game");
}

#[test]
fn the_same_dice_new_ones_and_a_chosen_result() {
    let (path, _) = opened(&json!({ "game": "dark_side_rising", "seed": 3, "seats": [null] }));
    let node = get(&format!("{path}/nodes/0")).json();
    let action = node["legal"][0]["action"].clone();
    let play = |more: Value| {
        let mut ask = json!({ "at": 0, "action": action });
        ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = post(&format!("{path}/play"), &ask);
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["id"].as_u64().unwrap()
    };
    let state = |id: u64| get(&format!("{path}/state?at={id}")).json();
    let first = play(json!({}));
    assert_eq!(play(json!({})), first, "the same move with the same dice is there already");
    let new = play(json!({ "new_dice": true }));
    assert_ne!(new, first);
    let chances = get(&format!("{path}/chances?at=0&action={action}")).json();
    let results = chances["results"].as_array().unwrap();
    assert_eq!(chances["count"], json!(results.len()));
    let mass: f64 = results.iter().map(|r| r["probability"].as_f64().unwrap()).sum();
    assert!((mass - 1.0).abs() < 1e-9, "{mass}");
    let chosen: Vec<u64> = results.iter().map(|r| play(json!({ "picks": r["picks"] }))).collect();
    let states: Vec<Value> = chosen.iter().map(|id| state(*id)).collect();
    assert!(
        states.iter().enumerate().all(|(i, s)| !states[..i].contains(s)),
        "results are different positions"
    );
    assert!(states.contains(&state(first)) && states.contains(&state(new)));
    // Taken off the tree, a variation is gone, and the main line stays.
    let left = post(&format!("{path}/remove"), &json!({ "at": new })).json();
    assert_eq!(left["at"], json!(0));
    assert_eq!(get(&format!("{path}/nodes/{new}")).status, 404);
    assert_eq!(get(&format!("{path}/nodes/{first}")).status, 200);
    assert_eq!(post(&format!("{path}/remove"), &json!({ "at": 0 })).status, 400);
}

/// Of 33 places ten can hide the base of the first game; each of the others has its reason.
#[test]
fn moves_that_are_not_there_have_a_reason() {
    let (path, _) = opened(&json!({ "game": "rebellion", "seed": 3, "seats": ["random", null] }));
    let reasons = get(&format!("{path}/why?at=0")).json();
    let reasons = reasons.as_array().unwrap();
    assert_eq!(reasons.iter().map(|it| it["moves"].as_u64().unwrap()).sum::<u64>(), 23);
    let says = |place: &str| reasons.iter().any(|it| it["why"].as_str().unwrap().contains(place));
    assert!(says("Coruscant") && !says("Endor"), "{reasons:?}");
    assert_eq!(get(&format!("{path}/why?at=99")).status, 404);
}

/// The last of a curve is the result, and start, luck and skill add up to it.
#[test]
fn a_curve_ends_with_the_result() {
    let (path, _) = opened(&json!({ "game": "dark_side_rising", "seed": 9, "seats": ["ppo"] }));
    let mut at = 0;
    loop {
        let node = post(&format!("{path}/agent"), &json!({ "at": at })).json();
        at = node["id"].as_u64().unwrap();
        if node["over"] == json!(true) {
            break;
        }
    }
    let reply = get(&format!("{path}/curve?at={at}&agent=ppo"));
    let said = reply.body.lines().filter_map(|line| line.strip_prefix("data: "));
    let said: Vec<Value> = said.map(|line| serde_json::from_str(line).unwrap()).collect();
    let values: Vec<f64> = said.iter().filter_map(|it| it["value"].as_f64()).collect();
    assert_eq!(values.len() as u64, at + 1);
    let result = get(&format!("{path}/nodes/{at}")).json()["scores"][0].as_f64().unwrap();
    assert_eq!(values.last(), Some(&result));
    let plies: Vec<&Value> = said.iter().map(|it| &it["ply"]).filter(|ply| ply.is_object()).collect();
    assert_eq!(plies.len() as u64, at);
    let sum: f64 = plies.iter().map(|p| p["luck"].as_f64().unwrap() + p["skill"].as_f64().unwrap()).sum();
    assert!((values[0] + sum - result).abs() < 1e-9, "{} {sum} {result}", values[0]);
    assert_eq!(said.last().unwrap()["done"], json!(true));
    // The replay keeps all of it: opened again it is there at once.
    let kept = get(&format!("{path}/replay?at={at}")).body;
    let (_, table) = opened(&json!({ "replay": kept }));
    assert_eq!(table["judged"], json!({ "agent": "ppo", "team": 0 }));
    let found = table["found"].as_array().unwrap();
    assert_eq!(found.len() as u64, at + 1);
    assert_eq!(found.last().unwrap()[1]["value"], json!(result));
}
