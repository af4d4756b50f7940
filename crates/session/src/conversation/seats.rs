//! A game between two people elsewhere: their seats, what they agree on, and whether they are there.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::Side;
use beaufort_rules::phrase;
use beaufort_rules::record::Tree;
use serde::{Deserialize, Serialize};

use super::claims::Claim;
use super::letters::Mailboxes;
use super::names::{Owner, expect_rateable, nobody};
use super::opening::parse_side;
use super::plans::Plan;
use super::play::not_playable;
use super::rates::Pauses;
use super::{
    ClientId, Conversation, Effects, Handler, Offer, OpenedSession, Refusal, Table, not_now, refusal,
};
use crate::account::{Account, AccountId};
use crate::command::Publicity;
use crate::event::{Event, ProblemCode};
use crate::seat_key::{KeyHash, SeatKey};
use crate::seats::Seat;
use crate::session::{Session, Stage};
use crate::view::{PresenceView, SeatsView, SideIndex, side_index};

/// The seats of a game between two people elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Seats {
    /// The keys of the seats that are taken.
    keys: [Option<KeyHash>; 2],
    /// The key with which the free seat is taken, once.
    invitation: KeyHash,
    /// The publicity of the game.
    #[serde(default, skip_serializing_if = "Publicity::is_private")]
    pub(super) public: Publicity,
    /// The invitation itself, while anybody may take the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open_invitation: Option<SeatKey>,
    /// Whether the game has been given up before it had properly begun.
    pub(super) is_aborted: bool,
    /// The side that asks to take back. An offer ends with the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) take_back_offer: Option<SideIndex>,
    /// The keys with which the sides want to play again.
    rematch_keys: [Option<KeyHash>; 2],
    /// The session of the rematch, once both want it.
    rematch: Option<String>,
    /// The accounts that have the seats: no key opens such a seat.
    #[serde(default, skip_serializing_if = "nobody")]
    pub(super) owners: [Option<Owner>; 2],
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

/// The presence of those who have seats.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    /// The clients that are signed in, with their accounts.
    pub(super) accounts: Vec<(ClientId, Account)>,
    /// The clients that have proved to have a seat.
    clients: Vec<(ClientId, Side)>,
    /// When the last client of each side has gone.
    pub(super) left_at: [Duration; 2],
    /// The claim of a side, as the other stays away.
    pub(super) claim: Option<Claim>,
}

impl Seats {
    pub(super) fn are_taken(&self) -> bool {
        self.keys.iter().all(Option::is_some)
    }

    fn side_of(&self, key: KeyHash) -> Option<Side> {
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

    fn free_side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.keys[side.index()].is_none())
    }

    /// Returns the seat that anybody may take, and the key with which that is done.
    pub(super) fn open_seat(&self) -> Option<(Side, SeatKey)> {
        self.free_side().zip(self.open_invitation.clone())
    }

    pub(super) fn view(&self, table: &Table) -> SeatsView {
        let session = &table.session;
        let has_offered = |side: &Side| self.rematch_keys[side.index()].is_some();
        SeatsView {
            taken: self.keys.map(|key| key.is_some()),
            can_abort: self.can_abort(session),
            can_offer_draw: Side::BOTH.map(|side| self.can_offer_draw(table, side)),
            can_offer_take_back: Side::BOTH.map(|side| self.can_offer_take_back(session, side)),
            take_back_offer: self.take_back_offer,
            rematch_offer: Side::BOTH.into_iter().find(has_offered).map(side_index),
            rematch: self.rematch.clone(),
            public: self.public,
            names: self.owners.each_ref().map(|owner| owner.as_ref().map(Owner::view)),
            rated: self.rated,
        }
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

    /// Returns whether a side may offer a draw.
    fn can_offer_draw(&self, table: &Table, side: Side) -> bool {
        let is_going_on = matches!(table.session.stage(), Stage::Turn(_)) && !self.is_aborted;
        is_going_on && table.draw_offer.is_none() && self.has_no_pause(Offer::Draw, side, &table.session)
    }

    fn has_no_pause(&self, offer: Offer, side: Side, session: &Session) -> bool {
        self.pauses.left(offer, side, session) == 0
    }
}

impl Presence {
    fn side_of(&self, client: ClientId) -> Option<Side> {
        self.clients.iter().find(|&&(known, _)| known == client).map(|&(_, side)| side)
    }

    /// Returns the clients that have the seat of a side.
    pub(super) fn clients_of(&self, side: Side) -> Vec<ClientId> {
        self.clients.iter().filter(|(_, own)| side == *own).map(|&(client, _)| client).collect()
    }

    pub(super) fn is_there(&self, side: Side) -> bool {
        self.clients.iter().any(|&(_, known)| known == side)
    }

