//! Public games: what is listed, what is found, and what stays private.

use beaufort_server::Config;
use serde_json::{Value, json};
use tokio::time::Duration;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::beside::Beside;
use crate::talk::{Client, Place, Running, config, file, find, on_each_store, wait_for_health};

on_each_store!(
    a_public_game_is_offered_watched_and_kept,
    the_archive_is_searched,
    a_list_has_pages,
    a_rematch_is_as_public_as_the_game_before,
);

const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
const NEW_KEYS: [&str; 2] = ["another-first-key-of-128-bits", "another-second-key-of-128-bits"];

fn invitation(session: &str) -> String {
    format!("the-invitation-of-128-bits-to-{session}")
}

/// Begins a game with a free seat.
async fn offer(server: &Running, session: &str, game: &str, date: &str, public: &Value) -> Client {
    let mut maker = Client::join(server, session).await;
    maker.hello().await;
    maker.ok(json!({ "type": "start", "game": game, "date": date, "from": { "type": "default" } })).await;
    let invitation = invitation(session);
    maker
        .ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": invitation, "public": public }))
        .await;
    maker
}

async fn take(server: &Running, session: &str, invitation: &str) -> Client {
    let mut other = Client::join(server, session).await;
    other.hello().await;
    other.ok(json!({ "type": "sit", "seat": KEYS[1], "invitation": invitation })).await;
    other
}

/// Plays a game of which all may know to its end.
async fn finish(server: &Running, session: &str, game: &str, date: &str, turns: &[&str], loser: usize) {
    let public = json!({ "take": false, "watch": true });
    let mut players = [
        offer(server, session, game, date, &public).await,
        take(server, session, &invitation(session)).await,
    ];
    for (node, text) in turns.iter().enumerate() {
        players[node % 2].play(node as u32, text).await;
    }
    players[loser].ok(json!({ "type": "resign", "side": loser })).await;
}

async fn get(server: &Running, path: &str) -> String {
    server.http(path, &format!("Host: {}\r\n", server.address)).await
}

/// Returns the page of a list.
async fn page(server: &Running, path: &str) -> Value {
    let answer = get(server, path).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(body).unwrap()
}

/// Returns the names of the sessions of a list.
async fn listed(server: &Running, path: &str) -> Vec<String> {
    let page = page(server, path).await;
    let games = page["games"].as_array().unwrap().iter();
    games.map(|game| game["session"].as_str().unwrap().to_owned()).collect()
}

async fn lists(server: &Running) -> [Vec<String>; 3] {
    [
        listed(server, "/lobby/open").await,
        listed(server, "/lobby/live").await,
        listed(server, "/lobby/archive").await,
    ]
}

async fn a_public_game_is_offered_watched_and_kept(place: &Place) {
    let server = place.start().await;
    let (everyone, nobody) =
        (json!({ "take": true, "watch": true }), json!({ "take": false, "watch": false }));
    let mut one = offer(&server, "public", "orthochess", "2026.11.22", &everyone).await;
    let _hidden = offer(&server, "private", "orthochess", "2026.11.22", &nobody).await;
    assert_eq!(lists(&server).await, [vec!["public".to_owned()], vec![], vec![]]);
    // The list contains all that is needed to take the seat.
    let free = page(&server, "/lobby/open").await["games"][0]["game"]["free"].clone();
    assert_eq!(free["side"], 1);
    let mut other = take(&server, "public", free["invitation"].as_str().unwrap()).await;
    assert_eq!(lists(&server).await, [vec![], vec!["public".to_owned()], vec![]]);
    one.play(0, "e4").await;
    let game = page(&server, "/lobby/live").await["games"][0]["game"].clone();
    assert_eq!((&game["opening"], &game["table"]["side"]), (&json!("e4"), &json!(1)));
    assert!(game.get("free").is_none(), "the invitation is told no more: {game}");
    assert!(get(&server, "/lobby/record/public").await.starts_with("HTTP/1.1 404"), "it is not over");
    other.ok(json!({ "type": "resign", "side": 1 })).await;
    assert_eq!(lists(&server).await, [vec![], vec![], vec!["public".to_owned()]]);
    let record = get(&server, "/lobby/record/public").await;
    assert!(record.contains("[Variant \"orthochess\"]") && record.contains("1. e4 1-0"), "{record}");
    assert!(record.contains("content-disposition: attachment; filename=\"orthochess.txt\""), "{record}");
    for private in ["private", "nothing", "..%2Fsessions"] {
        assert!(get(&server, &format!("/lobby/record/{private}")).await.starts_with("HTTP/1.1 404"));
    }
    // No key to a seat is listed.
    let told = get(&server, "/lobby/archive").await + &get(&server, "/lobby/live").await;
    assert!(!told.contains("key-of-128-bits") && !told.contains("invitation"), "{told}");
    drop((one, other));
    server.stop().await;
    let server = place.start().await;
    assert_eq!(listed(&server, "/lobby/archive").await, ["public"]);
    server.stop().await;
}

