//! Games that people publish, and what others may do with them.

use beaufort_server::{GalleryAct, operate_gallery};
use beaufort_session::own_id;
use serde_json::json;

use crate::browser::{Answer, Browser};
use crate::talk::{Place, Running, config, file, on_each_store, wait_for_health};

on_each_store!(a_published_game_is_found_played_and_taken_back);

/// Returns the text of a game that differs from others by its name.
fn text(name: &str) -> String {
    format!("extends = \"orthochess\"\nid = \"x\"\nname = \"{name}\"\nauthor = \"Anna\"\nyear = 2026\n")
}

async fn publish(browser: &mut Browser, server: &Running, text: &str, public: bool) -> Answer {
    let wish = json!({ "text": text, "public": public, "origin": "orthochess" });
    browser.post(server, "/gallery/publish", &wish).await
}

/// Returns the names of the games on a page.
fn names(answer: &Answer) -> Vec<&str> {
    let games = answer.body["games"].as_array().unwrap_or_else(|| panic!("{answer:?}"));
    games.iter().map(|game| game["game"]["name"].as_str().unwrap()).collect()
}

/// Begins a game, and returns the code of the refusal, if it is refused.
async fn begin(browser: &Browser, server: &Running, session: &str, text: &str) -> Option<String> {
    let mut client = browser.join(server, session).await;
    client.hello().await;
    client.ok(json!({ "type": "readGame", "text": text })).await;
    let start = json!({ "type": "start", "game": own_id(text), "from": { "type": "default" } });
    let answer = client.ask(start).await;
    let error = answer.iter().find(|event| event["type"] == "error");
    error.map(|event| event["error"]["code"].as_str().unwrap().to_owned())
}

