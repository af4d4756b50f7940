//! Latent states: who is immobilized or doubled, and which squares are deadly (K86, K92, K93, K99, K100).

use crate::board::{Board, Piece};
use crate::geometry::{KING, Side, Square};
use crate::pieces::Power;

/// The states at the start of a turn, which hold until its end (K86).
pub(crate) struct Latent {
    /// By the tag of a piece.
    immobilized: Vec<bool>,
    doubled: Vec<bool>,
    /// By square, deadly to Tan and to Blue.
    blue_marks: Vec<bool>,
    tan_marks: Vec<bool>,
}

impl Latent {
    /// Computes the states of a board whose pieces carry fresh tags.
    pub(crate) fn of(board: &Board) -> Self {
        let nowhere = vec![false; board.squares().count()];
        let mut latent = Self {
            immobilized: nowhere.clone(),
            doubled: nowhere.clone(),
            blue_marks: nowhere.clone(),
            tan_marks: nowhere,
        };
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
                latent.mark(board, piece.side, square);
            }
            if piece.has(Power::Poison) {
                for (target, _) in KING.iter().filter_map(|&line| board.seen(square, line)) {
                    if let Some(poisoned) = board.at(target) {
                        latent.mark(board, poisoned.side, target);
                    }
                }
            }
            if piece.has(Power::Fire) {
                for direction in KING {
                    latent.mark(board, piece.side, square + direction);
                }
            }
        }
        latent
    }

    /// Marks a square with a colour (K99).
    fn mark(&mut self, board: &Board, colour: Side, square: Square) {
        if board.contains(square) {
            let marks = if colour == Side::Blue { &mut self.blue_marks } else { &mut self.tan_marks };
            marks[board.index(square)] = true;
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

    /// Removes what stands on deadly squares, all at once (K100).
    pub(crate) fn activate(&self, board: &Board) -> Board {
        let deadly = |&(square, piece): &(Square, Piece)| {
            let marks = if piece.side == Side::Blue { &self.tan_marks } else { &self.blue_marks };
            marks[board.index(square)]
        };
        let dead: Vec<Square> = board.pieces().filter(deadly).map(|(square, _)| square).collect();
        board.without_all(&dead)
    }
}

/// Beside an opposing Immobilizer, and no Fiery Dragon (K92).
fn is_held(board: &Board, square: Square, piece: Piece) -> bool {
    let holds = |other: Piece| other.side != piece.side && other.has(Power::Immobilize);
    !piece.has(Power::Fire) && KING.iter().any(|&direction| board.at(square + direction).is_some_and(holds))
}
