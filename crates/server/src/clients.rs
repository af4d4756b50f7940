//! The clients of a room.

use std::collections::HashMap;
use std::net::IpAddr;

use beaufort_session::{AccountId, ClientId, Delivery, Envelope, update_for};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::client::{Batch, Client, TooManySeats};
use crate::identity::WhichTokens;
use crate::limits::AddressPlace;
use crate::work_budget::Payer;

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

    /// Ends the connections of browsers that have been signed out.
    pub(crate) fn sign_out(&mut self, account: AccountId, which: WhichTokens) {
        self.by_id.retain(|_, client| !client.is_of(account, which));
    }

    /// Ends the connections of all browsers that are signed in.
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

    /// Returns whether a client is connected.
    pub(crate) fn is_connected(&self, client: ClientId) -> bool {
        self.by_id.get(&client).is_some_and(|client| !client.is_gone())
    }

    /// Returns the budget for the work of a client, if work is limited.
    pub(crate) fn payer(&self, client: ClientId) -> Option<&Payer> {
        self.by_id.get(&client)?.payer()
    }

    /// Counts a game that a client makes public. Returns `false` if the limit is exceeded.
    pub(crate) fn may_publish(&self, client: ClientId) -> bool {
        self.by_id.get(&client).is_some_and(Client::may_publish)
    }

    /// Counts what a client has kept from now on; see [`Client::may_keep`].
    pub(crate) fn may_keep(&self, client: ClientId, sessions: u32, bytes: usize) -> bool {
        self.by_id.get(&client).is_some_and(|client| client.may_keep(sessions, bytes))
    }

    /// Returns the address for which a client counts, if addresses are limited.
    pub(crate) fn address(&self, client: ClientId) -> Option<IpAddr> {
        self.by_id.get(&client)?.address()
    }

    /// Returns the account of a client, if it is signed in.
    pub(crate) fn account(&self, client: ClientId) -> Option<AccountId> {
        self.by_id.get(&client)?.account().map(|account| account.id)
    }

    /// Counts an open seat that a client takes, if they are counted.
    ///
    /// # Errors
    /// If the limit is exceeded.
    pub(crate) fn take_seat(&self, client: ClientId) -> Result<Option<AddressPlace>, TooManySeats> {
        self.by_id.get(&client).ok_or(TooManySeats)?.take_seat()
    }

    /// Sends messages, those for one client in one batch. Clients that read too slowly are disconnected; returns whether there were
    /// any.
    pub(crate) fn deliver(&mut self, messages: &[Envelope]) -> bool {
        // A position with all its turns is long: it is serialized once for all clients.
        let mut events: HashMap<usize, String> = HashMap::new();
        let mut texts: HashMap<Delivery, Utf8Bytes> = HashMap::new();
        let mut written = |delivery: Delivery| {
            let write = || {
                let message = &messages[delivery.place].message;
                let event = events.entry(delivery.place).or_insert_with(|| {
                    serde_json::to_string(&message.event)
                        .expect("an event is made of lists, numbers and texts")
                });
                text(message.seq, message.re.filter(|_| delivery.is_requester), delivery.more, event)
            };
            texts.entry(delivery).or_insert_with(write).clone()
        };
        let before = self.by_id.len();
        self.by_id.retain(|&id, client| {
            let batch: Batch = update_for(messages, id).into_iter().map(&mut written).collect();
            batch.is_empty() || client.send(batch)
        });
        self.by_id.len() < before
    }
}

/// Returns the JSON of a message with a serialized event.
fn text(seq: u32, re: Option<u32>, more: bool, event: &str) -> Utf8Bytes {
    let re = re.map_or_else(String::new, |re| format!("\"re\":{re},"));
    let more = if more { "\"more\":true," } else { "" };
    format!("{{\"seq\":{seq},{re}{more}\"event\":{event}}}").into()
}

#[cfg(test)]
mod tests {
    use beaufort_session::Recipient;
    use beaufort_session::event::{Event, Message};

    use super::*;
    use crate::client::{self, Outgoing};

    #[test]
    fn a_message_is_written_as_it_is_read() {
        for re in [None, Some(0), Some(u32::MAX)] {
            for more in [false, true] {
                let message = Message { seq: 7, re, more, event: Event::Done };
                let event = serde_json::to_string(&message.event).unwrap();
                assert_eq!(text(7, re, more, &event).as_str(), serde_json::to_string(&message).unwrap());
            }
        }
    }

    #[test]
    fn each_client_is_told_where_its_update_ends() {
        let mut clients = Clients::default();
        let inboxes = [1, 2, 3].map(|id| {
            let (client, inbox) = client::queue(id, None, None);
            clients.insert(client);
            inbox
        });
        let envelope = |to, re| {
            let message = Message { seq: 7, re, more: false, event: Event::Note { text: String::new() } };
            Envelope { to, message }
        };
        let messages = [
            envelope(Recipient::All(Some(1)), Some(5)),
            envelope(Recipient::All(Some(1)), Some(5)),
            envelope(Recipient::One(3), None),
            envelope(Recipient::One(1), Some(5)),
        ];
        assert!(!clients.deliver(&messages));
        let expected = [
            &[(Some(5), true), (Some(5), true), (Some(5), false)][..],
            &[(None, true), (None, false)],
            &[(None, true), (None, true), (None, false)],
        ];
        for (mut inbox, expected) in inboxes.into_iter().zip(expected) {
            let Some(Outgoing::Batch(batch)) = inbox.ready() else { panic!("nothing has come") };
            let told: Vec<_> = batch
                .iter()
                .map(|text| serde_json::from_str::<Message>(text).unwrap())
                .map(|message| (message.re, message.more))
                .collect();
            assert_eq!(told, expected);
        }
    }
}
