//! [`Guard`]: who is let in. A page of another site that a browser has open, a name that leads to this machine, and whoever has no
//! token are turned away before anything is read.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, HeaderValue,
    ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use super::fault::Fault;

/// The header with the token.
pub const TOKEN: &str = "x-holotable-token";
/// The header in which browsers say on whose behalf they ask.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The most bytes of a request; [`MOST_REPLAY`] where one brings a replay.
pub const MOST_BODY: usize = 64 << 10;
/// The most bytes of a request that brings a replay.
pub const MOST_REPLAY: usize = 4 << 20;
/// Where replays are brought.
pub const REPLAYS: &str = "/api/tables";

/// Nothing comes from elsewhere, no script stands in the page, and no other page shows it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who is let in.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The names by which a browser may call this server.
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
        // Browsers leave the port of HTTP out.
        let short: Vec<_> =
            hosts.iter().filter_map(|host| host.strip_suffix(":80")).map(str::to_owned).collect();
        hosts.extend(short);
        Self { hosts, token }
    }

    fn admits(&self, request: &Request) -> Result<(), Fault> {
        let refuse = |status, why: &str| Err(Fault::new(status, why));
        let header = |name: &HeaderName| {
            let mut values = request.headers().get_all(name).iter();
            let first = values.next().map(|value| value.to_str().unwrap_or("?"));
            // One that is there twice is none that a browser sent.
            if values.next().is_some() { Some("?") } else { first }
        };
        let host = header(&HOST).unwrap_or_default();
        if !self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return refuse(StatusCode::MISDIRECTED_REQUEST, "this server has another name");
        }
        if header(&ORIGIN).is_some_and(|origin| !origin.eq_ignore_ascii_case(&format!("http://{host}"))) {
            return refuse(StatusCode::FORBIDDEN, "another page may ask nothing here");
        }
        let asks = request.uri().path().starts_with("/api/");
        // A picture or a link on another page sends no origin. The page itself may be linked to.
        if asks && !matches!(header(&FETCH_SITE), None | Some("same-origin" | "none")) {
            return refuse(StatusCode::FORBIDDEN, "another site may ask nothing here");
        }
        // What follows the media type, its charset say, is nothing to JSON.
        let media = header(&CONTENT_TYPE).unwrap_or_default().split(';').next().unwrap_or_default();
        if *request.method() == Method::POST && !media.trim().eq_ignore_ascii_case("application/json") {
            return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a POST brings application/json");
        }
        if let Some(token) = self.token.as_ref().filter(|_| asks && !of_a_link(request.uri().path()))
            && !same(header(&HeaderName::from_static(TOKEN)).unwrap_or_default(), token)
        {
            return refuse(StatusCode::UNAUTHORIZED, "the token is missing or another");
        }
        // Told before the first byte of it comes; what does not announce its length is counted while it is read.
        let most = if request.uri().path() == REPLAYS { MOST_REPLAY } else { MOST_BODY };
        if let Some(bytes) = header(&CONTENT_LENGTH).and_then(|text| text.parse::<u64>().ok())
            && bytes > most as u64
        {
            let line = format!("a body of {bytes} bytes is too long: {most} are the most here");
            return refuse(StatusCode::PAYLOAD_TOO_LARGE, &line);
        }
        Ok(())
    }
}

/// Whether an address is behind the link of a game, whose word is a token itself.
fn of_a_link(path: &str) -> bool {
    path.strip_prefix(REPLAYS).is_some_and(|rest| rest.starts_with('/'))
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
        Err(fault) => fault.into_response(),
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
