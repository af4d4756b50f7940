//! Heavy work does not starve the games: they go on with all its places taken, and the server is unhealthy without threads for
//! them.

use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use beaufort_session::command::Command;
use beaufort_session::{Cause, DurableConversation, Save};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::client::{self, Inbox, Outgoing};
use crate::config::Config;
use crate::limits::AddressLimits;
use crate::lobby::Lobby;
use crate::message::{RawRequest, Request, RoomMessage};
use crate::network::TrustedNetworks;
use crate::rooms::Membership;
use crate::server::Server;
use crate::store::{Row, WriteRight};

/// The threads of the test's server for what players wait for.
const THREADS: usize = 4;
/// No test depends on this time: it ends a test that hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// A command that is heavy, as it may be a long record.
const HEAVY: &str =
    r#"{"type":"start","from":{"type":"record","text":"[Variant \"orthochess\"]\n\n1. e4 e5 *"}}"#;

/// A client of a session, from some address.
struct Member {
    membership: Membership,
    inbox: Inbox,
}

impl Member {
    fn enter(lobby: &Arc<Lobby>, limits: &AddressLimits, address: &str, session: &str) -> Member {
        let rights = limits.rights(address.parse().unwrap());
        let membership = lobby.enter(session, Some(&rights)).unwrap();
        let (client, inbox) = client::queue(membership.client, Some(rights), None);
        assert!(membership.messages.send(RoomMessage::Join(client)).is_ok());
        Member { membership, inbox }
    }

    fn say(&self, command: &str) {
        let raw = RawRequest::Text(format!("{{\"id\":1,\"command\":{command}}}"));
        let (received, permit) = (Instant::now(), Box::new(()));
        let request = Request { client: self.membership.client, raw, received, permit };
        assert!(self.membership.messages.send(RoomMessage::Request(request)).is_ok());
    }

    /// Waits for the end of an answer.
    async fn hear(&mut self) -> String {
        loop {
            let next = timeout(PATIENCE, self.inbox.next()).await;
            let Ok(Some(Outgoing::Batch(batch))) = next else { panic!("there is no answer") };
            let is_end = |text: &&str| text.contains("\"done\"") || text.contains("\"error\"");
            if let Some(text) = batch.iter().map(|text| text.as_str()).find(is_end) {
                return text.to_owned();
            }
        }
    }

    async fn ok(&mut self, command: &str) {
        self.say(command);
        let answer = self.hear().await;
        assert!(answer.contains("\"done\""), "{command}: {answer}");
    }
}

async fn http(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

async fn get(address: SocketAddr, path: &str) -> String {
    http(address, &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")).await
}

async fn wait_for_health(address: SocketAddr, sign: &str) {
    let end = Instant::now() + PATIENCE;
    while !get(address, "/health").await.contains(sign) {
        assert!(Instant::now() < end, "the health is never {sign}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// Runs a test with a server of few threads.
fn with_server<F: Future<Output = ()>>(test: impl FnOnce(Arc<Lobby>, SocketAddr) -> F) {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(THREADS)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sessions.sqlite");
        let server = Server::bind(Config { engines: 1, hash_mib: 1, ..Config::new(&path) }).await.unwrap();
        let (lobby, address) = (Arc::clone(&server.lobby), server.address());
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        test(lobby, address).await;
        stop.send(()).unwrap();
        running.await.unwrap().unwrap();
    });
}

#[test]
fn heavy_work_starves_nobody() {
    with_server(async |lobby, address| {
        let limits = AddressLimits::new(&TrustedNetworks::default());
        let held = lobby.services.heavy.occupy().await;
        let mut crowd = Vec::new();
        for (address, sessions) in [("192.0.2.1", 32), ("192.0.2.2", 3)] {
            for session in 0..sessions {
                let session = format!("{}-{session}", address.replace('.', "-"));
                let member = Member::enter(&lobby, &limits, address, &session);
                member.say(HEAVY);
                crowd.push(member);
            }
        }
        // The first address has its share of places to wait, and its other requests are refused.
        let mut waiting = Vec::new();
        let mut refused = 0;
        while refused < 28 {
            for mut member in std::mem::take(&mut crowd) {
                match member.inbox.ready() {
                    Some(Outgoing::Batch(batch)) => {
                        assert!(batch[0].contains("\"tooMany\""), "{batch:?}");
                        refused += 1;
                    }
                    _ => crowd.push(member),
                }
            }
            sleep(Duration::from_millis(10)).await;
        }
        waiting.append(&mut crowd);
        assert_eq!(waiting.len(), 4 + 3, "the second address has its own share");

        // A game that is long to read waits, too, and is not refused.
        let start = r#"{"id":1,"command":{"type":"start","game":"orthochess","from":{"type":"default"}}}"#;
        let mut conversation = DurableConversation::new(&lobby.services.library, 1);
        let _ = conversation
            .change(Cause::Time, Duration::ZERO, |conversation, now| conversation.handle_text(1, start, now));
        let known = conversation.snapshot(Duration::ZERO);
        let text = known.replace("\"turns_seen\":0,", "\"turns_seen\":1000000,");
        assert_ne!(text, known);
        let row = Row::new("long", Save::Snapshot(text), WriteRight::First);
        lobby.services.save(vec![row]).await.unwrap();
        let mut long = Member::enter(&lobby, &limits, "192.0.2.1", "long");
        let hello = serde_json::to_string(&Command::HELLO).unwrap();
        long.say(&hello);

        // Everybody else plays on undisturbed, as do clients that wait for heavy work in other sessions.
        for address in ["198.51.100.1", "192.0.2.1"] {
            let mut player = Member::enter(&lobby, &limits, address, &format!("game-{}", address.len()));
            player.ok(&hello).await;
            player.ok(r#"{"type":"start","game":"orthochess","from":{"type":"default"}}"#).await;
            player.ok(r#"{"type":"play","node":0,"turn":{"type":"typed","text":"e4"}}"#).await;
            player.ok(r#"{"type":"foresee","node":1,"turn":"e5"}"#).await;
        }
        let body = r#"{"name":"Anna","password":"a password of Anna"}"#;
        let head = "Host: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n";
        let length = body.len();
        let sign_in =
            format!("POST /account/sign-in HTTP/1.1\r\n{head}Content-Length: {length}\r\n\r\n{body}");
        let answer = http(address, &sign_in).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "nobody is called so: {answer}");
        assert!(get(address, "/lobby/open").await.starts_with("HTTP/1.1 200"));
        let health = get(address, "/health").await;
        assert!(health.starts_with("HTTP/1.1 200") && health.contains("\"ok\""), "{health}");
        assert_eq!(lobby.services.heavy.len(), 8);
        assert!(long.inbox.ready().is_none());

        drop(held);
        for member in waiting.iter_mut().chain([&mut long]) {
            assert!(member.hear().await.contains("\"done\""));
        }
    });
}

#[test]
fn a_server_without_threads_for_those_who_play_is_not_well() {
    with_server(async |_, address| {
        wait_for_health(address, "\"ok\"").await;
        let mut ends = Vec::new();
        for _ in 0..THREADS {
            let (end, ended) = mpsc::channel::<()>();
            ends.push(end);
            // It ends when the other end is dropped.
            spawn_blocking(move || ended.recv().is_ok());
        }
        wait_for_health(address, "\"busy\"").await;
        assert!(get(address, "/health").await.starts_with("HTTP/1.1 503"));
        drop(ends);
        wait_for_health(address, "\"ok\"").await;
        let metrics = get(address, "/metrics").await;
        assert!(metrics.contains("beaufort_thread_wait_seconds"), "{metrics}");
    });
}
