//! The commands: one file each, with its arguments, its help and its work.
//!
//! To add one, write its file with a struct that derives `clap::Args` and has a method `run`, and name it here. One that
//! few need and that takes long to build may have a feature of its own: see `left_out`.

use clap::Subcommand;

use crate::failure::Failure;

/// Makes the type of all commands of their names and files.
macro_rules! commands {
    ($($name:ident($file:ident::$args:ident),)*) => {
        /// A command with its arguments. Its help stands at the type of the arguments.
        #[derive(Debug, Subcommand)]
        pub(crate) enum CliCommand {
            $($name($file::$args),)*
        }

        impl CliCommand {
            /// Does what the command is for.
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
mod completions;
mod games;
#[cfg(not(all(feature = "plots", feature = "server")))]
mod left_out;
mod r#match;
mod moves;
mod perft;
mod play;
mod puzzles;
mod record;
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
mod train;
mod tune;
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
    Show(show::ShowArgs),
    Moves(moves::MovesArgs),
    Perft(perft::PerftArgs),
    Record(record::RecordArgs),
    Completions(completions::CompletionsArgs),
}
