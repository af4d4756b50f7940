//! Games by mail: days for each turn, and vacations.

use beaufort_rules::phrase;

use super::Conversation;
use super::handler::Handler;
use super::refusal::{Refusal, not_now, not_playable, parse_side};
use crate::clock::Clock;
use crate::session::Stage;
use crate::view::SideIndex;

impl Conversation {
    /// Returns whether it is a game by mail. The time when its flag falls is saved with every change, as its clock does not stop
    /// when no client is connected.
    pub fn is_by_mail(&self) -> bool {
        let table = self.table.as_ref().filter(|table| table.seats.is_some());
        table.is_some_and(|table| table.clock.as_ref().is_some_and(Clock::is_by_mail))
    }
}

impl Handler<'_> {
    pub(super) fn vacation(&mut self, side: SideIndex, on: bool) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        if !self.conversation.is_by_mail() {
            return Err(not_now(phrase!("there are vacations in games by mail alone")));
        }
        if let stage @ Stage::Over(_) = self.table()?.session.stage() {
            return Err(not_playable(stage));
        }
        let now = self.now;
        let clock = self.table_mut()?.clock.as_mut();
        if !clock.is_some_and(|clock| clock.set_vacation(side, on, now)) {
            return Err(not_now(phrase!("no day of this year's vacation is left")));
        }
        self.note_change()
    }
}
