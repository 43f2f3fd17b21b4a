//! What may be asked of the server, and what it answers: JSON throughout, and one line for what is refused.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::Stream;
use futures_util::stream::unfold;
use holotable_env::games::GAMES;
use holotable_env::{Replay, Viewer};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::agents::admit;
use super::guard::MOST_REPLAY;
use super::tables::{Tables, lock};
use crate::any::Kind;
use crate::error::Error;
use crate::table::results::results;
use crate::table::web;
use crate::table::{Dice, Seat, Table, page, view};

/// The most results of a move that are listed.
const MOST_RESULTS: usize = 20_000;
/// The most characters of the name of a variation.
const MOST_NAME: usize = 80;

/// Why something is refused: a status and one line.
#[derive(Debug)]
pub struct Fault(StatusCode, String);

impl Fault {
    /// With this status and line.
    pub fn new(status: StatusCode, line: impl Into<String>) -> Self {
        Self(status, line.into())
    }

    fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }
}

impl From<Error> for Fault {
    fn from(e: Error) -> Self {
        Self::new(StatusCode::BAD_REQUEST, e.to_string())
    }
}

impl From<holotable_env::Error> for Fault {
    fn from(e: holotable_env::Error) -> Self {
        Error::from(e).into()
    }
}

impl From<BytesRejection> for Fault {
    fn from(e: BytesRejection) -> Self {
        Self::new(e.status(), e.body_text())
    }
}

impl From<QueryRejection> for Fault {
    fn from(e: QueryRejection) -> Self {
        Self::new(StatusCode::BAD_REQUEST, e.body_text())
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

type Answer = Result<Json<Value>, Fault>;
type Shared = State<Arc<Tables>>;
type Body = Result<Bytes, BytesRejection>;

/// The routes.
pub fn routes(tables: Arc<Tables>) -> Router {
    let replays = DefaultBodyLimit::max(MOST_REPLAY);
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route("/web/{name}", get(|Path(name): Path<String>| async move { file(&name) }))
        .route("/api/games", get(games))
        .route("/api/tables", post(open).layer(replays))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/nodes/{at}", get(node))
        .route("/api/tables/{id}/play", post(play))
        .route("/api/tables/{id}/agent", post(agent))
        .route("/api/tables/{id}/name", post(name))
        .route("/api/tables/{id}/remove", post(remove))
        .route("/api/tables/{id}/open", post(lay_open))
        .route("/api/tables/{id}/why", get(why))
        .route("/api/tables/{id}/chances", get(chances))
        .route("/api/tables/{id}/opinion", get(opinion))
        .route("/api/tables/{id}/curve", get(curve))
        .route("/api/tables/{id}/state", get(state))
        .route("/api/tables/{id}/replay", get(replay))
        .route("/api/tables/{id}/page", get(page_of))
        .fallback(|| async { Fault::missing("there is nothing of that name") })
        .with_state(tables)
}

fn file(name: &str) -> Response {
    match web::FILES.iter().find(|file| file.name == name) {
        Some(file) => ([(CONTENT_TYPE, file.kind)], file.text).into_response(),
        None => Fault::missing("there is no such file").into_response(),
    }
}

/// What the body of a POST says.
fn read<T: DeserializeOwned>(body: Body) -> Result<T, Fault> {
    serde_json::from_slice(&body?)
        .map_err(|e| Fault::new(StatusCode::BAD_REQUEST, format!("not understood: {e}")))
}

/// Does something with a table, away from the threads that listen.
async fn with<T: Send + 'static>(
    tables: Arc<Tables>,
    id: u64,
    act: impl FnOnce(&mut Table) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let table = tables.find(id).ok_or_else(|| Fault::missing("that game is not open any more"))?;
    let done = tokio::task::spawn_blocking(move || act(&mut lock(&table))).await;
    done.unwrap_or_else(|_| Err(Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "this could not be done")))
}

/// A position that there is.
fn at(table: &Table, node: usize) -> Result<usize, Fault> {
    let there = table.nodes.get(node).is_some_and(|node| !node.removed);
    if there { Ok(node) } else { Err(Fault::missing("there is no such position")) }
}

/// An action that has a number of this game.
fn action(table: &Table, action: usize) -> Result<usize, Fault> {
    let n = table.game.layout(crate::any::View::PLAIN).actions;
    if action < n {
        Ok(action)
    } else {
        Err(Fault::new(StatusCode::BAD_REQUEST, format!("action {action} must be below {n}")))
    }
}

