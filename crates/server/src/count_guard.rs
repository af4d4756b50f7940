//! A counter of things that exist at the moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts one thing from its creation until it is dropped.
#[derive(Debug)]
pub(crate) struct CountGuard(Arc<AtomicUsize>);

impl CountGuard {
    pub(crate) fn new(counter: &Arc<AtomicUsize>) -> CountGuard {
        counter.fetch_add(1, Ordering::Relaxed);
        CountGuard(Arc::clone(counter))
    }
}

impl Drop for CountGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
