//! `beaufort cecp`: the engine for XBoard.

use beaufort_protocol::engine::cecp;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameFile, PROTOCOL_HOST};

/// Let XBoard or another program play with the engine by the Chess Engine Communication Protocol (CECP)
///
/// The conversation goes over the standard input and output and begins with `xboard`. `docs/cecp.md` tells which games
/// XBoard can show, and how turns are written that are more than a move from a square to another.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort cecp                         the command to give to a program for games
  xboard -fcp 'beaufort cecp' -variant scirocco -st 0:02")]
pub(crate) struct CecpArgs {
    #[command(flatten)]
    file: GameFile,
}

impl CecpArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        cecp::run(move || self.file.load_to_play(), PROTOCOL_HOST)
    }
}
