//! Games under names, their ratings, and what is left when a name is deleted.

use serde_json::{Value, json};

use crate::browser::{Browser, password};
use crate::talk::{Client, Place, Running, file, find, on_each_store, turn};

on_each_store!(
    a_game_under_names_goes_on_in_another_browser_and_after_a_restart,
    a_game_against_the_engine_is_found_in_every_browser,
    a_rated_game_changes_both_ratings_once,
    a_name_that_is_deleted_is_gone_from_its_games,
    everything_kept_about_a_player_is_exported,
);

const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
const INVITATION: &str = "the-invitation-of-128-bits";

/// Begins a game of two browsers, and returns their connections.
async fn begin(server: &Running, session: &str, browsers: [&Browser; 2], wish: &Value) -> [Client; 2] {
    let mut first = browsers[0].join(server, session).await;
    first.hello().await;
    first.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    let mut invite = json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION });
    invite.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    first.ok(invite).await;
    let mut second = browsers[1].join(server, session).await;
    second.hello().await;
    second.ok(json!({ "type": "sit", "seat": KEYS[1], "invitation": INVITATION })).await;
    [first, second]
}

/// Plays the first two turns of both sides.
async fn open(first: &mut Client, second: &mut Client) {
    for (node, text) in [(0, "e4"), (2, "Nf3")] {
        first.play(node, text).await;
        second.play(node + 1, if node == 0 { "e5" } else { "Nc6" }).await;
    }
}

/// Returns the names of the sessions of a browser's account.
async fn games(server: &Running, browser: &mut Browser) -> Vec<String> {
    let answer = browser.get(server, "/account/games").await;
    let games = answer.body["games"].as_array().unwrap_or_else(|| panic!("{answer:?}")).iter();
    games.map(|game| game["session"].as_str().unwrap().to_owned()).collect()
}

async fn rating(server: &Running, name: &str) -> Value {
    let mut rating =
        Browser::default().get(server, &format!("/players/{name}")).await.body["ratings"][0].clone();
    // The curve ends with the rating; when a game was over is different each time.
    if let Some(curve) = rating.as_object_mut().and_then(|rating| rating.remove("curve")) {
        let last = curve.as_array().and_then(|curve| curve.last()).expect("a rated game");
        assert_eq!(last["rating"], rating["rating"]["rating"]);
        assert!(last["at"].as_i64().is_some_and(|at| at > 1_700_000_000), "{last}");
    }
    rating
}

fn public() -> Value {
    json!({ "public": { "take": false, "watch": true } })
}

