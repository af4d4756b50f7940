//! Messages are sent after the changes are saved, whatever happens to the disk.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use beaufort_server::{
    Config, Listed, Mail, Row, Search, ServerError, Store, StoreError, Stored, WaitingLetter,
};
use beaufort_session::{DurableConversation, Library, StoredConversation, Way};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::beside::Beside;
use crate::talk::{Client, PATIENCE, Running, config, file, find, hello, turn};

/// A store in memory that fails at some of its writes.
#[derive(Debug, Default)]
struct Faulty {
    fails: Mutex<Range<usize>>,
    /// Whether the next read of games or letters fails with [`StoreError::Gone`].
    is_gone: AtomicBool,
    disk: Mutex<Disk>,
}

#[derive(Debug, Default)]
struct Disk {
    writes: usize,
    rows: HashMap<String, StoredConversation>,
}

impl Faulty {
    /// Returns a store that fails at these writes, counted from 0.
    fn at(fails: Range<usize>) -> Arc<Faulty> {
        Arc::new(Faulty { fails: Mutex::new(fails), ..Faulty::default() })
    }

    /// Has all writes from now on fail, or none.
    fn fail(&self, fails: bool) {
        *self.fails.lock().unwrap() = if fails { 0..usize::MAX } else { 0..0 };
    }

    fn expect_not_gone(&self) -> Result<(), StoreError> {
        let is_gone = self.is_gone.swap(false, Ordering::Relaxed);
        if is_gone { Err(StoreError::Gone("the store".to_owned())) } else { Ok(()) }
    }

    fn writes(&self) -> usize {
        self.disk.lock().unwrap().writes
    }

    /// Returns the names of the sessions that are saved, in order.
    fn sessions(&self) -> Vec<String> {
        let mut names: Vec<String> = self.disk.lock().unwrap().rows.keys().cloned().collect();
        names.sort();
        names
    }

    /// Returns what is saved of the session `a`, as a snapshot.
    fn saved(&self) -> Value {
        let disk = self.disk.lock().unwrap();
        disk.rows.get("a").map_or(Value::Null, |kept| {
            let conversation = DurableConversation::restore(&Library::new(), 1, kept).unwrap();
            serde_json::from_str(&conversation.snapshot(Duration::ZERO)).unwrap()
        })
    }

    /// Returns the number of the last change that is saved of the session `a`.
    fn seq(&self) -> u64 {
        let disk = self.disk.lock().unwrap();
        let last = disk.rows.get("a").map(|kept| kept.state.as_ref().unwrap_or(&kept.snapshot));
        last.map_or(0, |text| serde_json::from_str::<Value>(text).unwrap()["seq"].as_u64().unwrap())
    }
}

#[async_trait]
impl Store for Faulty {
    async fn load(&self, name: &str) -> Result<Option<Stored>, StoreError> {
        let kept = self.disk.lock().unwrap().rows.get(name).cloned();
        Ok(kept.map(|kept| Stored { kept, ..Stored::default() }))
    }

    async fn flagged(&self, _: SystemTime, _: usize) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn listed(&self, _: &Search) -> Result<Vec<Listed>, StoreError> {
        self.expect_not_gone().map(|()| Vec::new())
    }

    async fn due_letters(&self, _: Way, _: SystemTime, _: usize) -> Result<Vec<WaitingLetter>, StoreError> {
        self.expect_not_gone().map(|()| Vec::new())
    }

    async fn settle_letter(&self, _: i64, _: Option<SystemTime>) -> Result<(), StoreError> {
        Ok(())
    }

    async fn note_alive(&self, _: SystemTime) -> Result<(), StoreError> {
        Ok(())
    }

    async fn last_alive(&self) -> Result<Option<SystemTime>, StoreError> {
        Ok(None)
    }

    async fn postpone_flags(&self, _: SystemTime, _: Duration) -> Result<(), StoreError> {
        Ok(())
    }

    async fn save(&self, rows: &[Row]) -> Result<(), StoreError> {
        let mut disk = self.disk.lock().unwrap();
        disk.writes += 1;
        if self.fails.lock().unwrap().contains(&(disk.writes - 1)) {
            return Err(StoreError::Failed("no space left".to_owned()));
        }
        for row in rows {
            disk.rows.entry(row.name.clone()).or_default().add(row.save.clone());
        }
        Ok(())
    }
}

