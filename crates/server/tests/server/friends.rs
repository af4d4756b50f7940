//! Games between two people elsewhere, and what others try.

use std::path::Path;

use beaufort_server::Config;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::{Duration, Instant, sleep};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::beside::Beside;
use crate::talk::{
    Client, PATIENCE, Place, Running, config, file, find, on_each_store, turn, wait_for_health,
    wait_for_metric,
};

on_each_store!(
    the_first_who_opens_the_invitation_plays_and_the_others_watch,
    a_rematch_has_other_sides_and_other_keys,
    the_clock_runs_while_the_players_are_away,
    a_flag_falls_while_nobody_has_the_game_in_memory,
    a_player_hears_that_the_other_has_gone_and_comes_again,
);

const INVITATION: &str = "the-invitation-of-128-bits";
pub(crate) const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
const NEW_KEYS: [&str; 2] = ["another-first-key-of-128-bits", "another-second-key-of-128-bits"];

fn sit(seat: &str, invitation: Option<&str>) -> Value {
    match invitation {
        Some(invitation) => json!({ "type": "sit", "seat": seat, "invitation": invitation }),
        None => json!({ "type": "sit", "seat": seat }),
    }
}

fn start(clock: &Value) -> Value {
    json!({ "type": "start", "game": "orthochess", "clock": clock, "from": { "type": "default" } })
}

/// Begins a game with both seats taken, in the session `a`.
pub(crate) async fn begin(server: &Running, clock: &Value) -> [Client; 2] {
    let (mut one, mut other) = (Client::join(server, "a").await, Client::join(server, "a").await);
    one.hello().await;
    one.ok(start(clock)).await;
    one.ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION })).await;
    other.hello().await;
    let events = other.ok(sit(KEYS[1], Some(INVITATION))).await;
    assert_eq!(find(&events, "seated")["side"], 1);
    [one, other]
}

/// Comes to a session with a key.
pub(crate) async fn come(server: &Running, session: &str, key: &str) -> Client {
    let mut client = Client::join(server, session).await;
    client.hello().await;
    client.ok(sit(key, None)).await;
    client
}

async fn the_first_who_opens_the_invitation_plays_and_the_others_watch(place: &Place) {
    let server = place.start().await;
    let [mut one, mut other] = begin(&server, &Value::Null).await;
    let mut third = Client::join(&server, "a").await;
    third.hello().await;
    assert_eq!(third.refused(sit("the-third-key-of-128-bits-", Some(INVITATION))).await, "forbidden");
    for key in ["the-first-key-of-128-bitz", "aaaaaaaaaaaaaaaaaaaaaaaa", INVITATION] {
        assert_eq!(third.refused(sit(key, None)).await, "forbidden", "{key}");
    }
    assert_eq!(third.refused(turn(0, "e4")).await, "forbidden");
    assert_eq!(other.refused(turn(0, "e4")).await, "forbidden");
    one.play(0, "e4").await;
    // A client that has lost the answer asks again with the same key.
    other.ok(sit(KEYS[1], Some(INVITATION))).await;
    other.play(1, "e5").await;
    while third.wait("position").await["event"]["position"]["node"] != 2 {}
    // Nothing is lost with the server, and the seats are those of their keys.
    drop((one, other));
    server.stop().await;
    let server = place.start().await;
    let mut other = come(&server, "a", KEYS[1]).await;
    assert_eq!(other.refused(turn(2, "Nf3")).await, "forbidden");
    come(&server, "a", KEYS[0]).await.play(2, "Nf3").await;
    server.stop().await;
    // No key stands in the file, only what follows from it.
    place.has_none_of(&[KEYS[0], KEYS[1], INVITATION]);
}

