//! The seats of a game between two people elsewhere, and what belongs to them.

use beaufort_rules::Side;
use beaufort_rules::phrase;
use serde::{Deserialize, Serialize};

use super::mailboxes::Mailboxes;
use super::owner::{Owner, nobody};
use super::rates::{Offer, Pauses};
use super::refusal::{Refusal, not_now};
use crate::account::AccountId;
use crate::command::Publicity;
use crate::event::Event;
use crate::seat_key::{KeyHash, SeatKey};
use crate::session::{Session, Stage};
use crate::view::{NamedPlayer, SeatsView, SideIndex, side_index};

/// The seats of a game between two people elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Seats {
    /// The keys of the seats that are taken.
    pub(super) keys: [Option<KeyHash>; 2],
    /// The key with which the free seat is taken, once.
    pub(super) invitation: KeyHash,
    /// The publicity of the game.
    #[serde(default, skip_serializing_if = "Publicity::is_private")]
    pub(super) public: Publicity,
    /// The invitation itself, while anybody may take the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) open_invitation: Option<SeatKey>,
    /// The hash of the name of the player for whom the free seat is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) kept_for: Option<KeyHash>,
    /// Whether this player has declined.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_declined: bool,
    /// Whether this player has not answered in time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_lapsed: bool,
    /// Whether the game has been given up before it had properly begun.
    pub(super) is_aborted: bool,
    /// The side that asks to take back. An offer ends with the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) take_back_offer: Option<SideIndex>,
    /// The keys with which the sides want to play again.
    pub(super) rematch_keys: [Option<KeyHash>; 2],
    /// The session of the rematch, once both want it.
    pub(super) rematch: Option<String>,
    /// The accounts that have the seats: no key opens such a seat.
    #[serde(default, skip_serializing_if = "nobody")]
    pub(super) owners: [Option<Owner>; 2],
    /// The nicknames of guests who have seats.
    #[serde(default, skip_serializing_if = "no_guest_has_a_name")]
    pub(super) guests: [Option<String>; 2],
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) rated: bool,
    /// The conditional turns of the side that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<Plan>,
    /// Where letters go.
    #[serde(default, skip_serializing_if = "Mailboxes::are_untouched")]
    pub(super) mailboxes: Mailboxes,
    /// When offers that came to nothing may be made again.
    #[serde(default, skip_serializing_if = "Pauses::are_over")]
    pub(super) pauses: Pauses,
}

/// Returns whether no guest has a nickname.
fn no_guest_has_a_name(guests: &[Option<String>; 2]) -> bool {
    guests.iter().all(Option::is_none)
}

/// The conditional turns of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) side: SideIndex,
    /// Lines of turns in notation, the other side's first. Each ends with an answer, and none begins as another one but for what the
    /// other side plays.
    pub(super) lines: Vec<Vec<String>>,
}

impl Plan {
    /// Returns what is answered to a turn, and the lines that go on after that.
    pub(super) fn after(self, played: &str) -> (Option<String>, Plan) {
        // Saved data may be damaged: a line without an answer is dropped.
        let lines = self.lines.into_iter().filter(|line| line.len() >= 2 && line[0] == played);
        let mut answer = None;
        let rest = lines.filter_map(|mut line| {
            let rest = line.split_off(2);
            answer = line.pop();
            (!rest.is_empty()).then_some(rest)
        });
        let lines = rest.collect();
        (answer, Plan { side: self.side, lines })
    }
}

impl Seats {
    pub(super) fn are_taken(&self) -> bool {
        self.keys.iter().all(Option::is_some)
    }

    pub(super) fn side_of(&self, key: KeyHash) -> Option<Side> {
        let is_opened = |side: usize| {
            self.owners[side].is_none() && self.keys[side].is_some_and(|known| known.matches(key))
        };
        Side::BOTH.into_iter().find(|side| is_opened(side.index()))
    }

    /// Returns the side whose seat an account has.
    pub(super) fn side_of_account(&self, account: AccountId) -> Option<Side> {
        let is_owner = |owner: &Owner| owner.account == account;
        Side::BOTH.into_iter().find(|side| self.owners[side.index()].as_ref().is_some_and(is_owner))
    }

    /// Returns the hash of the key to a seat.
    pub(super) fn key(&self, side: Side) -> Option<KeyHash> {
        self.keys[side.index()]
    }

