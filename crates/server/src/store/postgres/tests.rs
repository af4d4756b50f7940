//! Tests of the PostgreSQL database alone.

use std::time::{Duration, SystemTime};

use beaufort_load::PostgresServer;
use beaufort_session::Way;

use super::super::contract::{row, snapshot};
use super::super::{Database, Row, SqlStore, Store as _, WriteRight, save};
use super::*;

/// Does something to a database from beside the store.
async fn execute(url: &PostgresUrl, sql: &str) {
    connect(url, sql).await.unwrap();
}

async fn open(url: &PostgresUrl, sharing: Sharing) -> Result<SqlStore, StoreError> {
    SqlStore::open(&Database::Postgres(url.clone()), sharing).await
}

/// Returns the stores of two servers that share a database.
async fn both(url: &PostgresUrl) -> [SqlStore; 2] {
    let store = async |id| open(url, Sharing::With(ServerId(id))).await.unwrap();
    [store(1).await, store(2).await]
}

fn message<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    result.unwrap_err().to_string()
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_told_apart() {
    let server = PostgresServer::start().unwrap();
    let database = |name: &str| -> PostgresUrl { server.database(name).unwrap().parse().unwrap() };
    let url = database("one");
    let store = open(&url, Sharing::Alone).await.unwrap();
    store.save(&[row("a", "one")]).await.unwrap();
    // Another server has it.
    assert_eq!(open(&url, Sharing::Alone).await.unwrap_err(), StoreError::Taken);
    drop(store);
    drop(open(&url, Sharing::Alone).await.unwrap());
    // It is of a newer version.
    execute(
        &url,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
            VALUES (99, 'later', TRUE, '', 0)",
    )
    .await;
    assert_eq!(message(open(&url, Sharing::Alone).await), "the database is of a newer version of Beaufort");
    // It is not there, or the name or the password is wrong.
    let text = server.database("two").unwrap().replace("/two", "/three");
    assert_eq!(
        message(open(&text.parse().unwrap(), Sharing::Alone).await),
        "database \"three\" does not exist"
    );
    let text = server.database("four").unwrap().replace("beaufort@", "nobody:secret@");
    assert_eq!(message(open(&text.parse().unwrap(), Sharing::Alone).await), "role \"nobody\" does not exist");
    // It cannot keep every letter.
    execute(&database("five"), "CREATE DATABASE six ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0").await;
    let text = server.database("seven").unwrap().replace("/seven", "/six");
    assert!(
        message(open(&text.parse().unwrap(), Sharing::Alone).await)
            .starts_with("the encoding of the database is LATIN1")
    );
    // The server is not there.
    server.kill().unwrap();
    let error = message(open(&text.parse().unwrap(), Sharing::Alone).await);
    assert!(error.starts_with("error connecting to server: "), "{error}");
}

#[tokio::test]
async fn a_server_that_was_killed_is_missed_and_found_again() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let store = open(&url, Sharing::Alone).await.unwrap();
    store.save(&[row("a", "one")]).await.unwrap();
    server.kill().unwrap();
    for _ in 0..2 {
        assert!(matches!(store.save(&[row("a", "two")]).await, Err(StoreError::Failed(_))));
        assert!(matches!(store.load("a").await, Err(StoreError::Failed(_))));
    }
    server.restart().unwrap();
    assert_eq!(snapshot(&store, "a").await.as_deref(), Some("one"));
    store.save(&[row("a", "three")]).await.unwrap();
    assert_eq!(open(&url, Sharing::Alone).await.unwrap_err(), StoreError::Taken, "the lock is taken again");
}

