//! Reading records from a text that comes line by line, so that a file of any size takes little memory.

use super::lex::Lexer;
use super::read::read;
use super::{GameResult, Record, RecordError, TextStart};

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
    /// The text. What has been read is removed when there is more of it than of the rest.
    text: String,
    /// The byte up to which it has been read. A record that begins in the middle of a line has a blank before it.
    read: usize,
    /// Where the rest begins in the file.
    start: TextStart,
    /// Whether a result may have come since the text was last read in vain.
    may_end: bool,
    /// Whether there was a mistake, so that no more is read.
    failed: bool,
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
    /// Where that text begins in the file.
    pub start: TextStart,
}

impl RecordStream {
    /// Creates a stream without text. With `headers_only` moves are skipped, and what is wrong in them: records have their tags and
    /// their result alone.
    pub fn new(headers_only: bool) -> RecordStream {
        RecordStream {
            headers_only,
            text: String::new(),
            read: 0,
            start: TextStart::default(),
            may_end: false,
            failed: false,
            retry_at: 0,
        }
    }

    /// Adds whole lines to the text; only the last one of all may lack its line break.
    pub fn feed(&mut self, lines: &str) {
        if self.read > self.pending() {
            self.text.drain(..self.read);
            self.read = 0;
        }
        self.may_end |= has_result(lines);
        self.text.push_str(lines);
    }

    /// Returns the length of the text that has not been read yet, in bytes.
    pub fn pending(&self) -> usize {
        self.text.len() - self.read
    }

    /// Returns the next record, if the text has all of it; nothing comes after the text if this is the end (`is_end`).
    ///
    /// The records are those of [`Record::parse`] from the whole text: one is returned only when nothing that may follow could change it.
    ///
    /// # Errors
    /// If the text is not well-formed; then nothing more is read.
    pub fn next(&mut self, is_end: bool) -> Option<Result<StreamedRecord, RecordError>> {
        let is_long = self.pending() > EAGER_BYTES && self.pending() < self.retry_at;
        if self.failed || !is_end && (!self.may_end || is_long) {
            return None;
        }
        let mut lexer = Lexer::new(&self.text[self.read..]);
        let record = read(&mut lexer, self.headers_only).transpose();
        let (saw_end, end) = (lexer.saw_end(), lexer.at());
        if saw_end && !is_end {
            self.may_end = false;
            self.retry_at = 2 * self.pending();
            return None;
        }
        let start = self.start;
        match record {
            Some(Ok(record)) => Some(Ok(StreamedRecord { record, text: self.take(end), start })),
            Some(Err(error)) => {
                self.failed = true;
                Some(Err(error.in_file(start)))
            }
            None => {
                self.read = self.text.len();
                None
            }
        }
    }

    /// Takes the text up to a byte of what has not been read.
    fn take(&mut self, end: usize) -> String {
        let taken = self.text[self.read..][..end].to_owned();
        let columns = taken.rsplit('\n').next().unwrap_or_default().chars().count();
        let lines = taken.matches('\n').count();
        self.start.columns = if lines == 0 { self.start.columns + columns } else { columns };
        self.start.lines += lines;
        self.read += end;
        // The rest has not been searched for a result.
        self.may_end = true;
        if let Some(last) = taken.chars().next_back().filter(|_| columns > 0) {
            // This text does not begin a line: the last character read gives place to blanks.
            let width = last.len_utf8();
            self.text.replace_range(self.read - width..self.read, &" ".repeat(width));
            self.read -= 1;
            self.start.columns -= 1;
        }
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
        let start = |lines, columns| TextStart { lines, columns };
        assert_eq!((first.text.as_str(), first.start), ("1. e4 *", start(0, 0)));
        assert!(stream.next(false).is_none());
        stream.feed("2. c4 * [Event \"x\"] 1. f4 0-1\n");
        let second = stream.next(false).expect("it is complete").expect("it is well-formed");
        assert_eq!((second.text.as_str(), second.start), (" \n1. d4 e5\n2. c4 *", start(0, 6)));
        let third = stream.next(false).expect("it is complete").expect("it is well-formed");
        assert_eq!((third.text.as_str(), third.start), ("  [Event \"x\"] 1. f4 0-1", start(2, 6)));
        assert_eq!(stream.pending(), 2, "a blank and the end of the line");
        stream.feed("1. e4 %\n1. d4 *\n");
        let error = stream.next(true).expect("it is the end").expect_err("`%` is no move");
        assert_eq!((error.line(), error.column()), (4, 7));
        stream.feed("1. e4 *\n");
        assert!(stream.next(true).is_none(), "nothing is read after a mistake");
    }

    #[test]
    fn records_on_one_line_take_no_more_room_than_their_text() {
        let text = "1. é4 {é} * ".repeat(1 << 15).replace("1. é4", "1. e4");
        let found = streamed(&text, false).expect("it is well-formed");
        let total: usize = found.iter().map(|found| found.text.len()).sum();
        assert_eq!(found.len(), 1 << 15);
        assert!(total <= text.len() + found.len(), "{total} bytes of {}", text.len());
        let [.., last] = &found[..] else { panic!("there are records") };
        assert_eq!(last.start.place((1, 2)), (1, 12 * ((1 << 15) - 1)), "the blank before its number");
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
        let found = streamed("[Event \"A\"]\n\n1. e4 {a { b} Ü 1-0\n", true).expect("only a move is wrong");
        assert_eq!(found[0].record.result, GameResult::FirstWins);
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
