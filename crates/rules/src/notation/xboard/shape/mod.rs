//! The representation of a game in XBoard: pieces as letters ([`mod@letters`]), positions as FEN ([`fen`]).
//!
//! XBoard identifies a piece by a letter, and its promotion in the zone by `+` and that letter. So it can display a game if
//! there are enough letters for the pieces at the start, none of which is a promotion, if every other piece is the promotion of
//! one of these, and if all moves can be expressed.

mod fen;
mod letters;

use std::sync::Arc;

use super::betza;
use crate::game::Game;
use crate::game::definition::Definition;
use crate::position::Position;
use crate::vocabulary::{Piece, PieceType, Side};

use letters::{PICTURES, letters, table};

/// The greatest number of files or ranks of a board in XBoard.
const LONGEST_SIDE: u8 = 16;

/// A game with letters for its pieces.
#[derive(Clone, Debug)]
pub struct Shape {
    game: Arc<Game>,
    /// For each type its letter, and whether it is the promotion of the type with that letter.
    tokens: Vec<(char, bool)>,
    /// The moves of each type in Betza's notation.
    moves: Vec<String>,
}

impl Shape {
    /// Returns whether XBoard might display a game, judging by its size; a quick test.
    pub fn is_possible(definition: &Definition) -> bool {
        definition.size.files().max(definition.size.ranks()) <= LONGEST_SIDE
            && definition.pieces.len() <= 2 * PICTURES.len()
            && definition.drops.items.is_empty()
            && definition.castlings.is_empty()
    }

    /// Returns the representation of a game, or `None` if XBoard cannot display it.
    pub fn new(game: &Arc<Game>) -> Option<Shape> {
        let definition = game.definition();
        if !Shape::is_possible(definition) {
            return None;
        }
        let at_start = |kind: PieceType| definition.array.iter().any(|placement| placement.piece == kind);
        let (basic, promoted): (Vec<PieceType>, Vec<PieceType>) =
            game.types().partition(|&kind| at_start(kind));
        let mut promotions = definition.pieces.iter().flat_map(|piece| &piece.promotions);
        if promotions.any(|promotion| at_start(promotion.to)) {
            return None;
        }
        let mut tokens = vec![(' ', false); definition.pieces.len()];
        for (kind, letter) in letters(game, &basic)? {
            tokens[kind.index()] = (letter, false);
        }
        for kind in promoted {
            let mut origins = game.types().filter(|&origin| {
                let promotions = &game.piece(origin).promotions;
                promotions.iter().any(|promotion| promotion.to == kind)
            });
            let origin = origins
                .next()
                .filter(|&origin| at_start(origin) && game.piece(origin).promotions.len() == 1)?;
            if origins.next().is_some() {
                return None;
            }
            tokens[kind.index()] = (tokens[origin.index()].0, true);
        }
        let moves = game.types().map(|kind| betza::moves(game, kind)).collect::<Option<_>>()?;
        Some(Shape { game: Arc::clone(game), tokens, moves })
    }

    /// Returns the commands that define the game for XBoard.
    pub fn introduction(&self) -> Vec<String> {
        let size = self.game.size();
        let start = self.fen(&Position::initial(&self.game));
        let table = table(&self.tokens);
        // Of XBoard's variants, Chu Shogi has a promotion zone of a third of the board for all pieces.
        let mut lines = vec![format!(
            "setup ({table}{}) {}x{}+0_chu {start}",
            table.to_ascii_lowercase(),
            size.files(),
            size.ranks()
        )];
        for (kind, moves) in self.game.types().zip(&self.moves) {
            lines.push(format!("piece {}& {moves}", self.token(Piece::new(kind, Side::First))));
        }
        lines
    }

    /// Returns the letter of a piece, preceded by `+` for a promotion; in lower case for the second side.
    pub(super) fn token(&self, piece: Piece) -> String {
        let Some(kind) = piece.kind() else { return String::new() };
        let (letter, promoted) = self.tokens[kind.index()];
        let letter = if piece.side() == Side::First { letter } else { letter.to_ascii_lowercase() };
        if promoted { format!("+{letter}") } else { letter.to_string() }
    }

    /// Returns the pieces with their letters, for users.
    #[cfg(all(test, feature = "builtin"))]
    fn legend(&self) -> Vec<(String, String)> {
        let token = |kind| self.token(Piece::new(kind, Side::First));
        self.game.types().map(|kind| (self.game.piece(kind).name.clone(), token(kind))).collect()
    }

    fn piece(&self, token: &str) -> Option<Piece> {
        Side::BOTH.into_iter().find_map(|side| {
            let mut pieces = self.game.types().map(|kind| Piece::new(kind, side));
            pieces.find(|&piece| self.token(piece) == token)
        })
    }
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use crate::builtin;

    use super::*;

    fn shape(id: &str) -> Option<Shape> {
        Shape::new(&builtin::game(id).expect("it is built in"))
    }

    #[test]
    fn which_games_xboard_can_show() {
        for (id, can_be_shown) in [
            ("scirocco", true),
            ("scirocco-2001", true),
            ("scirocco-1999", false),
            ("typhoon", false),
            ("jupiter", false),
            ("larger-board", false),
            // The promotion of its Pawn is on the board from the start.
            ("courier", false),
        ] {
            assert_eq!(shape(id).is_some(), can_be_shown, "{id}");
        }
    }

    #[test]
    fn the_letters_of_scirocco_are_those_of_the_page() {
        let page = include_str!("../../../../../../docs/cecp.md");
        for (name, token) in shape("scirocco").unwrap().legend() {
            assert!(page.contains(&format!("| {name} | `{token}` |")), "{name} {token}");
        }
    }
}
