//! The commands: one file each, with its arguments, its help and its work.
//!
//! To add one, write its file with a struct that derives `clap::Args` and has a method `run`, and name it here.

use clap::Subcommand;

use crate::failure::Failure;

/// Makes the type of all commands of their names and files.
macro_rules! commands {
    ($($name:ident in $file:ident,)*) => {
        /// A command with its arguments. Its help stands at the type of the arguments.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($name($file::$name),)*
        }

        impl Command {
            /// Does what the command is for.
            pub(crate) fn run(self) -> Result<(), Failure> {
                match self {
                    $(Command::$name(command) => command.run(),)*
                }
            }
        }
    };
}

mod bench;
mod cecp;
mod completions;
mod games;
mod line;
mod r#match;
mod moves;
mod perft;
mod play;
mod record;
mod serve;
mod show;
mod study;
mod tune;
mod uci;

commands! {
    Play in play,
    Serve in serve,
    Match in r#match,
    Pool in r#match,
    Line in line,
    Study in study,
    Tune in tune,
    Uci in uci,
    Cecp in cecp,
    Bench in bench,
    Games in games,
    Show in show,
    Moves in moves,
    Perft in perft,
    Record in record,
    Completions in completions,
}
