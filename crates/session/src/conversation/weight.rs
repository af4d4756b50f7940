//! The estimated work of a request before it is handled: its owner defers heavy requests where they would hold up others.

use beaufort_rules::{OWN_PREFIX, Scope};

use super::Conversation;
use crate::command::{Arrangement, Command, Start};

/// The most work of a request that is not heavy, in turns that are looked at.
pub(super) const LIGHT_TURNS: usize = 5_000;
/// The bytes of text whose reading takes as much work as looking at one turn.
const BYTES_PER_TURN: usize = 16;
/// The turns of a piece of an arrangement, about.
const TURNS_PER_PIECE: usize = 100;
/// The cost of reading a game from its text, or games of other programs, in turns that are looked at: tables are made, and first
/// turns.
const READ_GAME_TURNS: usize = 100_000;
/// The cost of the pictures of a game's pieces, its showcase or its description, in turns that are looked at.
const GAME_TURNS: usize = 1_000;

/// How a request is to be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It is done at once: players wait for it.
    Light,
    /// It is work, and waits until there is a place for such. It may be refused.
    Heavy {
        /// Whether it changes nothing: then a copy of the conversation answers it, and the original goes on meanwhile.
        is_question: bool,
    },
    /// The same for what cannot be refused: a turn, or the way back to a game.
    HeavyTurn,
}

impl Conversation {
    /// Returns how a request is to be carried out.
    pub fn weight(&self, command: &Command) -> Weight {
        if self.turns_looked_at(command) <= LIGHT_TURNS {
            return Weight::Light;
        }
        match command {
            Command::Hello { .. } | Command::Sit { .. } | Command::Play { .. } => Weight::HeavyTurn,
            command => Weight::Heavy { is_question: is_question(command) },
        }
    }

    /// Returns about how many turns have to be looked at to carry a command out.
    pub fn turns_looked_at(&self, command: &Command) -> usize {
        let Some(table) = self.table.as_deref() else { return self.turns_without_game(command) };
        let session = &table.session;
        let shown = || session.position().count_turns(Scope::Choices) as usize;
        let waiting = || {
            let mut waiting = session.position().clone();
            waiting.null_turn();
            waiting.count_turns(Scope::Choices) as usize
        };
        // Showing another place replays the turns up to it; each costs about as much as generating one turn.
        let places = || session.record().moves.places();
        match command {
            Command::Hello { .. } | Command::Sit { .. } => shown() + waiting() + places(),
            Command::Play { .. } => shown() + waiting(),
            Command::Foresee { .. } | Command::Turns { .. } | Command::Premoves { .. } => {
                shown().max(waiting())
            }
            Command::Overlay => {
                let squares = session.game().size().squares();
                let both = shown() + waiting();
                if session.position().doubled().is_empty() { both + squares } else { both * 4 + squares }
            }
            Command::Attackers { node: Some(_), .. } => {
                if session.position().doubled().is_empty() {
                    1
                } else {
                    shown() + waiting()
                }
            }
            Command::Line { turns, .. } => places() + turns.len() * shown().max(waiting()),
            Command::Plan { lines, .. } => lines.iter().map(Vec::len).sum::<usize>() * shown().max(waiting()),
            Command::TakeBack { .. }
            | Command::Redo { .. }
            | Command::Jump { .. }
            | Command::Delete { .. }
            | Command::Promote { .. }
            | Command::AnswerTakeBack { .. }
            | Command::Reopen => places() + shown() + waiting(),
            Command::Summary
            | Command::Comment { .. }
            | Command::Annotate { .. }
            | Command::Export
            | Command::Picture { .. }
            | Command::Review { .. }
            | Command::Judge { .. }
            | Command::Resign { .. }
            | Command::OfferDraw { .. }
            | Command::AnswerDraw { .. }
            | Command::OfferTakeBack { .. }
            | Command::OfferRematch { .. } => places() / 4,
            command => self.turns_without_game(command),
        }
    }

