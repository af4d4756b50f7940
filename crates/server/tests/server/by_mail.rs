//! Games by mail: asleep, and through the death of a server.

use std::time::SystemTime;

use beaufort_server::{Config, Database};
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use crate::beside::Beside;
use crate::friends::{KEYS, begin, come};
use crate::talk::{Client, PATIENCE, Place, Running, config, file, find, on_each_store, wait_for_health};

on_each_store!(the_clock_goes_on_where_it_was_when_the_server_went);

const DAY: u64 = 86_400_000;

fn three_days() -> Value {
    json!({ "type": "days", "days": 3 })
}

async fn the_clock_goes_on_where_it_was_when_the_server_went(place: &Place) {
    let server = place.start().await;
    let [mut one, mut other] = begin(&server, &three_days()).await;
    one.play(0, "e4").await;
    let plan = json!({ "type": "plan", "node": 1, "lines": [["e5", "Nf3"]] });
    one.ok(plan).await;
    other.ok(json!({ "type": "vacation", "side": 1, "on": true })).await;
    drop((one, other));
    server.stop().await;
    let server = place.start().await;
    // It runs before anybody is there.
    let mut other = Client::join(&server, "a").await;
    let events = other.hello().await;
    let clock = find(&events, "state")["state"]["clock"].clone();
    assert_eq!(clock["running"], 1);
    // The time before the vacation has been counted, and none since.
    let left = clock["left"][1].as_u64().unwrap();
    assert!((3 * DAY - 60_000..=3 * DAY).contains(&left), "{clock}");
    let vacation = &clock["vacations"][1];
    assert_eq!(vacation["on"], true);
    let left = vacation["left"].as_u64().unwrap();
    assert!((28 * DAY - 600_000..28 * DAY).contains(&left), "{vacation}");
    // The planned turns are played.
    other.ok(json!({ "type": "sit", "seat": KEYS[1] })).await;
    other.play(1, "e5").await;
    let events = come(&server, "a", KEYS[0]).await.hello().await;
    assert_eq!(find(&events, "state")["state"]["node"], 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_flag_of_a_rematch_is_kept_with_it() {
    let (_folder, path) = file();
    let server = Running::start(&path).await;
    let [mut one, mut other] = begin(&server, &three_days()).await;
    one.ok(json!({ "type": "resign", "side": 0 })).await;
    one.ok(json!({ "type": "offerRematch", "side": 0, "seat": "another-first-key-of-128-bits" })).await;
    other.ok(json!({ "type": "offerRematch", "side": 1, "seat": "another-second-key-of-128-bits" })).await;
    let mut kept = Beside::open(&path).await;
    const LEFT: &str = "SELECT flag - 1000 * unixepoch() FROM session WHERE name <> 'a'";
    let left: Option<i64> = kept.ask(LEFT).await;
    let day = DAY as i64;
    assert!(left.is_some_and(|left| (3 * day - 60_000..=3 * day + 1000).contains(&left)), "{left:?}");
    server.stop().await;
}

/// The games that are asleep.
const ASLEEP: i64 = 10_000;

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_games_asleep_are_on_the_disk_alone_and_their_flags_fall() {
    let (_folder, path) = file();
    let settings = || Config { idle: Duration::from_millis(50), ..config(&path) };
    let server = Running::with(settings()).await;
    let [mut one, other] = begin(&server, &three_days()).await;
    one.play(0, "e4").await;
    drop((one, other));
    wait_for_health(&server, "\"sessions\":0").await;
    server.stop().await;
    let mut kept = Beside::open(&path).await;
    let copy = format!(
        "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {ASLEEP})
        INSERT INTO session (name, snapshot, state, flag)
            SELECT 'copy' || n, snapshot, state, flag FROM session, number"
    );
    assert_eq!(kept.tell(&copy).await as i64, ASLEEP);
    let server = Running::with(settings()).await;
    let awake = "SELECT count(*) FROM session WHERE flag IS NULL OR flag < 1000 * unixepoch()";
    let awake: i64 = kept.ask(awake).await;
    assert_eq!(awake, 0, "every clock runs");
    wait_for_health(&server, "\"sessions\":0").await;
    // One of them is over in time, and the others sleep on.
    kept.tell("UPDATE session SET flag = 1000 WHERE name = 'copy77'").await;
    const OVER: &str = "SELECT count(*) FROM session WHERE flag IS NULL";
    let end = Instant::now() + PATIENCE;
    while kept.ask::<i64>(OVER).await == 0 {
        assert!(Instant::now() < end, "the flag does not fall");
        sleep(Duration::from_millis(50)).await;
    }
    wait_for_health(&server, "\"sessions\":0").await;
    assert_eq!(kept.ask::<i64>(OVER).await, 1);
    let events = Client::join(&server, "copy77").await.hello().await;
    assert_eq!(find(&events, "state")["state"]["result"]["score"], "1-0");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_flag_is_on_the_disk_while_the_game_is_in_memory() {
    let (_folder, path) = file();
    let server = Running::with(config(Database::File(path.clone()))).await;
    let [mut one, other] = begin(&server, &three_days()).await;
    one.play(0, "e4").await;
    let mut kept = Beside::open(&path).await;
    let flag: i64 = kept.ask("SELECT flag FROM session").await;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis() as i64;
    let left = flag - now;
    assert!((3 * DAY as i64 - 600_000..=3 * DAY as i64).contains(&left), "{left}");
    // The end of the game stops its clock.
    one.ok(json!({ "type": "resign", "side": 0 })).await;
    let flag: Option<i64> = kept.ask("SELECT flag FROM session").await;
    assert_eq!(flag, None);
    drop(other);
    server.stop().await;
}
