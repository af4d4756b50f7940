//! A connection to a session: requests out, events in.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::visitor::Visitor;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a session.
pub(crate) struct Connection {
    socket: WebSocketStream<TcpStream>,
    /// The id of the last request.
    id: u32,
}

/// Why a connection cannot go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It is lost, or could not be made.
    Lost(String),
    /// The server has answered something else than it should.
    Wrong(String),
}

/// The events of the server that matter here.
#[derive(Debug, Deserialize)]
struct Heard {
    re: Option<u32>,
    event: Event,
}

/// An event, as far as it matters here.
#[derive(Debug, Deserialize)]
pub(crate) struct Event {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) position: Option<Position>,
    pub(crate) state: Option<State>,
    pub(crate) nodes: Option<Vec<Node>>,
    pub(crate) error: Option<Value>,
}

/// A position with the turns that can be played.
#[derive(Debug, Deserialize)]
pub(crate) struct Position {
    pub(crate) node: u32,
    pub(crate) key: String,
    pub(crate) turns: Vec<Turn>,
}

/// A turn that can be played, unless it is forbidden since it repeats the position.
#[derive(Debug, Deserialize)]
pub(crate) struct Turn {
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) forbidden: bool,
}

/// The stage of the session, and its seats.
#[derive(Debug, Deserialize)]
pub(crate) struct State {
    pub(crate) stage: String,
    pub(crate) seats: Option<Value>,
}

/// A place of the game tree.
#[derive(Debug, Deserialize)]
pub(crate) struct Node {
    pub(crate) text: String,
    pub(crate) children: Vec<u32>,
}

impl Connection {
    /// Connects to a session.
    pub(crate) async fn open(visitor: &Visitor, session: &str) -> Result<Connection, Failure> {
        let socket = visitor.join(session).await.map_err(Failure::Lost)?;
        Ok(Connection { socket, id: 0 })
    }

    /// Sends a request.
    pub(crate) async fn send(&mut self, command: &Value) -> Result<(), Failure> {
        self.id += 1;
        let text = json!({ "id": self.id, "command": command }).to_string();
        self.socket.send(Message::text(text)).await.map_err(|error| Failure::Lost(error.to_string()))
    }

    /// Waits until the last request is answered, and returns the events of the answer.
    pub(crate) async fn answer(&mut self) -> Result<Vec<Event>, Failure> {
        let mut events = Vec::new();
        loop {
            let Heard { re, event } = self.hear().await?;
            if re != Some(self.id) {
                continue;
            }
            match event.kind.as_str() {
                "done" => return Ok(events),
                "error" => {
                    let error = event.error.unwrap_or_default();
                    return Err(Failure::Wrong(format!("the server refuses what it should accept: {error}")));
                }
                _ => events.push(event),
            }
        }
    }

    /// Sends a request, and returns the events of the answer.
    pub(crate) async fn ask(&mut self, command: &Value) -> Result<Vec<Event>, Failure> {
        self.send(command).await?;
        self.answer().await
    }

    /// Waits for a position of the tree.
    pub(crate) async fn position(&mut self, node: u32) -> Result<Position, Failure> {
        loop {
            if let Some(position) = self.hear().await?.event.position
                && position.node == node
            {
                return Ok(position);
            }
        }
    }

    async fn hear(&mut self) -> Result<Heard, Failure> {
        // Pings keep the connection alive but are no answer.
        let end = Instant::now() + PATIENCE;
        loop {
            let message = timeout_at(end, self.socket.next()).await;
            match message.map_err(|_| Failure::Wrong("the server says nothing for a minute".to_owned()))? {
                Some(Ok(Message::Text(text))) => {
                    let heard = serde_json::from_str(&text);
                    return heard.map_err(|error| Failure::Wrong(format!("not of the protocol: {error}")));
                }
                Some(Ok(Message::Close(_))) | None => {
                    return Err(Failure::Lost("the server has closed the connection".to_owned()));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(Failure::Lost(error.to_string())),
            }
        }
    }
}

/// Returns the turns of the main line of a game tree.
pub(crate) fn main_line(nodes: &[Node]) -> Vec<String> {
    let child = |node: &&Node| nodes.get(*node.children.first()? as usize);
    std::iter::successors(nodes.first(), child).skip(1).map(|node| node.text.clone()).collect()
}
