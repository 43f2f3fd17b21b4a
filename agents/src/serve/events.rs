//! [`events`]: what is new at a table, told to every page that has it open.

use std::convert::Infallible;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::asked::{OpenSession, QueryArgs};
use super::fault::Fault;
use super::kept::GONE;
use super::rights::Rights;
use super::room::MOST_SCREENS;
use super::tables::{Desk, lock};
use crate::session::{GameSession, view};

/// What a page has of the tree.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// How many positions were ever made.
    nodes: usize,
    /// How often some were taken off.
    removals: usize,
}

/// A page that listens, counted among those who are there.
struct Screen {
    open: OpenSession,
    known: Known,
    news: watch::Receiver<()>,
    /// Whether nothing more is to be told.
    ended: bool,
}

impl Drop for Screen {
    fn drop(&mut self) {
        lock(&self.open.desk.room).at_screen(&self.open.rights, false);
        self.open.desk.news.send_replace(());
    }
}

/// What people at several screens share, as somebody with these rights may know it.
pub fn shared(desk: &Desk, t: &GameSession, rights: &Rights) -> Value {
    let mut json = lock(&desk.room).shown(t);
    json["nodes"] = json!(t.nodes.len());
    json["mine"] = json!(rights.seats);
    json["host"] = json!(rights.host);
    json["several"] = json!(desk.is_room);
    json
}

type Events = Sse<
    axum::response::sse::KeepAliveStream<
        std::pin::Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>,
    >,
>;

/// Tells at once how the table stands, and then whatever happens there.
pub async fn events(open: OpenSession, QueryArgs(known): QueryArgs<Known>) -> Result<Events, Fault> {
    let mut news = open.desk.news.subscribe();
    // How the table stands is news to the page.
    news.mark_changed();
    if !lock(&open.desk.room).at_screen(&open.rights, true) {
        let line = format!("this link is open on {MOST_SCREENS} screens, which are all that may be");
        return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, line));
    }
    open.desk.news.send_replace(());
    let screen = Screen { open, known, news, ended: false };
    let events = unfold(screen, |mut screen| async {
        if screen.ended || screen.news.changed().await.is_err() {
            return None;
        }
        let gone = screen.open.desk.is_gone();
        let news = if gone { Err(Fault::missing(GONE)) } else { screen.news().await };
        screen.ended = news.is_err();
        let said = news.unwrap_or_else(|e| json!({ "error": e.line() }));
        Some((Ok(Event::default().data(said.to_string())), screen))
    });
    let events: std::pin::Pin<Box<dyn Stream<Item = _> + Send>> = Box::pin(events);
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

impl Screen {
    /// What the page does not have yet: the new positions, or the whole tree if some were taken off.
    async fn news(&mut self) -> Result<Value, Fault> {
        let (desk, rights, known) = (Arc::clone(&self.open.desk), self.open.rights.clone(), self.known);
        let (json, now) = self
            .open
            .with(move |t| {
                let room = shared(&desk, t, &rights);
                let now = Known { nodes: t.nodes.len(), removals: lock(&desk.room).removals };
                let eyes = rights.eyes(t);
                let mut json = json!({ "room": room, "seats": view::seats(t), "open": t.is_open() });
                if now.removals == known.removals && known.nodes <= now.nodes {
                    json["new"] = (known.nodes..now.nodes)
                        .filter(|&n| !t.nodes[n].removed)
                        .map(|n| view::twig(t, n, eyes))
                        .collect();
                } else {
                    json["tree"] = view::tree(t, eyes);
                }
                Ok((json, now))
            })
            .await?;
        self.known = now;
        Ok(json)
    }
}
