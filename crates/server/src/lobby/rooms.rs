//! The open rooms by name, and those that are being closed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
}

/// Why nobody else can be let in: too many sessions are watched, or the server ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Rooms {
    /// Returns the room that is to be closed before somebody can enter a session, if one is: the one that has been deserted for
    /// longest.
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
        longest.map(|(name, _)| Some(name.clone())).ok_or(Full)
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
