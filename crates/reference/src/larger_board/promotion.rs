//! Promotion of Pawns (L42 to L45).

use super::assassin;
use super::piece::{Kind, Piece, Side};
use super::square::Square;
use super::step::Step;
use super::thunder;

/// The types to which any Pawn may promote in any way (L20); the Can(n)on is set orthogonally (L42).
pub(crate) const OFFICERS: [Kind; 12] = [
    Kind::Queen,
    Kind::Rook,
    Kind::Bishop,
    Kind::Knight,
    Kind::Lion,
    Kind::OrthogonalCannon,
    Kind::Leaper,
    Kind::Pincer,
    Kind::Advancer,
    Kind::Withdrawer,
    Kind::Wizard,
    Kind::Elephant,
];

/// Returns the turns for a step of this side: the step itself, or the promotions of a Pawn that has come to its eighth row and
/// must promote (L42).
pub(crate) fn complete(step: Step, side: Side) -> Vec<Step> {
    match step.now.filter(|&now| side.is_on_row(8, now) && step.board.has(now, side, Kind::Pawn)) {
        Some(square) => promote(&step, square, side),
        None => vec![step],
    }
}

fn promote(step: &Step, square: Square, side: Side) -> Vec<Step> {
    let put = |kind| step.clone().putting(square, Piece::new(side, kind));
    let mut steps: Vec<_> = OFFICERS.into_iter().map(put).collect();
    if step.board.is_next_to_wizard(square, side) {
        return steps; // (L45, R13)
    }
    let mut gone = step.clone().passing(vec![square]); // (L34, R1)
    gone.board.set(square, None);
    for goal in assassin::checking_squares(&gone.board, side) {
        let step = Step { now: Some(goal), ..gone.clone() };
        steps.push(step.putting(goal, Piece::new(side, Kind::Assassin))); // (L43)
    }
    if thunder::kings_see_each_other(&step.board) {
        let explode = |board| Step { now: None, board, ..gone.clone() };
        steps.extend(thunder::blasts(&gone.board).into_iter().map(explode)); // (L44)
    }
    steps
}
