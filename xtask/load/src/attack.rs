//! Hostile messages, thousands of each kind, at a server on which others play.

use std::time::Duration;

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::visitor::{Reply, Visitor, reply};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// More than a server reads of a message, in bytes.
const TOO_MUCH: usize = (1 << 20) + 1;

/// A session that the attacker has to itself.
const OWN: &str = "attacker";

/// A kind of hostile message.
pub(crate) struct Kind {
    name: &'static str,
    pub(crate) message: Message,
    /// Whether it does no harm but in a game that others play.
    is_theft: bool,
}

/// Returns a message of each kind.
pub(crate) fn kinds() -> Vec<Kind> {
    let request = |command: Value| json!({ "id": 1, "command": command }).to_string();
    let start = |text: String| {
        request(json!({ "type": "start", "game": "jupiter", "from": { "type": "position", "text": text } }))
    };
    let record = |text: String| {
        request(json!({ "type": "start", "game": "jupiter", "from": { "type": "record", "text": text } }))
    };
    let typed = |text: String| {
        request(json!({ "type": "play", "node": 0, "turn": { "type": "typed", "text": text } }))
    };
    let texts = [
        ("no JSON", "{\"id\":1,\"command\":".to_owned()),
        ("nested without end", "[".repeat(100_000)),
        (
            "numbers beyond all bounds",
            r#"{"id":1,"command":{"type":"play","node":1e999,"turn":-1e999}}"#.to_owned(),
        ),
        ("wrong types", request(json!({ "type": "play", "node": "\u{0}", "turn": [[], {}, null] }))),
        ("an unknown command", request(json!({ "type": "shutDown" }))),
        ("a position of ranks alone", start("/".repeat(100_000))),
        ("a position of pieces alone", start("[P]".repeat(100_000))),
        ("a record of variations alone", record(format!("1. {}", "(".repeat(100_000)))),
        ("a turn of 100,000 letters", typed("x".repeat(100_000))),
        ("a turn at a place that is not there", request(json!({ "type": "jump", "node": u32::MAX }))),
        ("too long", " ".repeat(TOO_MUCH)),
    ];
    let thefts = [
        ("the turn of another", typed("e4".to_owned())),
        ("another game in the place of theirs", start("x".to_owned())),
        ("the loss of another's game", request(json!({ "type": "resign", "side": 0 }))),
    ];
    let kind = |is_theft| move |(name, text)| Kind { name, message: Message::text(text), is_theft };
    let bytes =
        Kind { name: "bytes that are no text", message: Message::binary(vec![0xff; 1000]), is_theft: false };
    texts.into_iter().map(kind(false)).chain(thefts.into_iter().map(kind(true))).chain([bytes]).collect()
}

/// The answers to the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// How many were refused with an answer.
    pub refused: usize,
    /// How many ended the connection.
    pub ended: usize,
}

/// Sends `count` messages of each kind, as fast as they are answered; some of them to a session in which others play.
///
/// # Errors
/// If a message is not refused, or not answered in time, or the server admits no client any more.
pub(crate) async fn attack(visitor: &Visitor, session: &str, count: usize) -> Result<Attack, String> {
    let mut attack = Attack::default();
    for Kind { name, message, is_theft } in kinds() {
        let session = if is_theft { session } else { OWN };
        let mut socket = None;
        for _ in 0..count {
            let mut open = match socket.take() {
                Some(open) => open,
                None => visitor.join(session).await?,
            };
            // A server that refuses a message before its end closes the connection while it is written.
            let answer = match open.send(message.clone()).await {
                Ok(()) => answer(&mut open).await.map_err(|problem| format!("{name}: {problem}"))?,
                Err(_) => None,
            };
            match answer {
                Some(()) => {
                    attack.refused += 1;
                    socket = Some(open);
                }
                None => attack.ended += 1,
            }
        }
    }
    Ok(attack)
}

/// Waits for the refusal; nothing if the connection has ended instead.
async fn answer(socket: &mut WebSocketStream<TcpStream>) -> Result<Option<()>, String> {
    match timeout(PATIENCE, reply(socket)).await {
        Ok(Reply::Refused(_)) => Ok(Some(())),
        Ok(Reply::Ended(_)) => Ok(None),
        Ok(Reply::Done) => Err("it is not refused".to_owned()),
        Ok(Reply::Broken(how)) => Err(format!("the server is broken: {how}")),
        Err(_) => Err("it is not answered".to_owned()),
    }
}
