//! The pieces on the board and in hand.

use std::collections::BTreeMap;

use beaufort_rules::{Piece, SquareSet};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::{PlayedPosition, PyPosition};
use crate::convert::{PySide, SquareArgument, names, optional_given};
use crate::game::{PyPiece, is_same};

#[pymethods]
impl PyPosition {
    /// Returns the piece on a square; None on an empty one.
    fn piece_at(&self, square: SquareArgument) -> PyResult<Option<PyPiece>> {
        let square = square.on(&self.game.game)?;
        Ok(PyPiece::new(&self.game, self.lock().position.board().at(square)))
    }

    /// Returns the pieces by the names of their squares.
    fn piece_map(&self) -> BTreeMap<String, PyPiece> {
        let PlayedPosition { position, .. } = &*self.lock();
        let size = position.game().size();
        let pieces = position.board().pieces();
        pieces
            .filter_map(|(square, piece)| Some((size.name(square), PyPiece::new(&self.game, piece)?)))
            .collect()
    }

    /// Puts a piece on a square, or empties the square with None. This sets up a position: the history is cleared.
    #[pyo3(signature = (square, piece))]
    fn set_piece_at(
        &self,
        square: SquareArgument,
        #[pyo3(from_py_with = optional_given)] piece: Option<Bound<'_, PyPiece>>,
    ) -> PyResult<()> {
        let square = square.on(&self.game.game)?;
        let piece = match piece.as_ref().map(|piece| piece.get().get()) {
            None => Piece::NONE,
            Some((game, piece)) if is_same(&game.game, &self.game.game) => piece,
            Some(_) => return Err(PyTypeError::new_err("a piece of another game")),
        };
        let mut played = self.lock();
        played.position.place(square, piece);
        played.turns.clear();
        Ok(())
    }

    /// Returns the number of pieces that a side may still drop, by their letters in position texts. Empty in games without drops.
    ///
    /// Examples:
    ///     >>> beaufort.Position("larger-board").hand(beaufort.Side.FIRST)
    ///     {'A': 1, 'E': 1, 'H': 1, 'T': 1, 'W': 1}
    fn hand(&self, side: PySide) -> BTreeMap<String, u8> {
        let PlayedPosition { position, .. } = &*self.lock();
        let reserve = position.state().reserve(side.0);
        let items = position.game().definition().drops.items.iter().enumerate();
        items
            .map(|(index, item)| (item.letters.clone(), reserve.count(index)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// Returns the squares of a side's pieces that are immobilized.
    fn immobilized(&self, side: PySide) -> Vec<String> {
        self.squares(|position| position.immobilized(side.0))
    }

    /// Returns the squares of a side's pieces that are bewitched.
    fn bewitched(&self, side: PySide) -> Vec<String> {
        self.squares(|position| position.bewitched(side.0))
    }

    /// Returns the squares of the doubled pieces of both sides, which may make two moves.
    fn doubled(&self) -> Vec<String> {
        self.squares(|position| position.doubled())
    }

    /// Returns the squares of the poisonous pieces of both sides, which poison any piece that captures them.
    fn poisonous(&self) -> Vec<String> {
        self.squares(|position| position.poisonous())
    }

    /// Returns the squares on which pieces of a side burn at the end of the turn.
    fn burning(&self, side: PySide) -> Vec<String> {
        self.squares(|position| position.burning(side.0))
    }

    /// Returns the squares of a side's pieces that lend their moves, each with the squares of the pieces that can borrow them.
    fn borrowers(&self, side: PySide) -> BTreeMap<String, Vec<String>> {
        let PlayedPosition { position, .. } = &*self.lock();
        let size = position.game().size();
        let lenders = position.borrowers(side.0).into_iter();
        lenders.map(|(square, served)| (size.name(square), names(position.game(), served.iter()))).collect()
    }

    /// Returns whether a side attacks a square: whether it could capture an opposing piece there in one step if it were to move.
    /// On an empty square, and on one with a piece of the same side (which is then defended), an ordinary opposing piece is
    /// assumed. As in python-chess, a pinned piece attacks as well.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess")
    ///     >>> [position.is_attacked_by(beaufort.Side.FIRST, square) for square in ("e3", "d2", "e4")]
    ///     [True, True, False]
    fn is_attacked_by(&self, side: PySide, square: SquareArgument) -> PyResult<bool> {
        let square = square.on(&self.game.game)?;
        let position = self.get().with_target(side.0, square);
        Ok(position.is_attacked_by(side.0, square))
    }
}

impl PyPosition {
    /// Returns the names of squares of the position.
    fn squares(&self, which: impl Fn(&beaufort_rules::Position) -> SquareSet) -> Vec<String> {
        names(&self.game.game, which(&self.lock().position).iter())
    }
}
