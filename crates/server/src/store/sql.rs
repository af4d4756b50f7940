//! The store in a database of either kind.

use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use beaufort_session::{StoredConversation, Way};

use super::accounts::challenge_seconds;
use super::connection::values;
use super::pool::{Lanes, Opener, PooledConnection, Purpose, Transaction};
use super::postgres::{PostgresDatabase, Sharing};
use super::sqlite::SqliteFile;
use super::{
    AccountStore, Archived, Database, GalleryStore, Listed, Row, Search, Store, StoreError, Stored,
    WaitingLetter, expiry, letters, milliseconds, save, search, time,
};

/// The sessions in a database.
#[derive(Debug)]
pub(crate) struct SqlStore {
    lanes: Lanes,
}

impl SqlStore {
    /// Opens a database, and makes the tables if they are not there.
    ///
    /// # Errors
    /// If it cannot be used, or another server has it.
    pub(crate) async fn open(database: &Database, sharing: Sharing) -> Result<SqlStore, StoreError> {
        let opener = match database {
            Database::File(path) => Opener::Sqlite(SqliteFile::new(path)),
            Database::Postgres(url) => Opener::Postgres(PostgresDatabase::new(url.clone(), sharing)),
        };
        opener.prepare().await?;
        Ok(SqlStore { lanes: Lanes::new(opener) })
    }

    /// Returns a connection for reads by key.
    pub(super) async fn read(&self) -> Result<PooledConnection, StoreError> {
        self.lanes.take(Purpose::Read).await
    }

    /// Returns a connection for a search, of which each statement is stopped when it takes too long.
    pub(super) async fn search(&self) -> Result<PooledConnection, StoreError> {
        self.lanes.take(Purpose::Search).await
    }

    /// Begins a transaction that writes, which no other server that has the database meanwhile does.
    pub(super) async fn write(&self) -> Result<Transaction, StoreError> {
        let mut transaction = Transaction::begin(self.lanes.take(Purpose::Write).await?).await?;
        if let Opener::Postgres(database) = &*self.lanes.opener {
            database.expect_held(&mut transaction).await?;
        }
        Ok(transaction)
    }

    /// Returns the PostgreSQL database, if it is one.
    fn postgres(&self) -> Option<&PostgresDatabase> {
        match &*self.lanes.opener {
            Opener::Postgres(database) => Some(database),
            Opener::Sqlite(_) => None,
        }
    }

    /// Returns with which servers the database is shared.
    fn sharing(&self) -> Sharing {
        self.postgres().map_or(Sharing::Alone, |database| database.sharing)
    }
}

#[async_trait]
impl Store for SqlStore {
    fn accounts(&self) -> Option<&dyn AccountStore> {
        Some(self)
    }

    fn gallery(&self) -> Option<&dyn GalleryStore> {
        Some(self)
    }

    async fn load(&self, name: &str) -> Result<Option<Stored>, StoreError> {
        // One statement reads all as of the same moment: the session comes first, its turns follow.
        const LOAD: &str = "
            SELECT -1 AS number, snapshot, state, flag, made + CAST($2 AS bigint) - unixepoch()
            FROM session LEFT JOIN challenge ON challenge.session = session.name WHERE name = $1
            UNION ALL SELECT number, text, NULL, NULL, NULL FROM turn WHERE session = $1
            ORDER BY number";
        let mut read = self.read().await?;
        let rows = read.query(LOAD, values![name, challenge_seconds()]).await?;
        let Some((session, turns)) = rows.split_first() else { return Ok(None) };
        let turns = turns.iter().map(|row| row.get(1)).collect::<Result<_, _>>()?;
        let kept = StoredConversation { snapshot: session.get(1)?, state: session.get(2)?, turns };
        let left = |seconds: i64| Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
        let challenge_left = session.get::<Option<i64>>(4)?.map(left);
        Ok(Some(Stored { kept, flag: session.get::<Option<i64>>(3)?.map(time), challenge_left }))
    }

