//! The output of a command, as text or as a file that is written whole or not at all.

use std::env;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::adapter::strip_str;
use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::output;

/// The name of a temporary file: a prefix, random characters, a suffix.
const TEMPORARY_PREFIX: &str = ".beaufort-";
const TEMPORARY_SUFFIX: &str = ".part";
const RANDOM_CHARS: usize = 6;
/// A temporary file of this age was left by a program that was killed. Process ids cannot tell: in a container or on another
/// machine the same id is another process.
const MAX_TEMPORARY_AGE: Duration = Duration::from_secs(86_400);

/// The output of a command.
#[derive(Debug)]
pub(crate) enum CommandOutput {
    /// Text, perhaps with colours.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl CommandOutput {
    /// Writes the output to a file, without colours, or to the standard output.
    pub(crate) fn write(self, file: Option<&Path>) -> Result<(), Failure> {
        match (self, file) {
            (CommandOutput::Text(text), None) => Ok(output::styled(&text)?),
            (CommandOutput::Text(text), Some(path)) => {
                write_file(path, strip_str(&text).to_string().as_bytes())
            }
            (CommandOutput::Bytes(bytes), None) => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes)?;
                Ok(out.flush()?)
            }
            (CommandOutput::Bytes(bytes), Some(path)) => write_file(path, &bytes),
        }
    }
}

/// Writes a whole file: a temporary file in the same folder first, which then replaces it. A symbolic link stays a link to the
/// file, and the file keeps its permissions. A device or a pipe cannot be replaced and is written directly.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = match Replacement::of(path)? {
        Some(replacement) => replacement.write(bytes),
        None => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes)),
    };
    written.map_err(cannot_write(path))
}

/// Checks that a file can be written, before the hours of work whose result it will hold. An existing file stays as it is. A
/// device or a pipe is not opened: its reader would take that for the end of the data.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    let Some(replacement) = Replacement::of(path)? else { return Ok(()) };
    replacement.temporary_file().map(drop).map_err(cannot_write(path))
}

fn cannot_write(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    Failure::io(format!("cannot write `{}`", path.display()))
}

/// A file to be replaced as a whole.
struct Replacement {
    target: PathBuf,
    /// The permissions of the file that is replaced.
    permissions: Option<Permissions>,
}

impl Replacement {
    /// Returns the replacement of a file; `None` for a device or a pipe.
    fn of(path: &Path) -> Result<Option<Replacement>, Failure> {
        if path.file_name().is_none() {
            return Err(Failure::user(format_args!("`{}` is not the name of a file", path.display())));
        }
        let permissions = match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(cannot_write(path)(io::ErrorKind::IsADirectory.into()));
            }
            Ok(found) if !found.is_file() => return Ok(None),
            Ok(found) => Some(found.permissions()),
            Err(_) => None,
        };
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Ok(Some(Replacement { target, permissions }))
    }

    /// Creates the temporary file, which is removed when it is dropped.
    fn temporary_file(&self) -> io::Result<NamedTempFile> {
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        remove_stale_files(folder);
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX).rand_bytes(RANDOM_CHARS);
        // As every other new file: only the user's mask takes permissions away.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        self.permissions.iter().try_for_each(|old| file.as_file().set_permissions(old.clone()))?;
        Ok(file)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.temporary_file()?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(&self.target)?;
        Ok(())
    }
}

/// Removes the temporary files of programs that were killed while they wrote. Errors are ignored: such a file is only litter.
fn remove_stale_files(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_temporary)) {
        let is_stale = entry.metadata().is_ok_and(|found| {
            let age = found.modified().ok().and_then(|written| written.elapsed().ok());
            found.is_file() && age.is_some_and(|age| age > MAX_TEMPORARY_AGE)
        });
        if is_stale {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether a name is that of a temporary file.
fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(TEMPORARY_PREFIX).and_then(|name| name.strip_suffix(TEMPORARY_SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM_CHARS && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns the folder for the user's data that each system provides: on Linux that of the XDG base directory specification.
pub(crate) fn data_folder() -> PathBuf {
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let in_home = |folder| env::home_dir().unwrap_or_default().join(folder);
    let folder = if cfg!(windows) {
        variable("APPDATA").unwrap_or_else(|| in_home("AppData/Roaming"))
    } else if cfg!(target_os = "macos") {
        in_home("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").unwrap_or_else(|| in_home(".local/share"))
    };
    folder.join("beaufort")
}

/// Checks that files with different purposes are different files, before any is read or written. Each comes with its name in
/// messages.
pub(crate) fn check_distinct<'a>(
    files: impl IntoIterator<Item = (&'static str, &'a Path)>,
) -> Result<(), Failure> {
    let mut known: Vec<(&str, PathBuf)> = Vec::new();
    for (name, path) in files {
        let whole = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        let whole = whole.unwrap_or_else(|_| path.to_owned());
        if let Some((other, _)) = known.iter().find(|(_, there)| *there == whole) {
            return Err(Failure::user(format_args!("{other} and {name} are one file, `{}`", path.display()))
                .hint("name different files"));
        }
        known.push((name, whole));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn files_are_written_whole_and_keep_their_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.txt");
        check_writable(&path).unwrap();
        assert!(!path.exists());
        for text in ["first", "second"] {
            write_file(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;

            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            let plain = folder.path().join("plain.txt");
            File::create(&plain).unwrap();
            assert_eq!(mode(&path), mode(&plain), "a new file is as readable as any other");
            fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
            write_file(&path, b"third").unwrap();
            assert_eq!(mode(&path), 0o640);
        }
    }

    #[test]
    fn old_temporary_files_of_killed_processes_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, age: Duration| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
        };
        let (old, young) = (MAX_TEMPORARY_AGE + Duration::from_secs(60), Duration::from_secs(60));
        write(".beaufort-a1B2c3.part", old);
        let others = [(".beaufort-a1B2c4.part", young), (".beaufort-.part", old), (".beaufort-my.part", old)];
        others.iter().for_each(|&(name, age)| write(name, age));
        fs::create_dir(folder.path().join(".beaufort-a1B2c5.part")).unwrap();
        write_file(&folder.path().join("board.txt"), b"text").unwrap();
        let mut left: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let expected = [
            ".beaufort-.part",
            ".beaufort-a1B2c4.part",
            ".beaufort-a1B2c5.part",
            ".beaufort-my.part",
            "board.txt",
        ];
        assert_eq!(left, expected);
    }
}
