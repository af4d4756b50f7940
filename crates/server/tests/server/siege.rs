//! Strangers who ask much and pay nothing: what each address may do, and who is let in all the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use beaufort_server::Config;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::friends::{KEYS, begin, come};
use crate::talk::{Client, Running, config, file, find, wait_for_health};

/// Counts the lines and the letters of a log of the level `info`.
#[derive(Clone, Debug, Default)]
struct Log(Arc<[AtomicUsize; 2]>);

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= &Level::INFO && metadata.target().starts_with("beaufort")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Length(usize);
        impl Visit for Length {
            fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
                self.0 += field.name().len() + format!("{value:?}").len();
            }
        }
        let mut length = Length(0);
        event.record(&mut length);
        self.0[0].fetch_add(1, Ordering::Relaxed);
        self.0[1].fetch_add(length.0, Ordering::Relaxed);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The answers are in one thread, and so are their lines of the log.
#[tokio::test]
async fn nothing_is_answered_or_logged_before_it_is_counted() {
    let log = Log::default();
    let _logged = tracing::subscriber::set_default(log.clone());
    let (_folder, path) = file();
    let public = Some("http://chess.example.org".parse().unwrap());
    let server = Running::with(Config { public, max_sessions: 0, ..config(&path) }).await;
    let own = "Host: chess.example.org\r\n";
    let evil = format!("Host: {}\r\n", "\\".repeat(20_000));
    let origin = format!("{own}Origin: https://evil.example\r\n");
    for (address, (path, headers)) in [
        ("/", &*origin),
        ("/", &*evil),
        ("/%00", own),
        ("/there/is/no/such/page", own),
        ("/ws/no!name", own),
        // There is no place for a session: 503.
        ("/ws/a", own),
        ("/health", own),
    ]
    .into_iter()
    .enumerate()
    {
        let headers = format!("{headers}X-Forwarded-For: 192.0.{address}.1\r\n");
        let mut answered = 0;
        while !server.http(path, &headers).await.starts_with("HTTP/1.1 429") {
            answered += 1;
            assert!(answered < 10_000, "{path}");
        }
        assert!(answered >= 200, "{path}: {answered}");
    }
    let [lines, letters] = [0, 1].map(|place| log.0[place].load(Ordering::Relaxed));
    assert!(lines < 10, "{lines}");
    assert!(letters < 2_000, "{letters}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_without_a_game_or_without_seats_keep_no_place_from_players() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    drop(begin(&server, &Value::Null).await);
    server.stop().await;

    let places = 16;
    let server = Running::with(Config { max_sessions: places, ..config(&path) }).await;
    let mut strangers = Vec::new();
    for number in 0..places {
        let mut stranger = Client::join(&server, &format!("empty-{number}")).await;
        stranger.hello().await;
        strangers.push(stranger);
    }
    // A player comes back, and another game begins.
    let mut player = come(&server, "a", KEYS[0]).await;
    let mut alone = Client::join(&server, "alone").await;
    alone.start().await;
    for number in 0..places {
        let mut stranger = Client::join(&server, &format!("started-{number}")).await;
        stranger.hello().await;
        stranger.start().await;
        strangers.push(stranger);
    }
    player.play(0, "e4").await;
    let mut other = come(&server, "a", KEYS[1]).await;
    other.play(1, "e5").await;
    assert_eq!(
        find(&player.hello().await, "position")["position"]["node"],
        2,
        "nobody has lost a connection"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_game_begins_without_space_and_those_that_have_begun_go_on() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    drop(begin(&server, &Value::Null).await);
    let mut alone = Client::join(&server, "alone").await;
    alone.start().await;
    server.stop().await;

    let server = Running::with(Config { max_stored_bytes: Some(1), ..config(&path) }).await;
    wait_for_health(&server, "\"storage\":\"short\"").await;
    let mut player = come(&server, "a", KEYS[0]).await;
    player.play(0, "e4").await;
    let mut alone = Client::join(&server, "alone").await;
    alone.hello().await;
    alone.play(0, "P-e4").await;
    alone.ok(json!({ "type": "comment", "node": 1, "text": "so it goes on" })).await;
    let mut stranger = Client::join(&server, "new").await;
    stranger.hello().await;
    let start = json!({ "type": "start", "game": "scirocco", "from": { "type": "default" } });
    assert_eq!(stranger.refused(start).await, "tooMany");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_begins_so_many_games_a_day_and_is_told_that_they_expire() {
    let (_folder, path) = file();
    let public = Some("http://chess.example.org".parse().unwrap());
    let server = Running::with(Config { public, ..config(&path) }).await;
    let start = json!({ "type": "start", "game": "scirocco", "from": { "type": "default" } });
    let seats = json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": KEYS[1] });
    let mut client = connect(&server, "192.0.2.1", "a").await.unwrap();
    client.hello().await;
    let events = client.ok(start.clone()).await;
    assert_eq!(find(&events, "state")["state"]["expires"], true);
    // A game with seats belongs to its players and does not expire.
    let events = client.ok(seats).await;
    assert_eq!(find(&events, "state")["state"]["expires"], Value::Null);
    let mut begun = 1;
    loop {
        let mut client = connect(&server, "192.0.2.1", &format!("s{begun}")).await.unwrap();
        client.hello().await;
        let events = client.ask(start.clone()).await;
        if events.last().unwrap()["type"] == "error" {
            assert_eq!(events.last().unwrap()["error"]["code"], "tooMany");
            break;
        }
        begun += 1;
        assert!(begun < 1000);
    }
    assert_eq!(begun, 200);
    let mut other = connect(&server, "192.0.2.2", "other").await.unwrap();
    other.hello().await;
    other.ok(start).await;
    server.stop().await;
}

/// Connects to a session as a client of this address behind a proxy.
async fn connect(server: &Running, address: &str, session: &str) -> Option<Client> {
    let mut request = format!("ws://{}/ws/{session}", server.address).into_client_request().unwrap();
    for (name, value) in [("x-forwarded-for", address), ("host", "chess.example.org")] {
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    Some(Client::with(connect_async(request).await.ok()?.0))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_network_has_more_connections() {
    let (_folder, path) = file();
    let public = Some("http://chess.example.org".parse().unwrap());
    let trusted = vec!["192.0.2.0/24=2".parse().unwrap()];
    let server = Running::with(Config { public, trusted, ..config(&path) }).await;
    for (address, expected) in [("192.0.2.7", 64), ("198.51.100.7", 32)] {
        let mut sockets = Vec::new();
        while let Some(socket) = connect(&server, address, "a").await {
            sockets.push(socket);
        }
        assert_eq!(sockets.len(), expected, "{address}");
    }
    server.stop().await;
}
