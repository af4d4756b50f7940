//! The space for sessions on the disk. Without space no session may begin; those that have begun go on in any case.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use prometheus_client::metrics::gauge::Gauge;

use crate::metrics::Metrics;
use crate::store::Database;

/// The default limit of the store of a public server, in GiB.
const MAX_STORED_GIB: u64 = 10;
/// The fraction of the disk that has to be free: one part of this number.
const FREE_PART: u64 = 10;
/// The free bytes that are enough on a large disk.
const ENOUGH_FREE_BYTES: u64 = 10 << 30;

/// The space for sessions.
#[derive(Debug)]
pub(crate) struct Storage {
    /// The most that is kept, in bytes, if there is such a bound.
    most: Option<u64>,
    /// The folder of the sessions, if the disk is this machine's and others may fill it.
    folder: Option<PathBuf>,
    is_short: AtomicBool,
    stored: Gauge,
    free: Gauge,
}

/// The space of a disk, in bytes.
#[derive(Clone, Copy, Debug)]
struct Disk {
    total: u64,
    free: u64,
}

impl Storage {
    pub(crate) fn new(
        database: &Database,
        is_public: bool,
        max_stored_bytes: Option<u64>,
        metrics: &Metrics,
    ) -> Storage {
        let folder = match database {
            Database::File(path) if is_public => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                Some(folder.unwrap_or(Path::new(".")).to_owned())
            }
            Database::File(_) | Database::Postgres(_) => None,
        };
        let most = max_stored_bytes.or(is_public.then_some(MAX_STORED_GIB << 30));
        Storage {
            most,
            folder,
            is_short: AtomicBool::new(false),
            stored: metrics.stored_bytes.clone(),
            free: metrics.free_bytes.clone(),
        }
    }

    /// Returns whether no session may begin, since there is no space for it.
    pub(crate) fn is_short(&self) -> bool {
        self.is_short.load(Ordering::Relaxed)
    }

    /// Records the size of the store, if it is known, and measures the free space of the disk.
    pub(crate) fn note(&self, stored: Option<u64>) {
        let disk = self.folder.as_ref().and_then(|folder| {
            let space = fs4::statvfs(folder).ok()?;
            Some(Disk { total: space.total_space(), free: space.available_space() })
        });
        self.note_disk(stored, disk);
    }

    fn note_disk(&self, stored: Option<u64>, disk: Option<Disk>) {
        let gauge = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        if let Some(bytes) = stored {
            self.stored.set(gauge(bytes));
        }
        if let Some(disk) = disk {
            self.free.set(gauge(disk.free));
        }
        let is_too_much = self.most.zip(stored).is_some_and(|(most, stored)| stored >= most);
        let is_full = disk.is_some_and(|disk| disk.free < (disk.total / FREE_PART).min(ENOUGH_FREE_BYTES));
        let is_short = is_too_much || is_full;
        if self.is_short.swap(is_short, Ordering::Relaxed) != is_short {
            if is_short {
                log_limited!(error, stored, ?disk, "there is no space for new sessions");
            } else {
                log_limited!(warn, "there is space for new sessions again");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_begin_while_there_is_space() {
        let database = Database::from("sessions.sqlite");
        let storage = Storage::new(&database, false, Some(1000), &Metrics::new());
        let gib = |total: u64, free: u64| Some(Disk { total: total << 30, free: free << 30 });
        for (stored, disk, is_short) in [
            (None, None, false),
            (Some(999), None, false),
            (Some(1000), None, true),
            (Some(1), gib(20, 3), false),
            (Some(1), gib(20, 2), false),
            (Some(1), gib(20, 1), true),
            (Some(1), gib(2000, 11), false),
            (Some(1), gib(2000, 9), true),
            (None, Some(Disk { total: 0, free: 0 }), false),
        ] {
            storage.note_disk(stored, disk);
            assert_eq!(storage.is_short(), is_short, "{stored:?} {disk:?}");
        }
        // The own machine's disk is its owner's business.
        assert!(Storage::new(&database, false, None, &Metrics::new()).folder.is_none());
    }
}
