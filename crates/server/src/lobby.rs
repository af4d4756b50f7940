//! Opens a room when a client joins or a flag falls, and closes it when it has had no client for long or its place is needed.
//!
//! A session without a room is on the disk alone. The clock of a game between people runs there, too: when a flag falls, the
//! session is opened for a moment. A room loads and saves its session in its own task. One server of a cluster owns the session: at
//! the others a relay takes the place of the room.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beaufort_session::command::{self, Command};
use futures_util::FutureExt as _;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::client::{self, Client, Inbox};
use crate::cluster::{LocalRooms, Relay, RelayEnd, SessionPlace};
use crate::count_guard::CountGuard;
use crate::identity::Browser;
use crate::limits::AddressRights;
use crate::message::{RawRequest, Request, RoomMessage};
use crate::network::Bucket;
use crate::room::Room;
use crate::rooms::{Full, Membership, NewRoom, RoomTable};
use crate::services::Services;
use crate::session_name::log_tag;

/// The longest wait until a session has forgotten a browser.
const FORGET_TIMEOUT: Duration = Duration::from_secs(10);

/// The rooms of a server.
#[derive(Debug)]
pub(crate) struct Lobby {
    pub(crate) services: Arc<Services>,
    /// Whether the last state of a session that was closed could not be saved.
    has_lost: AtomicBool,
}

impl Lobby {
    /// Creates a lobby without rooms.
    pub(crate) fn new(services: Arc<Services>) -> Arc<Lobby> {
        Arc::new(Lobby { services, has_lost: AtomicBool::new(false) })
    }

    /// Gives a client a place in a session, which is opened if it is not in memory.
    ///
    /// # Errors
    /// If no client can be let in.
    pub(crate) fn enter(
        self: &Arc<Lobby>,
        name: &str,
        rights: Option<&AddressRights>,
    ) -> Result<Membership, Full> {
        let opener = rights.map(|rights| rights.payer().buckets());
        let Services { rooms, memory, .. } = &*self.services;
        rooms.enter(name, memory.is_full(), |room| self.spawn(name, room, opener))
    }

    /// Opens a session whose flag has fallen, if it is not in memory and there is a place.
    pub(crate) fn open(self: &Arc<Lobby>, name: &str) {
        let Services { rooms, memory, .. } = &*self.services;
        // If there is no place, the flag falls later.
        let _ = rooms.open(name, memory.is_full(), |room| self.spawn(name, room, None));
    }

    /// Has a session forget a browser of a player, as its push service does not know it any more. If the session cannot be opened
    /// now, the next push message finds out again.
    pub(crate) async fn forget_browser(self: &Arc<Lobby>, name: &str, endpoint: &str) {
        let Ok(membership) = self.enter(name, None) else { return };
        let (client, mut inbox) = client::queue_within(&self.services.queues, membership.client, None, None);
        let command = Command::StopPush { endpoint: endpoint.to_owned() };
        let asked = command::Request { id: 0, key: None, command };
        let request = Request {
            client: membership.client,
            raw: RawRequest::Text(serde_json::to_string(&asked).expect("it consists of texts")),
            received: Instant::now(),
            permit: Box::new(()),
        };
        for message in [RoomMessage::Join(client), RoomMessage::Request(request)] {
            // A room that has closed ends the inbox.
            let _ = membership.messages.send(message);
        }
        let _ = timeout(FORGET_TIMEOUT, inbox.next()).await;
    }

    /// Starts the task of a room. It begins when its predecessor has saved the session.
    fn spawn(
        self: &Arc<Lobby>,
        name: &str,
        mut room: NewRoom,
        opener: Option<[Bucket; 2]>,
    ) -> JoinHandle<()> {
        let (lobby, name) = (Arc::clone(self), name.to_owned());
        tokio::spawn(async move {
            if let Some(predecessor) = room.predecessor.take() {
                // Its result does not matter: the store counts.
                let _ = predecessor.await;
            }
            let number = room.number;
            let run = lobby.run(&name, room, opener);
            if AssertUnwindSafe(run).catch_unwind().await.is_err() {
                // Its clients lose their connection, reconnect, and find the session as it was saved.
                log_limited!(error, session = log_tag(&name), "the session has panicked");
                lobby.services.rooms.remove(&name, number);
            }
            if let Some(cluster) = &lobby.services.cluster {
                cluster.release(&name).await;
            }
        })
    }

