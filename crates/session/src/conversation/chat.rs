//! Lines of the chat and notes of the two players of a game elsewhere.

use beaufort_rules::phrase;

use super::handler::Handler;
use super::hidden::without_hidden;
use super::refusal::{Refusal, not_now, parse_side, refusal};
use crate::event::ProblemCode;
use crate::view::{ChatLine, SideIndex, side_index};

/// The longest line of the chat, in characters.
const MAX_CHAT_CHARS: usize = 300;
/// The most lines that are kept; the first ones go.
const MAX_CHAT_LINES: usize = 100;
/// The longest note, in bytes.
const MAX_NOTE_BYTES: usize = 4 * 1024;

impl Handler<'_> {
    pub(super) fn chat(&mut self, text: &str) -> Result<(), Refusal> {
        let side = self.expect_seat()?;
        let text = without_hidden(text);
        let text = text.trim();
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err(refusal(ProblemCode::Malformed, phrase!("a line of the chat is plain text"), "text"));
        }
        if text.chars().count() > MAX_CHAT_CHARS {
            let message =
                phrase!("a line of the chat has at most {number} characters", number = MAX_CHAT_CHARS);
            return Err(refusal(ProblemCode::TooLarge, message, "text"));
        }
        if self.table()?.talk.off.contains(&true) {
            return Err(not_now(phrase!("the chat is switched off")));
        }
        self.expect_speech(side)?;
        let lines = &mut self.table_mut()?.talk.lines;
        lines.push(ChatLine { side: side_index(side), text: text.to_owned() });
        let surplus = lines.len().saturating_sub(MAX_CHAT_LINES);
        lines.drain(..surplus);
        Ok(())
    }

    pub(super) fn switch_chat(&mut self, side: SideIndex, on: bool) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        self.expect_seat()?;
        self.table_mut()?.talk.off[side.index()] = !on;
        Ok(())
    }

    pub(super) fn note(&mut self, text: String) -> Result<(), Refusal> {
        let side = self.expect_seat()?;
        if text.len() > MAX_NOTE_BYTES {
            let message = phrase!("a note has at most {number} bytes", number = MAX_NOTE_BYTES);
            return Err(refusal(ProblemCode::TooLarge, message, "text"));
        }
        self.table_mut()?.talk.notes[side.index()] = without_hidden(&text);
        Ok(())
    }
}
