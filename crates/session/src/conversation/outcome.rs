//! What follows from a request, a report or the passing of time: messages, and work for an engine.

use super::ClientId;
use crate::event::Message;
use crate::job::Job;

/// What follows from a request, a report or the passing of time.
#[derive(Debug, Default)]
#[must_use]
pub struct Outcome {
    /// The messages to send, in order.
    pub messages: Vec<Addressed>,
    /// The work for an engine, in order.
    pub orders: Vec<Order>,
    /// Whether there is something new to save.
    pub changed: bool,
    /// The id of the request from which this follows, if it is one.
    pub re: Option<u32>,
}

/// A message with its addressee.
#[derive(Clone, Debug, PartialEq)]
pub struct Addressed {
    /// Who gets it.
    pub to: Audience,
    /// The message.
    pub message: Message,
}

/// Who gets a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// One client.
    One(ClientId),
    /// Every client. The message carries `re` for this one alone.
    All(Option<ClientId>),
}

/// Work for an engine.
#[derive(Clone, Debug)]
pub enum Order {
    /// To begin a job.
    Begin(Box<Job>),
    /// To stop a job and forget it: nothing more is to be reported.
    Drop(u64),
    /// To stop a job and report what it has found.
    Finish(u64),
}
