//! What may be asked of the server, and what it answers: JSON throughout, and one line for what is refused.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::rejection::PathRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use holotable_env::Viewer;
use holotable_erased::Kind;
use holotable_store::error::Error;
use holotable_store::stop::Stop;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{JsonBody, OpenSession, QueryArgs, aside};
use super::evaluate::{curve, evaluation};
use super::fault::Fault;
use super::guard::{MOST_REPLAY, REPLAYS};
use super::look::{action, at, no_seat, unhidden, viewer};
use super::tables::Tables;
use super::think::{Question, left};
use crate::session::opening;
use crate::session::refusals::refusals;
use crate::session::results::results;
use crate::session::study::MOST_NAME;
use crate::session::web;
use crate::session::{Dice, GameSession, Seat, page, view};

/// The most results of a move that are listed.
const MOST_RESULTS: usize = 20_000;

type Answer = Result<Json<Value>, Fault>;

/// The routes.
pub fn routes(tables: Arc<Tables>) -> Router {
    let replays = DefaultBodyLimit::max(MOST_REPLAY);
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route("/web/{name}", get(of_web))
        .route("/api/games", get(games))
        .route(REPLAYS, post(open).layer(replays))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/nodes/{at}", get(node))
        .route("/api/tables/{id}/play", post(play))
        .route("/api/tables/{id}/agent", post(agent))
        .route("/api/tables/{id}/name", post(name))
        .route("/api/tables/{id}/remove", post(remove))
        .route("/api/tables/{id}/open", post(lay_open))
        .route("/api/tables/{id}/why", get(why))
        .route("/api/tables/{id}/rules", get(rules))
        .route("/api/tables/{id}/chances", get(chances))
        .route("/api/tables/{id}/evaluation", post(evaluation))
        .route("/api/tables/{id}/curve", post(curve))
        .route("/api/tables/{id}/state", get(state))
        .route("/api/tables/{id}/replay", get(replay))
        .route("/api/tables/{id}/page", get(page_of))
        .fallback(|| async { Fault::missing("there is nothing of that name") })
        .method_not_allowed_fallback(|| async {
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this address takes another method")
        })
        .with_state(tables)
}

fn file(name: &str) -> Response {
    match web::FILES.iter().find(|file| file.name == name) {
        Some(file) => ([(CONTENT_TYPE, file.kind)], file.text).into_response(),
        None => Fault::missing("there is no such file").into_response(),
    }
}

async fn of_web(name: Result<Path<String>, PathRejection>) -> Response {
    file(&name.map_or_else(|_| String::new(), |Path(name)| name))
}

