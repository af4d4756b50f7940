//! Texts in files that the user names. No more is read than a file of its kind may hold.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::string::FromUtf8Error;

use crate::failure::Failure;
use crate::output;

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileKind {
    /// What messages call it, with its article.
    noun: &'static str,
    /// The most that it may hold, in MiB.
    max_mib: u64,
}

/// A game of the user's own.
pub(crate) const GAME: FileKind = FileKind { noun: "a game file", max_mib: 1 };
/// What the engine has learned of a game: weights or a net.
pub(crate) const LEARNED: FileKind = FileKind { noun: "a file of weights or a net", max_mib: 16 };
/// A training that was stopped.
pub(crate) const TRAINING: FileKind = FileKind { noun: "a training", max_mib: 1024 };
/// Positions with which the games of a match begin.
pub(crate) const OPENINGS: FileKind = FileKind { noun: "a file of openings", max_mib: 16 };
/// Settings of the server.
#[cfg(feature = "server")]
pub(crate) const SETTINGS: FileKind = FileKind { noun: "a file of settings", max_mib: 1 };
/// Records of games.
pub(crate) const RECORDS: FileKind = FileKind { noun: "a file of records", max_mib: 256 };
/// What a match keeps of its games.
pub(crate) const GAMES: FileKind = FileKind { noun: "the data of the games", max_mib: 1024 };

impl FileKind {
    /// Reads all that is left of an input, but never more than a byte beyond what fits.
    ///
    /// # Errors
    /// If it cannot be read, or holds too much.
    pub(crate) fn read_from(self, name: &str, input: impl Read) -> Result<Vec<u8>, Failure> {
        let max = self.max_mib << 20;
        let mut bytes = Vec::new();
        input
            .take(max + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::user(format_args!("cannot read `{name}`: {error}")))?;
        if bytes.len() as u64 > max {
            let FileKind { noun, max_mib } = self;
            return Err(Failure::user(format_args!(
                "`{name}` is too long: {noun} holds at most {max_mib} MiB"
            )));
        }
        Ok(bytes)
    }
}

/// Returns the text of a file of this kind.
///
/// # Errors
/// If there is no such file or it cannot be read, or it holds too much or something else than text.
pub(crate) fn read(path: &Path, kind: FileKind) -> Result<String, Failure> {
    decode(&path.display().to_string(), read_bytes(path, kind)?)
}

/// Returns the text of a file of records. PGN was Latin-1 once, and some programs still write it: what is not UTF-8 is read so.
///
/// # Errors
/// If there is no such file or it cannot be read, or it holds too much, or it is UTF-16.
pub(crate) fn read_records(path: &Path) -> Result<String, Failure> {
    decode_records(&path.display().to_string(), read_bytes(path, RECORDS)?)
}

/// Returns the text of records that was read under a name; says so if it was taken for Latin-1.
///
/// # Errors
/// If it is UTF-16.
pub(crate) fn decode_records(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(Failure::user(format_args!("{name}: the text is UTF-16")).hint("save it as UTF-8"));
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        let line = first_bad_line(&error);
        output::warning(format_args!("{name}:{line}: the text is not UTF-8: it is read as Latin-1"));
        // The first 256 characters of Unicode are those of Latin-1.
        error.into_bytes().into_iter().map(char::from).collect()
    }))
}

/// Returns what stands in a file of this kind.
///
/// # Errors
/// If there is no such file or it cannot be read, or it holds too much.
pub(crate) fn read_bytes(path: &Path, kind: FileKind) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    let file =
        File::open(path).map_err(|error| Failure::user(format_args!("cannot read `{name}`: {error}")))?;
    kind.read_from(&name, file)
}

/// Returns the text that was read under a name.
///
/// # Errors
/// If it is not UTF-8; the message names the line.
pub(crate) fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        Failure::user(format_args!("{name}:{}: the text is not UTF-8", first_bad_line(&error)))
    })
}

/// Returns the line in which a text ceases to be UTF-8.
fn first_bad_line(error: &FromUtf8Error) -> usize {
    let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    1 + good.iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn the_line_that_is_no_text_is_named() {
        let failure = decode("x", b"one\ntw\xff\n".to_vec()).unwrap_err();
        assert!(
            failure.explanation().ends_with(" x:2: the text is not UTF-8\n"),
            "{}",
            failure.explanation()
        );
    }

    #[test]
    fn no_more_is_read_than_fits() {
        assert_eq!(GAME.read_from("x", io::repeat(b' ').take(1 << 20)).unwrap().len(), 1 << 20);
        let mut endless = io::repeat(b' ').take(1 << 30);
        let failure = GAME.read_from("x", &mut endless).unwrap_err();
        assert!(failure.explanation().ends_with(" `x` is too long: a game file holds at most 1 MiB\n"));
        assert_eq!(endless.limit(), (1 << 30) - (1 << 20) - 1);
    }
}
