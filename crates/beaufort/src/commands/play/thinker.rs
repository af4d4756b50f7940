//! The engine at the table: how long it thinks, and what it says about it.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Engine, Evaluation, Info, Limits, Options, SearchResult};
use beaufort_rules::{Game, Position, Turn};
use beaufort_session::opinion;

use super::interrupt::Interrupt;
use crate::output::Status;

/// The engine with its limits; it is made when it is first needed.
#[derive(Debug)]
pub(super) struct Thinker {
    engine: Option<Engine>,
    /// What is known of the first game's pieces.
    evaluation: Option<Arc<Evaluation>>,
    options: Options,
    pub(super) limits: Limits,
    interrupt: Arc<Interrupt>,
}

impl Thinker {
    pub(super) fn new(
        evaluation: Option<Evaluation>,
        options: Options,
        limits: Limits,
        interrupt: &Arc<Interrupt>,
    ) -> Thinker {
        let evaluation = evaluation.map(Arc::new);
        Thinker { engine: None, evaluation, options, limits, interrupt: Arc::clone(interrupt) }
    }

    /// Thinks about a position; while it does, a line tells of it, in detail if wanted.
    pub(super) fn think(&mut self, position: &Position, detailed: bool) -> SearchResult {
        let status = Status::new();
        status.show("Beaufort is thinking (Ctrl-C: enough) ...");
        let engine = engine_for(&mut self.engine, position.game(), self.evaluation.as_ref(), self.options);
        let limits = self.limits;
        let tell = |info: &Info<'_>| {
            if detailed {
                let report = report(position, info.depth, info.score, info.nodes, info.pv);
                status.show(&format!("{:.1} s, {report}", info.time.as_secs_f64()));
            }
        };
        engine.search(position, limits, self.interrupt.signal(), tell)
    }

    /// Forgets the game before.
    pub(super) fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    /// Returns how long the engine thinks, in words.
    pub(super) fn limits_in_words(&self) -> String {
        let mut words = Vec::new();
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

/// Returns the engine for a game.
fn engine_for<'a>(
    engine: &'a mut Option<Engine>,
    game: &Arc<Game>,
    known: Option<&Arc<Evaluation>>,
    options: Options,
) -> &'a mut Engine {
    if !engine.as_ref().is_some_and(|engine| Arc::ptr_eq(engine.game(), game)) {
        let known = known.filter(|known| Arc::ptr_eq(known.game(), game)).cloned();
        let evaluation = known.unwrap_or_else(|| Arc::new(Evaluation::new(game)));
        *engine = Some(Engine::with_evaluation(Arc::clone(game), evaluation, options));
    }
    engine.as_mut().expect("it has just been made")
}

/// Returns the limits of the command line or of a command: the time counts unless something else is given.
pub(super) fn limits(time: Option<Duration>, depth: Option<u32>, nodes: Option<u64>) -> Limits {
    const USUAL: Duration = Duration::from_secs(2);
    let unlimited = depth.is_none() && nodes.is_none();
    Limits { time: time.or(unlimited.then_some(USUAL)), depth, nodes, ..Limits::infinite() }
}

/// Returns what a search has found, in a line.
pub(super) fn report(position: &Position, depth: u32, score: i32, nodes: u64, pv: &[Turn]) -> String {
    let standing = opinion::standing(position.game(), position.side(), score);
    format!(
        "depth {depth}, {standing}, {} positions: {}",
        count(nodes),
        opinion::line(position, pv).join(" ")
    )
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
