//! The attacks.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::Outcome;
use crate::attack::kinds;
use crate::visitor::{Answer, HOST, REFUSED, Reply, Visitor, hello, reply};

/// How long an answer may take; a command waits for its turn.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most connections that an attacker leaves open.
const MAX_OPEN: usize = 48;
/// How long a connection is left open on which nothing is read or said.
const SILENCE: Duration = Duration::from_secs(20);
/// The length of the text with which disks are filled, in bytes.
const FILLING: usize = 900_000;

/// Positions with very many turns, each with its game; the first one is of Jupiter.
const DENSE: &str = include_str!("../../../../crates/session/tests/dense.tsv");
/// One of the turns of the first one.
const DENSE_TURN: &str = "AEm-c1";

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A request for the results of all turns, on a board full of pieces.
    Foresee,
    /// Everything about such a board, again and again.
    Hello,
    /// A new game from such a board.
    Import,
    /// A new session with as much in it as it takes.
    Fill,
    /// Looking for games that are not there.
    Search,
    /// Connections to sessions without a game.
    Empty,
    /// Connections that ask for everything and read nothing.
    Deaf,
    /// Requests from pages of other sites, for other hosts.
    Foreign,
    /// Offers that are withdrawn at once.
    Offer,
    /// Guesses at the password of another account.
    Password,
    /// New names.
    Name,
    /// Requests that never end.
    Slow,
    /// Messages that mean nothing.
    Nonsense,
}

/// All kinds.
pub(super) const KINDS: [Kind; 13] = [
    Kind::Foresee,
    Kind::Hello,
    Kind::Import,
    Kind::Fill,
    Kind::Search,
    Kind::Empty,
    Kind::Deaf,
    Kind::Foreign,
    Kind::Offer,
    Kind::Password,
    Kind::Name,
    Kind::Slow,
    Kind::Nonsense,
];

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Foresee => "foresee",
            Kind::Hello => "hello",
            Kind::Import => "import",
            Kind::Fill => "fill the disk",
            Kind::Search => "search",
            Kind::Empty => "empty sessions",
            Kind::Deaf => "reads nothing",
            Kind::Foreign => "foreign pages",
            Kind::Offer => "offers",
            Kind::Password => "passwords",
            Kind::Name => "names",
            Kind::Slow => "slow requests",
            Kind::Nonsense => "nonsense",
        }
    }
}

/// An attacker, with one kind of attack and one address.
pub(super) struct Attacker {
    visitor: Visitor,
    number: usize,
    /// How often it has struck.
    blows: usize,
    /// The connection to its own game, if that is there.
    own: Option<WebSocketStream<TcpStream>>,
    /// Connections that are left open.
    open: JoinSet<()>,
}

impl Attacker {
    pub(super) fn new(visitor: Visitor, number: usize) -> Attacker {
        Attacker { visitor, number, blows: 0, own: None, open: JoinSet::new() }
    }

