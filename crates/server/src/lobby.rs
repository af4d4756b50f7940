//! The sessions in memory: opened when somebody comes, forgotten when nobody has been there for long.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use beaufort_session::{ClientId, Conversation, Library};

use crate::Config;
use crate::pool::Pool;
use crate::room::{Knock, Room};
use crate::store::{Store, StoreError};

/// The most sessions in memory.
const MOST_SESSIONS: usize = 256;

/// The sessions with what they share.
#[derive(Debug)]
pub(crate) struct Lobby {
    library: Arc<Library>,
    store: Arc<Store>,
    pool: Arc<Pool>,
    idle: Duration,
    rooms: Mutex<Rooms>,
    clients: AtomicU64,
}

#[derive(Debug, Default)]
struct Rooms {
    open: HashMap<String, Open>,
    is_closed: bool,
}

#[derive(Debug)]
struct Open {
    door: Sender<Knock>,
    thread: JoinHandle<()>,
}

/// Why a session cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// Too many sessions are in memory, or the server ends.
    Busy,
    /// What was saved of it cannot be read; why.
    Damaged(String),
}

impl Lobby {
    /// Opens the file of the sessions; none of them is read yet.
    pub(crate) fn open(config: &Config) -> Result<Arc<Lobby>, StoreError> {
        Ok(Arc::new(Lobby {
            library: Arc::clone(&config.library),
            store: Arc::new(Store::open(&config.database)?),
            pool: Pool::new(config.engines, config.hash_mib),
            idle: config.idle,
            rooms: Mutex::default(),
            clients: AtomicU64::new(0),
        }))
    }

    /// Brings a client to a session, which is opened if it is not in memory; it takes a moment.
    pub(crate) fn join(
        &self,
        name: &str,
        client: &tokio::sync::mpsc::Sender<Arc<str>>,
    ) -> Result<(ClientId, Sender<Knock>), Full> {
        let id = self.clients.fetch_add(1, Ordering::Relaxed);
        let mut rooms = self.rooms();
        rooms.open.retain(|_, room| !room.thread.is_finished());
        if let Some(room) = rooms.open.get(name)
            && room.door.send(Knock::Join(id, client.clone())).is_ok()
        {
            return Ok((id, room.door.clone()));
        }
        if rooms.open.len() >= MOST_SESSIONS || rooms.is_closed {
            return Err(Full::Busy);
        }
        // One that is just closing saves before the new one reads.
        if let Some(closing) = rooms.open.remove(name) {
            let _ = closing.thread.join();
        }
        let room = self.room(name)?;
        let door = room.door.clone();
        // The thread has not begun: the client is there before any knock.
        let _ = door.send(Knock::Join(id, client.clone()));
        rooms.open.insert(name.to_owned(), room);
        Ok((id, door))
    }

    /// Opens a session.
    fn room(&self, name: &str) -> Result<Open, Full> {
        let conversation = self.conversation(name).map_err(|error| {
            tracing::error!(session = name, error, "cannot read the session");
            Full::Damaged(error)
        })?;
        let (door, knocks) = mpsc::channel();
        let room = Room {
            name: name.to_owned(),
            conversation,
            store: Arc::clone(&self.store),
            pool: Arc::clone(&self.pool),
            idle: self.idle,
            start: Instant::now(),
            clients: HashMap::new(),
            jobs: HashMap::new(),
            door: door.clone(),
        };
        let run = move || {
            let name = room.name.clone();
            if catch_unwind(AssertUnwindSafe(|| room.run(&knocks))).is_err() {
                // Its clients lose their connection, come again and find the session as it was saved.
                tracing::error!(session = name, "the session has panicked");
            }
        };
        let thread = thread::Builder::new().name(format!("session {name}")).spawn(run);
        let thread = thread.map_err(|error| {
            tracing::error!(%error, "cannot start a session thread");
            Full::Busy
        })?;
        Ok(Open { door, thread })
    }

    fn conversation(&self, name: &str) -> Result<Conversation, String> {
        let seed = fastrand::u64(..);
        match self.store.load(name).map_err(|error| error.to_string())? {
            None => Ok(Conversation::new(&self.library, seed)),
            Some(saved) => {
                let saved = serde_json::from_str(&saved).map_err(|error| error.to_string())?;
                Conversation::restore(&self.library, seed, saved)
            }
        }
    }

    /// Returns the number of sessions in memory.
    pub(crate) fn sessions(&self) -> usize {
        self.rooms().open.values().filter(|room| !room.thread.is_finished()).count()
    }

    /// Returns the number of jobs for engines.
    pub(crate) fn jobs(&self) -> usize {
        self.pool.jobs()
    }

    /// Ends all sessions and waits until they are saved.
    pub(crate) fn close(&self) {
        let open: Vec<Open> = {
            let mut rooms = self.rooms();
            rooms.is_closed = true;
            rooms.open.drain().map(|(_, room)| room).collect()
        };
        self.pool.close();
        for room in &open {
            // One that has ended by itself needs no word.
            let _ = room.door.send(Knock::Close);
        }
        for room in open {
            let _ = room.thread.join();
        }
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().expect("nothing panics while it holds the rooms")
    }
}
