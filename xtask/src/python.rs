//! The Python package: builds the wheel and tests it in a virtual environment.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::client::is_older;
use crate::step::{self, root};
use crate::tail;

/// The environment variable with the path of Python; the default is the first of [`NAMES`].
const PYTHON: &str = "PYTHON";
/// The names of Python in the search path.
const NAMES: [&str; 2] = ["python3", "python"];
/// Fails unless Python is new enough and has `venv`.
const PROBE: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))";
/// The folder of the package.
const PACKAGE: &str = "crates/python";
/// The environment of the tests.
const TESTS: Environment = Environment { name: "venv", requirements: "crates/python/tests/requirements.txt" };
/// The environment of the comparison with Fairy-Stockfish.
const COMPARISON: Environment =
    Environment { name: "measure", requirements: "crates/import/tests/requirements.txt" };
/// The output folder.
const FOLDER: &str = "target/python";
/// Compares imported games with those of Fairy-Stockfish. Of the whole workspace, as the other tests, so that nothing is built anew.
const MEASURE: &str = "test --quiet --workspace --features beaufort/full --test measure -- --include-ignored";
/// Reads the manifests of the unpacked source distribution, and of all packages that they name.
const MANIFESTS: &str = "metadata --quiet --offline --format-version 1 --manifest-path";
/// Which files the library in the wheel has been built from, as cargo tells.
const BUILT_FROM: &str = "target/debug/libbeaufort_python.d";

/// Builds the wheel and tests it.
///
/// # Errors
/// If a step fails, or if there is no suitable Python.
pub(crate) fn test() -> Result<(), String> {
    test_with(&find()?.ok_or_else(missing)?)
}

/// Makes the virtual environments of the tests, unless they are newer than their lists of requirements: for a time when the machine has
/// else little to do.
///
/// # Errors
/// If a package cannot be installed, or if there is no suitable Python.
pub(crate) fn make_environments() -> Result<(), String> {
    let python = find()?.ok_or_else(missing)?;
    TESTS.make(&python)?;
    COMPARISON.make(&python)
}

/// Compares the imported games with Fairy-Stockfish: those that are built in there, and those of its `variants.ini`, with which the
/// table of imported games is written anew.
///
/// # Errors
/// If a game is not imported as the table says, or if there is no suitable Python.
pub(crate) fn measure(ini: Option<&str>) -> Result<(), String> {
    let python = find()?.ok_or_else(missing)?;
    COMPARISON.make(&python)?;
    let mut command = Command::new(step::cargo_path());
    command.args(MEASURE.split(' ')).env("PYFFISH", COMPARISON.program("python")).current_dir(root());
    if let Some(ini) = ini {
        let path = std::path::absolute(ini).map_err(|error| format!("cannot find {ini}: {error}"))?;
        command.env("VARIANTS_INI", path).env("UPDATE", "1");
    }
    step::announce("imported games");
    run(&mut command)
}

fn missing() -> String {
    format!(
        "there is no Python 3.9 or newer with venv; install one (Debian: apt-get install python3-venv) or name one with \
         {PYTHON}=/path/to/it"
    )
}

/// Returns the Python of the environment variable, else the first in the search path with `venv`.
///
/// # Errors
/// If the environment variable names an unsuitable program.
pub(crate) fn find() -> Result<Option<OsString>, String> {
    choose(std::env::var_os(PYTHON))
}

