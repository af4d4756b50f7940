//! The accounts that have connections to this server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use beaufort_session::AccountId;

/// The number of connections of each account that has some.
#[derive(Debug, Default)]
pub(crate) struct Online {
    connections: Mutex<HashMap<i64, usize>>,
}

/// A connection of an account; it counts until it is dropped.
#[derive(Debug)]
pub(crate) struct OnlineGuard {
    online: Arc<Online>,
    account: i64,
}

impl Online {
    /// Counts a connection of an account.
    pub(crate) fn enter(self: &Arc<Online>, AccountId(account): AccountId) -> OnlineGuard {
        *self.lock().entry(account).or_default() += 1;
        OnlineGuard { online: Arc::clone(self), account }
    }

    /// Returns whether an account has a connection.
    pub(crate) fn has(&self, AccountId(account): AccountId) -> bool {
        self.lock().contains_key(&account)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i64, usize>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OnlineGuard {
    fn drop(&mut self) {
        let mut connections = self.online.lock();
        if let Some(count) = connections.get_mut(&self.account) {
            *count -= 1;
            if *count == 0 {
                connections.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_online_while_it_has_a_connection() {
        let online = Arc::new(Online::default());
        let anna = AccountId(7);
        let (one, other) = (online.enter(anna), online.enter(anna));
        assert!(online.has(anna) && !online.has(AccountId(8)));
        drop(one);
        assert!(online.has(anna));
        drop(other);
        assert!(!online.has(anna) && online.lock().is_empty());
    }
}
