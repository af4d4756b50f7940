//! Plays a random game to its end and prints it: `cargo run --example random_game [GAME [SEED]]`.

use std::error::Error;
use std::io::{Write, stdout};

use beaufort_rules::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let id = arguments.first().map_or("scirocco", String::as_str);
    let seed = arguments.get(1).map_or(Ok(1), |seed| seed.parse())?;
    play(id, seed, &mut stdout())
}

/// Plays a game with random turns, determined by a seed.
pub(crate) fn play(id: &str, seed: u64, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let game = builtin::game(id).ok_or("there is no such game")?;
    let mut position = Position::initial(&game);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut texts = Vec::new();
    let verdict = loop {
        if let Some(verdict) = position.verdict() {
            break verdict;
        }
        let turns = position.legal_turns();
        let turn = turns[rng.usize(..turns.len())];
        texts.extend(position.turn_text(turn));
        position.play(turn)?;
    };
    writeln!(out, "{}", texts.join(" "))?;
    writeln!(out, "{} turns, {:?}", texts.len(), verdict.reason)?;
    let winner = verdict.outcome.winner().map_or("nobody", |side| game.side_name(side));
    writeln!(out, "winner: {winner}")?;
    Ok(())
}
