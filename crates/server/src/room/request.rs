//! Requests: light ones are carried out at once, heavy ones when there is a place for them.
//!
//! A heavy question is answered by a copy of the conversation, so that the room goes on meanwhile: a watcher's question keeps no player
//! waiting.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use beaufort_session::phrase;

use beaufort_session::event::{Problem, ProblemCode};
use beaufort_session::{Cause, ClientId, Weight, command, read_request};
use futures_util::FutureExt as _;

use super::Room;
use super::save::Pending;
use crate::block::block;
use crate::lane::Ticket;
use crate::message::{Answer, Permit, RawRequest, Request, RoomMessage};
use crate::metrics::WorkPlace;
use crate::work_budget::{Payer, measure};

/// The result of a first look at a request.
enum Looked {
    /// It has been carried out; these changes are to be saved.
    Done(Option<Pending>),
    /// It is heavy.
    Heavy(command::Request, Weight),
}

impl Room {
    /// Carries a request out at once or, if it is heavy, when there is a place for it.
    pub(super) async fn request(mut self: Box<Room>, request: Request) -> Box<Room> {
        let Request { client, raw, received, permit } = request;
        let (mut room, looked) = block(move || {
            let (looked, work) = measure(|| self.look(client, raw, received));
            self.charge(client, WorkPlace::Players, work);
            (self, looked)
        })
        .await;
        let pending = match looked {
            Looked::Done(pending) => pending,
            Looked::Heavy(request, weight) => {
                let buckets = room.clients.payer(client).map(Payer::buckets).into_iter().flatten();
                let ticket = match weight {
                    Weight::Heavy { .. } => room.services.heavy.admit(buckets),
                    Weight::Light | Weight::HeavyTurn => Ok(room.services.heavy.admit_always(buckets)),
                };
                match (ticket, weight) {
                    (Err(_), _) => {
                        room.services.metrics.refused_work.inc();
                        return room.work(move |room| room.refuse(client, Some(request.id), crowded())).await;
                    }
                    (Ok(ticket), Weight::Heavy { is_question: true }) => {
                        room.answer_beside(client, request, (received, permit), ticket);
                        return room;
                    }
                    (Ok(ticket), _) => {
                        let carried_out = ticket.work(move || {
                            let (pending, work) = measure(|| room.carry_out(client, request, received));
                            room.charge(client, WorkPlace::Heavy, work);
                            (room, pending)
                        });
                        let pending;
                        (room, pending) = carried_out.await;
                        pending
                    }
                }
            }
        };
        room = room.save(pending).await;
        room.services.metrics.note_request(received.elapsed());
        drop(permit);
        room
    }

    /// Carries a request out, unless it is heavy.
    fn look(&mut self, client: ClientId, raw: RawRequest, received: Instant) -> Looked {
        // A client that has left, or was disconnected, gets no answer.
        if !self.clients.is_connected(client) {
            return Looked::Done(None);
        }
        let request = match raw {
            RawRequest::Text(text) => read_request(&text),
            RawRequest::Unreadable(id, problem) => Err((id, problem)),
        };
        match request {
            Ok(request) => match self.conversation.conversation().weight(&request.command) {
                Weight::Light => Looked::Done(self.carry_out(client, request, received)),
                weight => Looked::Heavy(request, weight),
            },
            Err((id, problem)) => Looked::Done(self.refuse(client, id, problem)),
        }
    }

    /// Carries a request out that arrived at some moment.
    pub(super) fn carry_out(
        &mut self,
        client: ClientId,
        request: command::Request,
        received: Instant,
    ) -> Option<Pending> {
        let arrived = received.saturating_duration_since(self.start);
        self.change(Cause::Request(client), |conversation, now| {
            conversation.handle_arrived(client, request, arrived, now)
        })
    }

    fn refuse(&mut self, client: ClientId, id: Option<u32>, problem: Problem) -> Option<Pending> {
        let effects = self.conversation.conversation().refuse(client, id, problem);
        self.apply(effects);
        None
    }

    /// Answers a question by a copy of the conversation, when there is a place for it.
    fn answer_beside(
        &self,
        client: ClientId,
        request: command::Request,
        (received, permit): (Instant, Permit),
        ticket: Ticket,
    ) {
        let mut copy = self.conversation.conversation().clone();
        let refused = copy.refuse(client, Some(request.id), failed());
        let (messages, now) = (self.messages.clone(), self.start.elapsed());
        tokio::spawn(async move {
            let answered = ticket.work(move || measure(|| copy.handle(client, request, now)));
            let (effects, work) = AssertUnwindSafe(answered).catch_unwind().await.unwrap_or_else(|_| {
                log_limited!(error, "a question has panicked");
                (refused, Duration::ZERO)
            });
            let answer = Answer { client, effects, work, received, _permit: permit };
            // A room that has closed has no clients.
            let _ = messages.send(RoomMessage::Answered(Box::new(answer)));
        });
    }

    /// Sends the answer to a question.
    pub(super) fn tell_answer(&mut self, answer: Answer) -> Option<Pending> {
        let Answer { client, mut effects, work, received, _permit } = answer;
        self.charge(client, WorkPlace::Heavy, work);
        let seq = self.conversation.conversation().seq();
        effects.messages.iter_mut().for_each(|envelope| envelope.message.seq = seq);
        self.apply(effects);
        self.services.metrics.note_request(received.elapsed());
        None
    }

    /// Charges the work of a request to its client.
    fn charge(&self, client: ClientId, place: WorkPlace, work: Duration) {
        self.services.metrics.note_work(place, work);
        if let Some(payer) = self.clients.payer(client) {
            payer.charge(work);
        }
    }
}

fn crowded() -> Problem {
    let message =
        phrase!("Too much that takes long waits for the server, of your address or of all: try again soon");
    Problem::new(ProblemCode::TooMany, message)
}

fn failed() -> Problem {
    Problem::new(ProblemCode::Internal, phrase!("The server has failed to answer: ask once more"))
}