fn choose(named: Option<OsString>) -> Result<Option<OsString>, String> {
    let is_good = |python: &OsStr| {
        let mut command = Command::new(python);
        command.args(["-c", PROBE]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    match named {
        Some(named) if is_good(&named) => Ok(Some(named)),
        Some(named) => Err(format!("{PYTHON} is no Python 3.9 or newer with venv: {}", named.display())),
        None => Ok(NAMES.iter().map(OsString::from).find(|name| is_good(name))),
    }
}

fn test_with(python: &OsStr) -> Result<(), String> {
    let start = Instant::now();
    TESTS.make(python)?;
    let (package, wheels) = (root().join(PACKAGE), root().join(FOLDER).join("wheels"));
    // The linter comes as a package for Python.
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        step::announce("python: container file");
        TESTS.run("hadolint", ["Containerfile"].map(OsStr::new), &[], root())?;
    }
    step::announce("python: wheel");
    empty(&wheels)?;
    let out = [OsStr::new("--out"), wheels.as_os_str()];
    TESTS.run("maturin", ["build", "--locked", "--profile", "dev"].map(OsStr::new), &out, &package)?;
    let wheel = only_file(&wheels)?;
    let install = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"].map(OsStr::new);
    TESTS.run("python", install, &[wheel.as_os_str()], &package)?;
    step::announce("python: tests");
    TESTS.run(
        "python",
        ["-m", "pytest", "--quiet", "-p", "no:cacheprovider"].map(OsStr::new),
        &[],
        &package,
    )?;
    step::announce("python: types");
    TESTS.run("python", ["-m", "mypy"].map(OsStr::new), &[], &package)?;
    // Modules in Python are their own stubs.
    let stubs =
        ["-m", "mypy.stubtest", "beaufort._rust", "--mypy-config-file", "pyproject.toml"].map(OsStr::new);
    TESTS.run("python", stubs, &[], &package)?;
    step::announce("python: source distribution");
    check_sources()?;
    step::announce(&format!("python: all well after {} s", start.elapsed().as_secs()));
    Ok(())
}

/// Checks that the source distribution is complete: it holds every file from which the library in the wheel has been built, and manifests that
/// name nothing else.
fn check_sources() -> Result<(), String> {
    let folder = root().join(FOLDER).join("sdist");
    empty(&folder)?;
    let out = [OsStr::new("--out"), folder.as_os_str()];
    TESTS.run("maturin", ["sdist"].map(OsStr::new), &out, &root().join(PACKAGE))?;
    let archive = only_file(&folder)?;
    run(Command::new("tar").arg("-xzf").arg(&archive).current_dir(&folder))?;
    fs::remove_file(&archive).map_err(|error| format!("cannot remove {}: {error}", archive.display()))?;
    let sources = only_file(&folder)?;
    let list = root().join(BUILT_FROM);
    let list =
        fs::read_to_string(&list).map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    let missing = missing_sources(&list, root(), &sources)?;
    if !missing.is_empty() {
        return Err(format!("not in the source distribution: {}", missing.join(", ")));
    }
    let mut metadata = Command::new(step::cargo_path());
    metadata.args(MANIFESTS.split(' ')).arg(sources.join("Cargo.toml"));
    step::output(metadata.current_dir(root())).map(drop)
}

/// Returns the files of a list of cargo's, with their paths below a root, that are not below another folder.
///
/// # Errors
/// If the list is none, or names a file elsewhere.
fn missing_sources(list: &str, root: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let (_, files) = list.split_once(": ").ok_or("the list of sources is not one of cargo's")?;
    // A blank in a path stands behind a backslash.
    let files = files.trim_end().replace("\\ ", "\0");
    let mut missing = Vec::new();
    for file in files.split(' ').map(|file| file.replace('\0', " ")) {
        let path = Path::new(&file);
        let path = path.strip_prefix(root).map_err(|_| format!("{file} is not part of the repository"))?;
        if !folder.join(path).is_file() {
            missing.push(path.display().to_string());
        }
    }
    Ok(missing)
}

/// A virtual environment.
struct Environment {
    /// The name of its folder.
    name: &'static str,
    /// The list of its packages.
    requirements: &'static str,
}

impl Environment {
    /// Creates the environment unless it is newer than the list of its packages.
    ///
    /// # Errors
    /// If a package cannot be installed.
    fn make(&self, python: &OsStr) -> Result<(), String> {
        let folder = self.folder();
        let (made, requirements) = (folder.join("made"), root().join(self.requirements));
        if !is_older(&made, &requirements) {
            return Ok(());
        }
        step::announce(&format!("python: packages for {}", self.name));
        run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))?;
        let install = ["-m", "pip", "install", "--quiet", "--requirement"].map(OsStr::new);
        self.run("python", install, &[requirements.as_os_str()], root())?;
        fs::write(&made, "").map_err(|error| format!("cannot write {}: {error}", made.display()))
    }

    fn folder(&self) -> PathBuf {
        root().join(FOLDER).join(self.name)
    }

    /// Returns the path of one of its programs.
    fn program(&self, name: &str) -> PathBuf {
        let programs = self.folder().join(if cfg!(windows) { "Scripts" } else { "bin" });
        programs.join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// Runs one of its programs in a folder.
    fn run<const N: usize>(
        &self,
        program: &str,
        arguments: [&OsStr; N],
        more: &[&OsStr],
        folder: &Path,
    ) -> Result<(), String> {
        let mut command = Command::new(self.program(program));
        command.args(arguments).args(more).current_dir(folder);
        // Maturin looks for the Python of the environment.
        command.env("VIRTUAL_ENV", self.folder()).env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("MYPY_CACHE_DIR", root().join(FOLDER).join("mypy"));
        run(&mut command)
    }
}

/// Runs a command until it ends.
fn run(command: &mut Command) -> Result<(), String> {
    let line = step::command_line(command);
    let ended = tail::run(command).map_err(|error| format!("cannot start `{line}`: {error}"))?;
    ended.or_error(|status| format!("`{line}` failed ({status}); to repeat it: cargo xtask python"))
}

/// Creates an empty folder.
fn empty(folder: &Path) -> Result<(), String> {
    let failed = |error| format!("cannot empty {}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

/// Returns the only file, or folder, of a folder.
fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    match paths.as_slice() {
        [path] => Ok(path.clone()),
        _ => Err(format!("{} holds {} files instead of one", folder.display(), paths.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_must_be_a_python() {
        let error = choose(Some("no-such-python".into())).unwrap_err();
        assert_eq!(error, "PYTHON is no Python 3.9 or newer with venv: no-such-python");
    }

    #[test]
    fn a_source_that_is_not_packed_is_missing() {
        let folder = std::env::temp_dir().join(format!("beaufort-xtask-{}-sources", std::process::id()));
        empty(&folder).unwrap();
        fs::write(folder.join("a b.rs"), "").unwrap();
        let missing = |list: &str| missing_sources(list, Path::new("/tree"), &folder);
        assert_eq!(missing("/tree/x.so: /tree/a\\ b.rs\n"), Ok(vec![]));
        assert_eq!(missing("/tree/x.so: /tree/a\\ b.rs /tree/c.rs\n"), Ok(vec!["c.rs".to_owned()]));
        assert_eq!(missing("/tree/x.so: /d.rs\n").unwrap_err(), "/d.rs is not part of the repository");
        assert!(missing("nothing").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_with_one_file_has_only_that() {
        let folder = std::env::temp_dir().join(format!("beaufort-xtask-{}-python", std::process::id()));
        empty(&folder).unwrap();
        assert!(only_file(&folder).unwrap_err().ends_with("holds 0 files instead of one"));
        fs::write(folder.join("wheel"), "").unwrap();
        assert_eq!(only_file(&folder), Ok(folder.join("wheel")));
        empty(&folder).unwrap();
        assert!(only_file(&folder).is_err());
        fs::remove_dir(&folder).unwrap();
    }
}
