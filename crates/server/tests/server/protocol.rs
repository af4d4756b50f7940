//! The protocol over real WebSockets.

use std::time::Instant;

use beaufort_server::Config;
use futures_util::SinkExt as _;
use serde_json::json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::talk::{Client, PATIENCE, Running, config, file, find};

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_the_session_goes_on() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    for (text, code) in [
        ("{", "malformed"),
        ("{\"id\":1,\"command\":{\"type\":\"fly\"}}", "malformed"),
        (&"x".repeat(1024 * 1024 + 1), "tooLarge"),
        (
            "{\"id\":1,\"command\":{\"type\":\"play\",\"node\":7,\"turn\":{\"type\":\"typed\",\"text\":\"P-e4\"}}}",
            "stale",
        ),
        ("{\"id\":1,\"command\":{\"type\":\"answerDraw\",\"side\":0,\"accept\":true}}", "notNow"),
    ] {
        client.say(text).await;
        let answer = client.hear().await;
        assert_eq!(answer["event"]["error"]["code"], code, "{answer}");
    }
    client.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(client.hear().await["event"]["error"]["code"], "malformed");
    let events = client.play(0, "P-e4").await;
    assert_eq!(find(&events, "position")["position"]["last"]["text"], "P-e4");
    server.stop().await;
}

#[tokio::test]
async fn what_comes_before_its_time_is_refused() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let play = json!({ "type": "play", "node": 0, "turn": { "type": "typed", "text": "P-e4" } });
    for command in [
        play.clone(),
        json!({ "type": "takeBack" }),
        json!({ "type": "jump", "node": 0 }),
        json!({ "type": "setUp", "how": { "type": "default" } }),
        json!({ "type": "export" }),
    ] {
        let events = client.ask(command.clone()).await;
        assert_eq!(find(&events, "error")["error"]["code"], "notNow", "{command}");
    }
    client.start().await;
    client.play(0, "P-e4").await;
    let late = json!({ "type": "play", "node": 0, "turn": { "type": "typed", "text": "P-d4" } });
    let late = client.ask(late).await;
    assert_eq!(find(&late, "error")["error"]["code"], "stale");
    assert_eq!(client.ask(play).await, [json!({ "type": "done" })], "it has been played already");
    client.play(1, "P-f7").await;
    server.stop().await;
}

#[tokio::test]
async fn a_game_of_somebodys_own_is_read_played_and_found_again() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let text = "extends = \"orthochess\"\nid = \"mine\"\nname = \"Mine\"\nyear = 2026\n";
    let events = client.ask(json!({ "type": "readGame", "text": text })).await;
    let game = find(&events, "gameRead")["game"].clone();
    assert!(game.as_str().unwrap().starts_with("own-"), "{game}");
    client.ask(json!({ "type": "start", "game": game, "from": { "type": "default" } })).await;
    client.play(0, "e4").await;
    server.stop().await;

    // Another server has never heard of it.
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let events = client.hello().await;
    assert_eq!(find(&events, "state")["state"]["game"], game);
    let events = client.ask(json!({ "type": "game", "game": game })).await;
    assert_eq!(find(&events, "game")["game"]["text"], text);
    server.stop().await;
}

#[tokio::test]
async fn texts_of_other_programs_are_read_and_written() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let command = json!({ "type": "import", "format": "betza", "name": "", "text": "fmWfcF" });
    let events = client.ask(command).await;
    let answer = &find(&events, "imported")["answer"];
    assert_eq!(answer["pieces"][0]["ability"], "forward W (moving) + forward F (capturing)");
    let events = client.ask(json!({ "type": "exportGame", "game": "scirocco" })).await;
    let exported = &find(&events, "gameExported")["exported"];
    assert!(exported["text"].as_str().is_some_and(|text| text.contains("[scirocco")), "{exported}");
    assert!(exported["unsaid"].as_array().is_some_and(|unsaid| !unsaid.is_empty()), "{exported}");
    server.stop().await;
}

#[tokio::test]
async fn two_clients_see_the_same_game() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let (mut one, mut other) = (Client::join(&server, "a").await, Client::join(&server, "a").await);
    other.hello().await;
    one.start().await;
    one.play(0, "P-e4").await;
    let seen = loop {
        let position = other.wait("position").await;
        assert!(position.get("re").is_none());
        if position["event"]["position"]["node"] == 1 {
            break position["event"].clone();
        }
    };
    let everything = one.hello().await;
    assert_eq!(find(&everything, "position"), &seen);
    let events = other.play(1, "P-f7").await;
    assert_eq!(one.wait("position").await["event"], *find(&events, "position"));
    let mut stranger = Client::join(&server, "b").await;
    assert_eq!(find(&stranger.hello().await, "state")["state"]["stage"], "empty");
    server.stop().await;
}

#[tokio::test]
async fn a_game_survives_a_restart() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    client.play(0, "P-e4").await;
    client.play(1, "P-f7").await;
    let before = client.hello().await;
    server.stop().await;

    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let after = client.hello().await;
    for kind in ["state", "tree", "position"] {
        assert_eq!(find(&after, kind), find(&before, kind));
    }
    client.play(2, "P-e5").await;
    server.stop().await;
}

