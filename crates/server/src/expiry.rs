//! Measures the store, and deletes sessions that have expired: those without a visit for long.

use std::time::{Duration, SystemTime};

use tokio::time::sleep;

use crate::services::Services;
use crate::store::StoreError;

/// The time between two measurements of the store.
const STORAGE_INTERVAL: Duration = Duration::from_secs(10);
/// The most sessions that are deleted each time.
const MAX_EXPIRED: usize = 64;

/// Measures the space that is left, and deletes sessions that have expired, for ever.
pub(crate) async fn watch(services: &Services) {
    loop {
        // A failure of the store is logged where sessions are saved or loaded.
        let stored = services.store.stored_bytes().await.ok();
        services.storage.note(stored);
        if services.has_expiry {
            let _ = delete_expired(services, services.time.now()).await;
        }
        sleep(STORAGE_INTERVAL).await;
    }
}

/// Deletes sessions that have expired and are not in memory. Returns their number.
async fn delete_expired(services: &Services, now: SystemTime) -> Result<u64, StoreError> {
    let mut names = services.store.expired(now, MAX_EXPIRED).await?;
    names.retain(|name| !services.rooms.has(name));
    // A session that was opened meanwhile has a visit by now, and stays.
    let deleted = if names.is_empty() { 0 } else { services.store.delete_expired(&names, now).await? };
    services.metrics.expired.inc_by(deleted);
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use beaufort_session::Save;

    use super::*;
    use crate::config::Config;
    use crate::lobby::Lobby;
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
        let time = ServerTime::of_machine();
        let services = config.services(Arc::clone(&store) as _, None, &metrics, None, None, time).unwrap();
        let lobby = Lobby::new(services);
        let row = |name: &str| Row {
            expires: Some(SystemTime::now()),
            ..Row::new(name, Save::Snapshot("one".to_owned()), WriteRight::Known)
        };
        store.save(&["deserted", "watched"].map(row)).await.unwrap();
        let later = SystemTime::now() + Duration::from_secs(8 * 86_400);
        let watcher = lobby.enter("watched", None).unwrap();
        assert_eq!(delete_expired(&lobby.services, later).await, Ok(1));
        assert_eq!(store.load("deserted").await, Ok(None));
        assert!(store.load("watched").await.unwrap().is_some());
        assert!(metrics.text().contains("beaufort_sessions_expired_total 1"));
        drop(watcher);
    }
}
