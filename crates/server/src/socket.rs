//! The WebSocket of a client: texts in, texts out.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use beaufort_session::event::ProblemCode;
use tokio::sync::mpsc;

use crate::LONGEST_MESSAGE;
use crate::lobby::{Full, Lobby};
use crate::room::Knock;

/// The most messages that wait for a client; a slower one is cut off and has to come again.
const LONGEST_QUEUE: usize = 1024;
/// The longest name of a session.
const LONGEST_NAME: usize = 64;
/// The most bytes of a reason why a connection is closed, as the protocol of WebSockets has it.
const LONGEST_REASON: usize = 123;
/// What is longer than this closes the connection without being read.
const LONGEST_FRAME: usize = 8 * LONGEST_MESSAGE;

/// Answers the wish for a WebSocket to a session.
pub(crate) async fn upgrade(
    State(lobby): State<Arc<Lobby>>,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !(1..=LONGEST_NAME).contains(&name.len()) || !name.chars().all(is_fit) {
        let message = "the name of a session is 1 to 64 letters, digits, `-` and `_`\n";
        return (StatusCode::BAD_REQUEST, message).into_response();
    }
    upgrade
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .on_upgrade(move |socket| talk(lobby, name, socket))
}

async fn talk(lobby: Arc<Lobby>, name: String, mut socket: WebSocket) {
    let (to_client, mut from_room) = mpsc::channel(LONGEST_QUEUE);
    let joined = tokio::task::spawn_blocking(move || lobby.join(&name, &to_client)).await;
    let (client, room) = match joined {
        Ok(Ok(joined)) => joined,
        Ok(Err(Full::Busy)) => return close(socket, close_code::AGAIN, "too many sessions").await,
        Ok(Err(Full::Damaged(why))) => return close(socket, close_code::ERROR, &why).await,
        Err(_) => return close(socket, close_code::ERROR, "the server has failed").await,
    };
    loop {
        tokio::select! {
            message = from_room.recv() => match message {
                Some(text) => if socket.send(Message::Text((*text).into())).await.is_err() { break },
                // The session has ended, or the client was too slow.
                None => return close(socket, close_code::AWAY, "come again").await,
            },
            message = socket.recv() => match message {
                Some(Ok(message)) => if !hear(&room, client, message) { break },
                Some(Err(_)) | None => break,
            },
        }
    }
    // A room that has closed knows.
    let _ = room.send(Knock::Leave(client));
}

/// Passes on what a client says. Returns whether the conversation goes on.
fn hear(room: &Sender<Knock>, client: u64, message: Message) -> bool {
    let knock = match message {
        Message::Text(text) if text.len() > LONGEST_MESSAGE => {
            Knock::Unreadable(client, ProblemCode::TooLarge, "a message has at most 1 MiB")
        }
        Message::Text(text) => Knock::Text(client, text.to_string()),
        Message::Binary(_) => {
            Knock::Unreadable(client, ProblemCode::Malformed, "expected a text, found binary data")
        }
        Message::Ping(_) | Message::Pong(_) => return true,
        Message::Close(_) => return false,
    };
    room.send(knock).is_ok()
}

async fn close(mut socket: WebSocket, code: u16, reason: &str) {
    let mut reason = reason.to_owned();
    while reason.len() > LONGEST_REASON {
        reason.pop();
    }
    // A client that has gone cannot be told.
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}
