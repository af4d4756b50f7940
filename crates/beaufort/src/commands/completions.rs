//! `beaufort completions`: completion scripts for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::failure::Failure;
use crate::output_file::CommandOutput;

/// Print what a shell needs to complete command lines
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort completions bash > ~/.local/share/bash-completion/completions/beaufort
  beaufort completions fish > ~/.config/fish/completions/beaufort.fish
  beaufort completions zsh > ~/.zfunc/_beaufort")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "beaufort", &mut script);
        CommandOutput::Bytes(script).write(None)
    }
}
