//! The engine at the table: how long it thinks, and what it says about it.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Info, LazyEngine, Level, Limits, PvLine, SearchResult, Skill, Task};
use beaufort_rules::{Position, Turn};
use beaufort_session::assessment;

use super::interrupt::Interrupt;
use crate::level::skill_of_game;
use crate::output::Status;

/// The engine with its limits.
#[derive(Debug)]
pub(super) struct Thinker {
    engine: LazyEngine,
    pub(super) limits: Limits,
    /// How well it plays its own turns; what it is asked it answers as well as it can.
    level: &'static Level,
    /// How badly it plays this game.
    skill: Option<Skill>,
    interrupt: Arc<Interrupt>,
}

impl Thinker {
    pub(super) fn new(
        engine: LazyEngine,
        level: &'static Level,
        limits: Limits,
        interrupt: &Arc<Interrupt>,
    ) -> Thinker {
        let mut thinker = Thinker { engine, limits, level, skill: None, interrupt: Arc::clone(interrupt) };
        thinker.set_level(level);
        thinker
    }

    /// Returns how well it plays.
    pub(super) fn level(&self) -> &'static Level {
        self.level
    }

    /// Changes how well it plays, and draws by lot what it will overlook.
    pub(super) fn set_level(&mut self, level: &'static Level) {
        self.level = level;
        self.skill = skill_of_game(level);
    }

    /// Chooses a turn of its own, as well as its level can; while it thinks, a line tells of it, in detail if wanted.
    pub(super) fn choose(&mut self, position: &Position, detailed: bool) -> SearchResult {
        self.search(Task { skill: self.skill, ..Task::default() }, position, detailed)
    }

    /// Thinks about so many of the best turns of a position, as well as it can; otherwise as [`Thinker::choose`].
    pub(super) fn find(&mut self, lines: usize, position: &Position, detailed: bool) -> SearchResult {
        self.search(Task { lines, ..Task::default() }, position, detailed)
    }

    fn search(&mut self, task: Task<'_>, position: &Position, detailed: bool) -> SearchResult {
        let status = Status::new();
        status.show("Beaufort is thinking (Ctrl-C: enough) ...");
        let limits = self.limits;
        let tell = |info: &Info<'_>| {
            if detailed && info.line == 1 {
                let report = report(position, info.depth, info.score, info.nodes, info.pv);
                status.show(&format!("{:.1} s, {report}", info.time.as_secs_f64()));
            }
        };
        let engine = self.engine.engine_for(position.game());
        engine.search(position, Task { limits, ..task }, self.interrupt.signal(), tell)
    }

    /// Forgets the game before.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game();
        self.set_level(self.level);
    }

    /// Returns how well and how long the engine thinks, in words.
    pub(super) fn limits_in_words(&self) -> String {
        let mut words = Vec::new();
        if self.skill.is_some() {
            words.push(format!("level {}", self.level.id));
        }
        if let Some(time) = self.limits.time {
            words.push(format!("{} s", time.as_secs_f64()));
        }
        if let Some(depth) = self.limits.depth {
            words.push(format!("depth {depth}"));
        }
        if let Some(nodes) = self.limits.nodes {
            words.push(format!("{nodes} positions"));
        }
        words.join(", ")
    }
}

/// Returns the limits of the command line or of a command: the time counts unless something else is given.
pub(super) fn limits(time: Option<Duration>, depth: Option<u32>, nodes: Option<u64>) -> Limits {
    const USUAL: Duration = Duration::from_secs(2);
    let unlimited = depth.is_none() && nodes.is_none();
    Limits { time: time.or(unlimited.then_some(USUAL)), depth, nodes, ..Limits::infinite() }
}

/// Returns what a search has found, in a line.
pub(super) fn report(position: &Position, depth: u32, score: i32, nodes: u64, pv: &[Turn]) -> String {
    let standing = assessment::score_text(position.game(), position.side(), score);
    format!(
        "depth {depth}, {standing}, {} positions: {}",
        count(nodes),
        assessment::pv_texts(position, pv).join(" ")
    )
}

/// Returns what a search has found: in a line, or with a line for each of several turns.
pub(super) fn reports(position: &Position, result: &SearchResult) -> String {
    let SearchResult { score, depth, nodes, pv, lines, .. } = result;
    if lines.len() < 2 {
        return report(position, *depth, *score, *nodes, pv);
    }
    let line = |(number, PvLine { score, pv }): (usize, &PvLine)| {
        let standing = assessment::score_text(position.game(), position.side(), *score);
        format!("\n{number}. {standing}: {}", assessment::pv_texts(position, pv).join(" "))
    };
    let lines: String = (1..).zip(lines).map(line).collect();
    format!("depth {depth}, {} positions:{lines}", count(*nodes))
}

/// Returns a number with a unit: `12k`.
fn count(nodes: u64) -> String {
    match nodes {
        0..10_000 => nodes.to_string(),
        10_000..10_000_000 => format!("{}k", nodes / 1_000),
        _ => format!("{}M", nodes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_unless_something_else_is_given() {
        assert_eq!(limits(None, None, None), Limits::time(Duration::from_secs(2)));
        assert_eq!(limits(None, Some(3), None), Limits::depth(3));
    }
}