async fn a_game_under_names_goes_on_in_another_browser_and_after_a_restart(place: &Place) {
    let server = place.start().await;
    let [mut anna, mut bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    let [mut first, mut second] = begin(&server, "a", [&anna, &bert], &json!({})).await;
    first.play(0, "e4").await;
    second.play(1, "e5").await;
    let mut third = Browser::default();
    third.sign(&server, "in", "Anna", &password("Anna")).await;
    assert_eq!(games(&server, &mut third).await, ["a"]);
    assert_eq!(games(&server, &mut bert).await, ["a"]);
    let mut there = third.join(&server, "a").await;
    let events = there.hello().await;
    assert_eq!(find(&events, "seated")["side"], 0);
    assert_eq!(
        find(&events, "state")["state"]["seats"]["names"],
        json!([{ "name": "Anna" }, { "name": "Bert" }])
    );
    there.play(2, "Nf3").await;
    drop((first, second, there));
    server.stop().await;
    let server = place.start().await;
    let mut second = bert.join(&server, "a").await;
    let events = second.hello().await;
    assert_eq!(find(&events, "state")["state"]["seats"]["names"][0]["name"], "Anna");
    second.play(3, "Nc6").await;
    // A seat that belongs to a name cannot be used with its key, nor without signing in.
    let mut stranger = Browser::default().join(&server, "a").await;
    stranger.hello().await;
    assert_eq!(stranger.refused(json!({ "type": "sit", "seat": KEYS[0] })).await, "forbidden");
    assert_eq!(stranger.refused(turn(4, "d4")).await, "forbidden");
    assert_eq!(Browser::default().get(&server, "/account/games").await.code(), "notSignedIn");
    anna.post(&server, "/account/sign-out", &json!({ "everywhere": false })).await;
    let mut first = anna.join(&server, "a").await;
    first.hello().await;
    assert_eq!(first.refused(turn(4, "d4")).await, "forbidden");
}

async fn a_game_against_the_engine_is_found_in_every_browser(place: &Place) {
    let server = place.start().await;
    let mut anna = Browser::new(&server, "Anna").await;
    let mut client = anna.join(&server, "a").await;
    client.hello().await;
    let engine = json!({ "type": "engine", "level": "beginner", "ms": 20 });
    client
        .ok(json!({ "type": "start", "game": "orthochess", "players": [{ "type": "person" }, engine],
            "from": { "type": "default" } }))
        .await;
    assert_eq!(games(&server, &mut anna).await, [""; 0], "nothing has been played");
    client.play(0, "e4").await;
    drop(client);
    server.stop().await;
    let server = place.start().await;
    let mut other = Browser::default();
    other.sign(&server, "in", "Anna", &password("Anna")).await;
    let own = other.get(&server, "/account/games").await.body["games"][0].clone();
    assert_eq!((&own["session"], &own["game"]["names"]), (&json!("a"), &json!([{ "name": "Anna" }, null])));
    assert_eq!(own["game"]["table"]["players"][1]["level"], "beginner");
    let exported = unchunked(&other.get(&server, "/account/export").await.text);
    let exported: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(exported["games"].as_array().unwrap().len(), 1, "{exported}");
    // It is found in no other account.
    for list in ["open", "live", "archive"] {
        let found = Browser::default().get(&server, &format!("/lobby/{list}?player=Anna")).await.body;
        assert_eq!(found["games"], json!([]), "{list}");
    }
    server.stop().await;
}

async fn a_rated_game_changes_both_ratings_once(place: &Place) {
    let server = place.start().await;
    let [anna, bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    let nobody = Browser::default();
    let mut maker = nobody.join(&server, "n").await;
    maker.hello().await;
    maker.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    let invite =
        json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION, "rated": true });
    assert_eq!(maker.refused(invite).await, "forbidden");
    let mut wish = public();
    wish["rated"] = true.into();
    let [mut first, mut second] = begin(&server, "a", [&anna, &bert], &wish).await;
    open(&mut first, &mut second).await;
    assert_eq!(rating(&server, "Anna").await, Value::Null);
    second.ok(json!({ "type": "resign", "side": 1 })).await;
    let expected = json!({ "game": "orthochess",
        "rating": { "rating": 1662, "deviation": 290, "provisional": true, "games": 1 } });
    assert_eq!(rating(&server, "anna").await, expected);
    assert_eq!(rating(&server, "Bert").await["rating"]["rating"], 1338);
    let player = Browser::default().get(&server, "/players/Bert").await.body;
    let score = json!({ "won": 0, "lost": 1, "drawn": 0 });
    assert_eq!(player["opponents"], json!([{ "name": "Anna", "score": score }]));
    // Later chat, a restart and an unrated game change nothing.
    second.ok(json!({ "type": "chat", "text": "Well played" })).await;
    drop((first, second));
    server.stop().await;
    let server = place.start().await;
    let [mut first, _second] = begin(&server, "b", [&anna, &bert], &public()).await;
    first.ok(json!({ "type": "resign", "side": 0 })).await;
    anna.join(&server, "a").await.hello().await;
    assert_eq!(rating(&server, "Anna").await, expected);
    let mut anyone = Browser::default();
    let best = anyone.get(&server, "/ratings/orthochess").await.body;
    assert_eq!(best, json!({ "players": [] }), "both are provisional");
    assert_eq!(anyone.get(&server, "/ratings/scirocco").await.body, json!({ "players": [] }));
    assert_eq!(anyone.get(&server, "/players/Carl").await.code(), "unknown");
    let found = anyone.get(&server, "/lobby/archive?player=BERT").await.body;
    let rated: Vec<_> =
        found["games"].as_array().unwrap().iter().map(|game| &game["game"]["rated"]).collect();
    assert_eq!(rated.len(), 2);
    assert!(rated.contains(&&Value::Bool(true)) && rated.contains(&&Value::Null), "{found}");
    assert_eq!(anyone.get(&server, "/lobby/archive?player=Carl").await.body["games"], json!([]));
}

