//! Builds and tests the web client, which the program embeds.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::step::{self, root};
use crate::tail;

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Builds the client with npm.
///
/// # Errors
/// If npm is missing or fails; the message tells how to go on.
pub(crate) fn build() -> Result<(), String> {
    install()?;
    npm(&["run", "build"], &[])
}

/// Builds the page that needs no server. Build the WebAssembly module first.
///
/// # Errors
/// If npm is missing or fails; the message tells how to go on.
pub(crate) fn build_site() -> Result<(), String> {
    install()?;
    npm(&["run", "site"], &[])
}

/// Checks the client's format and types, and runs its unit tests. The linter of the workflow files is one of its packages.
///
/// # Errors
/// If npm is missing or one of them fails.
pub(crate) fn test() -> Result<(), String> {
    install()?;
    npm(&["run", "lint"], &[])?;
    npm(&["run", "workflows"], &[])?;
    npm(&["test"], &[])
}

/// Runs the browser tests with a program that has been built.
///
/// # Errors
/// If npm is missing or a test fails.
pub(crate) fn test_in_browser(browser: &Path, program: &Path) -> Result<(), String> {
    install()?;
    npm(&["run", "e2e"], &[("CHROMIUM", browser), ("BEAUFORT", program)])
}

/// Runs the browser tests of the page without a server, which has been built.
///
/// # Errors
/// If npm is missing or a test fails.
pub(crate) fn test_site_in_browser(browser: &Path) -> Result<(), String> {
    install()?;
    npm(&["run", "e2e"], &[("CHROMIUM", browser), ("BEAUFORT_PAGE", Path::new("site"))])
}

/// Runs a script of the folder `web` with Node.js and returns its output.
///
/// # Errors
/// If Node.js is missing or the script fails.
pub(crate) fn node(script: &str, arguments: &[&Path]) -> Result<String, String> {
    step::output(Command::new("node").arg(script).args(arguments).current_dir(root().join("web")))
}

/// Runs a script of the folder `web` with Node.js until it ends.
///
/// # Errors
/// If Node.js is missing or the script fails.
pub(crate) fn run_node(script: &str, arguments: &[&Path]) -> Result<(), String> {
    let mut command = Command::new("node");
    command.arg(script).args(arguments).current_dir(root().join("web"));
    let ended = tail::run(&mut command)
        .map_err(|error| format!("cannot start node: {error}; see https://nodejs.org"))?;
    ended.or_error(|status| format!("`node {script}` failed ({status}) in the folder web"))
}

/// Installs the packages of the lock file unless they are installed already.
fn install() -> Result<(), String> {
    let folder = root().join("web");
    if is_older(&folder.join("node_modules/.package-lock.json"), &folder.join("package-lock.json")) {
        npm(&["ci", "--no-audit", "--no-fund"], &[])?;
    }
    Ok(())
}

/// Returns whether npm can be started.
pub(crate) fn has_npm() -> bool {
    let mut command = Command::new(NPM);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns whether the first file is missing, or older than the second.
pub(crate) fn is_older(first: &Path, second: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).ok();
    match (changed(first), changed(second)) {
        (None, _) => true,
        (Some(first), second) => second.is_some_and(|second| first < second),
    }
}

fn npm(arguments: &[&str], env: &[(&str, &Path)]) -> Result<(), String> {
    step::announce(&format!("npm {}", arguments.join(" ")));
    let mut command = Command::new(NPM);
    command.args(arguments).envs(env.iter().copied()).current_dir(root().join("web"));
    let ended = tail::run(&mut command).map_err(|error| {
        format!(
            "cannot start npm: {error}; the web client needs Node.js, see https://nodejs.org; \
             the terminal needs Rust alone: cargo run --release -- play"
        )
    })?;
    ended.or_error(|status| format!("`npm {}` failed ({status}) in the folder web", arguments.join(" ")))
}
