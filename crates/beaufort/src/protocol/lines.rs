//! Lines as other programs send them: any bytes, of any length.

use std::io::{self, BufRead};

/// The most bytes of a line that is looked at: a game of many thousands of turns.
const MAX_LINE_BYTES: usize = 1 << 20;

/// What came up to a line break or to the end: a text, without the white space around it, or why it is none.
pub(crate) type InputLine = Result<String, &'static str>;

/// More than anybody has to say at once; it has been passed over.
const TOO_LONG: &str = "the line is too long";
/// It consists of other bytes.
const NO_TEXT: &str = "the line is not UTF-8";

/// Returns the next line, or `None` at the end. No more than a line of the greatest length is kept in memory.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
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
    Ok(Some(match String::from_utf8(bytes) {
        _ if is_too_long => Err(TOO_LONG),
        Ok(text) => Ok(text.trim().to_owned()),
        Err(_) => Err(NO_TEXT),
    }))
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
        assert_eq!(lines(b" \xc3\xa9 \n\xff\nquit\n"), [text("\u{e9}"), Err(NO_TEXT), text("quit")]);
    }

    #[test]
    fn what_is_too_long_is_passed_over() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES];
        bytes.extend_from_slice(b"\nquit\n");
        assert_eq!(lines(&bytes)[0], Ok("x".repeat(MAX_LINE_BYTES)));
        bytes.insert(0, b'x');
        assert_eq!(lines(&bytes), [Err(TOO_LONG), Ok("quit".to_owned())]);
    }
}
