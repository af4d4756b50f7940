//! Loads a game, lists its turns, plays one, lets the engine answer, and writes the game down. `docs/rust.md` shows it.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;

use beaufort_engine::{Engine, Limits, Options, Signal};
use beaufort_rules::prelude::*;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // A game comes with the library, or from a file of your own by `load_game`.
    let game = builtin::game("scirocco").ok_or("there is no such game")?;
    let mut position = Position::initial(&game);
    println!("{}: {} kinds of pieces", game.definition().name, game.types().count());

    // The legal turns, in the inventor's notation.
    let turns = position.legal_turns();
    let texts: Vec<String> = turns.iter().filter_map(|&turn| position.turn_text(turn)).collect();
    println!("{} turns: {}", texts.len(), texts.join(" "));

    // A turn is read from a text and played; an illegal one is an error.
    let turn = Notation::new(&position).read("P-e4")?;
    position.play(turn)?;

    // The engine searches at most 5,000 nodes and plays the best turn, four times.
    let mut engine = Engine::new(game.clone(), Options::with_hash(16));
    for _ in 0..4 {
        let result = engine.search(&position, Limits::nodes(5_000), &Signal::new(), |_| {});
        let Some(turn) = result.turn else { break };
        println!("{}", position.turn_text(turn).unwrap_or_default());
        position.play(turn)?;
    }

    // The position as a text, which `Position::parse` reads.
    println!("{position}");
    Ok(())
}
