//! What the pieces of a game attack, as tables.

use crate::game::Piece;
use crate::game::definition::{Definition, PieceDef, Side, TypeId};
use crate::geometry::{BoardSize, Square, SquareSet, Vector, walk};
use crate::language::ast::{Mode, Path, Power};
use crate::moves::row_of;
use crate::position::Board;

/// The attacks of every piece from every square.
#[derive(Clone, Debug)]
pub(crate) struct Attacks {
    squares: usize,
    /// By the code of the piece, then by its square.
    reaches: Box<[Reach]>,
    /// By the end of a line, then by its start: the squares strictly between.
    between: Box<[SquareSet]>,
}

/// What a piece attacks from a square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach {
    /// Whatever stands between.
    pub(crate) leaps: SquareSet,
    /// If nothing stands between, on one line of the Queen.
    pub(crate) lines: SquareSet,
}

impl Attacks {
    /// Compiles the attacks of a game; `None` if some piece attacks in another way than by leaps and along the Queen's
    /// lines, or takes something else than what stands where it ends or what it takes in passing.
    pub(crate) fn compile(definition: &Definition) -> Option<Attacks> {
        let size = definition.size;
        let squares = size.squares();
        let mut reaches = vec![Reach::default(); Piece::codes(definition.pieces.len()) * squares];
        for (index, piece) in definition.pieces.iter().enumerate() {
            let plain = |power: &Power| matches!(power, Power::Royal | Power::EnPassant);
            if !piece.ability.powers.iter().all(plain) {
                return None;
            }
            for side in Side::BOTH {
                let code = Piece::new(TypeId(index as u8), side).code();
                add_piece(size, piece, side, &mut reaches[code * squares..(code + 1) * squares])?;
            }
        }
        let line = |to: Square| {
            size.iter().map(move |from| {
                let v = size.vector(from, to);
                let straight = v.dx == 0 || v.dy == 0 || v.dx.abs() == v.dy.abs();
                if from == to || !straight {
                    return SquareSet::EMPTY;
                }
                walk(size, from, v.direction(), usize::MAX).take_while(|&square| square != to).collect()
            })
        };
        Some(Attacks { squares, reaches: reaches.into(), between: size.iter().flat_map(line).collect() })
    }

    /// Returns what a piece attacks from a square.
    #[inline]
    pub(crate) fn of(&self, piece: Piece, from: Square) -> &Reach {
        &self.reaches[piece.code() * self.squares + from.index()]
    }

    /// Returns the squares strictly between two squares of a line.
    #[inline]
    pub(crate) fn between(&self, from: Square, to: Square) -> &SquareSet {
        &self.between[to.index() * self.squares + from.index()]
    }

    /// Returns whether one of some pieces attacks a square.
    pub(crate) fn reach(
        &self,
        board: &Board,
        pieces: &SquareSet,
        occupied: &SquareSet,
        square: Square,
    ) -> bool {
        pieces.iter().any(|from| {
            let reach = self.of(board.at(from), from);
            reach.leaps.contains(square)
                || reach.lines.contains(square) && !self.between(from, square).intersects(occupied)
        })
    }
}

/// Adds what a piece of a side attacks from every square.
fn add_piece(size: BoardSize, piece: &PieceDef, side: Side, reaches: &mut [Reach]) -> Option<()> {
    let everywhere: SquareSet = size.iter().collect();
    for travel in piece.ability.travels.iter().filter(|travel| travel.mode != Mode::Moving) {
        match &travel.path {
            Path::FromRow { row, path } => {
                add_path(size, path, &row_of(size, *row, side == Side::Second), side, reaches)?;
            }
            path => add_path(size, path, &everywhere, side, reaches)?,
        }
    }
    Some(())
}

fn add_path(
    size: BoardSize,
    path: &Path,
    starts: &SquareSet,
    side: Side,
    reaches: &mut [Reach],
) -> Option<()> {
    let turned = |v: Vector| if side == Side::Second { -v } else { v };
    for from in starts.iter() {
        let reach = &mut reaches[from.index()];
        match path {
            Path::Leap(vectors) => {
                for to in vectors.iter().filter_map(|&v| size.step(from, turned(v))) {
                    reach.leaps.insert(to);
                }
            }
            Path::Ride(ride)
                if ride.min <= 1 && ride.vectors.iter().all(|v| v.dx.abs().max(v.dy.abs()) == 1) =>
            {
                for &v in &ride.vectors {
                    for to in walk(size, from, turned(v), ride.max.into()) {
                        reach.lines.insert(to);
                    }
                }
            }
            _ => return None,
        }
    }
    Some(())
}