/// A client that compares the store with each message.
struct Witness {
    client: Client,
    store: Arc<Faulty>,
    refusals: usize,
}

impl Witness {
    async fn hear(&mut self) -> Value {
        let message = self.client.hear().await;
        let saved = self.store.seq();
        assert!(message["seq"].as_u64().unwrap() <= saved, "told but not saved: {message}");
        message
    }

    /// Waits for a state like this.
    async fn wait(&mut self, is_right: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = self.hear().await["event"].clone();
            if event["type"] == "state" && is_right(&event["state"]) {
                return event["state"].clone();
            }
        }
    }

    /// Asks until it is done: a change that cannot be saved is refused, and asked for again when the session goes on.
    async fn insist(&mut self, command: Value) -> Vec<Value> {
        let mut id = self.client.send(&command).await;
        let mut events = Vec::new();
        loop {
            let message = self.hear().await;
            if message["re"] != id {
                continue;
            }
            let event = message["event"].clone();
            if event["type"] == "error" {
                assert_eq!(event["error"]["code"], "unsaved", "{event}");
                self.refusals += 1;
                self.wait(|state| state["unsaved"] == true).await;
                self.wait(|state| state.get("unsaved").is_none()).await;
                events.clear();
                id = self.client.send(&command).await;
                continue;
            }
            let is_done = event["type"] == "done";
            events.push(event);
            if is_done {
                return events;
            }
        }
    }
}

