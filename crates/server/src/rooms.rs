//! The table of the open rooms by name, and of those that are being closed. It is locked for moments only.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use beaufort_session::ClientId;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;

use crate::message::RoomMessage;

/// The most sessions in memory.
pub(crate) const MAX_ROOMS: usize = 2048;

/// The rooms of a server.
#[derive(Debug)]
pub(crate) struct RoomTable {
    max_rooms: usize,
    rooms: Mutex<Rooms>,
    /// The number of the next room or client.
    next: AtomicU64,
}

/// The rooms by the names of their sessions.
#[derive(Debug, Default)]
struct Rooms {
    open: HashMap<String, RoomEntry>,
    /// The tasks of rooms that are being closed; a room that opens the session again waits for them.
    closing: HashMap<String, JoinHandle<()>>,
    is_closed: bool,
}

/// A room in the table.
#[derive(Debug)]
struct RoomEntry {
    number: u64,
    messages: UnboundedSender<RoomMessage>,
    task: JoinHandle<()>,
    /// The number of clients that are there or on their way.
    members: usize,
    deserted_since: Instant,
    state: Arc<RoomState>,
}

/// The state of a room that its task and the table share.
#[derive(Debug)]
pub(crate) struct RoomState {
    is_closing: AtomicBool,
    /// How much the session needs its place in memory, and the time of its last message.
    standing: Mutex<(Need, Instant)>,
}

/// How much a session needs its place in memory, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// It has no game: nothing is lost if it leaves the memory, and its clients may reconnect.
    Empty,
    /// It has a game without seats, or is being loaded, or belongs to another server.
    Game,
    /// It has two players: it keeps its place while it has clients.
    Seats,
    /// One of its players is there.
    Player,
}

/// The parts of a new room, for the task that runs it.
pub(crate) struct NewRoom {
    pub(crate) number: u64,
    pub(crate) messages: UnboundedSender<RoomMessage>,
    pub(crate) receiver: UnboundedReceiver<RoomMessage>,
    pub(crate) state: Arc<RoomState>,
    /// The task of the room that had the session before. The new room begins when it has ended.
    pub(crate) predecessor: Option<JoinHandle<()>>,
}

/// A client's place in a room, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Membership {
    pub(crate) client: ClientId,
    pub(crate) messages: UnboundedSender<RoomMessage>,
    name: String,
    room: u64,
    rooms: Arc<RoomTable>,
}

/// No client can be let in: all places are taken by sessions with clients, or the server is shutting down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl RoomState {
    /// Returns whether the room has been asked to end.
    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    /// Records a message.
    pub(crate) fn touch(&self) {
        self.lock().1 = Instant::now();
    }

    /// Records how much the session needs its place.
    pub(crate) fn set(&self, need: Need) {
        self.lock().0 = need;
    }

    fn standing(&self) -> (Need, Instant) {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, (Need, Instant)> {
        self.standing.lock().expect("nothing panics while it notes a time")
    }
}

impl RoomTable {
    /// Creates an empty table.
    pub(crate) fn new(max_rooms: usize) -> Arc<RoomTable> {
        Arc::new(RoomTable { max_rooms, rooms: Mutex::default(), next: AtomicU64::new(0) })
    }

    /// Gives a client a place in a session. A session that is not in memory is opened: `open` starts the task of its room. If the
    /// table is full, the session that needs its place least makes room; if there is too little `memory`, all deserted ones do.
    ///
    /// # Errors
    /// If no client can be let in.
    pub(crate) fn enter(
        self: &Arc<RoomTable>,
        name: &str,
        is_memory_full: bool,
        open: impl FnOnce(NewRoom) -> JoinHandle<()>,
    ) -> Result<Membership, Full> {
        let mut rooms = self.lock();
        let entry = self.entry(&mut rooms, name, is_memory_full, open)?;
        entry.members += 1;
        Ok(Membership {
            client: self.next.fetch_add(1, Ordering::Relaxed),
            messages: entry.messages.clone(),
            name: name.to_owned(),
            room: entry.number,
            rooms: Arc::clone(self),
        })
    }

    /// Opens a session without a client, if it is not in memory; see [`RoomTable::enter`].
    pub(crate) fn open(
        &self,
        name: &str,
        is_memory_full: bool,
        open: impl FnOnce(NewRoom) -> JoinHandle<()>,
    ) -> Result<(), Full> {
        self.entry(&mut self.lock(), name, is_memory_full, open).map(drop)
    }

    /// Returns whether [`RoomTable::enter`] would have a place in a session.
    pub(crate) fn has_place(&self, name: &str) -> bool {
        self.lock().to_evict(name, self.max_rooms).is_ok()
    }

