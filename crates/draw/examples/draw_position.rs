//! Draws a position as text on the terminal and as SVG in a file: `cargo run --example draw_position [GAME [FILE.svg]]`.

use std::error::Error;
use std::io::Write;

use beaufort_draw::{BoardPicture, PiecePage};
use beaufort_rules::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let id = arguments.first().map_or("scirocco", String::as_str);
    let game = builtin::game(id).ok_or("there is no such game")?;
    // The text contains ANSI colour codes; this stream removes them if the output is no terminal.
    let svg = draw(&Position::initial(&game), &mut anstream::stdout())?;
    if let Some(file) = arguments.get(1) {
        std::fs::write(file, svg)?;
    }
    Ok(())
}

/// Prints a position after its first turn, and the page of the piece that moved; returns the board as SVG.
pub(crate) fn draw(start: &Position, out: &mut impl Write) -> Result<String, Box<dyn Error>> {
    let turn = *start.legal_turns().first().ok_or("the game is over")?;
    let mut position = start.clone();
    position.play(turn)?;
    let picture = BoardPicture::new(&position).after(turn).seen_by(Side::Second);
    writeln!(out, "{}{}", picture.text(), picture.caption())?;
    if let Some(kind) = start.board().at(turn.first.from).kind() {
        write!(out, "{}", PiecePage::new(position.game(), kind).text())?;
    }
    Ok(picture.svg())
}
