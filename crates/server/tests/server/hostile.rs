//! Attacks, each cheap for one client; the server goes on for everybody else. Long versions are run by `cargo xtask deep`.

use std::path::Path;
use std::time::{Duration, Instant};

use beaufort_server::Config;
use beaufort_session::command::{PING, PONG};
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::beside::Beside;
use crate::friends::KEYS;
use crate::talk::{Client, PATIENCE, Running, config, file, find, hello, turn, wait_for_health};

/// A position of Jupiter in which reading a turn takes far longer than usual.
const DENSE: &str = "2[EE]3[Dbl]1(K)1(EE)4[Dbl]/4[EE][Dbl]2[Dbl][Dbl]4[Dbl]1/6[Dbl]3[Dbl]1[Dbl]2[EE]/[EE]9(EE)1[Dbl]3/\
    4(EE)1[Dbl]6[Dbl]2/1[Dbl]14/7(EE)7[Dbl]/[Dbl]15/3[EE]7[Dbl]3[Dbl]/10[Dbl]5/4[Dbl]7[Dbl]2[Dbl]/\
    2[Dbl][EE]8[Dbl]1[Dbl]1/[Dbl]15/7[Dbl]1[Dbl]6/4[Dbl]3[Dbl][Dbl]4[Dbl]1/(EE)[Dbl][EE]4[K]1[EE]4(EE)1 b";

/// Returns a record of `DENSE` with a number of variations of its first turn.
async fn dense_record(server: &Running, variations: usize) -> String {
    let mut client = Client::join(server, "dense").await;
    let from = json!({ "type": "position", "text": DENSE });
    let events = client.ok(json!({ "type": "start", "game": "jupiter", "from": from })).await;
    // There are too many turns for one message: they are sent piece by piece.
    let squares = find(&events, "position")["position"]["unlisted"]["squares"].as_array().unwrap().clone();
    let mut texts: Vec<String> = Vec::new();
    for square in squares {
        let of = json!({ "type": "square", "square": square });
        let events = client.ok(json!({ "type": "turns", "node": 0, "of": of })).await;
        let turns = find(&events, "turns")["turns"].as_array().unwrap();
        texts.extend(turns.iter().filter_map(|turn| turn["text"].as_str().map(str::to_owned)));
        if texts.len() > variations {
            texts.truncate(variations + 1);
            break;
        }
    }
    let others: String = texts[1..].iter().map(|text| format!(" (1. {text})")).collect();
    format!("[Variant \"jupiter\"]\n[Position \"{DENSE}\"]\n\n1. {}{others} *\n", texts[0])
}

#[tokio::test(flavor = "multi_thread")]
async fn deserted_sessions_make_room() {
    let (_folder, path) = file();
    let server = Running::with(Config { max_sessions: 64, ..config(&path) }).await;
    let mut owner = Client::join(&server, "owner").await;
    owner.start().await;
    owner.play(0, "P-e4").await;
    drop(owner);
    for number in 0..100 {
        drop(Client::join(&server, &format!("deserted-{number}")).await);
    }
    let events = Client::join(&server, "owner").await.hello().await;
    assert_eq!(find(&events, "position")["position"]["node"], 1);
    server.stop().await;
}

