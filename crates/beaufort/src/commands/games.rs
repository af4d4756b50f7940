//! `beaufort games`: which games there are.

use std::fmt::Write as _;

use beaufort_rules::builtin;
use clap::Args;

use crate::failure::Failure;
use crate::output;

/// List the games
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort games
  beaufort show scirocco-1999           the pieces of one of them")]
pub(crate) struct GamesArgs {}

impl GamesArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut text = String::new();
        let width = builtin::ids().map(str::len).max().unwrap_or(0);
        for id in builtin::ids() {
            let game = builtin::definition(id).expect("every listed id is that of a game");
            let (files, ranks) = (game.size.files(), game.size.ranks());
            let (name, author, pieces) = (&game.name, &game.author, game.pieces.len());
            writeln!(
                text,
                "{id:<width$}  {name} by {author}: {files} x {ranks} squares, {pieces} kinds of piece"
            )
            .expect("writing to a string succeeds");
        }
        Ok(output::styled(&text)?)
    }
}
