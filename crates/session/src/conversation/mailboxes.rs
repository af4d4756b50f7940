//! The addresses of players elsewhere to which letters go, and their browsers that are notified.

use beaufort_rules::Side;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::mail_address::MailAddress;
use crate::push_subscription::{PushSubscription, PushTerms};
use crate::seat_key::SeatKey;

/// Where letters to the players go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mailboxes {
    #[serde(skip_serializing_if = "no_mailbox")]
    pub(super) of: [Option<Mailbox>; 2],
    /// For how many addresses each side has asked.
    pub(super) asked: [u8; 2],
    /// The browsers of each side that are notified, the oldest first.
    #[serde(skip_serializing_if = "no_browser")]
    pub(super) browsers: [Vec<Browser>; 2],
}

/// The most browsers of a seat that are notified; one more takes the place of the oldest.
const MAX_BROWSERS: usize = 4;

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

fn no_browser(browsers: &[Vec<Browser>; 2]) -> bool {
    browsers.iter().all(Vec::is_empty)
}

/// A browser that is notified.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Browser {
    pub(super) subscription: PushSubscription,
    /// The language of the messages; empty for English.
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

    /// Returns the event about the browsers for the clients that have the seat of a side.
    pub(super) fn push_event(&self, side: Side, terms: &PushTerms) -> Event {
        let browsers = &self.browsers[side.index()];
        let endpoints = browsers.iter().map(|browser| browser.subscription.endpoint.clone()).collect();
        Event::Push { key: terms.key.to_string(), endpoints }
    }

    /// Notifies a browser from now on, whatever its keys were before.
    pub(super) fn add(&mut self, side: Side, browser: Browser) {
        let browsers = &mut self.browsers[side.index()];
        browsers.retain(|known| known.subscription.endpoint != browser.subscription.endpoint);
        browsers.push(browser);
        let surplus = browsers.len().saturating_sub(MAX_BROWSERS);
        browsers.drain(..surplus);
    }

    /// Returns whether a browser is notified.
    pub(super) fn knows(&self, endpoint: &str) -> bool {
        self.browsers.iter().flatten().any(|known| known.subscription.endpoint == endpoint)
    }

    /// Does not notify a browser any more.
    pub(super) fn remove(&mut self, endpoint: &str) {
        for browsers in &mut self.browsers {
            browsers.retain(|known| known.subscription.endpoint != endpoint);
        }
    }

    /// Forgets the addresses and the browsers.
    pub(super) fn clear(&mut self) {
        self.of = [None, None];
        self.browsers = Default::default();
    }
}