/// Plays a whole game, with turns of the engine and of a person, while the disk fails at some writes. Returns the store and
/// how often the person was refused.
async fn game(fails: Range<usize>) -> (Arc<Faulty>, usize) {
    let store = Faulty::at(fails);
    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    let client = Client::join(&server, "a").await;
    let mut witness = Witness { client, store: Arc::clone(&store), refusals: 0 };
    let players = json!([{ "type": "person" }, { "type": "engine", "level": "beginner", "ms": 20 }]);
    let start =
        json!({ "type": "start", "game": "scirocco", "players": players, "from": { "type": "default" } });
    witness.insist(start).await;
    witness.insist(turn(0, "P-e4")).await;
    // The engine's turn follows from no request, and is saved all the same.
    let welcome = witness.insist(hello()).await;
    let mut state = find(&welcome, "state")["state"].clone();
    if state["node"] != 2 {
        state = witness.wait(|state| state["node"] == 2).await;
    }
    assert_eq!(state["stage"], "turn");
    witness.insist(json!({ "type": "comment", "node": 1, "text": "my turn" })).await;
    witness.insist(json!({ "type": "seat", "side": 1, "player": { "type": "person" } })).await;
    witness.insist(json!({ "type": "takeBack" })).await;
    witness.insist(json!({ "type": "redo" })).await;
    witness.insist(json!({ "type": "resign", "side": 0 })).await;
    let told = witness.insist(hello()).await;
    server.stop().await;

    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    let again = Client::join(&server, "a").await.hello().await;
    for kind in ["state", "tree", "position"] {
        assert_eq!(find(&again, kind), find(&told, kind));
    }
    server.stop().await;
    (store, witness.refusals)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_is_saved_whichever_write_fails() {
    let (store, refusals) = game(0..0).await;
    assert_eq!(refusals, 0);
    let writes = store.writes();
    assert!(writes >= 8, "{writes}");
    let games: Vec<_> = (0..writes).map(|write| tokio::spawn(game(write..write + 1))).collect();
    let mut refusals = 0;
    for game in games {
        refusals += game.await.unwrap().1;
    }
    // The write of the engine's turn belonged to no request that could be refused.
    assert_eq!(refusals, writes - 1);
}

/// Two people play and want to play again, while the disk fails at some writes. Returns the store and how often they were
/// refused.
async fn rematch(fails: Range<usize>) -> (Arc<Faulty>, usize) {
    const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
    const NEW_KEYS: [&str; 2] = ["another-first-key-of-128-bits", "another-second-key-of-128-bits"];
    let invitation = "the-invitation-of-128-bits";
    let store = Faulty::at(fails);
    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    let witness = async || {
        let client = Client::join(&server, "a").await;
        Witness { client, store: Arc::clone(&store), refusals: 0 }
    };
    let (mut one, mut other) = (witness().await, witness().await);
    one.insist(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    let public = json!({ "take": true, "watch": true });
    one.insist(json!({
        "type": "invite", "side": 0, "seat": KEYS[0], "invitation": invitation, "public": public
    }))
    .await;
    other.insist(json!({ "type": "sit", "seat": KEYS[1], "invitation": invitation })).await;
    one.insist(turn(0, "e4")).await;
    other.insist(json!({ "type": "chat", "text": "I give up." })).await;
    other.insist(json!({ "type": "resign", "side": 1 })).await;
    one.insist(json!({ "type": "offerRematch", "side": 0, "seat": NEW_KEYS[0] })).await;
    assert_eq!(store.sessions(), ["a"], "it has not begun");
    let told = other.insist(json!({ "type": "offerRematch", "side": 1, "seat": NEW_KEYS[1] })).await;
    let name = find(&told, "state")["state"]["seats"]["rematch"].as_str().unwrap().to_owned();
    let mut sessions = vec!["a".to_owned(), name.clone()];
    sessions.sort();
    assert_eq!(store.sessions(), sessions, "both are saved before anybody is told");
    server.stop().await;

    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    let mut first = Client::join(&server, &name).await;
    first.ok(json!({ "type": "sit", "seat": NEW_KEYS[1] })).await;
    first.play(0, "d4").await;
    server.stop().await;
    (store, one.refusals + other.refusals)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_saved_whole_whichever_write_fails() {
    // The last write is the first turn of the rematch.
    let writes = rematch(0..0).await.0.writes() - 1;
    assert!(writes >= 8, "{writes}");
    let games: Vec<_> = (0..writes).map(|write| tokio::spawn(rematch(write..write + 1))).collect();
    for game in games {
        assert_eq!(game.await.unwrap().1, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_nothing_can_be_saved_questions_are_answered_and_changes_are_refused() {
    let store = Faulty::at(0..0);
    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    let (mut one, mut other) = (Client::join(&server, "a").await, Client::join(&server, "a").await);
    one.start().await;
    store.fail(true);
    assert_eq!(one.refused(turn(0, "P-e4")).await, "unsaved");
    while other.wait("state").await["event"]["state"]["unsaved"] != true {}
    assert_eq!(other.refused(turn(0, "P-e4")).await, "unsaved");
    let events = other.hello().await;
    assert_eq!(find(&events, "position")["position"]["node"], 0);
    assert_eq!(find(&events, "state")["state"]["unsaved"], true);
    assert!(server.health().await.starts_with("HTTP/1.1 503"));
    // A session without a game has nothing to save.
    Client::join(&server, "b").await.hello().await;
    store.fail(false);
    while other.wait("state").await["event"]["state"].get("unsaved").is_some() {}
    assert!(server.health().await.starts_with("HTTP/1.1 200"));
    other.play(0, "P-e4").await;
    server.stop().await;
    assert!(store.saved()["table"]["record"].as_str().unwrap().contains("P-e4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_flag_falls_while_nothing_can_be_saved() {
    let store = Faulty::at(0..0);
    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    let mut client = Client::join(&server, "a").await;
    let clock = json!({ "type": "perTurn", "time": 300 });
    let start = json!({ "type": "start", "game": "scirocco", "clock": clock, "from": { "type": "default" } });
    client.ok(start).await;
    client.play(0, "P-e4").await;
    store.fail(true);
    let state = client.wait("state").await["event"]["state"].clone();
    assert_eq!((&state["unsaved"], &state["stage"]), (&json!(true), &json!("turn")));
    assert!(state["clock"].get("running").is_none());
    store.fail(false);
    while client.wait("state").await["event"]["state"]["stage"] != "over" {}
    assert!(store.saved()["table"]["record"].as_str().unwrap().contains("1-0"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_last_save_fails_says_so() {
    let store = Faulty::at(0..0);
    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    store.fail(true);
    assert_eq!(client.refused(turn(0, "P-e4")).await, "unsaved");
    assert!(matches!(server.end().await, Err(ServerError::Unsaved)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_deleted_is_missed_and_written_anew() {
    let (folder, path) = file();
    let server = Running::start(&path).await;
    let (mut one, mut other) = (Client::join(&server, "a").await, Client::join(&server, "b").await);
    for client in [&mut one, &mut other] {
        client.start().await;
        client.play(0, "P-e4").await;
    }
    for file in std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().unwrap() != "lock" {
            std::fs::remove_file(file).unwrap();
        }
    }
    assert_eq!(one.refused(turn(1, "P-f7")).await, "unsaved");
    // The other sessions are lost with the file, too, and their clients get an error.
    for client in [&mut one, &mut other] {
        while client.wait("state").await["event"]["state"]["unsaved"] != true {}
        while client.wait("state").await["event"]["state"].get("unsaved").is_some() {}
    }
    one.play(1, "P-f7").await;
    server.stop().await;
    let server = Running::start(&path).await;
    for (name, node) in [("a", 2), ("b", 1)] {
        let events = Client::join(&server, name).await.hello().await;
        assert_eq!(find(&events, "position")["position"]["node"], node);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_finds_that_all_is_lost_has_it_written_anew() {
    for looks_for_letters in [true, false] {
        let store = Faulty::at(0..0);
        // Nothing is sent there.
        let mail = Mail {
            server: "smtp://127.0.0.1:9".parse().unwrap(),
            from: "Beaufort <chess@example.org>".parse().unwrap(),
        };
        let config = Config { mail: looks_for_letters.then_some(mail), ..config(Path::new("")) };
        let server = Running::with_both(config, Arc::clone(&store) as Arc<dyn Store>).await;
        let mut client = Client::join(&server, "a").await;
        client.start().await;
        store.disk.lock().unwrap().rows.clear();
        store.is_gone.store(true, Ordering::Relaxed);
        if !looks_for_letters {
            let answer = server.http("/lobby/live", &format!("Host: {}\r\n", server.address)).await;
            assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        }
        let saved_anew = async {
            while client.wait("state").await["event"]["state"]["unsaved"] != true {}
            while client.wait("state").await["event"]["state"].get("unsaved").is_some() {}
        };
        timeout(PATIENCE, saved_anew).await.expect("the session hears of it");
        assert_eq!(store.sessions(), ["a"]);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_session_without_a_game_leaves_no_row() {
    let store = Faulty::at(0..0);
    let server = Running::with_store(Arc::clone(&store) as Arc<dyn Store>).await;
    Client::join(&server, "a").await.hello().await;
    server.stop().await;
    assert_eq!(store.writes(), 0);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn long_what_is_told_is_saved_whichever_writes_fail() {
    for failures in [2, 3, 5] {
        let games: Vec<_> = (0..12).map(|write| tokio::spawn(game(write..write + failures))).collect();
        for game in games {
            game.await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_turn_is_a_row_and_a_file_of_the_first_version_goes_on() {
    let (_folder, path) = file();
    let mut first = Beside::open(&path).await;
    first
        .tell(
            r#"CREATE TABLE session (name TEXT PRIMARY KEY, saved TEXT NOT NULL,
                changed INTEGER NOT NULL DEFAULT (unixepoch())) STRICT;
            INSERT INTO session (name, saved) VALUES ('a', '{"seq":9,"table":{"game":"scirocco","set_up":null,
                "record":"[Variant \"scirocco\"]\n[Revision \"2009\"]\n\n1. P-e4 {mine} P-f7 (1... P-e7) *\n","here":2,
                "players":[{"type":"person"},{"type":"person"}],"clock":null,"waiting":false,"revised":false,
                "scores":[]}}');"#,
        )
        .await;
    drop(first);
    let server = Running::start(&path).await;
    let mut client = Client::join(&server, "a").await;
    let events = client.hello().await;
    assert_eq!(find(&events, "tree")["nodes"].as_array().unwrap().len(), 4);
    let mut node = find(&events, "state")["state"]["node"].as_u64().unwrap() as u32;
    for text in ["P-d4", "P-d7", "P-a4"] {
        let events = client.play(node, text).await;
        node = find(&events, "state")["state"]["node"].as_u64().unwrap() as u32;
    }
    let told = client.hello().await;
    let mut kept = Beside::open(&path).await;
    let turns: String = kept.ask("SELECT group_concat(number || text, ' ') FROM turn").await;
    assert_eq!(turns, "3P-d4 4P-d7 5P-a4");
    server.stop().await;
    let server = Running::start(&path).await;
    let again = Client::join(&server, "a").await.hello().await;
    for kind in ["tree", "position"] {
        let texts = |events: &[Value]| {
            let nodes = find(events, kind)["nodes"].as_array().cloned().unwrap_or_default();
            let text = |node: Value| (node["text"].clone(), node["comment"].clone());
            (nodes.into_iter().map(text).collect::<Vec<_>>(), find(events, kind)["position"]["key"].clone())
        };
        assert_eq!(texts(&again), texts(&told), "{kind}");
    }
    server.stop().await;
}
