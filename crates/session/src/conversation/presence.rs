//! The presence of the players who have seats, and the claim against a player who stays away.

use std::time::Duration;

use beaufort_rules::Side;

use super::ClientId;
use crate::account::Account;
use crate::event::Event;
use crate::view::{ClaimView, PresenceView, side_index};

/// The presence of those who have seats.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    /// The clients that are signed in, with their accounts.
    pub(super) accounts: Vec<(ClientId, Account)>,
    /// The clients that have a nickname.
    pub(super) nicknames: Vec<(ClientId, String)>,
    /// The clients that have proved to have a seat.
    pub(super) clients: Vec<(ClientId, Side)>,
    /// When the last client of each side has gone.
    pub(super) left_at: [Duration; 2],
    /// The claim of a side, as the other stays away.
    pub(super) claim: Option<Claim>,
}

/// A claim of the win or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// The side that claims.
    pub(super) side: Side,
    /// Whether it is a draw, not the win.
    pub(super) draw: bool,
    /// When it is decided.
    pub(super) decided: Duration,
}

impl Claim {
    pub(super) fn view(self, now: Duration) -> ClaimView {
        let left = self.decided.saturating_sub(now).as_millis();
        ClaimView {
            side: side_index(self.side),
            draw: self.draw,
            left: u32::try_from(left).unwrap_or(u32::MAX),
        }
    }
}

impl Presence {
    pub(super) fn side_of(&self, client: ClientId) -> Option<Side> {
        self.clients.iter().find(|&&(known, _)| known == client).map(|&(_, side)| side)
    }

    /// Returns the clients that have the seat of a side.
    pub(super) fn clients_of(&self, side: Side) -> Vec<ClientId> {
        self.clients.iter().filter(|(_, own)| side == *own).map(|&(client, _)| client).collect()
    }

    pub(super) fn is_there(&self, side: Side) -> bool {
        self.clients.iter().any(|&(_, known)| known == side)
    }

    pub(super) fn event(&self, claim_after: Option<u32>, now: Duration) -> Event {
        let view = |side: Side| PresenceView {
            away: (!self.is_there(side)).then(|| {
                let away = now.saturating_sub(self.left_at[side.index()]);
                u32::try_from(away.as_millis()).unwrap_or(u32::MAX)
            }),
        };
        let claim = self.claim.map(|claim| claim.view(now));
        Event::Presence { sides: Side::BOTH.map(view), claim_after, claim }
    }

    /// Returns when a claim is decided, if there is one.
    pub(super) fn claim_decided(&self) -> Option<Duration> {
        self.claim.map(|claim| claim.decided)
    }
}
