//! Computations other than searches: perft, the static evaluation, the benchmark.

use std::fmt::Write as _;
use std::sync::Arc;

use beaufort_engine::{Engine, Options, Signal, bench};
use beaufort_rules::{Position, perft_while};

use crate::engine::worker::Computation;

/// Counts the legal turns to a depth, for each turn of the position and in all, in the usual form of other engines.
pub(super) fn perft(mut position: Position, depth: u32, signal: Arc<Signal>) -> Computation {
    Box::new(move |_| {
        let (mut text, mut total) = (String::new(), 0);
        for turn in if depth == 0 { Vec::new() } else { position.legal_turns() } {
            let name = position.coordinates(turn);
            position.play_unchecked(turn);
            let count = perft_while(&mut position, depth - 1, || !signal.is_stopped());
            position.undo();
            let Some(count) = count else { return "info string perft: stopped".to_owned() };
            total += count;
            writeln!(text, "{name}: {count}").expect("writing to a string succeeds");
        }
        text + &format!("\nNodes searched: {}", if depth == 0 { 1 } else { total })
    })
}

/// Evaluates a position without a search.
pub(super) fn evaluation(position: Position) -> Computation {
    Box::new(move |engine: &mut Engine| {
        let score = crate::uci::info::score_text(engine.evaluate(&position));
        format!("info string evaluation: {score} for {}", position.game().side_name(position.side()))
    })
}

/// Measures the speed of the engine, like `beaufort bench`.
pub(super) fn bench(depth: u32, options: Options) -> Computation {
    Box::new(move |engine: &mut Engine| {
        let measure = bench::measure(engine.game(), depth, options);
        format!("info string bench: depth {depth}, {} nodes, {:.0} nodes/s", measure.nodes, measure.speed())
    })
}
