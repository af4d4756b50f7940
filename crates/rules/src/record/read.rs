//! Parsing records, without recursion: variations may be nested to any depth.

use std::collections::HashSet;

use super::error::RecordError;
use super::lex::{Lexer, Token};
use super::tags::Tag;
use super::{GameResult, NodeId, Record, Tags, Tree};
use crate::vocabulary::tag::{RESULT, canonical};
use crate::vocabulary::{Phrase, phrase, quoted};

fn movetext() -> Phrase {
    phrase!(
        "a move or its number, a comment `{...}`, an annotation `$1`, a variation `(...)` or the result \
         (`1-0`, `0-1`, `1/2-1/2`, `*`)"
    )
}

impl Record {
    /// Parses all records of a text.
    ///
    /// # Errors
    /// If the text is not well-formed; the rules of the game are not checked.
    pub fn parse(text: &str) -> Result<Vec<Record>, RecordError> {
        Record::parse_each(text).collect()
    }

    /// Parses the records of a text, and continues after a record that is not well-formed: at the next line with a tag that
    /// follows a line without one.
    pub fn parse_each(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(move || {
            let record = read(&mut lexer, false).transpose()?;
            if record.is_err() {
                lexer.take_warnings();
                lexer.skip_record();
            }
            Some(record)
        })
    }
}

/// Parses the next record, with `headers_only` without its moves; `None` at the end of the text.
pub(super) fn read(lexer: &mut Lexer<'_>, headers_only: bool) -> Result<Option<Record>, RecordError> {
    let (start, mut token) = lexer.next()?;
    let mut at = start;
    if token == Token::End {
        return Ok(None);
    }
    // Collections may have a preface before the tags of their first game.
    let mut preface = String::new();
    while let Token::Comment(text) = token {
        append(&mut preface, &text);
        (at, token) = lexer.next()?;
    }
    let mut names = HashSet::new();
    let mut tags = Vec::new();
    let mut result_tag = None;
    while let Token::Tag(written, value) = token {
        // Two tags whose names differ only in case are kept as written.
        let name = Some(canonical(written, &value)).filter(|name| !names.contains(name)).unwrap_or(written);
        if !names.insert(name) {
            return Err(lexer.error(
                at,
                phrase!("the tag `{text}` again", text = name),
                phrase!("each tag once"),
            ));
        }
        if name == RESULT {
            result_tag = GameResult::from_text(&value);
            if result_tag.is_none() {
                let message = phrase!(
                    "the tag `Result` has `{text}`, which is none of `1-0`, `0-1`, `1/2-1/2` and `*`: the result after the moves is taken",
                    text = quoted(&value)
                );
                lexer.warn(at, message);
            }
        } else {
            tags.push(Tag { name: name.to_owned(), value, offset: Some(at) });
        }
        (at, token) = lexer.next()?;
    }
    let tags = Tags::in_order(tags);
    let mut moves = Moves::new(start);
    if headers_only {
        let result = match skip_moves(lexer, at, token)? {
            Some((at, result)) => decided(result_tag, result, at, lexer),
            None => result_tag.unwrap_or_default(),
        };
        return Ok(Some(moves.into_record(tags, result, lexer)));
    }
    moves.comment(&preface);
    loop {
        match token {
            Token::Result(result) if moves.open.is_empty() => {
                let result = decided(result_tag, result, at, lexer);
                return Ok(Some(moves.into_record(tags, result, lexer)));
            }
            Token::Move(text) => moves.play(text, at),
            Token::Number => moves.last = None,
            Token::Comment(text) => moves.comment(&text),
            Token::Nag(nag) => match moves.last {
                Some(id) if id != Tree::ROOT => moves.tree.node_mut(id).nags.push(nag),
                _ => return Err(lexer.unexpected(at, phrase!("an annotation only after a move"))),
            },
            Token::Open if moves.in_line => moves.open_variation(),
            Token::Open => {
                return Err(lexer.unexpected(at, phrase!("a variation only after the move that it replaces")));
            }
            Token::Close if !moves.open.is_empty() && moves.in_line => moves.close_variation(),
            Token::Close => {
                return Err(lexer.unexpected(at, phrase!("`)` only after a variation that has a move")));
            }
            Token::Result(_) => {
                return Err(lexer.unexpected(at, phrase!("`)` before the result of the game")));
            }
            // The `*` is often omitted; but a decided game without a result at its end has been truncated.
            Token::End if moves.open.is_empty() && result_tag.is_none_or(|tag| tag == GameResult::Open) => {
                return Ok(Some(moves.into_record(tags, GameResult::Open, lexer)));
            }
            Token::Tag(..) | Token::End => return Err(lexer.unexpected(at, movetext())),
        }
        (at, token) = lexer.next()?;
    }
}

