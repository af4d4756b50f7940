//! The chat of the two players of a game elsewhere, and each player's private note. No other client sees either.

use beaufort_rules::Side;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::view::{ChatLine, side_index};

/// The chat and the notes of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Talk {
    pub(super) lines: Vec<ChatLine>,
    /// For each side whether it has switched the chat off.
    pub(super) off: [bool; 2],
    /// The notes of the sides.
    pub(super) notes: [String; 2],
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
