//! What an agent makes of a table: its opinion of one position, and the curve of a whole line.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::response::sse::{Event, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::asked::{Opened, Wanted};
use super::fault::Fault;
use super::look::{at, unhidden, viewer};
use super::tables::lock;
use crate::table::Table;
use crate::table::admit::admit;

/// Who judges which position, and for which team.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
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
            return Err(Fault::bad(format!("team {} must be below {teams}", self.team)));
        }
        let viewer = viewer(t, n, None)?;
        let own = t.nodes[n].state.actor().is_some_and(|actor| viewer.knows(actor));
        if !own {
            unhidden(t, n, viewer)?;
        }
        Ok(n)
    }
}

/// The chance to win and the share of each move; of an agent that weighs none, the move that it would make.
pub async fn opinion(open: Opened, Wanted(judge): Wanted<Judge>) -> Result<Json<Value>, Fault> {
    open.with(move |t| {
        let n = judge.check(t)?;
        let weighed = t.opinion(n, &judge.agent)?;
        let plain = if weighed.is_none() { t.choice(n, &judge.agent)? } else { None };
        let state = &t.nodes[n].state;
        let plain =
            plain.map(|action| json!({ "action": action, "words": state.tell(action), "share": 1.0 }));
        let moves = weighed.iter().flat_map(|weighed| &weighed.moves).map(|m| {
            json!({ "action": m.action, "words": state.tell(m.action), "share": m.share, "score": m.score })
        });
        Ok(Json(json!({
            "agent": judge.agent,
            "score": weighed.as_ref().map(|weighed| weighed.score),
            "actor": state.actor(),
            "moves": moves.chain(plain).collect::<Vec<_>>(),
        })))
    })
    .await
}

type Events = Sse<std::pin::Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>;

/// The whole line to a position: first the chance to win at each node, then luck and skill of each move. A new one ends the one
/// before, and so does whoever stops listening.
pub async fn curve(open: Opened, Wanted(judge): Wanted<Judge>) -> Result<Events, Fault> {
    let asked = judge.clone();
    let started = open.with(move |t| {
        let path = t.path(asked.check(t)?);
        for &n in &path {
            let viewer = viewer(t, n, None)?;
            unhidden(t, n, viewer)?;
        }
        t.analyses += 1;
        t.begin_evaluation(&asked.agent, asked.team);
        Ok((path, t.analyses))
    });
    let (path, mine) = started.await?;
    let table = Arc::clone(&open.table);
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
                t.ply(n, &judge.agent, judge.team).map(|ply| {
                    t.found(n).ply.clone_from(&ply);
                    json!({ "id": n, "ply": ply })
                })
            } else {
                t.value(n, &judge.agent, judge.team).map(|value| {
                    t.found(n).value = value;
                    json!({ "id": n, "value": value })
                })
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
