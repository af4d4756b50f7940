//! The guide: a page for each piece, a list of all pieces, and generated rules for games without help chapters.

mod facts;
mod objectives;
mod rules;
mod svg;
mod text;

use beaufort_rules::{Game, PieceType};

use facts::facts;
pub use facts::{Fact, promotion_condition};
pub use rules::rules_chapters;

/// The page of a piece: its diagram, its description and further facts.
///
/// # Examples
/// ```
/// use beaufort_draw::PiecePage;
/// use beaufort_rules::builtin;
///
/// let game = builtin::game("scirocco").unwrap();
/// let page = PiecePage::new(&game, game.type_by_id("Ha").unwrap());
/// assert_eq!(page.facts()[0].to_string(), "Promoted from: Dervish (Der)");
/// assert!(page.text().contains("a friend here may borrow"));
/// assert!(page.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PiecePage<'a> {
    game: &'a Game,
    kind: PieceType,
}

impl<'a> PiecePage<'a> {
    /// Returns the page of a piece type of a game.
    pub fn new(game: &'a Game, kind: PieceType) -> PiecePage<'a> {
        PiecePage { game, kind }
    }

    /// Returns the facts about the piece besides its moves.
    pub fn facts(&self) -> Vec<Fact> {
        facts(self.game, self.kind)
    }
}

/// A list of all pieces of a game.
#[derive(Clone, Copy, Debug)]
pub struct PieceList<'a> {
    game: &'a Game,
}

impl<'a> PieceList<'a> {
    /// Creates the list of a game's pieces.
    pub fn new(game: &'a Game) -> PieceList<'a> {
        PieceList { game }
    }
}
