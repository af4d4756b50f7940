//! The table of rooms: opened when somebody comes, closed when nobody has been there for long or the place is needed.
//!
//! A session that has no room is on the disk alone. The clock of people elsewhere runs there, too: when its flag falls, the
//! session is opened for a moment.
//!
//! The table is locked for moments only: a room reads and saves its session in its own task.

mod accounts;
mod expiry;
mod flags;
mod memory;
mod place;
mod rooms;

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use async_nats::Client;
use beaufort_session::view::ListedGame;
use beaufort_session::{ClientId, Library};
use futures_util::FutureExt as _;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::Config;
use crate::aborts::Aborts;
use crate::cluster::{Cluster, SessionPlace};
use crate::count_guard::CountGuard;
use crate::heavy::HeavyLane;
use crate::lock::Lock;
use crate::metrics::Metrics;
use crate::network::{Bucket, TrustedNetworks};
use crate::queue_budget::QueueBudget;
use crate::room::{Room, RoomMessage};
use crate::searches::{Crowded, SearchPlace, Searches};
use crate::server_time::ServerTime;
use crate::session_name::log_tag;
use crate::storage::Storage;
use crate::store::{Listed, Row, Search, Store, StoreError, Stored, Writer};
use crate::workers::Workers;
pub(crate) use memory::{MAX_SESSION_MEMORY, MemoryShare, SessionMemory};
pub(crate) use rooms::{Full, Need};
use rooms::{RoomEntry, Rooms, Standing};

/// The most sessions in memory.
pub(crate) const MAX_ROOMS: usize = 2048;

/// The table of rooms with what the rooms share.
#[derive(Debug)]
pub(crate) struct Lobby {
    pub(crate) library: Arc<Library>,
    pub(crate) workers: Arc<Workers>,
    /// How long a room stays open after its last client has gone.
    pub(crate) idle: Duration,
    max_rooms: usize,
    pub(crate) memory: SessionMemory,
    /// What makes the keys in letters, where letters can be sent.
    pub(crate) mail_secret: Option<[u8; 32]>,
    pub(crate) metrics: Arc<Metrics>,
    /// The space for sessions.
    pub(crate) storage: Storage,
    /// Whether sessions that are nobody's are deleted when nobody has come for long: on a public server.
    pub(crate) has_expiry: bool,
    /// What waits for clients.
    pub(crate) queues: Arc<QueueBudget>,
    /// Who has aborted rated games of late.
    pub(crate) aborts: Aborts,
    /// By which flags fall.
    pub(crate) time: ServerTime,
    /// The servers with which this one shares the sessions, if it does.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// The connection to the other servers and the workers, if there is one.
    pub(crate) nats: Option<Client>,
    pub(crate) store: Arc<dyn Store>,
    /// The lock on the file of the sessions, if they are in one.
    lock: OnceLock<Lock>,
    writer: Writer,
    /// Where heavy work is done.
    pub(crate) heavy: Arc<HeavyLane>,
    /// Lets few searches, records made of public games, and games of exports be looked up at the same time.
    searches: Searches,
    rooms: Mutex<Rooms>,
    /// The number of the next room or client.
    next: AtomicU64,
    /// Whether the last state of a session that was closed could not be saved.
    has_lost: AtomicBool,
}

/// A client's place in a room, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Membership {
    pub(crate) client: ClientId,
    pub(crate) messages: UnboundedSender<RoomMessage>,
    name: String,
    room: u64,
    lobby: Arc<Lobby>,
}

