//! The squares along every direction a game uses, as sets.

use super::{BoardSize, Square, SquareSet, Vector};

/// Rays in every direction that some piece of a game rides, from every square to the edge of the board.
#[derive(Clone, Debug)]
pub struct Rays {
    size: BoardSize,
    vectors: Vec<Vector>,
    /// For each direction and square, the squares beyond it.
    sets: Vec<SquareSet>,
    /// For each direction and square, the square one step on.
    next: Vec<Option<Square>>,
    /// For each square, its neighbours.
    neighbours: Vec<SquareSet>,
    /// For each square, its neighbours on rank and file.
    orthogonal: Vec<SquareSet>,
}

/// The index of a direction in [`Rays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DirectionId(u16);

impl Rays {
    /// Returns the rays of a board, for no direction yet.
    pub fn new(size: BoardSize) -> Rays {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Vector::new(dx, dy)));
        let steps = steps.filter(|&step| step != Vector::new(0, 0));
        let around = |square| steps.clone().filter_map(|step| size.step(square, step)).collect();
        let straight = steps.clone().filter(|step| step.dx == 0 || step.dy == 0);
        let beside = |square| straight.clone().filter_map(|step| size.step(square, step)).collect();
        Rays {
            size,
            vectors: Vec::new(),
            sets: Vec::new(),
            next: Vec::new(),
            neighbours: size.iter().map(around).collect(),
            orthogonal: size.iter().map(beside).collect(),
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

    /// Returns the neighbours of a square on its rank and file.
    #[inline]
    pub fn orthogonal(&self, square: Square) -> &SquareSet {
        &self.orthogonal[square.index()]
    }

    /// Returns the id of a direction, given in the first player's coordinates, adding it if it is new.
    pub fn direction(&mut self, vector: Vector) -> DirectionId {
        if let Some(known) = self.vectors.iter().position(|&v| v == vector) {
            return DirectionId(known as u16);
        }
        let id = DirectionId(self.vectors.len() as u16);
        self.vectors.push(vector);
        for square in self.size.iter() {
            let ray = walk(self.size, square, vector, usize::MAX).collect();
            self.sets.push(ray);
            self.next.push(self.size.step(square, vector));
        }
        id
    }

    /// Returns the step of a direction, in the first player's coordinates.
    pub fn vector(&self, direction: DirectionId) -> Vector {
        self.vectors[direction.0 as usize]
    }

    /// Returns all squares beyond a square in a direction.
    #[inline]
    pub fn beyond(&self, direction: DirectionId, square: Square) -> &SquareSet {
        &self.sets[direction.0 as usize * self.size.squares() + square.index()]
    }

    /// Returns the square one step on from a square in a direction, if it is on the board.
    #[inline]
    pub fn next(&self, direction: DirectionId, square: Square) -> Option<Square> {
        self.next[direction.0 as usize * self.size.squares() + square.index()]
    }

    /// Returns whether squares ascend along a direction.
    pub fn ascends(&self, direction: DirectionId) -> bool {
        let v = self.vector(direction);
        v.dy > 0 || (v.dy == 0 && v.dx > 0)
    }
}

/// Returns the squares reached by up to `most` steps of a vector in the first player's coordinates.
pub fn walk(size: BoardSize, from: Square, vector: Vector, most: usize) -> impl Iterator<Item = Square> {
    std::iter::successors(size.step(from, vector), move |&square| size.step(square, vector)).take(most)
}

/// Returns the squares strictly between two squares of a line of the Queen, or `None` if they are on no such line.
pub fn between(size: BoardSize, from: Square, to: Square) -> Option<SquareSet> {
    let v = size.vector(from, to);
    if from == to || v.dx != 0 && v.dy != 0 && v.dx.abs() != v.dy.abs() {
        return None;
    }
    Some(walk(size, from, v.direction(), usize::MAX).take_while(|&square| square != to).collect())
}
