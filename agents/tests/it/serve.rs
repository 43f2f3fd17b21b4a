//! The server of tables, as a stranger talks to it: bytes over a connection.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use holotable_agents::serve::kept::IN_MEMORY;
use holotable_agents::serve::{Config, Limits, Server, guard};
use holotable_env::{Chance, Sample, generator};
use serde_json::{Value, json};

use crate::study::studied;
use crate::words::rust;

/// Where a server listens, and its token.
pub struct At {
    pub host: String,
    pub token: Option<String>,
}

pub fn served(token: bool) -> At {
    served_with(token, Limits::default())
}

/// A server on this machine whose games are kept in memory.
fn in_memory(token: bool) -> Config {
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    Config { host, port: 0, token, games: IN_MEMORY.into(), most_games: 100, limits: Limits::default() }
}

pub fn served_with(token: bool, limits: Limits) -> At {
    let server = Server::bind(&Config { limits, ..in_memory(token) }).unwrap();
    let url = server.url();
    let (host, token) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let at = At { host: host.to_owned(), token: token.strip_prefix("#token=").map(str::to_owned) };
    std::thread::spawn(|| server.run());
    at
}

static OPEN: LazyLock<At> = LazyLock::new(|| served(false));

/// What came back: the status, the head and the body.
pub struct Reply {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

/// Sends these bytes as they are.
pub fn raw(at: &At, bytes: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(&at.host).unwrap();
    // A server that has said enough may cut the line while more is sent.
    let _ = stream.write_all(bytes);
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let text = String::from_utf8_lossy(&all).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    Reply { status, head: head.to_lowercase(), body: body.to_owned() }
}

/// A request with these headers beside `connection`.
pub fn sent(at: &At, line: &str, headers: &[(&str, &str)], body: &str) -> Reply {
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
    get_at(&OPEN, path)
}

pub fn get_at(at: &At, path: &str) -> Reply {
    sent(at, &format!("GET {path}"), &[("host", &at.host)], "")
}

fn post(path: &str, body: &Value) -> Reply {
    posted(path, &body.to_string())
}

fn posted(path: &str, body: &str) -> Reply {
    posted_at(&OPEN, path, body)
}

pub fn posted_at(at: &At, path: &str, body: &str) -> Reply {
    let headers = [("host", at.host.as_str()), ("content-type", "application/json")];
    sent(at, &format!("POST {path}"), &headers, body)
}

/// The path of a new game's table.
fn opened(what: &Value) -> (String, Value) {
    let reply = post("/api/tables", what);
    assert_eq!(reply.status, 200, "{}", reply.body);
    let table = reply.json();
    (path_of(&table), table)
}

pub fn path_of(table: &Value) -> String {
    format!("/api/tables/{}", table["id"].as_str().unwrap())
}

/// A request, its headers and its body, and the status of the answer.
type Case<'a> = (&'a str, Vec<(&'a str, &'a str)>, &'a str, u16);

#[test]
fn only_a_page_of_this_server_is_let_in() {
    let port = OPEN.host.split_once(':').unwrap().1;
    let own = OPEN.host.as_str();
    let (evil, other, local) =
        (format!("127.0.0.1.evil.example:{port}"), format!("{own}0"), format!("localhost:{port}"));
    let (origin, loud) = (format!("http://{own}"), format!("LocalHost:{port}"));
    let json = ("content-type", "application/json");
    let charset = ("content-type", "Application/JSON; charset=utf-8");
    let game = "{\"game\":\"rebellion_combat\"}";
    let cases: &[Case] = &[
        ("GET /api/games", vec![("host", own)], "", 200),
        ("GET /api/games", vec![("host", &local)], "", 200),
        ("GET /api/games", vec![("host", &loud)], "", 200),
        ("POST /api/tables", vec![("host", own), charset], game, 200),
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
        ("PUT /elsewhere", vec![("host", own), json], "{}", 404),
        ("GET /web/%ff", vec![("host", own)], "", 404),
        ("GET /api/tables/%ff", vec![("host", own)], "", 404),
        ("GET /web/../Cargo.toml", vec![("host", own)], "", 404),
        ("GET /web/%2e%2e%2fCargo.toml", vec![("host", own)], "", 404),
        ("GET /etc/passwd", vec![("host", own)], "", 404),
    ];
    answered(cases);
}

#[test]
fn what_browsers_do_for_other_sites_is_refused() {
    let own = OPEN.host.as_str();
    let (json, game) = (("content-type", "application/json"), "{\"game\":\"rebellion_combat\"}");
    let from = |site| vec![("host", own), ("sec-fetch-site", site)];
    answered(&[
        ("GET /api/games", from("same-origin"), "", 200),
        ("GET /api/games", from("none"), "", 200),
        ("GET /api/games", from("cross-site"), "", 403),
        ("GET /api/games", from("same-site"), "", 403),
        ("POST /api/tables", [from("cross-site"), vec![json]].concat(), game, 403),
        ("POST /api/tables", [from("same-origin"), vec![json]].concat(), game, 200),
        // The page itself may be linked to.
        ("GET /", from("cross-site"), "", 200),
        // What takes thought is no GET, which a picture on another page would be.
        ("GET /api/tables/0/evaluation?at=0&agent=ppo", vec![("host", own)], "", 405),
        ("GET /api/tables/0/curve?at=0&agent=ppo", vec![("host", own)], "", 405),
    ]);
}

/// Asks, and holds the answers to what all must be.
fn answered(cases: &[Case]) {
    for (line, headers, body, status) in cases {
        let reply = sent(&OPEN, line, headers, body);
        assert_eq!(reply.status, *status, "{line} {headers:?}: {}", reply.body);
        assert!(
            reply.head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{line}"
        );
        assert!(reply.head.contains("x-content-type-options: nosniff"), "{line}");
        assert!(!reply.head.contains("access-control-allow"), "{line}");
        assert!(*status == 200 || !reply.json()["error"].as_str().unwrap().is_empty(), "{line}");
        assert!(*status != 405 || reply.head.contains("\r\nallow: "), "{line}");
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
    let host = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let all = Config { host, ..in_memory(false) };
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
    "/api/tables/-1",
    "TABLE/nodes/999",
    "TABLE/nodes/x",
    "TABLE/nodes/99999999999999999999",
    "TABLE/nodes/%ff",
    "TABLE/chances",
    "TABLE/chances?at=0",
    "TABLE/chances?at=0&at=0&action=0",
    "TABLE/chances?at=0&action=x",
    "TABLE/chances?at=&action=0",
    "TABLE/why?at=99999999999999999999",
    "TABLE/why?at=-1",
    "TABLE/nodes/0?viewer=9",
    "TABLE/nodes/0?viewer=root",
    "TABLE/nodes/0?other=1",
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
    "{\"at\":0,\"action\":0,\"new_dice\":7}",
    "{\"at\":0,\"action\":0,\"picks\":{}}",
    "{\"at\":0,\"at\":0,\"action\":0}",
    "{\"at\":0,\"agent\":7}",
    "{\"at\":0,\"agent\":\"../x\"}",
    "{\"at\":0,\"agent\":\"/etc\"}",
    "{\"at\":0,\"agent\":\"random\",\"team\":9}",
    "[0]",
    "{\"game\":\"dark_side_rising\",\"options\":[]}",
    "{\"game\":\"dark_side_rising\",\"options\":{\"players\":2,\"players\":3}}",
    "{\"game\":\"dark_side_rising\",\"seats\":{}}",
    "{\"game\":\"dark_side_rising\",\"seed\":-1}",
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
            format!("{path}/evaluation"),
            format!("{path}/curve"),
        ] {
            let reply = posted(&route, body);
            assert!((400..500).contains(&reply.status), "{route} {body}: {} {}", reply.status, reply.body);
            let error = reply.json()["error"].as_str().unwrap_or_default().to_owned();
            assert!(
                !error.is_empty() && !error.contains('\n') && !error.contains("/src/"),
                "{route} {body}: {error}"
            );
            assert_eq!(rust(&error), None, "{route} {body}: {error}");
        }
    }
    for asked in PATHS {
        let reply = get(&asked.replace("TABLE", &path));
        assert!((400..500).contains(&reply.status), "{asked}: {} {}", reply.status, reply.body);
        let error = reply.json()["error"].as_str().unwrap().to_owned();
        assert_eq!(rust(&error), None, "{asked}: {error}");
    }
    assert_eq!(get("/api/games").status, 200);
}

