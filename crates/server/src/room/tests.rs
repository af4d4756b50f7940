use beaufort_session::ClientId;
use tempfile::TempDir;
use tokio::sync::mpsc;

use super::*;
use crate::client::{self, Outgoing};
use crate::config::Config;
use crate::message::RawRequest;
use crate::metrics::Metrics;
use crate::server_time::ServerTime;
use crate::store::{Sharing, SqlStore, Store as _};

/// Returns services with a store in a folder of its own, which is removed when it is dropped.
async fn services() -> (TempDir, Arc<SqlStore>, Arc<Services>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.sqlite");
    let config = Config { engines: 1, hash_mib: 1, ..Config::new(&path) };
    let store = Arc::new(SqlStore::open(&config.database, Sharing::Alone).await.unwrap());
    let services = {
        let (metrics, time) = (Arc::new(Metrics::new()), ServerTime::of_machine());
        config.services(Arc::clone(&store) as _, None, &metrics, None, None, time).unwrap()
    };
    (folder, store, services)
}

/// Plays with a minute for each side; the room reads what was sent only two minutes later. Returns what the client hears up to the
/// answer to the second turn, which has arrived so long after the first one.
async fn stalled(second_turn: Duration) -> Vec<String> {
    let (_folder, _, services) = services().await;
    let (messages, mut receiver) = mpsc::unbounded_channel();
    let mut room = Room::load(&services, "a", messages.clone(), None).await.unwrap();
    let (client, mut inbox) = client::queue(1, None, None);
    let begun = Instant::now();
    let ask = |id: u32, received: Instant, command: &str| {
        let raw = RawRequest::Text(format!("{{\"id\":{id},\"command\":{command}}}"));
        let request = Request { client: 1, raw, received, permit: Box::new(()) };
        assert!(messages.send(RoomMessage::Request(request)).is_ok());
    };
    let play = |node: u32, text: &str| {
        format!(r#"{{"type":"play","node":{node},"turn":{{"type":"typed","text":"{text}"}}}}"#)
    };
    assert!(messages.send(RoomMessage::Join(client)).is_ok());
    let start = r#"{"type":"start","game":"orthochess","clock":{"type":"fischer","initial":60000,"increment":0},"from":{"type":"default"}}"#;
    for (id, command) in [(1, start.to_owned()), (2, play(0, "e4"))] {
        ask(id, begun, &command);
        let message = receiver.recv().await.unwrap();
        room = match message {
            RoomMessage::Join(_) => {
                let room = room.take(message).await;
                let message = receiver.recv().await.unwrap();
                room.take(message).await
            }
            message => room.take(message).await,
        };
    }
    for _ in 0..100 {
        assert!(messages.send(RoomMessage::Wake).is_ok());
    }
    // Two minutes go by in which the room reads nothing.
    let stall = Duration::from_secs(120);
    room.start -= stall;
    ask(3, begun - stall + second_turn, &play(1, "e5"));
    let running = tokio::spawn(async move { room.run(&mut receiver, |_, _| false).await.is_superseded() });
    let mut told = Vec::new();
    while !told.last().is_some_and(|text: &String| text.contains("\"re\":3") && !text.contains("\"more\"")) {
        let next = timeout(Duration::from_secs(60), inbox.next()).await;
        let Ok(Some(Outgoing::Batch(batch))) = next else { panic!("{told:?}") };
        told.extend(batch.iter().map(ToString::to_string));
    }
    running.abort();
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn the_flag_falls_however_many_messages_wait() {
    let told = stalled(Duration::from_secs(61)).await;
    assert!(told.last().unwrap().contains("notNow"), "{told:?}");
    assert!(told.iter().any(|text| text.contains("\"1-0\"")), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_arrived_before_the_flag_is_played_however_late_it_is_read() {
    let told = stalled(Duration::from_secs(59)).await;
    assert!(told.last().unwrap().contains("\"done\""), "{told:?}");
    assert!(!told.iter().any(|text| text.contains("\"1-0\"")), "{told:?}");
    let messages = told.iter().map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
    let clock =
        messages.filter_map(|message| message["event"]["state"].get("clock").cloned()).next_back().unwrap();
    let [white, black] = [0, 1].map(|side| clock["left"][side].as_u64().unwrap());
    assert!((1..=30_000).contains(&black), "it has thought until the turn arrived: {clock}");
    assert!(white > 30_000, "the time of the other side begins when the turn is told: {clock}");
}

/// Begins a room of its own with two players who sit in a game that is over, but for the second one's wish to play again.
async fn before_rematch(services: &Arc<Services>, name: &str, keys: [&str; 2]) -> Box<Room> {
    let (messages, _) = mpsc::unbounded_channel();
    let mut room = Room::load(services, name, messages, None).await.unwrap();
    for id in [1, 2] {
        room = join(room, id).await;
    }
    let [first, second] =
        [format!("first-key-of-{name}-and-128-bits"), format!("second-key-of-{name}-and-128-bits")];
    let invitation = "the-invitation-of-128-bits";
    for (client, command) in [
        (1, r#"{"type":"start","game":"orthochess","from":{"type":"default"}}"#.to_owned()),
        (1, format!(r#"{{"type":"invite","side":0,"seat":"{first}","invitation":"{invitation}"}}"#)),
        (2, format!(r#"{{"type":"sit","seat":"{second}","invitation":"{invitation}"}}"#)),
        (1, r#"{"type":"resign","side":0}"#.to_owned()),
        (1, format!(r#"{{"type":"offerRematch","side":0,"seat":"{}"}}"#, keys[0])),
    ] {
        room = ask(room, client, &command).await;
    }
    room
}

/// Adds a client that reads none of its messages.
async fn join(room: Box<Room>, id: ClientId) -> Box<Room> {
    let (client, inbox) = client::queue(id, None, None);
    std::mem::forget(inbox);
    room.work(|room| room.handle(RoomMessage::Join(client))).await
}

async fn ask(room: Box<Room>, client: ClientId, command: &str) -> Box<Room> {
    let raw = RawRequest::Text(format!("{{\"id\":1,\"command\":{command}}}"));
    room.request(Request { client, raw, received: Instant::now(), permit: Box::new(()) }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_replaces_no_session() {
    let (_folder, store, services) = services().await;
    let keys = ["another-first-key-of-128-bits", "another-second-key-of-128-bits"];
    // One is asleep, one is over, and one is in memory.
    let _asleep = before_rematch(&services, "asleep", keys).await.close(true).await;
    let over = before_rematch(&services, "over", keys).await;
    assert!(ask(over, 2, r#"{"type":"declineRematch","side":1}"#).await.close(true).await);
    let in_memory = before_rematch(&services, "in-memory", keys).await;
    let kept = async || {
        let mut kept = Vec::new();
        for name in ["asleep", "over", "in-memory"] {
            kept.push(store.load(name).await.unwrap().unwrap());
        }
        kept
    };
    let before = kept().await;
    let mut room = before_rematch(&services, "a", keys).await;
    let wish = format!(r#"{{"type":"offerRematch","side":1,"seat":"{}"}}"#, keys[1]);
    let draws: [fn() -> String; 3] =
        [|| "asleep".to_owned(), || "over".to_owned(), || "in-memory".to_owned()];
    for draw in draws {
        room.conversation.open_sessions(draw);
        let snapshot = room.conversation.snapshot(Duration::ZERO);
        room = ask(room, 2, &wish).await;
        assert!(!room.is_superseded && room.frozen.is_none(), "the game itself goes on");
        assert_eq!(room.conversation.snapshot(Duration::ZERO), snapshot, "it is refused");
        assert_eq!(kept().await, before);
    }
    assert!(in_memory.close(true).await);
    // A name that is not in use serves, and it does not follow from the keys.
    room.conversation.open_sessions(draw_session_name);
    room = ask(room, 2, &wish).await;
    let rematch = |room: &Room| -> String {
        let snapshot = room.conversation.snapshot(Duration::ZERO);
        let saved: serde_json::Value = serde_json::from_str(&snapshot).unwrap();
        saved["table"]["seats"]["rematch"].as_str().unwrap().to_owned()
    };
    let name = rematch(&room);
    assert!(store.load(&name).await.unwrap().is_some());
    let twin = ask(before_rematch(&services, "b", keys).await, 2, &wish).await;
    assert_ne!(rematch(&twin), name, "the same keys, another name");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_never_saved_gives_way_to_one_that_was() {
    let (_folder, store, services) = services().await;
    let keys = ["another-first-key-of-128-bits", "another-second-key-of-128-bits"];
    let (messages, _) = mpsc::unbounded_channel();
    let empty = join(Room::load(&services, "a", messages, None).await.unwrap(), 1).await;
    let room = before_rematch(&services, "a", keys).await;
    let kept = store.load("a").await.unwrap();
    let empty = ask(empty, 1, r#"{"type":"start","game":"scirocco"}"#).await;
    assert!(empty.is_superseded);
    assert_eq!(store.load("a").await.unwrap(), kept);
    assert!(room.close(true).await);
}
