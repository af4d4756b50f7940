//! The memory of all sessions together. Their number says little: one may be a thousand times as large as another.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most memory of all sessions together, as estimated, except for what [`MAX_LIGHT_BYTES`] allows each of them.
pub(crate) const MAX_SESSION_MEMORY: usize = 512 * 1024 * 1024;
/// A session up to this size, in bytes, may always grow; a long game takes less.
const MAX_LIGHT_BYTES: usize = 256 * 1024;

/// The memory of all sessions.
#[derive(Clone, Debug)]
pub(crate) struct SessionMemory {
    used: Arc<AtomicUsize>,
    most: usize,
}

/// The memory of one session, until it is dropped.
#[derive(Debug)]
pub(crate) struct MemoryShare {
    memory: SessionMemory,
    bytes: usize,
}

impl SessionMemory {
    pub(crate) fn new(most: usize) -> SessionMemory {
        SessionMemory { used: Arc::default(), most }
    }

    /// Returns whether the limit is exceeded.
    pub(crate) fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.most
    }

    /// Returns the share of a session of `bytes` bytes.
    pub(crate) fn share(&self, bytes: usize) -> MemoryShare {
        self.used.fetch_add(bytes, Ordering::Relaxed);
        MemoryShare { memory: self.clone(), bytes }
    }
}

impl MemoryShare {
    /// Sets the size of the session.
    pub(crate) fn set(&mut self, bytes: usize) {
        *self = self.memory.share(bytes);
    }

    /// Returns whether the session is large and the limit is exceeded.
    pub(crate) fn is_too_much(&self) -> bool {
        self.bytes > MAX_LIGHT_BYTES && self.memory.is_full()
    }

    /// Returns whether the session may grow to `bytes` bytes.
    pub(crate) fn admits(&self, bytes: usize) -> bool {
        let others = self.memory.used.load(Ordering::Relaxed).saturating_sub(self.bytes);
        bytes <= self.bytes.max(MAX_LIGHT_BYTES) || others.saturating_add(bytes) <= self.memory.most
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        self.memory.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_sessions_grow_as_long_as_there_is_room_and_others_in_any_case() {
        let memory = SessionMemory::new(2 * MAX_LIGHT_BYTES);
        let mut first = memory.share(0);
        assert!(first.admits(2 * MAX_LIGHT_BYTES) && !first.admits(2 * MAX_LIGHT_BYTES + 1));
        first.set(2 * MAX_LIGHT_BYTES);
        assert!(!memory.is_full());
        let second = memory.share(1);
        assert!(memory.is_full() && first.is_too_much() && !second.is_too_much());
        assert!(second.admits(MAX_LIGHT_BYTES) && !second.admits(MAX_LIGHT_BYTES + 1));
        // A session may shrink at any time.
        assert!(first.admits(2 * MAX_LIGHT_BYTES) && !first.admits(2 * MAX_LIGHT_BYTES + 1));
        drop(second);
        first.set(10);
        assert_eq!(memory.used.load(Ordering::Relaxed), 10);
        drop(first);
        assert_eq!(memory.used.load(Ordering::Relaxed), 0);
    }
}