async fn a_published_game_is_found_played_and_taken_back(place: &Place) {
    let server = place.start().await;
    let [mut anna, mut bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    let mut nobody = Browser::default();
    let [mine, link] = ["Mine", "Hers"].map(text);
    let (id, path) = (own_id(&mine), format!("/gallery/game/{}", own_id(&mine)));
    assert_eq!(publish(&mut nobody, &server, &mine, true).await.code(), "notSignedIn");
    assert_eq!(publish(&mut anna, &server, "nonsense", true).await.code(), "badGame");
    assert_eq!(publish(&mut anna, &server, &"x".repeat(70_000), true).await.code(), "badGame");
    let published = publish(&mut anna, &server, &mine, true).await;
    assert_eq!((published.status, &published.body["own"]), (200, &json!(true)), "{published:?}");
    assert_eq!(published.body["publisher"], json!({ "name": "Anna" }));
    assert_eq!(published.body["origin"], json!({ "id": "orthochess" }));
    // Without a name a game has an address alone; and the same text stays with its publisher.
    assert_eq!(publish(&mut nobody, &server, &link, false).await.body["public"], json!(false));
    assert_eq!(publish(&mut bert, &server, &mine, false).await.body["public"], json!(true));
    let list = "/gallery/games?text=";
    assert_eq!(names(&nobody.get(&server, list).await), ["Mine"]);
    for (search, count) in [("MINE", 1), ("anna", 1), ("king", 1), ("bert", 0), ("%25", 0)] {
        assert_eq!(names(&nobody.get(&server, &format!("{list}{search}")).await).len(), count, "{search}");
    }
    let boards = nobody.get(&server, "/gallery/games?board=8x8&order=plays").await;
    assert_eq!((names(&boards).len(), &boards.body["boards"]), (1, &json!([[8, 8]])));
    for wrong in ["page=100", "board=8", "order=best", "colour=red", &format!("text={}", "x".repeat(201))] {
        assert_eq!(
            nobody.get(&server, &format!("/gallery/games?{wrong}")).await.code(),
            "malformed",
            "{wrong}"
        );
    }
    let hers = format!("/gallery/game/{}", own_id(&link));
    assert_eq!(nobody.get(&server, &hers).await.body["text"], json!(link));
    for none in [own_id("none"), "own-1".to_owned(), "scirocco".to_owned()] {
        assert_eq!(nobody.get(&server, &format!("/gallery/game/{none}")).await.code(), "noGame");
    }
    // Rights.
    let wish = |public: bool| json!({ "game": id, "public": public });
    assert_eq!(nobody.post(&server, "/gallery/visibility", &wish(false)).await.code(), "notSignedIn");
    assert_eq!(bert.post(&server, "/gallery/visibility", &wish(false)).await.code(), "notYours");
    let elsewhere = "Origin: http://evil.example\r\nContent-Type: application/json\r\n";
    let stolen = anna.send(&server, "POST", "/gallery/visibility", elsewhere, &wish(false).to_string()).await;
    assert_eq!(stolen.status, 403);
    let mark = |on: bool| json!({ "game": id, "on": on });
    assert_eq!(nobody.post(&server, "/gallery/favourite", &mark(true)).await.code(), "notSignedIn");
    assert_eq!(bert.post(&server, "/gallery/favourite", &mark(true)).await.body["favourites"], json!(1));
    assert_eq!(names(&bert.get(&server, "/gallery/favourites").await), ["Mine"]);
    assert_eq!(names(&anna.get(&server, "/gallery/own").await), ["Mine"]);
    assert_eq!(nobody.get(&server, "/gallery/own").await.code(), "notSignedIn");
    // A game that begins counts when the server has ended, and all is there after a restart.
    assert_eq!(begin(&bert, &server, "s1", &mine).await, None);
    server.stop().await;
    let server = place.start().await;
    let known = bert.get(&server, &path).await;
    assert_eq!((&known.body["text"], &known.body["game"]["plays"]), (&json!(mine), &json!(1)));
    assert_eq!(known.body["game"]["favourite"], json!(true));
    let export = anna.get(&server, "/account/export").await;
    assert!(export.text.contains(&json!(mine).to_string()), "{}", export.text);
    assert_eq!(anna.post(&server, "/gallery/visibility", &wish(false)).await.body["public"], json!(false));
    assert!(names(&nobody.get(&server, list).await).is_empty());
    assert_eq!(nobody.get(&server, &path).await.status, 200, "its address leads to it still");
    // A game removed by the operator is not shown and cannot be started.
    operate_gallery(&place.database, &id, GalleryAct::Remove(true)).await.unwrap();
    server.stop().await;
    let server = place.start().await;
    assert_eq!(nobody.get(&server, &path).await.code(), "removed");
    assert_eq!(publish(&mut anna, &server, &mine, true).await.code(), "removed");
    assert_eq!(anna.get(&server, "/gallery/own").await.body["games"][0]["removed"], json!(true));
    assert_eq!(begin(&bert, &server, "s2", &mine).await.as_deref(), Some("forbidden"));
    assert_eq!(begin(&bert, &server, "s2", &link).await, None);
    assert!(server.http("/health", &format!("Host: {}\r\n", server.address)).await.contains("\"ok\""));
    server.stop().await;
}

#[tokio::test]
async fn so_much_is_published_a_day_and_nothing_without_space() {
    let (_folder, path) = file();
    let public = || Some("http://chess.example.org".parse().unwrap());
    let settings = beaufort_server::Config { public: public(), ..config(&*path) };
    let server = Running::with(settings).await;
    let headers =
        "Host: chess.example.org\r\nOrigin: http://chess.example.org\r\nContent-Type: application/json\r\n";
    let publish = async |server: &Running, number: u32| {
        let body = json!({ "text": text(&format!("N{number}")), "public": false }).to_string();
        server.request("POST", "/gallery/publish", headers, &body).await[9..12].to_owned()
    };
    for number in 0..10 {
        assert_eq!(publish(&server, number).await, "200", "{number}");
    }
    assert_eq!(publish(&server, 10).await, "429");
    assert_eq!(publish(&server, 1).await, "200", "it is there already");
    server.stop().await;
    let max_stored_bytes = Some(1);
    let full = beaufort_server::Config { public: public(), max_stored_bytes, ..config(&*path) };
    let server = Running::with(full).await;
    wait_for_health(&server, "\"short\"").await;
    assert_eq!(publish(&server, 11).await, "507");
    server.stop().await;
}
