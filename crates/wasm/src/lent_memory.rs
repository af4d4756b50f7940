//! Memory that the engines of several workers share, where the host allows it.
//!
//! Each worker has a memory of its own: to share all of it would need a standard library built for that. The data that engines that
//! search together have in common lies in a buffer of JavaScript's instead, and is read and written word by word.

use std::cell::RefCell;
use std::sync::Arc;

use beaufort_session::{SharedMemory, SharedSearch};
use js_sys::Int32Array;

thread_local! {
    /// The view of the buffer. JavaScript's objects belong to one thread, and a worker has no other.
    static WORDS: RefCell<Option<Int32Array>> = const { RefCell::new(None) };
}

/// The memory that is lent to this worker.
#[derive(Debug)]
struct LentMemory {
    len: usize,
}

/// Returns the part of this worker's engine in the search of those that are lent the same memory.
///
/// # Errors
/// If the memory is too small or the number too high.
pub(crate) fn shared_search(words: Int32Array, number: usize) -> Result<SharedSearch, String> {
    let len = words.length() as usize;
    if len < SharedSearch::words(1) {
        return Err(format!("engines cannot share {len} words"));
    }
    if number >= SharedSearch::MAX_ENGINES {
        return Err(format!("at most {} engines search together", SharedSearch::MAX_ENGINES));
    }
    WORDS.set(Some(words));
    Ok(SharedSearch::new(Arc::new(LentMemory { len }), number))
}

fn with_words<T>(use_words: impl FnOnce(&Int32Array) -> T) -> T {
    WORDS.with_borrow(|words| {
        use_words(words.as_ref().expect("an engine that shares a search has been lent memory"))
    })
}

impl SharedMemory for LentMemory {
    fn len(&self) -> usize {
        self.len
    }

    fn load(&self, index: usize) -> u32 {
        with_words(|words| words.get_index(index as u32)).cast_unsigned()
    }

    fn store(&self, index: usize, word: u32) {
        with_words(|words| words.set_index(index as u32, word.cast_signed()));
    }

    fn clear(&self) {
        with_words(|words| words.fill(0, 0, self.len as u32));
    }
}
