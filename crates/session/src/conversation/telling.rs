//! The events that clients get after a change. Code that changes the state, the data of a seat or presence sends nothing itself:
//! at the end of a request, this module compares the conversation with its state before and sends the difference, so that no
//! change can be forgotten.
//!
//! The tree, the position and the scores of a review are sent where they change (`broadcast_change`), since they are large.

use std::sync::Arc;

use beaufort_rules::Side;

use super::Conversation;
use super::effects::{Effects, Envelope, Recipient};
use super::handler::Handler;
use crate::event::{Event, Message};

impl Conversation {
    /// Returns the events for those alone who have the seat of a side. Their number is the same for each side and at each time.
    fn seat_events(&self, side: Side) -> Vec<Event> {
        let Some(table) = &self.table else { return Vec::new() };
        let Some(seats) = &table.seats else { return Vec::new() };
        let mut events = Vec::from(table.talk.events(side));
        events.push(seats.plan_event(side));
        if self.mail_secret.is_some() {
            events.push(seats.mailboxes.event(side));
        }
        events.extend(self.push_terms.as_ref().map(|terms| seats.mailboxes.push_event(side, terms)));
        events
    }
}

impl Handler<'_> {
    /// Tells what has changed since the handler began. Returns all that follows.
    pub(super) fn finish(mut self) -> Effects {
        self.tell_changes();
        self.effects
    }

    /// Tells what has changed since the handler began.
    pub(super) fn tell_changes(&mut self) {
        self.tell_presence();
        if self.before.is_same_game(self.conversation) {
            return;
        }
        self.tell_state();
        for side in Side::BOTH {
            let known = self.before.seat_events(side);
            for (place, event) in self.conversation.seat_events(side).into_iter().enumerate() {
                // A client that has just got its seat is sent everything.
                if known.get(place).is_some_and(|known| *known != event) {
                    self.effects.changed = true;
                    self.tell_seats(side, &event);
                }
            }
        }
    }

    fn tell_presence(&mut self) {
        let is_known = self.conversation.sides_there() == self.before.sides_there();
        if !is_known && self.seats().is_ok() {
            let presence = self.presence();
            self.broadcast(presence);
        }
    }

    fn tell_state(&mut self) {
        let told = self
            .effects
            .messages
            .iter()
            .rev()
            .find(|envelope| matches!(envelope.message.event, Event::State { .. }));
        let state = self.state();
        let is_known = match told {
            Some(told) => told.message.event == state,
            None => Event::State { state: Box::new(self.before.state(self.now)) } == state,
        };
        if !is_known {
            self.broadcast_change(state);
        }
    }

    /// Tells the requester, who has just come to the seat of a side, what belongs to it.
    pub(super) fn tell_seat(&mut self, side: Side) {
        for event in self.conversation.seat_events(side) {
            self.reply(event);
        }
    }

    /// Tells those who have the seat of a side.
    fn tell_seats(&mut self, side: Side, event: &Event) {
        for client in self.conversation.presence.clients_of(side) {
            let re =
                self.requester.filter(|requester| requester.client == client).map(|requester| requester.id);
            let message = Message { seq: self.conversation.seq, re, more: false, event: event.clone() };
            self.effects.messages.push(Envelope { to: Recipient::One(client), message });
        }
    }
}

impl Conversation {
    /// Returns whether the state, and what belongs to the seats, cannot differ.
    fn is_same_game(&self, other: &Conversation) -> bool {
        let is_same_table = match (&self.table, &other.table) {
            (Some(table), Some(other)) => Arc::ptr_eq(table, other),
            (None, None) => true,
            _ => false,
        };
        is_same_table && self.jobs == other.jobs && self.unsaved == other.unsaved
    }
}
