//! Backups that are made while games are played.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use beaufort_server::{back_up, restore};
use serde_json::json;
use tokio::time::sleep;

use crate::talk::{Client, Place, Running, find};

/// The number of games that are played at the same time.
const GAMES: usize = 4;
/// The number of backups that are made meanwhile.
const BACKUPS: usize = 3;

fn turns() -> Vec<String> {
    let ranks = [["3", "6"], ["4", "5"]];
    let files = |ranks: [&'static str; 2]| {
        "abcdefgh".chars().flat_map(move |file| ranks.map(|rank| format!("{file}{rank}")))
    };
    ranks.into_iter().flat_map(files).collect()
}

fn invitation(session: &str) -> String {
    format!("the-invitation-of-128-bits-to-{session}")
}

fn key(session: &str, side: usize) -> String {
    format!("the-key-of-128-bits-of-{session}-{side}")
}

/// Begins a public game with both seats taken.
async fn begin(server: &Running, session: &str) -> [Client; 2] {
    let mut players = [Client::join(server, session).await, Client::join(server, session).await];
    let [one, other] = &mut players;
    one.hello().await;
    one.ok(
        json!({ "type": "start", "game": "orthochess", "date": "2026.11.28", "from": { "type": "default" } }),
    )
    .await;
    let public = json!({ "take": false, "watch": true });
    let invite = json!({
        "type": "invite", "side": 0, "seat": key(session, 0), "invitation": invitation(session), "public": public,
    });
    one.ok(invite).await;
    other.hello().await;
    other.ok(json!({ "type": "sit", "seat": key(session, 1), "invitation": invitation(session) })).await;
    players
}

/// Plays games one after the other until enough backups are made. Counts the turns that the server has acknowledged, and the games.
async fn play(
    server: &Running,
    table: usize,
    told: &[AtomicUsize],
    finished: &[AtomicUsize],
    is_over: &AtomicBool,
) {
    for game in 0.. {
        let session = format!("table-{table}-game-{game}");
        let mut players = begin(server, &session).await;
        for (node, text) in turns().iter().enumerate() {
            players[node % 2].play(node as u32, text).await;
            told[table].store(node + 1, Ordering::SeqCst);
        }
        players[1].ok(json!({ "type": "resign", "side": 1 })).await;
        told[table].store(0, Ordering::SeqCst);
        finished[table].store(game + 1, Ordering::SeqCst);
        if is_over.load(Ordering::SeqCst) {
            return;
        }
    }
}

/// Returns the turns of a session, as a player hears them.
async fn kept(server: &Running, session: &str) -> Vec<String> {
    let mut client = Client::join(server, session).await;
    let events = client.hello().await;
    let nodes = find(&events, "tree")["nodes"].as_array().unwrap().clone();
    nodes.iter().skip(1).filter_map(|node| node["text"].as_str().map(str::to_owned)).collect()
}

/// Checks that a restored store has all that was told before the backup began.
async fn has_all(place: &Place, finished: &[usize], told: &[usize]) {
    let server = place.start().await;
    let host = format!("Host: {}\r\n", server.address);
    for table in 0..GAMES {
        for game in 0..finished[table] {
            let session = format!("table-{table}-game-{game}");
            assert_eq!(kept(&server, &session).await, turns(), "{session}");
            let record = server.http(&format!("/lobby/record/{session}"), &host).await;
            assert!(record.starts_with("HTTP/1.1 200") && record.trim_end().ends_with("1-0"), "{record}");
        }
        if told[table] > 0 {
            let session = format!("table-{table}-game-{}", finished[table]);
            let kept = kept(&server, &session).await;
            assert!(kept.len() >= told[table], "{session}: {kept:?}");
            assert_eq!(kept, turns()[..kept.len()], "{session}");
            // The game goes on, and the seat is that of the key.
            if kept.len() < turns().len() {
                let mut player = Client::join(&server, &session).await;
                player.hello().await;
                player.ok(json!({ "type": "sit", "seat": key(&session, kept.len() % 2) })).await;
                player.play(kept.len() as u32, &turns()[kept.len()]).await;
            }
        }
    }
    server.stop().await;
}

async fn loses_nothing(source: &Place, targets: [Place; BACKUPS]) {
    let server = Arc::new(source.start().await);
    let counts = || Arc::new(std::array::from_fn::<_, GAMES, _>(|_| AtomicUsize::new(0)));
    let (told, finished, is_over) = (counts(), counts(), Arc::new(AtomicBool::new(false)));
    let tables: Vec<_> = (0..GAMES)
        .map(|table| {
            let (server, is_over) = (Arc::clone(&server), Arc::clone(&is_over));
            let (told, finished) = (Arc::clone(&told), Arc::clone(&finished));
            tokio::spawn(async move { play(&server, table, &*told, &*finished, &is_over).await })
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = |number: usize| folder.path().join(number.to_string());
    let numbers = |counts: &[AtomicUsize]| -> Vec<usize> {
        counts.iter().map(|count| count.load(Ordering::SeqCst)).collect()
    };
    let mut expected = Vec::new();
    for number in 0..BACKUPS {
        // Until some game has ended; each backup is made in the middle of others.
        while finished[0].load(Ordering::SeqCst) <= number {
            sleep(Duration::from_millis(10)).await;
        }
        sleep(Duration::from_millis(70)).await;
        // In this order, so that the turns are those of the unfinished game or of a later one.
        let finished = numbers(&*finished);
        let told = numbers(&*told);
        back_up(&source.database, &file(number)).await.unwrap();
        expected.push((told, finished));
    }
    is_over.store(true, Ordering::SeqCst);
    for table in tables {
        table.await.unwrap();
    }
    Arc::into_inner(server).expect("nobody plays any more").stop().await;
    for (number, (target, (told, finished))) in targets.iter().zip(expected).enumerate() {
        let path: &Path = &file(number);
        restore(path, &target.database).await.unwrap();
        has_all(target, &finished, &told).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_file_under_load_has_all_that_was_told() {
    loses_nothing(&Place::file(), std::array::from_fn(|_| Place::file())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_on_postgres_under_load_has_all_that_was_told() {
    loses_nothing(&Place::postgres(), std::array::from_fn(|_| Place::postgres())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_to_postgres_under_load_has_all_that_was_told() {
    loses_nothing(&Place::file(), std::array::from_fn(|_| Place::postgres())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_postgres_under_load_has_all_that_was_told() {
    loses_nothing(&Place::postgres(), std::array::from_fn(|_| Place::file())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_a_server_has_is_not_restored_into() {
    let (source, folder) = (Place::file(), tempfile::tempdir().unwrap());
    let server = source.start().await;
    let file = folder.path().join("backup");
    back_up(&source.database, &file).await.unwrap();
    let error = restore(&file, &source.database).await.unwrap_err();
    assert_eq!(error.to_string(), format!("the sessions belong to the server at {}", server.address));
    server.stop().await;
}
