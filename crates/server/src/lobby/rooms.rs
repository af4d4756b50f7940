//! The open rooms by name, and those that are being closed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;

use crate::room::RoomMessage;

/// The rooms by the names of their sessions.
#[derive(Debug, Default)]
pub(super) struct Rooms {
    pub(super) open: HashMap<String, RoomEntry>,
    /// The tasks of rooms that are being closed; whoever opens the session again waits for them.
    pub(super) closing: HashMap<String, JoinHandle<()>>,
    pub(super) is_closed: bool,
}

/// A room in the table.
#[derive(Debug)]
pub(super) struct RoomEntry {
    pub(super) number: u64,
    pub(super) messages: UnboundedSender<RoomMessage>,
    pub(super) is_closing: Arc<AtomicBool>,
    pub(super) task: JoinHandle<()>,
    /// The number of clients that are there or on their way.
    pub(super) members: usize,
    pub(super) deserted_since: Instant,
    pub(super) standing: Arc<Standing>,
}

/// How much a session needs its place in memory, as its room says.
#[derive(Debug)]
pub(super) struct Standing(Mutex<(Need, Instant)>);

/// How much a session needs its place in memory, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// It has no game: nothing is lost if it leaves the memory, and its clients may come again.
    Empty,
    /// It has a game without seats, or is read still, or another server has it.
    Game,
    /// Two people play there: it keeps its place while anybody is there.
    Seats,
}

impl Standing {
    pub(super) fn new() -> Standing {
        Standing(Mutex::new((Need::Game, Instant::now())))
    }

    /// Notes that something has been asked or told.
    pub(super) fn touch(&self) {
        self.lock().1 = Instant::now();
    }

    pub(super) fn set(&self, need: Need) {
        self.lock().0 = need;
    }

    /// Returns how much it is needed, and since when nothing has been asked or told.
    fn get(&self) -> (Need, Instant) {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, (Need, Instant)> {
        self.0.lock().expect("nothing panics while it notes a time")
    }
}

/// Why nobody else can be let in: too many sessions are watched, or the server ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Rooms {
    /// Returns the room that is to be closed before somebody can enter a session, if one is: the one that has been deserted for
    /// longest; where all are watched, the one without a game in which nothing has happened for longest; and where all have a game, such
    /// a one without seats.
    ///
    /// # Errors
    /// If nobody can be let in.
    pub(super) fn to_evict(&self, name: &str, max_rooms: usize) -> Result<Option<String>, Full> {
        if self.is_closed {
            return Err(Full);
        }
        if self.open.contains_key(name) || self.open.len() < max_rooms {
            return Ok(None);
        }
        let deserted = self.open.iter().filter(|(_, entry)| entry.members == 0);
        let longest = deserted.min_by_key(|(_, entry)| entry.deserted_since);
        let least_needed = || {
            let watched = self.open.iter().map(|(name, entry)| (name, entry.standing.get()));
            let least = watched.min_by_key(|(_, standing)| *standing)?;
            (least.1.0 < Need::Seats).then_some(least.0)
        };
        let evicted = longest.map(|(name, _)| name).or_else(least_needed);
        evicted.map(|name| Some(name.clone())).ok_or(Full)
    }

    /// Has all rooms but one end where nobody is.
    pub(super) fn close_deserted(&mut self, but: &str) {
        let deserted = self.open.iter().filter(|(name, entry)| entry.members == 0 && *name != but);
        let names: Vec<String> = deserted.map(|(name, _)| name.clone()).collect();
        names.iter().for_each(|name| self.close(name));
    }

    /// Has a room save its session and end, whatever waits for it.
    pub(super) fn close(&mut self, name: &str) {
        if let Some(entry) = self.open.remove(name) {
            entry.is_closing.store(true, Ordering::Relaxed);
            // One that is busy looks at the flag afterwards.
            let _ = entry.messages.send(RoomMessage::Wake);
            self.closing.insert(name.to_owned(), entry.task);
        }
    }

    /// Takes a room from the table that ends by itself.
    pub(super) fn remove(&mut self, name: &str, number: u64) {
        if self.open.get(name).is_some_and(|entry| entry.number == number)
            && let Some(entry) = self.open.remove(name)
        {
            self.closing.insert(name.to_owned(), entry.task);
        }
    }
}