async fn a_rematch_has_other_sides_and_other_keys(place: &Place) {
    let server = place.start().await;
    let [mut one, mut other] = begin(&server, &json!({ "type": "perTurn", "time": 60000 })).await;
    assert_eq!(
        one.refused(json!({ "type": "offerRematch", "side": 0, "seat": NEW_KEYS[0] })).await,
        "notNow"
    );
    one.play(0, "e4").await;
    other.ok(json!({ "type": "resign", "side": 1 })).await;
    let offer = |side: usize, seat: &str| json!({ "type": "offerRematch", "side": side, "seat": seat });
    assert_eq!(one.refused(offer(0, KEYS[0])).await, "forbidden", "the old key");
    one.ok(offer(0, NEW_KEYS[0])).await;
    other.ok(json!({ "type": "declineRematch", "side": 1 })).await;
    one.ok(offer(0, NEW_KEYS[0])).await;
    assert_eq!(other.refused(offer(1, NEW_KEYS[0])).await, "forbidden", "the other's key");
    let events = other.ok(offer(1, NEW_KEYS[1])).await;
    let rematch = find(&events, "state")["state"]["seats"]["rematch"].as_str().unwrap().to_owned();
    // The old keys and the old invitation open nothing there.
    let mut stranger = Client::join(&server, &rematch).await;
    stranger.hello().await;
    for key in KEYS {
        assert_eq!(stranger.refused(sit(key, None)).await, "forbidden");
        assert_eq!(stranger.refused(sit(key, Some(INVITATION))).await, "forbidden");
    }
    let mut first = come(&server, &rematch, NEW_KEYS[1]).await;
    let mut second = come(&server, &rematch, NEW_KEYS[0]).await;
    assert_eq!(second.refused(turn(0, "d4")).await, "forbidden");
    first.play(0, "d4").await;
    second.play(1, "d5").await;
    // The game before is as it was.
    let events = come(&server, "a", KEYS[0]).await.hello().await;
    assert_eq!(find(&events, "state")["state"]["result"]["score"], "1-0");
    server.stop().await;
}

async fn the_clock_runs_while_the_players_are_away(place: &Place) {
    let server = place.start().await;
    let [mut one, other] = begin(&server, &json!({ "type": "perTurn", "time": 1500 })).await;
    one.play(0, "e4").await;
    // Leaving saves nothing.
    let saved = server.metric("beaufort_sessions_saved_total").await;
    drop((one, other));
    wait_for_metric(&server, "beaufort_clients", |clients| clients == 0).await;
    // The fall of the flag is saved, though there are no clients.
    wait_for_metric(&server, "beaufort_sessions_saved_total", |count| count > saved).await;
    let events = Client::join(&server, "a").await.hello().await;
    let result = &find(&events, "state")["state"]["result"];
    assert_eq!(result["score"], "1-0", "{result}");
    server.stop().await;
}

async fn a_flag_falls_while_nobody_has_the_game_in_memory(place: &Place) {
    let idle = Duration::from_millis(50);
    let server = Running::with(Config { idle, ..config(place.database.clone()) }).await;
    let [mut one, other] = begin(&server, &json!({ "type": "perTurn", "time": 4000 })).await;
    one.play(0, "e4").await;
    drop((one, other));
    wait_for_health(&server, "\"sessions\":0").await;
    // It is opened when the flag falls, and leaves the memory again.
    wait_for_health(&server, "\"sessions\":1").await;
    wait_for_health(&server, "\"sessions\":0").await;
    let events = Client::join(&server, "a").await.hello().await;
    assert_eq!(find(&events, "state")["state"]["result"]["score"], "1-0");
    server.stop().await;
}

