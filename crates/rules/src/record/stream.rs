//! Reading records from a text that comes line by line, so that a file of any size takes little memory.

use super::lex::Lexer;
use super::read::read;
use super::{GameResult, Record, RecordError};

/// A text up to this length is read whenever a line may have ended its record; a longer one once it has doubled since it was last read
/// in vain.
const EAGER_BYTES: usize = 1 << 12;

/// Reads records from a text that comes in parts.
///
/// # Examples
/// ```
/// use beaufort_rules::record::RecordStream;
///
/// let mut stream = RecordStream::new(false);
/// stream.feed("1. e4 {to be\n");
/// assert!(stream.next(false).is_none());
/// stream.feed("continued} e5 *\n");
/// assert_eq!(stream.next(false).unwrap()?.record.moves.places(), 3);
/// assert!(stream.next(true).is_none());
/// # Ok::<(), beaufort_rules::record::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordStream {
    /// Whether moves are skipped.
    headers_only: bool,
    /// What has not been read yet. A record that begins in the middle of a line has blanks before it, so that its columns are right.
    text: String,
    /// The number of lines before the text.
    lines_before: usize,
    /// Whether a result has come since the text was last read in vain.
    may_end: bool,
    /// The length from which on a long text is read again.
    retry_at: usize,
}

/// A record of a stream.
#[derive(Clone, Debug)]
pub struct StreamedRecord {
    /// The record.
    pub record: Record,
    /// The text from which it was read, to which its places refer.
    pub text: String,
    /// The number of lines before that text.
    pub lines_before: usize,
}

impl RecordStream {
    /// Creates a stream without text. With `headers_only` moves are skipped, and what is wrong in them: records have their tags and
    /// their result alone.
    pub fn new(headers_only: bool) -> RecordStream {
        RecordStream { headers_only, text: String::new(), lines_before: 0, may_end: false, retry_at: 0 }
    }

    /// Adds whole lines to the text; only the last one of all may lack its line break.
    pub fn feed(&mut self, lines: &str) {
        self.may_end |= has_result(lines);
        self.text.push_str(lines);
    }

    /// Returns the length of the text that has not been read yet, in bytes.
    pub fn pending(&self) -> usize {
        self.text.len()
    }

    /// Returns the next record, if the text has all of it; nothing comes after the text if this is the end (`is_end`).
    ///
    /// The records are those of [`Record::parse`] from the whole text: one is returned only when nothing that may follow could change it.
    ///
    /// # Errors
    /// If the text is not well-formed; what follows is not read.
    pub fn next(&mut self, is_end: bool) -> Option<Result<StreamedRecord, RecordError>> {
        let is_long = self.text.len() > EAGER_BYTES && self.text.len() < self.retry_at;
        if !is_end && (!self.may_end || is_long) {
            return None;
        }
        let mut lexer = Lexer::new(&self.text);
        let record = read(&mut lexer, self.headers_only).transpose();
        let (saw_end, end) = (lexer.saw_end(), lexer.at());
        if saw_end && !is_end {
            self.may_end = false;
            self.retry_at = 2 * self.text.len();
            return None;
        }
        let lines_before = self.lines_before;
        match record {
            Some(Ok(record)) => Some(Ok(StreamedRecord { record, text: self.take(end), lines_before })),
            Some(Err(error)) => {
                self.text.clear();
                Some(Err(error.below(lines_before)))
            }
            None => {
                self.text.clear();
                None
            }
        }
    }

    /// Takes the text up to a byte.
    fn take(&mut self, end: usize) -> String {
        let rest = &self.text[end..];
        let taken = &self.text[..end];
        let columns = taken.rsplit('\n').next().unwrap_or_default().chars().count();
        self.lines_before += taken.matches('\n').count();
        self.may_end = has_result(rest);
        let rest = format!("{}{rest}", " ".repeat(columns));
        let mut taken = std::mem::replace(&mut self.text, rest);
        taken.truncate(end);
        taken
    }
}

