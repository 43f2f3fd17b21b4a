//! What may be asked of the server, and what it answers: JSON throughout, and one line for what is refused.

use std::sync::{Arc, LazyLock};

use axum::extract::rejection::PathRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use holotable_env::Viewer;
use holotable_erased::Kind;
use holotable_store::stop::Stop;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{JsonBody, OpenSession, QueryArgs, aside};
use super::evaluate::{curve, evaluation, trial};
use super::events::{events, shared};
use super::fault::Fault;
use super::guard::{MOST_REPLAY, REPLAYS};
use super::kept::Origin;
use super::look::{action, at, free, no_seat, unaided, unhidden, viewer};
use super::practise::{answered, find, practise};
use super::room::Clock;
use super::tables::{Tables, begin};
use super::think::{Question, left};
use super::together::{answer, call, late, seat, takeback};
use crate::session::admit::admit;
use crate::session::change::Change;
use crate::session::opening;
use crate::session::refusals::refusals;
use crate::session::study::MOST_NAME;
use crate::session::web;
use crate::session::{Dice, GameSession, page, view};

type Answer = Result<Json<Value>, Fault>;

/// The routes.
pub fn routes(tables: Arc<Tables>) -> Router {
    let replays = DefaultBodyLimit::max(MOST_REPLAY);
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route("/web/{*name}", get(of_web))
        .route("/api/games", get(games))
        .route(REPLAYS, post(open).layer(replays))
        .route("/api/kept", get(kept))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/events", get(events))
        .route("/api/tables/{id}/nodes/{at}", get(node))
        .route("/api/tables/{id}/play", post(play))
        .route("/api/tables/{id}/agent", post(agent))
        .route("/api/tables/{id}/name", post(name))
        .route("/api/tables/{id}/remove", post(remove))
        .route("/api/tables/{id}/open", post(lay_open))
        .route("/api/tables/{id}/seat", post(seat))
        .route("/api/tables/{id}/call", post(call))
        .route("/api/tables/{id}/takeback", post(takeback))
        .route("/api/tables/{id}/answer", post(answer))
        .route("/api/tables/{id}/late", post(late))
        .route("/api/tables/{id}/forget", post(forget))
        .route("/api/tables/{id}/why", get(why))
        .route("/api/tables/{id}/rules", get(rules))
        .route("/api/tables/{id}/chances", get(chances))
        .route("/api/tables/{id}/evaluation", post(evaluation))
        .route("/api/tables/{id}/curve", post(curve))
        .route("/api/tables/{id}/trial", post(trial))
        .route("/api/tables/{id}/mistakes", post(find))
        .route("/api/practise", get(practise).post(answered))
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

/// The games are the same for every page, and some take a while to build.
static GAMES: LazyLock<Value> = LazyLock::new(|| Kind::all().iter().map(view::kind).collect());

async fn games() -> Json<&'static Value> {
    Json(&GAMES)
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
    /// The seats of people at other screens, each of which has a link of its own.
    #[serde(default)]
    guests: Vec<usize>,
    clock: Option<Clock>,
    replay: Option<String>,
}

async fn open(State(tables): State<Arc<Tables>>, JsonBody(ask): JsonBody<Open>) -> Answer {
    let maker = tables.makers.acquire().await.map_err(|_| Fault::failed())?;
    let adding = Arc::clone(&tables);
    let id = aside(move || {
        let (origin, table) = make(ask)?;
        adding.add(&origin, table)
    });
    let id = id.await?;
    drop(maker);
    let found = tables.find(&id).await?;
    let (desk, rights) = found.ok_or_else(Fault::failed)?;
    table(OpenSession { id, desk, rights, tables }).await
}

