//! `beaufort record`: commands for records of games.

mod check;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Work with records of games
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Check(check::CheckArgs),
}

impl RecordArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.action {
            Action::Check(check) => check.run(),
        }
    }
}
