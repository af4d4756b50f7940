//! The lines used by a game, as sets of squares.

use super::{Geometry, Piece, Square, SquareSet, Vector};

/// The lines of all riders of a game: in every direction, from every square to the end of the ride or of the board.
#[derive(Clone, Debug)]
pub struct Rays {
    size: Geometry,
    /// The squares of the board that do not exist: lines end before them.
    holes: SquareSet,
    /// For each line, its step and its length.
    lines: Vec<(Vector, Length)>,
    /// For each line and square, the squares that follow.
    sets: Vec<SquareSet>,
    /// For each line and square, the next square; the square itself at the edge of the board.
    next: Vec<Square>,
    /// For each square, its neighbours.
    neighbours: Vec<SquareSet>,
    /// For each square, its neighbours on rank and file.
    orthogonal: Vec<SquareSet>,
    /// For each square, the squares around it.
    around: Vec<SquareSet>,
    /// The ranks of the pieces, by [`Piece::code`]; empty if all are 0 (R111).
    ranks: Vec<u8>,
}

/// The distance in files and ranks up to which a square is around another.
const AROUND: u8 = 2;

/// The id of a line of [`Rays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineId(u32);

/// The length of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// This number of steps, as far as the board goes.
    Most(u8),
    /// Half the distance to the edge of the board, rounded up (L9).
    Half,
    /// This number of steps, as long as they start on and lead to some squares.
    Within(u8, SquareSet),
}

