//! Engines that search together without being threads of one program.

use std::fmt;
use std::sync::Arc;

/// Words that several engines read and write at the same time, each in a program of its own: in a browser, each in a worker.
///
/// No lock is needed, and no order among the reads and writes of different words: what is read of a word is what one of the
/// engines has written there, or 0 if none has.
pub trait SharedMemory: fmt::Debug + Send + Sync {
    /// Returns the number of words.
    fn len(&self) -> usize;

    /// Returns whether there are no words.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a word.
    fn load(&self, index: usize) -> u32;

    /// Writes a word.
    fn store(&self, index: usize, word: u32);

    /// Writes 0 everywhere.
    fn clear(&self);
}

/// The part of an engine in a search that several engines share (lazy SMP). All of them are given the same task; the result of the
/// main engine counts, and when it has one, whoever gave the task stops the helpers.
#[derive(Clone, Debug)]
pub struct SharedSearch {
    pub(crate) memory: Arc<dyn SharedMemory>,
    pub(crate) number: usize,
}

impl SharedSearch {
    /// The most engines that can search together.
    pub const MAX_ENGINES: usize = HEADER_WORDS;

    /// Returns the number of words that engines need which share a table of `mib` MiB, beside those that each of them has.
    pub const fn words(mib: usize) -> usize {
        HEADER_WORDS + (mib << 20) / size_of::<u32>()
    }

    /// Returns the part of the main engine, whose number is 0, or of a helper.
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

    /// Returns whether the result of this engine does not count.
    pub fn is_helper(&self) -> bool {
        self.number > 0
    }
}

/// The words before the shared table: the generation of its entries, and the nodes of each helper by its number.
pub(crate) const HEADER_WORDS: usize = 16;

/// What the engines of a search tell each other beside the transposition table.
impl SharedSearch {
    const GENERATION: usize = 0;

    /// Returns the generation of the search that is going on.
    pub(crate) fn generation(&self) -> u64 {
        self.memory.load(Self::GENERATION).into()
    }

    /// Begins a search, if this is the main engine.
    pub(crate) fn begin(&self, generation: u64) {
        if !self.is_helper() {
            (1..HEADER_WORDS).for_each(|index| self.memory.store(index, 0));
            self.memory.store(Self::GENERATION, generation as u32);
        }
    }

    /// Tells the main engine how many nodes this one has searched, if it is a helper.
    pub(crate) fn publish_nodes(&self, nodes: u64) {
        if self.is_helper() {
            self.memory.store(self.number, nodes.try_into().unwrap_or(u32::MAX));
        }
    }

    /// Returns the nodes of the helpers, if this is the main engine.
    pub(crate) fn helpers_nodes(&self) -> u64 {
        let nodes = |index| u64::from(self.memory.load(index));
        if self.is_helper() { 0 } else { (1..HEADER_WORDS).map(nodes).sum() }
    }
}
