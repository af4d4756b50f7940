//! A PostgreSQL server that is killed again and again while people play.

use std::sync::Arc;
use std::time::Duration;

use beaufort_load::PostgresServer;
use beaufort_server::Database;
use serde_json::json;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::talk::{Client, Running, find, turn, wait_for_health};

/// How often the database is killed.
const KILLS: usize = 5;

/// Plays a turn, as often as it takes. Returns how often it was refused.
async fn insist(client: &mut Client, node: u32, text: &str) -> usize {
    let mut refusals = 0;
    loop {
        let events = client.ask(turn(node, text)).await;
        let last = events.last().unwrap();
        if last["type"] == "done" {
            return refusals;
        }
        assert_eq!(last["error"]["code"], "unsaved", "{last}");
        refusals += 1;
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
    let killer = Arc::clone(&postgres);
    let kills = tokio::spawn(async move {
        for _ in 0..KILLS {
            let killer = Arc::clone(&killer);
            let killed = spawn_blocking(move || killer.kill().and_then(|()| killer.restart())).await;
            killed.unwrap().unwrap();
            sleep(Duration::from_millis(300)).await;
        }
    });
    let ranks = [["3", "6"], ["4", "5"]];
    let turns: Vec<String> = ranks
        .iter()
        .flat_map(|ranks| "abcdefgh".chars().flat_map(move |file| ranks.map(|rank| format!("{file}{rank}"))))
        .collect();
    let mut refusals = 0;
    for (node, text) in turns.iter().enumerate() {
        refusals += insist(&mut client, node as u32, text).await;
        sleep(Duration::from_millis(100)).await;
    }
    kills.await.unwrap();
    assert!(refusals > 0, "the database was never missed");
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
