//! The accounts that have seats, or that have begun a game against the engine. Saved games contain the number of the account alone.

use serde::{Deserialize, Serialize};

use crate::account::{Account, AccountId};
use crate::view::{NamedPlayer, SideIndex};

/// The account that has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Owner {
    pub(super) account: AccountId,
    /// The name; `None` if it has been deleted, or until it has been told.
    #[serde(skip)]
    pub(super) name: Option<String>,
}

/// The account that has begun a game against the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameStarter {
    pub(super) owner: Owner,
    /// The side that the person played when the game began.
    pub(super) side: SideIndex,
}

/// Returns whether no seat belongs to an account.
pub(super) fn nobody(owners: &[Option<Owner>; 2]) -> bool {
    owners.iter().all(Option::is_none)
}

impl Owner {
    /// Returns whether the account is there still.
    pub(super) fn has_name(&self) -> bool {
        self.name.is_some()
    }

    pub(super) fn view(&self) -> NamedPlayer {
        NamedPlayer::account(self.name.clone())
    }
}

impl From<&Account> for Owner {
    fn from(Account { id, name }: &Account) -> Owner {
        Owner { account: *id, name: Some(name.clone()) }
    }
}
