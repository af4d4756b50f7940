//! One file of sessions has one server: a lock beside the file, held as long as the server lives.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often, and in which intervals, the address of the other server is looked for while it starts.
const READ_ATTEMPTS: u32 = 10;
const READ_INTERVAL: Duration = Duration::from_millis(100);
/// The longest address.
const MAX_ADDRESS_BYTES: u64 = 64;

/// The lock on a file of sessions. It ends with the server, however that ends.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

/// Why there is no lock.
#[derive(Debug)]
pub(crate) enum LockError {
    /// Another server has it; its address, if it could be read.
    Taken(Option<SocketAddr>),
    /// The lock file cannot be used.
    Io(io::Error),
}

impl Lock {
    /// Locks the sessions in a file.
    ///
    /// # Errors
    /// If another server has them, or the lock file beside them cannot be used.
    pub(crate) fn take(database: &Path) -> Result<Lock, LockError> {
        let path = database.with_extension("lock");
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        let mut file = options.open(&path).map_err(LockError::Io)?;
        match file.try_lock() {
            Ok(()) => {
                // The address of the last server leads nowhere.
                file.set_len(0).map_err(LockError::Io)?;
                Ok(Lock { file })
            }
            Err(TryLockError::Error(error)) => Err(LockError::Io(error)),
            Err(TryLockError::WouldBlock) => {
                for _ in 0..READ_ATTEMPTS {
                    if let Some(address) = read(&mut file) {
                        return Err(LockError::Taken(Some(address)));
                    }
                    thread::sleep(READ_INTERVAL);
                }
                Err(LockError::Taken(None))
            }
        }
    }

    /// Tells other servers where this one is.
    ///
    /// # Errors
    /// If the lock file cannot be written.
    pub(crate) fn write_address(&mut self, address: SocketAddr) -> io::Result<()> {
        self.file.rewind()?;
        self.file.set_len(0)?;
        writeln!(self.file, "{address}")
    }
}

/// Returns the address in the file, once it is there.
fn read(file: &mut File) -> Option<SocketAddr> {
    let mut text = String::new();
    file.rewind().ok()?;
    file.take(MAX_ADDRESS_BYTES).read_to_string(&mut text).ok()?;
    text.strip_suffix('\n')?.parse().ok()
}
