//! What people at several screens agree on: who has a seat, whether moves are taken back, whose time is over.

use std::sync::Arc;

use axum::Json;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{JsonBody, OpenSession};
use super::fault::Fault;
use super::look::{at, no_seat};
use super::tables::lock;
use crate::session::GameSession;
use crate::session::change::Change;
use crate::session::opening;

type Answer = Result<Json<Value>, Fault>;

/// What is said once something was done.
fn done() -> Json<Value> {
    Json(json!({}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Give {
    seat: usize,
    /// The agent; none for the person whose seat it is.
    agent: Option<String>,
}

/// Gives a seat to an agent, or back. People do so with their own seats, and whoever began the game with all.
pub async fn seat(open: OpenSession, JsonBody(ask): JsonBody<Give>) -> Answer {
    open.takes_part()?;
    let (desk, rights) = (Arc::clone(&open.desk), open.rights.clone());
    let give = move |t: &GameSession| {
        if ask.seat >= t.seats.len() {
            return Err(no_seat(ask.seat, t.seats.len()));
        }
        if !rights.host && !rights.has(ask.seat) {
            return Err(Fault::hidden(format!("seat {} is not yours", ask.seat)));
        }
        if ask.agent.is_none() && !lock(&desk.room).has_person(ask.seat) {
            return Err(Fault::bad(format!("no person has seat {}", ask.seat)));
        }
        let agent = ask.agent.map(|name| opening::named(t.game.as_ref(), &name).to_owned());
        if let Some(name) = &agent {
            opening::agent(t.game.as_ref(), name)?;
        }
        Ok(Change::Seat { seat: ask.seat, agent })
    };
    open.change(give, |_, _| done()).await
}

/// Whether a character is not seen, and could reorder the words around it.
fn is_unseen(c: char) -> bool {
    let marks =
        ['\u{200b}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2060}'..='\u{206f}', '\u{feff}'..='\u{feff}'];
    c.is_control() || marks.iter().any(|range| range.contains(&c))
}

/// The most characters of a person's name.
const MOST_CALLED: usize = 24;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    seat: usize,
    name: String,
}

/// Gives the person in a seat a name, which nobody but that person does; an empty one takes it away.
pub async fn call(open: OpenSession, JsonBody(ask): JsonBody<Called>) -> Answer {
    open.takes_part()?;
    let rights = open.rights.clone();
    let called = move |t: &GameSession| {
        let name = ask.name.trim();
        if ask.seat >= t.seats.len() {
            return Err(no_seat(ask.seat, t.seats.len()));
        }
        if !rights.has(ask.seat) {
            return Err(Fault::hidden(format!("seat {} is not yours", ask.seat)));
        }
        if name.chars().count() > MOST_CALLED {
            return Err(Fault::bad(format!("a name has at most {MOST_CALLED} characters")).about("name"));
        }
        if name.chars().any(is_unseen) {
            return Err(Fault::bad("a name has letters that can be seen, and no others").about("name"));
        }
        Ok(Change::Call { seat: ask.seat, name: Some(name.to_owned()).filter(|name| !name.is_empty()) })
    };
    open.change(called, |_, _| done()).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    to: usize,
}

/// Asks the other people to go back to a position of one's own; at once where there are none.
pub async fn takeback(open: OpenSession, JsonBody(ask): JsonBody<Back>) -> Answer {
    open.takes_part()?;
    let (desk, rights) = (Arc::clone(&open.desk), open.rights.clone());
    open.with(move |t| {
        let to = at(t, ask.to)?;
        if !desk.is_under_way(t) {
            return Err(Fault::bad("nobody has to be asked here: go back, and play another move"));
        }
        let line = t.path(t.end(0));
        let own = t.nodes[to].state.actor().is_some_and(|seat| rights.has(seat));
        if !own || !line[..line.len() - 1].contains(&to) {
            return Err(Fault::bad(format!("position {to} is no earlier decision of yours")));
        }
        lock(&desk.room).ask_back(&rights, to);
        Ok(())
    })
    .await?;
    agreed(open).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    agree: bool,
}

/// What somebody says to the wish of another to take moves back.
pub async fn answer(open: OpenSession, JsonBody(ask): JsonBody<Consent>) -> Answer {
    open.takes_part()?;
    if lock(&open.desk.room).takeback.is_none() {
        return Err(Fault::bad("nobody asks to take moves back"));
    }
    if ask.agree {
        return agreed(open).await;
    }
    lock(&open.desk.room).takeback = None;
    open.desk.news.send_replace(());
    Ok(done())
}

/// Notes that whoever has the link agrees, and goes back once all do.
async fn agreed(open: OpenSession) -> Answer {
    let (desk, rights, tables) = (Arc::clone(&open.desk), open.rights.clone(), Arc::clone(&open.tables));
    open.with(move |t| {
        let to = lock(&desk.room).agree(t, &rights);
        if let Some(&at) = to.and_then(|to| t.nodes[to].children.first()) {
            desk.change(&tables.kept, t, Change::Remove { at })?;
        }
        desk.news.send_replace(());
        Ok(done())
    })
    .await
}

/// Gives the seat of whoever has no time left to the best agent.
pub async fn late(open: OpenSession) -> Answer {
    open.takes_part()?;
    let desk = Arc::clone(&open.desk);
    let hand = move |t: &GameSession| {
        let actor = t.nodes[t.end(0)].state.actor().filter(|&seat| t.is_person(seat));
        match actor.filter(|&seat| lock(&desk.room).is_late(seat)) {
            Some(seat) => Ok(Change::Seat { seat, agent: Some(t.game.best().to_owned()) }),
            None => Err(Fault::bad("whoever acts has time left")),
        }
    };
    open.change(hand, |_, _| done()).await
}
