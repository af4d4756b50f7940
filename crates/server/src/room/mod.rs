//! One session in memory: a task with its conversation, its clients and its engine work.
//!
//! What takes time, reading a game or playing a turn, is done in one of the runtime's threads for blocking work: a room has
//! no thread while it waits for somebody, nor while it waits for the disk. What is heavy has places of its own (`heavy`).
//!
//! A flag falls by when a turn arrived, not by when the room came to read it: nobody gains or loses time while a room is busy.
//!
//! What is told is saved. A change that cannot be saved is taken back before anybody hears of it: whoever asked for it is
//! refused, all are told that the session is `unsaved`, and the room tries again each second.

mod request;
mod save;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
use crate::limits::AddressPlace;
use crate::lobby::{Lobby, MemoryShare, Need, draw_session_name, log_tag};
use crate::price::Bucket;
use crate::server_time::days;
use crate::store::{StoreError, Stored, WhichTokens};
use crate::workers::Handle;
pub(crate) use request::Answer;
use save::{Frozen, Pending};

/// The most turns that are looked at to read a session which does not wait for a place for heavy work: 1,000 turns with 50 to choose from.
const MAX_LIGHT_READING: usize = 50_000;

/// What is sent to a room.
pub(crate) enum RoomMessage {
    /// A client has come.
    Join(Client),
    /// A client has gone.
    Leave(ClientId),
    /// A client has sent something.
    Request(Request),
    /// An engine has found something out, at a moment.
    Report(u64, JobReport, Instant),
    /// A question has been answered beside the room.
    Answered(Box<Answer>),
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
    /// The place of the address that has taken the open seat, until the game has begun.
    seat_place: Option<AddressPlace>,
    /// Whether another server has the session: here it ends, and nothing is saved or told any more.
    is_superseded: bool,
}

