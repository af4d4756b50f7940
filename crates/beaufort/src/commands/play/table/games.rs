//! The record, and other games in place of this one.

use std::path::Path;
use std::sync::Arc;

use beaufort_rules::Side;
use beaufort_session::Seat;
use beaufort_session::command::{Command, Start};
use beaufort_session::event::{Event, Problem};
use beaufort_session::view::side_index;

use super::Table;
use crate::commands::play::keeper::Keeper;
use crate::commands::play::load::{load, refusal};
use crate::commands::play::table::Arrangement;
use crate::failure::Failure;
use crate::game_args::builtin_game;

impl Table {
    /// Begins a game, in place of the one before.
    ///
    /// # Errors
    /// If the game cannot begin; then the current game continues.
    pub(in crate::commands::play) fn begin(&mut self, from: Start, seats: [Seat; 2]) -> Result<(), Problem> {
        // Named or random choices hold for the engine's side, too: it takes its seat afterwards.
        let is_asked = matches!(self.arrangement, Arrangement::Ask);
        let is_new = matches!(from, Start::Setup);
        // The day on which a record without a date is loaded is not the day of the game.
        let is_loaded = matches!(from, Start::Record { .. });
        let today = || chrono::Local::now().format("%Y.%m.%d").to_string();
        let first_seats = if is_asked { seats } else { [Seat::Human; 2] };
        self.client.ask(Command::Start {
            game: Some(self.game.definition().id.clone()),
            players: Some(first_seats.map(|seat| self.strength.player(seat))),
            clock: None,
            from: Some(from),
            date: (!is_loaded).then(today),
        })?;
        self.listed.clear();
        while let Some(phase) = self.session().setup_phase()
            && let Some(how) =
                self.arrangement.of_phase(self.session().phases_finished(), phase.choices.len())
        {
            self.client.ask(Command::Setup { how })?;
        }
        // Choices of the command line or of a loaded game are not announced.
        self.phases_told = if is_asked && is_new { 0 } else { self.session().phases_finished() };
        if !is_asked {
            for (side, seat) in Side::BOTH.into_iter().zip(seats) {
                self.client
                    .ask(Command::Seat { side: side_index(side), player: self.strength.player(seat) })?;
            }
        }
        Ok(())
    }

    /// Shows the record, or the position as a text.
    pub(super) fn export(&mut self, text: fn(String, String) -> String) -> Result<(), Failure> {
        for event in self.send(Command::Export)? {
            if let Event::Exported { record, position, .. } = event {
                self.say(&text(record, position))?;
            }
        }
        Ok(())
    }

    pub(super) fn comment(&mut self, text: String) -> Result<(), Failure> {
        if !text.is_empty() {
            return self.send(Command::Comment { node: self.node(), text }).map(drop);
        }
        match self.session().comment() {
            "" => self.say("There is no comment here.\n"),
            comment => self.say(&format!("{comment}\n")),
        }
    }

    pub(super) fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let loaded = load(path, Some(self.session().game()))?;
        let keeper = Keeper::of_loaded(path, &loaded.text, &loaded.game, &self.interrupt)?;
        let seats = loaded.seats.unwrap_or(self.seats());
        let before = self.session().record().clone();
        self.begin(Start::Record { text: loaded.text }, seats).map_err(|problem| refusal(path, &problem))?;
        self.change_keeper(keeper, &before);
        self.welcome()
    }

    pub(super) fn new_game(&mut self, name: &str) -> Result<(), Failure> {
        let is_other = !name.is_empty() && !self.game.definition().is_called(name);
        let game = if is_other { builtin_game(name)? } else { Arc::clone(&self.game) };
        let keeper = match Keeper::new(&game, None, &self.interrupt) {
            Ok(keeper) => keeper,
            // The current game continues.
            Err(failure) => return self.forgive(Err(failure)),
        };
        if is_other {
            self.game = game;
            self.arrangement = Arrangement::Ask;
        }
        let before = self.session().record().clone();
        self.change_keeper(keeper, &before);
        self.begin(Start::Setup, self.seats()).map_err(|problem| Failure::user(problem.message))?;
        self.welcome()
    }
}
