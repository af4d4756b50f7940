//! How often a player may tell or ask the other one something: so much in some time, and after an offer that came to nothing the same
//! again some turns later.

use std::time::Duration;

use beaufort_rules::Side;
use beaufort_rules::phrase;
use serde::{Deserialize, Serialize};

use super::{Handler, Refusal, refusal};
use crate::command::Command;
use crate::event::ProblemCode;
use crate::session::Session;

/// The most lines of the chat of a side in [`RATE_INTERVAL`], and the most offers and the like.
const MAX_BURST: usize = 5;
const RATE_INTERVAL: Duration = Duration::from_secs(10);
/// After how many turns of both sides a side may offer a draw again.
const DRAW_PAUSE: u32 = 20;
/// After how many turns of both sides a side may ask again to take back.
const TAKE_BACK_PAUSE: u32 = 2;

/// When each side has said and asked its last things.
#[derive(Clone, Debug, Default)]
pub(super) struct Rates {
    said: [Burst; 2],
    asked: [Burst; 2],
}

/// The moments of the last events of a kind.
#[derive(Clone, Debug, Default)]
struct Burst(Vec<Duration>);

impl Burst {
    /// Counts an event. Returns `false` if it is one too many.
    fn admit(&mut self, now: Duration) -> bool {
        self.0.retain(|&time| now.saturating_sub(time) < RATE_INTERVAL);
        let is_admitted = self.0.len() < MAX_BURST;
        if is_admitted {
            self.0.push(now);
        }
        is_admitted
    }
}

/// From which number of turns on each side may make an offer again that came to nothing; 0 if it has made none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pauses {
    draw: [u32; 2],
    take_back: [u32; 2],
}

/// An offer to the other side, or a request to it, during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    /// A draw.
    Draw,
    /// To take its last turn back.
    TakeBack,
}

impl Pauses {
    pub(super) fn are_over(&self) -> bool {
        *self == Pauses::default()
    }

    fn of(&mut self, offer: Offer) -> &mut [u32; 2] {
        match offer {
            Offer::Draw => &mut self.draw,
            Offer::TakeBack => &mut self.take_back,
        }
    }

    /// Notes that an offer of a side has come to nothing.
    pub(super) fn begin(&mut self, offer: Offer, side: Side, session: &Session) {
        let pause = match offer {
            Offer::Draw => DRAW_PAUSE,
            Offer::TakeBack => TAKE_BACK_PAUSE,
        };
        self.of(offer)[side.index()] = turns(session) + pause;
    }

    /// Returns after how many more turns a side may make an offer; 0 if it may at once.
    pub(super) fn left(mut self, offer: Offer, side: Side, session: &Session) -> u32 {
        self.of(offer)[side.index()].saturating_sub(turns(session))
    }
}

/// Returns the number of turns that have been played.
fn turns(session: &Session) -> u32 {
    session.record().moves.path(session.here()).len() as u32
}

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
    /// Expects that who has a seat does not ask the other player for something too often.
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
