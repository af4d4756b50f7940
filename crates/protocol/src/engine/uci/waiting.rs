//! The lines that wait until the engine has answered.

use std::collections::VecDeque;

use crate::lines::InputLine;

/// The most bytes of lines that wait, but for the last of them.
const MAX_WAITING_BYTES: usize = 1 << 20;
/// What keeping a line costs beside its text, at least.
const BYTES_PER_LINE: usize = 64;

/// Lines in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<InputLine>,
    bytes: usize,
}

impl WaitingLines {
    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns whether there are enough of them.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= MAX_WAITING_BYTES
    }

    /// Puts a line behind the others.
    pub(super) fn push(&mut self, line: InputLine) {
        self.bytes += bytes(&line);
        self.lines.push_back(line);
    }

    /// Takes the first line.
    pub(super) fn pop(&mut self) -> Option<InputLine> {
        let line = self.lines.pop_front()?;
        self.bytes -= bytes(&line);
        Some(line)
    }

    /// Forgets all lines.
    pub(super) fn clear(&mut self) {
        *self = WaitingLines::default();
    }
}

fn bytes(line: &InputLine) -> usize {
    BYTES_PER_LINE + line.as_ref().map_or(0, String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_order_and_have_a_bound() {
        let mut waiting = WaitingLines::default();
        for text in ["a", "b"] {
            waiting.push(Ok(text.to_owned()));
        }
        assert!(!waiting.is_full() && !waiting.is_empty());
        waiting.push(Ok("c".repeat(MAX_WAITING_BYTES)));
        assert!(waiting.is_full());
        assert_eq!([waiting.pop(), waiting.pop()], [Some(Ok("a".to_owned())), Some(Ok("b".to_owned()))]);
        assert!(waiting.pop().is_some() && !waiting.is_full() && waiting.is_empty());
        assert_eq!((waiting.pop(), waiting.bytes), (None, 0));
    }
}
