//! Playing turns and walking through the tree.

use std::sync::Arc;

use beaufort_rules::{Position, Side, Turn, phrase};
use beaufort_rules::{
    Scope,
    record::{GameResult, NodeId, Tree},
};

use super::effects::JobCommand;
use super::handler::Handler;
use super::rates::Offer;
use super::refusal::{
    Refusal, expect_places, expect_turns_seen, not_now, not_playable, parse_side, read_turn, refusal, stale,
};
use super::seats::Seats;
use super::table::JobPurpose;
use crate::command::TurnChoice;
use crate::error::PlayError;
use crate::event::{Event, ProblemCode};
use crate::judgement::{Warning, warning};
use crate::seats::Seat;
use crate::session::{Session, Stage};
use crate::view::{key, side_index};

impl Handler<'_> {
    pub(super) fn play(&mut self, node: u32, choice: &TurnChoice) -> Result<(), Refusal> {
        let table = self.table()?;
        let session = &table.session;
        if session.here().index() != node as usize {
            // A client that has missed the answer, or shows a second page, may send a turn again that has been played.
            let is_played = has_been_played(session, node, choice);
            return if is_played {
                Ok(())
            } else {
                Err(stale(phrase!("another position is shown by now"), "node"))
            };
        }
        if session.to_play() == Some(Seat::Engine) && !table.waiting {
            return Err(not_now(phrase!("it is the engine's turn")));
        }
        let position = session.position();
        let turn = match choice {
            TurnChoice::Listed { index, key: known } => {
                if *known != key(position) {
                    return Err(stale(phrase!("the list of turns is that of another position"), "turn.key"));
                }
                let turn = position.turns(Scope::Choices).get(*index as usize).copied();
                turn.ok_or_else(|| {
                    refusal(ProblemCode::Unknown, phrase!("the list has no such turn"), "turn.index")
                })?
            }
            TurnChoice::Typed { text } => {
                if let Stage::Turn(_) = session.stage() {
                    read_turn(position, text, "turn.text")?
                } else {
                    return Err(not_playable(session.stage()));
                }
            }
        };
        self.play_turn(turn)?;
        self.follow_plan()
    }

    pub(super) fn foresee(&mut self, node: u32, text: &str) -> Result<(), Refusal> {
        let position = self.expect_turn(node)?;
        let turn = read_turn(position, text, "turn")?;
        let Warning { danger, is_incomplete } = warning(position, turn);
        self.reply(Event::Foreseen { danger, incomplete: is_incomplete });
        Ok(())
    }

    /// Returns the position shown, on which a turn is expected.
    pub(super) fn expect_turn(&self, node: u32) -> Result<&Position, Refusal> {
        let session = &self.table()?.session;
        if session.here().index() != node as usize {
            return Err(stale(phrase!("another position is shown by now"), "node"));
        }
        let Stage::Turn(_) = session.stage() else { return Err(not_playable(session.stage())) };
        Ok(session.position())
    }

    /// Plays a turn of the position shown.
    pub(super) fn play_turn(&mut self, turn: Turn) -> Result<(), Refusal> {
        let (now, arrived) = (self.now, self.arrived);
        let player = self.own_side();
        let table = self.table_mut()?;
        let session = &mut table.session;
        expect_places(&session.record().moves, 1, "turn")?;
        let turns_seen = expect_turns_seen(session)?;
        let (mover, before) = (session.position().side(), session.here());
        let stage = session.stage();
        // A turn played after a jump back in a finished game is a variation; after a takeback it replaces the game.
        let is_aside = session.record().result != GameResult::Open && !table.revised;
        let played = if is_aside { session.branch_off(turn) } else { session.play_turn(turn) };
        played.map_err(|error| match error {
            PlayError::Repetition(_) => refusal(ProblemCode::Repetition, error.message(), "turn"),
            PlayError::SettingUp | PlayError::Over(_) => not_playable(stage),
            PlayError::NoTurn | PlayError::Notation(_) => {
                refusal(ProblemCode::Unknown, error.message(), "turn")
            }
        })?;
        session.turns_seen = turns_seen;
        table.waiting = is_aside;
        table.revised &= session.record().result != GameResult::Open;
        if let Some(clock) = &mut table.clock {
            clock.played(mover, arrived);
            // A player who plays is back; a conditional turn is played on behalf of the other side.
            if player == Some(mover) {
                clock.set_vacation(mover, false, now);
            }
        }
        let asked = table.seats.as_mut().and_then(|seats| seats.take_back_offer.take());
        // An offer of a draw stands until the other side answers or plays.
        let (declined, kept) = match table.draw_offer.take() {
            Some(by) if by == mover => (None, Some(by)),
            offer => (offer, None),
        };
        let is_over = matches!(table.session.stage(), Stage::Over(_));
        table.draw_offer = kept.filter(|_| !is_over);
        let nodes = [before, table.session.here()].map(|node| table.node(node));
        for node in nodes {
            self.broadcast_change(node);
        }
        if let Some(by) = declined {
            self.pause_offer(Offer::Draw, by)?;
            self.broadcast(Event::DrawDeclined { side: side_index(mover) });
        }
        if let Some(by) = asked {
            self.pause_offer(Offer::TakeBack, parse_side(by)?)?;
        }
        self.show_position()
    }

    pub(super) fn take_back(&mut self, turns: Option<u32>) -> Result<(), Refusal> {
        let table = self.table_mut()?;
        let session = &mut table.session;
        let back = match turns {
            Some(turns) => session.take_back_turns(turns as usize),
            None => session.take_back_to_human(),
        };
        if back == 0 {
            return Err(not_now(phrase!("there is no turn to take back")));
        }
        table.revised = true;
        self.let_engine_wait()?;
        self.position_changed()
    }

    pub(super) fn redo(&mut self, turns: Option<u32>) -> Result<(), Refusal> {
        let session = &mut self.table_mut()?.session;
        let again = match turns {
            Some(turns) => session.redo_while(|done, _| done < turns as usize),
            None => session.redo_to_human(),
        };
        if again == 0 {
            return Err(not_now(phrase!("there is no turn to play again")));
        }
        self.let_engine_wait()?;
        self.position_changed()
    }

    pub(super) fn jump(&mut self, node: u32) -> Result<(), Refusal> {
        let id = self.find_node(node)?;
        let session = &self.table()?.session;
        if let stage @ Stage::Setup { .. } = session.stage() {
            return Err(not_playable(stage));
        }
        if self.table()?.seats.is_some() {
            // Each player looks back alone: the game stays where it is.
            let position = self.table()?.position_at(id);
            self.reply(position);
            return Ok(());
        }
        if session.here() == id {
            return Ok(());
        }
        let table = self.table_mut()?;
        table.session.jump(id);
        table.revised = false;
        // At the end of the game the engine goes on; anywhere else one only looks.
        let last = table.session.record().moves.line(Tree::ROOT).last();
        table.waiting = last != Some(id);
        self.position_changed()
    }

    pub(super) fn go(&mut self) -> Result<(), Refusal> {
        if self.table()?.session.to_play() != Some(Seat::Engine) {
            return Err(not_now(phrase!("it is not the engine's turn")));
        }
        let table = self.table_mut()?;
        table.waiting = false;
        table.revised = true;
        self.resume_and_note()
    }

    pub(super) fn wait(&mut self) -> Result<(), Refusal> {
        if self.table()?.session.to_play() != Some(Seat::Engine) {
            return Err(not_now(phrase!("it is not the engine's turn")));
        }
        self.table_mut()?.waiting = true;
        self.cancel_turn_search();
        self.resume_and_note()
    }

    pub(super) fn move_now(&mut self) -> Result<(), Refusal> {
        let mut jobs = self.conversation.jobs.iter();
        let Some(&(id, _)) = jobs.find(|(_, purpose)| *purpose == JobPurpose::Turn) else {
            return Err(not_now(phrase!("the engine is not thinking about a turn")));
        };
        self.effects.job_commands.push(JobCommand::Finish(id));
        Ok(())
    }

    /// The engine waits where it would have to play.
    fn let_engine_wait(&mut self) -> Result<(), Refusal> {
        let table = self.table_mut()?;
        table.waiting = table.session.to_play() == Some(Seat::Engine);
        Ok(())
    }

    /// Tells all that another position is shown. A draw that was offered in the one before is no longer.
    pub(super) fn position_changed(&mut self) -> Result<(), Refusal> {
        self.table_mut()?.draw_offer = None;
        self.show_position()
    }

    fn show_position(&mut self) -> Result<(), Refusal> {
        self.cancel_jobs(|purpose| {
            !matches!(purpose, JobPurpose::Worth(_) | JobPurpose::Review(_) | JobPurpose::Trial(_))
        });
        let position = self.table()?.position();
        self.broadcast_change(position);
        self.resume_and_note()
    }

    /// Sets the engine and the clock going where they have to after a change.
    pub(super) fn resume_and_note(&mut self) -> Result<(), Refusal> {
        self.resume();
        self.note_change()
    }

    /// Sets the engine and the clock going where they have to, and stops the clock where it has to stand.
    pub(super) fn resume(&mut self) {
        if self.conversation.unsaved {
            return;
        }
        self.start_searches();
        self.resume_review();
        let Some(table) = &self.conversation.table else { return };
        // A game by mail has begun when both are there.
        let is_ready = table.seats.as_ref().is_some_and(Seats::are_taken);
        let has_begun = table.session.here() != Tree::ROOT || self.conversation.is_by_mail() && is_ready;
        self.run_clock(match table.session.stage() {
            Stage::Turn(side) if has_begun && !table.waiting && !table.is_aborted() => Some(side),
            Stage::Turn(_) | Stage::Setup { .. } | Stage::Over(_) => None,
        });
    }

    /// Lets the time of a side run, or stops the clock.
    pub(super) fn run_clock(&mut self, side: Option<Side>) {
        let now = self.now;
        if let Some(table) = &mut self.conversation.table
            && table.clock.as_ref().is_some_and(|clock| clock.running_side() != side)
            && let Some(clock) = &mut Arc::make_mut(table).clock
        {
            match side {
                Some(side) => clock.run(side, now),
                None => clock.stop(now),
            }
        }
    }

    /// Returns the place with a number.
    pub(super) fn find_node(&self, node: u32) -> Result<NodeId, Refusal> {
        let known = self.table()?.session.node(node as usize);
        known.ok_or_else(|| {
            refusal(ProblemCode::Unknown, phrase!("there is no place {number}", number = node), "node")
        })
    }

    /// Looks at the clock: if a side's time is up, the game is over.
    pub(super) fn check_flag(&mut self) {
        let Some(table) = &mut self.conversation.table else { return };
        let Some(side) = table.clock.as_ref().and_then(|clock| clock.flagged(self.now)) else { return };
        Arc::make_mut(table).session.flag(side);
        self.ended().expect("there is a game");
    }
}

/// Returns whether a turn was played at a place, on the way to the position shown.
fn has_been_played(session: &Session, node: u32, choice: &TurnChoice) -> bool {
    let moves = &session.record().moves;
    let path = moves.path(session.here());
    let is_next = |child: &NodeId| moves.parent(*child).is_some_and(|parent| parent.index() == node as usize);
    let Some((child, parent)) = path.into_iter().find(is_next).zip(session.node(node as usize)) else {
        return false;
    };
    let position = session.position_at(parent);
    let turn = match choice {
        TurnChoice::Listed { index, key: known } if *known == key(&position) => {
            position.turns(Scope::Choices).get(*index as usize).copied()
        }
        TurnChoice::Listed { .. } => None,
        TurnChoice::Typed { text } => position.read_turn(text).ok(),
    };
    // Choices with the same text have the same result.
    turn.and_then(|turn| position.turn_text(turn)).is_some_and(|text| text == moves.node(child).text())
}