/// A game as it begins, and how it does.
fn make(ask: Open) -> Result<(Origin, GameSession), Fault> {
    let Open { game: name, options, seed, seats, guests, clock, replay } = ask;
    let mut origin = Origin { game: name, options, seed, seats, guests, clock, replay };
    if origin.replay.is_some() {
        if !origin.guests.is_empty() || origin.clock.is_some() {
            return Err(Fault::bad("a replay has neither guests nor a clock"));
        }
        let table = begin(&origin).map_err(|e| Fault::from(e).about("replay"))?;
        return Ok((origin, table));
    }
    let game =
        opening::rules(&origin.game, &origin.options).map_err(|e| about_option(&origin.game, e.into()))?;
    let players = game.teams().players();
    // Whoever does not know how many seats there are may name agents for more.
    if let Some(seat) = origin.seats.iter().skip(players).position(Option::is_none) {
        return Err(no_seat(players + seat, players).about("seats"));
    }
    let last = origin.seats.last().cloned().unwrap_or_else(|| Some(game.facts().strongest().to_owned()));
    // What `best` means may change, but not for this game.
    let agent = |name: &Option<String>| {
        Some(name.as_deref()?).map(|name| opening::named(game.as_ref(), name).to_owned())
    };
    origin.seats = (0..players).map(|seat| agent(origin.seats.get(seat).unwrap_or(&last))).collect();
    if let Some(&seat) = origin.guests.iter().find(|&&seat| seat >= players) {
        return Err(no_seat(seat, players).about("guests"));
    }
    if let Some(seat) = origin.guests.iter().find(|&&seat| origin.seats[seat].is_some()) {
        return Err(Fault::bad(format!("seat {seat} is an agent's, and no guest's")).about("guests"));
    }
    if !origin.guests.is_empty() {
        // Whoever knew it would know all cards and dice.
        origin.seed = getrandom::u32().map_err(|_| Fault::failed())?.into();
    }
    origin.guests.sort_unstable();
    origin.guests.dedup();
    if origin.clock.is_some() && origin.guests.is_empty() {
        let line = "a clock is for people at several screens: name the guests' seats";
        return Err(Fault::bad(line).about("clock"));
    }
    if origin.clock.is_some_and(|clock| clock.seconds == 0 && clock.added == 0) {
        return Err(Fault::bad("a clock of 0 s with nothing added leaves no time to move").about("clock"));
    }
    let table = begin(&origin).map_err(|e| Fault::from(e).about("agent"))?;
    Ok((origin, table))
}

/// The fault with the option that it names, as the messages of options do.
fn about_option(game: &str, fault: Fault) -> Fault {
    let options = Kind::named(game).map_or(&[][..], |kind| kind.options);
    let named = options.iter().find(|option| fault.line().contains(&format!("'{}'", option.name)));
    match named {
        Some(option) => fault.about(option.name),
        None => fault,
    }
}