    pub(super) fn free_side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.keys[side.index()].is_none())
    }

    /// Returns the free seat that is listed, for everybody or for the player for whom it is kept, and the key with which it is taken.
    pub(super) fn open_seat(&self) -> Option<(Side, SeatKey)> {
        self.free_side().zip(self.open_invitation.clone())
    }

    pub(super) fn view(&self, session: &Session, draw_offer: Option<Side>) -> SeatsView {
        let has_offered = |side: &Side| self.rematch_keys[side.index()].is_some();
        SeatsView {
            taken: self.keys.map(|key| key.is_some()),
            can_abort: self.can_abort(session),
            can_offer_draw: Side::BOTH.map(|side| draw_offer.is_none() && self.can_offer_draw(session, side)),
            can_offer_take_back: Side::BOTH.map(|side| self.can_offer_take_back(session, side)),
            take_back_offer: self.take_back_offer,
            rematch_offer: Side::BOTH.into_iter().find(has_offered).map(side_index),
            rematch: self.rematch.clone(),
            public: self.public,
            kept: self.kept_for.is_some(),
            declined: self.is_declined,
            names: self.names(),
            rated: self.rated,
        }
    }

    /// Returns who has the seats, as far as they have names.
    fn names(&self) -> [Option<NamedPlayer>; 2] {
        let mut guests = self.guest_names();
        [0, 1].map(|side| self.owners[side].as_ref().map(Owner::view).or_else(|| guests[side].take()))
    }

    /// Returns the name of the account that has a seat.
    pub(super) fn name(&self, side: Side) -> Option<String> {
        self.owners[side.index()].as_ref()?.view().name
    }

    /// Returns the guests who have seats, as far as they have nicknames.
    pub(super) fn guest_names(&self) -> [Option<NamedPlayer>; 2] {
        self.guests.each_ref().map(|name| name.as_ref().map(|name| NamedPlayer::guest(name)))
    }

    /// Returns whether the game can still be given up without a result: not every side has played a turn.
    pub(super) fn can_abort(&self, session: &Session) -> bool {
        let turns = session.record().moves.path(session.here()).len();
        !self.is_aborted && turns < 2 && !matches!(session.stage(), Stage::Over(_))
    }

    /// Returns whether a side may ask for a turn back.
    fn can_offer_take_back(&self, session: &Session, side: Side) -> bool {
        let is_free = !self.is_aborted && self.take_back_offer.is_none();
        is_free
            && turns_to_take_back(session, side).is_ok()
            && self.has_no_pause(Offer::TakeBack, side, session)
    }

    /// Returns whether a side may offer a draw while none is offered.
    fn can_offer_draw(&self, session: &Session, side: Side) -> bool {
        let is_going_on = matches!(session.stage(), Stage::Turn(_)) && !self.is_aborted;
        is_going_on && self.has_no_pause(Offer::Draw, side, session)
    }

    fn has_no_pause(&self, offer: Offer, side: Side, session: &Session) -> bool {
        self.pauses.left(offer, side, session) == 0
    }

    /// Returns the event about the conditional turns for the clients that have the seat of a side.
    pub(super) fn plan_event(&self, side: Side) -> Event {
        let plan = self.plan.as_ref().filter(|plan| plan.side == side_index(side));
        Event::Plan { lines: plan.map_or(Vec::new(), |plan| plan.lines.clone()) }
    }
}

/// Returns how many turns lead back to the last one of a side.
pub(super) fn turns_to_take_back(session: &Session, side: Side) -> Result<usize, Refusal> {
    let Stage::Turn(mover) = session.stage() else {
        return Err(not_now(phrase!("the game is not in progress")));
    };
    let turns = if mover == side { 2 } else { 1 };
    if session.record().moves.path(session.here()).len() < turns {
        return Err(not_now(phrase!("there is no turn to take back")));
    }
    Ok(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_damaged_answer_nothing() {
        let lines: &[&[&str]] = &[&[], &["e4"], &["e4", "e5", "Nf3", "Nc6"], &["d4", "d5"]];
        let lines = lines.iter().map(|line| line.iter().map(|&turn| turn.to_owned()).collect()).collect();
        let (answer, rest) = Plan { side: 1, lines }.after("e4");
        assert_eq!(answer.as_deref(), Some("e5"));
        assert_eq!(rest.lines, [["Nf3", "Nc6"]]);
    }
}
