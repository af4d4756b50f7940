//! Messages to a room: from its clients, from engines, from other servers and from the table of rooms.

use std::time::{Duration, Instant};

use beaufort_session::event::Problem;
use beaufort_session::{AccountId, ClientId, Effects, JobId, JobReport};

use crate::client::{Batch, Client};
use crate::identity::WhichTokens;

/// The most requests of a client that wait for the room; then the client waits.
pub(crate) const MAX_PENDING_REQUESTS: usize = 4;

/// A message to a room.
pub(crate) enum RoomMessage {
    /// A client joins.
    Join(Client),
    /// A client leaves.
    Leave(ClientId),
    /// A request of a client.
    Request(Request),
    /// A report of an engine on a job, with the time of the report.
    Report(JobId, JobReport, Instant),
    /// The answer to a question that was answered outside the room's task.
    Answered(Box<Answer>),
    /// A message from the owner of the session to a client here.
    FromOwner(ClientId, FromOwner),
    /// All that was saved is lost: the session has to be saved again.
    StoreGone,
    /// Another server has taken the session.
    LeaseLost,
    /// Browsers have been signed out.
    SignedOut(AccountId, WhichTokens),
    /// An account has been deleted.
    AccountDeleted(AccountId),
    /// A message of another server about accounts may be lost.
    RecheckAccounts,
    /// Wakes the room, which looks whether it has to close.
    Wake,
}

/// A request of a client.
pub(crate) struct Request {
    pub(crate) client: ClientId,
    pub(crate) raw: RawRequest,
    pub(crate) received: Instant,
    pub(crate) permit: Permit,
}

/// Makes room for the client's next request when it is dropped.
pub(crate) type Permit = Box<dyn Send + Sync>;

/// A request before it is parsed.
#[derive(Debug)]
pub(crate) enum RawRequest {
    /// A text.
    Text(String),
    /// A message that is refused unread, with the id of the request, if it has one.
    Unreadable(Option<u32>, Problem),
}

/// The answer to a question that was answered outside the room's task.
pub(crate) struct Answer {
    pub(crate) client: ClientId,
    pub(crate) effects: Effects,
    /// The processor time that it took.
    pub(crate) work: Duration,
    pub(crate) received: Instant,
    pub(crate) _permit: Permit,
}

/// A message from the owner of a session to a client of a relay.
pub(crate) enum FromOwner {
    /// Messages of the session.
    Batch(Batch),
    /// A request has been answered.
    Answered,
    /// The end of the connection, with a reason if the session is damaged.
    End(Option<String>),
    /// A message of the owner is lost, or the owner is silent.
    Lost,
}
