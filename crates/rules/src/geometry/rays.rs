//! The squares along every line a game uses, as sets.

use super::{BoardSize, Square, SquareSet, Vector};

/// The lines that some piece of a game rides: in every direction, from every square to the end of the ride or of the board.
#[derive(Clone, Debug)]
pub struct Rays {
    size: BoardSize,
    /// For each line, its step and how often it may be taken.
    lines: Vec<(Vector, u8)>,
    /// For each line and square, the squares beyond it.
    sets: Vec<SquareSet>,
    /// For each line and square, the square one step on; the square itself at the edge of the board.
    next: Vec<Square>,
    /// For each square, its neighbours.
    neighbours: Vec<SquareSet>,
}

/// A line of [`Rays`]: where its tables begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineId(u32);

impl Rays {
    /// Returns the rays of a board, for no line yet.
    pub fn new(size: BoardSize) -> Rays {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Vector::new(dx, dy)));
        let steps = steps.filter(|&step| step != Vector::new(0, 0));
        let around = |square| steps.clone().filter_map(|step| size.step(square, step)).collect();
        Rays {
            size,
            lines: Vec::new(),
            sets: Vec::new(),
            next: Vec::new(),
            neighbours: size.iter().map(around).collect(),
        }
    }

    /// Returns the size of the board.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the neighbours of a square (K16).
    #[inline]
    pub fn neighbours(&self, square: Square) -> &SquareSet {
        &self.neighbours[square.index()]
    }

    /// Returns the line of up to `most` steps of a vector in the first player's coordinates, adding it if it is new.
    pub fn line(&mut self, vector: Vector, most: u8) -> LineId {
        let squares = self.size.squares();
        let known = self.lines.iter().position(|&line| line == (vector, most));
        let index = known.unwrap_or_else(|| {
            let size = self.size;
            self.lines.push((vector, most));
            self.sets
                .extend(size.iter().map(|from| walk(size, from, vector, most.into()).collect::<SquareSet>()));
            self.next.extend(size.iter().map(|from| size.step(from, vector).unwrap_or(from)));
            self.lines.len() - 1
        });
        LineId((index * squares) as u32)
    }

    /// Returns the step of a line, in the first player's coordinates.
    pub fn vector(&self, line: LineId) -> Vector {
        self.lines[line.0 as usize / self.size.squares()].0
    }

    /// Returns the squares of a line beyond a square.
    #[inline]
    pub fn beyond(&self, line: LineId, square: Square) -> &SquareSet {
        &self.sets[line.0 as usize + square.index()]
    }

    /// Returns the square one step on from a square of a line; the square itself at the edge of the board.
    #[inline]
    pub fn next(&self, line: LineId, square: Square) -> Square {
        self.next[line.0 as usize + square.index()]
    }

    /// Returns whether squares ascend along a line.
    pub fn ascends(&self, line: LineId) -> bool {
        let v = self.vector(line);
        v.dy > 0 || (v.dy == 0 && v.dx > 0)
    }
}

/// Returns the squares reached by up to `most` steps of a vector in the first player's coordinates.
pub fn walk(size: BoardSize, from: Square, vector: Vector, most: usize) -> impl Iterator<Item = Square> {
    std::iter::successors(size.step(from, vector), move |&square| size.step(square, vector)).take(most)
}
