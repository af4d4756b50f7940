//! Challenges: games that wait for a player with a certain name.

use beaufort_session::AccountId;

use super::super::connection::{Connection, values};
use super::super::{Listed, StoreError, search};

/// The most challenges that wait for a player; further ones are not shown to it.
const MAX_CHALLENGES: usize = 50;
/// The most challenges of a player that wait for others.
const MAX_OWN_CHALLENGES: usize = 10;
/// The time after which a challenge is not shown any more, in seconds.
const CHALLENGE_SECONDS: u32 = 7 * 86_400;

/// Notes that the maker of a game challenges a player. A player who is not there, or accepts no challenges, or has too many, does not
/// hear of it.
pub(in super::super) async fn challenge(
    transaction: &mut Connection,
    session: &str,
    name: &str,
) -> Result<(), StoreError> {
    const CHALLENGE: &str = "
        INSERT INTO challenge (session, account)
        SELECT listing.session, account.id FROM listing, account
        WHERE listing.session = $1 AND account.name = $2 AND account.unchallenged = 0
            AND (SELECT count(*) FROM challenge AS other
                WHERE other.account = account.id AND other.made > unixepoch() - CAST($5 AS bigint)) < $3
            AND (SELECT count(*) FROM challenge AS other JOIN listing AS own ON own.session = other.session
                WHERE coalesce(own.first, own.second) = coalesce(listing.first, listing.second)
                    AND other.made > unixepoch() - CAST($5 AS bigint)) < $4
        ON CONFLICT (session) DO NOTHING";
    let values = values![session, name, MAX_CHALLENGES, MAX_OWN_CHALLENGES, CHALLENGE_SECONDS];
    transaction.execute(CHALLENGE, values).await.map(drop)
}

/// Returns the games to which an account is challenged, the newest first.
pub(super) async fn challenges(read: &mut Connection, account: AccountId) -> Result<Vec<Listed>, StoreError> {
    search::challenges_of(read, account, CHALLENGE_SECONDS, MAX_CHALLENGES).await
}

/// Returns whether an account may be challenged.
pub(super) async fn allows(read: &mut Connection, account: AccountId) -> Result<bool, StoreError> {
    const ALLOWS: &str = "SELECT unchallenged FROM account WHERE id = $1";
    let row = read.query_opt(ALLOWS, values![account.0]).await?;
    Ok(row.map(|row| row.get::<i64>(0)).transpose()? == Some(0))
}

/// Sets whether an account may be challenged.
pub(super) async fn allow(
    transaction: &mut Connection,
    account: AccountId,
    allows: bool,
) -> Result<(), StoreError> {
    const SET: &str = "UPDATE account SET unchallenged = $2 WHERE id = $1";
    const FORGET: &str = "DELETE FROM challenge WHERE account = $1";
    transaction.execute(SET, values![account.0, u8::from(!allows)]).await?;
    if !allows {
        transaction.execute(FORGET, values![account.0]).await?;
    }
    Ok(())
}
