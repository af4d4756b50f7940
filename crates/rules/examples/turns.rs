//! Lists the legal turns of a position, with the captures first:
//! `cargo run --example turns [GAME [POSITION]]`.

use std::error::Error;
use std::io::{Write, stdout};

use beaufort_rules::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let id = arguments.first().map_or("scirocco", String::as_str);
    let game = builtin::game(id).ok_or("there is no such game")?;
    let position = match arguments.get(1) {
        Some(text) => Position::parse(&game, text)?,
        None => Position::initial(&game),
    };
    list(&position, &mut stdout())
}

/// Prints the turns of a position.
pub(crate) fn list(position: &Position, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let side = position.game().side_name(position.side());
    let (turns, captures) = (position.legal_turns(), position.captures());
    writeln!(out, "{side} has {} turns, {} of them captures", turns.len(), captures.len())?;
    // The text of a turn depends on all other turns, so all are written at once.
    let notation = Notation::new(position);
    let quiet = turns.iter().filter(|turn| !captures.contains(turn));
    for &turn in captures.iter().chain(quiet) {
        writeln!(out, "{}", notation.text(turn).ok_or("every turn has a text")?)?;
    }
    Ok(())
}
