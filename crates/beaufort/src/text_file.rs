//! Files that the user names, read up to a size limit.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::string::FromUtf8Error;

use crate::failure::Failure;
use crate::output;

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileKind {
    /// Its name in messages, with the article.
    noun: &'static str,
    /// The size limit, in MiB.
    max_mib: u64,
}

/// A game of the user's own.
pub(crate) const GAME: FileKind = FileKind { noun: "a game file", max_mib: 1 };
/// Weights or a net for a game.
pub(crate) const LEARNED: FileKind = FileKind { noun: "a file of weights or a net", max_mib: 16 };
/// The checkpoint of a training.
#[cfg(feature = "plots")]
pub(crate) const TRAINING: FileKind = FileKind { noun: "a training", max_mib: 1024 };
/// The openings of a match.
pub(crate) const OPENINGS: FileKind = FileKind { noun: "a file of openings", max_mib: 16 };
/// Settings of the server.
#[cfg(feature = "server")]
pub(crate) const SETTINGS: FileKind = FileKind { noun: "a file of settings", max_mib: 1 };
/// Records of games.
pub(crate) const RECORDS: FileKind = FileKind { noun: "a file of records", max_mib: 256 };
/// The games of a match, a tuning or a training.
pub(crate) const GAMES: FileKind = FileKind { noun: "the data of the games", max_mib: 1024 };

impl FileKind {
    /// Reads the rest of an input, at most one byte beyond the limit.
    ///
    /// # Errors
    /// If it cannot be read or exceeds the limit.
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
/// If the file cannot be read, exceeds the limit or is not UTF-8.
pub(crate) fn read(path: &Path, kind: FileKind) -> Result<String, Failure> {
    decode(&path.display().to_string(), read_bytes(path, kind)?)
}

/// Returns the text of a file of records. Old PGN files are Latin-1: a file that is not UTF-8 is read as that.
///
/// # Errors
/// If the file cannot be read, exceeds the limit or is UTF-16.
pub(crate) fn read_records(path: &Path) -> Result<String, Failure> {
    decode_records(&path.display().to_string(), read_bytes(path, RECORDS)?)
}

/// Decodes the text of records; warns if it is read as Latin-1.
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

/// Returns the bytes of a file of this kind.
///
/// # Errors
/// If the file cannot be read or exceeds the limit.
pub(crate) fn read_bytes(path: &Path, kind: FileKind) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    let file =
        File::open(path).map_err(|error| Failure::user(format_args!("cannot read `{name}`: {error}")))?;
    kind.read_from(&name, file)
}

/// Decodes a text.
///
/// # Errors
/// If it is not UTF-8; the message names the line.
pub(crate) fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        Failure::user(format_args!("{name}:{}: the text is not UTF-8", first_bad_line(&error)))
    })
}

/// Returns the number of the first line that is not UTF-8.
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