/// Returns whether a text has the characters of a result.
fn has_result(text: &str) -> bool {
    GameResult::ALL.into_iter().any(|result| text.contains(result.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a text line by line.
    fn streamed(text: &str, headers_only: bool) -> Result<Vec<StreamedRecord>, RecordError> {
        let mut stream = RecordStream::new(headers_only);
        let mut records = Vec::new();
        for line in text.split_inclusive('\n') {
            stream.feed(line);
            records.extend(std::iter::from_fn(|| stream.next(false)));
        }
        records.extend(std::iter::from_fn(|| stream.next(true)));
        records.into_iter().collect()
    }

    const TEXTS: [&str; 12] = [
        "",
        "% an escape 1-0\n",
        "; 1-0\n{a preface\n[Event \"no tag\"]\n1-0\n}\n[Event \"A\"]\n\n1. e4 {1-0\n*} e5 ; *\n(1. d4) 1-0\n\n1. d4 *\n",
        "1. e4 * 1. d4 1-0 1. c4\n",
        "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 1-0 {agreed}\n\n[Event \"B\"]\n\n*\n\n\n",
        "[Event \"A\"]\n\n1. e4 {a { b } 1-0\n} e5 1-0\n[Event \"B\"]\n*\n",
        "[Event \"A\"]\n\n1. e4 {a { b } 1-0\n\n[Event \"B\"]\n*\n",
        "\u{feff}1. e4 *\r\n\r\n\u{feff}[Event\r\n\"B\"]\r\n1. d4 1/2-1/2\r\n",
        "1. e4 *\n1. e4 ( *\n",
        "1. e4 * 1. d4 )\n",
        "1. e4 {never ends\n1-0\n",
        "[Result \"1-0\"]\n1. e4 e5\n",
    ];

    #[test]
    fn records_of_a_stream_are_those_of_the_text() {
        for text in TEXTS {
            let whole = Record::parse(text);
            let found = streamed(text, false);
            match (&whole, &found) {
                (Ok(whole), Ok(found)) => {
                    assert!(whole.iter().eq(found.iter().map(|found| &found.record)), "{text:?}");
                    let warnings = |record: &Record| record.warnings.len();
                    assert!(whole.iter().map(warnings).eq(found.iter().map(|found| warnings(&found.record))));
                }
                (Err(whole), Err(found)) => assert_eq!(whole, found, "{text:?}"),
                _ => panic!("{text:?}: {whole:?}, but {found:?}"),
            }
        }
    }

    #[test]
    fn a_record_is_told_with_its_last_line_and_its_place() {
        let mut stream = RecordStream::new(false);
        assert!(stream.next(false).is_none());
        stream.feed("1. e4 *\n1. d4 e5\n");
        let first = stream.next(false).expect("it is complete").expect("it is well-formed");
        assert_eq!((first.text.as_str(), first.lines_before), ("1. e4 *", 0));
        assert!(stream.next(false).is_none());
        stream.feed("2. c4 * [Event \"x\"] 1. f4 0-1\n");
        let second = stream.next(false).expect("it is complete").expect("it is well-formed");
        assert_eq!((second.text.as_str(), second.lines_before), ("       \n1. d4 e5\n2. c4 *", 0));
        let third = stream.next(false).expect("it is complete").expect("it is well-formed");
        assert_eq!((third.text.as_str(), third.lines_before), ("        [Event \"x\"] 1. f4 0-1", 2));
        assert_eq!(stream.pending(), 30);
    }

    #[test]
    fn headers_are_read_whatever_the_moves_are() {
        let text = "[Event \"A\"]\n1. e4 -- (1. d4 *) {*} Ü } 2. $999 1-0\n[Event \"B\"]\n[Result \"0-1\"]\n1. e4\n[Event \"C\"]\n*\n";
        let found = streamed(text, true).expect("the headers are well-formed");
        let heads: Vec<_> =
            found.iter().map(|found| (found.record.tags.get("Event"), found.record.result)).collect();
        let [a, b, c] = [Some("A"), Some("B"), Some("C")];
        assert_eq!(heads, [(a, GameResult::FirstWins), (b, GameResult::SecondWins), (c, GameResult::Open)]);
        assert!(found.iter().all(|found| found.record.moves.places() == 1));
        for text in TEXTS {
            let (Ok(whole), Ok(heads)) = (streamed(text, false), streamed(text, true)) else { continue };
            let head = |found: &StreamedRecord| (found.record.tags.clone(), found.record.result);
            assert!(whole.iter().map(head).eq(heads.iter().map(head)), "{text:?}");
        }
    }

    #[test]
    fn a_long_comment_is_not_read_again_for_each_line() {
        let text = format!("1. e4 {{{}}} e5 1-0\n", "not yet 1-0\n".repeat(100_000));
        let found = streamed(&text, false).expect("it is well-formed");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].record, Record::parse(&text).expect("it is well-formed")[0]);
    }
}
