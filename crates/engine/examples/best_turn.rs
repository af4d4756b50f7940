//! Searches for the best turn and prints the search output: `cargo run --release --example best_turn [GAME [SECONDS]]`.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use beaufort_engine::{Engine, Limits, Options, Signal};
use beaufort_rules::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let id = arguments.first().map_or("scirocco", String::as_str);
    let seconds = arguments.get(1).map_or(Ok(1.0), |seconds| seconds.parse())?;
    let game = builtin::game(id).ok_or("there is no such game")?;
    choose(&Position::initial(&game), Limits::time(Duration::try_from_secs_f64(seconds)?), &mut stdout())
}

/// Prints each iteration of a search with the given limits, and the turn that it chooses.
pub(crate) fn choose(
    position: &Position,
    limits: Limits,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(position.game().clone(), Options::with_hash(16));
    // Another thread with a clone of the signal could stop the search.
    let signal = Signal::new();
    let mut lines = Vec::new();
    let result = engine.search(position, limits, &signal, |info| {
        let first = info.pv.first().and_then(|&turn| position.turn_text(turn)).unwrap_or_default();
        lines.push(format!("depth {} score {} nodes {}: {first}", info.depth, info.score, info.nodes));
    });
    for line in lines {
        writeln!(out, "{line}")?;
    }
    let turn = result.turn.ok_or("the game is over")?;
    writeln!(out, "plays {}", position.turn_text(turn).ok_or("the engine plays legal turns")?)?;
    Ok(())
}
