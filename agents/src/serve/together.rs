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