async fn games() -> Json<Value> {
    Json(Kind::all().iter().map(view::kind).collect())
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

async fn open(State(tables): State<Arc<Tables>>, JsonBody(ask): JsonBody<Open>) -> Answer {
    let _maker = tables.makers.acquire().await.map_err(|_| Fault::failed())?;
    let (table, mut json) = aside(move || {
        let table = make(&ask)?;
        let json = view::opened(&table);
        Ok((table, json))
    })
    .await?;
    json["id"] = json!(tables.add(table, Instant::now())?);
    Ok(Json(json))
}

fn make(ask: &Open) -> Result<GameSession, Fault> {
    if let Some(text) = &ask.replay {
        return Ok(GameSession::of_text(text, None)?);
    }
    let game = opening::rules(&ask.game, &ask.options)?;
    let players = game.teams().players();
    // Whoever does not know how many seats there are may name agents for more.
    if let Some(seat) = ask.seats.iter().skip(players).position(Option::is_none) {
        return Err(no_seat(players + seat, players));
    }
    let last = ask.seats.last().cloned().unwrap_or_else(|| Some(game.facts().strongest().to_owned()));
    let seats = (0..players).map(|seat| match ask.seats.get(seat).unwrap_or(&last) {
        None => Ok(Seat::Person),
        Some(agent) => opening::agent(game.as_ref(), agent),
    });
    let seats: Vec<Seat> = seats.collect::<Result<_, Error>>()?;
    Ok(GameSession::new(game, seats, ask.seed))
}

async fn table(open: OpenSession) -> Answer {
    let mut json = open.with(|t| Ok(view::opened(t))).await?;
    json["id"] = json!(open.id);
    Ok(Json(json))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    viewer: Option<String>,
}

async fn node(
    open: OpenSession,
    path: Result<Path<(String, String)>, PathRejection>,
    QueryArgs(look): QueryArgs<Look>,
) -> Answer {
    let n = path.ok().and_then(|Path((_, n))| n.parse().ok());
    open.with(move |t| {
        let n = at(t, n.unwrap_or(usize::MAX))?;
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

async fn play(open: OpenSession, JsonBody(ask): JsonBody<Play>) -> Answer {
    open.with(move |t| {
        let (n, action) = (at(t, ask.at)?, action(t, ask.action)?);
        if let Some(actor) = t.nodes[n].state.actor().filter(|&seat| !t.is_person(seat))
            && !t.hides_nothing(n, Viewer::Table)
            && !(0..t.seats.len()).any(|seat| t.is_person(seat) && t.hides_nothing(n, Viewer::Seat(seat)))
        {
            let line = format!("seat {actor} decides for itself, for its hand is hidden");
            return Err(Fault::hidden(line));
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
async fn agent(open: OpenSession, JsonBody(ask): JsonBody<At>) -> Result<Response, Fault> {
    let n = ask.at;
    let forced = open.with(move |t| {
        let n = at(t, n)?;
        if !t.nodes[n].state.actor().is_some_and(|seat| t.is_person(seat)) {
            return Ok(None);
        }
        let child = t.forced(n)?;
        Ok(Some(view::twig(t, child).to_string()))
    });
    if let Some(text) = forced.await? {
        return Ok(json_response(&text));
    }
    let table = Arc::clone(&open.desk.table);
    let moved = open.desk.thinker.ask(Question::Move(n), move |token| {
        let copy = table.blocking_lock().clone();
        let decision = copy.decide(n)?;
        if token.is_asked() {
            return Err(left());
        }
        let mut t = table.blocking_lock();
        // Somebody may have taken it off the tree meanwhile.
        let n = at(&t, n)?;
        let child = t.follow(n, decision)?;
        Ok(view::twig(&t, child).to_string().into())
    });
    Ok(json_response(&moved.await?))
}

/// JSON that is written already.
pub fn json_response(text: &str) -> Response {
    ([(CONTENT_TYPE, "application/json")], text.to_owned()).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    at: usize,
    name: String,
}

async fn name(open: OpenSession, JsonBody(ask): JsonBody<Name>) -> Answer {
    open.with(move |t| {
        let n = at(t, ask.at)?;
        let name = ask.name.trim();
        if name.chars().count() > MOST_NAME {
            let line = format!("a name has at most {MOST_NAME} characters");
            return Err(Fault::bad(line));
        }
        t.node_mut(n).name = Some(name.to_owned()).filter(|name| !name.is_empty());
        Ok(Json(view::twig(t, n)))
    })
    .await
}

async fn remove(open: OpenSession, JsonBody(ask): JsonBody<At>) -> Answer {
    open.with(move |t| {
        let n = at(t, ask.at)?;
        let parent = t.remove(n)?;
        Ok(Json(json!({ "at": parent, "tree": view::tree(t) })))
    })
    .await
}

async fn lay_open(open: OpenSession) -> Answer {
    open.with(|t| {
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Why {
    at: usize,
    place: Option<String>,
}

/// Why moves of the kinds that are asked for are not there: all of them, or those that touch a place.
async fn why(open: OpenSession, QueryArgs(ask): QueryArgs<Why>) -> Answer {
    open.with(move |t| {
        let n = at(t, ask.at)?;
        let viewer = viewer(t, n, None)?;
        let state = &t.nodes[n].state;
        if state.actor().is_some_and(|actor| !viewer.knows(actor)) {
            unhidden(t, n, viewer)?;
        }
        let lines = refusals(state.as_ref(), ask.place.as_deref())
            .into_iter()
            .map(|it| json!({ "why": it.why, "moves": it.moves }));
        Ok(Json(lines.collect()))
    })
    .await
}

/// What somebody reads before the first move.
async fn rules(open: OpenSession) -> Answer {
    open.with(|t| Ok(Json(json!({ "text": t.game.rules_text() })))).await
}

async fn chances(open: OpenSession, QueryArgs(ask): QueryArgs<Ask>) -> Answer {
    open.with(move |t| {
        let (n, action) = (at(t, ask.at)?, action(t, ask.action)?);
        let viewer = viewer(t, n, None)?;
        unhidden(t, n, viewer)?;
        Ok(Json(results(t.nodes[n].state.as_ref(), action, MOST_RESULTS, viewer)?))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Take {
    at: usize,
    viewer: Option<String>,
}

async fn state(open: OpenSession, QueryArgs(take): QueryArgs<Take>) -> Result<Response, Fault> {
    let (name, json) = open
        .with(move |t| {
            let n = at(t, take.at)?;
            let viewer = viewer(t, n, take.viewer.as_deref())?;
            Ok((t.game.facts().name, t.nodes[n].state.json(viewer)))
        })
        .await?;
    Ok(attached(&format!("{name}-{}.json", take.at), "application/json", json.to_string()))
}

/// A replay holds the answers of chance, so it tells every hand.
async fn replay(open: OpenSession, QueryArgs(take): QueryArgs<Take>) -> Result<Response, Fault> {
    let (name, text) = open
        .with(move |t| {
            let n = at(t, take.at)?;
            let viewer = viewer(t, n, None)?;
            // The other lines go along.
            for &n in &t.order(n).0 {
                unhidden(t, n, viewer)?;
            }
            Ok((t.game.facts().name, t.saved(n)))
        })
        .await?;
    Ok(attached(&format!("{name}.jsonl"), "application/jsonl", text))
}

async fn page_of(open: OpenSession, QueryArgs(take): QueryArgs<Take>) -> Result<Response, Fault> {
    let (name, text) = open
        .with(move |t| {
            let n = at(t, take.at)?;
            let viewer = viewer(t, n, take.viewer.as_deref())?;
            unhidden(t, n, viewer)?;
            Ok((t.game.facts().name, page::page(t, n, viewer)))
        })
        .await?;
    Ok(attached(&format!("{name}.html"), "application/octet-stream", text))
}

fn attached(name: &str, kind: &'static str, text: String) -> Response {
    let how = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, how)], text).into_response()
}
