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
    id: String,
    game: OnceLock<Arc<Game>>,
    evaluation: OnceLock<Arc<Evaluation>>,
}

impl Shelf {
    /// Returns the shelf of a game that is judged already.
    fn of(evaluation: Arc<Evaluation>) -> Shelf {
        Shelf {
            id: evaluation.game().definition().id.clone(),
            game: Arc::clone(evaluation.game()).into(),
            evaluation: evaluation.into(),
        }
    }
}

impl Library {
    /// Returns the library of the built-in games. Nothing is read before it is asked for.
    pub fn new() -> Arc<Library> {
        Arc::new(Library { shelves: builtin_shelves().collect() })
    }

    /// Returns the library of the built-in games and of games of the user's own, each with what the engine knows of it.
    ///
    /// # Errors
    /// If two games have one id: that id.
    pub fn with_own(own: impl IntoIterator<Item = Arc<Evaluation>>) -> Result<Arc<Library>, String> {
        let mut shelves: Vec<Shelf> = Vec::new();
        for shelf in builtin_shelves().chain(own.into_iter().map(Shelf::of)) {
            if shelves.iter().any(|known| known.id == shelf.id) {
                return Err(shelf.id);
            }
            shelves.push(shelf);
        }
        Ok(Arc::new(Library { shelves }))
    }

    /// Returns the library of the built-in games and of one of the user's own, which takes the place of one with its id.
    pub fn with_one(own: Arc<Evaluation>) -> Arc<Library> {
        let id = &own.game().definition().id;
        let mut shelves: Vec<Shelf> = builtin_shelves().filter(|shelf| shelf.id != *id).collect();
        shelves.push(Shelf::of(own));
        Arc::new(Library { shelves })
    }

    /// Returns the ids of the games: the built-in ones, each followed by its older revisions, then the user's own.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.shelves.iter().map(|shelf| shelf.id.as_str())
    }

    /// Returns a game.
    pub fn game(&self, id: &str) -> Option<&Arc<Game>> {
        let shelf = self.shelf(id)?;
        Some(shelf.game.get_or_init(|| builtin::game(&shelf.id).expect("the ids are those of games")))
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

fn builtin_shelves() -> impl Iterator<Item = Shelf> {
    builtin::ids().map(|id| Shelf { id: id.to_owned(), game: OnceLock::new(), evaluation: OnceLock::new() })
}
