//! A client of a room: a bounded queue of messages to it.

use std::net::IpAddr;
use std::sync::Arc;

use beaufort_session::{Account, AccountId, ClientId};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::identity::{Browser, WhichTokens};
use crate::limits::{AddressPlace, AddressRights};
use crate::queue_budget::{QueueBudget, QueueShare};
use crate::work_budget::Payer;

/// The most batches that wait for a client. A client that reads more slowly is disconnected, and has to reconnect.
const MAX_QUEUED_BATCHES: usize = 256;
/// The most bytes that wait for a client; a single batch may be larger.
const MAX_QUEUED_BYTES: usize = 16 * 1024 * 1024;

/// Messages that belong together and go out in one write.
pub(crate) type Batch = Vec<Utf8Bytes>;

/// A message to the connection of a client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// Messages of the session.
    Batch(Batch),
    /// The end of the connection, with the reason why the session cannot be read.
    Damaged(String),
}

/// The room's end of the queue.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) id: ClientId,
    /// Whether its connection is at another server.
    pub(crate) is_guest: bool,
    queue: mpsc::Sender<Outgoing>,
    share: Arc<QueueShare>,
    /// The rights of its address; `None` where addresses are not limited.
    rights: Option<AddressRights>,
    /// The browser, if it is signed in.
    browser: Option<Browser>,
}

/// The socket's end of the queue.
#[derive(Debug)]
pub(crate) struct Inbox {
    queue: mpsc::Receiver<Outgoing>,
    share: Arc<QueueShare>,
    /// The bytes of the batch that is being sent; they count until the next batch is taken.
    in_flight: usize,
}

/// The address has taken too many open seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooManySeats;

/// Creates the queue to a client. Its bytes count in a budget.
pub(crate) fn queue_within(
    budget: &Arc<QueueBudget>,
    id: ClientId,
    rights: Option<AddressRights>,
    browser: Option<Browser>,
) -> (Client, Inbox) {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_BATCHES);
    let share = Arc::new(budget.share(rights.as_ref().map(AddressRights::address)));
    let client = Client { id, is_guest: false, queue: sender, share: Arc::clone(&share), rights, browser };
    (client, Inbox { queue: receiver, share, in_flight: 0 })
}

/// Creates a queue with a budget of its own.
#[cfg(test)]
pub(crate) fn queue(
    id: ClientId,
    rights: Option<AddressRights>,
    browser: Option<Browser>,
) -> (Client, Inbox) {
    queue_within(&QueueBudget::new(crate::network::TrustedNetworks::default()), id, rights, browser)
}

impl Client {
    /// Marks the client as connected to another server.
    pub(crate) fn into_guest(self) -> Client {
        Client { is_guest: true, ..self }
    }

    /// Sends messages. Returns `false` if the queue is full.
    pub(crate) fn send(&self, batch: Batch) -> bool {
        let bytes = size(&batch);
        let before = self.share.bytes();
        (before == 0 || before + bytes <= MAX_QUEUED_BYTES)
            && self.share.add(bytes)
            && self.queue.try_send(Outgoing::Batch(batch)).is_ok()
    }

    /// Ends the connection, since the session cannot be read.
    pub(crate) fn reject(self, why: &str) {
        // The client may have gone.
        let _ = self.queue.try_send(Outgoing::Damaged(why.to_owned()));
    }

    /// Counts a game that the client makes public. Returns `false` if the limit is exceeded.
    pub(crate) fn may_publish(&self) -> bool {
        self.rights.as_ref().is_none_or(AddressRights::admit)
    }

    /// Counts `sessions` that the client begins, and `bytes` that are kept from now on. Returns `false` if they exceed the limit.
    pub(crate) fn may_keep(&self, sessions: u32, bytes: usize) -> bool {
        self.rights.as_ref().is_none_or(|rights| rights.may_keep(sessions, bytes))
    }

    /// Returns the budget for its work, if work is limited.
    pub(crate) fn payer(&self) -> Option<&Payer> {
        self.rights.as_ref().map(AddressRights::payer)
    }

    /// Counts an open seat that the client takes, if they are counted.
    ///
    /// # Errors
    /// If the limit is exceeded.
    pub(crate) fn take_seat(&self) -> Result<Option<AddressPlace>, TooManySeats> {
        match &self.rights {
            Some(rights) => rights.take_seat().map(Some).ok_or(TooManySeats),
            None => Ok(None),
        }
    }

    /// Returns the address for which the client counts, if addresses are limited.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.rights.as_ref().map(AddressRights::address)
    }

    /// Returns the browser, if it is signed in.
    pub(crate) fn browser(&self) -> Option<&Browser> {
        self.browser.as_ref()
    }

    /// Returns the account, if the client is signed in.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.browser.as_ref().map(|browser| &browser.account)
    }

    /// Returns whether the client is signed in to an account with one of these tokens.
    pub(crate) fn is_of(&self, account: AccountId, which: WhichTokens) -> bool {
        self.browser.as_ref().is_some_and(|known| known.account.id == account && which.has(known.token))
    }

    /// Returns whether the client has gone.
    pub(crate) fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }
}

impl Inbox {
    /// Waits for the next message; `None` after the room has closed or disconnected the client. The caller has sent the one before.
    pub(crate) async fn next(&mut self) -> Option<Outgoing> {
        self.note_sent();
        let next = self.queue.recv().await;
        self.note(next)
    }

    /// Returns the next message, if it is there already. The caller has sent the one before.
    pub(crate) fn ready(&mut self) -> Option<Outgoing> {
        self.note_sent();
        let next = self.queue.try_recv().ok();
        self.note(next)
    }

    /// Waits until the client is disconnected, since too much waits for it.
    pub(crate) fn cut(&self) -> impl Future<Output = ()> + Send + 'static {
        self.share.cut()
    }

    fn note(&mut self, next: Option<Outgoing>) -> Option<Outgoing> {
        if let Some(Outgoing::Batch(batch)) = &next {
            self.in_flight = size(batch);
        }
        next
    }

    fn note_sent(&mut self) {
        self.share.remove(std::mem::take(&mut self.in_flight));
    }
}

fn size(batch: &Batch) -> usize {
    batch.iter().map(|text| text.len()).sum()
}