impl Rays {
    /// Returns the rays of a board with some holes, without lines.
    pub fn new(size: Geometry, holes: SquareSet) -> Rays {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Vector::new(dx, dy)));
        let steps = steps.filter(|&step| step != Vector::new(0, 0));
        let around =
            |square| steps.clone().filter_map(|step| size.step(square, step)).collect::<SquareSet>() - holes;
        let straight = steps.clone().filter(|step| step.dx == 0 || step.dy == 0);
        let beside = |square| {
            straight.clone().filter_map(|step| size.step(square, step)).collect::<SquareSet>() - holes
        };
        Rays {
            size,
            holes,
            lines: Vec::new(),
            sets: Vec::new(),
            next: Vec::new(),
            neighbours: size.iter().map(around).collect(),
            orthogonal: size.iter().map(beside).collect(),
            around: size.iter().map(|square| squares_around(size, square)).collect(),
            ranks: Vec::new(),
        }
    }

    /// Returns the geometry of the board.
    #[inline]
    pub fn size(&self) -> Geometry {
        self.size
    }

    /// Sets the ranks of the pieces, by [`Piece::code`] (R111).
    pub(crate) fn set_ranks(&mut self, ranks: Vec<u8>) {
        self.ranks = ranks;
    }

    /// Returns the rank of a piece, which decides what jumps over it (R111).
    #[inline]
    pub(crate) fn rank(&self, piece: Piece) -> u8 {
        self.ranks.get(piece.code()).copied().unwrap_or(0)
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

    /// Returns the squares at most two files and ranks away, including the square itself; most pieces take only there.
    #[inline]
    pub(crate) fn around(&self, square: Square) -> &SquareSet {
        &self.around[square.index()]
    }

    /// Returns whether what is a vector away is always among the squares around.
    pub(crate) fn is_around(vector: Vector) -> bool {
        vector.dx.unsigned_abs() <= AROUND && vector.dy.unsigned_abs() <= AROUND
    }

    /// Returns a superset of the squares around any of some squares, with a few more at the opposite edge of the board.
    #[inline]
    pub(crate) fn around_all(&self, squares: &SquareSet) -> SquareSet {
        let widened = |set: SquareSet, by: u8| (0..AROUND).fold(set, |set, _| set.widened(by.into()));
        widened(widened(*squares, 1), self.size.files())
    }

    /// Returns the line of up to `most` steps by a vector in the first player's coordinates, which is added if it is new. Lines
    /// with the same squares on this board are the same.
    pub fn line(&mut self, vector: Vector, most: u8) -> LineId {
        let room = |length: u8, step: i8| (length - 1).checked_div(step.unsigned_abs()).unwrap_or(u8::MAX);
        let longest = room(self.size.files(), vector.dx).min(room(self.size.ranks(), vector.dy));
        self.add(vector, Length::Most(most.min(longest)))
    }

    /// Returns the line of steps by a vector over half the distance to the edge of the board, rounded up (L9), which is added
    /// if it is new.
    pub fn half_line(&mut self, vector: Vector) -> LineId {
        self.add(vector, Length::Half)
    }

    /// Returns the line of up to `most` steps by a vector that starts on and passes squares of a set alone, which is added if it
    /// is new. From other squares it has no step.
    pub(crate) fn line_within(&mut self, vector: Vector, most: u8, squares: SquareSet) -> LineId {
        self.add(vector, Length::Within(most, squares))
    }

    fn add(&mut self, vector: Vector, length: Length) -> LineId {
        let known = self.lines.iter().position(|&line| line == (vector, length));
        let index = known.unwrap_or_else(|| {
            let (size, holes) = (self.size, self.holes);
            let walk =
                |from| walk(size, from, vector, usize::MAX).take_while(|&square| !holes.contains(square));
            let squares = |from| {
                let most = match length {
                    Length::Most(most) => most.into(),
                    Length::Half => walk(from).count().div_ceil(2),
                    Length::Within(_, squares) if !squares.contains(from) => 0,
                    Length::Within(most, squares) => {
                        walk(from).take(most.into()).take_while(|square| squares.contains(*square)).count()
                    }
                };
                walk(from).take(most).collect::<SquareSet>()
            };
            self.lines.push((vector, length));
            let sets: Vec<SquareSet> = size.iter().map(squares).collect();
            let step = |from| size.step(from, vector).filter(|&next| sets[from.index()].contains(next));
            self.next.extend(size.iter().map(|from| step(from).unwrap_or(from)));
            self.sets.extend(sets);
            self.lines.len() - 1
        });
        LineId((index * self.size.squares()) as u32)
    }

    /// Returns the step of a line, in the first player's coordinates.
    pub fn vector(&self, line: LineId) -> Vector {
        self.lines[line.0 as usize / self.size.squares()].0
    }

    /// Returns the squares of a line after a square.
    #[inline]
    pub fn beyond(&self, line: LineId, square: Square) -> &SquareSet {
        &self.sets[line.0 as usize + square.index()]
    }

    /// Returns the next square of a line after a square; the square itself at the edge of the board.
    #[inline]
    pub fn next(&self, line: LineId, square: Square) -> Square {
        self.next[line.0 as usize + square.index()]
    }

    /// Returns whether the indices of squares ascend along a line.
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
    let (file, rank) = (size.file(from), size.rank(from));
    let room = |at: u8, room: u8, step: i8| match step {
        0 => usize::MAX,
        1.. => usize::from((room - 1 - at) / step as u8),
        _ => usize::from(at / step.unsigned_abs()),
    };
    let length = room(file, size.files(), vector.dx).min(room(rank, size.ranks(), vector.dy)).min(most);
    let step = i32::from(vector.dy) * i32::from(size.files()) + i32::from(vector.dx);
    let mut at = from.index() as i32;
    std::iter::repeat_with(move || {
        at += step;
        Square::new(at as u8)
    })
    .take(length)
}

/// Returns the squares strictly between two squares on a common rank, file or diagonal; `None` if they are on none.
pub fn between(size: Geometry, from: Square, to: Square) -> Option<SquareSet> {
    let v = size.vector(from, to);
    if from == to || v.dx != 0 && v.dy != 0 && v.dx.abs() != v.dy.abs() {
        return None;
    }
    Some(walk(size, from, v.direction(), usize::MAX).take_while(|&square| square != to).collect())
}
