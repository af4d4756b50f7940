//! Lines of other programs: any bytes, of any length.

use std::io::{self, BufRead};

/// The most bytes of a line: a game of many thousands of turns.
const MAX_LINE_BYTES: usize = 1 << 20;

/// A line without the white space around it, or the reason why it cannot be read.
pub type InputLine = Result<String, UnreadableLine>;

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableLine {
    /// Why it cannot be read.
    pub reason: &'static str,
    /// Its first word, perhaps cut off.
    pub first_word: String,
}

/// The most bytes that are kept of the first word of an unreadable line: more than any command has.
const MAX_FIRST_WORD_BYTES: usize = 32;

/// The line exceeds the limit and has been skipped.
const TOO_LONG: &str = "the line is too long";
/// The line is not valid text.
const NO_TEXT: &str = "the line is not UTF-8";

/// Returns the next line, or `None` at the end. At most one line of the maximum length is kept in memory.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let (mut is_empty, mut is_too_long) = (true, false);
    loop {
        let piece = input.fill_buf()?;
        if piece.is_empty() && is_empty {
            return Ok(None);
        }
        is_empty = false;
        let end = piece.iter().position(|&byte| byte == b'\n');
        let part = &piece[..end.unwrap_or(piece.len())];
        is_too_long |= bytes.len() + part.len() > MAX_LINE_BYTES;
        if !is_too_long {
            bytes.extend_from_slice(part);
        }
        let (done, used) = (end.is_some() || piece.is_empty(), part.len() + usize::from(end.is_some()));
        input.consume(used);
        if done {
            break;
        }
    }
    Ok(Some(match std::str::from_utf8(&bytes) {
        _ if is_too_long => Err(unreadable(TOO_LONG, &bytes)),
        Ok(text) => Ok(text.trim().to_owned()),
        Err(_) => Err(unreadable(NO_TEXT, &bytes)),
    }))
}

fn unreadable(reason: &'static str, bytes: &[u8]) -> UnreadableLine {
    let bytes = bytes.trim_ascii_start();
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_FIRST_WORD_BYTES)]);
    let first_word = start.split_whitespace().next().unwrap_or_default().to_owned();
    UnreadableLine { reason, first_word }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        // A small buffer: lines come in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_at_breaks_and_at_the_end() {
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(lines(b"uci\r\nposition startpos"), [text("uci"), text("position startpos")]);
        let no_text = |word: &str| Err(UnreadableLine { reason: NO_TEXT, first_word: word.to_owned() });
        assert_eq!(
            lines(b" \xc3\xa9 \n\xff\n name \xff x\nquit\n"),
            [text("\u{e9}"), no_text("\u{fffd}"), no_text("name"), text("quit")]
        );
    }

    #[test]
    fn what_is_too_long_is_passed_over() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES];
        bytes.extend_from_slice(b"\nquit\n");
        assert_eq!(lines(&bytes)[0], Ok("x".repeat(MAX_LINE_BYTES)));
        bytes.insert(0, b'x');
        let first_word = "x".repeat(MAX_FIRST_WORD_BYTES);
        let too_long = Err(UnreadableLine { reason: TOO_LONG, first_word });
        assert_eq!(lines(&bytes), [too_long, Ok("quit".to_owned())]);
    }
}
