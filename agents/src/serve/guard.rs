//! [`Guard`]: who is let in. A page of another site that a browser has open, a name that leads to this machine, and whoever has no
//! token are turned away before anything is read.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use super::fault::Fault;

/// The header with the token.
pub const TOKEN: &str = "x-holotable-token";

/// The most bytes of a request; [`MOST_REPLAY`] where one brings a replay.
pub const MOST_BODY: usize = 64 << 10;
/// The most bytes of a request that brings a replay.
pub const MOST_REPLAY: usize = 4 << 20;

/// Nothing comes from elsewhere, no script stands in the page, and no other page shows it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who is let in.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The names by which a browser may call this server, to the letter.
    hosts: Vec<String>,
    token: Option<String>,
}

impl Guard {
    /// At this address, with this token if one is needed.
    pub fn new(address: SocketAddr, token: Option<String>) -> Self {
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            hosts.push(format!("localhost:{}", address.port()));
        }
        Self { hosts, token }
    }

    fn admits(&self, request: &Request) -> Result<(), (StatusCode, &'static str)> {
        let header = |name: &HeaderName| {
            let mut values = request.headers().get_all(name).iter();
            let first = values.next().map(|value| value.to_str().unwrap_or("?"));
            // One that is there twice is none that a browser sent.
            if values.next().is_some() { Some("?") } else { first }
        };
        let host = header(&HOST).unwrap_or_default();
        if !self.hosts.iter().any(|known| known == host) {
            return Err((StatusCode::MISDIRECTED_REQUEST, "this server has another name"));
        }
        if header(&ORIGIN).is_some_and(|origin| origin != format!("http://{host}")) {
            return Err((StatusCode::FORBIDDEN, "another page may ask nothing here"));
        }
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        if !reads && *request.method() != Method::POST {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "only GET and POST are answered"));
        }
        if !reads && header(&CONTENT_TYPE) != Some("application/json") {
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "a POST brings application/json"));
        }
        let asks = request.uri().path().starts_with("/api/");
        if let Some(token) = self.token.as_ref().filter(|_| asks)
            && !same(header(&HeaderName::from_static(TOKEN)).unwrap_or_default(), token)
        {
            return Err((StatusCode::UNAUTHORIZED, "the token is missing or another"));
        }
        Ok(())
    }
}

/// Whether two words are the same, in a time that does not tell how much of them is.
fn same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}

/// Puts the guard in front of what is answered.
pub fn around(inner: Router, guard: Guard) -> Router {
    inner
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(Arc::new(guard), stand))
}

async fn stand(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.admits(&request) {
        Ok(()) => next.run(request).await,
        Err((status, why)) => Fault::new(status, why).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
