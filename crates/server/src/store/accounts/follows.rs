//! The players whom accounts follow.

use beaufort_session::{Account, AccountId, List};

use super::super::connection::{Connection, values};
use super::super::{StoreError, number};

/// The most players whom an account follows.
const MAX_FOLLOWED: usize = 100;
/// The time without a turn after which a player is not said to be playing, in seconds.
const PLAYING_SECONDS: u32 = 600;

/// Returns the players whom an account follows, by name, each with the session of a public game that it plays.
pub(super) async fn followed(
    read: &mut Connection,
    account: AccountId,
) -> Result<Vec<(Account, Option<String>)>, StoreError> {
    // Each half of the search for a game has its index.
    const FOLLOWED: &str = "
        SELECT account.id, account.name, coalesce(
            (SELECT session FROM listing WHERE first = account.id AND list = $2
                AND changed > unixepoch() - CAST($3 AS bigint) ORDER BY changed DESC LIMIT 1),
            (SELECT session FROM listing WHERE second = account.id AND list = $2
                AND changed > unixepoch() - CAST($3 AS bigint) ORDER BY changed DESC LIMIT 1))
        FROM follow JOIN account ON account.id = follow.followed
        WHERE follow.account = $1 ORDER BY account.name LIMIT $4";
    let values = values![account.0, number(List::Live), PLAYING_SECONDS, MAX_FOLLOWED];
    let rows = read.query(FOLLOWED, values).await?;
    rows.iter()
        .map(|row| Ok((Account { id: AccountId(row.get(0)?), name: row.get(1)? }, row.get(2)?)))
        .collect()
}

/// Follows a player, or not any more. Returns `false` if the account follows too many.
pub(super) async fn follow(
    transaction: &mut Connection,
    account: AccountId,
    followed: AccountId,
    on: bool,
) -> Result<bool, StoreError> {
    const FOLLOW: &str = "
        INSERT INTO follow (account, followed) VALUES ($1, $2) ON CONFLICT (account, followed) DO NOTHING";
    const LEAVE: &str = "DELETE FROM follow WHERE account = $1 AND followed = $2";
    const COUNT: &str = "SELECT count(*) FROM follow WHERE account = $1";
    let values = values![account.0, followed.0];
    if !on {
        return transaction.execute(LEAVE, values).await.map(|_| true);
    }
    if transaction.execute(FOLLOW, values).await? == 0 {
        return Ok(true);
    }
    let count = transaction.query_opt(COUNT, values![account.0]).await?;
    let count: i64 = count.map_or(Ok(0), |row| row.get(0))?;
    if count > MAX_FOLLOWED as i64 {
        transaction.execute(LEAVE, values).await?;
        return Ok(false);
    }
    Ok(true)
}
