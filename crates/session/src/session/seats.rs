//! The player of each side, and the takeback up to a person's own last turn.

use beaufort_rules::Side;

use super::{Session, Stage};
use crate::seats::Seat;

impl Session {
    /// Returns who plays a side; a person, until [`Session::set_seat`] says otherwise.
    pub fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    /// Gives a side to a person or to the engine. The players' names in the record are the caller's business.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        self.seats[side.index()] = seat;
    }

    /// Returns the sides that people play.
    pub fn human_sides(&self) -> impl Iterator<Item = Side> + use<> {
        let seats = self.seats;
        Side::BOTH.into_iter().filter(move |side| seats[side.index()] == Seat::Human)
    }

    /// Returns the side of the one person, if just one plays.
    pub fn lone_human(&self) -> Option<Side> {
        let mut sides = self.human_sides();
        sides.next().filter(|_| sides.next().is_none())
    }

    /// Returns the kind of player to move; `None` during the set-up and after the end.
    pub fn to_play(&self) -> Option<Seat> {
        match self.stage() {
            Stage::Turn(side) => Some(self.seat(side)),
            Stage::Setup { .. } | Stage::Over(_) => None,
        }
    }

    /// Takes back turns until it is a person's turn again, or one turn if the engine plays both sides. Returns the
    /// number of turns; 0 if there is no such place.
    pub fn take_back_to_human(&mut self) -> usize {
        self.take_back_turns(self.turns_back_to_human())
    }

    /// Returns how many turns [`Session::take_back_to_human`] would take back.
    pub fn turns_back_to_human(&self) -> usize {
        let played = self.record().moves.path(self.here()).len();
        let mut side = self.position().side();
        let is_place = |side| self.human_sides().next().is_none() || self.seat(side) == Seat::Human;
        let back = (1..=played).find(|_| {
            side = side.other();
            is_place(side)
        });
        back.unwrap_or(0)
    }

    /// Plays turns again that were taken back, up to a person's turn or to the last. Returns their number.
    pub fn redo_to_human(&mut self) -> usize {
        let seats = self.seats;
        self.redo_while(|done, side| done == 0 || seats[side.index()] != Seat::Human)
    }
}
