//! WebSockets: the handshake, and messages that go out in pieces. A library that takes a message as a whole keeps a buffer of its size for
//! as long as the connection lasts.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::Response;
use futures_util::SinkExt as _;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// The most of a message that is handed to a connection at a time, in bytes.
const PIECE_BYTES: usize = 16 * 1024;
/// The bytes that a WebSocket reads and writes at a time.
const BUFFER_BYTES: usize = 8 * 1024;

/// A WebSocket of a client.
pub(crate) type WebSocket = WebSocketStream<TokioIo<Upgraded>>;

/// Returns the answer to a request for a WebSocket, and the upgrade that follows when it has been sent.
///
/// # Errors
/// If it is another request: why.
pub(crate) fn handshake(request: &mut Request) -> Result<(Response, OnUpgrade), String> {
    match create_response_with_body(request, Body::empty) {
        Ok(response) => Ok((response, hyper::upgrade::on(request))),
        Err(error) => Err(format!("expected a WebSocket: {error}\n")),
    }
}

/// Opens the WebSocket of a client, with a limit on the bytes of a message.
pub(crate) async fn open(upgraded: Upgraded, max_bytes: usize) -> WebSocket {
    let config = WebSocketConfig::default()
        .max_message_size(Some(max_bytes))
        .max_frame_size(Some(max_bytes))
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES);
    WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await
}

/// Hands a text over to a connection, which may send it later.
pub(crate) async fn feed<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
    text: Utf8Bytes,
) -> Result<(), Error> {
    let mut rest = Bytes::from(text);
    let mut data = Data::Text;
    loop {
        let piece = rest.split_to(rest.len().min(PIECE_BYTES));
        let is_last = rest.is_empty();
        // A connection that takes no more makes the next piece wait.
        socket.feed(Message::Frame(Frame::message(piece, OpCode::Data(data), is_last))).await?;
        if is_last {
            return Ok(());
        }
        data = Data::Continue;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use tokio::io::duplex;

    use super::*;

    #[tokio::test]
    async fn long_messages_go_out_in_pieces_and_arrive_whole() {
        let (ours, theirs) = duplex(1000);
        let config = WebSocketConfig::default().write_buffer_size(BUFFER_BYTES);
        // A piece that does not fit the buffer would be refused.
        let config = config.max_write_buffer_size(BUFFER_BYTES + PIECE_BYTES + 100);
        let mut server = WebSocketStream::from_raw_socket(ours, Role::Server, Some(config)).await;
        let mut client = WebSocketStream::from_raw_socket(theirs, Role::Client, None).await;
        let texts = [0, 1, PIECE_BYTES, PIECE_BYTES + 1, 1_000_000].map(|length| "é".repeat(length));
        let sent = async {
            for text in &texts {
                feed(&mut server, text.as_str().into()).await.unwrap();
            }
            server.flush().await.unwrap();
        };
        let received = async {
            for text in &texts {
                let message = client.next().await.unwrap().unwrap();
                assert!(message.is_text() && message.to_text().unwrap() == text);
            }
        };
        tokio::join!(sent, received);
    }
}
