//! Writing records: [`Record::parse`] reads back an equal record.

use std::fmt::{self, Write};

use super::{NodeId, Record, Tree};
use crate::vocabulary::tag::{RESULT, tag_rank};

/// The greatest length of a line of moves in characters, except for a line with a single longer word.
const WIDTH: usize = 100;

impl fmt::Display for Record {
    /// Writes the tags, an empty line, and the moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after): (Vec<_>, Vec<_>) =
            self.tags.iter().partition(|(name, _)| tag_rank(name) < tag_rank(RESULT));
        for (name, value) in before.into_iter().chain([(RESULT, self.result.text())]).chain(after) {
            writeln!(f, "[{name} \"{}\"]", escaped(value, '"'))?;
        }
        writeln!(f)?;
        let mut lines = Lines { out: f, column: 0, word: String::new(), opened: false };
        let second_begins = self.tags.get("Position").is_some_and(second_is_to_move);
        moves(&self.moves, usize::from(second_begins), &mut lines)?;
        lines.word(self.result.text())?;
        lines.end()
    }
}

/// Returns whether the second player is to move in a position string: ` t` ends it (K126), or ` b` stands before further fields
/// (L51).
fn second_is_to_move(position: &str) -> bool {
    let mut fields = position.split(' ').skip(1);
    match fields.next() {
        Some("t") => true,
        Some("b") => fields.next().is_some(),
        _ => false,
    }
}

/// A pending task of the writer.
enum Task {
    Open,
    Close,
    Move {
        id: NodeId,
        /// The number of moves of either player before it.
        ply: usize,
        /// Whether its number is written even for the second player.
        numbered: bool,
        /// Whether its variations are written after it.
        varied: bool,
    },
}

/// Writes the tree: each move, its variations, then its continuation.
fn moves(tree: &Tree, first_ply: usize, lines: &mut Lines<'_, impl Write>) -> fmt::Result {
    lines.comment(&tree.node(Tree::ROOT).comment_after)?;
    let line = |id: NodeId, ply, numbered| {
        tree.children(id).first().map(|&id| Task::Move { id, ply, numbered, varied: true })
    };
    let mut tasks: Vec<Task> = line(Tree::ROOT, first_ply, true).into_iter().collect();
    while let Some(task) = tasks.pop() {
        let (id, ply, numbered, varied) = match task {
            Task::Open => {
                lines.open()?;
                continue;
            }
            Task::Close => {
                lines.word.push(')');
                continue;
            }
            Task::Move { id, ply, numbered, varied } => (id, ply, numbered, varied),
        };
        one_move(tree, id, ply, numbered, lines)?;
        let parent = tree.parent(id).expect("the root is no move");
        let variations = if varied { &tree.children(parent)[1..] } else { &[] };
        let interrupted = !variations.is_empty() || !tree.node(id).comment_after.is_empty();
        tasks.extend(line(id, ply + 1, interrupted));
        for &id in variations.iter().rev() {
            tasks.extend([Task::Close, Task::Move { id, ply, numbered: true, varied: false }, Task::Open]);
        }
    }
    Ok(())
}

fn one_move(
    tree: &Tree,
    id: NodeId,
    ply: usize,
    numbered: bool,
    lines: &mut Lines<'_, impl Write>,
) -> fmt::Result {
    let node = tree.node(id);
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    let number = format!("{}{dots}", ply / 2 + 1);
    if !node.comment_before.is_empty() {
        // A comment between the number and the move refers to that move.
        lines.word(&number)?;
        lines.comment(&node.comment_before)?;
        lines.word(node.text())?;
    } else if numbered || dots == "." {
        lines.word(&format!("{number} {}", node.text()))?;
    } else {
        lines.word(node.text())?;
    }
    for nag in &node.nags {
        lines.word(&format!("${nag}"))?;
    }
    lines.comment(&node.comment_after)
}

/// Wraps words into lines.
struct Lines<'a, W> {
    out: &'a mut W,
    /// The length of the line without the last word.
    column: usize,
    /// The last word, to which a parenthesis may still be appended.
    word: String,
    /// Whether the last word is an opening parenthesis, after which there is no space.
    opened: bool,
}

impl<W: Write> Lines<'_, W> {
    fn word(&mut self, word: &str) -> fmt::Result {
        if !std::mem::take(&mut self.opened) {
            self.flush()?;
        }
        self.word.push_str(word);
        Ok(())
    }

    fn open(&mut self) -> fmt::Result {
        self.word("(")?;
        self.opened = true;
        Ok(())
    }

    /// Writes a comment, if there is one. Lines are broken at single spaces, because a line break is read as a space.
    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        let text = format!("{{{}}}", escaped(text, '}'));
        let bytes = text.as_bytes();
        let mut start = 0;
        for at in 1..bytes.len() {
            if bytes[at] == b' ' && bytes[at - 1] != b' ' && bytes[at + 1] != b' ' {
                self.word(&text[start..at])?;
                start = at + 1;
            }
        }
        self.word(&text[start..])
    }

    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let length = self.word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(&self.word)?;
        self.column += length;
        self.word.clear();
        Ok(())
    }

    fn end(mut self) -> fmt::Result {
        self.flush()?;
        self.out.write_char('\n')
    }
}

/// Returns a text with backslashes before characters that would end it, and without line breaks.
fn escaped(text: &str, close: char) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            _ => {
                if c == close || c == '\\' {
                    result.push('\\');
                }
                result.push(c);
            }
        }
    }
    result
}
