//! Players who challenge and follow each other.

use beaufort_server::Config;
use serde_json::{Value, json};
use tokio::time::Duration;

use crate::beside::Beside;
use crate::browser::Browser;
use crate::talk::{Client, PATIENCE, Place, Running, config, file, find, on_each_store, wait_for_health};

on_each_store!(
    a_challenge_is_seen_by_the_player_who_is_challenged_until_it_is_answered,
    a_challenge_is_there_after_a_restart_and_for_nobody_else,
    a_challenge_is_withdrawn,
    who_is_not_there_or_wants_none_is_not_challenged,
    a_bounded_number_of_challenges_waits,
    whom_an_account_follows_is_here_or_away,
    the_games_of_two_players_are_counted_for_both,
);

const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
const INVITATION: &str = "the-invitation-of-128-bits";

/// Begins a game by mail, to challenge a player to it.
async fn table(server: &Running, challenger: &Browser, session: &str) -> Client {
    let mut maker = challenger.join(server, session).await;
    maker.hello().await;
    let clock = json!({ "type": "days", "days": 3 });
    maker
        .ok(json!({ "type": "start", "game": "orthochess", "clock": clock, "from": { "type": "default" } }))
        .await;
    maker
}

fn invite(opponent: &str) -> Value {
    json!({ "type": "invite", "side": 0, "seat": KEYS[0], "invitation": INVITATION, "opponent": opponent })
}

fn sit() -> Value {
    json!({ "type": "sit", "seat": KEYS[1], "invitation": INVITATION })
}

/// Challenges a player to a game by mail.
async fn challenge(server: &Running, challenger: &Browser, session: &str, opponent: &str) -> Client {
    let mut maker = table(server, challenger, session).await;
    maker.ok(invite(opponent)).await;
    maker
}

/// Challenges a player, expects to be refused, and returns why.
async fn refused(server: &Running, challenger: &Browser, session: &str, opponent: &str) -> String {
    let mut maker = table(server, challenger, session).await;
    let code = maker.refused(invite(opponent)).await;
    // Nothing is left of it: no seats, and no challenge.
    let events = maker.hello().await;
    assert_eq!(find(&events, "state")["state"]["seats"], Value::Null, "{opponent}");
    code
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
    second.ok(sit()).await;
    let mut maker = anna.join(&server, "b").await;
    maker.hello().await;
    let mut third = bert.join(&server, "b").await;
    third.hello().await;
    let events = third.ok(json!({ "type": "decline", "invitation": INVITATION })).await;
    assert_eq!(find(&events, "state")["state"]["seats"]["declined"], true);
    // The challenger hears of it.
    let told = maker.wait("state").await;
    assert_eq!(told["event"]["state"]["seats"]["declined"], true);
    assert!(challenges(&server, &mut bert).await.is_empty());
    server.stop().await;
}

async fn a_challenge_is_there_after_a_restart_and_for_nobody_else(place: &Place) {
    let server = place.start().await;
    let [anna, mut bert, carl] = [
        Browser::new(&server, "Anna").await,
        Browser::new(&server, "Bert").await,
        Browser::new(&server, "Carl").await,
    ];
    challenge(&server, &anna, "a", "Bert").await;
    server.stop().await;
    let server = place.start().await;
    assert_eq!(challenges(&server, &mut bert).await.len(), 1);
    // Others who know the session and the invitation get a reason.
    for other in [&carl, &anna, &Browser::default()] {
        let mut there = other.join(&server, "a").await;
        there.hello().await;
        if other.cookie == anna.cookie {
            let events = there.ok(sit()).await;
            assert_eq!(find(&events, "seated")["side"], 0, "one's own seat");
            continue;
        }
        let events = there.ask(sit()).await;
        let error = &find(&events, "error")["error"];
        assert_eq!(error["code"], "forbidden");
        assert!(error["message"].to_string().contains("the seat is kept for another player"), "{error}");
        assert_eq!(there.refused(json!({ "type": "decline", "invitation": INVITATION })).await, "unknown");
    }
    let mut there = bert.join(&server, "a").await;
    there.hello().await;
    let events = there.ok(sit()).await;
    assert_eq!(find(&events, "seated")["side"], 1);
    let mut maker = anna.join(&server, "a").await;
    maker.hello().await;
    maker.play(0, "e4").await;
    there.play(1, "e5").await;
    assert!(challenges(&server, &mut bert).await.is_empty());
    server.stop().await;
}

