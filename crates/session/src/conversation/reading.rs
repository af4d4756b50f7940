//! Games of the users' own, read from texts, and what helps to write one.

use beaufort_rules::game::LoadError;
use beaufort_rules::language::words::{WORDS, Word};
use beaufort_rules::{OWN_FILE, builtin, phrase};

use super::handler::Handler;
use super::refusal::{Refusal, not_now};
use crate::event::{Event, Problem, ProblemCode};
use crate::import::Importer;
use crate::library::ReadError;
use crate::view::{BestiaryPieceView, GameMistake, ImportFormat, WordView};

impl Handler<'_> {
    /// Reads a game from its text, and tells its id or what is wrong with it.
    pub(super) fn read_game(&mut self, text: &str) -> Result<(), Refusal> {
        let (game, mistakes) = match self.conversation.library.read(text) {
            Ok(game) => (Some(game.definition().id.clone()), Vec::new()),
            Err(ReadError::Wrong(errors)) => (None, errors.iter().map(mistake).collect()),
            Err(ReadError::NoRoom) => return Err(no_room()),
        };
        self.reply(Event::GameRead { game, mistakes });
        Ok(())
    }

    /// Reads a text of another program, where the owner of the conversation can.
    pub(super) fn import_of_others(
        &mut self,
        format: ImportFormat,
        name: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        let answer = (self.importer()?.read)(format, name, text);
        self.reply(Event::Imported { answer });
        Ok(())
    }

    /// Writes a game for another program, where the owner of the conversation can.
    pub(super) fn export_game(&mut self, game: &str) -> Result<(), Refusal> {
        let write = self.importer()?.write;
        let exported = write(self.game(Some(game))?.definition());
        self.reply(Event::GameExported { exported });
        Ok(())
    }

    /// Returns what reads and writes texts of other programs.
    fn importer(&self) -> Result<Importer, Refusal> {
        let importer = self.conversation.import;
        importer.ok_or_else(|| not_now(phrase!("texts of other programs are not read here")))
    }

    /// Tells the words of the language.
    pub(super) fn words(&mut self) -> Result<(), Refusal> {
        let view = |word: &Word| WordView {
            name: word.name.to_owned(),
            kind: word.kind().noun().to_owned(),
            syntax: word.syntax.to_owned(),
            help: word.help.to_owned(),
            example: word.example.to_owned(),
        };
        self.reply(Event::Words { words: WORDS.iter().map(view).collect() });
        Ok(())
    }

    /// Tells the pieces of the bestiary.
    pub(super) fn bestiary(&mut self) -> Result<(), Refusal> {
        let pieces = builtin::bestiary().into_iter().map(|piece| BestiaryPieceView {
            name: piece.name,
            id: piece.id,
            ability: piece.ability,
            description: piece.description,
        });
        self.reply(Event::Bestiary { pieces: pieces.collect() });
        Ok(())
    }
}

fn mistake(error: &LoadError) -> GameMistake {
    let own = error.file() == OWN_FILE;
    GameMistake {
        file: (!own).then(|| error.file().to_owned()),
        line: error.line() as u32,
        column: error.column() as u32,
        length: error.word().chars().count() as u32,
        message: error.message().to_owned(),
        hint: error.hint().map(ToString::to_string),
        fix: error.fix(),
    }
}

/// Returns that no other game can be read for the time being.
pub(super) fn no_room() -> Refusal {
    let message = phrase!("too many games of their own are being played here: try again later");
    Box::new(Problem::new(ProblemCode::TooMany, message))
}
