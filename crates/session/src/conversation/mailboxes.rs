//! The addresses of players elsewhere to which letters go.

use beaufort_rules::Side;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::mail_address::MailAddress;
use crate::seat_key::SeatKey;

/// Where letters to the players go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mailboxes {
    #[serde(skip_serializing_if = "no_mailbox")]
    pub(super) of: [Option<Mailbox>; 2],
    /// For how many addresses each side has asked.
    pub(super) asked: [u8; 2],
}

fn no_mailbox(of: &[Option<Mailbox>; 2]) -> bool {
    *of == [None, None]
}

/// Where letters to a player go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Mailbox {
    pub(super) address: MailAddress,
    /// The key with which the reader of a letter confirms the address, or unsubscribes. Each letter carries it.
    pub(super) token: SeatKey,
    pub(super) is_confirmed: bool,
    /// The language of the letters; empty for English.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) language: String,
}

impl Mailboxes {
    pub(super) fn are_untouched(&self) -> bool {
        *self == Mailboxes::default()
    }

    /// Returns the event about it for the clients that have the seat of a side.
    pub(super) fn event(&self, side: Side) -> Event {
        let mailbox = self.of[side.index()].as_ref();
        let address = mailbox.map(|mailbox| mailbox.address.clone());
        Event::Mail { address, confirmed: mailbox.is_some_and(|mailbox| mailbox.is_confirmed) }
    }

    /// Forgets the addresses.
    pub(super) fn clear(&mut self) {
        self.of = [None, None];
    }
}
