//! A client as the server sees it: where it comes from, and what it is answered.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::http::Response;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The name under which the world knows a server that is besieged.
pub(crate) const HOST: &str = "chess.test";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visitor {
    pub(crate) server: SocketAddr,
    /// The address for which a proxy on the server's machine asks; `None` for a program of this machine that asks for itself.
    pub(crate) from: Option<IpAddr>,
}

/// An answer to a request of HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Visitor {
    /// Connects to a session, or tells why that cannot be.
    pub(crate) async fn join(&self, session: &str) -> Result<WebSocketStream<TcpStream>, String> {
        let stream = self.connect().await?;
        let host = self.host();
        let uri = format!("ws://{host}/ws/{session}").parse().map_err(|error| format!("{error}"))?;
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(from) = self.from {
            request = request.with_header("X-Forwarded-For", from.to_string());
        }
        // A position with very many turns is a long message.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let opened = timeout(PATIENCE, client_async_with_config(request, stream, Some(config))).await;
        match opened.map_err(|error| error.to_string())? {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(answer)) => Err(refusal(&answer)),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Opens a connection on which nothing has been said yet.
    pub(crate) async fn connect(&self) -> Result<TcpStream, String> {
        let stream = TcpStream::connect(self.server).await.map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        Ok(stream)
    }

    /// Makes a request of HTTP with further lines of its head, each ended by CR and LF.
    ///
    /// # Errors
    /// If there is no answer.
    pub(crate) async fn request(
        &self,
        method: &str,
        target: &str,
        lines: &str,
        body: &str,
    ) -> Result<Answer, String> {
        let host = self.host();
        let forwarded = self.from.map_or_else(String::new, |from| format!("X-Forwarded-For: {from}\r\n"));
        let length = body.len();
        // A head that names a host of its own has no other.
        let host = if lines.starts_with("Host:") { String::new() } else { format!("Host: {host}\r\n") };
        let head = format!(
            "{method} {target} HTTP/1.1\r\n{host}{forwarded}{lines}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        let exchange = async {
            let mut stream = self.connect().await?;
            stream.write_all(head.as_bytes()).await.map_err(|error| error.to_string())?;
            stream.write_all(body.as_bytes()).await.map_err(|error| error.to_string())?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await.map_err(|error| error.to_string())?;
            read_answer(&String::from_utf8_lossy(&answer)).ok_or_else(|| "there is no answer".to_owned())
        };
        timeout(PATIENCE, exchange).await.map_err(|error| error.to_string())?
    }

    fn host(&self) -> String {
        self.from.map_or_else(|| self.server.to_string(), |_| HOST.to_owned())
    }
}

/// The answer of a server to the request with the id 1.
#[derive(Debug)]
pub(crate) enum Reply {
    /// It has done what was asked.
    Done,
    /// It refuses, with this code.
    Refused(String),
    /// It is broken, and how.
    Broken(String),
    /// The connection has ended, with this reason, if one was given.
    Ended(Option<String>),
}

/// Waits for the answer to a request; events of other clients are read, too.
pub(crate) async fn reply(socket: &mut WebSocketStream<TcpStream>) -> Reply {
    loop {
        let text = match socket.next().await {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(frame))) => {
                return Reply::Ended(frame.map(|frame| frame.reason.to_string()));
            }
            Some(Ok(_)) => continue,
            Some(Err(_)) | None => return Reply::Ended(None),
        };
        let heard: Value = match serde_json::from_str(&text) {
            Ok(heard) => heard,
            Err(error) => return Reply::Broken(error.to_string()),
        };
        let event = &heard["event"];
        match event["type"].as_str() {
            Some("error") if event["error"]["code"] == "internal" => return Reply::Broken(text.to_string()),
            Some("error") => {
                return Reply::Refused(event["error"]["code"].as_str().unwrap_or_default().to_owned());
            }
            Some("done") if heard["re"] == 1 => return Reply::Done,
            _ => {}
        }
    }
}

/// How the reason begins for which a connection is refused by an answer of HTTP.
pub(crate) const REFUSED: &str = "refused: ";

/// Returns the first command of a client.
pub(crate) fn hello() -> Value {
    json!({ "type": "hello", "protocol": 2 })
}

/// Returns what an answer of HTTP says instead of opening a connection.
fn refusal(answer: &Response<Option<Vec<u8>>>) -> String {
    let body = answer.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    format!("{REFUSED}{} {}", answer.status().as_u16(), body.trim())
}

/// Reads the status and the body of an answer.
fn read_answer(text: &str) -> Option<Answer> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    Some(Answer { status, body: body.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_a_status_and_a_body() {
        let answer = read_answer("HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n\r\nbusy\n").unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (503, "busy\n"));
        for text in ["", "HTTP/1.1 200 OK\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 2\r\n\r\n"] {
            assert!(read_answer(text).is_none(), "{text:?}");
        }
    }
}
