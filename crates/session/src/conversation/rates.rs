//! Limits on messages and offers to the other player: a number per time, and after a declined offer the same
//! offer only some turns later.

use std::time::Duration;

use beaufort_rules::Side;
use serde::{Deserialize, Serialize};

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
    pub(super) said: [Burst; 2],
    pub(super) asked: [Burst; 2],
}

/// The moments of the last events of a kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Burst(Vec<Duration>);

impl Burst {
    /// Counts an event. Returns `false` if it is one too many.
    pub(super) fn admit(&mut self, now: Duration) -> bool {
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
