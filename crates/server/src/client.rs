//! A client as its room sees it: a bounded queue of messages to it.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use beaufort_session::{Account, AccountId, ClientId};
use tokio::sync::mpsc;

use crate::accounts::Browser;
use crate::limits::Publisher;
use crate::store::WhichTokens;

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
    queued_bytes: Arc<AtomicUsize>,
    /// What limits the games that it makes public; missing where nothing does.
    publisher: Option<Publisher>,
    /// Who is signed in there, if anybody is.
    browser: Option<Browser>,
}

/// The socket's end of the queue.
#[derive(Debug)]
pub(crate) struct Inbox {
    queue: mpsc::Receiver<Outgoing>,
    queued_bytes: Arc<AtomicUsize>,
}

/// Returns both ends of the queue to a client.
pub(crate) fn queue(id: ClientId, publisher: Option<Publisher>, browser: Option<Browser>) -> (Client, Inbox) {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_BATCHES);
    let queued_bytes = Arc::new(AtomicUsize::new(0));
    let client = Client {
        id,
        is_guest: false,
        queue: sender,
        queued_bytes: Arc::clone(&queued_bytes),
        publisher,
        browser,
    };
    (client, Inbox { queue: receiver, queued_bytes })
}

impl Client {
    /// Returns the client as one whose connection is at another server.
    pub(crate) fn into_guest(self) -> Client {
        Client { is_guest: true, ..self }
    }

    /// Sends messages. Returns whether there was room for them.
    pub(crate) fn send(&self, batch: Batch) -> bool {
        let bytes = size(&batch);
        let before = self.queued_bytes.fetch_add(bytes, Ordering::Relaxed);
        (before == 0 || before + bytes <= MAX_QUEUED_BYTES)
            && self.queue.try_send(Outgoing::Batch(batch)).is_ok()
    }

    /// Ends the connection: the session cannot be read, and why.
    pub(crate) fn reject(self, why: &str) {
        // A client that has gone cannot be told.
        let _ = self.queue.try_send(Outgoing::Damaged(why.to_owned()));
    }

    /// Counts a game that the client makes public. Returns whether it is not one too many.
    pub(crate) fn may_publish(&self) -> bool {
        self.publisher.as_ref().is_none_or(Publisher::admit)
    }

    /// Returns the address by which the games that it makes public are counted, if they are.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.publisher.as_ref().map(Publisher::address)
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
    /// Waits for what goes to the client; `None` after the room has closed or cut it off.
    pub(crate) async fn next(&mut self) -> Option<Outgoing> {
        let next = self.queue.recv().await;
        self.note(next)
    }

    /// Returns what else goes to the client, if it is there already.
    pub(crate) fn ready(&mut self) -> Option<Outgoing> {
        let next = self.queue.try_recv().ok();
        self.note(next)
    }

    fn note(&self, next: Option<Outgoing>) -> Option<Outgoing> {
        if let Some(Outgoing::Batch(batch)) = &next {
            self.queued_bytes.fetch_sub(size(batch), Ordering::Relaxed);
        }
        next
    }
}

fn size(batch: &Batch) -> usize {
    batch.iter().map(|text| text.len()).sum()
}