#[test]
fn what_does_not_fit_is_named_with_what_would() {
    let (path, _) = opened(&json!({ "game": "rebellion_combat", "seed": 1, "seats": [null, "random"] }));
    let told = |body: &str, route: &str| {
        let reply = posted(&format!("{path}/{route}"), body);
        assert_eq!(reply.status, 400, "{}", reply.body);
        reply.json()["error"].as_str().unwrap().to_owned()
    };
    let cases = [
        ("{\"at\":null,\"action\":0}", "play", ["at ", "whole number", "null"]),
        ("{\"at\":0,\"action\":0,\"picks\":[0,\"x\"]}", "play", ["picks[1]", "whole number", "\"x\""]),
        ("{\"at\":0}", "play", ["missing", "action", "body"]),
        ("{\"at\":0,\"name\":7}", "name", ["name", "string", "7"]),
        ("[]", "agent", ["object", "[]", "body"]),
        ("{\"at\":0,\"at\":1}", "agent", ["at", "twice", "body"]),
    ];
    for (body, route, words) in cases {
        let line = told(body, route);
        assert!(words.iter().all(|word| line.contains(word)), "{body}: {line}");
    }
    let twice = "{\"game\":\"risk\",\"options\":{\"players\":2,\"players\":3}}";
    assert!(posted("/api/tables", twice).json()["error"].as_str().unwrap().contains("players"));
    let looks = |viewer: &str| {
        let reply = get(&format!("{path}/nodes/0?viewer={viewer}"));
        (reply.status, reply.json()["error"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(looks("9"), (400, "there is no seat 9: the seats are 0 to 1".into()));
    assert_eq!(looks("1"), (403, "the cards of seat 1 are hidden while the game is played".into()));
    assert!(looks("root").1.contains("viewer 'root'"), "{}", looks("root").1);
}

/// Reads until the server has said or cut all.
fn rest(mut stream: TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    String::from_utf8_lossy(&all).into_owned()
}

/// Asks until there is an answer of this status.
fn until_answered(at: &At, path: &str, status: u16) {
    let end = Instant::now() + Duration::from_mins(1);
    while get_at(at, path).status != status {
        assert!(Instant::now() < end, "no {status} of {path} within a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn whoever_does_not_end_a_request_is_cut_off() {
    let short = Duration::from_millis(300);
    let at = served_with(false, Limits { head: short, body: short, ..Limits::default() });
    let begun = Instant::now();
    let half: Vec<TcpStream> = ["", "GET / HTTP/1.1\r\nhost: x", "POST /api/tables HTTP/1.1\r\n"]
        .iter()
        .map(|text| {
            let mut stream = TcpStream::connect(&at.host).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream
        })
        .collect();
    for stream in half {
        assert_eq!(rest(stream), "");
    }
    let late = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{{",
        at.host
    );
    let reply = raw(&at, late.as_bytes());
    assert_eq!(
        (reply.status, reply.json()["error"].as_str().unwrap()),
        (408, "the body has not come within 0.3 s")
    );
    assert!(begun.elapsed() < Duration::from_mins(1));
    assert_eq!(get_at(&at, "/api/games").status, 200);
}

#[test]
fn a_body_that_is_announced_too_long_is_refused_before_it_comes() {
    let head = |path: &str, bytes: u64| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {bytes}\r\n\r\n",
            OPEN.host
        )
    };
    for (path, bytes) in [("/api/tables", 1_000_000_000), ("/api/tables/0/play", guard::MOST_BODY as u64 + 1)]
    {
        let reply = raw(&OPEN, head(path, bytes).as_bytes());
        assert_eq!(reply.status, 413, "{}", reply.body);
        assert!(
            reply.json()["error"].as_str().unwrap().contains(&format!("{bytes} bytes")),
            "{}",
            reply.body
        );
    }
}

#[test]
fn a_peer_has_so_many_connections_and_no_more() {
    let at = served_with(false, Limits { of_a_peer: 3, ..Limits::default() });
    let connect = || TcpStream::connect(&at.host).unwrap();
    let idle: Vec<TcpStream> = (0..3).map(|_| connect()).collect();
    // The connections are counted in the order in which they came.
    let refused = rest(connect());
    assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("too many connections"), "{refused}");
    drop(idle);
    until_answered(&at, "/api/games", 200);
}

/// Fewer descriptors than clients: the server and its games live through it.
#[cfg(unix)]
#[test]
fn a_server_without_descriptors_goes_on_when_there_are_some() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let program = env!("CARGO_BIN_EXE_holotable");
    let line = format!("ulimit -n 40; exec '{program}' serve --port 0");
    let mut server = Command::new("sh").args(["-c", &line]).stdout(Stdio::piped()).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut told).unwrap();
    let host = told.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let at = At { host, token: None };
    let table = posted_at(&at, "/api/tables", "{\"game\":\"rebellion_combat\"}").json();
    let idle: Vec<TcpStream> = (0..80).map(|_| TcpStream::connect(&at.host).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(500));
    assert!(server.try_wait().unwrap().is_none(), "the server has ended");
    drop(idle);
    until_answered(&at, &path_of(&table), 200);
    server.kill().unwrap();
    server.wait().unwrap();
}

/// What an agent thinks keeps nobody from looking, and ends when nobody waits for it.
#[test]
fn a_table_that_thinks_is_there_for_others() {
    let at = served(false);
    let open = |game: &str| {
        let ask = json!({ "game": game, "seed": 3, "seats": ["flat:5000@all"] }).to_string();
        path_of(&posted_at(&at, "/api/tables", &ask).json())
    };
    let (thinks, other) = (open("rebellion"), open("rebellion_combat"));
    let ask = |path: &str, body: Value| {
        let (host, body) = (&at.host, body.to_string());
        let text = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let waits = ask(&format!("{thinks}/agent"), json!({ "at": 0 }));
    for n in 1..100 {
        // Each is gone at once.
        ask(&format!("{thinks}/agent"), json!({ "at": 0 }));
        ask(&format!("{thinks}/evaluation"), json!({ "at": 0, "agent": format!("flat:{}@all", 4000 + n) }));
    }
    let begun = Instant::now();
    assert_eq!(get_at(&at, &format!("{thinks}/nodes/0")).status, 200);
    assert_eq!(get_at(&at, &format!("{thinks}/state?at=0")).status, 200);
    assert_eq!(get_at(&at, &format!("{other}/nodes/0")).status, 200);
    drop(waits);
    // Nobody waits for any of it, so that it is soon the turn of what is quick.
    let evaluation = posted_at(&at, &format!("{thinks}/evaluation"), "{\"at\":0,\"agent\":\"random\"}");
    assert_eq!(evaluation.status, 200, "{}", evaluation.body);
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
    // The move that nobody waited for was not made.
    let tree = get_at(&at, &thinks).json()["tree"].as_array().unwrap().len();
    assert_eq!(tree, 1);
}

#[test]
fn games_that_make_room_in_memory_are_kept_all_the_same() {
    let at = served(false);
    let open = || posted_at(&at, "/api/tables", "{\"game\":\"rebellion_combat\",\"seats\":[null]}");
    let tables: Vec<String> = (0..70).map(|_| path_of(&open().json())).collect();
    let played = posted_at(&at, &format!("{}/agent", tables[0]), "{\"at\":0}");
    assert!(matches!(played.status, 200 | 400), "{}", played.body);
    assert!(tables.iter().all(|path| get_at(&at, path).status == 200));
}

#[test]
fn a_server_that_cannot_tell_its_address_ends_with_an_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut serve = std::process::Command::new(env!("CARGO_BIN_EXE_holotable"));
    let told = serve
        .args(["serve", "--port", "0", "--games", IN_MEMORY])
        .stdout(writer)
        .stderr(std::process::Stdio::piped())
        .output()
        .unwrap();
    let line = String::from_utf8(told.stderr).unwrap();
    assert_eq!(told.status.code(), Some(2), "{line}");
    assert!(
        line.starts_with("error: cannot print the address to open: ") && line.lines().count() == 1,
        "{line}"
    );
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

/// What an agent that analyses no moves would do is one move.
#[test]
fn every_agent_evaluates_a_position() {
    let (path, table) = opened(&json!({ "game": "rebellion_combat", "seed": 4, "seats": [null, null] }));
    for agent in table["agents"].as_array().unwrap().iter().filter_map(Value::as_str) {
        let told = post(&format!("{path}/evaluation"), &json!({ "at": 0, "agent": agent })).json();
        let shares = told["moves"].as_array().unwrap().iter().map(|m| m["share"].as_f64().unwrap());
        assert!((shares.sum::<f64>() - 1.0).abs() < 1e-4, "{agent}: {told}");
        assert_eq!(told["score"].is_null(), !table["evaluators"].as_array().unwrap().contains(&json!(agent)));
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
        assert_eq!(table["evaluators"].as_array().unwrap().is_empty(), best == "expert", "{missions}");
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
            for secret in ["chances?at={at}&action=0", "why?at={at}", "replay?at={at}", "page?at={at}"] {
                let reply = get(&format!("{path}/{}", secret.replace("{at}", &at.to_string())));
                assert_eq!(reply.status, 403, "{secret}: {}", reply.body);
            }
            for secret in ["evaluation", "curve"] {
                let reply = post(&format!("{path}/{secret}"), &json!({ "at": at, "agent": "ppo" }));
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
    assert_eq!(reasons[0]["kind"], "Choose");
    assert_eq!(get(&format!("{path}/why?at=99")).status, 404);
}

#[test]
fn what_a_move_touches_stands_in_the_picture() {
    // The second seat begins.
    let (path, _) = opened(&json!({ "game": "dark_side_rising", "seed": 1, "seats": ["random", null] }));
    let node = get(&format!("{path}/nodes/0")).json();
    let move_to = &node["legal"][0];
    assert_eq!(move_to["places"], json!(["sector.scarif"]));
    let drawn = node["picture"]["places"].as_array().unwrap();
    assert!(drawn.iter().any(|place| place["name"] == "sector.scarif" && place["label"] == "Scarif"));
    let played = post(&format!("{path}/play"), &json!({ "at": 0, "action": move_to["action"] })).json();
    assert_eq!(played["move"]["places"], json!(["sector.scarif"]));
}

/// Of the places of Rebellion that cannot hide the base, each says why by itself.
#[test]
fn a_place_that_cannot_be_chosen_says_why() {
    let (path, _) = opened(&json!({ "game": "rebellion", "seed": 3, "seats": ["random", null] }));
    let node = get(&format!("{path}/nodes/0")).json();
    let places = node["picture"]["places"].as_array().unwrap();
    let name = |label: &str| {
        let place = places.iter().find(|place| place["label"].as_str().unwrap().contains(label)).unwrap();
        place["name"].as_str().unwrap().to_owned()
    };
    let why = |place: &str| get(&format!("{path}/why?at=0&place={place}")).json();
    let coruscant = why(&name("Coruscant"));
    assert_eq!(coruscant.as_array().unwrap().len(), 1);
    assert!(coruscant[0]["why"].as_str().unwrap().contains("Coruscant"), "{coruscant}");
    assert_eq!((why(&name("Endor")), why("no.such.place")), (json!([]), json!([])));
}

#[test]
fn a_table_tells_the_rules_of_its_game() {
    let (path, _) = opened(&json!({ "game": "conflict", "seed": 1, "seats": ["random"] }));
    let text = get(&format!("{path}/rules")).json()["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("# Rules: Conflict") && text.contains("## A turn"), "{text}");
}

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
    let reply = post(&format!("{path}/curve"), &json!({ "at": at, "agent": "ppo" }));
    let said = reply.body.lines().filter_map(|line| line.strip_prefix("data: "));
    let said: Vec<Value> = said.map(|line| serde_json::from_str(line).unwrap()).collect();
    let values: Vec<f64> = said.iter().filter_map(|it| it["value"].as_f64()).collect();
    assert_eq!(values.len() as u64, at + 1);
    let result = get(&format!("{path}/nodes/{at}")).json()["scores"][0].as_f64().unwrap();
    assert_eq!(values.last(), Some(&result));
    let plies = said.iter().map(|it| &it["ply"]).filter(|ply| ply.is_object());
    // The moves that seem to have cost most are told once more, with what whole games say of them.
    let (costliest, plies): (Vec<&Value>, Vec<&Value>) = plies.partition(|ply| ply["played_on"].is_object());
    assert!((1..=5).contains(&costliest.len()), "{costliest:?}");
    assert_eq!(plies.len() as u64, at);
    let sum: f64 = plies
        .iter()
        .map(|p| ["luck", "error", "correction"].map(|part| p[part].as_f64().unwrap()).iter().sum::<f64>())
        .sum();
    assert!((values[0] + sum - result).abs() < 1e-9, "{} {sum} {result}", values[0]);
    assert_eq!(said.last().unwrap()["done"], json!(true));
    // The replay keeps all of it: opened again it is there at once.
    let kept = get(&format!("{path}/replay?at={at}")).body;
    let (_, table) = opened(&json!({ "replay": kept }));
    assert_eq!(table["evaluated"], json!({ "agent": "ppo", "team": 0 }));
    let found = table["found"].as_array().unwrap();
    assert_eq!(found.len() as u64, at + 1);
    assert_eq!(found.last().unwrap()[1]["value"], json!(result));
}