async fn a_name_that_is_deleted_is_gone_from_its_games(place: &Place) {
    let server = place.start().await;
    let [mut anna, bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    let mut wish = public();
    wish["rated"] = true.into();
    let [mut first, mut second] = begin(&server, "a", [&anna, &bert], &wish).await;
    open(&mut first, &mut second).await;
    second.ok(json!({ "type": "resign", "side": 1 })).await;
    let [mut first, mut winner] = begin(&server, "c", [&anna, &bert], &wish).await;
    open(&mut first, &mut winner).await;
    let before = rating(&server, "Bert").await["rating"]["rating"].as_i64().unwrap();
    let [first, mut second] = begin(&server, "b", [&anna, &bert], &public()).await;
    let mut anyone = Browser::default();
    let record = anyone.get(&server, "/lobby/record/a").await.text;
    assert!(record.contains("[White \"Anna\"]\n[Black \"Bert\"]"), "{record}");
    anna.post(&server, "/account/delete", &json!({ "password": password("Anna") })).await;
    // Her opponent hears of it at once, and she cannot play on.
    loop {
        let names = second.wait("state").await["event"]["state"]["seats"]["names"].clone();
        if names == json!([{}, { "name": "Bert" }]) {
            break;
        }
    }
    drop(first);
    // A rated game that goes on is lost.
    loop {
        let result = winner.wait("state").await["event"]["state"]["result"].clone();
        if result["score"] == "0-1" {
            break;
        }
    }
    let after = rating(&server, "Bert").await["rating"].clone();
    assert!(after["rating"].as_i64().unwrap() > before + 50 && after["games"] == 2, "{before} {after}");
    let record = anyone.get(&server, "/lobby/record/a").await.text;
    assert!(record.contains("[White \"deleted\"]\n[Black \"Bert\"]"), "{record}");
    let archive = anyone.get(&server, "/lobby/archive").await.body;
    assert_eq!(archive["games"].as_array().unwrap().len(), 2);
    assert_eq!(archive["games"][0]["game"]["names"], json!([{}, { "name": "Bert" }]));
    assert_eq!(anyone.get(&server, "/players/Anna").await.code(), "unknown");
    // The next owner of the name has nothing of hers.
    let mut next = Browser::new(&server, "Anna").await;
    assert_eq!(games(&server, &mut next).await, [] as [&str; 0]);
    let mut client = next.join(&server, "b").await;
    client.hello().await;
    assert_eq!(client.refused(turn(0, "e4")).await, "forbidden");
    server.stop().await;
    place.has_none_of(&["\"Anna\""]);
}

async fn everything_kept_about_a_player_is_exported(place: &Place) {
    let server = place.start().await;
    let [mut anna, bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    for session in ["a", "b"] {
        let [mut first, mut second] =
            begin(&server, session, [&anna, &bert], &json!({ "rated": true })).await;
        first.ok(json!({ "type": "chat", "text": "my words" })).await;
        first.ok(json!({ "type": "note", "text": "my note" })).await;
        second.ok(json!({ "type": "chat", "text": "his words" })).await;
        open(&mut first, &mut second).await;
        second.ok(json!({ "type": "resign", "side": 1 })).await;
    }
    let answer = anna.get(&server, "/account/export").await;
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("attachment; filename=\"beaufort.json\""), "{answer:?}");
    // A browser has it compressed, and hears that it is whole.
    let compressed = anna.send(&server, "GET", "/account/export", "Accept-Encoding: gzip\r\n", "").await;
    assert!(compressed.head.contains("content-encoding: gzip"), "{compressed:?}");
    assert!(compressed.text.ends_with("\r\n0\r\n\r\n"), "{compressed:?}");
    let text: String = unchunked(&answer.text);
    let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(file["account"]["name"], "Anna");
    assert_eq!(file["account"]["signIns"].as_array().unwrap().len(), 1);
    assert_eq!(file["account"]["ratedGames"].as_array().unwrap().len(), 2);
    assert_eq!(file["ratings"][0]["rating"]["games"], 2);
    let game = &file["games"][1];
    assert!(game["kept"]["record"].as_str().unwrap().contains("2. Nf3 Nc6 1-0"), "{game}");
    assert_eq!((&game["kept"]["said"], &game["kept"]["note"]), (&json!(["my words"]), &json!("my note")));
    // It contains neither data of other players nor credentials.
    for other in ["his words", "argon2", "password", anna.cookie.as_ref().unwrap().split_once('=').unwrap().1]
    {
        assert!(!text.contains(other), "{other}");
    }
    assert_eq!(Browser::default().get(&server, "/account/export").await.code(), "notSignedIn");
    for _ in 0..10 {
        anna.get(&server, "/account/export").await;
    }
    assert_eq!(anna.get(&server, "/account/export").await.code(), "tooMany");
}

/// Returns a body that came in chunks.
fn unchunked(body: &str) -> String {
    let (mut text, mut rest) = (String::new(), body);
    while let Some((size, chunk)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        text += &chunk[..size];
        rest = &chunk[size + 2..];
        if size == 0 {
            break;
        }
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn who_aborts_many_rated_games_begins_none_for_a_while() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let [anna, bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    for session in ["a", "b", "c", "d"] {
        let [mut first, _second] = begin(&server, session, [&anna, &bert], &json!({ "rated": true })).await;
        first.ok(json!({ "type": "abort", "side": 0 })).await;
    }
    let mut first = anna.join(&server, "e").await;
    first.hello().await;
    first.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    let invite = |rated: bool| json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION, "rated": rated });
    let answer = first.ask(invite(true)).await;
    let error = &answer.last().unwrap()["error"];
    assert_eq!(error["code"], "tooMany", "{answer:?}");
    assert_eq!(error["message"]["args"]["number"], 60, "{error}");
    first.ok(invite(false)).await;
    // Nor does she take the seat in one; the other player is free to play.
    let mut maker = bert.join(&server, "f").await;
    maker.hello().await;
    maker.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    maker.ok(invite(true)).await;
    let mut first = anna.join(&server, "f").await;
    first.hello().await;
    assert_eq!(
        first.refused(json!({ "type": "sit", "seat": KEYS[1], "invitation": INVITATION })).await,
        "tooMany"
    );
    server.stop().await;
}
