//! Patterns of pieces that decide a game (R119).

use crate::game::definition::{Pattern, Shape};
use crate::position::Position;
use crate::vocabulary::{Geometry, Side, Square, SquareSet, Vector, walk};

impl Position {
    /// Returns whether the pieces of a side form a pattern.
    pub(super) fn forms(&self, side: Side, pattern: &Pattern) -> bool {
        let size = self.game().size();
        let pieces = self.squares_of_any(side, &pattern.pieces);
        let any_line = |number: u8, is_one: fn(Geometry, &SquareSet, Square, Vector, u8) -> bool| {
            let mut directions = pattern.directions.iter();
            directions.any(|&along| pieces.iter().any(|from| is_one(size, &pieces, from, along, number)))
        };
        match &pattern.shape {
            Shape::Row(number) => any_line(*number, begins_row),
            Shape::Line(number) => any_line(*number, begins_line),
            Shape::Block(number) => pieces.iter().any(|corner| is_block(size, &pieces, corner, *number)),
            Shape::Chain(ends) => is_chain(size, &pieces, &ends[side.index()], &pattern.directions),
        }
    }
}

/// Returns whether a row of this many neighbours in one direction begins on a square.
fn begins_row(size: Geometry, pieces: &SquareSet, from: Square, along: Vector, number: u8) -> bool {
    let more = usize::from(number) - 1;
    walk(size, from, along, more).filter(|&square| pieces.contains(square)).count() == more
}

/// Returns whether this many pieces stand on a line from a square.
fn begins_line(size: Geometry, pieces: &SquareSet, from: Square, along: Vector, number: u8) -> bool {
    let beyond = walk(size, from, along, Geometry::MAX_SQUARES).filter(|&square| pieces.contains(square));
    1 + beyond.count() >= usize::from(number)
}

/// Returns whether a square block of pieces has its lowest corner on a square.
fn is_block(size: Geometry, pieces: &SquareSet, corner: Square, number: u8) -> bool {
    let side = 0..i16::from(number);
    let (file, rank) = (i16::from(size.file(corner)), i16::from(size.rank(corner)));
    let is_there = |file, rank| size.square(file, rank).is_some_and(|square| pieces.contains(square));
    side.clone().all(|right| side.clone().all(|up| is_there(file + right, rank + up)))
}

/// Returns whether a chain of neighbours leads from one region to another.
fn is_chain(
    size: Geometry,
    pieces: &SquareSet,
    [start, end]: &[SquareSet; 2],
    directions: &[Vector],
) -> bool {
    let mut reached = *start & *pieces;
    let mut open: Vec<Square> = reached.iter().collect();
    while let Some(from) = open.pop() {
        if end.contains(from) {
            return true;
        }
        for &along in directions {
            let neighbours = [along, -along].map(|vector| size.step(from, vector));
            for square in neighbours.into_iter().flatten() {
                if pieces.contains(square) && !reached.contains(square) {
                    reached.insert(square);
                    open.push(square);
                }
            }
        }
    }
    false
}
