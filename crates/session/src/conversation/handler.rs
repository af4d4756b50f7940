//! The handler of a request: which method answers which command, and what all methods use.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::vocabulary::Phrase;

use super::Conversation;
use super::effects::{Effects, Envelope, Recipient};
use super::refusal::{Refusal, hash, no_game, refusal};
use super::table::{Requester, Table};
use crate::command::{Command, PROTOCOL, SeatKey};
use crate::event::{Event, Message, ProblemCode};

/// Handles one request, report or tick: changes the conversation and collects what follows from it.
pub(super) struct Handler<'a> {
    pub(super) conversation: &'a mut Conversation,
    /// The conversation as it was when the handler began: what clients know.
    pub(super) before: Conversation,
    pub(super) requester: Option<Requester>,
    pub(super) now: Duration,
    /// The arrival time of the request or report; time that it has since spent in a queue is charged to no player.
    pub(super) arrived: Duration,
    pub(super) effects: Effects,
}

impl Handler<'_> {
    /// Carries a command out and tells what it has changed, unless the request with this key has been carried out already.
    pub(super) fn command_once(&mut self, key: Option<&SeatKey>, command: Command) -> Result<(), Refusal> {
        let key = key.map(|key| hash(key, "key")).transpose()?;
        if key.is_some_and(|key| self.conversation.carried_out.has(key)) {
            return Ok(());
        }
        self.command(command)?;
        self.tell_changes();
        if let Some(key) = key
            && self.effects.changed
        {
            self.conversation.carried_out.note(key);
        }
        Ok(())
    }

    fn command(&mut self, command: Command) -> Result<(), Refusal> {
        self.expect_right(&command)?;
        self.expect_pace(&command)?;
        match command {
            Command::Hello { protocol } => self.hello(protocol),
            Command::Summary => self.summary(),
            Command::Games => self.games(),
            Command::Game { game } => self.describe(&game),
            Command::Rules { game } => self.rules(game),
            Command::Showcase { game } => self.showcase(game),
            Command::Tiles { game, set } => self.tiles(game, set),
            Command::ReadGame { text } => self.read_game(&text),
            Command::ExportGame { game } => self.export_game(&game),
            Command::Import { format, name, text } => self.import_of_others(format, &name, &text),
            Command::Trial { game, games } => self.trial(&game, games),
            Command::Tune { game, games } => self.tune(&game, games),
            Command::StopTrial => self.stop_experiment(),
            Command::Words => self.words(),
            Command::Bestiary => self.bestiary(),
            Command::Worth { game, piece_type } => self.worth(&game, piece_type),
            Command::Records { text } => self.list_records(&text),
            Command::Start { game, players, clock, from, date } => {
                self.start(game, players, clock, from, date)
            }
            Command::Invite { side, seat, invitation, public, rated, opponent } => {
                self.invite(side, &seat, &invitation, public, rated, opponent)
            }
            Command::Decline { invitation } => self.decline(&invitation),
            Command::Nickname { name } => self.nickname(&name),
            Command::Sit { seat, invitation, if_present } => self.sit(&seat, invitation.as_ref(), if_present),
            Command::Seat { side, player } => self.seat(side, player),
            Command::PreviewSetup { changed } => self.preview_setup(&changed),
            Command::Setup { how } => self.choose_setup(how),
            Command::Play { node, turn } => self.play(node, &turn),
            Command::Foresee { node, turn } => self.foresee(node, &turn),
            Command::Premoves { node } => self.premoves(node),
            Command::Turns { node, of, skip, ahead } => self.turns(node, &of, skip, ahead),
            Command::TakeBack { turns } => self.take_back(turns),
            Command::Redo { turns } => self.redo(turns),
            Command::Jump { node } => self.jump(node),
            Command::Delete { node } => self.delete(node),
            Command::Promote { node } => self.promote(node),
            Command::Comment { node, text } => self.comment(node, text),
            Command::Annotate { node, nags } => self.annotate(node, nags),
            Command::Resign { side } => self.resign(side),
            Command::OfferDraw { side } => self.offer_draw(side),
            Command::AnswerDraw { side, accept } => self.answer_draw(side, accept),
            Command::WithdrawDraw { side } => self.withdraw_draw(side),
            Command::OfferTakeBack { side } => self.offer_take_back(side),
            Command::AnswerTakeBack { side, accept } => self.answer_take_back(side, accept),
            Command::WithdrawTakeBack { side } => self.withdraw_take_back(side),
            Command::Abort { side } => self.abort(side),
            Command::Withdraw { side } => self.withdraw(side),
            Command::OfferRematch { side, seat } => self.offer_rematch(side, &seat),
            Command::DeclineRematch { side } => self.decline_rematch(side),
            Command::Chat { text } => self.chat(&text),
            Command::SwitchChat { side, on } => self.switch_chat(side, on),
            Command::Note { text } => self.note(text),
            Command::Vacation { side, on } => self.vacation(side, on),
            Command::Plan { node, lines } => self.plan(node, &lines),
            Command::Claim { side, draw } => self.claim(side, draw),
            Command::Mail { address, language } => self.mail(address, language),
            Command::Push { endpoint, keys, language } => self.push(endpoint, keys, language),
            Command::StopPush { endpoint } => self.stop_push(&endpoint),
            Command::ConfirmMail { token } => self.answer_letter(&token, true),
            Command::StopMail { token } => self.answer_letter(&token, false),
            Command::Reopen => self.reopen(),
            Command::Go => self.go(),
            Command::Wait => self.wait(),
            Command::MoveNow => self.move_now(),
            Command::Hint { lines, ms, depth, nodes } => self.hint(lines, ms, depth, nodes),
            Command::Analyse { on, lines } => self.analyse(on, lines),
            Command::Review { ms } => self.review(ms),
            Command::Judge { node, turn } => self.judge(node, &turn),
            Command::StopReview => self.stop_review(),
            Command::Export => self.export(),
            Command::ArrayPicture { game } => self.array_picture(&game),
            Command::Picture { node, side } => self.picture(node, side),
            Command::Explore { game, pieces, square, skip } => self.explore(&game, &pieces, square, skip),
            Command::Overlay => self.overlay(),
            Command::Attackers { node, game, pieces, square } => {
                self.attackers(node, game.as_deref(), &pieces, square)
            }
            Command::Line { node, turns } => self.line(node, &turns),
            Command::Check { game, arrangement } => self.check(&game, &arrangement),
        }
    }

    pub(super) fn hello(&mut self, protocol: u32) -> Result<(), Refusal> {
        if protocol != PROTOCOL {
            // Plain text: a client of another version may not know phrases.
            let message = Phrase::verbatim(format!(
                "this server speaks version {PROTOCOL} of the protocol, not {protocol}"
            ));
            return Err(refusal(ProblemCode::Protocol, message, "protocol"));
        }
        self.reply(Event::Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            levels: crate::level::all(),
        });
        // A restored game goes on once a client looks at it.
        self.resume();
        for event in self.snapshot() {
            self.reply(event);
        }
        self.sit_by_name();
        Ok(())
    }

    /// Returns the game with everything around it.
    pub(super) fn table(&self) -> Result<&Table, Refusal> {
        self.conversation.table.as_deref().ok_or_else(no_game)
    }

    /// Returns the game to change it; a copy of the conversation keeps the game as it was.
    pub(super) fn table_mut(&mut self) -> Result<&mut Table, Refusal> {
        self.conversation.table.as_mut().map(Arc::make_mut).ok_or_else(no_game)
    }

    /// Sends an event to the requester.
    pub(super) fn reply(&mut self, event: Event) {
        if let Some(requester) = self.requester {
            self.reply_to(requester, event);
        }
    }

    pub(super) fn reply_to(&mut self, requester: Requester, event: Event) {
        let message = Message { seq: self.conversation.seq, re: Some(requester.id), more: false, event };
        self.effects.messages.push(Envelope { to: Recipient::One(requester.client), message });
    }

    /// Sends all clients an event that changes the session.
    pub(super) fn broadcast_change(&mut self, event: Event) {
        self.conversation.seq += 1;
        self.effects.changed = true;
        self.broadcast(event);
    }

    /// Notes that there is something new to save; the events for clients follow when the whole request has been handled.
    pub(super) fn note_change(&mut self) -> Result<(), Refusal> {
        self.effects.changed = true;
        Ok(())
    }

    /// Sends all clients an event that changes nothing.
    pub(super) fn broadcast(&mut self, event: Event) {
        let to = Recipient::All(self.requester.map(|requester| requester.client));
        let re = self.requester.map(|requester| requester.id);
        let message = Message { seq: self.conversation.seq, re, more: false, event };
        self.effects.messages.push(Envelope { to, message });
    }
}
