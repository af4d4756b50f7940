//! What the engine computes beside searching: counts, an evaluation, a measurement.

use std::fmt::Write as _;
use std::sync::Arc;

use beaufort_engine::{Engine, Options, Signal, bench};
use beaufort_rules::{Position, Scope};

use crate::protocol::worker::Computation;

/// Counts the turns to a depth, for each turn of the position and all together.
pub(super) fn perft(mut position: Position, depth: u32, signal: Arc<Signal>) -> Computation {
    Box::new(move |_| {
        let (mut text, mut total) = (String::new(), 0);
        for turn in if depth == 0 { Vec::new() } else { position.turns(Scope::Distinct) } {
            let name = position.coordinates(turn);
            position.play_unchecked(turn);
            let count = leaves(&mut position, depth - 1, &signal);
            position.undo();
            total += count;
            writeln!(text, "{name}: {count}").expect("writing to a string succeeds");
        }
        match signal.is_stopped() {
            true => "perft: stopped".to_owned(),
            false => text + &format!("nodes: {}", if depth == 0 { 1 } else { total }),
        }
    })
}

/// Counts as [`beaufort_rules::perft`] does, but can be stopped.
fn leaves(position: &mut Position, depth: u32, signal: &Signal) -> u64 {
    if depth < 2 {
        return beaufort_rules::perft(position, depth);
    }
    let mut count = 0;
    for turn in position.turns(Scope::Distinct) {
        if signal.is_stopped() {
            break;
        }
        position.play_unchecked(turn);
        count += leaves(position, depth - 1, signal);
        position.undo();
    }
    count
}

/// Judges a position without a search.
pub(super) fn evaluation(position: Position) -> Computation {
    Box::new(move |engine: &mut Engine| {
        let score = super::answer::score(engine.evaluate(&position));
        format!("evaluation: {score} for {}", position.game().side_name(position.side()))
    })
}

/// Measures the engine, as `beaufort bench` does.
pub(super) fn bench(depth: u32, options: Options) -> Computation {
    Box::new(move |engine: &mut Engine| {
        let measure = bench::measure(engine.game(), depth, options);
        format!("bench: depth {depth}, {} nodes, {:.0} nodes/s", measure.nodes, measure.speed())
    })
}
