//! The flags of sessions that are not in memory.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Lobby;
use crate::store::StoreError;

/// How often it is looked for flags that have fallen.
const FLAG_INTERVAL: Duration = Duration::from_secs(1);
/// The most sessions that are opened each time.
const MAX_FLAGGED: usize = 64;

impl Lobby {
    /// Opens the sessions whose flags fall while they are not in memory, for ever.
    pub(crate) async fn watch_flags(self: &Arc<Lobby>) {
        loop {
            sleep(FLAG_INTERVAL).await;
            let store = Arc::clone(&self.store);
            let flagged = spawn_blocking(move || store.flagged(SystemTime::now(), MAX_FLAGGED)).await;
            match flagged {
                Ok(Ok(names)) => {
                    let mut rooms = self.rooms();
                    for name in names {
                        // Where no room is left, the flag falls later.
                        let _ = self.entry(&mut rooms, &name);
                    }
                }
                Ok(Err(StoreError::Gone(_))) => self.store_is_gone(),
                // Whoever saves or loads meets the same failure, and says so.
                Ok(Err(StoreError::Taken | StoreError::Failed(_))) | Err(_) => {}
            }
        }
    }
}
