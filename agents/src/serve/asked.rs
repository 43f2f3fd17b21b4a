//! What a request asks, read before any route sees it: [`Opened`] the table, [`Wanted`] the query, [`Said`] the body.

use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::fault::Fault;
use super::tables::{Tables, lock};
use crate::table::Table;

/// The table whose number stands in the path as `id`.
pub struct Opened {
    /// Its number.
    pub id: u64,
    /// It itself.
    pub table: Arc<Mutex<Table>>,
}

impl Opened {
    /// Does something with it, away from the threads that listen.
    pub async fn with<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Table) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let table = Arc::clone(&self.table);
        aside(move || act(&mut lock(&table))).await
    }
}

/// Does what may take long, away from the threads that listen.
pub async fn aside<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(act).await;
    done.unwrap_or_else(|_| Err(Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "this could not be done")))
}

impl FromRequestParts<Arc<Tables>> for Opened {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, tables: &Arc<Tables>) -> Result<Self, Fault> {
        let path = RawPathParams::from_request_parts(parts, tables).await;
        let path = path.map_err(|e| Fault::bad(e.body_text()))?;
        let id = path.iter().find(|(key, _)| *key == "id").and_then(|(_, number)| number.parse().ok());
        let gone = || Fault::missing("that game is not open any more");
        let id = id.ok_or_else(gone)?;
        Ok(Self { id, table: tables.find(id).ok_or_else(gone)? })
    }
}

/// What the query of a GET asks for.
pub struct Wanted<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Wanted<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        let Query(asked) = Query::try_from_uri(&parts.uri).map_err(|e| Fault::bad(e.body_text()))?;
        Ok(Self(asked))
    }
}

/// What the body of a POST says.
pub struct Said<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Said<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, server: &S) -> Result<Self, Fault> {
        let body = Bytes::from_request(request, server).await;
        let body = body.map_err(|e| Fault::new(e.status(), e.body_text()))?;
        serde_json::from_slice(&body).map(Self).map_err(|e| Fault::bad(format!("not understood: {e}")))
    }
}