impl Lobby {
    /// Returns a table without rooms.
    ///
    /// # Errors
    /// If the system has no threads to give.
    pub(crate) fn new(
        config: &Config,
        store: Arc<dyn Store>,
        metrics: &Arc<Metrics>,
        nats: Option<Client>,
        cluster: Option<Arc<Cluster>>,
        time: ServerTime,
    ) -> std::io::Result<Arc<Lobby>> {
        let remote = nats.as_ref().map(|nats| (nats, &*config.library));
        Ok(Arc::new(Lobby {
            library: Arc::clone(&config.library),
            workers: Workers::start(config.engines, config.hash_mib, metrics, remote)?,
            idle: config.idle,
            max_rooms: config.max_sessions,
            memory: SessionMemory::new(config.max_session_memory),
            mail_secret: config.mail.is_some().then(secret).transpose()?,
            writer: Writer::start(Arc::clone(&store), Arc::clone(metrics)),
            metrics: Arc::clone(metrics),
            storage: Storage::new(config, metrics),
            has_expiry: config.public.is_some(),
            queues: QueueBudget::new(TrustedNetworks::new(config.trusted.clone())),
            aborts: Aborts::default(),
            time,
            cluster,
            nats,
            store,
            heavy: HeavyLane::new(),
            lock: OnceLock::new(),
            searches: Searches::new(),
            rooms: Mutex::default(),
            next: AtomicU64::new(0),
            has_lost: AtomicBool::new(false),
        }))
    }

    /// Gives a client a place in a session, which is opened if it is not in memory. If the table is full, the session
    /// that needs its place least makes room: it is saved.
    pub(crate) fn enter(
        self: &Arc<Lobby>,
        name: &str,
        opener: Option<[Bucket; 2]>,
    ) -> Result<Membership, Full> {
        let mut rooms = self.rooms();
        let entry = self.entry(&mut rooms, name, opener)?;
        entry.members += 1;
        Ok(Membership {
            client: self.next.fetch_add(1, Ordering::Relaxed),
            messages: entry.messages.clone(),
            name: name.to_owned(),
            room: entry.number,
            lobby: Arc::clone(self),
        })
    }

    /// Returns whether [`Lobby::enter`] would have a place in a session.
    pub(crate) fn has_place(&self, name: &str) -> bool {
        self.rooms().to_evict(name, self.max_rooms).is_ok()
    }

