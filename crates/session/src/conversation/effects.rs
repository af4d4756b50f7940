//! The effects of a request, a report or the passing of time: messages, and commands about the jobs of the engine.

use std::time::Duration;

use super::ClientId;
use super::listing::Listing;
use crate::event::Message;
use crate::job::{Job, JobId};
use crate::mail_address::MailAddress;

/// The effects of a request, a report or the passing of time.
#[derive(Debug, Default)]
#[must_use]
pub struct Effects {
    /// The messages to send, in order.
    pub messages: Vec<Envelope>,
    /// Commands about jobs of the engine, in order.
    pub job_commands: Vec<JobCommand>,
    /// Whether there is something new to save.
    pub changed: bool,
    /// The id of the request from which this follows, if it is one.
    pub re: Option<u32>,
    /// Another session that begins with this change: it is to be saved together with it.
    pub opened: Option<OpenedSession>,
    /// The id of the game that begins, here or in the other session, if it has been read from a text.
    pub begun: Option<String>,
    /// The name of a player who is challenged with this change.
    pub challenged: Option<String>,
    /// An address that must never get mail from this server again: its reader asked for none.
    pub stopped: Option<MailAddress>,
}

impl Effects {
    /// Returns these effects and what follows after them.
    pub fn and(mut self, next: Effects) -> Effects {
        self.messages.extend(next.messages);
        self.job_commands.extend(next.job_commands);
        self.changed |= next.changed;
        Effects {
            opened: self.opened.or(next.opened),
            begun: self.begun.or(next.begun),
            challenged: self.challenged.or(next.challenged),
            stopped: self.stopped.or(next.stopped),
            re: self.re.or(next.re),
            ..self
        }
    }
}

/// A session that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedSession {
    /// Its name.
    pub name: String,
    /// The snapshot to save.
    pub snapshot: String,
    /// Its public listing; `None` for a private game.
    pub listing: Option<Listing>,
    /// How long it is until the flag falls of a clock that runs from the beginning, as in a game by mail.
    pub flag: Option<Duration>,
}

/// A message with its addressee.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// The recipient.
    pub to: Recipient,
    /// The message.
    pub message: Message,
}

/// Returns what a client gets of the messages that belong to one update, in order.
pub fn update_for(messages: &[Envelope], client: ClientId) -> Vec<Delivery> {
    let place = |(place, Envelope { to, .. }): (usize, &Envelope)| {
        let is_requester = match *to {
            Recipient::One(one) if one != client => return None,
            Recipient::One(_) => true,
            Recipient::All(requester) => requester == Some(client),
        };
        Some(Delivery { place, is_requester, more: true })
    };
    let mut update: Vec<_> = messages.iter().enumerate().filter_map(place).collect();
    if let Some(last) = update.last_mut() {
        last.more = false;
    }
    update
}

/// How one of several messages goes to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Delivery {
    /// Its place among the messages.
    pub place: usize,
    /// Whether the client gets `re` with it.
    pub is_requester: bool,
    /// See [`Message::more`].
    pub more: bool,
}

/// The recipient of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// One client.
    One(ClientId),
    /// Every client. The message carries `re` for this one alone.
    All(Option<ClientId>),
}

/// A command about a job of the engine.
#[derive(Clone, Debug)]
pub enum JobCommand {
    /// To start a job.
    Start(Job),
    /// To stop a job; nothing more is to be reported.
    Cancel(JobId),
    /// To stop a job and report what it has found.
    Finish(JobId),
}
