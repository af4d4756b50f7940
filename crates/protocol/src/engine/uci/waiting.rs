//! Lines that wait for the end of the running task.

use std::collections::VecDeque;

use crate::lines::InputLine;

/// The most bytes of waiting lines; the last line may exceed it.
const MAX_WAITING_BYTES: usize = 1 << 20;
/// The least overhead of a waiting line, in bytes.
const BYTES_PER_LINE: usize = 64;

/// A bounded queue of lines.
#[derive(Debug, Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<InputLine>,
    bytes: usize,
}

impl WaitingLines {
    /// Returns whether the queue is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns whether the queue is full.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= MAX_WAITING_BYTES
    }

    /// Adds a line at the end.
    pub(super) fn push(&mut self, line: InputLine) {
        self.bytes += bytes(&line);
        self.lines.push_back(line);
    }

    /// Removes the first line.
    pub(super) fn pop(&mut self) -> Option<InputLine> {
        let line = self.lines.pop_front()?;
        self.bytes -= bytes(&line);
        Some(line)
    }

    /// Removes all lines.
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
