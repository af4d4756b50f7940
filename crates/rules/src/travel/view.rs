//! The view of a position that travels depend on.

use crate::grammar::ast::Mode;
use crate::vocabulary::{Board, Class, Rays, Side, SquareSet};

/// The pieces of a position, from the moving side's point of view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    /// The rays of the game.
    pub(crate) rays: &'a Rays,
    /// The board.
    pub(crate) board: &'a Board,
    /// The moving side.
    pub(crate) side: Side,
    /// The squares of the moving side's pieces, and walls and others that are obstacles like them.
    pub(crate) own: SquareSet,
    /// The squares of the opponent's pieces that can be taken.
    pub(crate) enemy: SquareSet,
    /// The occupied squares.
    pub(crate) occupied: SquareSet,
    /// The squares of the pieces that have not been displaced since the game began (R50), as far as that matters.
    pub(crate) unmoved: &'a SquareSet,
}

impl<'a> View<'a> {
    /// Returns the view of a side, to which all pieces count as displaced.
    #[inline]
    pub(crate) fn new(rays: &'a Rays, board: &'a Board, side: Side) -> View<'a> {
        let own = board.side(side) | board.walls();
        let enemy = *board.side(side.other());
        View { rays, board, side, own, enemy, occupied: own | enemy, unmoved: &SquareSet::EMPTY }
    }

    /// Returns the same view with these pieces that have not been displaced.
    #[inline]
    pub(crate) fn with_unmoved(self, unmoved: &'a SquareSet) -> View<'a> {
        View { unmoved, ..self }
    }

    /// Returns the view of a piece that cannot take armoured ones: those of the opponent are obstacles like friends (L27).
    pub(crate) fn sparing(&self) -> View<'a> {
        let armoured = self.board.class(Class::Armoured, self.side.other());
        View { own: self.own | armoured, enemy: self.enemy - armoured, ..*self }
    }

    /// Returns the squares of the moving side's own pieces, without what is only an obstacle like them.
    #[inline]
    pub(crate) fn friends(&self) -> SquareSet {
        self.own & self.board.side(self.side)
    }

    /// Returns the side's pieces whose reach may include one of some squares, given the squares `around` them: pieces with a
    /// far reach anywhere, and all others around.
    #[inline]
    pub(crate) fn near(&self, around: &SquareSet) -> SquareSet {
        self.own & (around | self.board.class(Class::Far, self.side))
    }

    /// Returns the same view with opposing pieces on some squares.
    pub(crate) fn with_enemies_on(&self, squares: &SquareSet) -> View<'a> {
        let (enemy, occupied) = (self.enemy | squares, self.occupied | squares);
        View { own: self.own - squares, enemy, occupied, ..*self }
    }

    /// Returns the squares on which a travel of the mode may end: empty ones, opposing pieces or both (K13).
    #[inline]
    pub(super) fn allowed(&self, mode: Mode, squares: &SquareSet) -> SquareSet {
        match mode {
            Mode::Both => squares - self.own,
            Mode::Moving => squares - self.occupied,
            Mode::Capturing => squares & self.enemy,
        }
    }
}
