//! Several servers that share a database, and with it the games and the players.

use std::sync::{Arc, LazyLock};

use beaufort_load::NatsServer;
use beaufort_server::{Config, Server, ServerError};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use tokio::task::spawn_blocking;
use tokio::time::{Duration, Instant, sleep, timeout};

use crate::beside::ask_postgres;
use crate::browser::{Browser, password};
use crate::talk::{Client, PATIENCE, Place, Running, config, find, hello, turn, wait_for_health};

const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
const INVITATION: &str = "the-invitation-of-128-bits";
/// The close frame of a client that has to reconnect.
const COME_AGAIN: Option<(u16, &str)> = Some((1001, "come again"));
/// The longest message of a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 1024 * 1024;

/// Where several servers are.
struct Club {
    place: Place,
    nats: String,
}

impl Club {
    fn new() -> Club {
        static NATS: LazyLock<NatsServer> = LazyLock::new(|| NatsServer::start().unwrap());
        Club::at(&NATS)
    }

    fn at(nats: &NatsServer) -> Club {
        Club { place: Place::postgres(), nats: nats.url() }
    }

    fn config(&self) -> Config {
        Config { nats: Some(self.nats.parse().unwrap()), ..config(self.place.database.clone()) }
    }

    async fn start(&self) -> Running {
        Running::with(self.config()).await
    }

    /// Asks the database something beside the servers.
    async fn ask(&self, question: &str) -> Vec<PgRow> {
        ask_postgres(self.place.url(), question).await
    }
}

/// Comes to a session, and again until it is there.
async fn come(server: &Running, session: &str, browser: &Browser) -> Client {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "the session does not come");
        let mut client = browser.join(server, session).await;
        let id = client.send(&hello()).await;
        while let Some(message) = client.hear_or_end().await {
            if message["re"] == id && message["event"]["type"] == "done" {
                return client;
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Comes to a seat.
async fn sit(server: &Running, session: &str, side: usize) -> Client {
    let mut client = come(server, session, &Browser::default()).await;
    client.ok(json!({ "type": "sit", "seat": KEYS[side], "invitation": INVITATION })).await;
    client
}

/// Begins a game whose players are at these servers; the first of them has the session.
async fn begin(servers: [&Running; 2], session: &str) -> [Client; 2] {
    let mut one = Client::join(servers[0], session).await;
    one.hello().await;
    one.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    one.ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION })).await;
    [one, sit(servers[1], session, 1).await]
}

