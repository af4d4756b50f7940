//! Letters that wait in a store to be sent.

use std::ops::RangeInclusive;
use std::time::{Duration, SystemTime};

use beaufort_session::{Destination, LetterKind, Way};
use sha2::{Digest as _, Sha256};

use super::connection::{Connection, values};
use super::{StoreError, milliseconds};
use crate::identity::hex;

/// The least time between two letters that ask to confirm the same address.
const CONFIRM_PAUSE: Duration = Duration::from_secs(86_400);
/// The most letters that ask strangers to confirm their addresses, an hour.
const MAX_CONFIRMS_PER_HOUR: i64 = 60;

/// Returns whether a letter may be sent, and notes that one asks for an address to be confirmed.
pub(super) async fn admit(
    transaction: &mut Connection,
    letter: &WaitingLetter,
    now: SystemTime,
) -> Result<bool, StoreError> {
    const KNOWN: &str = "SELECT asked, stopped FROM recipient WHERE address = $1";
    const OF_HOUR: &str = "SELECT count(*) FROM recipient WHERE asked > $1";
    const ASK: &str = "INSERT INTO recipient (address, asked) VALUES ($1, $2)
        ON CONFLICT (address) DO UPDATE SET asked = excluded.asked";
    let address = hash(&letter.address);
    let known = transaction.query_opt(KNOWN, values![&address]).await?;
    let (asked, stopped): (i64, i64) = match known {
        Some(row) => (row.get(0)?, row.get(1)?),
        None => (0, 0),
    };
    let since = |pause: Duration| now.checked_sub(pause).map_or(0, milliseconds);
    if stopped != 0 || letter.kind != LetterKind::Confirm || letter.attempts > 0 {
        return Ok(stopped == 0);
    }
    let of_hour = transaction.query_opt(OF_HOUR, values![since(Duration::from_secs(3600))]).await?;
    let of_hour: i64 = of_hour.map(|row| row.get(0)).transpose()?.unwrap_or(0);
    if asked > since(CONFIRM_PAUSE) || of_hour >= MAX_CONFIRMS_PER_HOUR {
        return Ok(false);
    }
    transaction.execute(ASK, values![&address, milliseconds(now)]).await.map(|_| true)
}

/// Notes that no letter goes to an address any more.
pub(super) async fn stop(transaction: &mut Connection, address: &str) -> Result<(), StoreError> {
    const STOP: &str = "INSERT INTO recipient (address, stopped) VALUES ($1, 1)
        ON CONFLICT (address) DO UPDATE SET stopped = excluded.stopped";
    transaction.execute(STOP, values![&hash(address)]).await.map(drop)
}

/// Returns the hash by which an address is remembered, however it is written.
fn hash(address: &str) -> String {
    hex(&Sha256::digest(address.to_lowercase().as_bytes()))
}

/// A letter that waits to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct WaitingLetter {
    /// Its number; the next letter to the same player has another one.
    pub id: i64,
    /// The session that it is about.
    pub session: String,
    /// The way in which it is sent.
    pub way: Way,
    /// The address of the reader: a mail address, or that of a browser's push service.
    pub address: String,
    /// The key to its links; of a push message, the keys of the browser.
    pub token: String,
    /// The name of the game.
    pub game: String,
    /// The name of the other player; empty if there is none.
    pub opponent: String,
    /// The subject.
    pub kind: LetterKind,
    /// The language that the player asked for, as a BCP 47 tag; empty for English.
    pub language: String,
    /// The number of attempts so far.
    pub attempts: u32,
}

/// The debug output contains no address and no key.
impl std::fmt::Debug for WaitingLetter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WaitingLetter").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Returns the number of a kind of letters, which never changes.
pub(super) fn kind_number(way: Way, kind: LetterKind) -> i64 {
    match (way, kind) {
        (Way::Mail, LetterKind::Confirm) => 0,
        (Way::Mail, LetterKind::Turn) => 1,
        // Browsers ask for the consent of their users themselves.
        (Way::Push, _) => 2,
    }
}

/// Returns the numbers of the letters that go a way.
pub(super) fn kinds(way: Way) -> RangeInclusive<i64> {
    match way {
        Way::Mail => 0..=1,
        Way::Push => 2..=2,
    }
}

/// Returns the kind of letters with a number.
pub(super) fn kind(number: i64) -> LetterKind {
    if number == 0 { LetterKind::Confirm } else { LetterKind::Turn }
}

/// Returns the columns of a destination: the address, and the keys that belong to it.
pub(super) fn address(to: &Destination) -> (&str, String) {
    match to {
        Destination::Mail { address, token } => (address.as_str(), token.as_str().to_owned()),
        Destination::Push(subscription) => {
            let keys = &subscription.keys;
            (&subscription.endpoint, format!("{}.{}", keys.p256dh, keys.auth))
        }
    }
}

/// Returns the key pair for push messages: the one that is stored, or else `pair`, which is stored from now on.
pub(super) async fn push_key(transaction: &mut Connection, pair: &[u8]) -> Result<Vec<u8>, StoreError> {
    const KEEP: &str = "INSERT INTO push_key (id, pair) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
    transaction.execute(KEEP, values![pair]).await?;
    let row = transaction.query_opt("SELECT pair FROM push_key WHERE id = 1", &[]).await?;
    row.ok_or_else(|| StoreError::Failed("the key for push messages is gone".to_owned()))?.get(0)
}
