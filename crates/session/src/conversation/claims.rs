//! Claims against a player who stays away in a game that is not by mail: the player who waits may claim the win or a draw, and
//! the other has a grace period to return and avert it.

use std::time::Duration;

use beaufort_rules::phrase;

use super::Conversation;
use super::handler::Handler;
use super::presence::Claim;
use super::refusal::{Refusal, not_now, parse_side};
use crate::session::Stage;
use crate::view::SideIndex;

/// How long a player must have been away before the other may claim.
const CLAIM_AFTER: Duration = Duration::from_secs(120);
/// How long a claim can be averted.
const CLAIM_GRACE: Duration = Duration::from_secs(30);

impl Conversation {
    /// Returns after how long an absence something may be claimed, in milliseconds; `None` where the clock alone decides.
    pub(super) fn claim_after(&self) -> Option<u32> {
        (!self.is_by_mail()).then_some(CLAIM_AFTER.as_millis() as u32)
    }
}

impl Handler<'_> {
    pub(super) fn claim(&mut self, side: SideIndex, draw: bool) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let now = self.now;
        let session = &self.table()?.session;
        if session.stage() != Stage::Turn(side.other()) {
            return Err(not_now(phrase!("something is claimed while it is the other side's turn")));
        }
        if self.conversation.claim_after().is_none() {
            return Err(not_now(phrase!("nothing is claimed in a game by mail: the clock decides")));
        }
        if self.seats()?.can_abort(session) {
            return Err(not_now(phrase!("the game can still be aborted")));
        }
        let presence = &mut self.conversation.presence;
        let away = now.saturating_sub(presence.left_at[side.other().index()]);
        if presence.is_there(side.other()) || away < CLAIM_AFTER {
            return Err(not_now(phrase!("the other player has not been away for long enough")));
        }
        if presence.claim.is_some() {
            return Err(not_now(phrase!("it has been claimed already")));
        }
        presence.claim = Some(Claim { side, draw, decided: now.saturating_add(CLAIM_GRACE) });
        Ok(())
    }

    /// Grants a claim that could not be averted.
    pub(super) fn decide_claim(&mut self) {
        let now = self.now;
        let presence = &mut self.conversation.presence;
        let Some(claim) = presence.claim.take_if(|claim| claim.decided <= now) else { return };
        let Ok(table) = self.table_mut() else { return };
        table.session.abandon(claim.side.other(), claim.draw);
        self.ended().expect("there is a game");
    }

    /// Drops a claim: the game is over.
    pub(super) fn drop_claim(&mut self) {
        self.conversation.presence.claim = None;
    }
}
