//! Sets `BEAUFORT_VERSION`, the version with the commit and its date: `1.0.0 (abcdef123 2026-11-28)`. Sources that are not in a git
//! repository of their own, such as those of a package, have the version alone.

use std::path::Path;
use std::process::Command;

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    // The folder of this crate in its repository; in a larger repository the commit is none of Beaufort's.
    let is_own = git(&["rev-parse", "--show-prefix"]).as_deref() == Some("crates/beaufort/");
    // The date of the commit, so that the same sources make the same program on any day.
    let commit =
        ["-c", "log.showSignature=false", "log", "-1", "--abbrev=9", "--date=short", "--format=%h %cd"];
    let version = match git(&commit).filter(|_| is_own) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    println!("cargo::rustc-env=BEAUFORT_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
    if is_own {
        watch_commit();
    }
}

/// Lets cargo run this script again when another commit is checked out. A path that does not exist would make it run at every build.
fn watch_commit() {
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD"].into_iter().chain(branch.as_deref()) {
        let path = git(&["rev-parse", "--git-path", name]);
        // The branch has no file while it is packed; the next commit writes one into the folder.
        let existing =
            path.as_deref().and_then(|path| Path::new(path).ancestors().find(|path| path.exists()));
        if let Some(existing) = existing {
            println!("cargo::rerun-if-changed={}", existing.display());
        }
    }
}

/// Returns the output line of git, or `None` without git or a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| line.trim_end().to_owned())
}
