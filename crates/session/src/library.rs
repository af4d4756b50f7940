//! The games that sessions can play, each compiled and judged once.

use std::sync::{Arc, OnceLock};

use beaufort_engine::Evaluation;
use beaufort_rules::{Game, builtin};

/// The games with what the engine knows of them; shared by all sessions of a program.
#[derive(Debug)]
pub struct Library {
    entries: Vec<LibraryEntry>,
}

#[derive(Debug)]
struct LibraryEntry {
    id: String,
    game: OnceLock<Arc<Game>>,
    evaluation: OnceLock<Arc<Evaluation>>,
}

impl LibraryEntry {
    /// Returns the entry of a game that is judged already.
    fn of(evaluation: Arc<Evaluation>) -> LibraryEntry {
        LibraryEntry {
            id: evaluation.game().definition().id.clone(),
            game: Arc::clone(evaluation.game()).into(),
            evaluation: evaluation.into(),
        }
    }
}

impl Library {
    /// Returns the library of the built-in games. Nothing is read before it is asked for.
    pub fn new() -> Arc<Library> {
        Arc::new(Library { entries: builtin_entries().collect() })
    }

    /// Returns the library of the built-in games and of games of the user's own, each with what the engine knows of it.
    ///
    /// # Errors
    /// If two games have one id: that id.
    pub fn with_own(own: impl IntoIterator<Item = Arc<Evaluation>>) -> Result<Arc<Library>, String> {
        let mut entries: Vec<LibraryEntry> = Vec::new();
        for entry in builtin_entries().chain(own.into_iter().map(LibraryEntry::of)) {
            if entries.iter().any(|known| known.id == entry.id) {
                return Err(entry.id);
            }
            entries.push(entry);
        }
        Ok(Arc::new(Library { entries }))
    }

    /// Returns the library of the built-in games and of one of the user's own, which takes the place of one with its id.
    pub fn with_one(own: Arc<Evaluation>) -> Arc<Library> {
        let id = &own.game().definition().id;
        let mut entries: Vec<LibraryEntry> = builtin_entries().filter(|entry| entry.id != *id).collect();
        entries.push(LibraryEntry::of(own));
        Arc::new(Library { entries })
    }

    /// Returns the ids of the games: the built-in ones, each followed by its older revisions, then the user's own.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.id.as_str())
    }

    /// Returns a game.
    pub fn game(&self, id: &str) -> Option<&Arc<Game>> {
        let entry = self.entry(id)?;
        Some(entry.game.get_or_init(|| builtin::game(&entry.id).expect("the ids are those of games")))
    }

    /// Returns what the engine knows of a game. Finding it out takes a moment the first time.
    pub fn evaluation(&self, id: &str) -> Option<&Arc<Evaluation>> {
        let game = self.game(id)?;
        Some(self.entry(id)?.evaluation.get_or_init(|| Arc::new(Evaluation::new(game))))
    }

    fn entry(&self, id: &str) -> Option<&LibraryEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

fn builtin_entries() -> impl Iterator<Item = LibraryEntry> {
    builtin::ids().map(|id| LibraryEntry {
        id: id.to_owned(),
        game: OnceLock::new(),
        evaluation: OnceLock::new(),
    })
}
