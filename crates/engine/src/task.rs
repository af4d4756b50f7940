//! What a search is asked for.

use beaufort_rules::Turn;

use crate::limits::Limits;
use crate::skill::Skill;

/// What a search is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// What ends the search.
    pub limits: Limits,
    /// The number of best turns that are wanted, each with its own line (multi-PV): at least 1.
    pub lines: usize,
    /// The turns to choose from; empty: all legal ones. Others are left out.
    pub only: &'a [Turn],
    /// How badly it is to be done; `None`: as well as possible. With a skill one thread searches.
    pub skill: Option<Skill>,
}

impl Default for Task<'_> {
    fn default() -> Self {
        Task { limits: Limits::infinite(), lines: 1, only: &[], skill: None }
    }
}

impl From<Limits> for Task<'_> {
    fn from(limits: Limits) -> Self {
        Task { limits, ..Task::default() }
    }
}
