//! `beaufort line`: the engine answers the line protocol.

use clap::Args;

use crate::failure::Failure;
use crate::game_args::GameFile;
use crate::protocol::line;

/// Answer the line protocol, so that another program can play against the engine
///
/// `beaufort match` speaks the other side of it: two versions of this program play each other that way. The protocol is
/// told in docs/protocol-line.md.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort line                         wait for commands
  beaufort match scirocco engine 'line:old/beaufort line' --games 100")]
pub(crate) struct LineArgs {
    #[command(flatten)]
    file: GameFile,
}

impl LineArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        line::run(self.file)
    }
}