async fn table(open: OpenSession) -> Answer {
    let (desk, rights, tables) = (Arc::clone(&open.desk), open.rights.clone(), Arc::clone(&open.tables));
    let mut json = open
        .with(move |t| {
            let mut json = view::opened(t, rights.eyes(t));
            json["room"] = shared(&desk, t, &rights);
            if rights.host {
                json["room"]["links"] = tables.links(&desk)?;
            }
            Ok(json)
        })
        .await?;
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
    let rights = open.rights.clone();
    open.with(move |t| {
        let n = at(t, n.unwrap_or(usize::MAX))?;
        let viewer = viewer(t, &rights, n, look.viewer.as_deref())?;
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
    open.takes_part()?;
    let (desk, rights, eyes) = (Arc::clone(&open.desk), open.rights.clone(), open.rights.clone());
    let play = move |t: &GameSession| {
        let (n, action) = (at(t, ask.at)?, action(t, ask.action)?);
        let actor = t.nodes[n].state.actor();
        let dice = match (ask.picks, ask.new_dice) {
            (Some(picks), _) => Dice::Chosen(picks),
            (None, true) => Dice::New,
            (None, false) => Dice::Same,
        };
        if desk.is_under_way(t) {
            now(t, n)?;
            if let Some(actor) = actor.filter(|&seat| !rights.decides(t, seat)) {
                return Err(not_yours(actor));
            }
            if dice != Dice::Same {
                return Err(Fault::hidden(
                    "people at several screens play this game with the dice as they fall",
                ));
            }
        }
        if let Some(actor) = actor.filter(|&seat| !rights.decides(t, seat))
            && !t.hides_nothing(n, Viewer::Table)
            && !rights.seats.iter().any(|&seat| t.hides_nothing(n, Viewer::Seat(seat)))
        {
            let line = format!("seat {actor} decides for itself, for its hand is hidden");
            return Err(Fault::hidden(line));
        }
        if matches!(dice, Dice::Chosen(_)) {
            unhidden(t, n, viewer(t, &rights, n, None)?)?;
        }
        Ok(Change::Play { at: n, action: t.game.label(action), dice })
    };
    open.change(play, move |t, child| Json(view::twig(t, child, eyes.eyes(t)))).await
}

/// Refuses a move that is not the next one of a game in which nobody goes back alone.
fn now(t: &GameSession, n: usize) -> Result<(), Fault> {
    if n == t.end(0) {
        return Ok(());
    }
    Err(Fault::new(StatusCode::CONFLICT, "the game has gone on; look at its last move"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: usize,
}

/// Whose the next move of a game is.
enum Next {
    /// It was made, and led there.
    There(usize),
    /// A person's of this link.
    Person,
    /// That of an agent.
    Agent,
}

fn not_yours(seat: usize) -> Fault {
    Fault::hidden(format!("seat {seat} is not yours"))
}

/// A move of the agent that acts, or the only one of a person.
async fn agent(open: OpenSession, JsonBody(ask): JsonBody<At>) -> Result<Response, Fault> {
    open.takes_part()?;
    let n = ask.at;
    let (desk, rights) = (Arc::clone(&open.desk), open.rights.clone());
    let found = open.with(move |t| {
        let n = at(t, n)?;
        // Several pages let the agents of one game move: what one of them was told, the others are.
        let known = t.nodes[n].children.first().filter(|_| desk.is_under_way(t));
        let actor = t.nodes[n].state.actor();
        match (known, actor.filter(|&seat| t.is_person(seat))) {
            (Some(&child), _) => Ok(Next::There(child)),
            (None, Some(seat)) if !rights.has(seat) => Err(not_yours(seat)),
            (None, Some(_)) => Ok(Next::Person),
            (None, None) => Ok(Next::Agent),
        }
    });
    let rights = open.rights.clone();
    let say = move |t: &GameSession, child| view::twig(t, child, rights.eyes(t)).to_string();
    let found = found.await?;
    if let Next::There(child) = found {
        return Ok(json_response(&open.with(move |t| Ok(say(t, child))).await?));
    }
    if let Next::Person = found {
        let only = move |t: &GameSession| {
            let action = t.only(at(t, n)?)?;
            Ok(Change::Play { at: n, action: t.game.label(action), dice: Dice::Same })
        };
        return Ok(json_response(&open.change(only, say).await?));
    }
    let (desk, tables) = (Arc::clone(&open.desk), Arc::clone(&open.tables));
    let moved = open.desk.thinker.ask(Question::Move(n), move |token| {
        let copy = desk.table.blocking_lock().clone();
        let decision = copy.decide(n)?;
        if token.is_asked() {
            return Err(left());
        }
        let mut t = desk.table.blocking_lock();
        // Somebody may have taken it off the tree meanwhile, or have given the seat to somebody else.
        let n = at(&t, n)?;
        if desk.is_under_way(&t) {
            now(&t, n)?;
        }
        if t.turn(n)?.name != copy.turn(n)?.name {
            return Err(Fault::new(StatusCode::CONFLICT, "another has the seat now"));
        }
        let change = Change::of(&t, n, &decision);
        let child = desk.change(&tables.kept, &mut t, change)?;
        Ok(child.to_string().into())
    });
    let child = moved.await?.parse().map_err(|_| Fault::failed())?;
    // Each of those who waited is told with their own eyes.
    Ok(json_response(&open.with(move |t| Ok(say(t, at(t, child)?))).await?))
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
    open.takes_part()?;
    let rights = open.rights.clone();
    let named = move |t: &GameSession| {
        let at = at(t, ask.at)?;
        let name = ask.name.trim();
        if name.chars().count() > MOST_NAME {
            let line = format!("a name has at most {MOST_NAME} characters");
            return Err(Fault::bad(line));
        }
        Ok(Change::Name { at, name: Some(name.to_owned()).filter(|name| !name.is_empty()) })
    };
    open.change(named, move |t, n| Json(view::twig(t, n, rights.eyes(t)))).await
}

async fn remove(open: OpenSession, JsonBody(ask): JsonBody<At>) -> Answer {
    open.takes_part()?;
    let rights = open.rights.clone();
    let (desk, host) = (Arc::clone(&open.desk), open.rights.host);
    let removed = move |t: &GameSession| {
        free(&desk, t)?;
        if desk.is_room && !host {
            return Err(Fault::hidden("only whoever began the game takes moves off it"));
        }
        Ok(Change::Remove { at: at(t, ask.at)? })
    };
    open.change(removed, move |t, n| Json(json!({ "at": n, "tree": view::tree(t, rights.eyes(t)) }))).await
}

async fn lay_open(open: OpenSession) -> Answer {
    open.takes_part()?;
    let desk = Arc::clone(&open.desk);
    let opened = move |t: &GameSession| free(&desk, t).map(|()| Change::Open);
    open.change(opened, |t, _| Json(view::table(t))).await
}

/// Removes a game for good, which only whoever began it may do.
async fn forget(open: OpenSession) -> Answer {
    if !open.rights.host {
        return Err(Fault::hidden("only whoever began the game removes it"));
    }
    aside(move || Ok(open.tables.remove(&open.desk)?)).await?;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    game: Option<String>,
    #[serde(default)]
    page: usize,
}

/// The games that are kept, the latest first.
async fn kept(State(tables): State<Arc<Tables>>, QueryArgs(list): QueryArgs<List>) -> Answer {
    aside(move || Ok(Json(tables.kept.list(list.game.as_deref(), list.page)?))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    at: usize,
    action: usize,
    /// Who says what each result is worth to the seat that acts.
    agent: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Why {
    at: usize,
    place: Option<String>,
}

/// Why moves of the kinds that are asked for are not there: all of them, or those that touch a place.
async fn why(open: OpenSession, QueryArgs(ask): QueryArgs<Why>) -> Answer {
    let rights = open.rights.clone();
    open.with(move |t| {
        let n = at(t, ask.at)?;
        let viewer = viewer(t, &rights, n, None)?;
        let state = &t.nodes[n].state;
        if state.actor().is_some_and(|actor| !viewer.knows(actor)) {
            unhidden(t, n, viewer)?;
        }
        let lines = refusals(state.as_ref(), ask.place.as_deref())
            .into_iter()
            .map(|it| json!({ "why": it.why, "kind": it.kind, "moves": it.moves }));
        Ok(Json(lines.collect()))
    })
    .await
}

/// What somebody reads before the first move.
async fn rules(open: OpenSession) -> Answer {
    open.with(|t| Ok(Json(json!({ "text": t.game.rules_text() })))).await
}

async fn chances(open: OpenSession, QueryArgs(ask): QueryArgs<Ask>) -> Answer {
    let takes_part = open.takes_part();
    let (desk, rights) = (Arc::clone(&open.desk), open.rights.clone());
    open.with(move |t| {
        let (n, action) = (at(t, ask.at)?, action(t, ask.action)?);
        let viewer = viewer(t, &rights, n, None)?;
        unhidden(t, n, viewer)?;
        if let Some(agent) = &ask.agent {
            takes_part?;
            admit(t.game.facts(), agent)?;
            unaided(&desk, t)?;
        }
        Ok(Json(t.results(n, action, viewer, ask.agent.as_deref())?))
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
    let rights = open.rights.clone();
    let (name, json) = open
        .with(move |t| {
            let n = at(t, take.at)?;
            let viewer = viewer(t, &rights, n, take.viewer.as_deref())?;
            Ok((t.game.facts().name, t.nodes[n].state.json(viewer)))
        })
        .await?;
    Ok(attached(&format!("{name}-{}.json", take.at), "application/json", json.to_string()))
}

/// A replay holds the answers of chance, so it tells every hand.
async fn replay(open: OpenSession, QueryArgs(take): QueryArgs<Take>) -> Result<Response, Fault> {
    let (desk, rights) = (Arc::clone(&open.desk), open.rights.clone());
    let (name, text) = open
        .with(move |t| {
            // The seed in it tells all that chance will do.
            free(&desk, t)?;
            let n = at(t, take.at)?;
            let viewer = viewer(t, &rights, n, None)?;
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
    let rights = open.rights.clone();
    let (name, text) = open
        .with(move |t| {
            let n = at(t, take.at)?;
            let viewer = viewer(t, &rights, n, take.viewer.as_deref())?;
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
