//! Challenges: games that wait for a player with a certain name.

use beaufort_session::{AccountId, CHALLENGE_TIME, ListingChange, NotChallenged};

use super::super::connection::{Connection, values};
use super::super::{Listed, StoreError, search};

/// The most challenges that wait for a player.
const MAX_CHALLENGES: i64 = 50;
/// The most challenges of a player that wait for others.
const MAX_OWN_CHALLENGES: i64 = 10;

/// Returns the time after which a challenge ends, in seconds.
pub(in super::super) fn challenge_seconds() -> i64 {
    i64::try_from(CHALLENGE_TIME.as_secs()).expect("it is a few days")
}

/// Returns why the maker of a game, which is about to be listed, may not challenge a player; `None` if that is allowed.
pub(in super::super) async fn why_not_challenged(
    transaction: &mut Connection,
    listing: &ListingChange,
    name: &str,
) -> Result<Option<NotChallenged>, StoreError> {
    const PLAYER: &str = "
        SELECT unchallenged, (SELECT count(*) FROM challenge
            WHERE challenge.account = account.id AND made > unixepoch() - CAST($2 AS bigint))
        FROM account WHERE name = $1";
    const OWN: &str = "
        SELECT count(*) FROM challenge JOIN listing ON listing.session = challenge.session
        WHERE coalesce(first, second) = $1 AND made > unixepoch() - CAST($2 AS bigint)";
    let Some(player) = transaction.query_opt(PLAYER, values![name, challenge_seconds()]).await? else {
        return Ok(Some(NotChallenged::NoSuchPlayer));
    };
    if player.get::<i64>(0)? != 0 {
        return Ok(Some(NotChallenged::AcceptsNone));
    }
    if player.get::<i64>(1)? >= MAX_CHALLENGES {
        return Ok(Some(NotChallenged::TooManyOthers));
    }
    let ListingChange::Listed(listing) = listing else { return Ok(None) };
    let Some(maker) = listing.accounts.iter().flatten().next() else { return Ok(None) };
    let own = transaction.query_opt(OWN, values![maker.0, challenge_seconds()]).await?;
    let own: i64 = own.map_or(Ok(0), |row| row.get(0))?;
    Ok((own >= MAX_OWN_CHALLENGES).then_some(NotChallenged::TooManyOwn))
}

/// Notes that a player is challenged to a game that has been listed.
pub(in super::super) async fn challenge(
    transaction: &mut Connection,
    session: &str,
    name: &str,
) -> Result<(), StoreError> {
    const CHALLENGE: &str = "
        INSERT INTO challenge (session, account)
        SELECT listing.session, account.id FROM listing, account
        WHERE listing.session = $1 AND account.name = $2
        ON CONFLICT (session) DO NOTHING";
    transaction.execute(CHALLENGE, values![session, name]).await.map(drop)
}

/// Returns the games to which an account is challenged, the newest first.
pub(super) async fn challenges(read: &mut Connection, account: AccountId) -> Result<Vec<Listed>, StoreError> {
    search::challenges_of(read, account, challenge_seconds(), MAX_CHALLENGES).await
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
