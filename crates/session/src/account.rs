//! Accounts: players who play under a name.

use serde::{Deserialize, Serialize};

/// The number of an account. Numbers are never used again after an account is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountId(pub i64);

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// The name of the player.
    pub name: String,
}
