//! Beaufort at the command line.
//!
//! A command is a file in [`commands`] and a line in its list. [`output`] prints, and every error is a [`failure::Failure`].

mod commands;
mod failure;
mod game_args;
mod level;
mod output;
mod output_file;
#[cfg(feature = "png")]
mod picture;
mod progress;
mod stop;
mod text_file;

use std::process::ExitCode;

use clap::Parser as _;

use commands::{Cli, Color};
use failure::Failure;

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

/// Prints the help, the version or the error of the parser.
fn report(answer: &clap::Error) -> ExitCode {
    match answer.print() {
        Ok(()) => u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
        Err(error) => Failure::from(error).report(),
    }
}