/// A search for an opponent finds the suitable tables at which a player waits.
#[tokio::test(flavor = "multi_thread")]
async fn who_looks_for_an_opponent_finds_who_waits() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let open = async |session: &str, clock: &str| {
        let mut maker = Client::join(&server, session).await;
        let clock: Value = serde_json::from_str(clock).unwrap();
        let from = json!({ "type": "default" });
        maker.ok(json!({ "type": "start", "game": "orthochess", "clock": clock, "from": from })).await;
        maker.ok(json!({ "type": "nickname", "name": "Dora" })).await;
        let public = json!({ "take": true, "watch": false });
        maker
            .ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": invitation(session),
                "public": public }))
            .await;
        maker
    };
    const LIVE: &str = r#"{"type":"fischer","initial":600000,"increment":1000}"#;
    const MAIL: &str = r#"{"type":"days","days":3}"#;
    let live = open("live", LIVE).await;
    let mail = open("mail", MAIL).await;
    let seats = |clock: &str| format!("/lobby/seats?games=orthochess&clock={}", clock.replace('"', "%22"));
    // Returns the tables that are listed as soon as they are the expected ones, else those at last.
    let settled = async |clock: &str, expected: &[&str]| {
        let mut found = listed(&server, &seats(clock)).await;
        for _ in 0..500 {
            if found == expected {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
            found = listed(&server, &seats(clock)).await;
        }
        found
    };
    for (clock, session) in [(LIVE, "live"), (MAIL, "mail")] {
        assert_eq!(settled(clock, &[session]).await, [session]);
        let own = format!("{}&own={session}", seats(clock));
        assert_eq!(listed(&server, &own).await, [""; 0], "nobody plays against themselves");
    }
    let found = page(&server, &seats(LIVE)).await;
    assert_eq!(found["games"][0]["game"]["names"], json!([{ "name": "Dora", "guest": true }, null]));
    // A spectator does not keep a table alive. In a correspondence game the opponent need not be connected.
    let watcher = Client::join(&server, "live").await;
    drop((live, mail));
    assert_eq!(settled(LIVE, &[]).await, [""; 0]);
    assert_eq!(settled(MAIL, &["mail"]).await, ["mail"]);
    assert_eq!(listed(&server, "/lobby/open").await, ["mail"]);
    let refused = get(&server, "/lobby/seats?games=orthochess&clock=3").await;
    assert!(refused.starts_with("HTTP/1.1 400") && refused.contains("`clock`"), "{refused}");
    drop(watcher);
    server.stop().await;
}

