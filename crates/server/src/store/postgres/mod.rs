//! A PostgreSQL database with a row for each session and one for each turn.
//!
//! There is one connection, and it has the lock on the sessions: no other server writes as long as it lives, but for those that
//! share the sessions and the lock. Then each session is written by the server alone that has its lease (`cluster`). A connection
//! that has broken is made anew by the next call, unless another server has had the database meanwhile: then what is in memory is
//! out of date, and this server reads and writes nothing any more.

mod connection;
mod url;

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use beaufort_session::{AppendedTurn, Kept, Letter, ListingChange, Post, Save};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

use super::{
    AccountStore, Listed, ListingColumns, Row, Search, ServerId, Store, StoreError, Stored, WaitingLetter,
    accounts, letters, milliseconds, number, time, whole_turns,
};
use connection::Statements;
pub(crate) use connection::{PostgresConnection, RATINGS_LOCK, answered, connect};
pub use url::{PostgresUrl, PostgresUrlError};

/// By what number the database knows servers that share it: none of them has another one there, since leases guard what they write.
const SHARED: ServerId = ServerId(0);

/// The database of the sessions. It is used by threads that may wait.
#[derive(Debug)]
pub(crate) struct Postgres {
    url: PostgresUrl,
    sharing: Sharing,
    /// By what number the database knows who has it.
    holder: ServerId,
    /// Where the messages of the connection are carried, whatever the other threads do. `None` only while it is dropped.
    runtime: Option<Runtime>,
    state: Mutex<State>,
}

/// Who has the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// This server alone.
    Alone,
    /// Several servers, of which this is one.
    With(ServerId),
}

#[derive(Debug, Default)]
struct State {
    /// `None` after a failure: the next call makes a new one.
    connection: Option<PostgresConnection>,
    /// What tells the database in which the sessions are saved from another one in its place.
    identity: Option<String>,
}