    /// Strikes once.
    pub(super) async fn strike(&mut self, kind: Kind) -> Outcome {
        self.blows += 1;
        while self.open.try_join_next().is_some() {}
        let position = dense();
        match kind {
            Kind::Foresee => {
                self.ask_own(
                    &start_from("position", position),
                    json!({ "type": "foresee", "node": 0, "turn": DENSE_TURN }),
                )
                .await
            }
            Kind::Hello => self.ask_own(&start_from("position", position), hello()).await,
            Kind::Import => self.ask_anew(&start_from("position", position)).await,
            Kind::Fill => {
                let record = format!("1. e4 {{{}}}", "x".repeat(FILLING));
                let start = json!({ "type": "start", "game": "orthochess", "from": { "type": "record", "text": record } });
                self.ask_anew(&start).await
            }
            Kind::Search => {
                let searches =
                    ["archive?turns=P-zz9", "archive?player=nobody", "archive?day=1999", "open", "live"];
                let search = searches[self.blows % searches.len()];
                told(self.visitor.request("GET", &format!("/lobby/{search}"), "", "").await)
            }
            Kind::Empty => self.leave_open(&format!("empty-{}-{}", self.number, self.blows), 0).await,
            Kind::Deaf => self.leave_open(&self.session("hello"), 20).await,
            Kind::Foreign => {
                let lines = match self.blows % 2 {
                    0 => "Origin: https://evil.example\r\n".to_owned(),
                    _ => format!("Host: {}\r\n", "\\".repeat(10_000)),
                };
                told(self.visitor.request("GET", "/", &lines, "").await)
            }
            Kind::Offer => {
                let start = json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } });
                let offer = if self.blows.is_multiple_of(2) { "offerDraw" } else { "withdrawDraw" };
                self.ask_own(&start, json!({ "type": offer, "side": 0 })).await
            }
            Kind::Password => {
                let body =
                    json!({ "name": "Anna", "password": format!("guess {} of an attacker", self.blows) });
                self.post("/account/sign-in", &body).await
            }
            Kind::Name => {
                let name: String =
                    std::iter::repeat_with(|| fastrand::alphabetic().to_ascii_lowercase()).take(12).collect();
                self.post("/account/sign-up", &json!({ "name": name, "password": "long enough for anybody" }))
                    .await
            }
            Kind::Slow => self.never_end().await,
            Kind::Nonsense => {
                let kinds = kinds();
                let message = kinds[self.blows % kinds.len()].message.clone();
                self.say(message).await
            }
        }
    }

    /// Returns the name of the game that the attacker begins for this purpose.
    fn session(&self, purpose: &str) -> String {
        format!("attack-{purpose}-{}", self.number)
    }

    /// Asks something about a game that is begun for that.
    async fn ask_own(&mut self, start: &Value, command: Value) -> Outcome {
        if self.own.is_none() {
            let name = self.session(command["type"].as_str().unwrap_or_default());
            let mut socket = match self.visitor.join(&name).await {
                Ok(socket) => socket,
                Err(why) => return refused_entry(why),
            };
            let begun = ask(&mut socket, request(start)).await;
            if !matches!(begun, Outcome::Done) {
                return begun;
            }
            self.own = Some(socket);
        }
        self.say(request(&command)).await
    }

    /// Asks something in a session that is not there yet.
    async fn ask_anew(&mut self, command: &Value) -> Outcome {
        let random: String = std::iter::repeat_with(fastrand::alphanumeric).take(24).collect();
        match self.visitor.join(&random).await {
            Ok(mut socket) => ask(&mut socket, request(command)).await,
            Err(why) => refused_entry(why),
        }
    }

    /// Says something in the attacker's own session.
    async fn say(&mut self, message: Message) -> Outcome {
        let mut socket = match self.own.take() {
            Some(socket) => socket,
            None => match self.visitor.join(&self.session("own")).await {
                Ok(socket) => socket,
                Err(why) => return refused_entry(why),
            },
        };
        let is_too_long = message.len() > 1 << 20;
        let outcome = ask(&mut socket, message).await;
        match outcome {
            // If the client sends more than the server reads, the reason may be lost with the connection.
            Outcome::Unexplained(what) if is_too_long => Outcome::Refused(what),
            Outcome::Unexplained(_) => outcome,
            Outcome::Done | Outcome::Refused(_) => {
                self.own = Some(socket);
                outcome
            }
        }
    }

    /// Opens a connection, asks for everything so many times, and reads nothing, or nothing but pings if it asks for nothing.
    async fn leave_open(&mut self, session: &str, questions: usize) -> Outcome {
        if self.open.len() >= MAX_OPEN {
            return Outcome::Done;
        }
        let mut socket = match self.visitor.join(session).await {
            Ok(socket) => socket,
            Err(why) => return refused_entry(why),
        };
        if questions == 0 {
            self.open.spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
            return Outcome::Done;
        }
        self.open.spawn(async move {
            for _ in 0..questions {
                let hello = request(&hello());
                if !matches!(timeout(SILENCE, socket.send(hello)).await, Ok(Ok(()))) {
                    break;
                }
            }
            sleep(SILENCE).await;
        });
        Outcome::Done
    }

    /// Begins a request and does not end it.
    async fn never_end(&mut self) -> Outcome {
        if self.open.len() >= MAX_OPEN {
            return Outcome::Done;
        }
        let mut stream = match self.visitor.connect().await {
            Ok(stream) => stream,
            Err(why) => return Outcome::Unexplained(why),
        };
        self.open.spawn(async move {
            for letter in "GET /lobby/open HTTP/1.1\r\nHost: chess".bytes() {
                if stream.write_all(&[letter]).await.is_err() {
                    break;
                }
                sleep(SILENCE / 20).await;
            }
        });
        Outcome::Done
    }

    async fn post(&self, target: &str, body: &Value) -> Outcome {
        let origin = format!("Origin: http://{}\r\nContent-Type: application/json\r\n", HOST);
        told(self.visitor.request("POST", target, &origin, &body.to_string()).await)
    }
}

/// Returns the position with very many turns.
fn dense() -> &'static str {
    DENSE.lines().find_map(|line| line.strip_prefix("jupiter\t")).unwrap_or_default()
}

fn start_from(kind: &str, text: &str) -> Value {
    json!({ "type": "start", "game": "jupiter", "from": { "type": kind, "text": text } })
}

fn request(command: &Value) -> Message {
    Message::text(json!({ "id": 1, "command": command }).to_string())
}

/// Sends a message, and waits until it is answered.
async fn ask(socket: &mut WebSocketStream<TcpStream>, message: Message) -> Outcome {
    let exchange = async {
        if let Err(error) = socket.send(message).await {
            return Outcome::Unexplained(error.to_string());
        }
        match reply(socket).await {
            Reply::Done => Outcome::Done,
            Reply::Refused(code) => Outcome::Refused(code),
            Reply::Broken(how) => Outcome::Unexplained(how),
            Reply::Ended(Some(reason)) if !reason.is_empty() => Outcome::Refused(reason),
            Reply::Ended(_) => Outcome::Unexplained("ended without a reason".to_owned()),
        }
    };
    timeout(PATIENCE, exchange).await.unwrap_or_else(|_| Outcome::Unexplained("no answer".to_owned()))
}

/// Returns what became of a connection that was not let in: an answer of HTTP is a reason.
fn refused_entry(why: String) -> Outcome {
    if why.starts_with(REFUSED) { Outcome::Refused(why) } else { Outcome::Unexplained(why) }
}

/// Returns what became of a request of HTTP.
fn told(answer: Result<Answer, String>) -> Outcome {
    match answer {
        Ok(Answer { status: 200..400, .. }) => Outcome::Done,
        Ok(Answer { status, body }) if body.trim().is_empty() => {
            Outcome::Unexplained(format!("{status} alone"))
        }
        Ok(Answer { status, body }) => {
            Outcome::Refused(format!("{status} {}", body.trim().chars().take(60).collect::<String>()))
        }
        Err(why) => Outcome::Unexplained(why),
    }
}
