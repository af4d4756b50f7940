//! How much memory the sessions take together: their number alone says little, as one may be a thousand times as large as another.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most memory that sessions may take together, as it is estimated, but for what the next bound allows each of them.
pub(crate) const MAX_SESSION_MEMORY: usize = 512 * 1024 * 1024;
/// A session up to this size may grow however much the others take: a long game takes less.
const MAX_LIGHT_BYTES: usize = 256 * 1024;

/// The memory that all sessions take.
#[derive(Clone, Debug)]
pub(crate) struct SessionMemory {
    used: Arc<AtomicUsize>,
    most: usize,
}

/// The part of it that a session takes, until it is dropped.
#[derive(Debug)]
pub(crate) struct MemoryShare {
    memory: SessionMemory,
    bytes: usize,
}

impl SessionMemory {
    pub(crate) fn new(most: usize) -> SessionMemory {
        SessionMemory { used: Arc::default(), most }
    }

    /// Returns whether sessions take more than they may.
    pub(crate) fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.most
    }

    /// Returns the share of a session that takes so many bytes.
    pub(crate) fn share(&self, bytes: usize) -> MemoryShare {
        self.used.fetch_add(bytes, Ordering::Relaxed);
        MemoryShare { memory: self.clone(), bytes }
    }
}

impl MemoryShare {
    /// Notes that the session takes so many bytes by now.
    pub(crate) fn set(&mut self, bytes: usize) {
        *self = self.memory.share(bytes);
    }

    /// Returns whether the session is a large one, and all together take more than they may.
    pub(crate) fn is_too_much(&self) -> bool {
        self.bytes > MAX_LIGHT_BYTES && self.memory.is_full()
    }

    /// Returns whether there is room for the session to take so many bytes.
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
        // What is there already may become smaller.
        assert!(first.admits(2 * MAX_LIGHT_BYTES) && !first.admits(2 * MAX_LIGHT_BYTES + 1));
        drop(second);
        first.set(10);
        assert_eq!(memory.used.load(Ordering::Relaxed), 10);
        drop(first);
        assert_eq!(memory.used.load(Ordering::Relaxed), 0);
    }
}
