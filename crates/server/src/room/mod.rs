//! One session in memory: a task with its conversation, its clients and its engine work.
//!
//! What takes time, reading a game or playing a turn, is done in one of the runtime's threads for blocking work: a room has
//! no thread while it waits for somebody, nor while it waits for the disk.
//!
//! What is told is saved. A change that cannot be saved is taken back before anybody hears of it: whoever asked for it is
//! refused, all are told that the session is `unsaved`, and the room tries again each second.

mod save;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use beaufort_session::event::Problem;
use beaufort_session::{
    AccountId, Cause, ClientId, Conversation, DurableConversation, Effects, JobCommand, JobReport, QueuedJob,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::timeout;

use crate::block::block;
use crate::client::Client;
use crate::clients::Clients;
use crate::cluster::FromOwner;
use crate::lobby::{Lobby, MemoryShare, Need, draw_session_name, log_tag};
use crate::store::{StoreError, Stored, WhichTokens};
use crate::workers::Handle;
use save::{Frozen, Pending};

/// What is sent to a room.
pub(crate) enum RoomMessage {
    /// A client has come.
    Join(Client),
    /// A client has gone.
    Leave(ClientId),
    /// A client has sent something.
    Request(Request),
    /// An engine has found something out.
    Report(u64, JobReport),
    /// The server that has the session says something to a client here.
    FromOwner(ClientId, FromOwner),
    /// All that was saved is lost.
    StoreGone,
    /// Another server has the session.
    LeaseLost,
    /// Browsers are signed in no more.
    SignedOut(AccountId, WhichTokens),
    /// An account has been deleted.
    AccountDeleted(AccountId),
    /// Another server may have said something about accounts that is lost.
    RecheckAccounts,
    /// The room is to look whether it has to close.
    Wake,
}

/// What a client has sent.
pub(crate) struct Request {
    pub(crate) client: ClientId,
    pub(crate) raw: RawRequest,
    pub(crate) received: Instant,
    pub(crate) permit: Permit,
}

/// What makes room for the client's next request when it is dropped.
pub(crate) type Permit = Box<dyn Send + Sync>;

/// What a client has sent, before it is read.
#[derive(Debug)]
pub(crate) enum RawRequest {
    /// A text.
    Text(String),
    /// Something that is not even read, with the id of the request if it is one.
    Unreadable(Option<u32>, Problem),
}

/// A session in memory.
pub(crate) struct Room {
    pub(crate) name: String,
    lobby: Arc<Lobby>,
    /// Where engines report.
    messages: UnboundedSender<RoomMessage>,
    conversation: DurableConversation,
    /// What the session takes in memory.
    memory: MemoryShare,
    /// The moment from which this room counts its time.
    start: Instant,
    clients: Clients,
    /// The engine's jobs.
    jobs: HashMap<u64, Handle>,
    /// Set while the session cannot be saved.
    frozen: Option<Frozen>,
    /// Whether the last state could not be saved.
    is_lost: bool,
    /// Whether the store may have something under the session's name: it had when the session was read, or was told to keep it since.
    /// Until then nothing may be there that would be replaced.
    may_be_kept: bool,
    /// Whether another server has the session: here it ends, and nothing is saved or told any more.
    is_superseded: bool,
}

impl Room {
    /// Reads a session from the store, or begins one that is not there; a long one takes seconds, in which nothing else is
    /// kept waiting.
    ///
    /// # Errors
    /// If what was saved cannot be read.
    pub(crate) async fn load(
        lobby: &Arc<Lobby>,
        name: &str,
        messages: UnboundedSender<RoomMessage>,
    ) -> Result<Box<Room>, String> {
        let seed = fastrand::u64(..);
        let (mut may_be_kept, mut kept_flag) = (false, None);
        let mut conversation = DurableConversation::new(&lobby.library, seed);
        if let Some(Stored { kept, flag }) = lobby.load(name).await.map_err(|error| error.to_string())? {
            (may_be_kept, kept_flag) = (true, flag);
            let library = Arc::clone(&lobby.library);
            conversation = block(move || DurableConversation::restore(&library, seed, &kept)).await?;
            lobby.name_accounts(&mut conversation).await.map_err(|error| error.to_string())?;
        }
        let (lobby, name) = (Arc::clone(lobby), name.to_owned());
        let room = block(move || {
            let start = Instant::now();
            if let Some(flag) = kept_flag {
                let left = flag.duration_since(SystemTime::now()).unwrap_or_default();
                conversation.resume_clock(left, Duration::ZERO);
            }
            conversation.open_sessions(draw_session_name);
            if lobby.has_expiry {
                conversation.let_expire();
            }
            if let Some(secret) = lobby.mail_secret {
                conversation.send_letters(secret);
            }
            let memory = lobby.memory.share(conversation.memory_bytes(None));
            Box::new(Room {
                name,
                memory,
                lobby,
                messages,
                conversation,
                start,
                clients: Clients::default(),
                jobs: HashMap::new(),
                frozen: None,
                is_lost: false,
                may_be_kept,
                is_superseded: false,
            })
        });
        Ok(room.await)
    }

    /// Runs the conversation until another server has it, or `try_close` says that the room is over: it is asked after every
    /// message and, with `true`, when nobody has been there for long.
    pub(crate) async fn run(
        mut self: Box<Room>,
        messages: &mut UnboundedReceiver<RoomMessage>,
        try_close: impl Fn(&Room, bool) -> bool,
    ) -> Box<Room> {
        loop {
            let mut is_idle = false;
            // What it is time for waits for no message, however many there are: no turn is played after the flag.
            if let Some(work) = self.due() {
                self = self.work(work).await;
            } else {
                match timeout(self.next_timeout(), messages.recv()).await {
                    Ok(Some(RoomMessage::Request(Request { client, raw, received, permit }))) => {
                        self = self.work(move |room| room.answer(client, raw)).await;
                        self.lobby.metrics.note_request(received.elapsed());
                        drop(permit);
                    }
                    Ok(Some(RoomMessage::RecheckAccounts)) => self.recheck_accounts().await,
                    Ok(Some(message)) => self = self.work(|room| room.handle(message)).await,
                    Ok(None) | Err(_) => {
                        is_idle = self.due().is_none() && self.clients.is_empty() && self.frozen.is_none();
                    }
                }
            }
            if self.is_superseded || try_close(&self, is_idle) {
                return self;
            }
        }
    }

    /// Ends the engine's work and notes the time on the clock, which runs on if the session only `sleeps`. Returns whether
    /// everything is saved.
    pub(crate) async fn close(self: Box<Room>, sleeps: bool) -> bool {
        let room = self.work(move |room| room.end(sleeps)).await;
        let is_saved = !room.is_lost;
        if is_saved {
            tracing::debug!(session = log_tag(&room.name), "session closed");
        } else {
            log_limited!(
                error,
                session = log_tag(&room.name),
                "the last state of a session could not be saved"
            );
        }
        is_saved
    }

    /// Returns how much the session needs its place in memory.
    pub(crate) fn need(&self) -> Need {
        let conversation = self.conversation.conversation();
        match (conversation.has_game(), conversation.has_seats()) {
            (false, _) => Need::Empty,
            (true, false) => Need::Game,
            (true, true) => Need::Seats,
        }
    }

    /// Returns whether there is no memory for the session, which has just been read.
    pub(crate) fn is_too_large(&self) -> bool {
        self.memory.is_too_much()
    }

    /// Returns whether another server has the session.
    pub(crate) fn is_superseded(&self) -> bool {
        self.is_superseded
    }

    /// Does something, and saves what has changed, until there is nothing left to save.
    async fn work(
        mut self: Box<Room>,
        work: impl FnOnce(&mut Room) -> Option<Pending> + Send + 'static,
    ) -> Box<Room> {
        let (mut room, mut pending) = block(move || {
            let pending = work(&mut self);
            (self, pending)
        })
        .await;
        while let Some(Pending { rows, then }) = pending {
            let saved = room.lobby.save(rows).await;
            let is_anothers = match &saved {
                Err(StoreError::Superseded(_)) => true,
                // The session of this room is the first of what is saved.
                Err(StoreError::NameTaken(places)) => places.contains(&0),
                _ => false,
            };
            if is_anothers {
                room.supersede();
                return room;
            }
            room.may_be_kept = true;
            (room, pending) = block(move || {
                let pending = room.go_on(then, &saved);
                (room, pending)
            })
            .await;
        }
        room
    }

    /// Has everybody who is signed in come again, and asks anew for the names of those who play.
    async fn recheck_accounts(&mut self) {
        self.clients.end_signed_in();
        let lobby = Arc::clone(&self.lobby);
        // Whoever cannot be named now is named when the session is read again.
        let _ = lobby.name_accounts(&mut self.conversation).await;
    }

    /// Ends all connections, since another server has the session or has kept one of its name: the clients come again, and see what is
    /// there.
    fn supersede(&mut self) {
        log_limited!(warn, session = log_tag(&self.name), "another server has taken the session");
        self.is_superseded = true;
        self.clients.clear();
        for (_, job) in self.jobs.drain() {
            self.lobby.workers.cancel(&job);
        }
    }

    /// Returns how long to wait for a message.
    fn next_timeout(&self) -> Duration {
        let retry = self.frozen.as_ref().map(|frozen| frozen.retry.saturating_duration_since(Instant::now()));
        [self.time_left(), retry].into_iter().flatten().fold(self.lobby.idle, Duration::min)
    }

    /// Returns how long it is until the flag falls, if a clock runs and what follows can be saved.
    fn time_left(&self) -> Option<Duration> {
        if self.frozen.is_some() {
            return None;
        }
        let deadline = self.conversation.conversation().deadline()?;
        Some(deadline.saturating_sub(self.start.elapsed()))
    }

    /// Returns what it is time for.
    fn due(&self) -> Option<fn(&mut Room) -> Option<Pending>> {
        if self.frozen.as_ref().is_some_and(|frozen| Instant::now() >= frozen.retry) {
            Some(|room| Some(room.save_again()))
        } else if self.time_left().is_some_and(|left| left.is_zero()) {
            Some(|room| room.change(Cause::Time, Conversation::tick))
        } else {
            None
        }
    }

    fn handle(&mut self, message: RoomMessage) -> Option<Pending> {
        match message {
            RoomMessage::Join(client) => {
                let (id, account) = (client.id, client.account().cloned());
                self.clients.insert(client);
                let account = account?;
                self.change(Cause::Time, |conversation, _| conversation.introduce(id, account))
            }
            RoomMessage::Leave(client) => {
                self.clients.remove(client);
                let is_deserted = self.clients.is_empty();
                self.change(Cause::Time, |conversation, now| {
                    let left = conversation.leave(client, now);
                    if is_deserted { left.and(conversation.pause(now)) } else { left }
                })
            }
            RoomMessage::Request(Request { client, raw, .. }) => self.answer(client, raw),
            RoomMessage::Report(job, report) => {
                if !matches!(report, JobReport::Progress(_)) {
                    self.jobs.remove(&job);
                }
                self.change(Cause::Report(job), |conversation, now| {
                    conversation.handle_report(job, report, now)
                })
            }
            RoomMessage::StoreGone => {
                if self.conversation.conversation().has_game() {
                    self.freeze();
                }
                None
            }
            RoomMessage::SignedOut(account, which) => {
                self.clients.sign_out(account, which);
                None
            }
            RoomMessage::AccountDeleted(account) => {
                self.change(Cause::Time, |conversation, now| conversation.forget_account(account, now))
            }
            RoomMessage::LeaseLost => {
                self.supersede();
                None
            }
            RoomMessage::RecheckAccounts | RoomMessage::FromOwner(..) | RoomMessage::Wake => None,
        }
    }

    /// Carries out what a client asks for.
    fn answer(&mut self, client: ClientId, request: RawRequest) -> Option<Pending> {
        match request {
            // A client that has gone, or was cut off, hears no answer.
            _ if !self.clients.is_connected(client) => None,
            RawRequest::Text(text) => self.change(Cause::Request(client), |conversation, now| {
                conversation.handle_text(client, &text, now)
            }),
            RawRequest::Unreadable(id, problem) => {
                let effects = self.conversation.conversation().refuse(client, id, problem);
                self.apply(effects);
                None
            }
        }
    }

    fn apply(&mut self, effects: Effects) {
        if self.clients.deliver(&effects.messages) {
            log_limited!(warn, session = log_tag(&self.name), "a client that reads too slowly is cut off");
        }
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => {
                    let messages = self.messages.clone();
                    // A room that has closed needs no reports.
                    let report = move |job, report| drop(messages.send(RoomMessage::Report(job, report)));
                    let handle = Handle::new(Box::new(report));
                    self.jobs.insert(job.number, handle.clone());
                    self.lobby.workers.add(QueuedJob { session: self.name.clone(), job: *job, handle });
                }
                JobCommand::Cancel(number) => {
                    if let Some(handle) = self.jobs.remove(&number) {
                        self.lobby.workers.cancel(&handle);
                    }
                }
                JobCommand::Finish(number) => {
                    if let Some(handle) = self.jobs.get(&number) {
                        handle.finish();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::sync::mpsc;

    use super::*;
    use crate::Config;
    use crate::client::{self, Outgoing};
    use crate::metrics::Metrics;
    use crate::store::{Sharing, SqlStore, Store as _};

    /// Returns a lobby with a store in a folder of its own, which is removed when it is dropped.
    async fn lobby() -> (TempDir, Arc<SqlStore>, Arc<Lobby>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sessions.sqlite");
        let config = Config { engines: 1, hash_mib: 1, ..Config::new(&path) };
        let store = Arc::new(SqlStore::open(&config.database, Sharing::Alone).await.unwrap());
        let lobby =
            Lobby::new(&config, Arc::clone(&store) as _, &Arc::new(Metrics::new()), None, None).unwrap();
        (folder, store, lobby)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_flag_falls_however_many_messages_wait() {
        let (_folder, _, lobby) = lobby().await;
        let (messages, mut receiver) = mpsc::unbounded_channel();
        let room = Room::load(&lobby, "a", messages.clone()).await.unwrap();
        let (client, mut inbox) = client::queue(1, None, None);
        let ask = |id: u32, command: &str| {
            let raw = RawRequest::Text(format!("{{\"id\":{id},\"command\":{command}}}"));
            let request = Request { client: 1, raw, received: Instant::now(), permit: Box::new(()) };
            assert!(messages.send(RoomMessage::Request(request)).is_ok());
        };
        let play = |node: u32, text: &str| {
            format!(r#"{{"type":"play","node":{node},"turn":{{"type":"typed","text":"{text}"}}}}"#)
        };
        assert!(messages.send(RoomMessage::Join(client)).is_ok());
        let start = r#"{"type":"start","game":"orthochess","clock":{"type":"perTurn","time":1},"from":{"type":"default"}}"#;
        ask(1, start);
        ask(2, &play(0, "e4"));
        for _ in 0..100 {
            assert!(messages.send(RoomMessage::Wake).is_ok());
        }
        // The time of the other side is up long before.
        ask(3, &play(1, "e5"));
        let running =
            tokio::spawn(async move { room.run(&mut receiver, |_, _| false).await.is_superseded() });
        let mut told = Vec::new();
        while !told.last().is_some_and(|text: &String| text.contains("\"re\":3")) {
            let next = timeout(Duration::from_secs(60), inbox.next()).await;
            let Ok(Some(Outgoing::Batch(batch))) = next else { panic!("{told:?}") };
            told.extend(batch.iter().map(ToString::to_string));
        }
        running.abort();
        assert!(told.last().unwrap().contains("notNow"), "{told:?}");
        assert!(told.iter().any(|text| text.contains("\"1-0\"")), "{told:?}");
    }

    /// Begins a room of its own with two players who sit in a game that is over, but for the second one's wish to play again.
    async fn before_rematch(lobby: &Arc<Lobby>, name: &str, keys: [&str; 2]) -> Box<Room> {
        let (messages, _) = mpsc::unbounded_channel();
        let mut room = Room::load(lobby, name, messages).await.unwrap();
        for id in [1, 2] {
            room = join(room, id).await;
        }
        let [first, second] =
            [format!("first-key-of-{name}-and-128-bits"), format!("second-key-of-{name}-and-128-bits")];
        let invitation = "the-invitation-of-128-bits";
        for (client, command) in [
            (1, r#"{"type":"start","game":"orthochess","from":{"type":"default"}}"#.to_owned()),
            (1, format!(r#"{{"type":"invite","side":0,"seat":"{first}","invitation":"{invitation}"}}"#)),
            (2, format!(r#"{{"type":"sit","seat":"{second}","invitation":"{invitation}"}}"#)),
            (1, r#"{"type":"resign","side":0}"#.to_owned()),
            (1, format!(r#"{{"type":"offerRematch","side":0,"seat":"{}"}}"#, keys[0])),
        ] {
            room = ask(room, client, &command).await;
        }
        room
    }

    /// Lets a client in that reads nothing of what it is told.
    async fn join(room: Box<Room>, id: ClientId) -> Box<Room> {
        let (client, inbox) = client::queue(id, None, None);
        std::mem::forget(inbox);
        room.work(|room| room.handle(RoomMessage::Join(client))).await
    }

    async fn ask(room: Box<Room>, client: ClientId, command: &str) -> Box<Room> {
        let raw = RawRequest::Text(format!("{{\"id\":1,\"command\":{command}}}"));
        room.work(move |room| room.answer(client, raw)).await
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_rematch_replaces_no_session() {
        let (_folder, store, lobby) = lobby().await;
        let keys = ["another-first-key-of-128-bits", "another-second-key-of-128-bits"];
        // One is asleep, one is over, and one is in memory.
        let _asleep = before_rematch(&lobby, "asleep", keys).await.close(true).await;
        let over = before_rematch(&lobby, "over", keys).await;
        assert!(ask(over, 2, r#"{"type":"declineRematch","side":1}"#).await.close(true).await);
        let in_memory = before_rematch(&lobby, "in-memory", keys).await;
        let kept = async || {
            let mut kept = Vec::new();
            for name in ["asleep", "over", "in-memory"] {
                kept.push(store.load(name).await.unwrap().unwrap());
            }
            kept
        };
        let before = kept().await;
        let mut room = before_rematch(&lobby, "a", keys).await;
        let wish = format!(r#"{{"type":"offerRematch","side":1,"seat":"{}"}}"#, keys[1]);
        let draws: [fn() -> String; 3] =
            [|| "asleep".to_owned(), || "over".to_owned(), || "in-memory".to_owned()];
        for draw in draws {
            room.conversation.open_sessions(draw);
            let snapshot = room.conversation.snapshot(Duration::ZERO);
            room = ask(room, 2, &wish).await;
            assert!(!room.is_superseded && room.frozen.is_none(), "the game itself goes on");
            assert_eq!(room.conversation.snapshot(Duration::ZERO), snapshot, "it is refused");
            assert_eq!(kept().await, before);
        }
        assert!(in_memory.close(true).await);
        // A name that nobody has serves, and it does not follow from the keys.
        room.conversation.open_sessions(draw_session_name);
        room = ask(room, 2, &wish).await;
        let rematch = |room: &Room| -> String {
            let snapshot = room.conversation.snapshot(Duration::ZERO);
            let saved: serde_json::Value = serde_json::from_str(&snapshot).unwrap();
            saved["table"]["seats"]["rematch"].as_str().unwrap().to_owned()
        };
        let name = rematch(&room);
        assert!(store.load(&name).await.unwrap().is_some());
        let twin = ask(before_rematch(&lobby, "b", keys).await, 2, &wish).await;
        assert_ne!(rematch(&twin), name, "the same keys, another name");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_session_that_was_never_saved_gives_way_to_one_that_was() {
        let (_folder, store, lobby) = lobby().await;
        let keys = ["another-first-key-of-128-bits", "another-second-key-of-128-bits"];
        let (messages, _) = mpsc::unbounded_channel();
        let empty = join(Room::load(&lobby, "a", messages).await.unwrap(), 1).await;
        let room = before_rematch(&lobby, "a", keys).await;
        let kept = store.load("a").await.unwrap();
        let empty = ask(empty, 1, r#"{"type":"start","game":"scirocco"}"#).await;
        assert!(empty.is_superseded);
        assert_eq!(store.load("a").await.unwrap(), kept);
        assert!(room.close(true).await);
    }
}
