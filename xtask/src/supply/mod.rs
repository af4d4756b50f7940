//! Third-party packages: the check of their licences, sources and versions (`rules`) and the notices (`notices`).
//!
//! The rules are those of `deny.toml`, as cargo-deny defines it, checked here for the packages of this platform. cargo-deny
//! and cargo-about would replace about 500 lines, but a machine without them would build them first: 143 packages for
//! cargo-deny 0.20 and 117 for cargo-about 0.9, several minutes on two cores, where this check takes two seconds. Prebuilt
//! programs are not reachable from every machine. Advisories need the network, so a workflow asks cargo-deny for them.

mod notices;
mod packages;
mod rules;

use std::fs;
use std::path::Path;

use crate::step::{self, root};
use packages::{Packages, Product};
use rules::Rules;

/// Checks licences, sources and versions against `deny.toml`, and the notices against the packages that are shipped. Nothing
/// is downloaded.
///
/// # Errors
/// If a check fails; the message lists every problem.
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
    if problems.is_empty() {
        return Ok(());
    }
    Err(format!("{}\nto see this again: cargo xtask supply", problems.join("\n")))
}

/// Writes the notices.
///
/// # Errors
/// If a package cannot be fetched or the text of its licence cannot be read.
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

fn text(file: &str) -> Result<String, String> {
    fs::read_to_string(root().join(Path::new(file))).map_err(|error| format!("cannot read {file}: {error}"))
}
