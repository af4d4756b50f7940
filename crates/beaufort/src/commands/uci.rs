//! `beaufort uci`: the engine for other programs.

use clap::Args;

use crate::failure::Failure;
use crate::protocol::uci;

/// Let another program play with the engine by the Universal Chess Interface (UCI)
///
/// The conversation goes over the standard input and output and begins with `uci`. The option `UCI_Variant` chooses the
/// game. `docs/uci.md` tells how moves and positions are written.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort uci                          the command to give to a program for games
  printf 'uci\\n' | beaufort uci         what can be set")]
pub(crate) struct Uci {}

impl Uci {
    pub(crate) fn run(self) -> Result<(), Failure> {
        uci::run()
    }
}
