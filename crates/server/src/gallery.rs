//! Published games in memory: which ones the operator has removed, how often they are played, and how many are published.
//!
//! The store keeps them. What is counted here is written now and then, so that beginning a game costs no write of its own.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use beaufort_session::AccountId;

use crate::limits::{KeyedLimit, NetworkLimit, Per};
use crate::network::TrustedNetworks;
use crate::store::{Store, StoreError};

/// Games that a name publishes: rate per day, and burst size.
const PUBLISHED_BY_NAME_PER_DAY: u32 = 20;
/// Games that an address publishes without a name: rate per day, and burst size.
const PUBLISHED_BY_ADDRESS_PER_DAY: u32 = 10;
/// Changes of published games and favourites by a name: sustained rate, per minute.
const CHANGES_PER_MINUTE: u32 = 30;
/// Burst size.
const CHANGES_AT_ONCE: u32 = 60;
/// Games of the same rules, begun at an address, that count: rate per day, and burst size.
const COUNTED_PLAYS_PER_DAY: u32 = 5;
/// The most rules whose games are counted between two writes; games of others are not counted.
const MAX_COUNTED: usize = 1_000;
/// The most removed games that a server knows.
const MAX_REMOVED: u32 = 100_000;
/// The time after which a game that was published without a name and never played is deleted, in seconds.
pub(crate) const MAX_UNPLAYED_AGE: u32 = 30 * 86_400;
/// The time between two looks at the store.
const INTERVAL: Duration = Duration::from_secs(5);

/// The published games of a server, as far as they are in memory.
#[derive(Debug)]
pub(crate) struct Gallery {
    removed: RwLock<HashSet<String>>,
    /// The numbers of games that have begun and are not written yet, by the ids of their rules.
    plays: Mutex<HashMap<String, u32>>,
    counted: KeyedLimit<(IpAddr, String)>,
    names: KeyedLimit<AccountId>,
    /// The games published without a name; `None` if the server serves its own machine alone.
    addresses: Option<NetworkLimit>,
    changes: KeyedLimit<AccountId>,
}

impl Gallery {
    pub(crate) fn new(is_public: bool, trusted: &TrustedNetworks) -> Gallery {
        let per_day = Per::Day(PUBLISHED_BY_ADDRESS_PER_DAY);
        Gallery {
            removed: RwLock::default(),
            plays: Mutex::default(),
            counted: KeyedLimit::new(Per::Day(COUNTED_PLAYS_PER_DAY), COUNTED_PLAYS_PER_DAY),
            names: KeyedLimit::new(Per::Day(PUBLISHED_BY_NAME_PER_DAY), PUBLISHED_BY_NAME_PER_DAY),
            addresses: is_public.then(|| NetworkLimit::new(per_day, PUBLISHED_BY_ADDRESS_PER_DAY, trusted)),
            changes: KeyedLimit::new(Per::Minute(CHANGES_PER_MINUTE), CHANGES_AT_ONCE),
        }
    }

    /// Counts a game that is published. Returns `false` if that exceeds the limit.
    pub(crate) fn may_publish(&self, account: Option<AccountId>, address: IpAddr) -> bool {
        match account {
            Some(account) => self.names.admit(&account),
            None => self.addresses.as_ref().is_none_or(|limit| limit.admit(address)),
        }
    }

    /// Counts a change of a published game or a favourite. Returns `false` if that exceeds the limit.
    pub(crate) fn may_change(&self, account: AccountId) -> bool {
        self.changes.admit(&account)
    }

    /// Returns whether the operator has removed a game.
    pub(crate) fn is_removed(&self, id: &str) -> bool {
        self.removed.read().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    /// Counts a game that has begun; an address counts a few times a day.
    pub(crate) fn note_play(&self, id: &str, address: Option<IpAddr>) {
        if address.is_some_and(|address| !self.counted.admit(&(address, id.to_owned()))) {
            return;
        }
        let mut plays = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        if plays.len() < MAX_COUNTED || plays.contains_key(id) {
            *plays.entry(id.to_owned()).or_default() += 1;
        }
    }

    /// Writes what was counted, and reads which games are removed.
    ///
    /// # Errors
    /// If the store fails; what was counted is counted again later.
    pub(crate) async fn refresh(&self, store: &dyn Store) -> Result<(), StoreError> {
        let Some(store) = store.gallery() else { return Ok(()) };
        let plays = std::mem::take(&mut *self.plays.lock().unwrap_or_else(PoisonError::into_inner));
        if !plays.is_empty() {
            let counted: Vec<(String, u32)> = plays.iter().map(|(id, &count)| (id.clone(), count)).collect();
            if let Err(error) = store.add_plays(&counted).await {
                let mut later = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
                plays.into_iter().for_each(|(id, count)| *later.entry(id).or_default() += count);
                return Err(error);
            }
        }
        let removed = store.removed(MAX_REMOVED).await?.into_iter().collect();
        *self.removed.write().unwrap_or_else(PoisonError::into_inner) = removed;
        Ok(())
    }

    /// Refreshes itself for ever. With `has_expiry` it deletes games without an owner that are no longer played.
    pub(crate) async fn watch(&self, store: &dyn Store, has_expiry: bool) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            // A failure of the store is logged where sessions are saved or loaded.
            let _ = self.refresh(store).await;
            if has_expiry && let Some(store) = store.gallery() {
                let _ = store.delete_unplayed(MAX_UNPLAYED_AGE).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_a_name_publish_and_count_so_much_a_day() {
        let gallery = Gallery::new(true, &TrustedNetworks::default());
        let [one, other] = [[192, 0, 2, 1], [198, 51, 100, 1]].map(IpAddr::from);
        let anna = Some(AccountId(1));
        let published = |account, address| (0..100).filter(|_| gallery.may_publish(account, address)).count();
        assert_eq!(published(None, one), PUBLISHED_BY_ADDRESS_PER_DAY as usize);
        assert_eq!(published(anna, one), PUBLISHED_BY_NAME_PER_DAY as usize, "a name has its own share");
        assert!(gallery.may_publish(None, other) && gallery.may_publish(Some(AccountId(2)), one));
        let changed = (0..1000).filter(|_| gallery.may_change(AccountId(1))).count();
        assert!((60..70).contains(&changed), "{changed}");
        for _ in 0..100 {
            gallery.note_play("own-1", Some(one));
        }
        gallery.note_play("own-1", Some(other));
        assert_eq!(gallery.plays.lock().unwrap()["own-1"], COUNTED_PLAYS_PER_DAY + 1);
        for number in 0..2 * MAX_COUNTED {
            gallery.note_play(&format!("own-{number}"), None);
        }
        assert_eq!(gallery.plays.lock().unwrap().len(), MAX_COUNTED);
        // On the own machine there are no others.
        let local = Gallery::new(false, &TrustedNetworks::default());
        assert!((0..100).all(|_| local.may_publish(None, one)));
    }
}