#[tokio::test]
async fn a_server_that_was_replaced_while_it_was_cut_off_writes_nothing_any_more() {
    let server = PostgresServer::start().unwrap();
    for (name, sharing) in [("a", Sharing::Alone), ("b", Sharing::With(ServerId(1)))] {
        let url: PostgresUrl = server.database(name).unwrap().parse().unwrap();
        let cut_off = open(&url, Sharing::Alone).await.unwrap();
        cut_off.save(&[row("a", "one")]).await.unwrap();
        execute(
            &url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .await;
        let other = open(&url, sharing).await.unwrap();
        execute(&url, "INSERT INTO member VALUES (1, now()); INSERT INTO lease VALUES ('a', 1)").await;
        // The server learns here that it is cut off, unless it knows already.
        assert!(cut_off.save(&[row("a", "two")]).await.is_err());
        assert_eq!(cut_off.save(&[row("a", "two")]).await, Err(StoreError::Taken));
        other.save(&[Row { right: WriteRight::Known, ..row("a", "other") }]).await.unwrap();
        drop(other);
        for _ in 0..2 {
            assert_eq!(cut_off.save(&[row("a", "two")]).await, Err(StoreError::TakenOver));
            assert_eq!(cut_off.load("a").await, Err(StoreError::TakenOver));
        }
        // The server that was cut off does not prevent the next one from starting.
        let next = open(&url, Sharing::Alone).await.unwrap();
        assert_eq!(snapshot(&next, "a").await.as_deref(), Some("other"));
    }
}

#[tokio::test]
async fn what_a_database_cannot_keep_costs_no_connection() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let store = open(&url, Sharing::Alone).await.unwrap();
    let connection = async || -> i64 {
        let mut write = store.write().await.unwrap();
        let pid = write.query_opt("SELECT pg_backend_pid()::bigint", &[]).await.unwrap().unwrap().get(0);
        write.roll_back().await;
        pid.unwrap()
    };
    let first = connection().await;
    assert!(matches!(store.load("a\0").await, Err(StoreError::Refused(_))));
    let rows = [row("a", "one"), row("b", "\0")];
    assert!(matches!(store.save(&rows).await, Err(StoreError::Refused(_))));
    assert_eq!(connection().await, first);
    assert_eq!(snapshot(&store, "a").await, None, "nothing was saved of it");
    store.save(&rows[..1]).await.unwrap();
    assert_eq!(snapshot(&store, "a").await.as_deref(), Some("one"));
}

#[tokio::test]
async fn a_database_in_the_place_of_another_is_noticed() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let beside: PostgresUrl = server.database("b").unwrap().parse().unwrap();
    let store = open(&url, Sharing::Alone).await.unwrap();
    store.save(&[row("a", "one")]).await.unwrap();
    execute(&beside, "DROP DATABASE a WITH (FORCE)").await;
    assert!(matches!(store.save(&[row("a", "two")]).await, Err(StoreError::Failed(_))));
    execute(&beside, "CREATE DATABASE a").await;
    assert!(matches!(store.save(&[row("a", "two")]).await, Err(StoreError::Gone(_))));
    assert_eq!(snapshot(&store, "a").await, None);
    store.save(&[row("a", "three")]).await.unwrap();
    assert_eq!(snapshot(&store, "a").await.as_deref(), Some("three"));
}

#[tokio::test]
async fn what_another_server_has_is_not_written() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let [one, other] = both(&url).await;
    assert_eq!(open(&url, Sharing::Alone).await.unwrap_err(), StoreError::Taken);
    execute(
        &url,
        "INSERT INTO member VALUES (1, now()), (2, now());
        INSERT INTO lease VALUES ('a', 1), ('b', 2), ('c', 1)",
    )
    .await;
    one.save(&[row("a", "one")]).await.unwrap();
    other.save(&[row("b", "other")]).await.unwrap();
    // The error gives the index of each row whose lease another server has, and no row is written.
    let begun = Row { right: WriteRight::Opened, ..row("new", "rematch") };
    let rows = [row("a", "two"), row("b", "two"), begun.clone(), row("nobody's", "two"), row("c", "two")];
    assert_eq!(one.save(&rows).await, Err(StoreError::Superseded(vec![1, 3])));
    assert_eq!(snapshot(&one, "a").await.as_deref(), Some("one"));
    assert_eq!(snapshot(&one, "new").await, None);
    // A session that is created by another one has no lease yet.
    one.save(&[row("a", "two"), begun]).await.unwrap();
    assert_eq!(snapshot(&other, "new").await.as_deref(), Some("rematch"));
    // A server that was suspended finds that another has taken the session, or had it and gave it back.
    execute(&url, "UPDATE lease SET member = 2 WHERE session = 'a'").await;
    assert_eq!(one.save(&[row("a", "three")]).await, Err(StoreError::Superseded(vec![0])));
    other.save(&[row("a", "four")]).await.unwrap();
    execute(&url, "DELETE FROM lease WHERE session = 'a'").await;
    assert_eq!(one.save(&[row("a", "five")]).await, Err(StoreError::Superseded(vec![0])));
    assert_eq!(snapshot(&one, "a").await.as_deref(), Some("four"));
}

