//! Loads a game file, and prints its errors if it cannot be read: `cargo run --example own_game [FILE]`.

use std::error::Error;
use std::io::{Write, stdout};
use std::sync::Arc;

use beaufort_rules::load_game;
use beaufort_rules::prelude::*;

/// The game that is loaded if no file is given: chess with a piece that moves like a Knight and like a short Bishop.
pub(crate) const GAME: &str = r#"
id = "frog-chess"
name = "Frog chess"
author = "nobody"
year = 2024
summary = "Orthodox chess in which Frogs stand where the Knights stood."
extends = "orthochess"
pieces = ["King", "Queen", "Rook", "Bishop", "Knight", "Frog", "Pawn"]

[array]
symmetry = "mirror"
ranks = """
  P P P P P P P P
  R G B Q K B G R
"""

[piece.Frog]
id = "G"
ability = "N + B2"
worth = 400
description = "Leaps like a Knight, or goes one or two squares diagonally."
"#;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1) {
        Some(file) => describe(&file, &std::fs::read_to_string(&file)?, &mut stdout()),
        None => describe("frog-chess.toml", GAME, &mut stdout()),
    }
}

/// Prints a summary of a game file, or its errors.
pub(crate) fn describe(name: &str, text: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // The library supplies the files that a game may extend, and the pieces shared by several games.
    let definition = match load_game(name, text, &builtin::source) {
        Ok(definition) => definition,
        Err(errors) => {
            for error in errors.iter() {
                writeln!(out, "{name}:{}:{}: {}", error.line(), error.column(), error.message())?;
            }
            return Ok(());
        }
    };
    let game = Arc::new(Game::from(definition));
    writeln!(out, "{}: {} kinds of pieces", game.definition().name, game.types().count())?;
    let position = Position::initial(&game);
    writeln!(out, "{position}")?;
    writeln!(out, "{} turns to begin with", position.legal_turns().len())?;
    Ok(())
}
