//! Lazy SMP for engines that cannot be threads of one program.

use std::fmt;
use std::sync::Arc;

/// Words of memory that several engines read and write concurrently, each in a program of its own, such as a worker of a
/// browser.
///
/// Locks are not needed, nor an order among accesses to different words: a load returns a value that some engine has stored in
/// this word, or 0 if none has.
pub trait SharedMemory: fmt::Debug + Send + Sync {
    /// Returns the number of words.
    fn len(&self) -> usize;

    /// Returns whether the memory has no words.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Loads a word.
    ///
    /// `index` is below [`SharedMemory::len`].
    fn load(&self, index: usize) -> u32;

    /// Stores a word.
    ///
    /// `index` is below [`SharedMemory::len`].
    fn store(&self, index: usize, word: u32);

    /// Sets all words to 0.
    fn clear(&self);
}

/// The role of an engine in a search that several engines share (lazy SMP). All of them search the same task; only the result
/// of the main engine counts, and the caller stops the helpers once it is there.
#[derive(Clone, Debug)]
pub struct SharedSearch {
    pub(crate) memory: Arc<dyn SharedMemory>,
    pub(crate) number: usize,
}

impl SharedSearch {
    /// The greatest number of engines in a search, the main engine included.
    pub const MAX_ENGINES: usize = HEADER_WORDS;

    /// Returns the number of 32-bit words of memory for a shared table of `mib` MiB, in addition to each engine's own table.
    pub const fn words(mib: usize) -> usize {
        HEADER_WORDS + (mib << 20) / size_of::<u32>()
    }

    /// Returns the role of the engine with a number: 0 is the main engine, the others are helpers.
    ///
    /// # Panics
    /// If the number is not below [`SharedSearch::MAX_ENGINES`], or the memory has fewer words than a table of 1 MiB needs.
    pub fn new(memory: Arc<dyn SharedMemory>, number: usize) -> SharedSearch {
        assert!(number < Self::MAX_ENGINES, "at most {} engines search together", Self::MAX_ENGINES);
        assert!(memory.len() >= Self::words(1), "{} words are no table", memory.len());
        SharedSearch { memory, number }
    }

    /// Returns the number of the engine; 0 is the main engine.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Returns whether this engine is a helper, whose result is ignored.
    pub fn is_helper(&self) -> bool {
        self.number > 0
    }
}

/// The number of words before the shared table: the generation of its entries, then the node count of each helper by its
/// number.
pub(crate) const HEADER_WORDS: usize = 16;

/// Communication between the engines of a search besides the transposition table.
impl SharedSearch {
    const GENERATION: usize = 0;

    /// Returns the generation of the current search.
    pub(crate) fn generation(&self) -> u64 {
        self.memory.load(Self::GENERATION).into()
    }

    /// Begins a search if this is the main engine: resets the node counts and publishes the generation.
    pub(crate) fn begin(&self, generation: u64) {
        if !self.is_helper() {
            (1..HEADER_WORDS).for_each(|index| self.memory.store(index, 0));
            self.memory.store(Self::GENERATION, generation as u32);
        }
    }

    /// Publishes the number of nodes that this engine has searched, if it is a helper.
    pub(crate) fn publish_nodes(&self, nodes: u64) {
        if self.is_helper() {
            self.memory.store(self.number, nodes.try_into().unwrap_or(u32::MAX));
        }
    }

    /// Returns the total number of nodes of the helpers if this is the main engine, otherwise 0.
    pub(crate) fn helpers_nodes(&self) -> u64 {
        let nodes = |index| u64::from(self.memory.load(index));
        if self.is_helper() { 0 } else { (1..HEADER_WORDS).map(nodes).sum() }
    }
}