    /// Returns the entry of a session, which is opened if it is not in memory.
    fn entry<'a>(
        self: &Arc<Lobby>,
        rooms: &'a mut Rooms,
        name: &str,
        opener: Option<[Bucket; 2]>,
    ) -> Result<&'a mut RoomEntry, Full> {
        if let Some(deserted) = rooms.to_evict(name, self.max_rooms)? {
            rooms.close(&deserted);
        }
        if self.memory.is_full() {
            rooms.close_deserted(name);
        }
        if !rooms.open.contains_key(name) {
            let entry = self.open(name, rooms.closing.remove(name), opener);
            rooms.open.insert(name.to_owned(), entry);
            rooms.closing.retain(|_, task| !task.is_finished());
        }
        rooms.open.get_mut(name).ok_or(Full)
    }

    /// Starts the task of a room. It begins when its predecessor has saved the session.
    fn open(
        self: &Arc<Lobby>,
        name: &str,
        predecessor: Option<JoinHandle<()>>,
        opener: Option<[Bucket; 2]>,
    ) -> RoomEntry {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (messages, receiver) = mpsc::unbounded_channel();
        let is_closing = Arc::new(AtomicBool::new(false));
        let standing = Arc::new(Standing::new());
        let run = {
            let (lobby, name, messages) = (Arc::clone(self), name.to_owned(), messages.clone());
            let (is_closing, standing) = (Arc::clone(&is_closing), Arc::clone(&standing));
            async move {
                if let Some(predecessor) = predecessor {
                    // How it ended does not matter: what is in the store counts.
                    let _ = predecessor.await;
                }
                let run = lobby.run_room(&name, number, (messages, receiver), &is_closing, &standing, opener);
                if AssertUnwindSafe(run).catch_unwind().await.is_err() {
                    // Its clients lose their connection, come again and find the session as it was saved.
                    log_limited!(error, session = log_tag(&name), "the session has panicked");
                    lobby.rooms().remove(&name, number);
                }
                lobby.release(&name).await;
            }
        };
        RoomEntry {
            number,
            messages,
            is_closing,
            task: tokio::spawn(run),
            members: 0,
            deserted_since: Instant::now(),
            standing,
        }
    }

    /// Reads a session and runs it until it is closed.
    async fn run_room(
        self: &Arc<Lobby>,
        name: &str,
        number: u64,
        (messages, mut receiver): (UnboundedSender<RoomMessage>, UnboundedReceiver<RoomMessage>),
        is_closing: &AtomicBool,
        standing: &Standing,
        opener: Option<[Bucket; 2]>,
    ) {
        let try_close = |is_idle| {
            standing.touch();
            is_closing.load(Ordering::Relaxed) || is_idle && self.retire(name, number)
        };
        match self.claim(name, || !is_closing.load(Ordering::Relaxed)).await {
            Ok(SessionPlace::Here) => {}
            Ok(SessionPlace::There(owner)) => {
                return self.lead(name, number, owner, messages, &mut receiver, try_close).await;
            }
            Ok(SessionPlace::Silent) => {
                // The clients come again: meanwhile the server is heard, or has lost the session.
                self.rooms().remove(name, number);
                return;
            }
            Err(error) => return self.reject(name, &error.to_string(), &mut receiver, try_close).await,
        }
        let _guard = CountGuard::new(&self.metrics.sessions);
        self.note_visit(name).await;
        match Room::load(self, name, messages, opener).await {
            Ok(room) if room.is_too_large() => {
                log_limited!(warn, session = log_tag(name), "there is no memory for a large session");
                drop(room);
                // The clients come again: meanwhile others have left.
                let mut rooms = self.rooms();
                rooms.remove(name, number);
                rooms.close_deserted(name);
            }
            Ok(room) => {
                let try_close = |room: &Room, is_idle| {
                    standing.set(room.need());
                    try_close(is_idle)
                };
                let room = room.run(&mut receiver, try_close).await;
                if room.is_superseded() {
                    self.supersede(name, number);
                    return;
                }
                let sleeps = !self.rooms().is_closed || self.has_peers();
                if !room.close(sleeps).await {
                    self.has_lost.store(true, Ordering::Relaxed);
                }
                // Somebody was there until now, for days perhaps.
                self.note_visit(name).await;
            }
            Err(error) => self.reject(name, &error, &mut receiver, try_close).await,
        }
    }

    /// Tells whoever comes that a session cannot be read. Nobody tries again before long, unless somebody comes and goes.
    async fn reject(
        &self,
        name: &str,
        error: &str,
        receiver: &mut UnboundedReceiver<RoomMessage>,
        try_close: impl Fn(bool) -> bool,
    ) {
        log_limited!(error, session = log_tag(name), error, "cannot read the session");
        loop {
            if let Ok(Some(RoomMessage::Join(client))) = timeout(self.idle, receiver.recv()).await {
                client.reject(error);
            }
            if try_close(true) {
                break;
            }
        }
    }

    /// Has all sessions leave the memory where nobody is, since there is too little of it.
    pub(crate) fn make_room(&self) {
        self.rooms().close_deserted("");
    }

    /// Takes a room from the table if nobody is there or on the way. Returns whether it was.
    fn retire(&self, name: &str, number: u64) -> bool {
        let mut rooms = self.rooms();
        let is_deserted =
            rooms.open.get(name).is_some_and(|entry| entry.number == number && entry.members == 0);
        if is_deserted {
            rooms.remove(name, number);
        }
        is_deserted
    }

    /// Reads what was saved of a session.
    pub(crate) async fn load(&self, name: &str) -> Result<Option<Stored>, StoreError> {
        match self.store.load(name).await {
            Err(StoreError::Gone(_)) => {
                self.store_is_gone();
                self.store.load(name).await
            }
            loaded => loaded,
        }
    }

    /// Returns public games. One that a newer version has written is left out.
    pub(crate) async fn listed(&self, search: &Search) -> Result<Vec<ListedGame>, StoreError> {
        let found = self.heed_loss(self.store.listed(search).await)?;
        Ok(found.into_iter().filter_map(Listed::parse).collect())
    }

    /// Looks something up that may take long. Few are looked up at the same time, one of each address; the others wait for a moment.
    /// It goes on, and keeps its place, if nobody waits for it any more.
    ///
    /// # Errors
    /// If it cannot be looked up, or too many wait.
    pub(crate) async fn look_up<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, LookUpError> {
        let place = self.searches.enter(address).await.map_err(LookUpError::Crowded)?;
        keep_place(place, work).await.map_err(LookUpError::Store)
    }

    /// Looks something up however long it has to wait; see [`Lobby::look_up`].
    pub(crate) async fn look_up_patiently<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        keep_place(self.searches.enter_patiently().await, work).await
    }

    /// Saves sessions that have changed together. When it returns without an error, they are on the disk.
    pub(crate) async fn save(&self, rows: Vec<Row>) -> Result<(), StoreError> {
        if self.lock.get().is_some_and(|lock| !lock.is_held()) {
            return Err(StoreError::TakenOver);
        }
        let saved = self.writer.save(rows).await;
        self.heed_loss(saved)
    }

    /// Keeps the lock on the sessions until [`Lobby::let_go`].
    pub(crate) fn hold(&self, lock: Lock) {
        self.lock.get_or_init(|| lock);
    }

    /// Gives the lock on the sessions back.
    pub(crate) fn let_go(&self) {
        self.lock.get().into_iter().for_each(Lock::release);
    }

    /// Passes on what the store has answered. If all that was saved is lost, the sessions in memory hear of it.
    pub(crate) fn heed_loss<T>(&self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Gone(_)) = answer {
            self.store_is_gone();
        }
        answer
    }

    /// Has all sessions in memory saved again, since what was saved of them is lost.
    fn store_is_gone(&self) {
        for entry in self.rooms().open.values() {
            // A room that has ended has nothing to save.
            let _ = entry.messages.send(RoomMessage::StoreGone);
        }
    }

    /// Lets nobody else in, and has all rooms save their sessions and end.
    pub(crate) fn close(&self) {
        let mut rooms = self.rooms();
        rooms.is_closed = true;
        let names: Vec<String> = rooms.open.keys().cloned().collect();
        for name in names {
            rooms.close(&name);
        }
        drop(rooms);
        self.workers.close();
    }

    /// Returns whether all rooms have ended after [`Lobby::close`].
    pub(crate) fn is_over(&self) -> bool {
        self.rooms().closing.values().all(JoinHandle::is_finished)
    }

    /// Returns whether the last state of a session that was closed could not be saved.
    pub(crate) fn has_lost(&self) -> bool {
        self.has_lost.load(Ordering::Relaxed)
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().expect("nothing panics while it holds the rooms")
    }
}

/// Why something that may take long is not looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LookUpError {
    /// Too many wait.
    Crowded(Crowded),
    /// The store has failed.
    Store(StoreError),
}

/// Does something that ends when it is done, whoever waits for it.
async fn keep_place<T: Send + 'static>(
    place: SearchPlace,
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::spawn(async move {
        let _place = place;
        work.await
    });
    done.await.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
}

/// Returns what nobody else knows.
fn secret() -> std::io::Result<[u8; 32]> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(std::io::Error::other)?;
    Ok(secret)
}

impl Drop for Membership {
    fn drop(&mut self) {
        // A room that has closed knows.
        let _ = self.messages.send(RoomMessage::Leave(self.client));
        if let Some(entry) = self.lobby.rooms().open.get_mut(&self.name)
            && entry.number == self.room
        {
            entry.members -= 1;
            entry.deserted_since = Instant::now();
        }
    }
}