    /// Returns the entry of a session, which is opened if it is not in memory.
    fn entry<'a>(
        &self,
        rooms: &'a mut Rooms,
        name: &str,
        is_memory_full: bool,
        open: impl FnOnce(NewRoom) -> JoinHandle<()>,
    ) -> Result<&'a mut RoomEntry, Full> {
        if let Some(deserted) = rooms.to_evict(name, self.max_rooms)? {
            rooms.close(&deserted);
        }
        if is_memory_full {
            rooms.close_deserted(name);
        }
        if !rooms.open.contains_key(name) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let (messages, receiver) = mpsc::unbounded_channel();
            let standing = Mutex::new((Need::Game, Instant::now()));
            let state = Arc::new(RoomState { is_closing: AtomicBool::new(false), standing });
            let predecessor = rooms.closing.remove(name);
            let (shared, sender) = (Arc::clone(&state), messages.clone());
            let task = open(NewRoom { number, messages: sender, receiver, state: shared, predecessor });
            let deserted_since = Instant::now();
            let entry = RoomEntry { number, messages, task, members: 0, deserted_since, state };
            rooms.open.insert(name.to_owned(), entry);
            rooms.closing.retain(|_, task| !task.is_finished());
        }
        rooms.open.get_mut(name).ok_or(Full)
    }

    /// Sends a message to the room of a session, if it is open.
    pub(crate) fn tell(&self, name: &str, message: RoomMessage) {
        if let Some(entry) = self.lock().open.get(name) {
            // A room that has ended reads no messages.
            let _ = entry.messages.send(message);
        }
    }

    /// Sends a message to all rooms.
    pub(crate) fn tell_all(&self, message: impl Fn() -> RoomMessage) {
        for entry in self.lock().open.values() {
            // A room that has ended reads no messages.
            let _ = entry.messages.send(message());
        }
    }

    /// Closes all rooms without clients, since there is too little memory.
    pub(crate) fn make_room(&self) {
        self.lock().close_deserted("");
    }

    /// Removes a room that ends by itself if it has no clients. Returns whether it was removed.
    pub(crate) fn retire(&self, name: &str, number: u64) -> bool {
        let mut rooms = self.lock();
        let is_deserted =
            rooms.open.get(name).is_some_and(|entry| entry.number == number && entry.members == 0);
        if is_deserted {
            rooms.remove(name, number);
        }
        is_deserted
    }

    /// Removes a room that ends by itself, whatever clients it has.
    pub(crate) fn remove(&self, name: &str, number: u64) {
        self.lock().remove(name, number);
    }

    /// Returns whether a session is in memory, or is being saved for the last time.
    pub(crate) fn has(&self, name: &str) -> bool {
        let rooms = self.lock();
        rooms.open.contains_key(name) || rooms.closing.contains_key(name)
    }

    /// Returns whether a player is there who has a seat in a session: a spectator is no player.
    pub(crate) fn has_player(&self, name: &str) -> bool {
        let is_there = |entry: &RoomEntry| entry.members > 0 && entry.state.standing().0 == Need::Player;
        self.lock().open.get(name).is_some_and(is_there)
    }

    /// Closes all rooms, which save their sessions and end, and lets no client in any more.
    pub(crate) fn close(&self) {
        let mut rooms = self.lock();
        rooms.is_closed = true;
        let names: Vec<String> = rooms.open.keys().cloned().collect();
        for name in names {
            rooms.close(&name);
        }
    }

    /// Returns whether the table has been closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Returns whether all rooms have ended after [`RoomTable::close`].
    pub(crate) fn is_over(&self) -> bool {
        self.lock().closing.values().all(JoinHandle::is_finished)
    }

    fn lock(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().expect("nothing panics while it holds the rooms")
    }
}

impl Rooms {
    /// Returns the room to close before a client can enter a session, if there has to be one: the room without clients that has had
    /// none for longest; if all have clients, the idlest one without a game; and if all have a game, the idlest one without seats.
    ///
    /// # Errors
    /// If no client can be let in.
    fn to_evict(&self, name: &str, max_rooms: usize) -> Result<Option<String>, Full> {
        if self.is_closed {
            return Err(Full);
        }
        if self.open.contains_key(name) || self.open.len() < max_rooms {
            return Ok(None);
        }
        let deserted = self.open.iter().filter(|(_, entry)| entry.members == 0);
        let longest = deserted.min_by_key(|(_, entry)| entry.deserted_since);
        let least_needed = || {
            let watched = self.open.iter().map(|(name, entry)| (name, entry.state.standing()));
            let least = watched.min_by_key(|(_, standing)| *standing)?;
            (least.1.0 < Need::Seats).then_some(least.0)
        };
        let evicted = longest.map(|(name, _)| name).or_else(least_needed);
        evicted.map(|name| Some(name.clone())).ok_or(Full)
    }

    /// Closes all rooms without clients, except one.
    fn close_deserted(&mut self, but: &str) {
        let deserted = self.open.iter().filter(|(name, entry)| entry.members == 0 && *name != but);
        let names: Vec<String> = deserted.map(|(name, _)| name.clone()).collect();
        names.iter().for_each(|name| self.close(name));
    }

    /// Closes a room: it saves its session and ends.
    fn close(&mut self, name: &str) {
        if let Some(entry) = self.open.remove(name) {
            entry.state.is_closing.store(true, Ordering::Relaxed);
            // A busy room reads the flag afterwards.
            let _ = entry.messages.send(RoomMessage::Wake);
            self.closing.insert(name.to_owned(), entry.task);
        }
    }

    /// Removes a room that ends by itself.
    fn remove(&mut self, name: &str, number: u64) {
        if self.open.get(name).is_some_and(|entry| entry.number == number)
            && let Some(entry) = self.open.remove(name)
        {
            self.closing.insert(name.to_owned(), entry.task);
        }
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        // A room that has closed has no clients.
        let _ = self.messages.send(RoomMessage::Leave(self.client));
        if let Some(entry) = self.rooms.lock().open.get_mut(&self.name)
            && entry.number == self.room
        {
            entry.members -= 1;
            entry.deserted_since = Instant::now();
        }
    }
}