async fn told_to_come_again(client: &mut Client) {
    let end = client.end().await;
    assert_eq!(end.as_ref().map(|(code, why)| (*code, why.as_str())), COME_AGAIN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_from_different_servers() {
    let club = Club::new();
    let (a, b) = (club.start().await, club.start().await);
    let [mut one, mut other] = begin([&a, &b], "game").await;
    let mut watcher = come(&b, "game", &Browser::default()).await;
    assert_eq!(other.refused(turn(0, "e4")).await, "forbidden");
    for (node, text) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
        [&mut one, &mut other][node % 2].play(node as u32, text).await;
    }
    while watcher.wait("position").await["event"]["position"]["node"] != 4 {}
    // Both say something; who watches hears nothing of it.
    other.ok(json!({ "type": "chat", "text": "Well \u{265E}" })).await;
    assert_eq!(one.wait("chat").await["event"]["lines"][0]["text"], "Well \u{265E}");
    one.ok(json!({ "type": "chat", "text": "Thank you" })).await;
    other.wait("chat").await;
    let heard = watcher.hello().await;
    assert!(!json!(heard).to_string().contains("Thank you"));
    // A client that leaves is reported absent, and present when it reconnects.
    let is_away = |message: &Value| message["event"]["sides"][1].get("away").is_some();
    drop(other);
    while !is_away(&one.wait("presence").await) {}
    let mut other = sit(&b, "game", 1).await;
    while is_away(&one.wait("presence").await) {}
    // A message as long as it may be is passed on, one that is longer refused, and what is no text, too.
    let long = |bytes: usize| {
        let text = json!({ "id": 99, "command": hello() }).to_string();
        format!("{text}{}", " ".repeat(bytes - text.len()))
    };
    other.say(long(MAX_MESSAGE_BYTES)).await;
    while other.hear().await["event"]["type"] != "done" {}
    other.say(long(MAX_MESSAGE_BYTES + 1)).await;
    assert_eq!(other.wait("error").await["event"]["error"]["code"], "tooLarge");
    a.stop().await;
    b.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_long_comes_whole_and_in_order() {
    let club = Club::new();
    let (a, b) = (club.start().await, club.start().await);
    let mut one = Client::join(&a, "long").await;
    one.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    for (node, text) in ["a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6"].iter().cycle().take(8).enumerate() {
        one.play(node as u32, text).await;
    }
    // Each sign takes two bytes on the way.
    for node in 1..=8 {
        let text = "\"".repeat(16 * 1024);
        one.ok(json!({ "type": "comment", "node": node, "text": text })).await;
    }
    let mut other = come(&b, "long", &Browser::default()).await;
    // Messages that wait together are sent together.
    for _ in 0..4 {
        other.send(&hello()).await;
    }
    for _ in 0..4 {
        let tree = other.wait("tree").await;
        assert!(tree.to_string().len() > 256 * 1024);
    }
    a.stop().await;
    b.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_owner_of_a_game_falls_silent_another_server_takes_it_and_the_owner_cannot_write() {
    let club = Club::new();
    let (a, b) = (club.start().await, club.start().await);
    let [mut one, mut other] = begin([&a, &b], "game").await;
    one.play(0, "e4").await;
    a.fall_asleep();
    let begun = Instant::now();
    told_to_come_again(&mut other).await;
    let mut other = sit(&b, "game", 1).await;
    let events = other.hello().await;
    assert_eq!(find(&events, "position")["position"]["node"], 1, "what was told is there");
    other.play(1, "e5").await;
    assert!(begun.elapsed() < Duration::from_secs(10), "it takes too long: {:?}", begun.elapsed());
    // A client of the server that sleeps gets no wrong message.
    one.send(&json!({ "type": "chat", "text": "Are you there?" })).await;
    told_to_come_again(&mut one).await;
    let mut one = sit(&b, "game", 0).await;
    one.play(2, "Nf3").await;
    let events = other.hello().await;
    assert!(!json!(events).to_string().contains("Are you there?"));
    let nodes = find(&events, "tree")["nodes"].as_array().unwrap();
    let texts: Vec<&str> = nodes.iter().skip(1).filter_map(|node| node["text"].as_str()).collect();
    assert_eq!(texts, ["e4", "e5", "Nf3"], "each turn is there once");
    b.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_in_good_order_hands_its_games_over_at_once() {
    let club = Club::new();
    let (a, b) = (club.start().await, club.start().await);
    let [mut one, mut other] = begin([&a, &b], "game").await;
    one.play(0, "e4").await;
    let begun = Instant::now();
    a.stop().await;
    told_to_come_again(&mut other).await;
    sit(&b, "game", 1).await.play(1, "e5").await;
    assert!(begun.elapsed() < Duration::from_secs(8), "it takes too long: {:?}", begun.elapsed());
    assert!(club.ask("SELECT FROM member").await.len() == 1, "it is a member still");
    b.stop().await;
    assert!(
        club.ask("SELECT FROM member").await.is_empty() && club.ask("SELECT FROM lease").await.is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_needs_is_given_back() {
    let club = Club::new();
    let idle = Duration::from_millis(50);
    let a = Running::with(Config { idle, ..club.config() }).await;
    let b = club.start().await;
    let [mut one, mut other] = begin([&a, &b], "game").await;
    one.play(0, "e4").await;
    other.hello().await;
    assert_eq!(club.ask("SELECT FROM lease").await.len(), 1);
    drop((one, other));
    let end = Instant::now() + PATIENCE;
    while !club.ask("SELECT FROM lease").await.is_empty() {
        assert!(Instant::now() < end, "the lease is kept");
        sleep(Duration::from_millis(50)).await;
    }
    // Now it is the other server's.
    sit(&b, "game", 1).await.play(1, "e5").await;
    a.stop().await;
    b.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_or_goes_for_good_is_gone_from_all_servers() {
    let club = Club::new();
    let (a, b) = (club.start().await, club.start().await);
    let [mut anna, mut bert] = [Browser::new(&a, "Anna").await, Browser::new(&a, "Bert").await];
    assert_eq!(anna.name(&b).await.as_deref(), Some("Anna"));
    // One session is at the server to which the browser is connected, the other is not.
    let mut owner = Client::join(&a, "led").await;
    owner.hello().await;
    let mut led = come(&b, "led", &anna).await;
    let mut own = come(&b, "own", &anna).await;
    let mut others = come(&b, "led", &bert).await;
    anna.post(&a, "/account/sign-out", &json!({ "everywhere": true })).await;
    told_to_come_again(&mut led).await;
    told_to_come_again(&mut own).await;
    others.hello().await;
    // In a game at the other server the name of a deleted account is gone at once.
    let mut player = come(&b, "game", &bert).await;
    player.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    player.ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION })).await;
    let mut watcher = come(&a, "game", &Browser::default()).await;
    let names = |events: &[Value]| find(events, "state")["state"]["seats"]["names"][0].clone();
    assert_eq!(names(&watcher.hello().await), json!({ "name": "Bert" }));
    bert.post(&a, "/account/delete", &json!({ "password": password("Bert") })).await;
    told_to_come_again(&mut player).await;
    while watcher.wait("state").await["event"]["state"]["seats"]["names"][0] != json!({}) {}
    a.stop().await;
    b.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_and_what_is_said_twice_is_not_heard() {
    let club = Club::new();
    let nats = async_nats::connect(&club.nats).await.unwrap();
    let mut spy = nats.subscribe("beaufort.1.>").await.unwrap();
    let (a, b) = (club.start().await, club.start().await);
    let [mut one, mut other] = begin([&a, &b], "game").await;
    one.play(0, "e4").await;
    let mut heard = Vec::new();
    while let Ok(Some(message)) = timeout(Duration::from_millis(100), spy.next()).await {
        heard.push(message);
    }
    let mut subjects: Vec<_> = heard.iter().map(|message| message.subject.clone()).collect();
    subjects.sort();
    subjects.dedup();
    assert!(subjects.len() >= 2, "both servers are spoken to");
    for subject in subjects {
        for garbage in [&b""[..], b"\n", b"garbage", b"{\"from\":1}\n", &[0xff; 5000]] {
            nats.publish(subject.clone(), garbage.to_vec().into()).await.unwrap();
        }
    }
    nats.flush().await.unwrap();
    other.play(1, "e5").await;
    one.play(2, "Nf3").await;
    // Repeated messages have wrong numbers: the clients reconnect, and no turn is doubled.
    for message in heard {
        nats.publish(message.subject, message.payload).await.unwrap();
    }
    nats.flush().await.unwrap();
    sleep(Duration::from_millis(500)).await;
    let mut other = sit(&b, "game", 1).await;
    let events = other.hello().await;
    assert_eq!(find(&events, "tree")["nodes"].as_array().unwrap().len(), 4);
    sit(&b, "game", 1).await.play(3, "Nc6").await;
    a.stop().await;
    b.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_nats_games_go_on_where_they_are() {
    let nats = Arc::new(NatsServer::start().unwrap());
    let club = Club::at(&nats);
    let (a, b) = (club.start().await, club.start().await);
    let [mut one, mut other] = begin([&a, &b], "game").await;
    one.play(0, "e4").await;
    let [killed, restarted] = [&nats, &nats].map(Arc::clone);
    spawn_blocking(move || killed.kill()).await.unwrap().unwrap();
    told_to_come_again(&mut other).await;
    wait_for_health(&a, "\"status\":\"apart\"").await;
    assert!(a.health().await.starts_with("HTTP/1.1 503"));
    let mut black = sit(&a, "game", 1).await;
    black.play(1, "e5").await;
    one.play(2, "Nf3").await;
    // The other server admits no client, and begins no new session.
    told_to_come_again(&mut Client::join(&b, "game").await).await;
    spawn_blocking(move || restarted.restart()).await.unwrap().unwrap();
    let mut other = sit(&b, "game", 1).await;
    other.play(3, "Nc6").await;
    wait_for_health(&a, "\"status\":\"ok\"").await;
    one.play(4, "Bb5").await;
    a.stop().await;
    b.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_alone_and_several_servers_exclude_each_other() {
    let club = Club::new();
    let alone = club.place.start().await;
    let refused = Server::bind(club.config()).await;
    assert!(matches!(refused, Err(ServerError::Taken(None))), "{refused:?}");
    alone.stop().await;
    let (a, b) = (club.start().await, club.start().await);
    let refused = Server::bind(config(club.place.database.clone())).await;
    assert!(matches!(refused, Err(ServerError::Taken(None))), "{refused:?}");
    // A server that dies leaves its leases behind; they do not delay a server that is alone.
    let [mut one, other] = begin([&a, &b], "game").await;
    one.play(0, "e4").await;
    drop((one, other));
    a.stop().await;
    b.stop().await;
    club.ask("INSERT INTO member VALUES (7, now() + interval '1 hour')").await;
    club.ask("INSERT INTO lease VALUES ('game', 7)").await;
    let alone = club.place.start().await;
    assert!(club.ask("SELECT FROM lease").await.is_empty());
    sit(&alone, "game", 1).await.play(1, "e5").await;
    alone.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn flags_fall_later_only_when_there_was_no_server() {
    let club = Club::new();
    let a = club.start().await;
    club.ask("INSERT INTO session (name, snapshot, flag) VALUES ('a', 'no game', 4000000000000)").await;
    club.ask("INSERT INTO server (id, alive) VALUES (0, 1) ON CONFLICT (id) DO UPDATE SET alive = 1").await;
    let flag = async || club.ask("SELECT flag FROM session").await[0].get::<i64, _>(0);
    let b = club.start().await;
    assert_eq!(flag().await, 4_000_000_000_000, "there was a server");
    a.stop().await;
    b.stop().await;
    club.ask("UPDATE server SET alive = 1").await;
    club.start().await.stop().await;
    assert!(flag().await > 4_000_000_000_000, "there was none");
}