    /// Reads a session and runs it until it is closed.
    async fn run(self: &Arc<Lobby>, name: &str, room: NewRoom, opener: Option<[Bucket; 2]>) {
        let services = &self.services;
        let rooms = &services.rooms;
        let NewRoom { number, messages, mut receiver, state, .. } = room;
        let try_close = |is_idle| {
            state.touch();
            state.is_closing() || is_idle && rooms.retire(name, number)
        };
        if let Some(cluster) = &services.cluster {
            match cluster.claim(name, || !state.is_closing()).await {
                Ok(SessionPlace::Local) => {}
                Ok(SessionPlace::Remote(owner)) => {
                    let relay = Relay::new(cluster, name, owner, messages, &services.metrics);
                    if relay.run(&mut receiver, try_close).await == RelayEnd::OwnerGone {
                        log_limited!(info, session = log_tag(name), "the session is to be looked for anew");
                        rooms.remove(name, number);
                    }
                    return;
                }
                Ok(SessionPlace::Unreachable) => {
                    // The clients reconnect: by then the owner is reachable, or has lost the session.
                    rooms.remove(name, number);
                    return;
                }
                Err(error) => return self.reject(name, &error.to_string(), &mut receiver, try_close).await,
            }
        }
        let _guard = CountGuard::new(&services.metrics.sessions);
        services.note_visit(name).await;
        match Room::load(services, name, messages, opener).await {
            Ok(room) if room.is_too_large() => {
                log_limited!(warn, session = log_tag(name), "there is no memory for a large session");
                drop(room);
                // The clients reconnect: by then others have left.
                rooms.remove(name, number);
                rooms.make_room();
            }
            Ok(room) => {
                let try_close = |room: &Room, is_idle| {
                    state.set(room.need());
                    try_close(is_idle)
                };
                let room = room.run(&mut receiver, try_close).await;
                if room.is_superseded() {
                    services.metrics.superseded.inc();
                    if let Some(cluster) = &services.cluster {
                        cluster.forget(name);
                    }
                    rooms.remove(name, number);
                    return;
                }
                // Clocks run on after the end of this server if another one is reachable.
                let has_peers = services.cluster.as_ref().is_some_and(|cluster| cluster.has_peers());
                if !room.close(!rooms.is_closed() || has_peers).await {
                    self.has_lost.store(true, Ordering::Relaxed);
                }
                // The clients may have been there for days.
                services.note_visit(name).await;
            }
            Err(error) => self.reject(name, &error, &mut receiver, try_close).await,
        }
    }

    /// Rejects clients of a session that cannot be read, until there has been none for long.
    async fn reject(
        &self,
        name: &str,
        error: &str,
        receiver: &mut UnboundedReceiver<RoomMessage>,
        try_close: impl Fn(bool) -> bool,
    ) {
        log_limited!(error, session = log_tag(name), error, "cannot read the session");
        loop {
            if let Ok(Some(RoomMessage::Join(client))) = timeout(self.services.idle, receiver.recv()).await {
                client.reject(error);
            }
            if try_close(true) {
                break;
            }
        }
    }

    /// Closes all rooms, which save their sessions and end, and lets no client in any more.
    pub(crate) fn close(&self) {
        self.services.rooms.close();
        self.services.workers.close();
    }

    /// Returns whether the last state of a session that was closed could not be saved.
    pub(crate) fn has_lost(&self) -> bool {
        self.has_lost.load(Ordering::Relaxed)
    }
}

impl LocalRooms for Lobby {
    fn table(&self) -> &RoomTable {
        &self.services.rooms
    }

    fn admit(
        self: &Arc<Lobby>,
        session: &str,
        browser: Option<Browser>,
        address: Option<IpAddr>,
    ) -> Option<(Membership, Client, Inbox)> {
        let limits = self.services.limits.as_ref();
        let rights = limits.zip(address).map(|(limits, address)| limits.rights(address));
        let membership = self.enter(session, rights.as_ref()).ok()?;
        let (client, inbox) = client::queue_within(&self.services.queues, membership.client, rights, browser);
        Some((membership, client, inbox))
    }
}
