//! The tasks of a member of the cluster: renewals, heartbeats, and messages from the other servers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use beaufort_session::ClientId;
use futures_util::StreamExt as _;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::envelope::{self, Note};
use super::guest::{self, GuestMessage};
use super::peers::Received;
use super::{Cluster, LocalRooms};
use crate::message::{FromOwner, RawRequest, RoomMessage};
use crate::rooms::RoomTable;
use crate::store::ServerId;

/// The time between two renewals of the membership.
const RENEW_INTERVAL: Duration = Duration::from_secs(1);
/// The time between two heartbeats.
const BEAT_INTERVAL: Duration = Duration::from_millis(500);

/// Runs these tasks, for ever; without a cluster, does nothing.
pub(crate) async fn live(cluster: Option<&Arc<Cluster>>, rooms: &Arc<impl LocalRooms>) {
    let Some(cluster) = cluster else { return std::future::pending().await };
    tokio::join!(renew(cluster, rooms.table()), beat(cluster), listen(cluster, rooms));
}

/// Renews the membership, for ever. After a late renewal, tells the rooms of the sessions that are lost.
async fn renew(cluster: &Cluster, rooms: &RoomTable) {
    let mut ticks = interval(RENEW_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let held: Vec<String> = cluster.held().iter().cloned().collect();
        let renewed = cluster.leases.renew().await;
        cluster.is_renewed.store(renewed.is_ok(), Ordering::Relaxed);
        match renewed {
            Ok(renewed) => {
                cluster.peers().note_present(&renewed.others);
                let Some(kept) = renewed.kept else { continue };
                log_limited!(warn, "the membership was renewed too late");
                for session in held.iter().filter(|&session| !kept.contains(session)) {
                    rooms.tell(session, RoomMessage::LeaseLost);
                }
            }
            Err(error) => log_limited!(error, %error, "cannot renew the membership"),
        }
    }
}

/// Sends heartbeats, and detects servers that are silent, for ever.
async fn beat(cluster: &Arc<Cluster>) {
    let mut ticks = interval(BEAT_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let peers = cluster.peers().all();
        for peer in peers {
            cluster.send_later(peer, Note::Beat);
        }
        let silent = cluster.peers().take_silent();
        for peer in silent {
            log_limited!(warn, "another server is silent");
            cluster.end_links(peer);
        }
    }
}

/// Receives messages from other servers, for ever.
async fn listen(cluster: &Arc<Cluster>, rooms: &Arc<impl LocalRooms>) {
    loop {
        match cluster.nats.subscribe(cluster.subject(cluster.id)).await {
            Ok(mut messages) => {
                while let Some(message) = messages.next().await {
                    receive(cluster, rooms, &message.payload);
                }
            }
            Err(error) => log_limited!(error, %error, "cannot listen to other servers"),
        }
        sleep(RENEW_INTERVAL).await;
    }
}

/// Handles a part of a message. Malformed ones are ignored.
fn receive(cluster: &Arc<Cluster>, rooms: &Arc<impl LocalRooms>, bytes: &[u8]) {
    let Some((head, text)) = envelope::read(bytes).filter(|(head, _)| head.from != cluster.id) else {
        tracing::debug!("a malformed message from another server");
        return;
    };
    let from = head.from;
    let Received { whole, is_broken, is_first_of_elder } = cluster.peers().note(head, text);
    if is_broken {
        log_limited!(warn, "a message from another server is lost");
        cluster.end_links(from);
    }
    if is_broken || is_first_of_elder {
        rooms.table().tell_all(|| RoomMessage::RecheckAccounts);
    }
    let Some((note, text)) = whole else { return };
    match note {
        Note::Beat => {}
        Note::SignedOut { account, which } => {
            rooms.table().tell_all(|| RoomMessage::SignedOut(account, which));
        }
        Note::AccountDeleted { account } => {
            rooms.table().tell_all(|| RoomMessage::AccountDeleted(account));
        }
        Note::Join { link, session, browser, address } => {
            guest::admit(cluster, rooms, (from, link), &session, browser, address);
        }
        Note::Request { link } => match String::from_utf8(text) {
            Ok(text) => cluster.forward_to_guest((from, link), RawRequest::Text(text)),
            Err(_) => cluster.end_links(from),
        },
        Note::Unreadable { link, id } => match serde_json::from_slice(&text) {
            Ok(problem) => cluster.forward_to_guest((from, link), RawRequest::Unreadable(id, problem)),
            Err(_) => cluster.end_links(from),
        },
        // This drops the sender, which ends the guest.
        Note::Leave { link } => drop(cluster.links().guests.remove(&(from, link))),
        Note::Batch { link } => match String::from_utf8(text) {
            Ok(text) => {
                let batch = text.split('\n').map(Utf8Bytes::from).collect();
                cluster.forward_to_relay(from, link, FromOwner::Batch(batch));
            }
            Err(_) => cluster.end_links(from),
        },
        Note::Answered { link } => cluster.forward_to_relay(from, link, FromOwner::Answered),
        Note::End { link, is_damaged } => {
            let why = is_damaged.then(|| String::from_utf8_lossy(&text).into_owned());
            cluster.forward_to_relay(from, link, FromOwner::End(why));
        }
    }
}

impl Cluster {
    /// Forwards a request of a client at another server.
    fn forward_to_guest(self: &Arc<Cluster>, guest: (ServerId, ClientId), request: RawRequest) {
        let links = self.links();
        let told = links.guests.get(&guest).is_some_and(|known| known.send(GuestMessage(request)).is_ok());
        drop(links);
        if !told {
            // It is no longer known here, and has to reconnect.
            let (peer, link) = guest;
            self.send_later(peer, Note::End { link, is_damaged: false });
        }
    }

    /// Forwards a message from the owner of a session to a client here.
    fn forward_to_relay(self: &Arc<Cluster>, owner: ServerId, link: ClientId, message: FromOwner) {
        let links = self.links();
        let relay = links.relays.get(&link).filter(|(known, _)| *known == owner);
        let told =
            relay.is_some_and(|(_, messages)| messages.send(RoomMessage::FromOwner(link, message)).is_ok());
        drop(links);
        if !told {
            self.send_later(owner, Note::Leave { link });
        }
    }

    /// Ends all links with a server: its clients here reconnect, and so do the clients here that are relayed there.
    fn end_links(&self, peer: ServerId) {
        let mut links = self.links();
        links.guests.retain(|(known, _), _| *known != peer);
        for (&link, (_, messages)) in links.relays.iter().filter(|(_, (owner, _))| *owner == peer) {
            // A relay that has ended has no clients.
            let _ = messages.send(RoomMessage::FromOwner(link, FromOwner::Lost));
        }
    }
}
