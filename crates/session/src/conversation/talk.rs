//! What the two players of a game elsewhere say to each other, and what each notes alone. Nobody else hears of either.

use std::time::Duration;

use beaufort_rules::Side;
use serde::{Deserialize, Serialize};

use super::opening::parse_side;
use super::{Envelope, Handler, Recipient, Refusal, not_now, refusal};
use crate::event::{Event, Message, ProblemCode};
use crate::view::{ChatLine, SideIndex, side_index};

/// The longest line of the chat, in characters.
const MAX_CHAT_CHARS: usize = 300;
/// The most lines that are kept; the first ones go.
const MAX_CHAT_LINES: usize = 100;
/// The most lines of a side in this time.
const MAX_CHAT_BURST: usize = 5;
const CHAT_INTERVAL: Duration = Duration::from_secs(10);
/// The longest note, in bytes.
const MAX_NOTE_BYTES: usize = 4 * 1024;

/// What is said and noted in a game.
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

    pub(super) fn is_empty(&self) -> bool {
        *self == Talk::default()
    }
}

/// When each side has said its last lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Said([Vec<Duration>; 2]);

impl Said {
    /// Counts a line. Returns whether it is not one too many.
    fn admit(&mut self, side: Side, now: Duration) -> bool {
        let times = &mut self.0[side.index()];
        times.retain(|&time| now.saturating_sub(time) < CHAT_INTERVAL);
        let is_admitted = times.len() < MAX_CHAT_BURST;
        if is_admitted {
            times.push(now);
        }
        is_admitted
    }
}

impl Handler<'_> {
    pub(super) fn chat(&mut self, text: &str) -> Result<(), Refusal> {
        let side = self.expect_seat()?;
        let text = text.trim();
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err(refusal(ProblemCode::Malformed, "a line of the chat is plain text", "text"));
        }
        if text.chars().count() > MAX_CHAT_CHARS {
            let message = format!("a line of the chat has at most {MAX_CHAT_CHARS} characters");
            return Err(refusal(ProblemCode::TooLarge, message, "text"));
        }
        if self.table()?.talk.off.contains(&true) {
            return Err(not_now("the chat is switched off"));
        }
        let now = self.now;
        if !self.conversation.said.admit(side, now) {
            let message = "not so fast: the other player reads, too";
            return Err(refusal(ProblemCode::TooMany, message, "text"));
        }
        let lines = &mut self.table_mut()?.talk.lines;
        lines.push(ChatLine { side: side_index(side), text: text.to_owned() });
        let surplus = lines.len().saturating_sub(MAX_CHAT_LINES);
        lines.drain(..surplus);
        self.chat_changed()
    }

    pub(super) fn switch_chat(&mut self, side: SideIndex, on: bool) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        self.expect_seat()?;
        self.table_mut()?.talk.off[side.index()] = !on;
        self.chat_changed()
    }

    pub(super) fn note(&mut self, text: String) -> Result<(), Refusal> {
        let side = self.expect_seat()?;
        if text.len() > MAX_NOTE_BYTES {
            let message = format!("a note has at most {MAX_NOTE_BYTES} bytes");
            return Err(refusal(ProblemCode::TooLarge, message, "text"));
        }
        self.table_mut()?.talk.notes[side.index()].clone_from(&text);
        self.effects.changed = true;
        self.tell_seats(Some(side), &Event::Note { text });
        Ok(())
    }

    /// Tells who has just come to a seat what has been said, and what was noted there.
    pub(super) fn tell_talk(&mut self, side: Side) {
        let Ok(table) = self.table() else { return };
        let note = Event::Note { text: table.talk.notes[side.index()].clone() };
        let chat = chat_event(&table.talk);
        self.reply(chat);
        self.reply(note);
    }

    fn chat_changed(&mut self) -> Result<(), Refusal> {
        let event = chat_event(&self.table()?.talk);
        self.effects.changed = true;
        self.tell_seats(None, &event);
        Ok(())
    }

    /// Tells those who have a seat, or the seat of one side.
    pub(super) fn tell_seats(&mut self, side: Option<Side>, event: &Event) {
        for client in self.conversation.presence.clients_of(side) {
            let re =
                self.requester.filter(|requester| requester.client == client).map(|requester| requester.id);
            let message = Message { seq: self.conversation.seq, re, event: event.clone() };
            self.effects.messages.push(Envelope { to: Recipient::One(client), message });
        }
    }

    /// Returns the side of the requester, in a game that has seats.
    pub(super) fn expect_seat(&self) -> Result<Side, Refusal> {
        self.seats()?;
        self.own_side()
            .ok_or_else(|| refusal(ProblemCode::Forbidden, "only who has a seat may do this", "type"))
    }
}

fn chat_event(talk: &Talk) -> Event {
    Event::Chat { lines: talk.lines.clone(), off: talk.off }
}
