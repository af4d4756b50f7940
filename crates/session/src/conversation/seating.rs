//! How seats are given and taken in a game between two people elsewhere, and whether the players are there.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::Side;
use beaufort_rules::phrase;
use beaufort_rules::record::Tree;

use super::effects::Effects;
use super::handler::Handler;
use super::mailboxes::Mailboxes;
use super::names::expect_rateable;
use super::owner::Owner;
use super::presence::{Claim, Presence};
use super::rates::Pauses;
use super::refusal::{Refusal, hash, no_seats, not_now, not_playable, parse_side, refusal};
use super::seats::Seats;
use super::{ClientId, Conversation};
use crate::command::Publicity;
use crate::event::{Event, ProblemCode};
use crate::seat_key::{KeyHash, SeatKey};
use crate::seats::Seat;
use crate::session::Stage;
use crate::view::{SideIndex, side_index};

/// The longest name of a player who is challenged, in bytes.
const MAX_NAME_BYTES: usize = 80;

/// The time after which a challenge without an answer ends.
pub const CHALLENGE_TIME: Duration = Duration::from_secs(7 * 86_400);

impl Conversation {
    /// Returns who is there of those who have seats, since when they are not, and what is claimed; `None` where there are no seats.
    pub(super) fn sides_there(&self) -> Option<([bool; 2], [Duration; 2], Option<Claim>)> {
        let Presence { left_at, claim, .. } = self.presence;
        self.table.as_ref()?.seats.as_ref()?;
        Some((Side::BOTH.map(|side| self.presence.is_there(side)), left_at, claim))
    }

    /// Returns whether a client is there that has proved to have a seat.
    pub fn has_player(&self) -> bool {
        !self.presence.clients.is_empty()
    }

    /// Notes that a client has gone: what only it has asked the engine is dropped, and the others hear of it if it had a seat.
    pub fn leave(&mut self, client: ClientId, now: Duration) -> Effects {
        let mut handler = self.handler(None, now);
        handler
            .cancel_jobs(|purpose| purpose.requester().is_some_and(|requester| requester.client == client));
        let presence = &mut handler.conversation.presence;
        presence.accounts.retain(|&(known, _)| known != client);
        presence.nicknames.retain(|&(known, _)| known != client);
        if let Some(side) = presence.side_of(client) {
            presence.clients.retain(|&(known, _)| known != client);
            if !presence.is_there(side) {
                presence.left_at[side.index()] = now;
                // A player who leaves loses the claim.
                presence.claim = None;
            }
        }
        handler.finish()
    }

    /// Returns whether there are seats of people elsewhere.
    pub fn has_seats(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.seats.is_some())
    }

    /// Returns whether people elsewhere play by the clock: it runs whether they are there or not.
    pub fn is_played_by_clock(&self) -> bool {
        self.has_seats() && self.flag().is_some()
    }

    /// Lets a challenge that waits end at a time since the same moment as `now`.
    pub fn end_challenge_at(&mut self, end: Duration) {
        self.challenge_end = Some(end);
    }

    /// Returns when the challenge ends that waits for its answer, if it is known.
    pub(super) fn challenge_end(&self) -> Option<Duration> {
        let seats = self.table.as_ref()?.seats.as_ref()?;
        self.challenge_end.filter(|_| seats.kept_for.is_some() && !seats.is_aborted)
    }

    /// Lets the clock of people elsewhere, which ran on while the conversation was not in memory, run in it again: the flag
    /// falls at `deadline`. Where no clock would run, nothing happens.
    pub fn resume_clock(&mut self, deadline: Duration, now: Duration) {
        if let Some(table) = self.table.as_mut().filter(|table| table.seats.is_some())
            && let Stage::Turn(side) = table.session.stage()
            && let Some(clock) = &mut Arc::make_mut(table).clock
        {
            clock.run_until(side, deadline, now);
        }
    }
}

