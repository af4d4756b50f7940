//! The words of a record.

use super::GameResult;
use super::error::{Places, RecordError};

/// Characters that end a move and are none of its own.
pub(super) const DELIMITERS: &str = "( ) [ ] { } \" $";

/// What a record is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag(&'a str, String),
    Comment(String),
    Open,
    Close,
    Nag(u8),
    /// A move number or its dots, as in `12.` and `...`.
    Number,
    Move(&'a str),
    Result(GameResult),
    End,
}

/// How older records spell the beginning of a castling, with zeros.
const CASTLING: &str = "0-0";

/// Returns whether a text can stand for a move.
pub(super) fn is_move(text: &str) -> bool {
    (text.starts_with(|c: char| c.is_ascii_alphabetic()) || text.starts_with(CASTLING))
        && text.bytes().all(|b| b.is_ascii_graphic() && !is_delimiter(b))
}

/// Reads token after token.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Where errors are: many records of one text may be wrong.
    places: Places<'a>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        // Some editors begin a file with a byte order mark.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, at, places: Places::new(text) }
    }

    /// Returns the next token and where it begins; at the end of the text, [`Token::End`] for ever.
    pub(super) fn next(&mut self) -> Result<(usize, Token<'a>), RecordError> {
        self.skip(|b| b.is_ascii_whitespace());
        let start = self.at;
        let token = match self.peek() {
            None => Token::End,
            Some(b'[') => self.tag()?,
            Some(b'{') => {
                self.at += 1;
                Token::Comment(self.quoted('}', "`\\}`, `\\\\`, `\\n` or `\\r`")?)
            }
            Some(b';') => Token::Comment(self.line_comment()),
            Some(b'(') => self.single(Token::Open),
            Some(b')') => self.single(Token::Close),
            Some(b'$') => self.nag()?,
            Some(b'*' | b'.' | b'0'..=b'9') if !self.text[start..].starts_with(CASTLING) => {
                self.number_or_result()?
            }
            Some(_) => {
                let word = self.skip(|b| !b.is_ascii_whitespace() && !is_delimiter(b));
                if !is_move(word) {
                    return Err(self.unexpected(start, "a move, which begins with a letter and is all ASCII"));
                }
                Token::Move(word)
            }
        };
        Ok((start, token))
    }

    /// Skips what is left of a record that cannot be read, up to the next line with a tag that follows one without.
    pub(super) fn skip_record(&mut self) {
        let line_start = self.text[..self.at].rfind('\n').map_or(0, |newline| newline + 1);
        let mut after_tag = self.text[line_start..].starts_with('[');
        while let Some(newline) = self.text[self.at..].find('\n') {
            self.at += newline + 1;
            let line = self.text[self.at..].split('\n').next().unwrap_or_default();
            let is_tag = line.starts_with('[');
            if is_tag && !after_tag {
                return;
            }
            after_tag = is_tag || after_tag && line.trim().is_empty();
        }
        self.at = self.text.len();
    }

    /// Returns the error that something else should begin at a place.
    pub(super) fn unexpected(&mut self, at: usize, allowed: &'static str) -> RecordError {
        let rest = &self.text[at..];
        let word = rest.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or_default();
        let found = match word.chars().count() {
            0 if rest.is_empty() => "the end of the text".to_owned(),
            0 => "white space".to_owned(),
            1..=24 => format!("`{}`", word.escape_debug()),
            _ => format!("`{}...`", word.chars().take(24).collect::<String>().escape_debug()),
        };
        self.error(at, found, allowed)
    }

    /// Returns the error with these words at a place.
    pub(super) fn error(
        &mut self,
        at: usize,
        found: impl Into<String>,
        allowed: &'static str,
    ) -> RecordError {
        RecordError::new(self.places.line_and_column(at), found, allowed)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips and returns the bytes for which the test holds; it must hold for all bytes of a character or for none.
    fn skip(&mut self, test: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let len = rest.bytes().position(|b| !test(b)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Skips white space and then a byte, which has to be there.
    fn require(&mut self, byte: u8, allowed: &'static str) -> Result<(), RecordError> {
        self.skip(|b| b.is_ascii_whitespace());
        if self.peek() != Some(byte) {
            return Err(self.unexpected(self.at, allowed));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<Token<'a>, RecordError> {
        self.at += 1;
        self.skip(|b| b.is_ascii_whitespace());
        let start = self.at;
        let name = self.skip(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.unexpected(start, "the name of a tag: a letter, then letters, digits and `_`"));
        }
        self.require(b'"', "the value of the tag in double quotes")?;
        let value = self.quoted('"', "`\\\"`, `\\\\`, `\\n` or `\\r`")?;
        self.require(b']', "`]` after the value of the tag")?;
        Ok(Token::Tag(name, value))
    }

    /// Reads up to the closing character, the opening one having been read. A line break in a comment counts as a
    /// space, as any other control character but a tab does; there is none in a value.
    fn quoted(&mut self, close: char, escapes: &'static str) -> Result<String, RecordError> {
        let open = self.at - 1;
        let mut value = String::new();
        let mut chars = self.text[self.at..].char_indices().peekable();
        while let Some((offset, c)) = chars.next() {
            match c {
                _ if c == close => {
                    self.at += offset + c.len_utf8();
                    return Ok(value);
                }
                '\\' => match chars.next() {
                    Some((_, c)) if c == close || c == '\\' => value.push(c),
                    Some((_, 'n')) => value.push('\n'),
                    Some((_, 'r')) => value.push('\r'),
                    _ => return Err(self.unexpected(self.at + offset, escapes)),
                },
                '\n' | '\r' if close == '"' => break,
                '\r' if chars.peek().is_some_and(|(_, next)| *next == '\n') => {}
                c => value.push(printable(c)),
            }
        }
        let (found, allowed) = match close {
            '}' => ("a comment without end", "`}` at its end"),
            _ => ("a value without end", "`\"` at its end, on the same line"),
        };
        Err(self.error(open, found, allowed))
    }

    /// Reads `; ...`, a comment as other programs write it, to the end of the line.
    fn line_comment(&mut self) -> String {
        self.at += 1;
        self.skip(|b| b != b'\n').trim().chars().map(printable).collect()
    }

    fn nag(&mut self) -> Result<Token<'a>, RecordError> {
        let start = self.at;
        self.at += 1;
        let number = self.skip(|b| b.is_ascii_digit());
        number.parse().map(Token::Nag).map_err(|_| self.unexpected(start, "`$` with a number from 0 to 255"))
    }

    fn number_or_result(&mut self) -> Result<Token<'a>, RecordError> {
        let start = self.at;
        let word = self.skip(|b| !b.is_ascii_whitespace() && !is_delimiter(b));
        if let Some(result) = GameResult::from_text(word) {
            return Ok(Token::Result(result));
        }
        // A move may follow its number directly: `12.HO!`.
        self.at = start;
        self.skip(|b| b.is_ascii_digit());
        let dots = self.skip(|b| b == b'.');
        let ends = self.peek().is_none_or(|b| b.is_ascii_whitespace() || is_delimiter(b));
        if self.at == start || dots.is_empty() && !ends {
            return Err(
                self.unexpected(start, "a move number (`12.`) or a result (`1-0`, `0-1`, `1/2-1/2`, `*`)")
            );
        }
        Ok(Token::Number)
    }
}

/// Returns a space for a control character but a tab: a terminal would obey it.
fn printable(c: char) -> char {
    if c.is_control() && c != '\t' { ' ' } else { c }
}

fn is_delimiter(byte: u8) -> bool {
    byte != b' ' && DELIMITERS.as_bytes().contains(&byte)
}
