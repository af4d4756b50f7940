//! The server that owns a session, with a client that is connected to another server.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use beaufort_session::{Account, ClientId};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::envelope::{KnownBrowser, Note};
use super::{Cluster, LocalRooms, NotDelivered};
use crate::client::{Batch, Inbox, Outgoing};
use crate::identity::Browser;
use crate::message::{MAX_PENDING_REQUESTS, RawRequest, Request, RoomMessage};
use crate::rooms::Membership;
use crate::session_name::is_session_name;
use crate::store::ServerId;
use crate::work_budget::{self, Payer};

/// The most clients from other servers; further ones must reconnect.
const MAX_GUESTS: usize = 8192;
/// The size, in bytes, from which the messages that wait for a client are sent in several batches.
const FULL_MESSAGE_BYTES: usize = 256 * 1024;

/// A request of a client at another server.
#[derive(Debug)]
pub(super) struct GuestMessage(pub(super) RawRequest);

/// A client of a room, whose connection is at another server.
struct Guest {
    cluster: Arc<Cluster>,
    membership: Membership,
    inbox: Inbox,
    /// The server that has the connection, and the number of the link there.
    key: (ServerId, ClientId),
    /// The budget that pays for its work here, where work is limited.
    payer: Option<Payer>,
}

/// Makes room for the client's next request when it is dropped.
struct Answered(UnboundedSender<()>);

impl Drop for Answered {
    fn drop(&mut self) {
        // A guest that has left sends no more requests.
        let _ = self.0.send(());
    }
}

/// Gives a client of another server a place in a session, or tells it to reconnect.
pub(super) fn admit(
    cluster: &Arc<Cluster>,
    rooms: &Arc<impl LocalRooms>,
    key: (ServerId, ClientId),
    session: &str,
    browser: Option<KnownBrowser>,
    address: Option<IpAddr>,
) {
    let browser = browser.map(|KnownBrowser { account, name, token }| Browser {
        account: Account { id: account, name },
        token,
    });
    let has_room = cluster.links().guests.len() < MAX_GUESTS && is_session_name(session);
    let Some((membership, client, inbox)) =
        Some(()).filter(|()| has_room).and_then(|()| rooms.admit(session, browser, address))
    else {
        cluster.send_later(key.0, Note::End { link: key.1, is_damaged: false });
        return;
    };
    let payer = client.payer().cloned();
    // If the room has closed, it has dropped the client, and the inbox ends.
    let _ = membership.messages.send(RoomMessage::Join(client.into_guest()));
    let (sender, receiver) = mpsc::unbounded_channel();
    cluster.links().guests.insert(key, sender);
    let guest = Guest { cluster: Arc::clone(cluster), membership, inbox, key, payer };
    tokio::spawn(guest.run(receiver));
}

impl Guest {
    /// Carries messages both ways until one side ends.
    async fn run(mut self, mut requests: UnboundedReceiver<GuestMessage>) {
        let (answered, mut answers) = mpsc::unbounded_channel();
        let mut pending = 0;
        let mut end = None;
        loop {
            let sent = tokio::select! {
                outgoing = self.inbox.next() => match outgoing {
                    Some(Outgoing::Batch(batch)) => self.send_batch(batch).await,
                    Some(Outgoing::Damaged(why)) => {
                        end = Some(why);
                        break;
                    }
                    None => break,
                },
                Some(()) = answers.recv() => {
                    pending -= 1;
                    self.send(&Note::Answered { link: self.key.1 }, b"").await
                }
                message = receive(&mut requests, self.payer.as_ref()) => {
                    // Its server has dropped it, or forwards more requests at once than it should.
                    let Some(GuestMessage(raw)) = message.filter(|_| pending < MAX_PENDING_REQUESTS) else { break };
                    pending += 1;
                    let permit = Box::new(Answered(answered.clone()));
                    let request = Request { client: self.membership.client, raw, received: Instant::now(), permit };
                    // A room that has closed ends the inbox.
                    let _ = self.membership.messages.send(RoomMessage::Request(request));
                    Ok(())
                }
            };
            if sent.is_err() {
                break;
            }
        }
        self.cluster.links().guests.remove(&self.key);
        let note = Note::End { link: self.key.1, is_damaged: end.is_some() };
        // If it is not delivered, the other server has missed heartbeats, too, and has the client reconnect.
        let _ = self.send(&note, end.unwrap_or_default().as_bytes()).await;
    }

    /// Sends the messages that wait, one in each line.
    async fn send_batch(&mut self, batch: Batch) -> Result<(), NotDelivered> {
        let mut text = lines(&batch);
        while text.len() < FULL_MESSAGE_BYTES
            && let Some(Outgoing::Batch(batch)) = self.inbox.ready()
        {
            text += "\n";
            text += &lines(&batch);
        }
        self.send(&Note::Batch { link: self.key.1 }, text.as_bytes()).await
    }

    async fn send(&self, note: &Note, text: &[u8]) -> Result<(), NotDelivered> {
        self.cluster.send(self.key.0, note, text).await
    }
}

/// Waits until the client has processor time left, then for its next message.
async fn receive(
    requests: &mut UnboundedReceiver<GuestMessage>,
    payer: Option<&Payer>,
) -> Option<GuestMessage> {
    work_budget::ready(payer).await;
    requests.recv().await
}

/// Joins messages into lines: JSON has no line breaks.
fn lines(batch: &Batch) -> String {
    batch.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n")
}
