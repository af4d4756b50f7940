//! The settings that both protocols share.

use std::ops::RangeInclusive;

use beaufort_engine::{Level, Options, Skill, level, levels};

/// The level of full strength.
pub(super) const FULL: &str = "full";
/// The size of the hash table in MiB.
pub(super) const HASH_MIB: RangeInclusive<u64> = 1..=65_536;
/// The threads that search.
pub(super) const THREAD_COUNTS: RangeInclusive<u64> = 1..=256;

/// Returns the ids of all levels, the weakest first.
pub(super) fn level_ids() -> Vec<&'static str> {
    levels().iter().map(|level| level.id).collect()
}

/// Returns what a user should know about the limits of a level; `None` at full strength.
pub(super) fn remark(level: &Level) -> Option<String> {
    level.skill.map(|_| format!("{}: {}", level.title(), level.stop()))
}

/// The current settings.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) engine: Options,
    /// The number of lines that are shown.
    pub(super) lines: usize,
    level: &'static str,
    /// The limited skill in this game.
    skill: Option<Skill>,
}

impl Settings {
    /// Returns the settings at full strength.
    pub(super) fn new(engine: Options) -> Settings {
        Settings { engine, lines: 1, level: FULL, skill: None }
    }

    /// Sets the size of the hash table in MiB, clamped to its range.
    pub(super) fn set_memory(&mut self, mib: u64) {
        self.engine.hash_mib = mib.clamp(*HASH_MIB.start(), *HASH_MIB.end()) as usize;
    }

    /// Sets the number of threads, clamped to its range.
    pub(super) fn set_threads(&mut self, threads: u64) {
        self.engine.threads = threads.clamp(*THREAD_COUNTS.start(), *THREAD_COUNTS.end()) as usize;
    }

    /// Sets the level with an id and returns it, if there is one.
    pub(super) fn set_level(&mut self, id: &str) -> Option<&'static Level> {
        let level = level(id)?;
        self.level = level.id;
        self.new_game();
        Some(level)
    }

    /// Draws the random seed of a limited skill for a new game.
    pub(super) fn new_game(&mut self) {
        self.skill =
            level(self.level).and_then(|level| level.skill).map(|skill| skill.with_seed(fastrand::u64(..)));
    }

    /// Returns the limited skill in this game; `None`: full strength.
    pub(super) fn skill(&self) -> Option<Skill> {
        self.skill
    }
}
