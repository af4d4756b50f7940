//! Messages to a room: from its clients, from engines, from other servers and from the table of rooms.

use std::time::{Duration, Instant};

use beaufort_session::event::Problem;
use beaufort_session::{AccountId, ClientId, Effects, JobId, JobReport};

use crate::client::{Batch, Client};
use crate::identity::WhichTokens;

/// The most requests of a client that wait for the room; then the client waits.
pub(crate) const MAX_PENDING_REQUESTS: usize = 4;

/// What is sent to a room.
pub(crate) enum RoomMessage {
    /// A client has come.
    Join(Client),
    /// A client has gone.
    Leave(ClientId),
    /// A client has sent something.
    Request(Request),
    /// An engine has found something out, at a moment.
    Report(JobId, JobReport, Instant),
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

/// The answer to a question that was carried out beside the room.
pub(crate) struct Answer {
    pub(crate) client: ClientId,
    pub(crate) effects: Effects,
    /// The processor time that it took.
    pub(crate) work: Duration,
    pub(crate) received: Instant,
    pub(crate) _permit: Permit,
}

/// What the owner of a session says to a client.
pub(crate) enum FromOwner {
    /// Messages.
    Batch(Batch),
    /// A request has been answered.
    Answered,
    /// The connection ends; why, if the session cannot be read.
    End(Option<String>),
    /// Something that the owner has said is lost, or it is silent.
    Lost,
}
