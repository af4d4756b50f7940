//! The lock on a file of sessions, held as long as the server lives: a file has one server.
//!
//! Removing or replacing the lock file releases the lock: the server notices before it saves anything,
//! and takes it again unless another server has it by then.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use crate::store::file_identity;

/// The number of attempts, and the interval, to read the address of another server that is starting.
const READ_ATTEMPTS: u32 = 10;
const READ_INTERVAL: Duration = Duration::from_millis(100);
/// The longest address.
const MAX_ADDRESS_BYTES: u64 = 64;

/// The lock on a file of sessions. It ends with the server, however that ends.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    held: Mutex<Held>,
}

#[derive(Debug)]
struct Held {
    file: File,
    identity: Option<Arc<str>>,
    /// Where the server is, once it is known.
    address: Option<SocketAddr>,
    /// Whether another server has taken the lock: the sessions in memory are out of date from then on.
    is_lost: bool,
}

/// Why there is no lock.
#[derive(Debug)]
pub(crate) enum LockError {
    /// Another server has it; its address, if it could be read.
    Taken(Option<SocketAddr>),
    /// The lock file cannot be used.
    Io(io::Error),
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> LockError {
        LockError::Io(error)
    }
}

impl Lock {
    /// Locks the sessions in a file.
    ///
    /// # Errors
    /// If another server has them, or the lock file beside them cannot be used.
    pub(crate) fn take(database: &Path) -> Result<Lock, LockError> {
        let path = database.with_extension("lock");
        let mut file = open(&path)?;
        match lock(&path, file.try_clone()?) {
            Ok(held) => Ok(Lock { path, held: Mutex::new(held) }),
            Err(LockError::Taken(_)) => {
                for _ in 0..READ_ATTEMPTS {
                    if let Some(address) = read(&mut file) {
                        return Err(LockError::Taken(Some(address)));
                    }
                    thread::sleep(READ_INTERVAL);
                }
                Err(LockError::Taken(None))
            }
            Err(error) => Err(error),
        }
    }

    /// Writes the address of this server for others.
    ///
    /// # Errors
    /// If the lock file cannot be written.
    pub(crate) fn write_address(&self, address: SocketAddr) -> io::Result<()> {
        self.held().write_address(address)
    }

    /// Returns whether the server has the lock still. If the lock file is gone, it takes the lock again, unless another server was first.
    pub(crate) fn is_held(&self) -> bool {
        let mut held = self.held();
        if held.is_lost || file_identity(&self.path) == held.identity {
            return !held.is_lost;
        }
        match open(&self.path).map_err(LockError::Io).and_then(|file| lock(&self.path, file)) {
            Ok(mut again) => {
                log_limited!(
                    warn,
                    "the lock file of the sessions was removed while the server runs: it is there again"
                );
                if let Some(address) = held.address
                    && let Err(error) = again.write_address(address)
                {
                    log_limited!(warn, %error, "cannot write the address into the lock file");
                }
                *held = again;
                true
            }
            Err(LockError::Taken(_)) => {
                held.is_lost = true;
                false
            }
            // No other server holds it: the disk is full or the folder is gone, which the next save reports.
            Err(LockError::Io(_)) => true,
        }
    }

    /// Gives the lock back.
    pub(crate) fn release(&self) {
        // It ends with the file in any case.
        let _ = self.held().file.unlock();
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().expect("nothing panics while it uses the lock file")
    }
}

impl Held {
    fn write_address(&mut self, address: SocketAddr) -> io::Result<()> {
        self.address = Some(address);
        self.file.rewind()?;
        self.file.set_len(0)?;
        writeln!(self.file, "{address}")
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)
}

/// Takes the lock in an open file, which has the name at the end as at the beginning.
fn lock(path: &Path, file: File) -> Result<Held, LockError> {
    match file.try_lock() {
        Ok(()) => {
            // The address of the last server leads nowhere.
            file.set_len(0)?;
            Ok(Held { file, identity: file_identity(path), address: None, is_lost: false })
        }
        Err(TryLockError::Error(error)) => Err(LockError::Io(error)),
        Err(TryLockError::WouldBlock) => Err(LockError::Taken(None)),
    }
}

/// Returns the address in the file, once it is there.
fn read(file: &mut File) -> Option<SocketAddr> {
    let mut text = String::new();
    file.rewind().ok()?;
    file.take(MAX_ADDRESS_BYTES).read_to_string(&mut text).ok()?;
    text.strip_suffix('\n')?.parse().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_lock_file_that_is_removed_is_no_way_in() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sessions.sqlite");
        let first = Lock::take(&database).unwrap();
        let address: SocketAddr = "127.0.0.1:8437".parse().unwrap();
        first.write_address(address).unwrap();
        let remove = || std::fs::remove_file(folder.path().join("sessions.lock")).unwrap();
        // Before another server comes it is made again.
        remove();
        assert!(first.is_held());
        assert!(matches!(Lock::take(&database), Err(LockError::Taken(Some(known))) if known == address));
        // If another server was faster, the first one has lost the lock for good, even after the other has gone.
        remove();
        let second = Lock::take(&database).unwrap();
        assert!(!first.is_held());
        assert!(second.is_held());
        drop(second);
        assert!(!first.is_held());
        first.release();
        assert!(Lock::take(&database).unwrap().is_held());
    }
}