async fn the_archive_is_searched(place: &Place) {
    let server = place.start().await;
    finish(&server, "one", "orthochess", "1999.12.31", &["e4", "e5", "Nf3"], 0).await;
    finish(&server, "two", "orthochess", "1999.12.31", &["e4", "e5", "Nc3"], 1).await;
    finish(&server, "three", "scirocco", "1999.12.31", &["P-e4"], 1).await;
    finish(&server, "four", "scirocco", "1999.12.31", &["P-e4", "P-f7"], 0).await;
    // The day is the server's, whatever their makers say.
    let day = page(&server, "/lobby/archive").await["games"][0]["game"]["day"].as_str().unwrap().to_owned();
    let (day, year) = (format!("?day={day}"), format!("?day={}", &day[..4]));
    for (query, expected) in [
        ("", vec!["one", "two", "three", "four"]),
        ("?game=orthochess", vec!["one", "two"]),
        ("?game=scirocco&result=1-0", vec!["three"]),
        ("?result=0-1", vec!["one", "four"]),
        (&year, vec!["one", "two", "three", "four"]),
        (&day, vec!["one", "two", "three", "four"]),
        ("?day=1999", vec![]),
        ("?turns=e4", vec!["one", "two"]),
        ("?turns=e4+e5+Nf3", vec!["one"]),
        ("?turns=P-e", vec![]),
        ("?turns=P-e4&game=&day=", vec!["three", "four"]),
        ("?game='+OR+'1'='1", vec![]),
        ("?day=%25", vec![]),
    ] {
        let mut found = listed(&server, &format!("/lobby/archive{query}")).await;
        found.sort();
        let mut expected = expected;
        expected.sort();
        assert_eq!(found, expected, "{query}");
    }
    for query in [
        "?page=100",
        "?page=-1",
        "?seat=me",
        "?game=%00",
        "?player=a%00b",
        &format!("?turns={}", "a".repeat(201)),
    ] {
        let answer = get(&server, &format!("/lobby/archive{query}")).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{query}: {answer}");
    }
    server.stop().await;
}

async fn a_list_has_pages(place: &Place) {
    let server = place.start().await;
    let public = json!({ "take": true, "watch": false });
    for number in 0..25 {
        offer(&server, &format!("s{number}"), "orthochess", "2026.11.22", &public).await;
    }
    let first = page(&server, "/lobby/open").await;
    assert_eq!((first["games"].as_array().unwrap().len(), &first["more"]), (20, &json!(true)));
    let second = page(&server, "/lobby/open?page=1").await;
    assert_eq!((second["games"].as_array().unwrap().len(), &second["more"]), (5, &json!(false)));
    let mut all = listed(&server, "/lobby/open").await;
    all.extend(listed(&server, "/lobby/open?page=1").await);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 25);
    server.stop().await;
}