#[tokio::test]
async fn what_begins_replaces_nothing_whoever_has_the_lease() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let [one, other] = both(&url).await;
    execute(
        &url,
        "INSERT INTO member VALUES (1, now()), (2, now());
        INSERT INTO lease VALUES ('a', 1), ('b', 2), ('c', 2)",
    )
    .await;
    let begins = |right, name: &str| Row { right, ..row(name, "another") };
    one.save(&[begins(WriteRight::First, "a")]).await.unwrap();
    other.save(&[row("b", "other")]).await.unwrap();
    // A new session replaces none of the same name: neither in memory, here or elsewhere, nor on the disk.
    for name in ["a", "b"] {
        let rows = [row("a", "two"), begins(WriteRight::Opened, name)];
        assert_eq!(one.save(&rows).await, Err(StoreError::NameTaken(vec![1])), "{name}");
    }
    execute(&url, "DELETE FROM lease WHERE session = 'b'").await;
    assert_eq!(one.save(&[begins(WriteRight::Opened, "b")]).await, Err(StoreError::NameTaken(vec![0])));
    assert_eq!(one.save(&[begins(WriteRight::First, "b")]).await, Err(StoreError::Superseded(vec![0])));
    let kept = [snapshot(&one, "a").await.unwrap(), snapshot(&one, "b").await.unwrap()];
    assert_eq!(kept, ["another", "other"]);
    // A session that another server has only in memory yields to one that was saved.
    one.save(&[begins(WriteRight::Opened, "c")]).await.unwrap();
    assert_eq!(other.save(&[begins(WriteRight::First, "c")]).await, Err(StoreError::NameTaken(vec![0])));
}

#[tokio::test]
async fn a_session_is_not_taken_while_it_is_saved() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let store = open(&url, Sharing::With(ServerId(1))).await.unwrap();
    execute(
        &url,
        "INSERT INTO member VALUES (1, now()), (2, now());
        INSERT INTO lease VALUES ('a', 1)",
    )
    .await;
    let mut transaction = store.write().await.unwrap();
    let rows = [row("a", "one")];
    assert!(save::superseded(&mut transaction, ServerId(1), &rows).await.unwrap().is_empty());
    // Another server takes it meanwhile, and has to wait.
    let mut other = connect(&url, "").await.unwrap();
    let take =
        tokio::spawn(
            async move { other.execute("UPDATE lease SET member = 2 WHERE session = 'a'", &[]).await },
        );
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!take.is_finished());
    transaction.commit().await.unwrap();
    assert_eq!(take.await.unwrap(), Ok(1));
    assert_eq!(store.save(&[row("a", "two")]).await, Err(StoreError::Superseded(vec![0])));
}

#[tokio::test]
async fn of_several_servers_one_sends_the_letters() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let [one, other] = both(&url).await;
    execute(
        &url,
        "INSERT INTO letter (session, side, kind, address, token, game) VALUES ('a', 0, 1, 'a@b', 't', 'g')",
    )
    .await;
    let due =
        async |store: &SqlStore| store.due_letters(Way::Mail, SystemTime::now(), 9).await.unwrap().len();
    for _ in 0..3 {
        assert_eq!([due(&one).await, due(&other).await], [1, 0]);
    }
    drop(one);
    let begun = std::time::Instant::now();
    while due(&other).await == 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody sends them");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Cuts off the connection that has the lock, and no other.
async fn cut_lock(url: &PostgresUrl) {
    execute(url, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'").await;
}

#[tokio::test]
async fn a_server_that_has_lost_the_lock_alone_writes_nothing_after_another_one() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let store = open(&url, Sharing::Alone).await.unwrap();
    store.save(&[row("a", "one")]).await.unwrap();
    cut_lock(&url).await;
    // Its other connections live on. The search for flags takes the lock again.
    store.save(&[row("a", "two")]).await.unwrap();
    store.flagged(SystemTime::now(), 1).await.unwrap();
    assert_eq!(open(&url, Sharing::Alone).await.unwrap_err(), StoreError::Taken);
    cut_lock(&url).await;
    let other = open(&url, Sharing::Alone).await.unwrap();
    assert_eq!(store.save(&[row("a", "three")]).await, Err(StoreError::TakenOver));
    assert_eq!(snapshot(&other, "a").await.as_deref(), Some("two"));
}

#[tokio::test]
async fn a_search_of_ten_seconds_costs_no_lock() {
    let server = PostgresServer::start().unwrap();
    let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
    let store = open(&url, Sharing::Alone).await.unwrap();
    let mut search = store.search().await.unwrap();
    let slow = search.query("SELECT count(*) FROM (SELECT pg_sleep(10)) AS slow", &[]).await;
    assert!(matches!(slow, Err(StoreError::TooLong)));
    assert_eq!(open(&url, Sharing::Alone).await.unwrap_err(), StoreError::Taken);
    store.save(&[row("a", "one")]).await.unwrap();
}