    async fn save(&self, rows: &[Row]) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        match save::write_all(&mut transaction, self.sharing(), rows).await {
            Ok(()) => transaction.commit().await,
            Err(error) => {
                transaction.roll_back().await;
                Err(error)
            }
        }
    }

    async fn flagged(&self, now: SystemTime, most: usize) -> Result<Vec<String>, StoreError> {
        // Those that another server has in memory are its own business.
        const OTHERS: &str = "AND NOT EXISTS (SELECT 1 FROM lease JOIN member ON member.id = lease.member
            WHERE lease.session = session.name AND expires > clock_timestamp())";
        let others = if self.sharing() == Sharing::Alone { "" } else { OTHERS };
        if let Some(database) = self.postgres() {
            // This runs every second, so a lost lock is soon taken again.
            database.prepare().await?;
        }
        let sql = format!(
            "SELECT name FROM (SELECT name FROM session WHERE flag <= $1
                UNION SELECT session FROM challenge WHERE made <= unixepoch() - CAST($3 AS bigint)) AS session
            WHERE true {others} ORDER BY random() LIMIT $2"
        );
        let values = values![milliseconds(now), most, challenge_seconds()];
        let rows = self.read().await?.query(&sql, values).await?;
        rows.iter().map(|row| row.get(0)).collect()
    }

    async fn listed(&self, search: &Search) -> Result<Vec<Listed>, StoreError> {
        let mut connection = if search.is_quick() { self.read().await? } else { self.search().await? };
        search::listed(&mut connection, search).await
    }

    async fn archived(&self, session: &str) -> Result<Option<Archived>, StoreError> {
        search::archived(&mut *self.read().await?, session).await
    }

    async fn keep_record(&self, session: &str, record: &str) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        search::keep_record(&mut transaction, session, record, false).await?;
        transaction.commit().await
    }

    async fn note_visit(&self, name: &str, now: SystemTime) -> Result<(), StoreError> {
        if !expiry::is_visit_due(&mut *self.read().await?, name, now).await? {
            return Ok(());
        }
        let mut transaction = self.write().await?;
        expiry::note_visit(&mut transaction, name, now).await?;
        transaction.commit().await
    }

    async fn expired(&self, now: SystemTime, most: usize) -> Result<Vec<String>, StoreError> {
        expiry::expired(&mut *self.read().await?, self.sharing(), now, most).await
    }

    async fn delete_expired(&self, names: &[String], now: SystemTime) -> Result<u64, StoreError> {
        let mut transaction = self.write().await?;
        let deleted = expiry::delete(&mut transaction, self.sharing(), names, now).await?;
        transaction.commit().await?;
        Ok(deleted)
    }

    async fn stored_bytes(&self) -> Result<u64, StoreError> {
        expiry::stored_bytes(&mut *self.read().await?).await
    }

    async fn due_letters(
        &self,
        way: Way,
        now: SystemTime,
        most: usize,
    ) -> Result<Vec<WaitingLetter>, StoreError> {
        const DUE: &str = "
            SELECT id, session, address, token, game, CAST(kind AS bigint), CAST(attempts AS bigint), language,
                opponent
            FROM letter WHERE due <= $1 AND kind BETWEEN $3 AND $4 ORDER BY due, id LIMIT $2";
        // Of several servers one sends them.
        if let Some(database) = self.postgres()
            && !database.sends_letters().await?
        {
            return Ok(Vec::new());
        }
        let kinds = letters::kinds(way);
        let values = values![milliseconds(now), most, *kinds.start(), *kinds.end()];
        let rows = self.read().await?.query(DUE, values).await?;
        let letters = rows.iter().map(|row| {
            Ok(WaitingLetter {
                id: row.get(0)?,
                session: row.get(1)?,
                address: row.get(2)?,
                token: row.get(3)?,
                game: row.get(4)?,
                kind: letters::kind(row.get(5)?),
                attempts: u32::try_from(row.get::<i64>(6)?).unwrap_or(u32::MAX),
                language: row.get(7)?,
                opponent: row.get(8)?,
                way,
            })
        });
        letters.collect()
    }

    async fn admit_letter(&self, letter: &WaitingLetter, now: SystemTime) -> Result<bool, StoreError> {
        let mut transaction = self.write().await?;
        let is_admitted = letters::admit(&mut transaction, letter, now).await?;
        transaction.commit().await?;
        Ok(is_admitted)
    }

    async fn push_key(&self, pair: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let mut transaction = self.write().await?;
        let pair = letters::push_key(&mut transaction, &pair).await?;
        transaction.commit().await?;
        Ok(pair)
    }

    async fn settle_letter(&self, id: i64, again: Option<SystemTime>) -> Result<(), StoreError> {
        const LATER: &str = "UPDATE letter SET due = $2, attempts = attempts + 1 WHERE id = $1";
        let mut transaction = self.write().await?;
        match again {
            Some(again) => transaction.execute(LATER, values![id, milliseconds(again)]).await?,
            None => transaction.execute("DELETE FROM letter WHERE id = $1", values![id]).await?,
        };
        transaction.commit().await
    }

    async fn note_alive(&self, now: SystemTime) -> Result<(), StoreError> {
        const ALIVE: &str = "INSERT INTO server (id, alive) VALUES (0, $1)
            ON CONFLICT (id) DO UPDATE SET alive = excluded.alive WHERE excluded.alive > server.alive";
        let mut transaction = self.write().await?;
        transaction.execute(ALIVE, values![milliseconds(now)]).await?;
        transaction.commit().await
    }

    async fn last_alive(&self) -> Result<Option<SystemTime>, StoreError> {
        let row = self.read().await?.query_opt("SELECT alive FROM server", &[]).await?;
        Ok(row.map(|row| row.get(0)).transpose()?.map(time))
    }

    async fn postpone_flags(&self, now: SystemTime, least: Duration) -> Result<(), StoreError> {
        const POSTPONE: &str = "
            UPDATE session SET flag = CASE WHEN flag + $1 > $2 THEN flag + $1 ELSE $2 END WHERE flag IS NOT NULL";
        let [now, earliest] = [now, now + least].map(milliseconds);
        let mut transaction = self.write().await?;
        let alive = transaction.query_opt("SELECT alive FROM server", &[]).await?;
        let alive: i64 = alive.map(|row| row.get(0)).transpose()?.unwrap_or(now);
        let absent = now.saturating_sub(alive).max(0);
        transaction.execute(POSTPONE, values![absent, earliest]).await?;
        transaction.commit().await
    }
}
