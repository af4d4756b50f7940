//! A client as its room sees it: a bounded queue of messages to it.

use std::net::IpAddr;
use std::sync::Arc;

use beaufort_session::{Account, AccountId, ClientId};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::identity::{Browser, WhichTokens};
use crate::limits::{AddressPlace, AddressRights};
use crate::price::Payer;
use crate::queue_budget::{QueueBudget, QueueShare};

/// The most batches that wait for a client. One that reads more slowly is cut off and has to come again.
const MAX_QUEUED_BATCHES: usize = 256;
/// The most that waits for a client, in bytes; a single batch may be larger.
const MAX_QUEUED_BYTES: usize = 16 * 1024 * 1024;

/// Messages that belong together and go out in one write.
pub(crate) type Batch = Vec<Utf8Bytes>;

/// What goes to a client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// Messages.
    Batch(Batch),
    /// The end of the connection, since the session cannot be read: why.
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
    /// What limits the games that it makes public; missing where nothing does.
    rights: Option<AddressRights>,
    /// Who is signed in there, if anybody is.
    browser: Option<Browser>,
}

/// The socket's end of the queue.
#[derive(Debug)]
pub(crate) struct Inbox {
    queue: mpsc::Receiver<Outgoing>,
    share: Arc<QueueShare>,
    /// The bytes of the batch that is being sent: until the next one is asked for they wait, too.
    in_flight: usize,
}

/// An address has taken enough open seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooManySeats;

/// Returns both ends of the queue to a client. What waits there counts in a budget.
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

/// Returns both ends of a queue of its own.
#[cfg(test)]
pub(crate) fn queue(
    id: ClientId,
    rights: Option<AddressRights>,
    browser: Option<Browser>,
) -> (Client, Inbox) {
    queue_within(&QueueBudget::new(crate::network::TrustedNetworks::default()), id, rights, browser)
}

impl Client {
    /// Returns the client as one whose connection is at another server.
    pub(crate) fn into_guest(self) -> Client {
        Client { is_guest: true, ..self }
    }

    /// Sends messages. Returns whether there was room for them.
    pub(crate) fn send(&self, batch: Batch) -> bool {
        let bytes = size(&batch);
        let before = self.share.bytes();
        (before == 0 || before + bytes <= MAX_QUEUED_BYTES)
            && self.share.add(bytes)
            && self.queue.try_send(Outgoing::Batch(batch)).is_ok()
    }

    /// Ends the connection: the session cannot be read, and why.
    pub(crate) fn reject(self, why: &str) {
        // A client that has gone cannot be told.
        let _ = self.queue.try_send(Outgoing::Damaged(why.to_owned()));
    }

    /// Counts a game that the client makes public. Returns whether it is not one too many.
    pub(crate) fn may_publish(&self) -> bool {
        self.rights.as_ref().is_none_or(AddressRights::admit)
    }

    /// Counts `sessions` that the client begins, and `bytes` that are kept from now on. Returns `false` if they exceed the limit.
    pub(crate) fn may_keep(&self, sessions: u32, bytes: usize) -> bool {
        self.rights.as_ref().is_none_or(|rights| rights.may_keep(sessions, bytes))
    }

    /// Returns who pays for its work, if anybody does.
    pub(crate) fn payer(&self) -> Option<&Payer> {
        self.rights.as_ref().map(AddressRights::payer)
    }

    /// Counts an open seat that the client takes, if they are counted.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn take_seat(&self) -> Result<Option<AddressPlace>, TooManySeats> {
        match &self.rights {
            Some(rights) => rights.take_seat().map(Some).ok_or(TooManySeats),
            None => Ok(None),
        }
    }

    /// Returns the address by which the games that it makes public are counted, if they are.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.rights.as_ref().map(AddressRights::address)
    }

    /// Returns the browser, if somebody is signed in there.
    pub(crate) fn browser(&self) -> Option<&Browser> {
        self.browser.as_ref()
    }

    /// Returns who is signed in there.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.browser.as_ref().map(|browser| &browser.account)
    }

    /// Returns whether it is a browser in which one of these tokens of an account is.
    pub(crate) fn is_of(&self, account: AccountId, which: WhichTokens) -> bool {
        self.browser.as_ref().is_some_and(|known| known.account.id == account && which.has(known.token))
    }

    /// Returns whether the client has gone.
    pub(crate) fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }
}

impl Inbox {
    /// Waits for what goes to the client; `None` after the room has closed or cut it off. Then what it returned before has been sent.
    pub(crate) async fn next(&mut self) -> Option<Outgoing> {
        self.note_sent();
        let next = self.queue.recv().await;
        self.note(next)
    }

    /// Returns what else goes to the client, if it is there already. Then what it returned before has been sent.
    pub(crate) fn ready(&mut self) -> Option<Outgoing> {
        self.note_sent();
        let next = self.queue.try_recv().ok();
        self.note(next)
    }

    /// Waits until the client is cut off, since too much waits for it.
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
