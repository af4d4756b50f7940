//! Beaufort at the command line.
//!
//! A command is a file in [`commands`] and a line in its list. Everything that is printed is printed here, and
//! whatever goes wrong ends up in [`failure::Failure`].

mod commands;
mod failure;
mod game_args;
mod level;
mod output;
#[cfg(feature = "png")]
mod picture;
mod progress;
mod protocol;
mod stop;
mod text_file;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use failure::Failure;

/// Plays chess variants that were too large for other programs.
#[derive(Debug, Parser)]
#[command(version, after_help = AFTER_HELP, max_term_width = 100)]
struct Cli {
    /// When to use colours: auto, always or never; NO_COLOR in the environment is respected
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        display_order = 100
    )]
    color: Color,
    #[command(subcommand)]
    command: commands::CliCommand,
}

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
enum Color {
    /// In terminals that have them
    Auto,
    /// Always, for instance for `less -R`
    Always,
    /// Never
    Never,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return report(&answer),
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    match cli.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Prints what the command line is answered with at once: help, the version, or what is wrong with it.
fn report(answer: &clap::Error) -> ExitCode {
    match answer.print() {
        Ok(()) => u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
        Err(error) => Failure::from(error).report(),
    }
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

    /// Returns the command, or what it consists of.
    fn leaves(command: &clap::Command) -> Vec<&clap::Command> {
        match command.get_subcommands().collect::<Vec<_>>() {
            subcommands if subcommands.is_empty() => vec![command],
            subcommands => subcommands.into_iter().flat_map(leaves).collect(),
        }
    }
}
