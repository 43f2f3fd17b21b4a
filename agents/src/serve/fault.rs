//! [`Fault`]: why something is refused.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use holotable_store::error::Error;
use serde_json::json;

/// Why something is refused: a status, one line, and what of the request is to blame, if that is known.
#[derive(Clone, Debug)]
pub struct Fault(StatusCode, String, Option<String>);

impl Fault {
    /// With this status and line.
    pub fn new(status: StatusCode, line: impl Into<String>) -> Self {
        Self(status, line.into(), None)
    }

    /// The same about this field of the request.
    #[must_use]
    pub fn about(mut self, field: impl Into<String>) -> Self {
        self.2 = Some(field.into());
        self
    }

    /// A request that cannot be understood.
    pub fn bad(line: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, line)
    }

    /// The message of the error, in one line.
    pub fn line(&self) -> &str {
        &self.1
    }

    /// What would tell something hidden.
    pub fn hidden(line: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, line)
    }

    /// What should have worked.
    pub fn failed() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "this could not be done")
    }

    /// What is asked for is not there.
    pub fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }
}

impl From<Error> for Fault {
    fn from(e: Error) -> Self {
        Self::bad(e.to_string())
    }
}

impl From<holotable_env::Error> for Fault {
    fn from(e: holotable_env::Error) -> Self {
        Error::from(e).into()
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut said = json!({ "error": self.1 });
        if let Some(field) = self.2 {
            said["field"] = json!(field);
        }
        (self.0, Json(said)).into_response()
    }
}
