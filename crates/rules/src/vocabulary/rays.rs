//! The squares along every line a game uses, as sets.

use super::{Geometry, Square, SquareSet, Vector};

/// The lines that some piece of a game rides: in every direction, from every square to the end of the ride or of the board.
#[derive(Clone, Debug)]
pub struct Rays {
    size: Geometry,
    /// For each line, its step and how often it may be taken.
    lines: Vec<(Vector, Length)>,
    /// For each line and square, the squares beyond it.
    sets: Vec<SquareSet>,
    /// For each line and square, the square one step on; the square itself at the edge of the board.
    next: Vec<Square>,
    /// For each square, its neighbours.
    neighbours: Vec<SquareSet>,
    /// For each square, its neighbours on rank and file.
    orthogonal: Vec<SquareSet>,
    /// For each square, the squares around it.
    around: Vec<SquareSet>,
}

/// How many files and ranks away a square may be that is still around another.
const AROUND: u8 = 2;

/// A line of [`Rays`]: where its tables begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineId(u32);

/// How far a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// So many steps, if the board has room for them.
    Most(u8),
    /// Half the way to the edge of the board, rounded up (L9).
    Half,
}

impl Rays {
    /// Returns the rays of a board, for no line yet.
    pub fn new(size: Geometry) -> Rays {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Vector::new(dx, dy)));
        let steps = steps.filter(|&step| step != Vector::new(0, 0));
        let around = |square| steps.clone().filter_map(|step| size.step(square, step)).collect();
        let straight = steps.clone().filter(|step| step.dx == 0 || step.dy == 0);
        let beside = |square| straight.clone().filter_map(|step| size.step(square, step)).collect();
        Rays {
            size,
            lines: Vec::new(),
            sets: Vec::new(),
            next: Vec::new(),
            neighbours: size.iter().map(around).collect(),
            orthogonal: size.iter().map(beside).collect(),
            around: size.iter().map(|square| squares_around(size, square)).collect(),
        }
    }

    /// Returns the size of the board.
    #[inline]
    pub fn size(&self) -> Geometry {
        self.size
    }

    /// Returns the neighbours of a square (K16).
    #[inline]
    pub fn neighbours(&self, square: Square) -> &SquareSet {
        &self.neighbours[square.index()]
    }

    /// Returns the neighbours of a square on its rank and file.
    #[inline]
    pub fn orthogonal(&self, square: Square) -> &SquareSet {
        &self.orthogonal[square.index()]
    }

    /// Returns the squares at most two files and ranks from a square, that square among them: so far most pieces take.
    #[inline]
    pub(crate) fn around(&self, square: Square) -> &SquareSet {
        &self.around[square.index()]
    }

    /// Returns the squares around any of some squares, and a few more at the other edge of the board.
    #[inline]
    pub(crate) fn around_all(&self, squares: &SquareSet) -> SquareSet {
        let widened = |set: SquareSet, by: u8| (0..AROUND).fold(set, |set, _| set.widened(by.into()));
        widened(widened(*squares, 1), self.size.files())
    }

    /// Returns the line of up to `most` steps of a vector in the first player's coordinates, adding it if it is new: lines that
    /// the board makes equally long are one.
    pub fn line(&mut self, vector: Vector, most: u8) -> LineId {
        let room = |length: u8, step: i8| (length - 1).checked_div(step.unsigned_abs()).unwrap_or(u8::MAX);
        let longest = room(self.size.files(), vector.dx).min(room(self.size.ranks(), vector.dy));
        self.add(vector, Length::Most(most.min(longest)))
    }

    /// Returns the line of steps of a vector half the way to the edge of the board, rounded up (L9), adding it if it is new.
    pub fn half_line(&mut self, vector: Vector) -> LineId {
        self.add(vector, Length::Half)
    }

    fn add(&mut self, vector: Vector, length: Length) -> LineId {
        let known = self.lines.iter().position(|&line| line == (vector, length));
        let index = known.unwrap_or_else(|| {
            let size = self.size;
            let squares = |from| {
                let most = match length {
                    Length::Most(most) => most.into(),
                    Length::Half => walk(size, from, vector, usize::MAX).count().div_ceil(2),
                };
                walk(size, from, vector, most).collect::<SquareSet>()
            };
            self.lines.push((vector, length));
            self.sets.extend(size.iter().map(squares));
            self.next.extend(size.iter().map(|from| size.step(from, vector).unwrap_or(from)));
            self.lines.len() - 1
        });
        LineId((index * self.size.squares()) as u32)
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
        self.vector(line).ascends()
    }
}

fn squares_around(size: Geometry, square: Square) -> SquareSet {
    let is_near = |&other: &Square| {
        size.file(other).abs_diff(size.file(square)) <= AROUND
            && size.rank(other).abs_diff(size.rank(square)) <= AROUND
    };
    size.iter().filter(is_near).collect()
}

/// Returns the squares reached by up to `most` steps of a vector in the first player's coordinates.
pub fn walk(size: Geometry, from: Square, vector: Vector, most: usize) -> impl Iterator<Item = Square> {
    std::iter::successors(size.step(from, vector), move |&square| size.step(square, vector)).take(most)
}

/// Returns the squares strictly between two squares of a line of the Queen, or `None` if they are on no such line.
pub fn between(size: Geometry, from: Square, to: Square) -> Option<SquareSet> {
    let v = size.vector(from, to);
    if from == to || v.dx != 0 && v.dy != 0 && v.dx.abs() != v.dy.abs() {
        return None;
    }
    Some(walk(size, from, v.direction(), usize::MAX).take_while(|&square| square != to).collect())
}
