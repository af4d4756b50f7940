//! The engine at the table: how long it thinks, and what it says about it.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Engine, Info, Limits, Options, SearchResult, plies_to_end};
use beaufort_rules::{Game, Notation, Position, Side, Turn};

use super::interrupt::Interrupt;
use crate::output::Status;

/// The turns of a line that are shown.
const SHOWN: usize = 8;
/// Below this score a position is called level: a tenth of the commonest piece.
const LEVEL: i32 = 10;
/// The least score at which the engine hopes for more than a draw.
const HOPE: i32 = 20;

/// The engine with its limits; it is made when it is first needed.
#[derive(Debug)]
pub(super) struct Thinker {
    engine: Option<Engine>,
    options: Options,
    pub(super) limits: Limits,
    interrupt: Arc<Interrupt>,
}

impl Thinker {
    pub(super) fn new(options: Options, limits: Limits, interrupt: &Arc<Interrupt>) -> Thinker {
        Thinker { engine: None, options, limits, interrupt: Arc::clone(interrupt) }
    }

    /// Thinks about a position; while it does, a line tells of it, in detail if wanted.
    pub(super) fn think(&mut self, position: &Position, detailed: bool) -> SearchResult {
        let status = Status::new();
        status.show("Beaufort is thinking (Ctrl-C: enough) ...");
        let engine = engine_for(&mut self.engine, position.game(), self.options);
        let limits = self.limits;
        let tell = |info: &Info<'_>| {
            if detailed {
                let report = report(position, info.depth, info.score, info.nodes, info.pv);
                status.show(&format!("{:.1} s, {report}", info.time.as_secs_f64()));
            }
        };
        engine.search(position, limits, self.interrupt.flag(), tell)
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
fn engine_for<'a>(engine: &'a mut Option<Engine>, game: &Arc<Game>, options: Options) -> &'a mut Engine {
    if !engine.as_ref().is_some_and(|engine| Arc::ptr_eq(engine.game(), game)) {
        *engine = Some(Engine::new(Arc::clone(game), options));
    }
    engine.as_mut().expect("it has just been made")
}

/// Returns the limits of the command line or of a command: the time counts unless something else is given.
pub(super) fn limits(time: Option<Duration>, depth: Option<u32>, nodes: Option<u64>) -> Limits {
    const USUAL: Duration = Duration::from_secs(2);
    let unlimited = depth.is_none() && nodes.is_none();
    Limits { time: time.or(unlimited.then_some(USUAL)), depth, nodes, clock: None }
}

/// Returns whether the engine, with this score for its opponent, agrees to a draw.
pub(super) fn agrees_to_draw(score_of_opponent: i32) -> bool {
    -score_of_opponent < HOPE
}

/// Returns what a search has found, in a line.
pub(super) fn report(position: &Position, depth: u32, score: i32, nodes: u64, pv: &[Turn]) -> String {
    let standing = standing(position.game(), position.side(), score);
    format!("depth {depth}, {standing}, {} positions: {}", count(nodes), line(position, pv).join(" "))
}

/// Returns who stands better by a score of a side.
pub(super) fn standing(game: &Game, side: Side, score: i32) -> String {
    let better = game.side_name(if score >= 0 { side } else { side.other() });
    match plies_to_end(score).map(|plies| plies.unsigned_abs().div_ceil(2)) {
        Some(0 | 1) => format!("{better} wins with the next turn"),
        Some(turns) => format!("{better} wins in {turns} turns"),
        None if score.abs() < LEVEL => "level".to_owned(),
        None => format!("{better} +{:.2}", f64::from(score.abs()) / 100.0),
    }
}

/// Returns the texts of a line of turns, up to a few.
pub(super) fn line(position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut after = position.clone();
    let text = |&turn: &Turn| {
        let text = Notation::new(&after).text(turn).map(str::to_owned);
        after.play(turn);
        text
    };
    turns.iter().take(SHOWN).map_while(text).collect()
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
    use beaufort_engine::MATE;
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn scores_in_words() {
        let game = builtin::game("scirocco").unwrap();
        for (score, words) in [
            (0, "level"),
            (123, "Tan +1.23"),
            (-50, "Blue +0.50"),
            (MATE - 1, "Tan wins with the next turn"),
            (4 - MATE, "Blue wins in 2 turns"),
        ] {
            assert_eq!(standing(&game, Side::Second, score), words);
        }
    }

    #[test]
    fn time_counts_unless_something_else_is_given() {
        assert_eq!(limits(None, None, None), Limits::time(Duration::from_secs(2)));
        assert_eq!(limits(None, Some(3), None), Limits::depth(3));
        assert!(agrees_to_draw(0) && agrees_to_draw(300) && !agrees_to_draw(-20));
    }
}
