//! Players who challenge and follow each other.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::talk::{Place, Running, find, on_each_store};

on_each_store!(
    a_challenge_is_seen_by_the_player_who_is_challenged_until_it_is_answered,
    who_accepts_no_challenges_sees_none,
    whom_an_account_follows_is_here_or_away,
    the_games_of_two_players_are_counted_for_both,
);

const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
const INVITATION: &str = "the-invitation-of-128-bits";

/// Challenges a player to a game by mail.
async fn challenge(server: &Running, challenger: &Browser, session: &str, opponent: &str) {
    let mut maker = challenger.join(server, session).await;
    maker.hello().await;
    let clock = json!({ "type": "days", "days": 3 });
    maker
        .ok(json!({ "type": "start", "game": "orthochess", "clock": clock, "from": { "type": "default" } }))
        .await;
    let invite = json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION, "opponent": opponent });
    maker.ok(invite).await;
}

/// Returns the sessions of the games to which a player is challenged.
async fn challenges(server: &Running, browser: &mut Browser) -> Vec<Value> {
    browser.get(server, "/account/challenges").await.body["games"].as_array().unwrap().clone()
}

async fn a_challenge_is_seen_by_the_player_who_is_challenged_until_it_is_answered(place: &Place) {
    let server = place.start().await;
    let [anna, mut bert, mut carl] = [
        Browser::new(&server, "Anna").await,
        Browser::new(&server, "Bert").await,
        Browser::new(&server, "Carl").await,
    ];
    challenge(&server, &anna, "a", "Bert").await;
    challenge(&server, &anna, "b", "Bert").await;
    challenge(&server, &anna, "c", "Nobody").await;
    let found = challenges(&server, &mut bert).await;
    assert_eq!(found.len(), 2, "{found:?}");
    let game = &found.iter().find(|game| game["session"] == "a").unwrap()["game"];
    assert_eq!((&game["names"][0]["name"], &game["free"]["side"]), (&json!("Anna"), &json!(1)));
    assert_eq!(game["clock"], json!({ "type": "days", "days": 3 }));
    assert!(challenges(&server, &mut carl).await.is_empty());
    assert_eq!(Browser::default().get(&server, "/account/challenges").await.status, 401);
    // In no list of everybody's.
    let open = Browser::default().get(&server, "/lobby/open").await;
    assert_eq!(open.body["games"], json!([]));
    // Accepting and declining end it.
    let mut second = bert.join(&server, "a").await;
    second.hello().await;
    second.ok(json!({ "type": "sit", "seat": KEYS[1], "invitation": INVITATION })).await;
    let mut third = bert.join(&server, "b").await;
    third.hello().await;
    let events = third.ok(json!({ "type": "decline", "invitation": INVITATION })).await;
    assert_eq!(find(&events, "state")["state"]["seats"]["declined"], true);
    assert!(challenges(&server, &mut bert).await.is_empty());
    server.stop().await;
}

async fn who_accepts_no_challenges_sees_none(place: &Place) {
    let server = place.start().await;
    let [anna, mut bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    challenge(&server, &anna, "a", "Bert").await;
    let player = Browser::default().get(&server, "/players/Bert").await;
    assert_eq!(player.body["challenges"], true);
    let set = |allowed: bool| json!({ "allowed": allowed });
    assert_eq!(bert.post(&server, "/account/allow-challenges", &set(false)).await.status, 200);
    assert!(challenges(&server, &mut bert).await.is_empty(), "those that wait are forgotten");
    challenge(&server, &anna, "b", "Bert").await;
    assert!(challenges(&server, &mut bert).await.is_empty());
    assert_eq!(Browser::default().get(&server, "/players/Bert").await.body["challenges"], false);
    bert.post(&server, "/account/allow-challenges", &set(true)).await;
    // A player has a bounded number of challenges that wait for others.
    for number in 0..12 {
        challenge(&server, &anna, &format!("c{number}"), "Bert").await;
    }
    assert_eq!(challenges(&server, &mut bert).await.len(), 10);
    server.stop().await;
}

async fn whom_an_account_follows_is_here_or_away(place: &Place) {
    let server = place.start().await;
    let [mut anna, bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    let follow = |name: &str, on: bool| json!({ "name": name, "on": on });
    let answer = anna.post(&server, "/account/follow", &follow("Bert", true)).await;
    assert_eq!(answer.body["players"], json!([{ "name": "Bert", "online": false }]));
    assert_eq!(anna.post(&server, "/account/follow", &follow("Nobody", true)).await.body["code"], "unknown");
    let mut there = bert.join(&server, "a").await;
    there.hello().await;
    let answer = anna.get(&server, "/account/followed").await;
    assert_eq!(answer.body["players"][0]["online"], true);
    let export = anna.get(&server, "/account/export").await;
    assert!(export.text.contains("\"followed\""), "{}", export.text);
    let answer = anna.post(&server, "/account/follow", &follow("Bert", false)).await;
    assert_eq!(answer.body["players"], json!([]));
    // A bounded number.
    for number in 0..101 {
        let name = format!("Player{number}");
        Browser::new(&server, &name).await;
        let answer = anna.post(&server, "/account/follow", &follow(&name, true)).await;
        assert_eq!(answer.status, if number < 100 { 200 } else { 429 }, "{number}");
    }
    server.stop().await;
}

async fn the_games_of_two_players_are_counted_for_both(place: &Place) {
    let server = place.start().await;
    let [mut anna, mut bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    // Anna wins twice, with either side; Bert wins once.
    for (session, maker, loser) in [("a", &anna, 1), ("b", &bert, 0), ("c", &anna, 0)] {
        let guest = if session == "b" { &anna } else { &bert };
        let mut first = maker.join(&server, session).await;
        first.hello().await;
        first.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
        first.ok(json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION })).await;
        let mut second = guest.join(&server, session).await;
        second.hello().await;
        second.ok(json!({ "type": "sit", "seat": KEYS[1], "invitation": INVITATION })).await;
        let resigns = if loser == 0 { &mut first } else { &mut second };
        resigns.ok(json!({ "type": "resign", "side": loser })).await;
    }
    let score = |won, lost| json!({ "won": won, "lost": lost, "drawn": 0 });
    assert_eq!(anna.get(&server, "/account/score/Bert").await.body, score(2, 1));
    assert_eq!(bert.get(&server, "/account/score/Anna").await.body, score(1, 2));
    assert_eq!(anna.get(&server, "/account/score/Nobody").await.body["code"], "unknown");
    assert_eq!(Browser::default().get(&server, "/account/score/Anna").await.status, 401);
    server.stop().await;
}