/// Plays a turn of a game by the clock and leaves it, until it is not in memory any more. Returns the connection to its file.
async fn fall_asleep(path: &Path) -> (Running, Beside) {
    let server = Running::with(Config { idle: Duration::from_millis(50), ..config(path) }).await;
    let [mut one, other] = begin(&server, &json!({ "type": "perTurn", "time": 3_600_000 })).await;
    one.play(0, "e4").await;
    drop((one, other));
    wait_for_health(&server, "\"sessions\":0").await;
    let mut kept = Beside::open(path).await;
    let flag: Option<i64> = kept.ask("SELECT flag FROM session").await;
    assert!(flag.is_some(), "the clock stands still");
    (server, kept)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_while_the_game_is_on_the_disk_alone() {
    let (_folder, path) = file();
    let (server, mut kept) = fall_asleep(&path).await;
    kept.tell("UPDATE session SET flag = 1000").await;
    let end = Instant::now() + PATIENCE;
    while !kept.ask::<String>("SELECT snapshot FROM session").await.contains("1-0") {
        assert!(Instant::now() < end, "the flag does not fall");
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(kept.ask::<Option<i64>>("SELECT flag FROM session").await, None);
    wait_for_health(&server, "\"sessions\":0").await;
    let events = Client::join(&server, "a").await.hello().await;
    assert_eq!(find(&events, "state")["state"]["result"]["score"], "1-0");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_to_a_game_on_the_disk_finds_its_clock_running() {
    let (_folder, path) = file();
    let (server, mut kept) = fall_asleep(&path).await;
    kept.tell("UPDATE session SET flag = flag - 600000").await;
    let mut other = come(&server, "a", KEYS[1]).await;
    let clock = find(&other.hello().await, "state")["state"]["clock"].clone();
    assert_eq!(clock["running"], 1);
    assert!((1..=3_000_000).contains(&clock["left"][1].as_u64().unwrap()), "{clock}");
    other.play(1, "e5").await;
    let flag: Option<i64> = kept.ask("SELECT flag FROM session").await;
    assert_eq!(flag, None);
    // A server that ends stops the clock until a client is there again.
    server.stop().await;
    let flag: Option<i64> = kept.ask("SELECT flag FROM session").await;
    assert_eq!(flag, None);
}

async fn a_player_hears_that_the_other_has_gone_and_comes_again(place: &Place) {
    let server = place.start().await;
    let [mut one, other] = begin(&server, &Value::Null).await;
    drop(other);
    let is_away = |message: &Value| message["event"]["sides"][1].get("away").is_some();
    let end = Instant::now() + PATIENCE;
    while !is_away(&one.wait("presence").await) {
        assert!(Instant::now() < end);
    }
    sleep(Duration::from_millis(200)).await;
    let events = Client::join(&server, "a").await.hello().await;
    let sides = &find(&events, "presence")["sides"];
    assert!(sides[0].get("away").is_none() && sides[1]["away"].as_u64().unwrap() >= 200, "{sides}");
    let _again = come(&server, "a", KEYS[1]).await;
    while is_away(&one.wait("presence").await) {
        assert!(Instant::now() < end);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_server_answers_its_own_pages_alone_and_nobody_without_end() {
    let (_folder, path) = file();
    let public = Some("https://chess.example.org".parse().unwrap());
    let server = Running::with(Config { public, ..config(&path) }).await;
    let connect = async |origin: &str| {
        let mut request = format!("ws://{}/ws/a", server.address).into_client_request().unwrap();
        request.headers_mut().insert("host", "chess.example.org".parse().unwrap());
        request.headers_mut().insert("origin", origin.parse().unwrap());
        connect_async(request).await
    };
    let mut sockets = vec![connect("https://chess.example.org").await.unwrap()];
    for origin in ["https://evil.example", "null", "http://chess.example.org", "http://127.0.0.1"] {
        assert!(connect(origin).await.is_err(), "{origin}");
    }
    assert!(server.http("/", &format!("Host: {}\r\n", server.address)).await.starts_with("HTTP/1.1 403"));
    let page = server.http("/health", "Host: chess.example.org\r\n").await;
    assert!(page.contains("connect-src 'self' wss://chess.example.org;"), "{page}");
    while let Ok(socket) = connect("https://chess.example.org").await {
        sockets.push(socket);
        assert!(sockets.len() <= 32, "an address has too many connections");
    }
    assert_eq!(sockets.len(), 32);
    let mut answers = String::new();
    for _ in 0..400 {
        // Another address behind the same proxy is not kept.
        answers = server.http("/health", "Host: chess.example.org\r\nX-Forwarded-For: 192.0.2.1\r\n").await;
        if !answers.starts_with("HTTP/1.1 200") {
            break;
        }
    }
    assert!(answers.starts_with("HTTP/1.1 429"), "{answers}");
    let other = server.http("/health", "Host: chess.example.org\r\nX-Forwarded-For: 192.0.2.2\r\n").await;
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
    drop(sockets);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sends_many_requests_slowly_keeps_nobody_else_out() {
    let (_folder, path) = file();
    let public = Some("https://chess.example.org".parse().unwrap());
    let server = Running::with(Config { public, ..config(&path) }).await;
    let ask = async |from: &str| {
        let headers = format!("Host: chess.example.org\r\nX-Forwarded-For: {from}\r\n");
        server.http("/health", &headers).await
    };
    let mut slow = Vec::new();
    for _ in 0..128 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request = "POST /account/sign-in HTTP/1.1\r\nHost: chess.example.org\r\nX-Forwarded-For: 2001:db8::1\r\n\
            Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{";
        stream.write_all(request.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let end = Instant::now() + PATIENCE;
    let mut refused = String::new();
    while !refused.starts_with("HTTP/1.1 503") {
        assert!(Instant::now() < end, "{refused}");
        sleep(Duration::from_millis(100)).await;
        refused = ask("2001:db8::2").await;
    }
    assert!(refused.contains("too many connections from your address"), "{refused}");
    assert!(ask("2001:db8:0:1::1").await.starts_with("HTTP/1.1 200"));
    drop(slow);
    while !ask("2001:db8::2").await.starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < end);
        sleep(Duration::from_millis(100)).await;
    }
    server.stop().await;
}