/// Who looks, if he may look so; whoever does not say sees what the seat that acts sees if a person has it, or the table.
fn viewer(table: &Table, node: usize, word: Option<&str>) -> Result<Viewer, Fault> {
    let Some(word) = word else {
        let actor = table.nodes[node].state.actor();
        return Ok(match actor.filter(|&seat| table.is_person(seat)) {
            Some(seat) => Viewer::Seat(seat),
            None if table.is_open() => Viewer::All,
            None => Viewer::Table,
        });
    };
    let viewer: Viewer = word.parse().map_err(|e: String| Fault::new(StatusCode::BAD_REQUEST, e))?;
    if table.admits(viewer) {
        Ok(viewer)
    } else {
        Err(Fault::new(StatusCode::FORBIDDEN, "these cards are hidden while the game is played"))
    }
}

/// Refuses what would tell a viewer something hidden.
fn unhidden(table: &Table, node: usize, viewer: Viewer) -> Result<(), Fault> {
    if table.hides_nothing(node, viewer) {
        return Ok(());
    }
    let why = "what is hidden would show in this; lay all hands open, or play to the end";
    Err(Fault::new(StatusCode::FORBIDDEN, why))
}

async fn games() -> Answer {
    let kinds = GAMES.iter().map(|name| Ok(view::kind(&Kind::named(name)?)));
    Ok(Json(Value::Array(kinds.collect::<Result<_, holotable_env::Error>>()?)))
}

/// A new game, or one to look back at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    #[serde(default)]
    game: String,
    #[serde(default)]
    options: serde_json::Map<String, Value>,
    #[serde(default)]
    seed: u64,
    /// Who sits where: an agent's name, or nothing for a person; the seats that are not named are the last one's.
    #[serde(default)]
    seats: Vec<Option<String>>,
    replay: Option<String>,
}

async fn open(State(tables): Shared, body: Body) -> Answer {
    let ask: Open = read(body)?;
    let made = tokio::task::spawn_blocking(move || make(&ask)).await;
    let table =
        made.unwrap_or_else(|_| Err(Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "no game came of this")))?;
    let (mut json, tree) = (view::table(&table), view::tree(&table));
    json["id"] = json!(tables.add(table));
    json["tree"] = tree;
    Ok(Json(json))
}

fn make(ask: &Open) -> Result<Table, Fault> {
    if let Some(text) = &ask.replay {
        return Ok(Table::of_replay(&Replay::from_text(text)?, None)?);
    }
    let kind = Kind::named(&ask.game)?;
    let texts: Vec<(String, String)> = ask
        .options
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect();
    let game = kind.build(texts.iter().map(|(name, value)| (name.as_str(), value.as_str())), None)?;
    let players = game.teams().players();
    // Whoever does not know how many seats there are may name agents for more.
    if let Some(seat) = ask.seats.iter().skip(players).position(Option::is_none) {
        let line = format!("there is no seat {}: the seats are 0 to {}", players + seat, players - 1);
        return Err(Fault::new(StatusCode::BAD_REQUEST, line));
    }
    let last = ask.seats.last().cloned().unwrap_or_else(|| Some(kind.strongest().to_owned()));
    let seats = (0..players).map(|seat| match ask.seats.get(seat).unwrap_or(&last) {
        None => Ok(Seat::Person),
        Some(agent) => {
            admit(&kind, agent)?;
            // One that cannot be had is told of now, and not in the middle of the game.
            game.player(agent)?;
            Ok(Seat::Agent(agent.clone()))
        }
    });
    let seats: Vec<Seat> = seats.collect::<Result<_, Fault>>()?;
    Ok(Table::new(game, seats, ask.seed))
}

