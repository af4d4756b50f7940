//! A PostgreSQL server that is killed again and again while people play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use beaufort_load::PostgresServer;
use beaufort_server::Database;
use serde_json::json;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::talk::{Client, Running, find, turn, wait_for_health};

/// How often the database is killed.
const KILLS: usize = 5;

/// Plays a turn, as often as it takes, and counts how often it is refused.
async fn insist(client: &mut Client, node: u32, text: &str, refusals: &AtomicUsize) {
    loop {
        let events = client.ask(turn(node, text)).await;
        let last = events.last().unwrap();
        if last["type"] == "done" {
            return;
        }
        assert_eq!(last["error"]["code"], "unsaved", "{last}");
        refusals.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_killed_loses_no_turn_and_the_game_goes_on() {
    let postgres = Arc::new(PostgresServer::start().unwrap());
    let database = Database::Postgres(postgres.database("a").unwrap().parse().unwrap());
    let server = Running::start(database.clone()).await;
    let mut client = Client::join(&server, "a").await;
    client.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    let refusals = Arc::new(AtomicUsize::new(0));
    let is_played = Arc::new(AtomicBool::new(false));
    let (killer, missed, is_over) = (Arc::clone(&postgres), Arc::clone(&refusals), Arc::clone(&is_played));
    let kills = tokio::spawn(async move {
        for _ in 0..KILLS {
            let before = missed.load(Ordering::Relaxed);
            let killed = Arc::clone(&killer);
            spawn_blocking(move || killed.kill()).await.unwrap().unwrap();
            // The database stays away until it has been missed, if anybody still plays.
            while missed.load(Ordering::Relaxed) == before && !is_over.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(10)).await;
            }
            let killed = Arc::clone(&killer);
            spawn_blocking(move || killed.restart()).await.unwrap().unwrap();
            sleep(Duration::from_millis(300)).await;
        }
    });
    let ranks = [["3", "6"], ["4", "5"]];
    let turns: Vec<String> = ranks
        .iter()
        .flat_map(|ranks| "abcdefgh".chars().flat_map(move |file| ranks.map(|rank| format!("{file}{rank}"))))
        .collect();
    for (node, text) in turns.iter().enumerate() {
        insist(&mut client, node as u32, text, &refusals).await;
        sleep(Duration::from_millis(100)).await;
    }
    is_played.store(true, Ordering::Relaxed);
    kills.await.unwrap();
    assert!(refusals.load(Ordering::Relaxed) > 0, "the database was never missed");
    // While the database is gone the server says that it is not well.
    postgres.kill().unwrap();
    assert_eq!(client.refused(json!({ "type": "resign", "side": 0 })).await, "unsaved");
    assert!(server.health().await.starts_with("HTTP/1.1 503"));
    postgres.restart().unwrap();
    wait_for_health(&server, "\"unsaved\":0").await;
    server.stop().await;
    let server = Running::start(database).await;
    let events = Client::join(&server, "a").await.hello().await;
    let nodes = find(&events, "tree")["nodes"].as_array().unwrap();
    let kept: Vec<&str> = nodes.iter().skip(1).filter_map(|node| node["text"].as_str()).collect();
    assert_eq!(kept, turns, "each turn that was acknowledged is there once");
    server.stop().await;
}
