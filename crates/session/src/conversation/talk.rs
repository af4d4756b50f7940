//! The chat of the two players of a game elsewhere, and each player's private note. No other client sees either.

use beaufort_rules::Side;
use beaufort_rules::phrase;
use serde::{Deserialize, Serialize};

use super::hidden::without_hidden;
use super::opening::parse_side;
use super::{Handler, Refusal, not_now, refusal};
use crate::event::{Event, ProblemCode};
use crate::view::{ChatLine, SideIndex, side_index};

/// The longest line of the chat, in characters.
const MAX_CHAT_CHARS: usize = 300;
/// The most lines that are kept; the first ones go.
const MAX_CHAT_LINES: usize = 100;
/// The longest note, in bytes.
const MAX_NOTE_BYTES: usize = 4 * 1024;

/// The chat and the notes of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Talk {
    lines: Vec<ChatLine>,
    /// For each side whether it has switched the chat off.
    off: [bool; 2],
    /// The notes of the sides.
    notes: [String; 2],
}

impl Talk {
    /// Returns what a side has said, as far as it is kept, and its note.
    pub(super) fn of(&self, side: Side) -> (Vec<String>, String) {
        let lines = self.lines.iter().filter(|line| line.side == side_index(side));
        (lines.map(|line| line.text.clone()).collect(), self.notes[side.index()].clone())
    }

    /// Returns the events about it for the clients that have the seat of a side.
    pub(super) fn events(&self, side: Side) -> [Event; 2] {
        let text = self.notes[side.index()].clone();
        [Event::Chat { lines: self.lines.clone(), off: self.off }, Event::Note { text }]
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Talk::default()
    }
}

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

    /// Returns the side of the requester, in a game that has seats.
    pub(super) fn expect_seat(&self) -> Result<Side, Refusal> {
        self.seats()?;
        self.own_side().ok_or_else(|| {
            refusal(ProblemCode::Forbidden, phrase!("only who has a seat may do this"), "type")
        })
    }
}
