//! The program as its users see it: a few runs of every command.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bench;
mod book;
mod cecp;
mod check;
mod errors;
mod import;
mod kept;
mod larger_board;
#[cfg(not(all(feature = "plots", feature = "png", feature = "server")))]
mod left_out;
mod load;
mod r#match;
mod moves;
mod orthochess;
mod own_game;
#[cfg(all(feature = "plots", feature = "png", feature = "server"))]
mod pages;
mod perft;
mod play;
mod programs;
#[cfg(feature = "plots")]
mod puzzles;
mod record;
mod robustness;
#[cfg(feature = "server")]
mod serve;
mod show;
#[cfg(feature = "plots")]
mod study;
mod talk;
#[cfg(feature = "plots")]
mod train;
mod trial;
#[cfg(feature = "plots")]
mod tune;
mod uci;
#[cfg(feature = "server")]
mod worker;

use std::io::{Seek as _, Write as _};
use std::process::Command;

/// Returns a run of the program with arguments separated by spaces.
fn beaufort(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_beaufort"));
    command.args(arguments.split_whitespace()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Returns the output of a run that must succeed.
fn stdout(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the exit status and the standard error of a run.
fn stderr(mut command: Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Adds text for the standard input to a command.
trait WriteStdin {
    fn write_stdin(&mut self, text: impl AsRef<[u8]>) -> &mut Command;
}

impl WriteStdin for Command {
    fn write_stdin(&mut self, text: impl AsRef<[u8]>) -> &mut Command {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_ref()).unwrap();
        file.rewind().unwrap();
        self.stdin(file)
    }
}

#[test]
fn games_are_listed() {
    let games = stdout(beaufort("games"));
    assert!(
        games.starts_with("scirocco       Scirocco by Adrian King: 10 x 10 squares, 36 kinds of piece\n")
    );
}

#[test]
fn the_version_names_the_commit() {
    let said = stdout(beaufort("--version"));
    let rest = said.trim_end().strip_prefix(concat!("beaufort ", env!("CARGO_PKG_VERSION"))).unwrap();
    let is_repository = std::path::Path::new("../../.git").exists();
    let git = ["log", "-1", "--abbrev=9", "--date=short", "--format= (%h %cd)"];
    let commit = std::process::Command::new("git").args(git).output();
    let commit = commit.ok().filter(|_| is_repository).map(|output| output.stdout).unwrap_or_default();
    assert_eq!(rest, String::from_utf8(commit).unwrap().trim_end());
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "fish", "zsh"] {
        assert!(stdout(beaufort(&format!("completions {shell}"))).contains("perft"), "{shell}");
    }
}
