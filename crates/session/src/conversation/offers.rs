//! Offers between the players of a game elsewhere: to take a turn back, and to play again.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::phrase;

use super::Conversation;
use super::effects::OpenedSession;
use super::handler::Handler;
use super::mailboxes::Mailboxes;
use super::rates::{Offer, Pauses};
use super::refusal::{Refusal, hash, not_now, parse_side, refusal};
use super::seats::{Seats, turns_to_take_back};
use super::table::Table;
use crate::event::ProblemCode;
use crate::seat_key::{KeyHash, SeatKey};
use crate::session::Stage;
use crate::view::{SideIndex, side_index};

impl Handler<'_> {
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
            self.effects.begun = self.table()?.session.own_id().map(str::to_owned);
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
            kept_for: None,
            is_declined: false,
            is_aborted: false,
            take_back_offer: None,
            rematch_keys: [None; 2],
            rematch: None,
            owners: exchanged(self.seats()?.owners.clone()),
            guests: exchanged(self.seats()?.guests.clone()),
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
}

fn exchanged<T>([first, second]: [T; 2]) -> [T; 2] {
    [second, first]
}