async fn table(State(tables): Shared, Path(id): Path<u64>) -> Answer {
    with(tables, id, move |t| {
        let mut json = view::table(t);
        (json["id"], json["tree"]) = (json!(id), view::tree(t));
        Ok(Json(json))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    viewer: Option<String>,
}

async fn node(
    State(tables): Shared,
    Path((id, n)): Path<(u64, usize)>,
    look: Result<Query<Look>, QueryRejection>,
) -> Answer {
    let Query(look) = look?;
    with(tables, id, move |t| {
        let n = at(t, n)?;
        let viewer = viewer(t, n, look.viewer.as_deref())?;
        Ok(Json(view::node(t, n, viewer)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    at: usize,
    action: usize,
    #[serde(default)]
    new_dice: bool,
    picks: Option<Vec<u32>>,
}

async fn play(State(tables): Shared, Path(id): Path<u64>, body: Body) -> Answer {
    let ask: Play = read(body)?;
    with(tables, id, move |t| {
        let (n, action) = (at(t, ask.at)?, action(t, ask.action)?);
        if let Some(actor) = t.nodes[n].state.actor().filter(|&seat| !t.is_person(seat))
            && !t.hides_nothing(n, Viewer::Table)
            && !(0..t.seats.len()).any(|seat| t.is_person(seat) && t.hides_nothing(n, Viewer::Seat(seat)))
        {
            let line = format!("seat {actor} decides for itself, for its hand is hidden");
            return Err(Fault::new(StatusCode::FORBIDDEN, line));
        }
        let dice = match (ask.picks, ask.new_dice) {
            (Some(picks), _) => {
                let viewer = viewer(t, n, None)?;
                unhidden(t, n, viewer)?;
                Dice::Chosen(picks)
            }
            (None, true) => Dice::New,
            (None, false) => Dice::Same,
        };
        let child = t.play(n, action, &dice)?;
        Ok(Json(view::twig(t, child)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: usize,
}

/// A move of the agent that acts, or the only one of a person.
async fn agent(State(tables): Shared, Path(id): Path<u64>, body: Body) -> Answer {
    let ask: At = read(body)?;
    with(tables, id, move |t| {
        let n = at(t, ask.at)?;
        let person = t.nodes[n].state.actor().is_some_and(|seat| t.is_person(seat));
        let child = if person { t.forced(n)? } else { t.let_agent(n)? };
        Ok(Json(view::twig(t, child)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    at: usize,
    name: String,
}

async fn name(State(tables): Shared, Path(id): Path<u64>, body: Body) -> Answer {
    let ask: Name = read(body)?;
    with(tables, id, move |t| {
        let n = at(t, ask.at)?;
        let name = ask.name.trim();
        if name.chars().count() > MOST_NAME {
            let line = format!("a name has at most {MOST_NAME} characters");
            return Err(Fault::new(StatusCode::BAD_REQUEST, line));
        }
        t.nodes[n].name = Some(name.to_owned()).filter(|name| !name.is_empty());
        Ok(Json(view::twig(t, n)))
    })
    .await
}

async fn remove(State(tables): Shared, Path(id): Path<u64>, body: Body) -> Answer {
    let ask: At = read(body)?;
    with(tables, id, move |t| {
        let n = at(t, ask.at)?;
        let parent = t.remove(n)?;
        Ok(Json(json!({ "at": parent, "tree": view::tree(t) })))
    })
    .await
}

async fn lay_open(State(tables): Shared, Path(id): Path<u64>, _body: Body) -> Answer {
    with(tables, id, move |t| {
        t.lay_open();
        Ok(Json(view::table(t)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    at: usize,
    action: usize,
}

async fn why(State(tables): Shared, Path(id): Path<u64>, ask: Result<Query<Ask>, QueryRejection>) -> Answer {
    let Query(ask) = ask?;
    with(tables, id, move |t| {
        let (n, action) = (at(t, ask.at)?, action(t, ask.action)?);
        let viewer = viewer(t, n, None)?;
        let state = &t.nodes[n].state;
        if state.actor().is_some_and(|actor| !viewer.knows(actor)) {
            unhidden(t, n, viewer)?;
        }
        Ok(Json(json!({ "label": t.game.label(action), "why": state.why_illegal(action) })))
    })
    .await
}

async fn chances(
    State(tables): Shared,
    Path(id): Path<u64>,
    ask: Result<Query<Ask>, QueryRejection>,
) -> Answer {
    let Query(ask) = ask?;
    with(tables, id, move |t| {
        let (n, action) = (at(t, ask.at)?, action(t, ask.action)?);
        let viewer = viewer(t, n, None)?;
        unhidden(t, n, viewer)?;
        Ok(Json(results(t.nodes[n].state.as_ref(), action, MOST_RESULTS, viewer)?))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Judge {
    at: usize,
    agent: String,
    #[serde(default)]
    team: usize,
}

impl Judge {
    /// The position, if this judge and team are there and nothing that is hidden shows.
    fn check(&self, t: &Table) -> Result<usize, Fault> {
        let n = at(t, self.at)?;
        admit(t.game.facts(), &self.agent)?;
        let teams = t.game.teams().leads().len();
        if self.team >= teams {
            let line = format!("team {} must be below {teams}", self.team);
            return Err(Fault::new(StatusCode::BAD_REQUEST, line));
        }
        let viewer = viewer(t, n, None)?;
        let own = t.nodes[n].state.actor().is_some_and(|actor| viewer.knows(actor));
        if !own {
            unhidden(t, n, viewer)?;
        }
        Ok(n)
    }
}

async fn opinion(
    State(tables): Shared,
    Path(id): Path<u64>,
    judge: Result<Query<Judge>, QueryRejection>,
) -> Answer {
    let Query(judge) = judge?;
    with(tables, id, move |t| {
        let n = judge.check(t)?;
        let weighed = t.opinion(n, &judge.agent)?;
        let state = &t.nodes[n].state;
        let moves = weighed.iter().flat_map(|weighed| &weighed.moves).map(|m| {
            json!({ "action": m.action, "words": state.tell(m.action), "share": m.share, "score": m.score })
        });
        Ok(Json(json!({
            "agent": judge.agent,
            "score": weighed.as_ref().map(|weighed| weighed.score),
            "actor": state.actor(),
            "moves": moves.collect::<Vec<_>>(),
        })))
    })
    .await
}

type Events = Sse<std::pin::Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>;

/// The whole line to a position: first the chance to win at each node, then luck and skill of each move. A new one ends the one
/// before, and so does whoever stops listening.
async fn curve(
    State(tables): Shared,
    Path(id): Path<u64>,
    judge: Result<Query<Judge>, QueryRejection>,
) -> Result<Events, Fault> {
    let Query(judge) = judge?;
    let table = tables.find(id).ok_or_else(|| Fault::missing("that game is not open any more"))?;
    let (path, mine) = with(tables, id, {
        let (at, agent, team) = (judge.at, judge.agent.clone(), judge.team);
        move |t| {
            let n = Judge { at, agent, team }.check(t)?;
            let path = t.path(n);
            for &n in &path {
                let viewer = viewer(t, n, None)?;
                unhidden(t, n, viewer)?;
            }
            t.analyses += 1;
            Ok((path, t.analyses))
        }
    })
    .await?;
    let (send, receive) = mpsc::channel::<Value>(64);
    tokio::task::spawn_blocking(move || {
        let values = path.iter().map(|&n| (n, false));
        let plies = path.iter().skip(1).map(|&n| (n, true));
        for (n, ply) in values.chain(plies) {
            let mut t = lock(&table);
            if t.analyses != mine {
                return;
            }
            let said = if ply {
                let ply = t.ply(n, &judge.agent, judge.team);
                ply.map(|ply| json!({ "id": n, "ply": ply }))
            } else {
                let value = t.value(n, &judge.agent, judge.team);
                value.map(|value| json!({ "id": n, "value": value }))
            };
            drop(t);
            let said = said.unwrap_or_else(|e| json!({ "error": e.to_string() }));
            if send.blocking_send(said).is_err() {
                return;
            }
        }
        let _ = send.blocking_send(json!({ "done": true }));
    });
    let events = unfold(receive, |mut receive| async {
        let said = receive.recv().await?;
        Some((Ok(Event::default().data(said.to_string())), receive))
    });
    Ok(Sse::new(Box::pin(events)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Take {
    at: usize,
    viewer: Option<String>,
}

async fn state(
    State(tables): Shared,
    Path(id): Path<u64>,
    take: Result<Query<Take>, QueryRejection>,
) -> Answer {
    let Query(take) = take?;
    with(tables, id, move |t| {
        let n = at(t, take.at)?;
        let viewer = viewer(t, n, take.viewer.as_deref())?;
        Ok(Json(t.nodes[n].state.json(viewer)))
    })
    .await
}

/// A replay holds the answers of chance, so it tells every hand.
async fn replay(
    State(tables): Shared,
    Path(id): Path<u64>,
    take: Result<Query<Take>, QueryRejection>,
) -> Result<Response, Fault> {
    let Query(take) = take?;
    let (name, text) = with(tables, id, move |t| {
        let n = at(t, take.at)?;
        let viewer = viewer(t, n, None)?;
        unhidden(t, n, viewer)?;
        Ok((t.game.facts().name, t.replay(n).to_text()))
    })
    .await?;
    Ok(attached(&format!("{name}.jsonl"), "application/jsonl", text))
}

async fn page_of(
    State(tables): Shared,
    Path(id): Path<u64>,
    take: Result<Query<Take>, QueryRejection>,
) -> Result<Response, Fault> {
    let Query(take) = take?;
    let (name, text) = with(tables, id, move |t| {
        let n = at(t, take.at)?;
        let viewer = viewer(t, n, take.viewer.as_deref())?;
        unhidden(t, n, viewer)?;
        Ok((t.game.facts().name, page::page(t, n, viewer, &Value::Null)))
    })
    .await?;
    Ok(attached(&format!("{name}.html"), "application/octet-stream", text))
}

fn attached(name: &str, kind: &'static str, text: String) -> Response {
    let how = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, how)], text).into_response()
}