impl Handler<'_> {
    /// Returns the side whose seat the requester has.
    pub(super) fn own_side(&self) -> Option<Side> {
        self.conversation.presence.side_of(self.requester?.client)
    }

    /// Makes the game one between two people elsewhere.
    pub(super) fn invite(
        &mut self,
        side: SideIndex,
        seat: &SeatKey,
        invitation: &SeatKey,
        public: Publicity,
        rated: bool,
        opponent: Option<String>,
    ) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let open_invitation = (public.take || opponent.is_some()).then(|| invitation.clone());
        let (key, invitation) = (hash(seat, "seat")?, hash(invitation, "invitation")?);
        let owner = self.own_account().map(Owner::from);
        let before = self.table()?;
        let session = &before.session;
        if session.main_end() != Tree::ROOT {
            return Err(not_now(phrase!("the game has begun")));
        }
        if let stage @ Stage::Over(_) = session.stage() {
            return Err(not_playable(stage));
        }
        if Side::BOTH.iter().any(|&side| session.seat(side) == Seat::Engine) {
            return Err(not_now(phrase!("the engine has no seat in a game between two people")));
        }
        // The player who takes the other seat is not bound by anything done before: no offer, and no time spent.
        let mut table = before.begin_again(before.seed);
        let date = session.record().tags.get("Date").map(str::to_owned);
        if let Some(date) = self.day(!public.is_private() || rated, date) {
            table.session.set_tag("Date", &date);
        }
        if rated {
            expect_rateable(&table.session, owner.is_some())?;
        }
        let kept_for = opponent.as_deref().map(|name| self.expect_challenge(name, public)).transpose()?;
        let mut keys = [None; 2];
        keys[side.index()] = Some(key);
        let mut owners = [None, None];
        owners[side.index()] = owner;
        let mut guests = [None, None];
        guests[side.index()] = self.own_nickname();
        table.seats = Some(Seats {
            keys,
            invitation,
            public,
            open_invitation,
            kept_for,
            is_declined: false,
            is_lapsed: false,
            is_aborted: false,
            take_back_offer: None,
            rematch_keys: [None; 2],
            rematch: None,
            owners,
            guests,
            rated,
            plan: None,
            mailboxes: Mailboxes::default(),
            pauses: Pauses::default(),
        });
        self.conversation.challenge_end = opponent.as_ref().map(|_| self.now + CHALLENGE_TIME);
        self.effects.challenged = opponent;
        self.cancel_jobs(|_| true);
        self.conversation.table = Some(Arc::new(table));
        self.seated(side);
        self.game_changed()
    }

    /// Returns the day of a game that begins, of which its maker says that it is `date`: one of an `official` game has to be true.
    pub(super) fn day(&self, official: bool, date: Option<String>) -> Option<String> {
        match self.conversation.days.filter(|_| official) {
            Some(days) => {
                let days = days();
                date.filter(|date| days.contains(date)).or_else(|| days.into_iter().nth(1))
            }
            None => date,
        }
    }

    /// Proves that the requester has a seat or, with the invitation, takes the one that is free.
    pub(super) fn sit(
        &mut self,
        seat: &SeatKey,
        invitation: Option<&SeatKey>,
        if_present: bool,
    ) -> Result<(), Refusal> {
        let key = hash(seat, "seat")?;
        let invitation = invitation.map(|invitation| hash(invitation, "invitation")).transpose()?;
        let seats = self.seats()?;
        let owner = self.own_account().map(Owner::from);
        let named_side = owner.as_ref().and_then(|owner| seats.side_of_account(owner.account));
        if let Some(side) = named_side.or(seats.side_of(key)) {
            self.seated(side);
            return Ok(());
        }
        let is_invited = invitation.is_some_and(|known| known.matches(seats.invitation));
        let Some(side) = seats.free_side().filter(|_| is_invited && !seats.is_aborted) else {
            let message = match is_invited {
                true if seats.is_aborted => phrase!("the game has been aborted"),
                true => phrase!("the seat is taken"),
                false => phrase!("this is no key to a seat of the game"),
            };
            return Err(refusal(ProblemCode::Forbidden, message, "seat"));
        };
        if seats.kept_for.is_some_and(|kept| !self.is_named(kept)) {
            let message = phrase!("the seat is kept for another player");
            return Err(refusal(ProblemCode::Forbidden, message, "seat"));
        }
        if seats.rated && owner.is_none() {
            let message = phrase!("the game is rated: sign in to take the seat");
            return Err(refusal(ProblemCode::Forbidden, message, "rated"));
        }
        if if_present && !self.conversation.presence.is_there(side.other()) {
            return Err(not_now(phrase!("the other player is not there")));
        }
        let guest = self.own_nickname();
        let seats = self.seats_mut()?;
        seats.keys[side.index()] = Some(key);
        seats.owners[side.index()] = owner;
        seats.guests[side.index()] = guest;
        seats.open_invitation = None;
        seats.kept_for = None;
        self.seated(side);
        self.resume_and_note()
    }

    /// Notes whose seat the requester has.
    pub(super) fn seated(&mut self, side: Side) {
        let Some(requester) = self.requester else { return };
        let presence = &mut self.conversation.presence;
        presence.clients.retain(|&(known, _)| known != requester.client);
        presence.clients.push((requester.client, side));
        // A player who returns averts the claim.
        presence.claim.take_if(|claim| claim.side != side);
        self.reply(Event::Seated { side: side_index(side) });
        self.tell_seat(side);
    }

    pub(super) fn presence(&self) -> Event {
        self.conversation.presence.event(self.conversation.claim_after(), self.now)
    }

    pub(super) fn abort(&mut self, side: SideIndex) -> Result<(), Refusal> {
        parse_side(side)?;
        let table = self.table()?;
        if !self.seats()?.can_abort(&table.session) {
            return Err(not_now(phrase!("a game can be aborted before both sides have played a turn")));
        }
        let seats = self.seats_mut()?;
        seats.is_aborted = true;
        seats.mailboxes.clear();
        self.position_changed()
    }

    /// Expects that the requester may challenge a player. Returns the hash of the player's name.
    fn expect_challenge(&self, name: &str, public: Publicity) -> Result<KeyHash, Refusal> {
        let Some(own) = self.own_account() else {
            let message = phrase!("sign in to challenge a player");
            return Err(refusal(ProblemCode::Forbidden, message, "opponent"));
        };
        if own.name == name || name.is_empty() || name.len() > MAX_NAME_BYTES {
            let message = phrase!("this is no name of another player");
            return Err(refusal(ProblemCode::Malformed, message, "opponent"));
        }
        if public.take {
            let message = phrase!("a seat that is kept for a player is not offered to everybody");
            return Err(refusal(ProblemCode::Malformed, message, "public"));
        }
        Ok(KeyHash::of_name(name))
    }

    /// Returns whether the requester is signed in under the name with a hash.
    fn is_named(&self, hash: KeyHash) -> bool {
        self.own_account().is_some_and(|account| KeyHash::of_name(&account.name).matches(hash))
    }

    /// Declines the seat that is kept for the requester.
    pub(super) fn decline(&mut self, invitation: &SeatKey) -> Result<(), Refusal> {
        let invitation = hash(invitation, "invitation")?;
        let seats = self.seats()?;
        let is_challenged =
            invitation.matches(seats.invitation) && seats.kept_for.is_some_and(|kept| self.is_named(kept));
        if !is_challenged || seats.is_aborted {
            let message = phrase!("no seat of this game is kept for you");
            return Err(refusal(ProblemCode::Unknown, message, "invitation"));
        }
        let seats = self.seats_mut()?;
        (seats.is_aborted, seats.is_declined) = (true, true);
        self.position_changed()
    }

    /// Ends a challenge that has waited for too long.
    pub(super) fn end_challenge(&mut self) {
        if self.conversation.challenge_end().is_none_or(|end| end > self.now) {
            return;
        }
        let seats = self.seats_mut().expect("a challenge has seats");
        (seats.is_aborted, seats.is_lapsed) = (true, true);
        self.position_changed().expect("there is a game");
    }

    /// Withdraws the free seat. If it has been taken the game goes on.
    pub(super) fn withdraw(&mut self, side: SideIndex) -> Result<(), Refusal> {
        if self.seats()?.are_taken() {
            return Err(not_now(phrase!("the seat is taken: the game has begun")));
        }
        self.abort(side)
    }

    pub(super) fn seats(&self) -> Result<&Seats, Refusal> {
        self.table()?.seats.as_ref().ok_or_else(no_seats)
    }

    pub(super) fn seats_mut(&mut self) -> Result<&mut Seats, Refusal> {
        self.table_mut()?.seats.as_mut().ok_or_else(no_seats)
    }

    /// Returns the side of the requester, in a game that has seats.
    pub(super) fn expect_seat(&self) -> Result<Side, Refusal> {
        self.seats()?;
        self.own_side().ok_or_else(|| {
            refusal(ProblemCode::Forbidden, phrase!("only who has a seat may do this"), "type")
        })
    }
}
