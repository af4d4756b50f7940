//! `beaufort uci`: the engine for other programs.

use beaufort_protocol::engine::uci;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameFile, PROTOCOL_HOST, unknown_game};

/// Let another program play with the engine by the Universal Chess Interface (UCI)
///
/// The conversation goes over the standard input and output and begins with `uci`. The option `UCI_Variant` chooses the
/// game; --game does it for programs that only know chess. `docs/uci.md` tells how moves and positions are written.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort uci                          the command to give to a program for games
  beaufort uci --game orthochess        the command for a program that only knows chess
  printf 'uci\\n' | beaufort uci         what can be set")]
pub(crate) struct UciArgs {
    /// The game at the start: a name from `beaufort games`, or that of the game in the file
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    file: GameFile,
}

impl UciArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let load = move || self.file.load_to_play();
        uci::run(self.game.as_deref(), load, unknown_game, PROTOCOL_HOST)
    }
}
