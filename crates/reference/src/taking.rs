//! Moves by own power that take on the way or without moving: shots, rides, lions (K28, K35, K45 to K52).

use crate::board::{Board, Piece};
use crate::displace::ride;
use crate::geometry::{KING, KNIGHT, ORTHOGONAL, Side, Square, Vector};
use crate::pieces::Power;

/// Returns the board after each such move, with the mover's square.
pub(crate) fn takings(board: &Board, piece: Piece, from: Square) -> Vec<(Board, Square)> {
    let mut results = Vec::new();
    let side = piece.side;
    for &power in piece.kind.powers {
        match power {
            Power::Ride(lines) => {
                for (to, passed) in ride(board, side, from, lines) {
                    if !passed.is_empty() {
                        results.push((board.without_all(&passed).moved(from, to), to));
                    }
                }
            }
            Power::ShootAdjacent => results.extend(shots(board, side, from, 1)),
            Power::ShootSeen => results.extend(shots(board, side, from, board.size())),
            Power::HopTake(directions) => results.extend(hop_takes(board, side, from, directions)),
            Power::Lion(directions) => {
                results.push(pass(board, from));
                results.extend(lion(board, side, from, directions));
            }
            Power::TakeAndTurn(directions) => {
                for &first in directions {
                    results.extend(take_and_step(board, side, from, first, &first.perpendicular()));
                }
            }
            Power::KingLion => {
                results.push(pass(board, from));
                for first in KING {
                    results.extend(take_and_step(board, side, from, first, &KING));
                }
            }
            Power::TigerHorse => {
                for first in KNIGHT {
                    results.extend(take_and_step(board, side, from, first, &ORTHOGONAL));
                }
            }
            Power::Longleap => {
                for line in KING {
                    results.extend(longleaps(board, side, from, line));
                }
            }
            _ => {}
        }
    }
    results
}

/// A lion may do nothing (K48).
fn pass(board: &Board, from: Square) -> (Board, Square) {
    (board.clone(), from)
}

/// Takes the piece seen on a Q line, up to a distance, and stays (K28, K45).
fn shots(board: &Board, side: Side, from: Square, reach: i8) -> Vec<(Board, Square)> {
    let seen = KING.iter().filter_map(|&line| board.seen(from, line));
    let targets = seen.filter(|&(target, distance)| distance <= reach && board.is_of(target, side.other()));
    targets.map(|(target, _)| (board.without(target), from)).collect()
}

/// Leaps over an adjacent opposing piece to the empty square beyond and takes it (K46).
fn hop_takes(board: &Board, side: Side, from: Square, directions: &[Vector]) -> Vec<(Board, Square)> {
    let possible = |&&d: &&Vector| board.is_of(from + d, side.other()) && board.is_empty(from + d * 2);
    let hop = |&d: &Vector| (board.without(from + d).moved(from, from + d * 2), from + d * 2);
    directions.iter().filter(possible).map(hop).collect()
}

/// Takes a neighbour and stays, or lands beyond it (K47).
fn lion(board: &Board, side: Side, from: Square, directions: &[Vector]) -> Vec<(Board, Square)> {
    let mut results = Vec::new();
    for &direction in directions {
        let along = side.turn(direction);
        let target = from + along;
        if board.is_of(target, side.other()) {
            let taken = board.without(target);
            let beyond = target + along;
            if board.is_open(beyond, side) {
                results.push((taken.moved(from, beyond), beyond));
            }
            results.push((taken, from));
        }
    }
    results
}

/// Takes the piece one step away and makes a second step from there, possibly with another capture (K49 to K51).
fn take_and_step(
    board: &Board,
    side: Side,
    from: Square,
    first: Vector,
    second: &[Vector],
) -> Vec<(Board, Square)> {
    let corner = from + first;
    if !board.is_of(corner, side.other()) {
        return Vec::new();
    }
    let taken = board.without(corner);
    let mut results = Vec::new();
    for &step in second {
        let to = corner + step;
        if to == from {
            results.push((taken.clone(), from));
        } else if board.is_open(to, side) {
            results.push((taken.moved(from, to), to));
        }
    }
    results
}

/// Leaps over opposing pieces of one line, each with an empty square right behind it (K52).
fn longleaps(board: &Board, side: Side, from: Square, line: Vector) -> Vec<(Board, Square)> {
    let mut results = Vec::new();
    let mut taken = board.clone();
    let mut leapt = false;
    let mut square = from + line;
    while board.contains(square) {
        if board.is_empty(square) {
            if leapt {
                results.push((taken.moved(from, square), square));
            }
        } else if board.is_of(square, side.other()) && board.is_empty(square + line) {
            taken = taken.without(square);
            leapt = true;
        } else {
            break;
        }
        square = square + line;
    }
    results
}
