//! The store of accounts.
//!
//! A name stands in its account alone. Everything else has the number of the account, so that a name which is deleted is gone.

mod challenges;
#[cfg(test)]
mod contract;
mod follows;
mod ratings;
mod sql;

use std::collections::BTreeMap;
use std::time::SystemTime;

use async_trait::async_trait;
use beaufort_session::view::{OpponentScore, PairScore, RatedAt};
use beaufort_session::{Account, AccountId, Listing, RatedOutcome};

use super::{Listed, StoreError};
use crate::identity::{FoldedName, PasswordHash, TokenHash, WhichTokens};
use crate::rating::Rating;
pub(super) use challenges::{challenge, challenge_seconds, why_not_challenged};
pub(super) use ratings::rate;

/// The most browsers in which an account is signed in; beyond, the oldest one is signed out.
const MAX_SIGN_INS: usize = 32;

/// A store of accounts.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Creates an account; `None` if the name is taken, or one that looks like it.
    async fn create_account(
        &self,
        name: &str,
        folded: &FoldedName,
        password: &PasswordHash,
    ) -> Result<Option<AccountId>, StoreError>;

    /// Returns the account with a name, or with one that looks like it.
    async fn credentials(&self, folded: &FoldedName) -> Result<Option<Credentials>, StoreError>;

    /// Keeps the token of a browser that signs in, until then. Returns whether it is kept: it is not if the account has another
    /// password by now, with which all browsers were signed out.
    async fn sign_in(
        &self,
        credentials: &Credentials,
        token: &TokenHash,
        expires: SystemTime,
    ) -> Result<bool, StoreError>;

    /// Returns the account of a token.
    async fn signed_in(&self, token: &TokenHash, now: SystemTime) -> Result<Option<Account>, StoreError>;

    /// Forgets tokens of an account.
    async fn sign_out(&self, account: AccountId, which: WhichTokens) -> Result<(), StoreError>;

    /// Gives an account another password.
    async fn set_password(&self, account: AccountId, password: &PasswordHash) -> Result<(), StoreError>;

    /// Deletes an account with all that is kept about it; its games stay. Those that are rated and go on count as lost.
    async fn delete_account(&self, account: AccountId) -> Result<(), StoreError>;

    /// Returns the name of an account; `None` if it has been deleted.
    async fn account_name(&self, account: AccountId) -> Result<Option<String>, StoreError>;

    /// Returns the games of an account, those that have changed last first.
    async fn games_of(&self, account: AccountId, offset: u32, limit: u32) -> Result<Vec<Listed>, StoreError>;

    /// Returns the games to which an account is challenged and that wait for it, the newest first.
    async fn challenges(&self, account: AccountId) -> Result<Vec<Listed>, StoreError>;

    /// Returns whether an account may be challenged.
    async fn allows_challenges(&self, account: AccountId) -> Result<bool, StoreError>;

    /// Sets whether an account may be challenged. Challenges that wait are forgotten if it may not.
    async fn allow_challenges(&self, account: AccountId, allows: bool) -> Result<(), StoreError>;

    /// Returns the results of the games of an account against another one.
    async fn score(&self, account: AccountId, other: AccountId) -> Result<PairScore, StoreError>;

    /// Returns the players whom an account follows, by name, each with the session of a public game that it plays.
    async fn followed(&self, account: AccountId) -> Result<Vec<(Account, Option<String>)>, StoreError>;

    /// Follows a player, or not any more. Returns `false` if an account follows too many.
    async fn follow(&self, account: AccountId, followed: AccountId, on: bool) -> Result<bool, StoreError>;

    /// Returns the ratings of an account, by the ids of the games.
    async fn ratings_of(&self, account: AccountId) -> Result<Vec<(String, Rating)>, StoreError>;

    /// Returns the ratings of an account after each of its last games of each kind, at most `limit`, by the ids of the games, the oldest
    /// first.
    async fn rating_curves(
        &self,
        account: AccountId,
        limit: u32,
    ) -> Result<BTreeMap<String, Vec<RatedAt>>, StoreError>;

    /// Returns the results of the rated games of an account by opponents, at most `limit`, those with most games first. Opponents who have
    /// deleted their names are left out.
    async fn opponents(&self, account: AccountId, limit: u32) -> Result<Vec<OpponentScore>, StoreError>;

    /// Returns the players with the best ratings in a game, without those that are provisional.
    async fn best_players(&self, game: &str, limit: u32) -> Result<Vec<(String, Rating)>, StoreError>;

    /// Returns the other data about an account, as JSON: its creation, its sign-ins, and the ratings of its games.
    async fn facts_about(&self, account: AccountId) -> Result<serde_json::Value, StoreError>;
}

/// An account with the password that opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    pub(crate) account: Account,
    pub(crate) password: PasswordHash,
}

/// Returns the players and the outcome of a rated game that is over.
fn to_rate(listing: &Listing) -> Option<([i64; 2], RatedOutcome)> {
    let [Some(AccountId(first)), Some(AccountId(second))] = listing.accounts else { return None };
    Some(([first, second], listing.rated?))
}

/// Returns a moment as it is kept of a token: in seconds since 1970.
fn seconds(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
