//! A server to test, and a client to test it with.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use beaufort_load::PostgresServer;
use beaufort_server::{Config, Database, Server, ServerError, Store};
use beaufort_session::command::Command;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long an answer may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServerError>>,
}

/// Returns small settings.
pub(crate) fn config(database: impl Into<Database>) -> Config {
    Config { engines: 1, hash_mib: 1, ..Config::new(database) }
}

impl Running {
    /// Starts a server.
    pub(crate) async fn start(database: impl Into<Database>) -> Running {
        Running::with(config(database)).await
    }

    /// Starts a server with settings of its own.
    pub(crate) async fn with(config: Config) -> Running {
        Running::run(Server::bind(config).await.unwrap())
    }

    /// Starts a server with a store of its own.
    pub(crate) async fn with_store(store: Arc<dyn Store>) -> Running {
        Running::with_both(config(Path::new("")), store).await
    }

    /// Starts a server with settings and a store of its own.
    pub(crate) async fn with_both(config: Config, store: Arc<dyn Store>) -> Running {
        Running::run(Server::bind_with(config, store).await.unwrap())
    }

    fn run(server: Server) -> Running {
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(async move { server.run(async { drop(stopped.await) }).await });
        Running { address, stop, served }
    }

    /// Ends the server in good order.
    pub(crate) async fn stop(self) {
        self.end().await.unwrap();
    }

    /// Ends the server, and returns how it ended.
    pub(crate) async fn end(self) -> Result<(), ServerError> {
        self.stop.send(()).unwrap();
        tokio::time::timeout(PATIENCE, self.served).await.expect("the server stops in time").unwrap()
    }

    /// Leaves the server as it is: it does nothing by itself any more, and does not know it.
    pub(crate) fn fall_asleep(&self) {
        self.served.abort();
    }

    /// Sends a plain request and returns the whole answer.
    pub(crate) async fn http(&self, path: &str, headers: &str) -> String {
        self.request("GET", path, headers, "").await
    }

    /// Sends a request with a body and returns the whole answer.
    pub(crate) async fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Returns the value of a metric; 0 if it is not there yet.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let metrics = self.http("/metrics", &format!("Host: {}\r\n", self.address)).await;
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0, |value| value.parse().unwrap())
    }

    /// Asks how the server is.
    pub(crate) async fn health(&self) -> String {
        self.http("/health", &format!("Host: {}\r\n", self.address)).await
    }
}

/// A client of a session.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: u32,
}

impl Client {
    pub(crate) async fn join(server: &Running, session: &str) -> Client {
        let address = format!("ws://{}/ws/{session}", server.address);
        Client::with(connect_async(address).await.unwrap().0)
    }