    fn event(&self, claim_after: Option<u32>, now: Duration) -> Event {
        let view = |side: Side| PresenceView {
            away: (!self.is_there(side)).then(|| {
                let away = now.saturating_sub(self.left_at[side.index()]);
                u32::try_from(away.as_millis()).unwrap_or(u32::MAX)
            }),
        };
        let claim = self.claim.map(|claim| claim.view(now));
        Event::Presence { sides: Side::BOTH.map(view), claim_after, claim }
    }
}

impl Conversation {
    /// Returns who is there of those who have seats, since when they are not, and what is claimed; `None` where there are no seats.
    pub(super) fn sides_there(&self) -> Option<([bool; 2], [Duration; 2], Option<Claim>)> {
        let Presence { left_at, claim, .. } = self.presence;
        self.table.as_ref()?.seats.as_ref()?;
        Some((Side::BOTH.map(|side| self.presence.is_there(side)), left_at, claim))
    }

    /// Notes that a client has gone: what only it has asked the engine is dropped, and the others hear of it if it had a seat.
    pub fn leave(&mut self, client: ClientId, now: Duration) -> Effects {
        let mut handler = self.handler(None, now);
        handler
            .cancel_jobs(|purpose| purpose.requester().is_some_and(|requester| requester.client == client));
        let presence = &mut handler.conversation.presence;
        presence.accounts.retain(|&(known, _)| known != client);
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
    ) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let open_invitation = public.take.then(|| invitation.clone());
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
        let mut keys = [None; 2];
        keys[side.index()] = Some(key);
        let mut owners = [None, None];
        owners[side.index()] = owner;
        table.seats = Some(Seats {
            keys,
            invitation,
            public,
            open_invitation,
            is_aborted: false,
            take_back_offer: None,
            rematch_keys: [None; 2],
            rematch: None,
            owners,
            rated,
            plan: None,
            mailboxes: Mailboxes::default(),
            pauses: Pauses::default(),
        });
        self.cancel_jobs(|_| true);
        self.conversation.table = Some(Arc::new(table));
        self.seated(side);
        self.game_changed()
    }

    /// Returns the day of a game that begins, of which its maker says that it is `date`: one of an `official` game has to be true.
    fn day(&self, official: bool, date: Option<String>) -> Option<String> {
        match self.conversation.days.filter(|_| official) {
            Some(days) => {
                let days = days();
                date.filter(|date| days.contains(date)).or_else(|| days.into_iter().nth(1))
            }
            None => date,
        }
    }

    /// Proves that the requester has a seat or, with the invitation, takes the one that is free.
    pub(super) fn sit(&mut self, seat: &SeatKey, invitation: Option<&SeatKey>) -> Result<(), Refusal> {
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
                true => phrase!("the seat is taken"),
                false => phrase!("this is no key to a seat of the game"),
            };
            return Err(refusal(ProblemCode::Forbidden, message, "seat"));
        };
        if seats.rated && owner.is_none() {
            let message = phrase!("the game is rated: sign in to take the seat");
            return Err(refusal(ProblemCode::Forbidden, message, "rated"));
        }
        let seats = self.seats_mut()?;
        seats.keys[side.index()] = Some(key);
        seats.owners[side.index()] = owner;
        seats.open_invitation = None;
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

    pub(super) fn offer_take_back(&mut self, side: SideIndex) -> Result<(), Refusal> {
        let index = side;
        let side = parse_side(side)?;
        match self.seats()?.take_back_offer {
            // Both want a turn back: that of the one who has asked first.
            Some(by) if by != index => return self.answer_take_back(index, true),
            Some(_) => return Err(not_now(phrase!("somebody asks to take back already"))),
            None => {}
        }
        turns_to_take_back(&self.table()?.session, side)?;
        self.expect_no_pause(Offer::TakeBack, side)?;
        self.seats_mut()?.take_back_offer = Some(side_index(side));
        self.note_change()
    }

    pub(super) fn answer_take_back(&mut self, side: SideIndex, accept: bool) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let Some(by) = self.seats()?.take_back_offer else {
            return Err(not_now(phrase!("nobody asks to take back")));
        };
        let by = parse_side(by)?;
        if by == side {
            return Err(not_now(phrase!("the other side answers")));
        }
        self.seats_mut()?.take_back_offer = None;
        if !accept {
            self.pause_offer(Offer::TakeBack, by)?;
            return self.note_change();
        }
        let now = self.now;
        let table = self.table_mut()?;
        let turns = turns_to_take_back(&table.session, by)?;
        let session = &mut table.session;
        let path = session.record().moves.path(session.here());
        session.delete(path[path.len() - turns]);
        table.seats.iter_mut().for_each(|seats| seats.plan = None);
        table.clock.iter_mut().for_each(|clock| clock.taken_back(now));
        let tree = table.tree();
        self.broadcast_change(tree);
        self.position_changed()
    }

    pub(super) fn withdraw_take_back(&mut self, side: SideIndex) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let seats = self.seats_mut()?;
        if seats.take_back_offer != Some(side_index(side)) {
            return Err(not_now(phrase!("the side does not ask to take back")));
        }
        seats.take_back_offer = None;
        self.pause_offer(Offer::TakeBack, side)?;
        self.note_change()
    }

    /// Notes that a side wants to play again, with a new key. When both do, the rematch begins in a session of its own.
    pub(super) fn offer_rematch(&mut self, side: SideIndex, seat: &SeatKey) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let key = hash(seat, "seat")?;
        let seats = self.seats()?;
        if !matches!(self.table()?.session.stage(), Stage::Over(_)) {
            return Err(not_now(phrase!("the game is not over")));
        }
        if seats.rematch.is_some() {
            return Err(not_now(phrase!("the rematch has begun")));
        }
        let Some(draw_name) = self.conversation.draw_session_name else {
            return Err(not_now(phrase!("no other game can begin here")));
        };
        if seats.side_of(key).is_some() || seats.rematch_keys.contains(&Some(key)) {
            return Err(refusal(ProblemCode::Forbidden, phrase!("a rematch needs a new key"), "seat"));
        }
        let seats = self.seats_mut()?;
        seats.rematch_keys[side.index()] = Some(key);
        if let [Some(first), Some(second)] = seats.rematch_keys {
            let name = draw_name();
            seats.rematch = Some(name.clone());
            let mut opened = self.rematch([second, first])?;
            // By mail the clock runs before anybody is there.
            opened.handler(None, Duration::ZERO).resume();
            self.effects.opened = Some(OpenedSession {
                name,
                snapshot: opened.save(Duration::ZERO).text(),
                listing: opened.listing(),
                flag: opened.flag(),
            });
        }
        self.note_change()
    }

    /// Withdraws a side's wish to play again, or declines the other's.
    pub(super) fn decline_rematch(&mut self, side: SideIndex) -> Result<(), Refusal> {
        parse_side(side)?;
        let seats = self.seats_mut()?;
        if seats.rematch.is_some() || seats.rematch_keys == [None; 2] {
            return Err(not_now(phrase!("nobody offers a rematch")));
        }
        seats.rematch_keys = [None; 2];
        self.note_change()
    }

    /// Returns the game again from its start, with these keys to its seats. It is as public as this one.
    fn rematch(&mut self, keys: [KeyHash; 2]) -> Result<Conversation, Refusal> {
        let seed = self.conversation.rng.u64(..);
        let seats = Seats {
            keys: keys.map(Some),
            is_aborted: false,
            take_back_offer: None,
            rematch_keys: [None; 2],
            rematch: None,
            owners: exchanged(self.seats()?.owners.clone()),
            plan: None,
            mailboxes: Mailboxes::default(),
            pauses: Pauses::default(),
            ..self.seats()?.clone()
        };
        let mut opened = Conversation::new(&self.conversation.library, seed);
        let mut table = self.table()?.begin_again(seed);
        if let Some(date) = self.day(!seats.public.is_private() || seats.rated, None) {
            table.session.set_tag("Date", &date);
        }
        opened.table = Some(Arc::new(Table { seats: Some(seats), ..table }));
        Ok(opened)
    }

    pub(super) fn seats(&self) -> Result<&Seats, Refusal> {
        self.table()?.seats.as_ref().ok_or_else(no_seats)
    }

    pub(super) fn seats_mut(&mut self) -> Result<&mut Seats, Refusal> {
        self.table_mut()?.seats.as_mut().ok_or_else(no_seats)
    }
}

fn exchanged<T>([first, second]: [T; 2]) -> [T; 2] {
    [second, first]
}

fn no_seats() -> Refusal {
    not_now(phrase!("the game has no seats: it is not between people elsewhere"))
}

pub(super) fn hash(key: &SeatKey, field: &str) -> Result<KeyHash, Refusal> {
    key.hash().ok_or_else(|| {
        let message = phrase!("a key has 22 to 64 letters, digits, `-` and `_`, which are drawn at random");
        refusal(ProblemCode::Malformed, message, field)
    })
}

/// Returns how many turns lead back to the last one of a side.
fn turns_to_take_back(session: &Session, side: Side) -> Result<usize, Refusal> {
    let Stage::Turn(mover) = session.stage() else {
        return Err(not_now(phrase!("the game is not in progress")));
    };
    let turns = if mover == side { 2 } else { 1 };
    if session.record().moves.path(session.here()).len() < turns {
        return Err(not_now(phrase!("there is no turn to take back")));
    }
    Ok(turns)
}
