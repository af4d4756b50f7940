//! Types of pieces, and pieces of a side.

use beaufort_draw::{PiecePage, tile_svg};
use beaufort_rules::{Piece, PieceType, Side};
use pyo3::prelude::*;

use super::{PyGame, is_same};
use crate::convert::{PySide, Reduced, given};

/// A type of piece: its name, its moves and powers, its picture.
///
/// Examples:
///     >>> dervish = beaufort.Game("scirocco").piece("Der")
///     >>> dervish.name, dervish.promotions
///     ('Dervish', ['Ha'])
#[pyclass(frozen, module = "beaufort", name = "PieceType")]
#[derive(Debug, Clone)]
pub(crate) struct PyPieceType {
    game: PyGame,
    kind: PieceType,
}

impl PyPieceType {
    /// Returns a type of a game.
    pub(crate) fn new(game: &PyGame, kind: PieceType) -> PyPieceType {
        PyPieceType { game: game.clone(), kind }
    }

    /// Returns the game and the type in it.
    pub(crate) fn get(&self) -> (&PyGame, PieceType) {
        (&self.game, self.kind)
    }
}

#[pymethods]
impl PyPieceType {
    /// The game of which it is a type.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// The id in positions and turns.
    #[getter]
    fn id(&self) -> &str {
        &self.game.game.piece(self.kind).id
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.game.game.piece(self.kind).name
    }

    /// The number of the type in `Game.pieces`.
    #[getter]
    fn index(&self) -> usize {
        self.kind.index()
    }

    /// Its moves and powers, in the language of the game files.
    #[getter]
    fn ability(&self) -> &str {
        &self.game.game.piece(self.kind).ability_text
    }

    /// A sentence or two about it.
    #[getter]
    fn description(&self) -> &str {
        &self.game.game.piece(self.kind).description
    }

    /// Whether its loss may end the game.
    #[getter]
    fn is_royal(&self) -> bool {
        self.game.game.is_royal(self.kind)
    }

    /// The ids of the types that it may promote to.
    #[getter]
    fn promotions(&self) -> Vec<&str> {
        let promotions = self.game.game.piece(self.kind).promotions.iter();
        promotions.map(|promotion| self.game.game.piece(promotion.to).id.as_str()).collect()
    }

    /// Notes that accompany the moves, one line each.
    #[getter]
    fn facts(&self) -> Vec<String> {
        PiecePage::new(&self.game.game, self.kind).facts().iter().map(ToString::to_string).collect()
    }

    /// Returns the page of the piece guide, with the diagram of its moves, as SVG.
    fn svg(&self) -> String {
        PiecePage::new(&self.game.game, self.kind).svg()
    }

    /// Returns the page of the piece guide, with the diagram of its moves, as text.
    fn draw(&self) -> String {
        anstream::adapter::strip_str(&PiecePage::new(&self.game.game, self.kind).text()).to_string()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __eq__(&self, other: &PyPieceType) -> bool {
        self.kind == other.kind && is_same(&self.game.game, &other.game.game)
    }

    fn __hash__(&self) -> usize {
        self.kind.index()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyGame, String)> {
        let function = py.import("beaufort._pickle")?.getattr("piece_type")?;
        Ok((function, (self.game.clone(), self.id().to_owned())))
    }

    fn __repr__(&self) -> String {
        format!("<PieceType {}: {}>", self.id(), self.name())
    }
}

/// A piece of a side.
///
/// Examples:
///     >>> beaufort.Position("orthochess").piece_at("e1")
///     <Piece [K]>
#[pyclass(frozen, module = "beaufort", name = "Piece")]
#[derive(Debug)]
pub(crate) struct PyPiece {
    kind: PyPieceType,
    side: Side,
}

impl PyPiece {
    /// Returns the piece on a square; `None` if it is empty.
    pub(crate) fn new(game: &PyGame, piece: Piece) -> Option<PyPiece> {
        piece.kind().map(|kind| PyPiece { kind: PyPieceType::new(game, kind), side: piece.side() })
    }

    /// Returns the game and the piece in it.
    pub(crate) fn get(&self) -> (&PyGame, Piece) {
        (&self.kind.game, Piece::new(self.kind.kind, self.side))
    }
}

#[pymethods]
impl PyPiece {
    #[new]
    fn from_type(#[pyo3(from_py_with = given)] piece_type: Bound<'_, PyPieceType>, side: PySide) -> PyPiece {
        PyPiece { kind: piece_type.get().clone(), side: side.0 }
    }

    /// Its type.
    #[getter]
    fn piece_type(&self) -> PyPieceType {
        self.kind.clone()
    }

    /// The side that owns it.
    #[getter]
    fn side(&self) -> PySide {
        PySide(self.side)
    }

    /// How positions write it: `[K]` for the first player's, `(K)` for the second's.
    fn symbol(&self) -> String {
        match self.side {
            Side::First => format!("[{}]", self.kind.id()),
            Side::Second => format!("({})", self.kind.id()),
        }
    }

    /// Draws its tile.
    fn _repr_svg_(&self) -> String {
        tile_svg(&self.kind.game.game, self.get().1, self.side == Side::First)
    }

    fn __eq__(&self, other: &PyPiece) -> bool {
        self.side == other.side && self.kind.__eq__(&other.kind)
    }

    fn __hash__(&self) -> usize {
        2 * self.kind.__hash__() + self.side.index()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (PyPieceType, PySide)) {
        (slf.get_type(), (slf.get().kind.clone(), PySide(slf.get().side)))
    }

    fn __repr__(&self) -> String {
        format!("<Piece {}>", self.symbol())
    }
}
