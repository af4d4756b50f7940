//! Latent states: immobilized and doubled pieces, and deadly squares (K86, K92, K93, K99, K100).

use crate::board::{Board, Piece};
use crate::geometry::{KING, Side, Square};
use crate::pieces::Power;

/// The states at the start of a turn, which hold until its end (K86).
pub(crate) struct Latent {
    /// Indexed by the tag of a piece.
    immobilized: Vec<bool>,
    doubled: Vec<bool>,
    /// Indexed by square.
    marks: Vec<Vec<Mark>>,
}

/// A mark on a square (K99).
#[derive(Clone)]
struct Mark {
    /// The mark is deadly to pieces of the other colour.
    colour: Side,
    /// The tag of the piece for which it was laid; `None` for the mark of a Dragon.
    laid_for: Option<u16>,
}

impl Mark {
    /// Returns whether a piece on the square dies at the end of the turn (K100). A mark does not affect the piece for which it
    /// was laid, even if that piece has changed sides (K101).
    fn kills(&self, piece: Piece) -> bool {
        piece.side != self.colour && (self.laid_for.is_none() || piece.tag != self.laid_for)
    }
}

impl Latent {
    /// Computes the states of a board whose pieces carry fresh tags.
    pub(crate) fn of(board: &Board) -> Self {
        let nowhere = vec![false; board.squares().count()];
        let mut latent =
            Self { marks: vec![Vec::new(); nowhere.len()], immobilized: nowhere.clone(), doubled: nowhere };
        for (square, piece) in board.pieces() {
            latent.immobilized[board.index(square)] = is_held(board, square, piece);
        }
        for (square, piece) in board.pieces() {
            if piece.has(Power::Double) {
                for seen in KING.iter().filter_map(|&line| board.seen(square, line)) {
                    let index = board.index(seen.0);
                    latent.doubled[index] = !latent.immobilized[index];
                }
            }
            if piece.has(Power::Poisonous) {
                latent.mark(board, square, piece.side, piece.tag);
            }
            if piece.has(Power::Poison) {
                for (target, _) in KING.iter().filter_map(|&line| board.seen(square, line)) {
                    if let Some(poisoned) = board.at(target) {
                        latent.mark(board, target, poisoned.side, poisoned.tag);
                    }
                }
            }
            if piece.has(Power::Fire) {
                for direction in KING {
                    latent.mark(board, square + direction, piece.side, None);
                }
            }
        }
        latent
    }

    /// Marks a square with a colour (K99).
    fn mark(&mut self, board: &Board, square: Square, colour: Side, laid_for: Option<u16>) {
        if board.contains(square) {
            self.marks[board.index(square)].push(Mark { colour, laid_for });
        }
    }

    /// Returns whether a piece was immobilized at the start of the turn; one born in it was not (K86).
    pub(crate) fn is_immobilized(&self, piece: Piece) -> bool {
        piece.tag.is_some_and(|tag| self.immobilized[usize::from(tag)])
    }

    /// Returns whether a piece was doubled at the start of the turn.
    pub(crate) fn is_doubled(&self, piece: Piece) -> bool {
        piece.tag.is_some_and(|tag| self.doubled[usize::from(tag)])
    }

    /// Removes the pieces on deadly squares, all at once (K100).
    pub(crate) fn activate(&self, board: &Board) -> Board {
        let deadly = |&(square, piece): &(Square, Piece)| {
            self.marks[board.index(square)].iter().any(|mark| mark.kills(piece))
        };
        let dead: Vec<Square> = board.pieces().filter(deadly).map(|(square, _)| square).collect();
        board.without_all(&dead)
    }
}

/// Returns whether a piece is next to an opposing Immobilizer and is no Fiery Dragon (K92).
fn is_held(board: &Board, square: Square, piece: Piece) -> bool {
    let holds = |other: Piece| other.side != piece.side && other.has(Power::Immobilize);
    !piece.has(Power::Fire) && KING.iter().any(|&direction| board.at(square + direction).is_some_and(holds))
}
