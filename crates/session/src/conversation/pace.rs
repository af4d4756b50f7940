//! Refuses what a player tells or asks the other one too often.

use std::time::Duration;

use beaufort_rules::Side;
use beaufort_rules::phrase;

use super::handler::Handler;
use super::rates::{Burst, Offer};
use super::refusal::{Refusal, refusal};
use crate::command::Command;
use crate::event::ProblemCode;

/// Returns whether a command notifies the other player at no cost to its sender.
fn is_asking(command: &Command) -> bool {
    matches!(
        command,
        Command::OfferDraw { .. }
            | Command::WithdrawDraw { .. }
            | Command::OfferTakeBack { .. }
            | Command::WithdrawTakeBack { .. }
            | Command::OfferRematch { .. }
            | Command::DeclineRematch { .. }
            | Command::SwitchChat { .. }
            | Command::Vacation { .. }
            | Command::Claim { .. }
            // A client proves its seat once after it has connected.
            | Command::Sit { .. }
    )
}

impl Handler<'_> {
    /// Refuses a seat's request to the other player if it comes too often.
    pub(super) fn expect_pace(&mut self, command: &Command) -> Result<(), Refusal> {
        match self.own_side().filter(|_| is_asking(command)) {
            Some(side) => {
                let now = self.now;
                expect_burst(&mut self.conversation.rates.asked[side.index()], now, "type")
            }
            None => Ok(()),
        }
    }

    /// Expects that a side does not say more than anybody reads.
    pub(super) fn expect_speech(&mut self, side: Side) -> Result<(), Refusal> {
        let now = self.now;
        expect_burst(&mut self.conversation.rates.said[side.index()], now, "text")
    }

    /// Expects that an offer of a side has not come to nothing a short while ago.
    pub(super) fn expect_no_pause(&self, offer: Offer, side: Side) -> Result<(), Refusal> {
        let table = self.table()?;
        let left = table.seats.as_ref().map_or(0, |seats| seats.pauses.left(offer, side, &table.session));
        if left == 0 {
            return Ok(());
        }
        let message = phrase!(
            "the other player has not agreed: this can be asked again {number} turns later",
            number = left
        );
        Err(refusal(ProblemCode::TooMany, message, "type"))
    }

    /// Notes that an offer of a side has come to nothing.
    pub(super) fn pause_offer(&mut self, offer: Offer, side: Side) -> Result<(), Refusal> {
        let table = self.table_mut()?;
        if let Some(seats) = &mut table.seats {
            seats.pauses.begin(offer, side, &table.session);
        }
        Ok(())
    }
}

fn expect_burst(burst: &mut Burst, now: Duration, field: &str) -> Result<(), Refusal> {
    if burst.admit(now) {
        return Ok(());
    }
    Err(refusal(ProblemCode::TooMany, phrase!("not so fast: the other player reads, too"), field))
}
