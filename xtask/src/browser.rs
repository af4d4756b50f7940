//! The tests of the client in a real browser, against the program that the other tests have built.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::{client, step};

/// Names the browser where it is not one of [`NAMES`] in the path.
const BROWSER: &str = "CHROMIUM";
/// Set where a missing browser is a failure.
const REQUIRED: &str = "REQUIRE_BROWSER";
/// The programs that are looked for.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Runs the tests, those of the page without a server if that `has_site` been built, or tells that there is no browser for them.
///
/// # Errors
/// If a test fails, if the browser that is named is not there, or if none is found and [`REQUIRED`] is set.
pub(crate) fn test(has_site: bool) -> Result<(), String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    match find(std::env::var_os(BROWSER), &path)? {
        Some(browser) => {
            client::test_in_browser(&browser, &program()?)?;
            if has_site { client::test_site_in_browser(&browser) } else { Ok(()) }
        }
        None if std::env::var_os(REQUIRED).is_some() => Err(missing()),
        None => {
            step::announce(&format!("the browser tests are SKIPPED: {}", missing()));
            Ok(())
        }
    }
}

fn missing() -> String {
    format!(
        "there is no {} in the PATH; install one (Debian: apt-get install chromium) or name one with {BROWSER}=/path/to/it",
        NAMES.join(", ")
    )
}

/// Returns the browser that is named, else the first in the path.
fn find(named: Option<OsString>, path: &OsString) -> Result<Option<PathBuf>, String> {
    if let Some(named) = named.map(PathBuf::from) {
        let there = named.is_file().then(|| named.clone());
        return there.map(Some).ok_or_else(|| format!("{BROWSER} is no file: {}", named.display()));
    }
    let folders: Vec<PathBuf> = std::env::split_paths(path).collect();
    let places = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    Ok(places.into_iter().find(|place| place.is_file()))
}

/// Returns the program that the tests have built: it lies beside this one.
pub(crate) fn program() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| format!("cannot tell where xtask lies: {error}"))?;
    let folder = here.parent().unwrap_or(Path::new(""));
    let program = folder.join(format!("beaufort{}", std::env::consts::EXE_SUFFIX));
    let is_there = program.is_file();
    is_there
        .then_some(program)
        .ok_or_else(|| format!("`beaufort` has not been built in {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a folder of its own with an empty file of this name.
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
        assert_eq!(find(None, &path), Ok(Some(browser.clone())));
        assert_eq!(find(None, &OsString::from("/nowhere")), Ok(None));
        let named = folder.join("google-chrome").into_os_string();
        assert_eq!(find(Some(named), &OsString::new()), Ok(Some(browser)));
        assert_eq!(
            find(Some("/nowhere/chromium".into()), &path),
            Err("CHROMIUM is no file: /nowhere/chromium".to_owned())
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
