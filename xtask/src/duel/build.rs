//! The two engines of a duel: commits, built once each.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{self, root};

/// The program of a commit.
pub(super) struct Engine {
    /// The abbreviated hash of the commit.
    pub(super) commit: String,
    /// Its date and subject.
    pub(super) date: String,
    pub(super) subject: String,
    pub(super) program: PathBuf,
}

impl Engine {
    /// Builds a commit's program in a worktree, unless it is built already.
    ///
    /// # Errors
    /// If there is no such commit or it cannot be built.
    pub(super) fn build(name: &str) -> Result<Engine, String> {
        let show = |format: &str| {
            let commit = format!("{name}^{{commit}}");
            git(&["log", "-1", "--abbrev=10", &format!("--format={format}"), &commit])
        };
        let (commit, date, subject) = (show("%h")?, show("%cs")?, show("%s")?);
        let folder = root().join("target/duel");
        let program = folder.join(format!("beaufort-{commit}{}", std::env::consts::EXE_SUFFIX));
        if !program.is_file() {
            step::announce(&format!("build {commit}: {subject}"));
            let tree = folder.join("tree");
            let path = tree.to_string_lossy().into_owned();
            // Remove the leftovers of an interrupted build.
            let _ = git(&["worktree", "remove", "--force", &path]);
            git(&["worktree", "add", "--force", "--detach", &path, &commit])?;
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            cargo.args(["build", "--release", "--package", "beaufort"]).current_dir(&tree);
            let built = run(cargo.env("CARGO_TARGET_DIR", folder.join("build")));
            let built = built.and_then(|()| {
                let made =
                    folder.join("build/release/beaufort").with_extension(std::env::consts::EXE_EXTENSION);
                std::fs::copy(&made, &program)
                    .map_err(|error| format!("cannot copy {}: {error}", made.display()))
            });
            git(&["worktree", "remove", "--force", &path])?;
            built?;
        }
        Ok(Engine { commit, date, subject, program })
    }

    /// Runs the program and returns its output.
    ///
    /// # Errors
    /// If it cannot be started or fails; its standard error is the user's.
    pub(super) fn output(&self, arguments: &[&str]) -> Result<String, String> {
        output(Command::new(&self.program).args(arguments))
    }
}

/// Runs git in the repository and returns its output line.
fn git(arguments: &[&str]) -> Result<String, String> {
    let said = step::output(Command::new("git").args(arguments).current_dir(root()))?;
    Ok(said.trim().to_owned())
}

fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed ({status})")) }
}

fn output(command: &mut Command) -> Result<String, String> {
    let said = command.stderr(std::process::Stdio::inherit()).output();
    let said = said.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if !said.status.success() {
        return Err(format!("{command:?} failed ({})", said.status));
    }
    Ok(String::from_utf8_lossy(&said.stdout).into_owned())
}
