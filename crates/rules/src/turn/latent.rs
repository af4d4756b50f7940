//! Stage 1: what holds for the whole turn, computed from the board as it stands (K86, K92, K93, K99).
//!
//! Each function costs next to nothing while no piece of its class is on the board.

use crate::game::{Abilities, Class, Game, Side};
use crate::geometry::SquareSet;
use crate::moves::View;
use crate::position::{Board, Position};
use crate::powers::Reach;

impl Position {
    /// Returns the squares of a side's pieces that are immobilized (K92).
    pub fn immobilized(&self, side: Side) -> SquareSet {
        immobilized(self.game(), self.board(), side)
    }

    /// Returns the squares of a side's pieces that are bewitched (L18).
    pub fn bewitched(&self, side: Side) -> SquareSet {
        bewitched(self.game(), self.board(), side)
    }

    /// Returns the squares of the pieces of both sides that are doubled (K93).
    pub fn doubled(&self) -> SquareSet {
        doubled(self.game(), self.board())
    }

    /// Returns the squares of the pieces of both sides that are poisonous to whoever takes their place (K99).
    pub fn poisonous(&self) -> SquareSet {
        poisonous(self.game(), self.board())
    }

    /// Returns the squares on which a side's pieces burn at the end of the turn (K99).
    pub fn burning(&self, side: Side) -> SquareSet {
        around(self.game(), self.board().class(Class::Burner, side.other()))
    }
}

/// Returns the squares of a side's pieces that are immobilized (K92).
#[inline]
pub(crate) fn immobilized(game: &Game, board: &Board, side: Side) -> SquareSet {
    let immobilizers = board.class(Class::Immobilizer, side.other());
    if immobilizers.is_empty() {
        return SquareSet::EMPTY;
    }
    around(game, immobilizers).intersection(board.side(side)).without(board.class(Class::Unstoppable, side))
}

/// Returns the squares of a side's pieces that are bewitched (L18).
#[inline]
pub(crate) fn bewitched(game: &Game, board: &Board, side: Side) -> SquareSet {
    let bewitchers = board.class(Class::Bewitcher, side.other());
    if bewitchers.is_empty() {
        return SquareSet::EMPTY;
    }
    let beside = bewitchers.iter().fold(SquareSet::EMPTY, |set, one| set.union(game.rays().orthogonal(one)));
    beside.intersection(board.side(side)).without(board.class(Class::Unstoppable, side))
}

/// Returns the squares of the pieces of both sides that a Doubler sees (K93).
#[inline]
pub(crate) fn doubled(game: &Game, board: &Board) -> SquareSet {
    seen_by(game, board, Class::Doubler, |abilities| &abilities.doubled)
}

/// Returns the squares deadly to each side's pieces at the end of the turn (K99): a mark of one colour is deadly to the
/// other.
#[inline]
pub(crate) fn deadly(game: &Game, board: &Board) -> [SquareSet; 2] {
    let poisonous = poisonous(game, board);
    Side::BOTH.map(|side| {
        let mut marks = poisonous.intersection(board.side(side.other()));
        let burners = board.class(Class::Burner, side.other());
        if !burners.is_empty() {
            marks = marks.union(&around(game, burners));
        }
        marks
    })
}

/// Returns the squares of the pieces of both sides that are poisonous, by themselves or because a Poisoner sees them (K99).
#[inline]
fn poisonous(game: &Game, board: &Board) -> SquareSet {
    let seen = seen_by(game, board, Class::Poisoner, |abilities| &abilities.poisoned);
    board.class_of_both(Class::Poisonous).union(&seen)
}

/// Returns the squares next to some squares.
fn around(game: &Game, squares: &SquareSet) -> SquareSet {
    squares.iter().fold(SquareSet::EMPTY, |set, square| set.union(game.rays().neighbours(square)))
}

/// Returns the squares of the pieces that pieces of a class, of either side, see.
#[inline]
fn seen_by(game: &Game, board: &Board, class: Class, lines: impl Fn(&Abilities) -> &[Reach]) -> SquareSet {
    let mut seen = SquareSet::EMPTY;
    let seers = board.class_of_both(class);
    if seers.is_empty() {
        return seen;
    }
    let view = View::new(game.rays(), board, Side::First);
    for seer in seers {
        for reach in lines(game.abilities(board.at(seer))) {
            seen = seen.union(&reach.pieces(&view, seer));
        }
    }
    seen
}