    /// Returns the same for what does not depend on the game.
    fn turns_without_game(&self, command: &Command) -> usize {
        match command {
            Command::Records { text } => text.len() / BYTES_PER_TURN,
            Command::Start { game, from, .. } => match from {
                // How many turns the positions of a record have is known when it has been read.
                Some(Start::Record { .. } | Start::Text { .. }) => usize::MAX,
                Some(Start::Position { text }) => text.len() * TURNS_PER_PIECE / 2,
                // A game of one's own may have far more first turns than any that comes with the program.
                Some(Start::Setup | Start::Default) | None
                    if game.as_deref().is_some_and(|id| id.starts_with(OWN_PREFIX)) =>
                {
                    READ_GAME_TURNS
                }
                Some(Start::Setup | Start::Default) | None => GAME_TURNS,
            },
            Command::Explore { pieces, .. } => pieces.len() * TURNS_PER_PIECE,
            Command::Attackers { pieces, .. } => pieces.len() * TURNS_PER_PIECE / 4,
            Command::Check { arrangement, .. } => match arrangement {
                Arrangement::Text { text } => text.len() * TURNS_PER_PIECE / 4,
                Arrangement::Pieces { pieces, .. } => pieces.len() * TURNS_PER_PIECE / 4,
            },
            Command::ReadGame { .. } | Command::Import { .. } => READ_GAME_TURNS,
            Command::Game { .. }
            | Command::ExportGame { .. }
            | Command::ArrayPicture { .. }
            | Command::Words
            | Command::Bestiary
            | Command::Rules { .. }
            | Command::Showcase { .. }
            | Command::Tiles { .. }
            | Command::Trial { .. }
            | Command::Tune { .. }
            | Command::Worth { .. } => GAME_TURNS,
            Command::Hello { .. }
            | Command::Summary
            | Command::StopTrial
            | Command::Games
            | Command::Invite { .. }
            | Command::Nickname { .. }
            | Command::Sit { .. }
            | Command::Decline { .. }
            | Command::Seat { .. }
            | Command::PreviewSetup { .. }
            | Command::Setup { .. }
            | Command::Play { .. }
            | Command::Foresee { .. }
            | Command::Turns { .. }
            | Command::Premoves { .. }
            | Command::TakeBack { .. }
            | Command::Redo { .. }
            | Command::Jump { .. }
            | Command::Delete { .. }
            | Command::Promote { .. }
            | Command::Comment { .. }
            | Command::Annotate { .. }
            | Command::Resign { .. }
            | Command::OfferDraw { .. }
            | Command::AnswerDraw { .. }
            | Command::WithdrawDraw { .. }
            | Command::OfferTakeBack { .. }
            | Command::AnswerTakeBack { .. }
            | Command::WithdrawTakeBack { .. }
            | Command::Abort { .. }
            | Command::Withdraw { .. }
            | Command::OfferRematch { .. }
            | Command::DeclineRematch { .. }
            | Command::Chat { .. }
            | Command::SwitchChat { .. }
            | Command::Note { .. }
            | Command::Vacation { .. }
            | Command::Plan { .. }
            | Command::Claim { .. }
            | Command::Mail { .. }
            | Command::ConfirmMail { .. }
            | Command::StopMail { .. }
            | Command::Push { .. }
            | Command::StopPush { .. }
            | Command::Reopen
            | Command::Go
            | Command::Wait
            | Command::MoveNow
            | Command::Hint { .. }
            | Command::Analyse { .. }
            | Command::Review { .. }
            | Command::Judge { .. }
            | Command::StopReview
            | Command::Export
            | Command::Picture { .. }
            | Command::Line { .. }
            | Command::Overlay => 1,
        }
    }
}

/// Returns whether a command only asks, and begins nothing.
fn is_question(command: &Command) -> bool {
    matches!(
        command,
        Command::Summary
            | Command::Games
            | Command::Game { .. }
            | Command::Rules { .. }
            | Command::Showcase { .. }
            | Command::Tiles { .. }
            | Command::ReadGame { .. }
            | Command::Import { .. }
            | Command::ExportGame { .. }
            | Command::ArrayPicture { .. }
            | Command::Words
            | Command::Bestiary
            | Command::Records { .. }
            | Command::PreviewSetup { .. }
            | Command::Foresee { .. }
            | Command::Turns { .. }
            | Command::Premoves { .. }
            | Command::Export
            | Command::Picture { .. }
            | Command::Explore { .. }
            | Command::Overlay
            | Command::Attackers { .. }
            | Command::Line { .. }
            | Command::Check { .. }
    )
}