async fn a_challenge_is_withdrawn(place: &Place) {
    let server = place.start().await;
    let [anna, mut bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    let mut maker = challenge(&server, &anna, "a", "Bert").await;
    maker.ok(json!({ "type": "abort", "side": 0 })).await;
    assert!(challenges(&server, &mut bert).await.is_empty());
    let mut there = bert.join(&server, "a").await;
    there.hello().await;
    assert_eq!(there.refused(sit()).await, "forbidden");
    server.stop().await;
}

async fn who_is_not_there_or_wants_none_is_not_challenged(place: &Place) {
    let server = place.start().await;
    let [anna, mut bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    assert_eq!(refused(&server, &anna, "u", "Nobody").await, "unknown");
    assert_eq!(refused(&server, &anna, "self", "Anna").await, "malformed");
    assert_eq!(refused(&server, &Browser::default(), "guest", "Bert").await, "forbidden");
    challenge(&server, &anna, "a", "Bert").await;
    let player = Browser::default().get(&server, "/players/Bert").await;
    assert_eq!(player.body["challenges"], true);
    let set = |allowed: bool| json!({ "allowed": allowed });
    assert_eq!(bert.post(&server, "/account/allow-challenges", &set(false)).await.status, 200);
    assert!(challenges(&server, &mut bert).await.is_empty(), "those that wait are forgotten");
    assert_eq!(refused(&server, &anna, "b", "Bert").await, "forbidden");
    assert!(challenges(&server, &mut bert).await.is_empty());
    assert_eq!(Browser::default().get(&server, "/players/Bert").await.body["challenges"], false);
    bert.post(&server, "/account/allow-challenges", &set(true)).await;
    challenge(&server, &anna, "c", "Bert").await;
    server.stop().await;
    let server = place.start().await;
    assert_eq!(challenges(&server, &mut bert).await.len(), 1);
    // A challenge that has been forgotten is over for the challenger, too.
    for (session, is_over) in [("a", true), ("c", false)] {
        let mut maker = anna.join(&server, session).await;
        let events = maker.hello().await;
        let result = find(&events, "state")["state"]["result"].to_string();
        assert_eq!(result.contains("The challenge was not answered in time"), is_over, "{result}");
    }
    server.stop().await;
}

async fn a_bounded_number_of_challenges_waits(place: &Place) {
    let server = place.start().await;
    let mut bert = Browser::new(&server, "Bert").await;
    let other = Browser::new(&server, "Carl").await;
    for challenger in 0..5 {
        let name = format!("Player{challenger}");
        let browser = Browser::new(&server, &name).await;
        for number in 0..10 {
            challenge(&server, &browser, &format!("{name}-{number}"), "Bert").await;
        }
        if challenger == 0 {
            assert_eq!(refused(&server, &browser, "one-more", "Carl").await, "tooMany");
            // After one is withdrawn, another challenge is allowed.
            let mut first = browser.join(&server, "Player0-0").await;
            first.hello().await;
            first.ok(json!({ "type": "abort", "side": 0 })).await;
            challenge(&server, &browser, "another", "Bert").await;
        }
    }
    assert_eq!(challenges(&server, &mut bert).await.len(), 50);
    assert_eq!(refused(&server, &other, "too-many", "Bert").await, "tooMany");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_without_an_answer_ends() {
    let (_folder, path) = file();
    let settings = Config { idle: Duration::from_millis(50), ..config(&path) };
    let server = Running::with(settings).await;
    let [anna, mut bert] = [Browser::new(&server, "Anna").await, Browser::new(&server, "Bert").await];
    for session in ["a", "b"] {
        challenge(&server, &anna, session, "Bert").await;
    }
    wait_for_health(&server, "\"sessions\":0").await;
    let mut kept = Beside::open(&path).await;
    let made = kept.tell("UPDATE challenge SET made = made - 7 * 86400 WHERE session = 'a'").await;
    assert_eq!(made, 1);
    // Without a request the server looks for itself.
    const LEFT: &str = "SELECT count(*) FROM challenge";
    let end = tokio::time::Instant::now() + PATIENCE;
    while kept.ask::<i64>(LEFT).await > 1 {
        assert!(tokio::time::Instant::now() < end, "it does not end");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(challenges(&server, &mut bert).await[0]["session"], "b");
    let mut maker = anna.join(&server, "a").await;
    let events = maker.hello().await;
    let result = find(&events, "state")["state"]["result"].to_string();
    assert!(result.contains("The challenge was not answered in time"), "{result}");
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