/// Returns the result of a record by that in its tag and that after its moves, and warns if they differ.
fn decided(tag: Option<GameResult>, at_end: GameResult, at: usize, lexer: &mut Lexer<'_>) -> GameResult {
    let Some(tag) = tag.filter(|&tag| tag != at_end) else { return at_end };
    // A tag with a result takes precedence over `*`.
    let result = if at_end == GameResult::Open { tag } else { at_end };
    let message = phrase!(
        "the result is `{text}`, but `{known}` in the tag `Result`: `{result}` is taken",
        text = at_end.text(),
        known = tag.text(),
        result = result.text()
    );
    lexer.warn(at, message);
    result
}

/// Skips the moves of a record from a token on, whatever is wrong in them, and returns its result and the place of that; `None` if the tags
/// of another one, or the end of the text, follow.
fn skip_moves<'a>(
    lexer: &mut Lexer<'a>,
    mut at: usize,
    mut token: Token<'a>,
) -> Result<Option<(usize, GameResult)>, RecordError> {
    let mut depth = 0_usize;
    loop {
        match token {
            Token::Result(result) if depth == 0 => return Ok(Some((at, result))),
            Token::Tag(..) => {
                lexer.go_to(at);
                return Ok(None);
            }
            Token::End => return Ok(None),
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        (at, token) = loop {
            let before = lexer.at();
            match lexer.next() {
                Ok(next) => break next,
                // A comment without end, for which more text may come.
                Err(error) if lexer.is_unfinished() => return Err(error),
                Err(_) if lexer.at() == before => lexer.go_to(before + 1),
                Err(_) => {}
            }
        };
    }
}

/// The moves parsed so far, and the state of parsing them.
struct Moves {
    tree: Tree,
    /// The end of the current line.
    end: NodeId,
    /// Whether the current line has a move.
    in_line: bool,
    /// The node to which a comment belongs here; `None` after a number or a variation.
    last: Option<NodeId>,
    /// A comment on the next move.
    pending: String,
    /// The ends of the lines around the current variation.
    open: Vec<NodeId>,
}

impl Moves {
    /// Returns an empty tree of a record that begins at a byte.
    fn new(start: usize) -> Moves {
        Moves {
            tree: Tree::read_from(start),
            end: Tree::ROOT,
            in_line: false,
            last: Some(Tree::ROOT),
            pending: String::new(),
            open: Vec::new(),
        }
    }

    fn play(&mut self, text: &str, at: usize) {
        self.end = self.tree.push(self.end, text, Some(at));
        self.tree.node_mut(self.end).comment_before = std::mem::take(&mut self.pending);
        self.in_line = true;
        self.last = Some(self.end);
    }

    fn comment(&mut self, text: &str) {
        match self.last {
            Some(id) => append(&mut self.tree.node_mut(id).comment_after, text),
            None => append(&mut self.pending, text),
        }
    }

    /// A comment before the parenthesis belongs to the first move inside.
    fn open_variation(&mut self) {
        self.open.push(self.end);
        self.end = self.tree.parent(self.end).expect("the line has a move");
        self.in_line = false;
        self.last = None;
    }

    fn close_variation(&mut self) {
        self.end_line();
        self.end = self.open.pop().expect("a variation is open");
        self.last = None;
    }

    /// Returns the record with these moves, which are complete.
    fn into_record(mut self, tags: Tags, result: GameResult, lexer: &mut Lexer<'_>) -> Record {
        self.end_line();
        Record { tags, moves: self.tree, result, warnings: lexer.take_warnings() }
    }

    /// A pending comment without a next move belongs to the last one.
    fn end_line(&mut self) {
        append(&mut self.tree.node_mut(self.end).comment_after, &std::mem::take(&mut self.pending));
    }
}

/// Appends a comment to an existing one.
fn append(comments: &mut String, text: &str) {
    if !comments.is_empty() && !text.is_empty() {
        comments.push('\n');
    }
    comments.push_str(text);
}