#[tokio::test]
async fn the_engine_plays_a_game_to_its_end() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let engine = json!({ "type": "engine", "level": "beginner", "ms": 500 });
    let position = "[R]3(K)5/[R]9/10/10/10/9(P)/10/10/10/[K]9 t";
    let begun = client
        .ok(json!({ "type": "start", "game": "scirocco", "players": [engine, engine],
            "from": { "type": "position", "text": position } }))
        .await;
    assert_eq!(find(&begun, "state")["state"]["stage"], "turn");
    let state = loop {
        let state = client.wait("state").await["event"]["state"].clone();
        if state["stage"] == "over" {
            break state;
        }
    };
    assert_eq!(state["result"]["score"], "1-0");
    server.stop().await;
}

#[tokio::test]
async fn an_analysis_is_cut_short() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    client.ok(json!({ "type": "analyse", "on": true, "lines": 1 })).await;
    let thought = client.wait("analysis").await["event"]["thought"].clone();
    assert_eq!(thought["node"], 0);
    // With one engine the next search begins only if the last has ended.
    client.play(0, "P-e4").await;
    while client.wait("analysis").await["event"]["thought"]["node"] != 1 {}
    server.stop().await;
}

#[tokio::test]
async fn an_analysis_gives_way_to_another_visitor_and_is_begun_again() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let (mut one, mut other) = (Client::join(&server, "a").await, Client::join(&server, "b").await);
    one.start().await;
    other.start().await;
    one.ok(json!({ "type": "analyse", "on": true, "lines": 5 })).await;
    one.wait("analysis").await;
    // There is one engine, which the analysis would keep for longer than anybody waits.
    other.ok(json!({ "type": "hint" })).await;
    other.wait("hint").await;
    // The events before the hint have been read when the next answer comes.
    one.ok(json!({ "type": "games" })).await;
    one.wait("analysis").await;
    server.stop().await;
}

#[tokio::test]
async fn programs_of_the_own_machine_read_what_is_counted() {
    let (_folder, path) = file();
    let public = Some("https://chess.example.org".parse().unwrap());
    for config in [config(&path), Config { public, ..config(&path) }] {
        let is_public = config.public.is_some();
        let server = Running::with(config).await;
        let own = format!("Host: {}\r\n", server.address);
        let mut client = None;
        if !is_public {
            let mut joined = Client::join(&server, "a").await;
            joined.start().await;
            joined.refused(json!({ "type": "redo" })).await;
            client = Some(joined);
        }
        let metrics = server.http("/metrics", &own).await;
        assert!(metrics.starts_with("HTTP/1.1 200"), "{metrics}");
        assert!(metrics.contains("openmetrics-text") && metrics.contains("# EOF"), "{metrics}");
        let lines: &[&str] = match client {
            Some(_) => &[
                "beaufort_sessions 1",
                "beaufort_clients 1",
                "beaufort_sessions_saved_total 1",
                "beaufort_request_duration_seconds_count 2",
                "beaufort_save_duration_seconds_count 1",
                "beaufort_saves_failed_total 0",
            ],
            None => &["beaufort_sessions 0", "beaufort_clients 0"],
        };
        // The cost of an answer is counted only after it has been sent.
        let end = Instant::now() + PATIENCE;
        let mut metrics = metrics;
        while let Some(line) = lines.iter().find(|&&line| !metrics.lines().any(|known| known == line)) {
            assert!(Instant::now() < end, "{line}: {metrics}");
            metrics = server.http("/metrics", &own).await;
        }
        // Requests through a proxy, from a page or by another name do not count as from this machine.
        for headers in [
            format!("{own}X-Forwarded-For: 192.0.2.1\r\n"),
            format!("{own}Origin: http://{}\r\n", server.address),
            "Host: chess.example.org\r\n".to_owned(),
            "Host: evil.example\r\n".to_owned(),
        ] {
            let answer = server.http("/metrics", &headers).await;
            assert!(answer.starts_with("HTTP/1.1 403"), "{headers}{answer}");
        }
        let metrics = server.http("/metrics", &own).await;
        assert!(metrics.contains("beaufort_refusals_total{reason=\"Elsewhere\"}"), "{metrics}");
        server.stop().await;
    }
}

#[tokio::test]
async fn only_local_pages_are_served() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let local = format!("Host: {}\r\n", server.address);
    let health = server.http("/health", &local).await;
    assert!(health.starts_with("HTTP/1.1 200") && health.contains("\"status\":\"ok\""), "{health}");
    let page = server.http("/", &local).await;
    assert!(page.to_lowercase().contains("content-security-policy: default-src 'self'"), "{page}");
    assert!(page.contains("<!doctype html>"), "{page}");
    for address in ["/missing.js", "/game/a", "/nothing/here"] {
        let answer = server.http(address, &local).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
        assert!(answer.contains("There is nothing here") && answer.contains("href=\"/\""), "{answer}");
    }
    for headers in ["Host: evil.example\r\n".to_owned(), format!("{local}Origin: https://evil.example\r\n")] {
        assert!(server.http("/health", &headers).await.starts_with("HTTP/1.1 403"));
    }
    let mut request = format!("ws://{}/ws/a", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    let refused = connect_async(request).await;
    assert!(matches!(refused, Err(Error::Http(answer)) if answer.status() == 403));
    server.stop().await;
}
