//! Surroundings that forbid the square of a drop (R160).

use crate::vocabulary::{Board, Geometry, Side, Square, SquareSet, Vector};

/// Up, down, left and right.
const STRAIGHT: [Vector; 4] = [Vector::new(0, 1), Vector::new(0, -1), Vector::new(-1, 0), Vector::new(1, 0)];

/// The surroundings that forbid a square on which a piece is dropped (R160).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings {
    /// The square below is empty: the piece would fall.
    AboveEmpty,
    /// A piece that slides in from an edge of the board, as far as it can, never stops there.
    NoSlide,
    /// An opposing piece is on one of the four next squares on rank and file.
    BesideEnemy,
    /// No friendly piece is on one of the eight squares around.
    AwayFromFriends,
}

impl Surroundings {
    /// Returns the words of the language for what is forbidden.
    pub const fn words(self) -> &'static str {
        match self {
            Surroundings::AboveEmpty => "above an empty square",
            Surroundings::NoSlide => "where it could not slide in",
            Surroundings::BesideEnemy => "beside an enemy",
            Surroundings::AwayFromFriends => "away from friends",
        }
    }

    /// Returns the squares, among others, on which it forbids a side to drop a piece.
    pub(crate) fn forbid(self, size: Geometry, board: &Board, side: Side) -> SquareSet {
        let occupied = board.occupied();
        let is_blocked =
            |square, way| size.step(square, way).is_none_or(|next: Square| occupied.contains(next));
        let is_forbidden = |&square: &Square| match self {
            Surroundings::AboveEmpty => !is_blocked(square, Vector::new(0, -1)),
            Surroundings::NoSlide => !STRAIGHT.iter().any(|&way| {
                let back = Vector::new(-way.dx, -way.dy);
                let mut behind = std::iter::successors(Some(square), |&at| size.step(at, back)).skip(1);
                is_blocked(square, way) && !behind.any(|at| occupied.contains(at))
            }),
            Surroundings::BesideEnemy => {
                let next = STRAIGHT.iter().filter_map(|&way| size.step(square, way));
                next.into_iter().any(|next| board.side(side.other()).contains(next))
            }
            Surroundings::AwayFromFriends => {
                let mut around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Vector::new(dx, dy)));
                !around.any(|way| size.step(square, way).is_some_and(|at| board.side(side).contains(at)))
            }
        };
        size.iter().filter(is_forbidden).collect()
    }
}
