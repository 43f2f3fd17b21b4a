//! What a request asks, read before any route sees it: [`OpenSession`] the game, [`QueryArgs`] the query, [`JsonBody`] the body.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use holotable_env::json::parse;
use holotable_env::plain;
use holotable_store::json::object;
use serde::de::DeserializeOwned;

use super::fault::Fault;
use super::kept::GONE;
use super::rights::Rights;
use super::tables::{Desk, Tables};
use crate::session::GameSession;
use crate::session::change::Change;

/// The game behind the link that stands in the path as `id`.
pub struct OpenSession {
    /// The word of the link.
    pub id: String,
    /// The game, with what belongs to it.
    pub desk: Arc<Desk>,
    /// What the link allows.
    pub rights: Rights,
    /// The games of the server.
    pub tables: Arc<Tables>,
}

impl OpenSession {
    /// Does something with it, away from the threads that listen.
    pub async fn with<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut GameSession) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let mut table = Arc::clone(&self.desk.table).lock_owned().await;
        aside(move || act(&mut table)).await
    }

    /// Makes the change that is decided with a look at the table; gives what is to be said of the position that it leads to.
    pub async fn change<T: Send + 'static>(
        &self,
        decide: impl FnOnce(&GameSession) -> Result<Change, Fault> + Send + 'static,
        say: impl FnOnce(&GameSession, usize) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let (desk, tables) = (Arc::clone(&self.desk), Arc::clone(&self.tables));
        self.with(move |t| {
            let change = decide(t)?;
            let at = desk.change(&tables.kept, t, change)?;
            Ok(say(t, at))
        })
        .await
    }

    /// Refuses whoever only looks on.
    pub fn takes_part(&self) -> Result<(), Fault> {
        if self.rights.host || !self.rights.seats.is_empty() {
            return Ok(());
        }
        Err(Fault::hidden("this link is for looking on"))
    }
}

/// Does what may take long, away from the threads that listen.
pub async fn aside<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(act).await;
    done.unwrap_or_else(|_| Err(Fault::failed()))
}

impl FromRequestParts<Arc<Tables>> for OpenSession {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, tables: &Arc<Tables>) -> Result<Self, Fault> {
        let path = RawPathParams::from_request_parts(parts, tables).await;
        let id = path.iter().flatten().find(|(key, _)| *key == "id").map_or("", |(_, name)| name);
        let found = tables.find(id).await?;
        let (desk, rights) = found.ok_or_else(|| Fault::missing(GONE))?;
        Ok(Self { id: id.to_owned(), desk, rights, tables: Arc::clone(tables) })
    }
}

/// What the query of a GET asks for.
pub struct QueryArgs<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for QueryArgs<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        let Query(asked) =
            Query::try_from_uri(&parts.uri).map_err(|e| Fault::bad(of_query(&e.body_text())))?;
        Ok(Self(asked))
    }
}

/// What is wrong with a query, in the words of addresses.
fn of_query(line: &str) -> String {
    let rust = [
        "invalid digit found in string",
        "cannot parse integer from empty string",
        "number too large to fit in target type",
    ];
    let line = line.replace("Failed to deserialize query string", "the query");
    let line = rust.iter().fold(line, |line, words| line.replace(words, "it must be a whole number from 0"));
    plain(&line.replace("provided string was not `true` or `false`", "it must be true or false"))
}

/// What the body of a POST says.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Tables>> for JsonBody<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, tables: &Arc<Tables>) -> Result<Self, Fault> {
        let time = tables.limits.body;
        let body = tokio::time::timeout(time, Bytes::from_request(request, tables)).await;
        let late = |_| {
            let line = format!("the body has not come within {} s", time.as_secs_f64());
            Fault::new(StatusCode::REQUEST_TIMEOUT, line)
        };
        let body = body.map_err(late)?.map_err(|e| Fault::new(e.status(), e.body_text()))?;
        let json =
            parse(&body).map_err(|e| Fault::bad(format!("the body is not JSON as it must be: {e}")))?;
        Ok(Self(object("the body", json)?))
    }
}
