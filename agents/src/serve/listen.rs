//! [`listen`]: the connections. Whoever lacks something, descriptors or patience, loses a connection and never the server.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use super::limits::Limits;
use super::tables::lock;

/// How long to wait where there is no descriptor for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections and answers requests until the process ends.
pub async fn listen(listener: TcpListener, router: Router, limits: Limits) {
    let peers = Arc::new(Peers::default());
    loop {
        match listener.accept().await {
            Ok((stream, address)) => match Place::take(&peers, address.ip(), limits) {
                Some(place) => {
                    tokio::spawn(answer(stream, router.clone(), limits, place));
                }
                None => refuse(stream),
            },
            // The peer is gone again, or all descriptors are taken: others will give theirs back.
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Answers the requests of a connection until one of both has had enough.
async fn answer(stream: TcpStream, router: Router, limits: Limits, _place: Place) {
    // Answers are short, and a page waits for each; where that cannot be said they come later.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // Whoever breaks off is told nothing.
    let _ = connection.await;
}

/// Says that there are too many connections, if that can be said at once.
fn refuse(stream: TcpStream) {
    let body = r#"{"error":"there are too many connections; try again in a second"}"#;
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1";
    let answer = format!("{head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(answer.as_bytes()));
}

/// How many connections each peer has.
type Peers = Mutex<BTreeMap<IpAddr, usize>>;

/// A connection that is counted.
struct Place {
    peers: Arc<Peers>,
    peer: IpAddr,
}

impl Place {
    /// A place for one more connection of a peer, if there is one.
    fn take(peers: &Arc<Peers>, peer: IpAddr, limits: Limits) -> Option<Self> {
        let mut all = lock(peers);
        if all.values().sum::<usize>() >= limits.connections || all.get(&peer) >= Some(&limits.of_a_peer) {
            return None;
        }
        *all.entry(peer).or_default() += 1;
        Some(Self { peers: Arc::clone(peers), peer })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = lock(&self.peers);
        if let Some(left) = all.get_mut(&self.peer) {
            *left -= 1;
            if *left == 0 {
                all.remove(&self.peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_by_peer_and_in_all() {
        let (peers, limits) = (Arc::default(), Limits { connections: 3, of_a_peer: 2, ..Limits::default() });
        let take = |last| Place::take(&peers, IpAddr::from([127, 0, 0, last]), limits);
        let (one, two) = (take(1).unwrap(), take(1).unwrap());
        assert!(take(1).is_none(), "two of a peer");
        let three = take(2).unwrap();
        assert!(take(3).is_none(), "three in all");
        drop(one);
        let four = take(3).unwrap();
        drop((two, three, four));
        assert!(lock(&peers).is_empty());
    }
}