/// Opens a session with seats, which keeps its place as long as it is watched.
async fn watch_players(server: &Running, session: &str) -> Client {
    let mut client = Client::join(server, session).await;
    client.start().await;
    client.ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": KEYS[1] })).await;
    // The table knows of the seats before the next message is read.
    client.hello().await;
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn watched_sessions_fill_the_table_and_the_next_one_is_told_before_the_upgrade() {
    let (_folder, path) = file();
    let server = Running::with(Config { max_sessions: 64, ..config(&path) }).await;
    let mut watchers = Vec::new();
    for number in 0..64 {
        watchers.push(watch_players(&server, &format!("watched-{number}")).await);
    }
    let refused = connect_async(format!("ws://{}/ws/another", server.address)).await;
    let Err(Error::Http(answer)) = refused else { panic!("{refused:?}") };
    assert_eq!((answer.status().as_u16(), &answer.headers()["retry-after"]), (503, &"5".parse().unwrap()));
    // A client of an open session is admitted, and so is the next one when a client leaves.
    Client::join(&server, "watched-7").await.hello().await;
    drop(watchers.pop());
    let end = Instant::now() + PATIENCE;
    while connect_async(format!("ws://{}/ws/another", server.address)).await.is_err() {
        assert!(Instant::now() < end);
        sleep(Duration::from_millis(50)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_games_take_so_much_memory_together_and_no_more() {
    let (_folder, path) = file();
    let server = Running::with(Config { max_session_memory: 600 * 1024, ..config(&path) }).await;
    let text = format!("[Variant \"scirocco\"]\n\n{{{}}} *\n", "x".repeat(400 * 1024));
    let large = json!({ "type": "start", "game": "scirocco", "from": { "type": "record", "text": text } });
    let mut first = Client::join(&server, "first").await;
    first.ok(large.clone()).await;
    let mut second = Client::join(&server, "second").await;
    assert_eq!(second.refused(large.clone()).await, "tooMany");
    // Games of a usual size go on, and so do turns of any.
    second.start().await;
    second.play(0, "P-e4").await;
    first.play(0, "P-e4").await;
    drop(first);
    let end = Instant::now() + PATIENCE;
    while second.ask(large.clone()).await.last().unwrap()["type"] == "error" {
        assert!(Instant::now() < end, "a deserted game makes room");
        sleep(Duration::from_millis(50)).await;
    }
    // A saved game cannot be opened while there is no memory, and can when there is.
    let closed = Client::join(&server, "first").await.end().await;
    assert_eq!(closed, Some((1001, "come again".to_owned())));
    Client::join(&server, "third").await.start().await;
    drop(second);
    let mut first = loop {
        let mut first = Client::join(&server, "first").await;
        if timeout(Duration::from_secs(2), first.end()).await.is_err() {
            break first;
        }
        assert!(Instant::now() < end, "a deserted game makes room");
    };
    let events = first.hello().await;
    assert_eq!(find(&events, "position")["position"]["node"], 1, "it has been saved");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_request_for_a_session_opens_none_and_is_told_whether_there_is_a_place() {
    let (_folder, path) = file();
    let server = Running::with(Config { max_sessions: 1, ..config(&path) }).await;
    let headers = format!("Host: {}\r\n", server.address);
    for number in 0..9 {
        let answer = server.http(&format!("/ws/plain-{number}"), &headers).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    sleep(Duration::from_millis(300)).await;
    assert!(server.health().await.contains("\"sessions\":0"));
    let _watcher = watch_players(&server, "watched").await;
    assert!(server.http("/ws/watched", &headers).await.starts_with("HTTP/1.1 4"));
    let answer = server.http("/ws/another", &headers).await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("too many games are open"), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_cannot_be_held() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let (mut hog, mut other) = (Client::join(&server, "hog").await, Client::join(&server, "other").await);
    let engine = |ms: u32| json!({ "type": "engine", "level": "full", "ms": ms });
    let start = |players: [Value; 2]| {
        let from = json!({ "type": "default" });
        json!({ "type": "start", "game": "scirocco", "players": players, "from": from })
    };
    assert_eq!(hog.refused(start([engine(600_000), engine(600_000)])).await, "malformed");
    hog.ok(start([engine(60_000), engine(60_000)])).await;
    other.ok(start([json!({ "type": "person" }), engine(300)])).await;
    // The one engine is shared: the other session waits for slices of a second, not for a minute.
    let begun = Instant::now();
    for node in 0..2 {
        other.play(2 * node, if node == 0 { "P-e4" } else { "P-d4" }).await;
        while other.wait("position").await["event"]["position"]["node"] != 2 * node + 2 {}
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    // A session without clients needs no engine.
    drop(hog);
    wait_for_health(&server, "\"jobs\":0").await;
    let mut hog = Client::join(&server, "hog").await;
    hog.hello().await;
    wait_for_health(&server, "\"jobs\":1").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_engines_play_on_only_while_somebody_looks() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let engine = json!({ "type": "engine", "level": "beginner", "ms": 20 });
    let from = json!({ "type": "default" });
    let start = json!({ "type": "start", "game": "scirocco", "players": [engine, engine], "from": from });
    client.ok(start).await;
    while client.wait("state").await["event"]["state"]["node"] != 2 {}
    drop(client);
    // The server may notice late that the client has gone; then the game stands still.
    let end = Instant::now() + PATIENCE;
    loop {
        let before = saved(&path).await;
        sleep(Duration::from_secs(1)).await;
        if saved(&path).await == before {
            break;
        }
        assert!(Instant::now() < end, "the game goes on");
    }
    wait_for_health(&server, "\"jobs\":0").await;
    let mut client = Client::join(&server, "a").await;
    let node = find(&client.hello().await, "state")["state"]["node"].as_u64().unwrap();
    while client.wait("state").await["event"]["state"]["node"].as_u64().unwrap() < node + 2 {}
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_takes_too_long_is_refused() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let text = dense_record(&server, 500).await;
    let mut client = Client::join(&server, "a").await;
    let start = json!({ "type": "start", "from": { "type": "record", "text": text } });
    assert_eq!(client.refused(start).await, "tooHard");
    server.stop().await;
}

/// Sends many requests, reads no answer and leaves; then the server ends in time.
async fn flood(requests: usize, request: &Value) {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let mut other = Client::join(&server, "b").await;
    let text = json!({ "id": 1, "command": request }).to_string();
    let send = async {
        for _ in 0..requests {
            client.say(text.clone()).await;
        }
    };
    // The server reads no more than it has time for.
    let _ = timeout(Duration::from_secs(5), send).await;
    other.start().await;
    drop(client);
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_millis(5500), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_requests_keeps_neither_the_others_nor_the_end() {
    flood(3_000, &json!({ "type": "tiles", "game": "jupiter", "set": "diagram" })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_session_reads_no_more_requests() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let record = dense_record(&server, 20).await;
    let mut client = Client::join(&server, "a").await;
    let start = json!({ "type": "start", "from": { "type": "record", "text": record } });
    let large = format!("{}{}", json!({ "id": 2, "command": start }), " ".repeat(900_000));
    let sent = timeout(Duration::from_secs(2), async {
        for _ in 0..100 {
            client.say(large.clone()).await;
        }
    });
    assert!(sent.await.is_err(), "90 MB have been taken in while the first record was read");
    drop(client);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_session_does_not_keep_the_server_from_answering_pings() {
    let (_folder, path) = file();
    // Reading the record takes longer.
    let server = Running::with(Config { ping: Duration::from_millis(80), ..config(&path) }).await;
    let record = dense_record(&server, 20).await;
    let mut client = Client::join(&server, "a").await;
    client.say(PING).await;
    assert_eq!(client.hear_text().await, PONG);
    client.send(&json!({ "type": "start", "from": { "type": "record", "text": record } })).await;
    client.say(PING).await;
    assert_eq!(client.hear_text().await, PONG, "the session reads the record");
    // These are more requests than the server reads ahead: the ping behind them is not read before the record is.
    for _ in 0..8 {
        client.send(&json!({ "type": "summary" })).await;
    }
    client.say(PING).await;
    assert_eq!(client.hear_text().await, PONG, "the session reads the record");
    drop(client);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_request_keeps_the_server_no_longer_than_its_limit() {
    let (_folder, path) = file();
    let server = Running::with(Config { head_timeout: Duration::from_millis(300), ..config(&path) }).await;
    let open = |text: &'static str| {
        let address = server.address;
        async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(text.as_bytes()).await.unwrap();
            stream
        }
    };
    // Half a head, nothing at all, a body that does not come, and a connection that is idle after its answer.
    for text in [
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "",
        "POST /account/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
        "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ] {
        let mut rest = Vec::new();
        let mut stream = open(text).await;
        // It may end in good order or not, but it ends.
        let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("the connection ends");
    }
    server.stop().await;

    let server = Running::start(&path).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n").await.unwrap();
    sleep(Duration::from_millis(100)).await;
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_millis(5500), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_has_vanished_is_missed() {
    let (_folder, path) = file();
    let server = Running::with(Config { ping: Duration::from_millis(500), ..config(&path) }).await;
    let mut alive = Client::join(&server, "a").await;
    let mut silent = Client::join(&server, "b").await;
    // A client that reads answers pings by itself; one that does not read has vanished.
    for _ in 0..40 {
        alive.hello().await;
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(silent.end().await, None);
    alive.hello().await;
    server.stop().await;
}

#[tokio::test]
async fn what_is_too_long_is_answered_or_ends_the_connection() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let comment = |bytes: usize| json!({ "type": "comment", "node": 0, "text": "x".repeat(bytes) });
    assert_eq!(client.refused(comment(1024 * 1024)).await, "tooLarge");
    client.start().await;
    // A client that is cut off while sending may not receive the reason.
    let message = json!({ "id": 9, "command": comment(2 * 1024 * 1024) }).to_string();
    if client.socket.send(Message::text(message)).await.is_ok() {
        let end = client.end().await;
        assert!(end.as_ref().is_none_or(|(code, _)| *code == 1009), "{end:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn mistakes_quote_little_of_what_was_sent() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    let long = "x".repeat(900_000);
    for command in [
        turn(0, &long),
        json!({ "type": long }),
        json!({ "type": "jump", "node": long }),
        json!({ "type": "start", "game": long }),
        json!({ "type": "start", "game": "scirocco", "from": { "type": "position", "text": long } }),
        json!({ "type": "start", "from": { "type": "record", "text": long } }),
        json!({ "type": "start", "from": { "type": "record", "text": format!("[Variant \"{long}\"]\n1. P-e4 *") } }),
    ] {
        let events = client.ask(command).await;
        let message = find(&events, "error")["error"]["message"].to_string();
        assert!(message.len() < 1_000, "{}", message.len());
    }
    server.stop().await;
}

#[tokio::test]
async fn a_session_does_not_grow_for_ever() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    let comment =
        |node: u32, bytes: usize| json!({ "type": "comment", "node": node, "text": "x".repeat(bytes) });
    assert_eq!(client.refused(comment(0, 500_000)).await, "tooLarge");
    assert_eq!(
        client.refused(json!({ "type": "annotate", "node": 0, "nags": vec![1; 17] })).await,
        "tooLarge"
    );
    // Shuffling pieces to and fro makes a long line; each place takes a comment.
    let mut node = 0;
    let refusal = loop {
        let events = client.ok(hello()).await;
        let position = &find(&events, "position")["position"];
        let choice = json!({ "type": "listed", "index": node % 3, "key": position["key"] });
        client.ok(json!({ "type": "play", "node": node, "turn": choice })).await;
        node += 1;
        let events = client.ask(comment(node, 16_000)).await;
        let last = events.last().unwrap();
        if last["type"] == "error" {
            break last["error"]["code"].clone();
        }
        assert!(node < 100, "more than a mebibyte has been saved");
    };
    assert_eq!(refusal, "tooLarge");
    client.ok(comment(1, 0)).await;
    client.ok(comment(node, 10_000)).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_file_keeps_all_sessions_for_one_wait() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut clients = Vec::new();
    for number in 0..10 {
        let mut client = Client::join(&server, &format!("s{number}")).await;
        client.start().await;
        clients.push(client);
    }
    let mut lock = Beside::open(&path).await;
    lock.tell("BEGIN IMMEDIATE").await;
    let begun = Instant::now();
    let refused = clients.into_iter().map(|mut client| {
        tokio::spawn(async move {
            assert_eq!(client.refused(turn(0, "P-e4")).await, "unsaved");
            client
        })
    });
    let refused: Vec<_> = refused.collect();
    let mut clients = Vec::new();
    for client in refused {
        clients.push(client.await.unwrap());
    }
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    lock.tell("ROLLBACK").await;
    for client in &mut clients {
        while client.wait("state").await["event"]["state"].get("unsaved").is_some() {}
        client.play(0, "P-e4").await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_does_not_wait_for_an_acknowledgement() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    client.play(0, "P-e4").await;
    let mut times = Vec::new();
    for number in 0..40 {
        let begun = Instant::now();
        client.ok(json!({ "type": if number % 2 == 0 { "takeBack" } else { "redo" } })).await;
        times.push(begun.elapsed());
    }
    times.sort();
    // Waiting for the other side's delayed acknowledgement would cost at least 40 ms each time.
    assert!(times[10] < Duration::from_millis(35), "{times:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute"]
async fn long_floods_keep_neither_the_others_nor_the_end() {
    flood(100_000, &json!({ "type": "tiles", "game": "jupiter", "set": "diagram" })).await;
    let text = format!("[Variant \"scirocco\"]\n{{{}}}\n1. P-e4 *", "x".repeat(950_000));
    flood(400, &json!({ "type": "start", "from": { "type": "record", "text": text } })).await;
    flood(10_000, &json!({ "type": "games" })).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute"]
async fn long_names_without_end() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut owner = Client::join(&server, "owner").await;
    owner.start().await;
    for number in 0..20_000 {
        drop(Client::join(&server, &format!("deserted-{number}")).await);
        if number % 1_000 == 0 {
            owner.hello().await;
        }
    }
    assert!(rows(&path).await <= 1);
    server.stop().await;
}

async fn rows(path: &Path) -> u32 {
    let mut connection = Beside::open(path).await;
    connection.ask("SELECT count(*) FROM session").await
}

/// Returns what is saved of the only session.
async fn saved(path: &Path) -> String {
    let mut connection = Beside::open(path).await;
    connection.ask("SELECT snapshot FROM session").await
}