async fn a_rematch_is_as_public_as_the_game_before(place: &Place) {
    let server = place.start().await;
    for (session, watch) in [("public", true), ("private", false)] {
        let public = json!({ "take": false, "watch": watch });
        let mut one = offer(&server, session, "orthochess", "2026.11.22", &public).await;
        let mut other = take(&server, session, &invitation(session)).await;
        one.ok(json!({ "type": "resign", "side": 0 })).await;
        let key = |at: usize| format!("{}-{session}", NEW_KEYS[at]);
        one.ok(json!({ "type": "offerRematch", "side": 0, "seat": key(0) })).await;
        let events = other.ok(json!({ "type": "offerRematch", "side": 1, "seat": key(1) })).await;
        let rematch = find(&events, "state")["state"]["seats"]["rematch"].as_str().unwrap().to_owned();
        let live = listed(&server, "/lobby/live").await;
        assert_eq!(live.contains(&rematch), watch, "{live:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_a_game_keeps_it_in_no_list() {
    let (_folder, path) = file();
    let server = Running::with(Config { idle: Duration::from_millis(50), ..config(&path) }).await;
    let mut one = Client::join(&server, "a").await;
    let clock = json!({ "type": "days", "days": 3 });
    let start =
        json!({ "type": "start", "game": "orthochess", "clock": clock, "from": { "type": "default" } });
    one.ok(start).await;
    let (invitation, public) = (invitation("a"), json!({ "take": false, "watch": true }));
    one.ok(
        json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": invitation, "public": public }),
    )
    .await;
    drop(take(&server, "a", &invitation).await);
    drop(one);
    wait_for_health(&server, "\"sessions\":0").await;
    let mut kept = Beside::open(&path).await;
    kept.tell("UPDATE listing SET changed = 1000").await;
    let mut watcher = Client::join(&server, "a").await;
    assert_eq!(find(&watcher.hello().await, "state")["state"]["clock"]["running"], 0);
    drop(watcher);
    wait_for_health(&server, "\"sessions\":0").await;
    let changed: i64 = kept.ask("SELECT changed FROM listing").await;
    assert_eq!(changed, 1000);
    server.stop().await;
}

/// The record of a game of an older version is made once, not for each request.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_kept_when_the_game_ends_and_made_once_where_it_was_not() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let public = json!({ "take": true, "watch": true });
    let mut one = offer(&server, "public", "orthochess", "2026.11.22", &public).await;
    let invitation = page(&server, "/lobby/open").await["games"][0]["game"]["free"]["invitation"].clone();
    let other = take(&server, "public", invitation.as_str().unwrap()).await;
    one.play(0, "e4").await;
    one.ok(json!({ "type": "resign", "side": 0 })).await;
    let mut kept = Beside::open(&path).await;
    let ended: String = kept.ask("SELECT text FROM record").await;
    assert!(ended.contains("1. e4 0-1"), "{ended}");
    drop((one, other));
    let record = get(&server, "/lobby/record/public").await;
    kept.tell("DELETE FROM record").await;
    assert_eq!(get(&server, "/lobby/record/public").await, record);
    // From now on the game itself is not asked for.
    server.stop().await;
    kept.tell("UPDATE session SET snapshot = 'damaged'").await;
    let server = Running::start(&path).await;
    let again = get(&server, "/lobby/record/public").await;
    assert_eq!(again.split_once("\r\n\r\n").unwrap().1, record.split_once("\r\n\r\n").unwrap().1);
    assert!(again.contains("1. e4 0-1"), "{again}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_makes_games_public_now_and_then() {
    let (_folder, path) = file();
    let public = Some("https://chess.example.org".parse().unwrap());
    let server = Running::with(Config { public, ..config(&path) }).await;
    let invite = |public: Value| {
        json!({
            "type": "invite", "side": 0, "seat": KEYS[0], "invitation": invitation("s"), "public": public
        })
    };
    let mut published = 0;
    loop {
        let mut request = format!("ws://{}/ws/s{published}", server.address).into_client_request().unwrap();
        request.headers_mut().insert("host", "chess.example.org".parse().unwrap());
        let mut maker = Client::with(connect_async(request).await.unwrap().0);
        maker.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
        let events = maker.ask(invite(json!({ "take": true, "watch": true }))).await;
        if let Some(error) = events.last().unwrap().get("error") {
            assert_eq!(error["code"], "tooMany");
            // A link may be sent at any time.
            maker.ok(invite(json!({ "take": false, "watch": false }))).await;
            break;
        }
        published += 1;
        assert!(published < 100, "nobody is refused");
    }
    assert!(published >= 10, "{published}");
    let answer = server.http("/lobby/open", "Host: chess.example.org\r\n").await;
    assert_eq!(answer.matches("\"session\"").count(), published.min(20), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_takes_few_open_seats_at_once() {
    let (_folder, path) = file();
    let public = Some("https://chess.example.org".parse().unwrap());
    let server = Running::with(Config { public, ..config(&path) }).await;
    let come = async |session: &str| {
        let mut request = format!("ws://{}/ws/{session}", server.address).into_client_request().unwrap();
        request.headers_mut().insert("host", "chess.example.org".parse().unwrap());
        Client::with(connect_async(request).await.unwrap().0)
    };
    let sit = |session: &str| json!({ "type": "sit", "seat": KEYS[1], "invitation": invitation(session) });
    let mut makers = Vec::new();
    for session in ["a", "b", "c", "d", "link"] {
        let mut maker = come(session).await;
        maker.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
        let public = json!({ "take": session != "link", "watch": true });
        maker
            .ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": invitation(session),
                "public": public }))
            .await;
        makers.push(maker);
    }
    let mut takers = Vec::new();
    for session in ["a", "b", "c"] {
        takers.push(come(session).await);
        takers.last_mut().unwrap().ok(sit(session)).await;
    }
    let mut fourth = come("d").await;
    assert_eq!(fourth.refused(sit("d")).await, "tooMany");
    // The link still gives the seat at any time.
    come("link").await.ok(sit("link")).await;
    makers[1].play(0, "e4").await;
    assert_eq!(fourth.refused(sit("d")).await, "tooMany");
    takers[1].play(1, "e5").await;
    fourth.ok(sit("d")).await;
    server.stop().await;
}
