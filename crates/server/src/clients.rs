//! The clients of a room.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use beaufort_session::event::Message;
use beaufort_session::{AccountId, ClientId, Envelope, Recipient};

use crate::client::{Batch, Client};
use crate::store::WhichTokens;

/// The clients of a room.
#[derive(Debug, Default)]
pub(crate) struct Clients {
    by_id: HashMap<ClientId, Client>,
}

impl Clients {
    pub(crate) fn insert(&mut self, client: Client) {
        self.by_id.insert(client.id, client);
    }

    pub(crate) fn remove(&mut self, client: ClientId) {
        self.by_id.remove(&client);
    }

    /// Ends the connections of browsers that are signed in no more.
    pub(crate) fn sign_out(&mut self, account: AccountId, which: WhichTokens) {
        self.by_id.retain(|_, client| !client.is_of(account, which));
    }

    /// Ends the connections of all browsers in which somebody is signed in.
    pub(crate) fn end_signed_in(&mut self) {
        self.by_id.retain(|_, client| client.browser().is_none());
    }

    /// Ends all connections.
    pub(crate) fn clear(&mut self) {
        self.by_id.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Returns whether a client would hear an answer.
    pub(crate) fn is_connected(&self, client: ClientId) -> bool {
        self.by_id.get(&client).is_some_and(|client| !client.is_gone())
    }

    /// Counts a game that a client makes public. Returns whether it is not one too many.
    pub(crate) fn may_publish(&self, client: ClientId) -> bool {
        self.by_id.get(&client).is_some_and(Client::may_publish)
    }

    /// Sends messages, those for one client in one batch. A client that reads too slowly is cut off; returns whether there
    /// was one.
    pub(crate) fn deliver(&mut self, messages: &[Envelope]) -> bool {
        let mut batches: HashMap<ClientId, Batch> = HashMap::new();
        for Envelope { to, message } in messages {
            let requester = match *to {
                Recipient::One(client) | Recipient::All(Some(client)) => Some(client),
                Recipient::All(None) => None,
            };
            // A position with all its turns is long: it is written once, whoever reads it.
            let event =
                serde_json::to_string(&message.event).expect("an event is made of lists, numbers and texts");
            if let Some(client) = requester {
                batches.entry(client).or_default().push(text(message, message.re, &event));
            }
            let mut others = self.by_id.keys().filter(|&&client| requester != Some(client)).peekable();
            if matches!(to, Recipient::All(_)) && others.peek().is_some() {
                let text = text(message, None, &event);
                others.for_each(|&client| batches.entry(client).or_default().push(text.clone()));
            }
        }
        let before = self.by_id.len();
        self.by_id.retain(|id, client| batches.remove(id).is_none_or(|batch| client.send(batch)));
        self.by_id.len() < before
    }
}

/// Returns a message as an answer to a request, or to none, with its event as it is written.
fn text(message: &Message, re: Option<u32>, event: &str) -> Utf8Bytes {
    let seq = message.seq;
    let re = re.map_or_else(String::new, |re| format!("\"re\":{re},"));
    format!("{{\"seq\":{seq},{re}\"event\":{event}}}").into()
}

#[cfg(test)]
mod tests {
    use beaufort_session::event::Event;

    use super::*;

    #[test]
    fn a_message_is_written_as_it_is_read() {
        for re in [None, Some(0), Some(u32::MAX)] {
            let message = Message { seq: 7, re, event: Event::Done };
            let event = serde_json::to_string(&message.event).unwrap();
            let text = text(&message, re, &event);
            assert_eq!(text.as_str(), serde_json::to_string(&message).unwrap());
        }
    }
}
