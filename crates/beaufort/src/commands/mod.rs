//! The commands: one file each, with its arguments, its help and its work.
//!
//! To add one, write its file with a struct that derives `clap::Args` and has a method `run`, and name it here. One that
//! few need and that takes long to build may have a feature of its own: see `left_out`.

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
#[cfg(not(all(feature = "plots", feature = "server")))]
mod left_out;
mod line;
mod r#match;
mod moves;
mod perft;
mod play;
mod record;
#[cfg(feature = "server")]
mod serve;
#[cfg(not(feature = "server"))]
mod serve {
    super::left_out::left_out!(Serve, "serve", "server", "Play in the browser");
}
mod show;
#[cfg(feature = "plots")]
mod study;
#[cfg(not(feature = "plots"))]
mod study {
    super::left_out::left_out!(Study, "study", "plots", "Study a game and report what the games are like");
}
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
