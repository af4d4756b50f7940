//! The task of a search.

use beaufort_rules::Turn;

use crate::limits::Limits;
use crate::skill::Skill;

/// The task of a search: limits, number of lines, turns to choose from and skill.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The limits of the search.
    pub limits: Limits,
    /// The number of best turns to find, each with its line (multi-PV); at least 1.
    pub lines: usize,
    /// The turns to choose from; if empty, all legal turns.
    pub only: &'a [Turn],
    /// The skill of a weaker player, which searches with one thread; `None` for full strength.
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
