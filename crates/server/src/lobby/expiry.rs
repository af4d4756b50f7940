//! What is kept of sessions: how much it is, and which of them are deleted since nobody has come for long.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::time::sleep;

use super::Lobby;
use crate::store::StoreError;

/// How often it is looked how much is kept and what has expired.
const STORAGE_INTERVAL: Duration = Duration::from_secs(10);
/// The most sessions that are deleted each time.
const MAX_EXPIRED: usize = 64;

impl Lobby {
    /// Looks how much space there is, and deletes sessions that have expired, for ever.
    pub(crate) async fn watch_storage(self: &Arc<Lobby>) {
        loop {
            // Whoever saves or loads meets a failure of the store, too, and says so.
            let stored = self.store.stored_bytes().await.ok();
            self.storage.note(stored);
            if self.has_expiry {
                let _ = self.delete_expired(self.time.now()).await;
            }
            sleep(STORAGE_INTERVAL).await;
        }
    }

    /// Deletes sessions that have expired and are not in memory. Returns their number.
    pub(crate) async fn delete_expired(&self, now: SystemTime) -> Result<u64, StoreError> {
        let mut names = self.store.expired(now, MAX_EXPIRED).await?;
        {
            let rooms = self.rooms();
            names.retain(|name| !rooms.open.contains_key(name) && !rooms.closing.contains_key(name));
        }
        // One that is opened meanwhile has a visit by now, and stays.
        let deleted = if names.is_empty() { 0 } else { self.store.delete_expired(&names, now).await? };
        self.metrics.expired.inc_by(deleted);
        Ok(deleted)
    }

    /// Notes that somebody visits a session which may expire.
    pub(crate) async fn note_visit(&self, name: &str) {
        if self.has_expiry {
            // If that cannot be written the session is read all the same.
            let _ = self.store.note_visit(name, self.time.now()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use beaufort_session::{ListingChange, Save};

    use super::*;
    use crate::Config;
    use crate::metrics::Metrics;
    use crate::server_time::ServerTime;
    use crate::store::{Row, Sharing, SqlStore, Store as _, WriteRight};

    #[tokio::test(flavor = "multi_thread")]
    async fn no_session_in_memory_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let public = Some("http://chess.example.org".parse().unwrap());
        let path = folder.path().join("sessions.sqlite");
        let config = Config { engines: 1, hash_mib: 1, public, ..Config::new(&path) };
        let store = Arc::new(SqlStore::open(&config.database, Sharing::Alone).await.unwrap());
        let metrics = Arc::new(Metrics::new());
        let lobby =
            Lobby::new(&config, Arc::clone(&store) as _, &metrics, None, None, ServerTime::of_machine())
                .unwrap();
        let row = |name: &str| Row {
            name: name.to_owned(),
            save: Save::Snapshot("one".to_owned()),
            right: WriteRight::Known,
            flag: None,
            listing: ListingChange::None,
            record: None,
            expires: Some(SystemTime::now()),
            post: Vec::new(),
        };
        store.save(&["deserted", "watched"].map(row)).await.unwrap();
        let later = SystemTime::now() + Duration::from_secs(8 * 86_400);
        let watcher = lobby.enter("watched", None).unwrap();
        assert_eq!(lobby.delete_expired(later).await, Ok(1));
        assert_eq!(store.load("deserted").await, Ok(None));
        assert!(store.load("watched").await.unwrap().is_some());
        assert!(metrics.text().contains("beaufort_sessions_expired_total 1"));
        drop(watcher);
    }
}
