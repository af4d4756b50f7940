//! A game with everything around it, and what the jobs of the engine are for.

use std::time::Duration;

use beaufort_engine::level as level_of;
use beaufort_rules::{Side, Turn};

use super::ClientId;
use super::mailboxes::Mailboxes;
use super::owner::GameStarter;
use super::seats::Seats;
use super::talk::Talk;
use crate::clock::Clock;
use crate::seats::{ENGINE_NAME, HUMAN_NAME, Seat, is_engine_name};
use crate::session::Session;
use crate::view::{NodeScore, Player};

/// A game with everything around it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) session: Session,
    pub(super) players: [Player; 2],
    /// The seed of the mistakes of an engine that plays at less than full strength.
    pub(super) seed: u64,
    pub(super) clock: Option<Clock>,
    /// The seats, if it is a game between two people elsewhere.
    pub(super) seats: Option<Seats>,
    /// The account that has begun a game against the engine, and the side that the person played then: it is listed among the
    /// account's games.
    pub(super) starter: Option<GameStarter>,
    /// The chat and the notes.
    pub(super) talk: Talk,
    pub(super) draw_offer: Option<Side>,
    /// Whether the engine waits until a person plays or says `go`.
    pub(super) waiting: bool,
    /// Whether the turns played next replace those of a finished game, since it has been taken back.
    pub(super) revised: bool,
    /// The number of lines of the analysis, while it is on.
    pub(super) analysis: Option<u8>,
    /// The results of reviews, in the order in which they were found.
    pub(super) scores: Vec<NodeScore>,
    /// The places that the review still has to judge, the next one last, and the time for each.
    pub(super) review: Option<Review>,
}

impl Table {
    /// Returns a game as it begins, without a clock.
    pub(super) fn new(session: Session, players: [Player; 2], seed: u64) -> Table {
        Table {
            session,
            players,
            seed,
            clock: None,
            seats: None,
            starter: None,
            talk: Talk::default(),
            draw_offer: None,
            waiting: false,
            revised: false,
            analysis: None,
            scores: Vec::new(),
            review: None,
        }
    }

    /// Returns the game again from its start, as two people elsewhere play it, without seats: nothing that has been done counts.
    pub(super) fn begin_again(&self, seed: u64) -> Table {
        let mut session = self.session.begin_again();
        let players = [Player::Person, Player::Person];
        for (side, player) in Side::BOTH.into_iter().zip(&players) {
            seat(&mut session, side, player);
        }
        let clock = self.clock.as_ref().map(|clock| Clock::new(clock.rule()));
        Table { clock, ..Table::new(session, players, seed) }
    }

    /// Returns whether the game has been given up before it had properly begun.
    pub(super) fn is_aborted(&self) -> bool {
        self.seats.as_ref().is_some_and(|seats| seats.is_aborted)
    }

    /// Returns where letters to the players go.
    pub(super) fn mailboxes(&self) -> Option<&Mailboxes> {
        self.seats.as_ref().map(|seats| &seats.mailboxes)
    }
}

/// Gives a side to a player, in the session and in its record.
pub(super) fn seat(session: &mut Session, side: Side, player: &Player) {
    let tag = session.game().side_name(side).to_owned();
    // Records of other programs name the players by the sides of orthodox chess.
    let tags = &session.record().tags;
    let known = tags.get(&tag).or_else(|| tags.get(["White", "Black"][side.index()]));
    let (seat, name) = match player {
        // A person's name stays.
        Player::Person => {
            (Seat::Human, known.filter(|name| !is_engine_name(name)).unwrap_or(HUMAN_NAME).to_owned())
        }
        Player::Engine { level, .. } => {
            let weak = level_of(level).filter(|level| level.skill.is_some());
            let level = weak.map(|level| format!(", {}", level.title())).unwrap_or_default();
            (Seat::Engine, format!("{ENGINE_NAME}{level}"))
        }
    };
    session.set_seat(side, seat);
    session.set_tag(&tag, &name);
}

#[derive(Clone, Debug)]
pub(super) struct Review {
    pub(super) todo: Vec<u32>,
    pub(super) total: u32,
    pub(super) time: Duration,
}

/// The purpose of a job of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobPurpose {
    /// To play a turn.
    Turn,
    /// To answer the offer of a draw by the other side.
    DrawOffer(Side),
    /// To tell a client a turn.
    Hint(Requester),
    /// To tell what it thinks of the position shown.
    Analysis,
    /// To judge a place.
    Review(u32),
    /// To tell a client what a turn at a place would cost.
    Judgement(Requester, u32, Turn),
    /// To tell a client what pieces are worth.
    Worth(Requester),
    /// To play a game of an experiment of a client.
    Trial(Requester),
}

impl JobPurpose {
    /// Returns who alone waits for it.
    pub(super) fn requester(&self) -> Option<Requester> {
        match *self {
            JobPurpose::Hint(requester)
            | JobPurpose::Judgement(requester, ..)
            | JobPurpose::Worth(requester)
            | JobPurpose::Trial(requester) => Some(requester),
            JobPurpose::Turn | JobPurpose::DrawOffer(_) | JobPurpose::Analysis | JobPurpose::Review(_) => {
                None
            }
        }
    }
}

/// A client that waits for a reply, with the id of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Requester {
    pub(super) client: ClientId,
    pub(super) id: u32,
}