    /// Talks over a connection.
    pub(crate) fn with(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Client {
        Client { socket, id: 0 }
    }

    pub(crate) async fn say(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.unwrap();
    }

    /// Sends a request, and returns its id.
    pub(crate) async fn send(&mut self, command: &Value) -> u32 {
        self.id += 1;
        self.say(json!({ "id": self.id, "command": command }).to_string()).await;
        self.id
    }

    /// Waits for the next message.
    pub(crate) async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.hear_text().await).unwrap()
    }

    /// Waits for the next text.
    pub(crate) async fn hear_text(&mut self) -> String {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("an answer comes in time");
            match message.unwrap().unwrap() {
                Message::Text(text) => return text.as_str().to_owned(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Waits for the next message; nothing if the connection ends.
    pub(crate) async fn hear_or_end(&mut self) -> Option<Value> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("an answer comes in time");
            match message {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Waits for an event of a type.
    pub(crate) async fn wait(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            assert!(kind == "error" || message["event"]["type"] != "error", "{message}");
            if message["event"]["type"] == kind {
                return message;
            }
        }
    }

    /// Asks, and returns the events up to the end of the answer.
    pub(crate) async fn ask(&mut self, command: Value) -> Vec<Value> {
        let id = self.send(&command).await;
        let mut events = Vec::new();
        loop {
            let message = self.hear().await;
            if message["re"] == id {
                let event = message["event"].clone();
                let is_end = event["type"] == "done" || event["type"] == "error";
                events.push(event);
                if is_end {
                    return events;
                }
            }
        }
    }

    pub(crate) async fn ok(&mut self, command: Value) -> Vec<Value> {
        let events = self.ask(command).await;
        assert_eq!(events.last().unwrap()["type"], "done", "{events:?}");
        events
    }

    /// Asks, expects to be refused, and returns why.
    pub(crate) async fn refused(&mut self, command: Value) -> String {
        let events = self.ask(command).await;
        find(&events, "error")["error"]["code"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn hello(&mut self) -> Vec<Value> {
        self.ok(hello()).await
    }

    pub(crate) async fn start(&mut self) {
        self.ok(json!({ "type": "start", "game": "scirocco", "from": { "type": "default" } })).await;
    }

    pub(crate) async fn play(&mut self, node: u32, text: &str) -> Vec<Value> {
        self.ok(turn(node, text)).await
    }

    /// Waits for the end of the connection, and returns its code and reason; `None` if the other side says nothing.
    pub(crate) async fn end(&mut self) -> Option<(u16, String)> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("it ends in time");
            match message {
                Some(Ok(Message::Close(frame))) => {
                    return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}

/// Waits until a metric of the server has a value that is asked for.
pub(crate) async fn wait_for_metric(server: &Running, name: &str, is_met: impl Fn(u64) -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_met(server.metric(name).await) {
        assert!(Instant::now() < end, "{name} stays {}", server.metric(name).await);
        sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until the server's health says something.
pub(crate) async fn wait_for_health(server: &Running, sign: &str) {
    let end = Instant::now() + PATIENCE;
    while !server.health().await.contains(sign) {
        assert!(Instant::now() < end, "{sign} does not come");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Returns the first command of a client.
pub(crate) fn hello() -> Value {
    json!(Command::HELLO)
}

/// Returns the command to play a turn.
pub(crate) fn turn(node: u32, text: &str) -> Value {
    json!({ "type": "play", "node": node, "turn": { "type": "typed", "text": text } })
}

/// Returns the first event of a type.
pub(crate) fn find<'a>(events: &'a [Value], kind: &str) -> &'a Value {
    events.iter().find(|event| event["type"] == kind).unwrap_or_else(|| panic!("no {kind} in {events:?}"))
}

/// Returns a file for sessions that is not there yet.
pub(crate) fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.sqlite");
    (folder, path)
}

/// Where sessions can be kept, with nothing in it yet.
pub(crate) struct Place {
    pub(crate) database: Database,
    /// The address of the database, if it is one.
    url: Option<String>,
    /// It lives as long as the place.
    _folder: Option<TempDir>,
}

impl Place {
    pub(crate) fn file() -> Place {
        let (folder, path) = file();
        Place { database: path.into(), url: None, _folder: Some(folder) }
    }

    pub(crate) fn postgres() -> Place {
        static SERVER: LazyLock<PostgresServer> = LazyLock::new(|| PostgresServer::start().unwrap());
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let url = SERVER.database(&format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed))).unwrap();
        Place { database: Database::Postgres(url.parse().unwrap()), url: Some(url), _folder: None }
    }

    /// Returns the address of the database.
    pub(crate) fn url(&self) -> &str {
        self.url.as_deref().expect("it is a database")
    }

    pub(crate) async fn start(&self) -> Running {
        Running::start(self.database.clone()).await
    }

    /// Checks that none of these texts stands in the files in which the server has kept everything, if these are files.
    pub(crate) fn has_none_of(&self, texts: &[&str]) {
        let Database::File(path) = &self.database else { return };
        for file in std::fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().path()) {
            // SQLite's temporary files may disappear at any time.
            let bytes = match std::fs::read(&file) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                read => read.unwrap(),
            };
            for text in texts {
                let is_there = bytes.windows(text.len()).any(|part| part == text.as_bytes());
                assert!(!is_there, "{}", file.display());
            }
        }
    }
}

/// Runs each test with a file and with a PostgreSQL database.
macro_rules! on_each_store {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(&$crate::talk::Place::file()).await;
            })*
        }
        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(&$crate::talk::Place::postgres()).await;
            })*
        }
    };
}
pub(crate) use on_each_store;
