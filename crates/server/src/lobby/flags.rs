//! The flags of sessions that are not in memory.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Lobby;
use crate::store::StoreError;

/// How often it is looked for flags that have fallen.
const FLAG_INTERVAL: Duration = Duration::from_secs(1);
/// How often it is noted that there is a server.
const ALIVE_INTERVAL: Duration = Duration::from_secs(60);
/// The most sessions that are opened each time.
const MAX_FLAGGED: usize = 64;

impl Lobby {
    /// Opens the sessions whose flags fall while they are not in memory, for ever.
    pub(crate) async fn watch_flags(self: &Arc<Lobby>) {
        let mut noted: Option<Instant> = None;
        loop {
            sleep(FLAG_INTERVAL).await;
            let store = Arc::clone(&self.store);
            let is_due = noted.is_none_or(|noted| noted.elapsed() >= ALIVE_INTERVAL);
            let flagged = spawn_blocking(move || {
                let now = SystemTime::now();
                if is_due {
                    store.note_alive(now)?;
                }
                store.flagged(now, MAX_FLAGGED)
            });
            let flagged = flagged.await;
            if is_due && let Ok(Ok(_)) = flagged {
                noted = Some(Instant::now());
            }
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
                Ok(Err(_)) | Err(_) => {}
            }
        }
    }
}
