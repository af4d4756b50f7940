//! Turns: played, listed, taken back.

use beaufort_rules::Turn;
use beaufort_rules::record::Tree;
use beaufort_session::command::{Command, TurnChoice};
use beaufort_session::{Seat, Stage};

use super::Table;
use crate::commands::play::look;
use crate::commands::play::show::{self, BOLD, DIM};
use crate::failure::Failure;
use crate::output;

impl Table {
    /// Makes a waiting engine continue; otherwise explains why nothing happens.
    pub(super) fn go(&mut self) -> Result<(), Failure> {
        match self.session().stage() {
            Stage::Turn(side) if self.session().seat(side) == Seat::Human => self.say(&format!(
                "It is {}'s turn: type one, or `engine plays {0}` to let Beaufort play it.\n",
                self.session().game().side_name(side)
            )),
            _ => self.send(Command::Go).map(drop),
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), Failure> {
        self.send_turn(text)?;
        self.played()
    }

    pub(super) fn play_listed(&mut self, number: usize) -> Result<(), Failure> {
        let Some(text) = number.checked_sub(1).and_then(|index| self.listed.get(index)).cloned() else {
            let failure = Failure::user(format_args!("there is no turn {number} in a list shown here"));
            return Err(failure.hint("`moves` numbers the turns; after that, a number plays one"));
        };
        self.send_turn(&text)?;
        self.say(&format!("You play {BOLD}{text}{BOLD:#}.\n"))?;
        self.played()
    }

    fn send_turn(&mut self, text: &str) -> Result<(), Failure> {
        let turn = TurnChoice::Typed { text: text.to_owned() };
        self.send(Command::Play { node: self.node(), turn }).map(drop)
    }

    /// Shows the board after a person's turn, if another person plays next.
    fn played(&self) -> Result<(), Failure> {
        if self.client.has_work() { Ok(()) } else { self.show() }
    }

    pub(super) fn list(&mut self, filter: &str) -> Result<(), Failure> {
        if let Stage::Over(_) = self.session().stage() {
            return Err(self.over());
        }
        let game = self.session().game();
        let square = game.size().parse(filter).ok();
        let kind = game.type_by_any_name(filter);
        if !filter.is_empty() && square.is_none() && kind.is_none() {
            return Err(look::unknown_piece(game, filter));
        }
        let board = self.session().position().board();
        let is_wanted = |turn: &Turn| {
            filter.is_empty()
                || kind.is_some() && board.at(turn.first.from).kind() == kind
                || square.is_some_and(|square| {
                    turn.steps().any(|step| [step.from, step.to, step.via].contains(&square))
                })
        };
        let turns: Vec<(Turn, String)> =
            show::turns(self.session()).into_iter().filter(|(turn, _)| is_wanted(turn)).collect();
        if turns.is_empty() {
            return self.say("No turn fits.\n");
        }
        let texts: Vec<&str> = turns.iter().map(|(_, text)| text.as_str()).collect();
        self.say(&show::numbered(&texts, output::terminal_width()))?;
        self.listed = turns.into_iter().map(|(_, text)| text).collect();
        Ok(())
    }

    pub(super) fn back(&mut self, turns: Option<u32>) -> Result<(), Failure> {
        if turns.is_none() && self.session().is_ended_by_players() {
            self.send(Command::Reopen)?;
        } else {
            self.send(Command::TakeBack { turns })?;
        }
        self.jumped()
    }

    pub(super) fn redo(&mut self, turns: Option<u32>) -> Result<(), Failure> {
        self.send(Command::Redo { turns })?;
        self.jumped()
    }

    pub(super) fn goto(&mut self, turns: usize) -> Result<(), Failure> {
        let session = self.session();
        let (moves, here) = (&session.record().moves, session.here());
        let places: Vec<_> =
            std::iter::once(Tree::ROOT).chain(moves.path(here)).chain(moves.line(here)).collect();
        let Some(place) = places.get(turns) else {
            return Err(Failure::user(format_args!("the game has only {} turns", places.len() - 1)));
        };
        self.send(Command::Jump { node: place.index() as u32 })?;
        self.jumped()
    }

    /// Shows another place of the game.
    fn jumped(&mut self) -> Result<(), Failure> {
        self.show()?;
        let ahead = show::turns_ahead(self.session());
        if ahead > 0 {
            let turns = if ahead == 1 { "turn follows" } else { "turns follow" };
            self.say(&format!("{DIM}{ahead} {turns} in the record: `redo`{DIM:#}\n"))?;
        }
        Ok(())
    }
}
