//! The clients of a room.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use beaufort_session::event::Message;
use beaufort_session::{ClientId, Envelope, Recipient};

use crate::client::{Batch, Client};

/// The clients of a room.
#[derive(Debug, Default)]
pub(crate) struct Clients {
    there: HashMap<ClientId, Client>,
}

impl Clients {
    pub(crate) fn insert(&mut self, client: Client) {
        self.there.insert(client.id, client);
    }

    pub(crate) fn remove(&mut self, client: ClientId) {
        self.there.remove(&client);
    }

    /// Ends all connections.
    pub(crate) fn clear(&mut self) {
        self.there.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.there.is_empty()
    }

    /// Returns whether a client would hear an answer.
    pub(crate) fn is_there(&self, client: ClientId) -> bool {
        self.there.get(&client).is_some_and(|client| !client.is_gone())
    }

    /// Sends messages, those for one client in one batch. A client that reads too slowly is cut off; returns whether there
    /// was one.
    pub(crate) fn deliver(&mut self, messages: &[Envelope]) -> bool {
        let mut batches: HashMap<ClientId, Batch> = HashMap::new();
        for Envelope { to, message } in messages {
            let asker = match *to {
                Recipient::One(client) | Recipient::All(Some(client)) => Some(client),
                Recipient::All(None) => None,
            };
            if let Some(client) = asker {
                batches.entry(client).or_default().push(text(message));
            }
            let mut others = self.there.keys().filter(|&&client| asker != Some(client)).peekable();
            if matches!(to, Recipient::All(_)) && others.peek().is_some() {
                let text = text(&Message { re: None, ..message.clone() });
                others.for_each(|&client| batches.entry(client).or_default().push(text.clone()));
            }
        }
        let before = self.there.len();
        self.there.retain(|client, there| batches.remove(client).is_none_or(|batch| there.send(batch)));
        self.there.len() < before
    }
}

fn text(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is made of lists, numbers and texts").into()
}
