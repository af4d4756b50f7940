//! External programs that some tests need: detected, installed if possible, or else their tests are skipped and listed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{browser, client, python, step, wasm};

/// If set, a missing program is an error.
const REQUIRE_ALL: &str = "REQUIRE_ALL";
/// If set, no program is installed.
const NO_INSTALL: &str = "NO_INSTALL";

/// A program or a package without which some tests cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    Rustfmt,
    Clippy,
    Node,
    Chromium,
    Firefox,
    Wasm,
    Python,
    Postgres,
    Nats,
    MailServer,
    Hachu,
}

impl Need {
    const ALL: [Need; 11] = [
        Need::Rustfmt,
        Need::Clippy,
        Need::Node,
        Need::Chromium,
        Need::Firefox,
        Need::Wasm,
        Need::Python,
        Need::Postgres,
        Need::Nats,
        Need::MailServer,
        Need::Hachu,
    ];

    /// Returns its name, the tests that need it, and its Debian packages. Debian's Rust and Node.js are too old.
    const fn about(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Need::Rustfmt => ("rustfmt", "the check of the format", &[]),
            Need::Clippy => ("clippy", "the lints", &[]),
            Need::Node => ("Node.js with npm", "the tests of the client, also in browsers", &[]),
            Need::Chromium => (
                "Chromium with the Liberation fonts",
                "the tests of the page in a browser",
                &["chromium", "fonts-liberation"],
            ),
            Need::Firefox => ("Firefox", "the tests of the page in a second browser", &["firefox-esr"]),
            Need::Wasm => (
                "a compiler for WebAssembly",
                "the tests of WebAssembly and of the page without a server",
                &["rustc-web", "rust-web-src", "lld"],
            ),
            Need::Python => (
                "Python 3.9 or newer with venv",
                "the tests of the package for Python",
                &["python3", "python3-venv"],
            ),
            Need::Postgres => ("PostgreSQL", "the tests of the server with PostgreSQL", &["postgresql"]),
            Need::Nats => ("NATS", "the tests of several servers and of workers", &["nats-server"]),
            Need::MailServer => ("a mail server", "the tests of letters", &["python3-aiosmtpd"]),
            Need::Hachu => ("HaChu", "a match against it", &["hachu"]),
        }
    }

    /// Returns how to install it.
    fn hint(self) -> String {
        let own = match self {
            Need::Rustfmt => return "rustup component add rustfmt".to_owned(),
            Need::Clippy => return "rustup component add clippy".to_owned(),
            Need::Node => return "see https://nodejs.org".to_owned(),
            Need::Chromium => ", or CHROMIUM=/path/to/it",
            Need::Firefox => ", or FIREFOX=/path/to/it",
            Need::Wasm => ", or: rustup target add wasm32-unknown-unknown",
            Need::Python => ", or PYTHON=/path/to/it",
            Need::Hachu => ", or HACHU=/path/to/it",
            Need::Postgres | Need::Nats | Need::MailServer => "",
        };
        format!("Debian: apt-get install {}{own}", self.about().2.join(" "))
    }

    /// Returns the part of a name by which the Rust tests that need it are skipped. The test servers in `xtask/load` check the
    /// names.
    const fn marker(self) -> Option<&'static str> {
        match self {
            Need::Postgres => Some("on_postgres"),
            Need::Nats => Some("over_nats"),
            Need::MailServer => Some("by_smtp"),
            Need::Hachu => Some("hachu_plays"),
            _ => None,
        }
    }

    /// Returns whether it is installed.
    ///
    /// # Errors
    /// If an environment variable names a file that does not exist.
    fn is_there(self) -> Result<bool, String> {
        Ok(match self {
            Need::Rustfmt => runs(Command::new(step::cargo_path()).args(["fmt", "--version"])),
            Need::Clippy => runs(Command::new(step::cargo_path()).args(["clippy", "--version"])),
            Need::Node => client::has_npm(),
            Need::Chromium => browser::chromium()?.is_some() && has_fonts(),
            Need::Firefox => browser::firefox()?.is_some(),
            Need::Wasm => wasm::has_compiler(),
            Need::Python => python::find()?.is_some(),
            Need::Postgres => in_path("initdb") || has_debian_postgres(),
            Need::Nats => in_path("nats-server"),
            Need::MailServer => runs(Command::new("/usr/bin/python3").args(["-c", "import aiosmtpd"])),
            Need::Hachu => step::find_engine("hachu").is_some(),
        })
    }
}

/// The missing programs.
#[derive(Debug, Default)]
pub(crate) struct Missing(BTreeSet<Need>);

impl Missing {
    /// Reports missing programs, and installs them on Debian and its derivatives as root or with a `sudo` without password.
    ///
    /// # Errors
    /// If a program is still missing and [`REQUIRE_ALL`] is set, or if an environment variable names a file that does not exist.
    pub(crate) fn after_install() -> Result<Missing, String> {
        step::announce("programs and packages that the tests need");
        let mut missing = Missing::find()?;
        let packages = missing.packages();
        for need in &missing.0 {
            eprintln!("missing: {} ({})", need.about().0, need.hint());
        }
        if !packages.is_empty() {
            let may_install = std::env::var_os(NO_INSTALL).is_none();
            match may_install.then(installer).flatten() {
                Some(installer) => {
                    // Packages that cannot be installed are still missing afterwards, and reported then.
                    install(&installer, &packages);
                    missing = Missing::find()?;
                }
                None => eprintln!("to install them: sudo apt-get install {}", packages.join(" ")),
            }
        }
        if std::env::var_os(REQUIRE_ALL).is_some() && !missing.0.is_empty() {
            return Err(format!("{REQUIRE_ALL} is set, and this is missing:\n{}", missing.list()));
        }
        Ok(missing)
    }

