//! The commands: one file each, with its arguments, its help and its work.
//!
//! To add one, write its file with a struct that derives `clap::Args` and has a method `run`, and name it here. One that
//! few need and that takes long to build may have a feature of its own: see `left_out`.

use clap::{Parser, Subcommand, ValueEnum};

use crate::failure::Failure;

/// Plays chess variants that were too large for other programs.
#[derive(Debug, Parser)]
#[command(version = VERSION, after_help = AFTER_HELP, max_term_width = 100)]
pub(crate) struct Cli {
    /// When to use colours: auto, always or never; NO_COLOR in the environment is respected
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        display_order = 100
    )]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

/// The version, with the commit if the program was built in a git repository.
const VERSION: &str = env!("BEAUFORT_VERSION");

const AFTER_HELP: &str = "\
Examples:
  beaufort games                        which games there are
  beaufort show scirocco                the pieces of a game
  beaufort show scirocco Dervish        how a piece moves
  beaufort moves scirocco               every turn of the first player
  beaufort moves --help                 more about a command

Exit status:
  0    the work is done
  1    reading or writing has failed
  2    the input was wrong
  130  stopped with Ctrl-C; `study`, `tune` and `train` go on with the same command";

/// When to use colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// In terminals that have them
    Auto,
    /// Always, for instance for `less -R`
    Always,
    /// Never
    Never,
}

/// Makes the type of all commands of their names and files.
macro_rules! commands {
    ($($name:ident($file:ident::$args:ident),)*) => {
        /// A command with its arguments. Its help stands at the type of the arguments.
        #[derive(Debug, Subcommand)]
        pub(crate) enum CliCommand {
            $($name($file::$args),)*
        }

        impl CliCommand {
            /// Runs the command.
            pub(crate) fn run(self) -> Result<(), Failure> {
                match self {
                    $(CliCommand::$name(command) => command.run(),)*
                }
            }
        }
    };
}

mod bench;
mod book;
mod cecp;
mod check;
mod completions;
mod export;
#[cfg(feature = "server")]
mod gallery;
#[cfg(not(feature = "server"))]
mod gallery {
    super::left_out::left_out!(
        GalleryArgs,
        "gallery",
        "server",
        "List, feature or remove the games that people have published on a server"
    );
}
mod games;
mod import;
#[cfg(not(all(feature = "plots", feature = "server")))]
mod left_out;
mod r#match;
mod moves;
mod perft;
mod play;
#[cfg(feature = "plots")]
mod puzzles;
#[cfg(not(feature = "plots"))]
mod puzzles {
    super::left_out::left_out!(
        PuzzlesArgs,
        "puzzles",
        "plots",
        "Find puzzles in games of the engine against itself"
    );
}
mod record;
#[cfg(feature = "plots")]
mod self_play;
#[cfg(feature = "server")]
mod serve;
#[cfg(not(feature = "server"))]
mod serve {
    super::left_out::left_out!(ServeArgs, "serve", "server", "Play in the browser");
}
mod show;
#[cfg(feature = "plots")]
mod study;
#[cfg(not(feature = "plots"))]
mod study {
    super::left_out::left_out!(
        StudyArgs,
        "study",
        "plots",
        "Study a game and report what the games are like"
    );
}
#[cfg(feature = "plots")]
mod train;
#[cfg(not(feature = "plots"))]
mod train {
    super::left_out::left_out!(
        TrainArgs,
        "train",
        "plots",
        "Train a network for a game from games of the engine against itself"
    );
}
mod trial;
#[cfg(feature = "plots")]
mod tune;
#[cfg(not(feature = "plots"))]
mod tune {
    super::left_out::left_out!(
        TuneArgs,
        "tune",
        "plots",
        "Learn the values of the pieces from games of the engine against itself"
    );
}
mod uci;
#[cfg(feature = "server")]
mod worker;
#[cfg(not(feature = "server"))]
mod worker {
    super::left_out::left_out!(WorkerArgs, "worker", "server", "Let this machine think for `beaufort serve`");
}

commands! {
    Play(play::Play),
    Serve(serve::ServeArgs),
    Worker(worker::WorkerArgs),
    Gallery(gallery::GalleryArgs),
    Match(r#match::MatchArgs),
    Pool(r#match::PoolArgs),
    Study(study::StudyArgs),
    Tune(tune::TuneArgs),
    Train(train::TrainArgs),
    Uci(uci::UciArgs),
    Cecp(cecp::CecpArgs),
    Bench(bench::BenchArgs),
    Book(book::BookArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Games(games::GamesArgs),
    Import(import::ImportArgs),
    Export(export::ExportArgs),
    Show(show::ShowArgs),
    Moves(moves::MovesArgs),
    Check(check::CheckArgs),
    Trial(trial::TrialArgs),
    Perft(perft::PerftArgs),
    Record(record::RecordArgs),
    Completions(completions::CompletionsArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        for command in Cli::command().get_subcommands().flat_map(leaves) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.starts_with("Examples:\n  beaufort "), "{}: {help}", command.get_name());
            assert!(command.get_about().is_some(), "{}", command.get_name());
        }
    }

    /// Returns the command, or its subcommands.
    fn leaves(command: &clap::Command) -> Vec<&clap::Command> {
        match command.get_subcommands().collect::<Vec<_>>() {
            subcommands if subcommands.is_empty() => vec![command],
            subcommands => subcommands.into_iter().flat_map(leaves).collect(),
        }
    }
}
