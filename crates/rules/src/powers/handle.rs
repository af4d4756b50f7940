//! Powers that move, convert or make other pieces: `convert`, `swap`, `pull`, `push`, `shove`, `birth` (K63 to K71).

use crate::language::ast;
use crate::travel::{Ride, View, mirrored_targets_of, targets_of};
use crate::vocabulary::{Class, Geometry, Rays, Square, SquareSet, Vector};

use super::first_steps;

/// Instead of moving, makes an opposing piece friendly (K63).
#[derive(Clone, Debug)]
pub(crate) struct Convert {
    at: Box<[SquareSet]>,
}

impl Convert {
    pub(crate) fn compile(size: Geometry, at: &[Vector], turned: bool) -> Convert {
        Convert { at: targets_of(size, at, turned) }
    }

    /// See [`Special::gates`](super::Special::gates).
    pub(crate) fn gates(&self, from: Square) -> SquareSet {
        self.at[from.index()]
    }

    pub(crate) fn victims(&self, view: &View<'_>, from: Square) -> SquareSet {
        self.at[from.index()].intersection(&view.enemy)
    }
}

/// Exchanges squares with another piece (K64, K65).
#[derive(Clone, Debug)]
pub(crate) enum Swap {
    /// With any piece on these squares.
    At(Box<[SquareSet]>),
    /// With any friend.
    Friends,
}

/// Exchanges squares with an opposing piece (L15).
#[derive(Clone, Debug)]
pub(crate) struct SwapEnemies {
    at: Box<[SquareSet]>,
}

impl SwapEnemies {
    pub(crate) fn compile(size: Geometry, at: &[Vector], mirrored: &[Vector], turned: bool) -> SwapEnemies {
        let mirrored = mirrored_targets_of(size, mirrored, turned);
        let both = targets_of(size, at, turned).into_iter().zip(mirrored).map(|(at, far)| at.union(&far));
        SwapEnemies { at: both.collect() }
    }

    /// Returns the pieces that can be made to swap (L16).
    pub(crate) fn partners(&self, view: &View<'_>, from: Square) -> SquareSet {
        let other = view.side.other();
        let enemies = self.at[from.index()].intersection(&view.enemy);
        enemies.without(view.board.class(Class::Unstoppable, other))
    }
}

impl Swap {
    pub(crate) fn at(size: Geometry, at: &[Vector], turned: bool) -> Swap {
        Swap::At(targets_of(size, at, turned))
    }

    pub(crate) fn partners(&self, view: &View<'_>, from: Square) -> SquareSet {
        match self {
            Swap::At(at) => at[from.index()].intersection(&view.occupied),
            Swap::Friends => {
                let mut friends = view.own;
                friends.remove(from);
                friends
            }
        }
    }
}

/// Instead of moving, moves the opposing piece seen along a line nearer or farther (K67).
#[derive(Clone, Debug)]
pub(crate) struct Tug {
    lines: Box<[Ride]>,
}

impl Tug {
    pub(crate) fn compile(rays: &mut Rays, ride: &ast::Ride, turned: bool) -> Tug {
        Tug { lines: Ride::compile(rays, ride, turned).into() }
    }

    /// See [`Special::gates`](super::Special::gates).
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        first_steps(&self.lines, rays, from)
    }

    /// Returns the pieces that can be pulled: nothing stands between them and the piece.
    pub(crate) fn pulled(&self, view: &View<'_>, from: Square) -> SquareSet {
        let seen = |line: &Ride| line.seen(view, from).filter(|&seen| view.enemy.contains(seen));
        self.lines.iter().filter_map(seen).collect()
    }

    /// Returns the pieces that can be pushed: the next square along the line is on the board and empty.
    pub(crate) fn pushed(&self, view: &View<'_>, from: Square) -> SquareSet {
        let free = |line: &Ride| {
            let seen = line.seen(view, from).filter(|&seen| view.enemy.contains(seen))?;
            let next = line.nearest(view.rays.beyond(line.line(), seen))?;
            (!view.occupied.contains(next)).then_some(seen)
        };
        self.lines.iter().filter_map(free).collect()
    }
}

/// Steps onto a friend, which is moved on, with at most one more behind it (K68, K69).
#[derive(Clone, Debug)]
pub(crate) struct Shove {
    steps: Box<[Vector]>,
    off_board: bool,
}

impl Shove {
    pub(crate) fn compile(steps: &[Vector], off_board: bool, turned: bool) -> Shove {
        Shove { steps: steps.iter().map(|&v| if turned { -v } else { v }).collect(), off_board }
    }

    /// Returns the squares of the friends onto which the piece can step, with whether an opposing piece is taken.
    pub(crate) fn each(&self, view: &View<'_>, from: Square, mut shove: impl FnMut(Square, bool)) {
        let size = view.rays.size();
        for &v in &self.steps {
            let Some(to) = size.step(from, v).filter(|&to| view.own.contains(to)) else { continue };
            match row_end(size, to, v, &view.own) {
                RowEnd::Square(square) if !view.own.contains(square) => {
                    shove(to, view.enemy.contains(square))
                }
                RowEnd::Edge if self.off_board => shove(to, false),
                RowEnd::Square(_) | RowEnd::Edge => {}
            }
        }
    }
}

/// Where the last of a row of friends, one or two long, ends when it is shoved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowEnd {
    /// On a square; on a friend if the row is too long.
    Square(Square),
    /// Off the board.
    Edge,
}

/// Returns where the row of friends that begins on a square ends, one step on.
pub(crate) fn row_end(size: Geometry, first: Square, v: Vector, own: &SquareSet) -> RowEnd {
    let next = |square| size.step(square, v);
    match next(first) {
        Some(second) if own.contains(second) => next(second).map_or(RowEnd::Edge, RowEnd::Square),
        Some(second) => RowEnd::Square(second),
        None => RowEnd::Edge,
    }
}

/// Instead of moving, places a new piece of its own kind (K71).
#[derive(Clone, Debug)]
pub(crate) struct Birth {
    at: Box<[SquareSet]>,
}

impl Birth {
    pub(crate) fn compile(size: Geometry, at: &[Vector], turned: bool) -> Birth {
        Birth { at: targets_of(size, at, turned) }
    }

    /// See [`Special::gates`](super::Special::gates).
    pub(crate) fn gates(&self, from: Square) -> SquareSet {
        self.at[from.index()]
    }

    pub(crate) fn places(&self, view: &View<'_>, from: Square) -> SquareSet {
        self.at[from.index()].without(&view.occupied)
    }
}
