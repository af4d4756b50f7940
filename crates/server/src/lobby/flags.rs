//! The flags of sessions that are not in memory.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

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
            let is_due = noted.is_none_or(|noted| noted.elapsed() >= ALIVE_INTERVAL);
            let flagged = self.look_for_flags(is_due).await;
            if is_due && flagged.is_ok() {
                noted = Some(Instant::now());
            }
            match flagged {
                Ok(names) => {
                    let mut rooms = self.rooms();
                    for name in names {
                        // Where no room is left, the flag falls later.
                        let _ = self.entry(&mut rooms, &name, None);
                    }
                }
                Err(StoreError::Gone(_)) => self.store_is_gone(),
                // Whoever saves or loads meets the same failure, and says so.
                Err(_) => {}
            }
        }
    }

    /// Returns the sessions whose flags have fallen, and notes that there is a server if that is due.
    async fn look_for_flags(&self, is_due: bool) -> Result<Vec<String>, StoreError> {
        let now = SystemTime::now();
        if is_due {
            self.store.note_alive(now).await?;
        }
        self.store.flagged(now, MAX_FLAGGED).await
    }
}
