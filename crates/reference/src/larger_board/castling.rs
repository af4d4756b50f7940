//! Castling (L47).

use super::check::is_in_check;
use super::piece::{Kind, Piece, Side};
use super::position::Position;
use super::square::{Square, Vector};
use super::step::Step;

/// The King's file (L2).
const KING_FILE: i8 = 6;

/// One of the four castlings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castling {
    /// The letter in a position string (L51).
    pub(crate) letter: char,
    pub(crate) side: Side,
    rook_file: i8,
    /// The direction in which the King goes.
    direction: Vector,
}

/// All castlings in the order of a position string (L51).
pub(crate) const CASTLINGS: [Castling; 4] = [
    Castling { letter: 'K', side: Side::White, rook_file: 9, direction: Vector(1, 0) },
    Castling { letter: 'Q', side: Side::White, rook_file: 2, direction: Vector(-1, 0) },
    Castling { letter: 'k', side: Side::Black, rook_file: 9, direction: Vector(1, 0) },
    Castling { letter: 'q', side: Side::Black, rook_file: 2, direction: Vector(-1, 0) },
];

impl Castling {
    fn king(self) -> Square {
        Square(KING_FILE, self.side.row(1))
    }

    /// Returns the starting square of the Rook.
    pub(crate) fn rook(self) -> Square {
        Square(self.rook_file, self.side.row(1))
    }

    /// Returns whether King and Rook are on their starting squares.
    pub(crate) fn is_set_up(self, board: &super::board::Board) -> bool {
        board.has(self.king(), self.side, Kind::King) && board.has(self.rook(), self.side, Kind::Rook)
    }
}

/// The castlings of the side to move: all squares between are empty, neither piece is bewitched (L19), and the King is not in
/// check and passes over no attacked square. The square on which it ends is checked on the board after the turn, as for every
/// other turn (R16).
pub(crate) fn steps(position: &Position) -> Vec<Step> {
    let own =
        position.castlings.iter().filter(|one| one.side == position.side && one.is_set_up(&position.board));
    own.filter_map(|&castling| castle(position, castling)).collect()
}

fn castle(position: &Position, castling: Castling) -> Option<Step> {
    let board = &position.board;
    let (king, rook) = (castling.king(), castling.rook());
    let between_is_empty = king
        .line(castling.direction)
        .take_while(|&square| square != rook)
        .all(|square| board.is_empty(square));
    let bewitched = board.is_bewitched(king) || board.is_bewitched(rook);
    let passed = king + castling.direction;
    let over = Step::go(board, king, passed);
    let attacked = is_in_check(board, castling.side) || is_in_check(&over.board, castling.side);
    if !between_is_empty || bewitched || attacked {
        return None;
    }
    let mut step = Step::go(board, king, passed + castling.direction);
    step.board.set(rook, None);
    Some(step.putting(passed, Piece::new(castling.side, Kind::Rook)))
}
