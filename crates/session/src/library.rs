//! The games that sessions can play, each compiled and judged once.

use std::sync::{Arc, OnceLock};

use beaufort_engine::Evaluation;
use beaufort_rules::{Game, builtin};

/// The games with what the engine knows of them; shared by all sessions of a program.
#[derive(Debug)]
pub struct Library {
    shelves: Vec<Shelf>,
}

#[derive(Debug)]
struct Shelf {
    id: &'static str,
    game: OnceLock<Arc<Game>>,
    evaluation: OnceLock<Arc<Evaluation>>,
}

impl Library {
    /// Returns the library of the built-in games. Nothing is read before it is asked for.
    pub fn new() -> Arc<Library> {
        let shelf = |id| Shelf { id, game: OnceLock::new(), evaluation: OnceLock::new() };
        Arc::new(Library { shelves: builtin::ids().map(shelf).collect() })
    }

    /// Returns the ids of the games, each followed by its older revisions.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.shelves.iter().map(|shelf| shelf.id)
    }

    /// Returns a game.
    pub fn game(&self, id: &str) -> Option<&Arc<Game>> {
        let shelf = self.shelf(id)?;
        Some(shelf.game.get_or_init(|| builtin::game(shelf.id).expect("the ids are those of games")))
    }

    /// Returns what the engine knows of a game. Finding it out takes a moment the first time.
    pub fn evaluation(&self, id: &str) -> Option<&Arc<Evaluation>> {
        let game = self.game(id)?;
        Some(self.shelf(id)?.evaluation.get_or_init(|| Arc::new(Evaluation::new(game))))
    }

    fn shelf(&self, id: &str) -> Option<&Shelf> {
        self.shelves.iter().find(|shelf| shelf.id == id)
    }
}