impl Postgres {
    /// Connects to the database, and makes the tables if they are not there.
    ///
    /// # Errors
    /// If it cannot be used, or another server has it.
    pub(crate) fn open(url: PostgresUrl, sharing: Sharing) -> Result<Postgres, StoreError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("database")
            .enable_all()
            .build()
            .map_err(|error| StoreError::Failed(format!("cannot start a thread: {error}")))?;
        let holder = match sharing {
            Sharing::Alone => ServerId::new(),
            Sharing::With(_) => SHARED,
        };
        let postgres = Postgres { url, sharing, holder, runtime: Some(runtime), state: Mutex::default() };
        postgres.with(async |_| Ok(()))?;
        Ok(postgres)
    }

    /// Works with the connection, which is made anew if it has broken. After a failure it is dropped: what was to be done is
    /// done or not, and whoever asked writes everything anew. After a refusal nothing is done, and the connection stays.
    pub(crate) fn with<T>(
        &self,
        work: impl AsyncFnOnce(&mut PostgresConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut state = self.state();
        let state = &mut *state;
        let runtime = self.runtime.as_ref().expect("it is there until the store is dropped");
        runtime.block_on(async {
            let mut connection = match state.connection.take().filter(PostgresConnection::is_open) {
                Some(connection) => connection,
                None => state.connect(self).await?,
            };
            let result = work(&mut connection).await;
            if matches!(result, Ok(_) | Err(StoreError::Refused(_))) {
                state.connection = Some(connection);
            }
            result
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it uses the database")
    }
}

impl State {
    async fn connect(&mut self, store: &Postgres) -> Result<PostgresConnection, StoreError> {
        let Postgres { url, sharing, holder, .. } = store;
        let connection = PostgresConnection::open(url, *sharing).await?;
        let begins = self.identity.is_none() || *holder == SHARED;
        connection.hold(*holder, begins).await?;
        let known = self.identity.replace(connection.identity.clone());
        if known.is_some_and(|known| known != connection.identity) {
            self.connection = Some(connection);
            return Err(StoreError::Gone(url.to_string()));
        }
        Ok(connection)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The last owner may be a task, which may not wait.
        self.runtime.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

impl Store for Postgres {
    fn accounts(&self) -> Option<&dyn AccountStore> {
        Some(self)
    }

    fn load(&self, name: &str) -> Result<Option<Stored>, StoreError> {
        self.with(async |PostgresConnection { client, statements, .. }| {
            let session = answered(client.query_opt(&statements.load, &[&name])).await?;
            let Some(session) = session else { return Ok(None) };
            let kept = Kept {
                snapshot: session.try_get(0)?,
                state: session.try_get(1)?,
                turns: session.try_get(3)?,
            };
            Ok(Some(Stored { kept, flag: session.try_get::<_, Option<i64>>(2)?.map(time) }))
        })
    }

    fn save(&self, rows: &[Row]) -> Result<(), StoreError> {
        self.with(async |PostgresConnection { client, statements, .. }| {
            let transaction = answered(client.transaction()).await?;
            if let Sharing::With(server) = self.sharing {
                let superseded = superseded(&transaction, statements, server, rows).await?;
                if !superseded.is_empty() {
                    return Ok(Err(StoreError::Superseded(superseded)));
                }
            }
            let mut taken = Vec::new();
            for (place, row) in rows.iter().enumerate() {
                if !write(&transaction, statements, row).await? {
                    taken.push(place);
                }
            }
            if !taken.is_empty() {
                return Ok(Err(StoreError::NameTaken(taken)));
            }
            answered(transaction.commit()).await.map(Ok)
        })?
    }

    fn flagged(&self, now: SystemTime, most: usize) -> Result<Vec<String>, StoreError> {
        self.with(async |PostgresConnection { client, statements, .. }| {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let names = answered(client.query(&statements.flagged, &[&milliseconds(now), &most])).await?;
            Ok(names.iter().map(|name| name.try_get(0)).collect::<Result<_, _>>()?)
        })
    }

    fn listed(&self, search: &Search) -> Result<Vec<Listed>, StoreError> {
        let Search { list, session, game, result, day, opening, player, age, offset, limit } = search;
        let opening = opening.as_deref().map(whole_turns);
        let [age, limit, offset] = [*age, *limit, *offset].map(i64::from);
        self.with(async |PostgresConnection { client, statements, .. }| {
            let values: [&(dyn ToSql + Sync); 10] =
                [&number(*list), &age, session, game, result, day, &opening, &limit, &offset, player];
            let games = answered(client.query(&statements.listed, &values)).await?;
            games.iter().map(listed).collect()
        })
    }

    fn due_letters(&self, now: SystemTime, most: usize) -> Result<Vec<WaitingLetter>, StoreError> {
        const DUE: &str =
            "SELECT id, session, address, token, game, kind, attempts, language FROM letter WHERE due <= $1
            ORDER BY due, id LIMIT $2";
        self.with(async |connection: &mut PostgresConnection| {
            // Of several servers one sends them.
            if !connection.sends_letters().await? {
                return Ok(Vec::new());
            }
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = answered(connection.client.query(DUE, &[&milliseconds(now), &most])).await?;
            let letter = |row: &tokio_postgres::Row| {
                Ok(WaitingLetter {
                    id: row.try_get(0)?,
                    session: row.try_get(1)?,
                    address: row.try_get(2)?,
                    token: row.try_get(3)?,
                    game: row.try_get(4)?,
                    kind: letters::kind(row.try_get(5)?),
                    attempts: u32::try_from(row.try_get::<_, i32>(6)?).unwrap_or(u32::MAX),
                    language: row.try_get(7)?,
                })
            };
            rows.iter().map(letter).collect()
        })
    }

    fn settle_letter(&self, id: i64, again: Option<SystemTime>) -> Result<(), StoreError> {
        const LATER: &str = "UPDATE letter SET due = $2, attempts = attempts + 1 WHERE id = $1";
        self.with(async |PostgresConnection { client, .. }| {
            match again {
                Some(again) => answered(client.execute(LATER, &[&id, &milliseconds(again)])).await,
                None => answered(client.execute("DELETE FROM letter WHERE id = $1", &[&id])).await,
            }
            .map(drop)
        })
    }

    fn note_alive(&self, now: SystemTime) -> Result<(), StoreError> {
        const ALIVE: &str =
            "INSERT INTO server (id, alive) VALUES (0, $1) ON CONFLICT (id) DO UPDATE SET alive = $1";
        self.with(async |PostgresConnection { client, .. }| {
            answered(client.execute(ALIVE, &[&milliseconds(now)])).await.map(drop)
        })
    }

    fn postpone_flags(&self, now: SystemTime, least: Duration) -> Result<(), StoreError> {
        const POSTPONE: &str = "
            UPDATE session
            SET flag = greatest(flag + greatest($1 - coalesce((SELECT alive FROM server), $1), 0), $2)
            WHERE flag IS NOT NULL";
        let [now, earliest] = [now, now + least].map(milliseconds);
        self.with(async |PostgresConnection { client, .. }| {
            answered(client.execute(POSTPONE, &[&now, &earliest])).await.map(drop)
        })
    }
}

/// Reads a game of a list.
pub(super) fn listed(row: &tokio_postgres::Row) -> Result<Listed, StoreError> {
    let sides = [(row.try_get(2)?, row.try_get(3)?), (row.try_get(4)?, row.try_get(5)?)];
    Ok(Listed::new(row.try_get(0)?, row.try_get(1)?, sides))
}

/// Returns the places of the rows that other servers write from now on. The others are this server's to the end of the transaction.
async fn superseded(
    transaction: &Transaction<'_>,
    statements: &Statements,
    server: ServerId,
    rows: &[Row],
) -> Result<Vec<usize>, StoreError> {
    let leased = || rows.iter().enumerate().filter(|(_, row)| row.right.is_leased());
    let names: Vec<&str> = leased().map(|(_, row)| row.name.as_str()).collect();
    let held = answered(transaction.query(&statements.held, &[&server.0, &names])).await?;
    let held = held.iter().map(|row| row.try_get(0)).collect::<Result<HashSet<String>, _>>()?;
    Ok(leased().filter(|(_, row)| !held.contains(&row.name)).map(|(place, _)| place).collect())
}

/// Writes a session. Returns `false`, and writes nothing, if it begins and its name is taken.
async fn write(
    transaction: &Transaction<'_>,
    statements: &Statements,
    Row { name, save, right, flag, listing, post }: &Row,
) -> Result<bool, StoreError> {
    let flag = flag.map(milliseconds);
    match save {
        Save::Snapshot(snapshot) if !right.replaces() => {
            if answered(transaction.execute(&statements.begin, &[name, snapshot, &flag])).await? == 0 {
                return Ok(false);
            }
        }
        Save::Snapshot(snapshot) => {
            answered(transaction.execute(&statements.snapshot, &[name, snapshot, &flag])).await?;
        }
        Save::Append { state, turn } => {
            if answered(transaction.execute(&statements.state, &[name, state, &flag])).await? == 0 {
                return Err(StoreError::Failed(
                    "nothing is appended to a session that is not there".to_owned(),
                ));
            }
            if let Some(AppendedTurn { number, text }) = turn {
                let number = i32::try_from(*number).unwrap_or(i32::MAX);
                answered(transaction.execute(&statements.turn, &[name, &number, text])).await?;
            }
        }
    }
    match listing {
        ListingChange::None => {}
        ListingChange::Listed(listing) => {
            let ListingColumns { list, game, result, day, opening, view, accounts } = (&**listing).into();
            let [first, second] = accounts;
            let values: [&(dyn ToSql + Sync); 9] =
                [name, &list, &game, &result, &day, &opening, &view, &first, &second];
            answered(transaction.execute(&statements.list, &values)).await?;
            accounts::rate_in_postgres(transaction, name, listing).await?;
        }
        ListingChange::Unlisted => {
            answered(transaction.execute(&statements.unlist, &[name])).await?;
        }
    }
    for post in post {
        deliver(transaction, name, post).await?;
    }
    Ok(true)
}

/// Has a letter wait in the place of another one.
async fn deliver(
    transaction: &Transaction<'_>,
    name: &str,
    Post { side, letter }: &Post,
) -> Result<(), StoreError> {
    const FORGET: &str = "DELETE FROM letter WHERE session = $1 AND side = $2";
    const DELIVER: &str = "INSERT INTO letter (session, side, kind, address, token, game, language, due)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let side = i32::from(*side);
    answered(transaction.execute(FORGET, &[&name, &side])).await?;
    if let Some(Letter { kind, address, token, game, delay, language }) = letter {
        let (kind, address, token) = (letters::kind_number(*kind), address.as_str(), token.as_str());
        let due = milliseconds(SystemTime::now() + *delay);
        let values: [&(dyn ToSql + Sync); 8] = [&name, &side, &kind, &address, &token, game, language, &due];
        answered(transaction.execute(DELIVER, &values)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests_on_postgres {
    use beaufort_load::PostgresServer;

    use super::super::WriteRight;
    use super::super::contract::{row, snapshot};
    use super::*;

    /// Does something to a database from beside the store.
    fn execute(url: &PostgresUrl, sql: &str) {
        Runtime::new().unwrap().block_on(async {
            let (client, _) = connect(url).await.unwrap();
            client.batch_execute(sql).await.unwrap();
        });
    }

    fn message<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn a_database_that_cannot_be_used_is_told_apart() {
        let server = PostgresServer::start().unwrap();
        let database = |name: &str| -> PostgresUrl { server.database(name).unwrap().parse().unwrap() };
        let url = database("one");
        let store = Postgres::open(url.clone(), Sharing::Alone).unwrap();
        store.save(&[row("a", "one")]).unwrap();
        // Another server has it.
        assert_eq!(Postgres::open(url.clone(), Sharing::Alone).unwrap_err(), StoreError::Taken);
        drop(store);
        drop(Postgres::open(url.clone(), Sharing::Alone).unwrap());
        // It is of a newer version.
        execute(
            &url,
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum)
                SELECT 99, 'later', applied_on, checksum FROM refinery_schema_history LIMIT 1",
        );
        assert_eq!(
            message(Postgres::open(url, Sharing::Alone)),
            "the database is of a newer version of Beaufort"
        );
        // It is not there, or the name or the password is wrong.
        let text = server.database("two").unwrap().replace("/two", "/three");
        assert_eq!(
            message(Postgres::open(text.parse().unwrap(), Sharing::Alone)),
            "database \"three\" does not exist"
        );
        let text = server.database("four").unwrap().replace("beaufort@", "nobody:secret@");
        assert_eq!(
            message(Postgres::open(text.parse().unwrap(), Sharing::Alone)),
            "role \"nobody\" does not exist"
        );
        // It cannot keep every letter.
        execute(&database("five"), "CREATE DATABASE six ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
        let text = server.database("seven").unwrap().replace("/seven", "/six");
        assert!(
            message(Postgres::open(text.parse().unwrap(), Sharing::Alone))
                .starts_with("the encoding of the database is LATIN1")
        );
        // The server is not there.
        server.kill().unwrap();
        let error = message(Postgres::open(text.parse().unwrap(), Sharing::Alone));
        assert!(error.starts_with("error connecting to server: "), "{error}");
    }

    #[test]
    fn a_server_that_was_killed_is_missed_and_found_again() {
        let server = PostgresServer::start().unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let store = Postgres::open(url.clone(), Sharing::Alone).unwrap();
        store.save(&[row("a", "one")]).unwrap();
        server.kill().unwrap();
        for _ in 0..2 {
            assert!(matches!(store.save(&[row("a", "two")]), Err(StoreError::Failed(_))));
            assert!(matches!(store.load("a"), Err(StoreError::Failed(_))));
        }
        server.restart().unwrap();
        assert_eq!(snapshot(&store, "a").as_deref(), Some("one"));
        store.save(&[row("a", "three")]).unwrap();
        assert_eq!(
            Postgres::open(url, Sharing::Alone).unwrap_err(),
            StoreError::Taken,
            "the lock is taken again"
        );
    }

    #[test]
    fn a_server_that_was_replaced_while_it_was_cut_off_writes_nothing_any_more() {
        let server = PostgresServer::start().unwrap();
        for (name, sharing) in [("a", Sharing::Alone), ("b", Sharing::With(ServerId(1)))] {
            let url: PostgresUrl = server.database(name).unwrap().parse().unwrap();
            let cut_off = Postgres::open(url.clone(), Sharing::Alone).unwrap();
            cut_off.save(&[row("a", "one")]).unwrap();
            execute(
                &url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()",
            );
            let other = Postgres::open(url.clone(), sharing).unwrap();
            execute(&url, "INSERT INTO member VALUES (1, now()); INSERT INTO lease VALUES ('a', 1)");
            // That it is cut off it may learn now, or know already.
            assert!(cut_off.save(&[row("a", "two")]).is_err());
            assert_eq!(cut_off.save(&[row("a", "two")]), Err(StoreError::Taken));
            other.save(&[super::super::Row { right: WriteRight::Known, ..row("a", "other") }]).unwrap();
            drop(other);
            for _ in 0..2 {
                assert_eq!(cut_off.save(&[row("a", "two")]), Err(StoreError::TakenOver));
                assert_eq!(cut_off.load("a"), Err(StoreError::TakenOver));
            }
            // It does not keep the next one from beginning.
            let next = Postgres::open(url, Sharing::Alone).unwrap();
            assert_eq!(snapshot(&next, "a").as_deref(), Some("other"));
        }
    }

    #[test]
    fn what_a_database_cannot_keep_costs_no_connection() {
        let server = PostgresServer::start().unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let store = Postgres::open(url, Sharing::Alone).unwrap();
        let connection = || {
            let pid = async |PostgresConnection { client, .. }: &mut PostgresConnection| {
                Ok(answered(client.query_one("SELECT pg_backend_pid()", &[])).await?.try_get::<_, i32>(0)?)
            };
            store.with(pid).unwrap()
        };
        let first = connection();
        assert!(matches!(store.load("a\0"), Err(StoreError::Refused(_))));
        let rows = [row("a", "one"), row("b", "\0")];
        assert!(matches!(store.save(&rows), Err(StoreError::Refused(_))));
        assert_eq!(connection(), first);
        assert_eq!(snapshot(&store, "a"), None, "nothing was saved of it");
        store.save(&rows[..1]).unwrap();
        assert_eq!(snapshot(&store, "a").as_deref(), Some("one"));
    }

    #[test]
    fn a_database_in_the_place_of_another_is_noticed() {
        let server = PostgresServer::start().unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let beside: PostgresUrl = server.database("b").unwrap().parse().unwrap();
        let store = Postgres::open(url, Sharing::Alone).unwrap();
        store.save(&[row("a", "one")]).unwrap();
        execute(&beside, "DROP DATABASE a WITH (FORCE)");
        assert!(matches!(store.save(&[row("a", "two")]), Err(StoreError::Failed(_))));
        execute(&beside, "CREATE DATABASE a");
        assert!(matches!(store.save(&[row("a", "two")]), Err(StoreError::Gone(_))));
        assert_eq!(snapshot(&store, "a"), None);
        store.save(&[row("a", "three")]).unwrap();
        assert_eq!(snapshot(&store, "a").as_deref(), Some("three"));
    }

    #[test]
    fn what_another_server_has_is_not_written() {
        let server = PostgresServer::start().unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let [one, other] = [1, 2].map(|id| Postgres::open(url.clone(), Sharing::With(ServerId(id))).unwrap());
        assert_eq!(Postgres::open(url.clone(), Sharing::Alone).unwrap_err(), StoreError::Taken);
        execute(
            &url,
            "INSERT INTO member VALUES (1, now()), (2, now());
            INSERT INTO lease VALUES ('a', 1), ('b', 2), ('c', 1)",
        );
        one.save(&[row("a", "one")]).unwrap();
        other.save(&[row("b", "other")]).unwrap();
        // The place of each that is not its own is told, and nothing is written of the rest.
        let begun = super::super::Row { right: WriteRight::Opened, ..row("new", "rematch") };
        let rows = [row("a", "two"), row("b", "two"), begun.clone(), row("nobody's", "two"), row("c", "two")];
        assert_eq!(one.save(&rows), Err(StoreError::Superseded(vec![1, 3])));
        assert_eq!(snapshot(&one, "a").as_deref(), Some("one"));
        assert_eq!(snapshot(&one, "new"), None);
        // A session that begins with another one is nobody's yet.
        one.save(&[row("a", "two"), begun]).unwrap();
        assert_eq!(snapshot(&other, "new").as_deref(), Some("rematch"));
        // Who has been asleep finds that another has taken the session, or had it and has given it back.
        execute(&url, "UPDATE lease SET member = 2 WHERE session = 'a'");
        assert_eq!(one.save(&[row("a", "three")]), Err(StoreError::Superseded(vec![0])));
        other.save(&[row("a", "four")]).unwrap();
        execute(&url, "DELETE FROM lease WHERE session = 'a'");
        assert_eq!(one.save(&[row("a", "five")]), Err(StoreError::Superseded(vec![0])));
        assert_eq!(snapshot(&one, "a").as_deref(), Some("four"));
    }

    #[test]
    fn what_begins_replaces_nothing_whoever_has_the_lease() {
        let server = PostgresServer::start().unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let [one, other] = [1, 2].map(|id| Postgres::open(url.clone(), Sharing::With(ServerId(id))).unwrap());
        execute(
            &url,
            "INSERT INTO member VALUES (1, now()), (2, now());
            INSERT INTO lease VALUES ('a', 1), ('b', 2), ('c', 2)",
        );
        let begins = |right, name: &str| super::super::Row { right, ..row(name, "another") };
        one.save(&[begins(WriteRight::First, "a")]).unwrap();
        other.save(&[row("b", "other")]).unwrap();
        // Neither what this server has in memory is replaced, nor what another one has, nor what sleeps.
        for name in ["a", "b"] {
            let rows = [row("a", "two"), begins(WriteRight::Opened, name)];
            assert_eq!(one.save(&rows), Err(StoreError::NameTaken(vec![1])), "{name}");
        }
        execute(&url, "DELETE FROM lease WHERE session = 'b'");
        assert_eq!(one.save(&[begins(WriteRight::Opened, "b")]), Err(StoreError::NameTaken(vec![0])));
        assert_eq!(one.save(&[begins(WriteRight::First, "b")]), Err(StoreError::Superseded(vec![0])));
        let kept = ["a", "b"].map(|name| snapshot(&one, name).unwrap());
        assert_eq!(kept, ["another", "other"]);
        // What is in memory elsewhere and was never saved gives way to what was.
        one.save(&[begins(WriteRight::Opened, "c")]).unwrap();
        assert_eq!(other.save(&[begins(WriteRight::First, "c")]), Err(StoreError::NameTaken(vec![0])));
    }

    #[test]
    fn a_session_is_not_taken_while_it_is_saved() {
        let server = PostgresServer::start().unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let store = Postgres::open(url.clone(), Sharing::With(ServerId(1))).unwrap();
        execute(
            &url,
            "INSERT INTO member VALUES (1, now()), (2, now());
            INSERT INTO lease VALUES ('a', 1)",
        );
        let taken = store.with(async |PostgresConnection { client, statements, .. }| {
            let transaction = answered(client.transaction()).await?;
            let rows = [row("a", "one")];
            assert!(superseded(&transaction, statements, ServerId(1), &rows).await?.is_empty());
            // Another server takes it meanwhile, and has to wait.
            let (other, _) = answered(connect(&url)).await?;
            let take = tokio::spawn(async move {
                other.execute("UPDATE lease SET member = 2 WHERE session = 'a'", &[]).await
            });
            tokio::time::sleep(Duration::from_millis(300)).await;
            assert!(!take.is_finished());
            answered(transaction.commit()).await?;
            Ok(take.await.unwrap().unwrap())
        });
        assert_eq!(taken, Ok(1));
        assert_eq!(store.save(&[row("a", "two")]), Err(StoreError::Superseded(vec![0])));
    }

    #[test]
    fn of_several_servers_one_sends_the_letters() {
        let server = PostgresServer::start().unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let [one, other] = [1, 2].map(|id| Postgres::open(url.clone(), Sharing::With(ServerId(id))).unwrap());
        execute(
            &url,
            "INSERT INTO letter (session, side, kind, address, token, game) VALUES ('a', 0, 1, 'a@b', 't', 'g')",
        );
        let due = |store: &Postgres| store.due_letters(SystemTime::now(), 9).unwrap().len();
        for _ in 0..3 {
            assert_eq!([due(&one), due(&other)], [1, 0]);
        }
        drop(one);
        let begun = std::time::Instant::now();
        while due(&other) == 0 {
            assert!(begun.elapsed() < Duration::from_secs(20), "nobody sends them");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
