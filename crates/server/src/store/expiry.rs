//! Sessions without an owner, which expire after a long time without visits. `begun` and `visited` are the first and the last
//! recorded visit, in milliseconds since 1970; a visit is recorded once a day.

use std::time::SystemTime;

use super::connection::{Connection, Dialect, values};
use super::postgres::Sharing;
use super::{Row, StoreError, milliseconds};

/// A session expires after 30 days without a visit, or after 7 if it had none after its first day.
const IS_EXPIRED: &str = "
    expires = 1 AND visited < CAST($1 AS bigint) - 604800000
    AND (visited < CAST($1 AS bigint) - 2592000000 OR visited < begun + 86400000)";
/// Excludes sessions that another server has in memory.
const IS_OTHERS: &str = "
    AND NOT EXISTS (SELECT 1 FROM lease JOIN member ON member.id = lease.member
        WHERE lease.session = session.name AND member.expires > clock_timestamp())";

fn is_expired(sharing: Sharing) -> String {
    format!("{IS_EXPIRED} {}", if sharing == Sharing::Alone { "" } else { IS_OTHERS })
}

/// Records that a session has been saved as a whole.
pub(super) async fn mark(transaction: &mut Connection, row: &Row) -> Result<(), StoreError> {
    const MARK: &str = "
        UPDATE session SET begun = CASE WHEN begun = 0 THEN $2 ELSE begun END, visited = $2, expires = 1
        WHERE name = $1";
    const KEEP: &str = "UPDATE session SET expires = 0 WHERE name = $1";
    match row.expires {
        Some(now) => transaction.execute(MARK, values![&row.name, milliseconds(now)]).await.map(drop),
        None => transaction.execute(KEEP, values![&row.name]).await.map(drop),
    }
}

/// Records a visit of a session that may expire.
pub(super) async fn note_visit(
    transaction: &mut Connection,
    name: &str,
    now: SystemTime,
) -> Result<(), StoreError> {
    const VISIT: &str = "UPDATE session SET visited = $2 WHERE name = $1";
    transaction.execute(VISIT, values![name, milliseconds(now)]).await.map(drop)
}

/// Returns whether the last recorded visit of a session is more than a day ago.
pub(super) async fn is_visit_due(
    read: &mut Connection,
    name: &str,
    now: SystemTime,
) -> Result<bool, StoreError> {
    const DUE: &str = "
        SELECT name FROM session
        WHERE name = $1 AND expires = 1 AND visited < CAST($2 AS bigint) - 86400000";
    Ok(!read.query(DUE, values![name, milliseconds(now)]).await?.is_empty())
}

/// Returns the names of sessions that have expired.
pub(super) async fn expired(
    read: &mut Connection,
    sharing: Sharing,
    now: SystemTime,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    let sql = format!("SELECT name FROM session WHERE {} ORDER BY visited LIMIT $2", is_expired(sharing));
    let rows = read.query(&sql, values![milliseconds(now), most]).await?;
    rows.iter().map(|row| row.get(0)).collect()
}

/// Deletes those of some sessions that have expired. Returns their number.
pub(super) async fn delete(
    transaction: &mut Connection,
    sharing: Sharing,
    names: &[String],
    now: SystemTime,
) -> Result<u64, StoreError> {
    let sql = format!("DELETE FROM session WHERE name = $2 AND {}", is_expired(sharing));
    let mut deleted = 0;
    for name in names {
        deleted += transaction.execute(&sql, values![milliseconds(now), name]).await?;
    }
    Ok(deleted)
}

/// Returns the size of the database, in bytes.
pub(super) async fn stored_bytes(read: &mut Connection) -> Result<u64, StoreError> {
    let sql = match read.dialect() {
        Dialect::Sqlite => {
            "SELECT (page_count - freelist_count) * page_size
            FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
        }
        Dialect::Postgres => "SELECT pg_database_size(current_database())",
    };
    let rows = read.query(sql, values![]).await?;
    let bytes: i64 = rows.first().map_or(Ok(0), |row| row.get(0))?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}
