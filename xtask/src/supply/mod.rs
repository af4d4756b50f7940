//! Other people's work in the program: whether it may be there (`rules`), and the pages that name it (`notices`).

mod notices;
mod packages;
mod rules;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::step::{self, root};
use packages::{Packages, Product};
use rules::Rules;

/// Checks licences, sources and versions against `deny.toml`, and that the pages of notices name what is shipped; asks
/// cargo-deny, too, where it is installed. Nothing is downloaded.
///
/// # Errors
/// If something is not as it should be; the message says what.
pub(crate) fn check() -> Result<(), String> {
    step::announce("supply");
    let rules = Rules::read(&text("deny.toml")?)?;
    let packages = Packages::of_this_platform()?;
    let locked = packages::locked(&text("Cargo.lock")?)?;
    let npm = packages::npm(&text("web/package-lock.json")?)?;
    let mut problems = rules.problems(&packages, &locked);
    for product in Product::ALL {
        problems.extend(notices::problems(product, &text(product.notices())?, &packages, &locked, &npm));
    }
    if !problems.is_empty() {
        return Err(format!("{}\nto see this again: cargo xtask supply", problems.join("\n")));
    }
    deny()
}

/// Writes the pages of notices anew.
///
/// # Errors
/// If a package, or the text of its licence, is not to be had.
pub(crate) fn write_notices() -> Result<(), String> {
    let npm = packages::npm(&text("web/package-lock.json")?)?;
    let packages = Packages::of_all_platforms()?;
    for product in Product::ALL {
        let (page, file) =
            (notices::page(product, &packages, &npm, &root().join("web/node_modules"))?, product.notices());
        fs::write(root().join(file), page).map_err(|error| format!("cannot write {file}: {error}"))?;
    }
    Ok(())
}

/// Runs cargo-deny without its look at the advisories, which it would have to download.
fn deny() -> Result<(), String> {
    let run = |arguments: &[&str], out: fn() -> Stdio| {
        let mut command = Command::new("cargo-deny");
        command.args(arguments).current_dir(root()).stdout(out()).stderr(out()).status()
    };
    if !run(&["--version"], Stdio::null).is_ok_and(|status| status.success()) {
        return Ok(());
    }
    match run(&["--offline", "check", "licenses", "bans", "sources"], Stdio::inherit) {
        Ok(status) if status.success() => Ok(()),
        _ => Err("cargo-deny has found something; to see it again: cargo deny check".to_owned()),
    }
}

fn text(file: &str) -> Result<String, String> {
    fs::read_to_string(root().join(Path::new(file))).map_err(|error| format!("cannot read {file}: {error}"))
}