    /// Looks for every program.
    ///
    /// # Errors
    /// If an environment variable names a file that does not exist.
    pub(crate) fn find() -> Result<Missing, String> {
        let mut missing = BTreeSet::new();
        for need in Need::ALL {
            if !need.is_there()? {
                missing.insert(need);
            }
        }
        Ok(Missing(missing))
    }

    /// Returns whether a program is installed.
    pub(crate) fn has(&self, need: Need) -> bool {
        !self.0.contains(&need)
    }

    /// Returns the Debian packages of the missing programs.
    fn packages(&self) -> Vec<&'static str> {
        self.0.iter().flat_map(|need| need.about().2).copied().collect()
    }

    /// Returns the arguments of libtest that skip the tests of missing programs.
    pub(crate) fn test_filter(&self) -> Vec<&'static str> {
        let markers: Vec<&str> = self.0.iter().filter_map(|need| need.marker()).collect();
        if markers.is_empty() {
            return Vec::new();
        }
        std::iter::once("--").chain(markers.iter().flat_map(|marker| ["--skip", marker])).collect()
    }

    /// Returns the skipped tests, one line each with the reason.
    pub(crate) fn report(&self) -> String {
        match self.0.is_empty() {
            true => String::new(),
            false => format!("SKIPPED:\n{}", self.list()),
        }
    }

    fn list(&self) -> String {
        let line = |need: &Need| {
            let (name, tests, _) = need.about();
            format!("  {tests}: {name} is missing ({})\n", need.hint())
        };
        self.0.iter().map(line).collect()
    }
}

/// Returns the prefix of a command that runs as root, or `None` without apt-get or the right to use it.
fn installer() -> Option<Vec<&'static str>> {
    if !in_path("apt-get") {
        return None;
    }
    let is_superuser = step::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if is_superuser {
        return Some(Vec::new());
    }
    runs(Command::new("sudo").args(["-n", "true"])).then(|| vec!["sudo", "-n"])
}

/// Installs Debian packages; apt-get prints its errors.
fn install(installer: &[&str], packages: &[&str]) {
    eprintln!("installing {}", packages.join(" "));
    let quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"];
    let each = [vec!["update"], [&["install", "--no-install-recommends"], packages].concat()];
    for arguments in each {
        let line = [installer, &quiet, &arguments].concat();
        let status = Command::new(line[0]).args(&line[1..]).stdin(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            eprintln!("failed: {}", line.join(" "));
            return;
        }
    }
}

/// Returns whether a program of this name is in the path.
fn in_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    step::find_program(&[name], &path).is_some()
}

/// Returns whether the fallback fonts with the widths of the page's fonts are installed. Other systems always have them.
fn has_fonts() -> bool {
    let fonts = Path::new("/usr/share/fonts/truetype");
    let is_listed = || {
        step::output(Command::new("fc-list").args([":", "family"])).is_ok_and(|families| {
            ["Liberation Serif", "Times New Roman"].iter().any(|name| families.contains(name))
        })
    };
    !cfg!(target_os = "linux") || fonts.join("liberation").is_dir() || is_listed()
}

/// Returns whether Debian's PostgreSQL is installed; its programs are not in the path.
fn has_debian_postgres() -> bool {
    let versions = Path::new("/usr/lib/postgresql").read_dir();
    versions.is_ok_and(|mut versions| {
        versions.any(|version| version.is_ok_and(|version| version.path().join("bin/initdb").is_file()))
    })
}

/// Returns whether a command succeeds, discarding its output.
fn runs(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_need_something_missing_are_left_out_and_listed() {
        let missing = Missing([Need::Nats, Need::Clippy, Need::Postgres].into());
        assert_eq!(missing.test_filter(), ["--", "--skip", "on_postgres", "--skip", "over_nats"]);
        assert_eq!(missing.packages(), ["postgresql", "nats-server"]);
        assert!(missing.has(Need::Wasm) && !missing.has(Need::Clippy));
        assert_eq!(
            missing.report(),
            "SKIPPED:\n  the lints: clippy is missing (rustup component add clippy)\n  the tests of the server with PostgreSQL: \
             PostgreSQL is missing (Debian: apt-get install postgresql)\n  the tests of several servers and of workers: NATS is \
             missing (Debian: apt-get install nats-server)\n"
        );
    }

    #[test]
    fn the_development_container_has_all() {
        let container =
            std::fs::read_to_string(step::root().join(".devcontainer/devcontainer.json")).unwrap();
        let container: serde_json::Value = serde_json::from_str(&container).unwrap();
        let install = container["onCreateCommand"].as_str().unwrap();
        // rustup has the compiler for WebAssembly.
        for need in Need::ALL.into_iter().filter(|need| *need != Need::Wasm) {
            for package in need.about().2 {
                assert!(install.contains(&format!(" {package} ")), "{package}");
            }
        }
    }

    #[test]
    fn nothing_is_reported_where_all_is_there() {
        let missing = Missing::default();
        assert!(
            missing.test_filter().is_empty() && missing.report().is_empty() && missing.packages().is_empty()
        );
    }
}
