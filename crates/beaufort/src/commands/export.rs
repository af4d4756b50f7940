//! `beaufort export`: games for other programs.

use std::path::PathBuf;

use beaufort_import::export_ini;
use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::game_args::GameArgs;
use crate::output;
use crate::output_file::CommandOutput;

/// Export a game for other programs
///
/// Writes a section of Fairy-Stockfish's `variants.ini`, as far as that has keys for the rules of the game. What it does not say is told in
/// comments and on the standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort export grand --output grand.ini
  beaufort export --game-file my-game.toml --strict")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The format
    #[arg(long, value_name = "FORMAT", default_value = "ini")]
    to: Format,
    /// Refuse a game that would have other rules
    #[arg(long)]
    strict: bool,
    /// Write to a file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The variants of Fairy-Stockfish
    Ini,
}

impl ExportArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.load()?;
        let exported = match self.to {
            Format::Ini => export_ini(game.definition()),
        };
        if self.strict && !exported.is_whole() {
            let name = &game.definition().name;
            let messages =
                exported.unsaid.iter().map(|why| format!("{name} cannot be exported whole: {why}"));
            let hint = "without --strict it is written with what can be said".to_owned();
            return Err(Failure::User { messages: messages.collect(), hint: Some(hint) });
        }
        for why in &exported.unsaid {
            output::warning(format_args!("not said: {why}"));
        }
        CommandOutput::Text(exported.text).write(self.output.as_deref())
    }
}
