//! [`Connection`]: hears messages as they come, and passes the calls of tools on one by one.
//!
//! The library answers requests side by side and takes in as many as come. So two moves of a client that does not wait could be
//! played in either order, and a flood would fill the memory. Passed on one by one, moves are played in the order in which they were
//! sent, answers come in that order too, and a flood waits in the pipe. What is no call is passed on at once: whoever asks whether the
//! program is there, takes a call back or ends the input is heard while an opponent thinks.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _};
use std::sync::Arc;
use std::thread;

use rmcp::model::{
    ClientNotification, ClientRequest, ErrorCode, ErrorData, JsonRpcMessage, JsonRpcNotification, RequestId,
};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Deserialize as _;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinSet;

use super::MESSAGE_BYTES;
use super::calls::Calls;
use super::server::unfit;

/// The most calls that wait here; more wait in the pipe, and with them what comes behind them.
const MOST_WAITING: usize = 64;

type Message = RxJsonRpcMessage<RoleServer>;

/// A line of the input.
enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// Hears messages as they come, and passes the calls of tools on one by one.
pub struct Connection<T> {
    /// The transport that sends messages.
    inner: T,
    lines: Receiver<Line>,
    calls: Arc<Calls>,
    waiting: VecDeque<(RequestId, Message)>,
    closed: bool,
    /// Refusals on their way.
    refusals: JoinSet<()>,
}

impl<T: Transport<RoleServer>> Connection<T> {
    /// Hears standard input, and sends by another connection.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn new(inner: T, calls: Arc<Calls>) -> io::Result<Self> {
        // What a thread hears waits in the channel while nobody listens, so nothing is lost when listening is broken off.
        let (heard, lines) = channel(1);
        thread::Builder::new().spawn(move || listen(&heard))?;
        let (waiting, refusals) = (VecDeque::new(), JoinSet::new());
        Ok(Self { inner, lines, calls, waiting, closed: false, refusals })
    }

    fn refuse(&mut self, error: ErrorData, id: Option<RequestId>) {
        let sent = self.inner.send(JsonRpcMessage::error(error, id));
        self.refusals.spawn(async move {
            // Who does not read is told nothing.
            let _ = sent.await;
        });
    }

    /// What is to be passed on of a line at once.
    fn hear(&mut self, line: Line) -> Option<Message> {
        let message = match line {
            Line::Whole(line) => match read(&line) {
                Heard::Message(message) => message,
                Heard::Nothing => return None,
                Heard::Wrong(error, id) => {
                    self.refuse(error, id);
                    return None;
                }
            },
            Line::TooLong => {
                let why = format!("a message has at most {MESSAGE_BYTES} bytes");
                self.refuse(ErrorData::invalid_request(why, None), None);
                return None;
            }
        };
        if let JsonRpcMessage::Request(request) = &message
            && matches!(request.request, ClientRequest::CallToolRequest(_))
        {
            self.waiting.push_back((request.id.clone(), message));
            return None;
        }
        if let JsonRpcMessage::Notification(JsonRpcNotification {
            notification: ClientNotification::CancelledNotification(cancelled),
            ..
        }) = &message
            && let Some(id) = &cancelled.params.request_id
        {
            self.waiting.retain(|(waiting, _)| waiting != id);
            self.calls.end(id);
        }
        Some(message)
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Connection<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let id = match &message {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let (sent, calls) = (self.inner.send(message), Arc::clone(&self.calls));
        async move {
            let sent = sent.await;
            if let Some(id) = id {
                calls.end(&id);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<Message> {
        loop {
            if !self.calls.is_busy()
                && let Some((id, call)) = self.waiting.pop_front()
            {
                self.calls.begin(id);
                return Some(call);
            }
            if self.closed && !self.calls.is_busy() {
                while self.refusals.join_next().await.is_some() {}
                return None;
            }
            let hears = !self.closed && self.waiting.len() < MOST_WAITING;
            tokio::select! {
                () = self.calls.freed() => {}
                Some(_) = self.refusals.join_next() => {}
                line = self.lines.recv(), if hears => {
                    self.closed = line.is_none();
                    if self.closed {
                        self.calls.close();
                    }
                    if let Some(message) = line.and_then(|line| self.hear(line)) {
                        return Some(message);
                    }
                }
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.inner.close()
    }
}

/// Hears lines until there are no more, or nobody wants them.
fn listen(heard: &Sender<Line>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let most = MESSAGE_BYTES as u64 + 1;
        let Ok(1..) = input.by_ref().take(most).read_until(b'\n', &mut line) else { return };
        let whole = line.ends_with(b"\n") || (line.len() as u64) < most;
        if !whole && !skip(&mut input) {
            return;
        }
        let line = if whole { Line::Whole(line) } else { Line::TooLong };
        if heard.blocking_send(line).is_err() {
            return;
        }
    }
}

/// Passes over the rest of a line.
fn skip(input: &mut impl BufRead) -> bool {
    loop {
        let Ok(part) = input.fill_buf() else { return false };
        let (length, ends) = match part.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (part.len(), part.is_empty()),
        };
        input.consume(length);
        if ends {
            return true;
        }
    }
}

/// What a line says.
#[expect(clippy::large_enum_variant, reason = "one is made of each line, and taken apart at once")]
enum Heard {
    Message(Message),
    /// Nothing that anybody waits for.
    Nothing,
    /// No message, which is answered so.
    Wrong(ErrorData, Option<RequestId>),
}

fn read(line: &[u8]) -> Heard {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Heard::Nothing;
    }
    let json: Value = match serde_json::from_slice(line) {
        Ok(json) => json,
        Err(e) => {
            let why = format!("this line is no JSON: {e}");
            return Heard::Wrong(ErrorData::new(ErrorCode::PARSE_ERROR, why, None), None);
        }
    };
    let (id, method) = (json.get("id").cloned(), json["method"].as_str().map(str::to_owned));
    match (Message::deserialize(json), method, id) {
        (Ok(message), ..) => Heard::Message(message),
        // Notes that are none of the protocol's are nobody's business, and are never answered.
        (Err(_), Some(_), None) => Heard::Nothing,
        (Err(_), method, id) => {
            let id = id.and_then(|id| RequestId::deserialize(id).ok());
            let wrong = || ErrorData::invalid_request("this is no message of JSON-RPC 2.0", None);
            Heard::Wrong(method.filter(|_| id.is_some()).map_or_else(wrong, |method| unfit(&method)), id)
        }
    }
}