impl Room {
    /// Reads a session from the store, or begins one that is not there; a long one waits for a place for heavy work, one at a time of
    /// each address that opens some.
    ///
    /// # Errors
    /// If what was saved cannot be read.
    pub(crate) async fn load(
        lobby: &Arc<Lobby>,
        name: &str,
        messages: UnboundedSender<RoomMessage>,
        opener: Option<[Bucket; 2]>,
    ) -> Result<Box<Room>, String> {
        let seed = fastrand::u64(..);
        let stored = lobby.load(name).await.map_err(|error| error.to_string())?;
        // From here on time is counted, however long the session has to wait: a turn that arrives meanwhile is in time.
        let start = Instant::now();
        let (mut may_be_kept, mut left) = (false, None);
        let mut conversation = DurableConversation::new(&lobby.library, seed);
        if let Some(Stored { kept, flag }) = stored {
            may_be_kept = true;
            left = flag.map(|flag| flag.duration_since(lobby.time.now()).unwrap_or_default());
            let is_heavy = kept.turns_to_read() > MAX_LIGHT_READING;
            let library = Arc::clone(&lobby.library);
            let restore = move || DurableConversation::restore(&library, seed, &kept);
            conversation = match is_heavy {
                true => lobby.heavy.insist(opener).work(restore).await?,
                false => block(restore).await?,
            };
            lobby.name_accounts(&mut conversation).await.map_err(|error| error.to_string())?;
        }
        let (lobby, name) = (Arc::clone(lobby), name.to_owned());
        let room = block(move || {
            if let Some(left) = left {
                conversation.resume_clock(left, Duration::ZERO);
            }
            conversation.open_sessions(draw_session_name);
            if lobby.has_expiry {
                conversation.let_expire();
            }
            conversation.know_days(days);
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
                seat_place: None,
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
        // How many messages wait that arrived before it was seen that the flag has fallen, while there may be any.
        let mut earlier = None;
        loop {
            let mut is_idle = false;
            if self.is_retry_due() {
                self = self.work(|room| Some(room.save_again())).await;
            } else if self.has_flag_fallen() {
                // What arrived before the flag fell comes first, and nothing that arrived after it.
                let left = earlier.get_or_insert_with(|| messages.len());
                let next = if *left > 0 { messages.try_recv().ok() } else { None };
                match next.map(|message| (self.is_late(&message), message)) {
                    Some((false, message)) => {
                        *left -= 1;
                        self = self.take(message).await;
                    }
                    late => {
                        earlier = None;
                        self = self.work(|room| room.change(Cause::Time, Conversation::tick)).await;
                        if let Some((_, message)) = late {
                            self = self.take(message).await;
                        }
                    }
                }
            } else {
                earlier = None;
                match timeout(self.next_timeout(), messages.recv()).await {
                    Ok(Some(message)) => self = self.take(message).await,
                    Ok(None) | Err(_) => {
                        let is_due = self.is_retry_due() || self.has_flag_fallen();
                        is_idle = !is_due && self.clients.is_empty() && self.frozen.is_none();
                    }
                }
            }
            if self.is_superseded || try_close(&self, is_idle) {
                return self;
            }
        }
    }

    /// Does what a message asks for.
    async fn take(mut self: Box<Room>, message: RoomMessage) -> Box<Room> {
        match message {
            RoomMessage::Request(request) => self.request(request).await,
            RoomMessage::RecheckAccounts => {
                self.recheck_accounts().await;
                self
            }
            message => self.work(|room| room.handle(message)).await,
        }
    }

    /// Returns whether a message arrived after the flag had fallen.
    fn is_late(&self, message: &RoomMessage) -> bool {
        let arrived = match message {
            RoomMessage::Request(Request { received, .. }) => *received,
            RoomMessage::Report(_, _, reported) => *reported,
            _ => return false,
        };
        let deadline = self.conversation.conversation().deadline();
        deadline.is_some_and(|deadline| arrived.saturating_duration_since(self.start) >= deadline)
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
        let (room, pending) = block(move || {
            let pending = work(&mut self);
            (self, pending)
        })
        .await;
        room.save(pending).await
    }

    /// Saves what has changed, until there is nothing left to save.
    async fn save(self: Box<Room>, mut pending: Option<Pending>) -> Box<Room> {
        let mut room = self;
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

    /// Returns whether it is time to try again to save the session.
    fn is_retry_due(&self) -> bool {
        self.frozen.as_ref().is_some_and(|frozen| Instant::now() >= frozen.retry)
    }

    /// Returns whether the flag has fallen, or a claim is to be decided, unless a turn has arrived before.
    fn has_flag_fallen(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
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
            RoomMessage::Answered(answer) => self.tell_answer(*answer),
            RoomMessage::Report(job, report, reported) => {
                if !matches!(report, JobReport::Progress(_)) {
                    self.jobs.remove(&job);
                }
                let arrived = reported.saturating_duration_since(self.start);
                self.change(Cause::Report(job), |conversation, now| {
                    conversation.handle_report_arrived(job, report, arrived, now)
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
            // A request is carried out by `request`, and accounts are named anew by `recheck_accounts`.
            RoomMessage::Request(_)
            | RoomMessage::RecheckAccounts
            | RoomMessage::FromOwner(..)
            | RoomMessage::Wake => None,
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
                    let report = move |job, report| {
                        drop(messages.send(RoomMessage::Report(job, report, Instant::now())))
                    };
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
    use crate::server_time::ServerTime;
    use crate::store::{Sharing, SqlStore, Store as _};

    /// Returns a lobby with a store in a folder of its own, which is removed when it is dropped.
    async fn lobby() -> (TempDir, Arc<SqlStore>, Arc<Lobby>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sessions.sqlite");
        let config = Config { engines: 1, hash_mib: 1, ..Config::new(&path) };
        let store = Arc::new(SqlStore::open(&config.database, Sharing::Alone).await.unwrap());
        let lobby = Lobby::new(
            &config,
            Arc::clone(&store) as _,
            &Arc::new(Metrics::new()),
            None,
            None,
            ServerTime::of_machine(),
        )
        .unwrap();
        (folder, store, lobby)
    }

    /// Plays with a minute for each side; the room reads what was sent only two minutes later. Returns what the client hears up to the
    /// answer to the second turn, which has arrived so long after the first one.
    async fn stalled(second_turn: Duration) -> Vec<String> {
        let (_folder, _, lobby) = lobby().await;
        let (messages, mut receiver) = mpsc::unbounded_channel();
        let mut room = Room::load(&lobby, "a", messages.clone(), None).await.unwrap();
        let (client, mut inbox) = client::queue(1, None, None);
        let begun = Instant::now();
        let ask = |id: u32, received: Instant, command: &str| {
            let raw = RawRequest::Text(format!("{{\"id\":{id},\"command\":{command}}}"));
            let request = Request { client: 1, raw, received, permit: Box::new(()) };
            assert!(messages.send(RoomMessage::Request(request)).is_ok());
        };
        let play = |node: u32, text: &str| {
            format!(r#"{{"type":"play","node":{node},"turn":{{"type":"typed","text":"{text}"}}}}"#)
        };
        assert!(messages.send(RoomMessage::Join(client)).is_ok());
        let start = r#"{"type":"start","game":"orthochess","clock":{"type":"fischer","initial":60000,"increment":0},"from":{"type":"default"}}"#;
        for (id, command) in [(1, start.to_owned()), (2, play(0, "e4"))] {
            ask(id, begun, &command);
            let message = receiver.recv().await.unwrap();
            room = match message {
                RoomMessage::Join(_) => {
                    let room = room.take(message).await;
                    let message = receiver.recv().await.unwrap();
                    room.take(message).await
                }
                message => room.take(message).await,
            };
        }
        for _ in 0..100 {
            assert!(messages.send(RoomMessage::Wake).is_ok());
        }
        // Two minutes go by in which the room reads nothing.
        let stall = Duration::from_secs(120);
        room.start -= stall;
        ask(3, begun - stall + second_turn, &play(1, "e5"));
        let running =
            tokio::spawn(async move { room.run(&mut receiver, |_, _| false).await.is_superseded() });
        let mut told = Vec::new();
        while !told
            .last()
            .is_some_and(|text: &String| text.contains("\"re\":3") && !text.contains("\"more\""))
        {
            let next = timeout(Duration::from_secs(60), inbox.next()).await;
            let Ok(Some(Outgoing::Batch(batch))) = next else { panic!("{told:?}") };
            told.extend(batch.iter().map(ToString::to_string));
        }
        running.abort();
        told
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_flag_falls_however_many_messages_wait() {
        let told = stalled(Duration::from_secs(61)).await;
        assert!(told.last().unwrap().contains("notNow"), "{told:?}");
        assert!(told.iter().any(|text| text.contains("\"1-0\"")), "{told:?}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_turn_that_arrived_before_the_flag_is_played_however_late_it_is_read() {
        let told = stalled(Duration::from_secs(59)).await;
        assert!(told.last().unwrap().contains("\"done\""), "{told:?}");
        assert!(!told.iter().any(|text| text.contains("\"1-0\"")), "{told:?}");
        let messages = told.iter().map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
        let clock = messages
            .filter_map(|message| message["event"]["state"].get("clock").cloned())
            .next_back()
            .unwrap();
        let [white, black] = [0, 1].map(|side| clock["left"][side].as_u64().unwrap());
        assert!((1..=30_000).contains(&black), "it has thought until the turn arrived: {clock}");
        assert!(white > 30_000, "the time of the other side begins when the turn is told: {clock}");
    }

    /// Begins a room of its own with two players who sit in a game that is over, but for the second one's wish to play again.
    async fn before_rematch(lobby: &Arc<Lobby>, name: &str, keys: [&str; 2]) -> Box<Room> {
        let (messages, _) = mpsc::unbounded_channel();
        let mut room = Room::load(lobby, name, messages, None).await.unwrap();
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
        room.request(Request { client, raw, received: Instant::now(), permit: Box::new(()) }).await
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
        let empty = join(Room::load(&lobby, "a", messages, None).await.unwrap(), 1).await;
        let room = before_rematch(&lobby, "a", keys).await;
        let kept = store.load("a").await.unwrap();
        let empty = ask(empty, 1, r#"{"type":"start","game":"scirocco"}"#).await;
        assert!(empty.is_superseded);
        assert_eq!(store.load("a").await.unwrap(), kept);
        assert!(room.close(true).await);
    }
}
