//! A turn from beginning to end (K82 to K98).

use std::collections::BTreeSet;

use crate::arrival::arrivals;
use crate::board::{Board, Piece};
use crate::displace::displacements;
use crate::geometry::{Side, Square};
use crate::handling::handlings;
use crate::latent::Latent;
use crate::pieces::Power;
use crate::promotion::promotions;
use crate::relay::loans;
use crate::rulesets::Ruleset;
use crate::taking::takings;
use crate::text::{self, Position};
use crate::verdict::is_decided;

/// The board after one move, before the end of the turn (K87).
struct Move {
    board: Board,
    /// Whether a doubled mover may continue (K94, K96).
    goes_on: bool,
    /// The relay piece that lent the step, if it was relayed (K95).
    lender: Option<Piece>,
}

/// Returns the strings of all positions after a turn (K130), or only after turns whose first move is made by the piece on a
/// given square. Repetition (K117) is not considered.
pub(crate) fn results(
    rules: &'static Ruleset,
    position: &Position,
    only: Option<Square>,
) -> BTreeSet<String> {
    let Position { board, side } = position;
    if is_decided(rules, board, *side) {
        return BTreeSet::new(); // (K85)
    }
    let latent = Latent::of(board); // (K86)
    let mut results = BTreeSet::new();
    let mut finish = |board: &Board| {
        results.insert(text::write(&latent.activate(board), side.other())); // (K90, K91)
    };
    for from in board.army(*side).filter(|&from| only.is_none_or(|only| only == from)) {
        for first in moves(rules, &latent, board, *side, from) {
            finish(&first.board);
            for second in second_moves(rules, &latent, board, *side, from, &first) {
                finish(&second);
            }
        }
    }
    results
}

/// All moves of the piece on a square (K87).
fn moves(rules: &'static Ruleset, latent: &Latent, board: &Board, side: Side, from: Square) -> Vec<Move> {
    let Some(piece) = board.at(from) else { return Vec::new() };
    let mut moves = Vec::new();
    if latent.is_immobilized(piece) {
        moves.push(Move { board: board.without(from), goes_on: false, lender: None }); // suicide (K73)
    } else {
        moves.extend(own_moves(rules, board, piece, from));
    }
    for lender in board.army(side) {
        moves.extend(relayed(latent, board, side, lender, from));
    }
    moves
}

/// The moves by the piece's own power, in the order of K88.
fn own_moves(rules: &'static Ruleset, board: &Board, piece: Piece, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for step in displacements(board, piece, from) {
        let takes = board.at(step.to).is_some();
        let displaced = board.moved(from, step.to);
        if takes && piece.has(Power::Kamikaze) {
            moves.push(Move { board: displaced.without(step.to), goes_on: false, lender: None }); // (K62)
            continue;
        }
        for arrived in arrivals(&displaced, piece, from, step.to, step.along) {
            for board in promotions(rules, board, arrived, from, step.to, step.along) {
                moves.push(Move { board, goes_on: step.goes_on, lender: None });
            }
        }
    }
    let others = takings(board, piece, from).into_iter().chain(handlings(board, piece, from));
    for (after, to) in others {
        for board in promotions(rules, board, after, from, to, to - from) {
            moves.push(Move { board, goes_on: true, lender: None });
        }
    }
    moves
}

/// The steps lent by the piece on one square to the piece on another, except for those of the borrower's own power (K74, K82,
/// K84). They only displace the piece and take on the goal (K83).
fn relayed(latent: &Latent, board: &Board, side: Side, lender: Square, from: Square) -> Vec<Move> {
    let (Some(relay), Some(piece)) = (board.at(lender), board.at(from)) else { return Vec::new() };
    let goals = loans(board, side, lender, from);
    if goals.is_empty() || latent.is_immobilized(relay) {
        return Vec::new();
    }
    let own = if latent.is_immobilized(piece) { Vec::new() } else { displacements(board, piece, from) };
    let borrowed = goals.into_iter().filter(|&to| own.iter().all(|step| step.to != to));
    borrowed.map(|to| Move { board: board.moved(from, to), goes_on: true, lender: Some(relay) }).collect()
}

/// The boards after a second move (K94, K95). `before` is the board on which the piece on `from` made its
/// first move.
fn second_moves(
    rules: &'static Ruleset,
    latent: &Latent,
    before: &Board,
    side: Side,
    from: Square,
    first: &Move,
) -> Vec<Board> {
    let board = &first.board;
    let Some(mover) = before.at(from) else { return Vec::new() };
    let mut results = Vec::new();
    if latent.is_doubled(mover)
        && first.goes_on
        && let Some(square) = board.find(mover.tag)
    {
        let again = moves(rules, latent, board, side, square);
        results.extend(again.into_iter().map(|second| second.board)); // (K94)
    }
    if let Some(lender) = first.lender.filter(|&lender| latent.is_doubled(lender))
        && let Some(square) = board.find(lender.tag)
    {
        let others = board.army(side).filter(|&other| Some(other) != board.find(mover.tag));
        let lent = others.flat_map(|other| relayed(latent, board, side, square, other));
        results.extend(lent.map(|second| second.board)); // (K95)
    }
    results
}
