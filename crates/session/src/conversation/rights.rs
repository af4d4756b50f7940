//! The rights of players and watchers: which command may be given by whom in a game between two people elsewhere. This table
//! alone decides. `docs/server.md` shows it, and a test tries every command without the right.

use beaufort_rules::phrase;

use super::handler::Handler;
use super::refusal::{Refusal, not_now, refusal};
use crate::command::Command;
use crate::event::ProblemCode;
use crate::view::{SideIndex, side_index};

/// The clients that may give a command in a game with seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    /// Every client: players and watchers.
    Everyone,
    /// A client that has the seat of this side.
    Side(SideIndex),
    /// A client that has the seat of the side to move at a node. The command itself checks whether the node is the one shown, so
    /// that a late client gets exactly that error.
    Mover(u32),
    /// A client that has the seat of the side that makes the choices of the present set-up phase.
    Chooser,
    /// A client that has a seat.
    Seated,
    /// No client.
    Nobody,
}

/// Returns who may give a command in a game with seats.
fn right(command: &Command) -> Right {
    match command {
        Command::Hello { .. }
        | Command::Sit { .. }
        | Command::Decline { .. }
        | Command::Nickname { .. }
        | Command::Summary
        | Command::Games
        | Command::Game { .. }
        | Command::Rules { .. }
        | Command::Showcase { .. }
        | Command::Tiles { .. }
        | Command::Worth { .. }
        | Command::ReadGame { .. }
        | Command::Trial { .. }
        | Command::Tune { .. }
        | Command::StopTrial
        | Command::Import { .. }
        | Command::ExportGame { .. }
        | Command::Words
        | Command::Bestiary
        | Command::Records { .. }
        | Command::PreviewSetup { .. }
        | Command::Jump { .. }
        | Command::Export
        | Command::Picture { .. }
        | Command::ArrayPicture { .. }
        | Command::Explore { .. }
        | Command::Overlay
        | Command::Attackers { .. }
        | Command::Line { .. }
        | Command::Premoves { .. }
        | Command::Turns { .. }
        | Command::Check { .. }
        | Command::ConfirmMail { .. }
        | Command::StopMail { .. }
        | Command::StopPush { .. } => Right::Everyone,
        Command::Play { node, .. } | Command::Foresee { node, .. } => Right::Mover(*node),
        Command::Setup { .. } => Right::Chooser,
        Command::Resign { side }
        | Command::OfferDraw { side }
        | Command::AnswerDraw { side, .. }
        | Command::WithdrawDraw { side }
        | Command::OfferTakeBack { side }
        | Command::AnswerTakeBack { side, .. }
        | Command::WithdrawTakeBack { side }
        | Command::Abort { side }
        | Command::Withdraw { side }
        | Command::OfferRematch { side, .. }
        | Command::DeclineRematch { side }
        | Command::SwitchChat { side, .. }
        | Command::Vacation { side, .. }
        | Command::Claim { side, .. } => Right::Side(*side),
        Command::Chat { .. }
        | Command::Note { .. }
        | Command::Plan { .. }
        | Command::Mail { .. }
        | Command::Push { .. } => Right::Seated,
        Command::Start { .. }
        | Command::Invite { .. }
        | Command::Seat { .. }
        | Command::TakeBack { .. }
        | Command::Redo { .. }
        | Command::Delete { .. }
        | Command::Promote { .. }
        | Command::Comment { .. }
        | Command::Annotate { .. }
        | Command::Reopen
        | Command::Go
        | Command::Wait
        | Command::MoveNow
        | Command::Hint { .. }
        | Command::Judge { .. }
        | Command::Analyse { .. }
        | Command::Review { .. }
        | Command::StopReview => Right::Nobody,
    }
}

impl Handler<'_> {
    /// Expects that the requester may give a command. Where the game has no seats everybody may do everything.
    pub(super) fn expect_right(&self, command: &Command) -> Result<(), Refusal> {
        let Some(table) = &self.conversation.table else { return Ok(()) };
        let Some(seats) = &table.seats else { return Ok(()) };
        let needed = match right(command) {
            Right::Everyone => return Ok(()),
            Right::Nobody => {
                let message = phrase!(
                    "this is not done in a game between two people: start a game of your own with its record"
                );
                return Err(refusal(ProblemCode::Forbidden, message, "type"));
            }
            Right::Side(side) => Some(side),
            Right::Seated => None,
            Right::Mover(node) => {
                let here = table.session.here();
                let node = table.session.node(node as usize).unwrap_or(here);
                Some(side_index(table.session.side_at(node)))
            }
            Right::Chooser => table.session.setup_phase().map(|phase| side_index(phase.chooser)),
        };
        let own = self.own_side().map(side_index);
        if own.is_none() || needed.is_some_and(|needed| own != Some(needed)) {
            let message = phrase!("only who has the seat of that side may do this");
            return Err(refusal(ProblemCode::Forbidden, message, "side"));
        }
        if seats.is_aborted {
            return Err(not_now(phrase!("the game has been aborted")));
        }
        if !seats.are_taken() && !matches!(command, Command::Abort { .. } | Command::Withdraw { .. }) {
            return Err(not_now(phrase!("the other seat is still free")));
        }
        Ok(())
    }
}
