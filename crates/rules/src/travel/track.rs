//! Crooked paths: a fixed sequence of squares, passed while they are empty (K43, K44).

use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

use super::View;

/// Crooked paths of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    /// From every square, each path as far as the board goes.
    paths: Box<[Box<[Path]>]>,
}

type Path = Box<[Square]>;

impl Tracks {
    /// Compiles one path given by its squares.
    pub(crate) fn path(size: Geometry, path: &[Vector], turned: bool) -> Tracks {
        Tracks { paths: size.iter().map(|from| [follow(size, from, path, turned)].into()).collect() }
    }

    /// Compiles the paths that take steps in two of the vectors at right angles in turn (K43).
    pub(crate) fn zigzag(size: Geometry, vectors: &[Vector], turned: bool) -> Tracks {
        let pairs = vectors.iter().flat_map(|&a| vectors.iter().map(move |&b| (a, b)));
        let lines: Vec<Vec<Vector>> =
            pairs.filter(|(a, b)| a.dot(*b) == 0).map(|(a, b)| zigzag(size, a, b)).collect();
        let from = |from| lines.iter().map(|line| follow(size, from, line, turned)).collect();
        Tracks { paths: size.iter().map(from).collect() }
    }

    /// See [`Travels::gates`](super::Travels::gates): the first square of each path.
    pub(crate) fn gates(&self, from: Square) -> SquareSet {
        self.paths[from.index()].iter().filter_map(|path| path.first().copied()).collect()
    }

    /// Returns the squares reached: the empty ones passed and the first occupied one of each path, whoever stands there.
    pub(crate) fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for path in &self.paths[from.index()] {
            for &square in path {
                reached.insert(square);
                if view.occupied.contains(square) {
                    break;
                }
            }
        }
        reached
    }
}

/// Returns the squares of a zigzag by their vectors from the origin, long enough for the board.
fn zigzag(size: Geometry, a: Vector, b: Vector) -> Vec<Vector> {
    let longest = 2 * usize::from(size.files().max(size.ranks()));
    let mut at = Vector::new(0, 0);
    let step = |n: usize| {
        at = at + if n.is_multiple_of(2) { a } else { b };
        at
    };
    (0..longest).map(step).take_while(|at| at.dx.abs() < 64 && at.dy.abs() < 64).collect()
}

fn follow(size: Geometry, from: Square, path: &[Vector], turned: bool) -> Path {
    path.iter().map_while(|&v| size.step(from, if turned { -v } else { v })).collect()
}
