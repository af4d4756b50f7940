//! How players end games.

use beaufort_rules::Side;
use beaufort_rules::phrase;

use super::handler::Handler;
use super::rates::Offer;
use super::refusal::{Refusal, not_now, not_playable, parse_side};
use super::table::JobPurpose;
use crate::event::Event;
use crate::seats::Seat;
use crate::session::{Session, Stage};
use crate::view::{SideIndex, side_index};

impl Handler<'_> {
    pub(super) fn resign(&mut self, side: SideIndex) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let table = self.table_mut()?;
        expect_turn(&table.session)?;
        table.session.resign(side);
        self.ended()
    }

    pub(super) fn offer_draw(&mut self, side: SideIndex) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let table = self.table()?;
        expect_turn(&table.session)?;
        if table.session.seat(side) == Seat::Engine {
            return Err(not_now(phrase!("the engine offers no draw")));
        }
        match table.draw_offer {
            // Both want the same.
            Some(by) if by != side => return self.decide_draw(by, true),
            Some(_) => return Err(not_now(phrase!("a draw has been offered already"))),
            None => self.expect_no_pause(Offer::Draw, side)?,
        }
        let table = self.table_mut()?;
        table.draw_offer = Some(side);
        if table.session.seat(side.other()) == Seat::Engine {
            self.cancel_turn_search();
            self.ask_about_draw(side)?;
        }
        self.note_change()
    }

    pub(super) fn answer_draw(&mut self, side: SideIndex, accept: bool) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let table = self.table()?;
        let Some(by) = table.draw_offer else { return Err(not_now(phrase!("no draw has been offered"))) };
        if by == side {
            return Err(not_now(phrase!("an offer is answered by the other side")));
        }
        if table.session.seat(side) == Seat::Engine {
            return Err(not_now(phrase!("the engine answers by itself")));
        }
        self.decide_draw(by, accept)
    }

    pub(super) fn withdraw_draw(&mut self, side: SideIndex) -> Result<(), Refusal> {
        let side = parse_side(side)?;
        let table = self.table_mut()?;
        if table.draw_offer != Some(side) {
            return Err(not_now(phrase!("the side has not offered a draw")));
        }
        table.draw_offer = None;
        self.pause_offer(Offer::Draw, side)?;
        self.cancel_jobs(|purpose| matches!(purpose, JobPurpose::DrawOffer(_)));
        self.resume_and_note()
    }

    /// Ends the game, or tells that it goes on, after the offer of a side has been answered.
    pub(super) fn decide_draw(&mut self, by: Side, accept: bool) -> Result<(), Refusal> {
        let table = self.table_mut()?;
        table.draw_offer = None;
        if accept {
            table.session.agree_to_draw();
            return self.ended();
        }
        self.pause_offer(Offer::Draw, by)?;
        self.broadcast(Event::DrawDeclined { side: side_index(by.other()) });
        self.resume_and_note()
    }

    pub(super) fn reopen(&mut self) -> Result<(), Refusal> {
        if !self.table_mut()?.session.reopen() {
            return Err(not_now(phrase!("nobody has ended the game here")));
        }
        self.position_changed()
    }

    /// Tells all that the game has been ended. It fails only where there is none.
    pub(super) fn ended(&mut self) -> Result<(), Refusal> {
        let table = self.table_mut()?;
        if let Some(seats) = &mut table.seats {
            seats.take_back_offer = None;
            seats.plan = None;
            seats.mailboxes.clear();
        }
        table.revised = false;
        // Turns that had been taken back are gone.
        let tree = table.tree();
        self.drop_claim();
        self.broadcast_change(tree);
        self.position_changed()
    }
}

fn expect_turn(session: &Session) -> Result<(), Refusal> {
    match session.stage() {
        Stage::Turn(_) => Ok(()),
        stage => Err(not_playable(stage)),
    }
}
