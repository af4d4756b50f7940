//! Browser tests of the client, with the program that the other tests have built.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::{client, step};

/// A browser: the environment variable with its path, and its names in the search path.
struct Browser {
    variable: &'static str,
    names: &'static [&'static str],
}

const CHROMIUM: Browser = Browser {
    variable: "CHROMIUM",
    names: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
};
/// The tests find it in the same way.
const FIREFOX: Browser = Browser { variable: "FIREFOX", names: &["firefox-esr", "firefox"] };

/// Returns the program of Chromium.
///
/// # Errors
/// If the environment names one that is not there.
pub(crate) fn chromium() -> Result<Option<PathBuf>, String> {
    CHROMIUM.find()
}

/// Returns the program of Firefox.
///
/// # Errors
/// If the environment names one that is not there.
pub(crate) fn firefox() -> Result<Option<PathBuf>, String> {
    FIREFOX.find()
}

/// Runs the tests in Chromium against the program, and those in Firefox if it is there.
///
/// # Errors
/// If a test fails, or if there is no Chromium.
pub(crate) fn test() -> Result<(), String> {
    client::test_in_browser(&required()?, &step::built("beaufort")?)
}

/// Runs the tests of the page without a server, which has been built.
///
/// # Errors
/// If a test fails, or if there is no Chromium.
pub(crate) fn test_site() -> Result<(), String> {
    client::test_site_in_browser(&required()?)
}

fn required() -> Result<PathBuf, String> {
    chromium()?.ok_or_else(|| "there is no Chromium".to_owned())
}

impl Browser {
    fn find(&self) -> Result<Option<PathBuf>, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        self.find_in(std::env::var_os(self.variable), &path)
    }

    /// Returns the named browser, else the first in the search path.
    fn find_in(&self, named: Option<OsString>, path: &OsStr) -> Result<Option<PathBuf>, String> {
        if let Some(named) = named.map(PathBuf::from) {
            let there = named.is_file().then(|| named.clone());
            return there
                .map(Some)
                .ok_or_else(|| format!("{} is no file: {}", self.variable, named.display()));
        }
        Ok(step::find_program(self.names, path))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Creates a temporary folder with an empty file of this name.
    fn folder_with(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("beaufort-xtask-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), "").unwrap();
        folder
    }

    #[test]
    fn a_browser_is_found_in_the_path_or_by_its_name() {
        let folder = folder_with("google-chrome");
        let browser = folder.join("google-chrome");
        let path = std::env::join_paths([Path::new("/nowhere"), folder.as_path()]).unwrap();
        assert_eq!(CHROMIUM.find_in(None, &path), Ok(Some(browser.clone())));
        assert_eq!(CHROMIUM.find_in(None, OsStr::new("/nowhere")), Ok(None));
        let named = folder.join("google-chrome").into_os_string();
        assert_eq!(CHROMIUM.find_in(Some(named), OsStr::new("")), Ok(Some(browser)));
        assert_eq!(
            CHROMIUM.find_in(Some("/nowhere/chromium".into()), &path),
            Err("CHROMIUM is no file: /nowhere/chromium".to_owned())
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
