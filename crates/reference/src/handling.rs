//! Powers that affect other pieces without taking them: conversions, exchanges, pulls, pushes, births (K63 to K71). Pieces so
//! affected use no power of their own (K70).

use crate::board::{Board, Piece};
use crate::geometry::{KING, Side, Square, Vector};
use crate::pieces::Power;

/// Returns the board after each such move, with the mover's square.
pub(crate) fn handlings(board: &Board, piece: Piece, from: Square) -> Vec<(Board, Square)> {
    let side = piece.side;
    let mut results = Vec::new();
    for &power in piece.kind.powers {
        match power {
            Power::Cuckoo => {
                let targets = CUCKOO.iter().map(|&vector| from + side.turn(vector));
                let opposing = targets.filter(|&target| board.is_of(target, side.other()));
                results.extend(opposing.map(|target| (board.converted(target), from)));
            }
            Power::Hummingbird => {
                let targets = HUMMINGBIRD.iter().map(|&vector| from + vector);
                let others = targets.filter(|&target| board.at(target).is_some());
                results.extend(others.map(|target| (board.exchanged(from, target), target)));
            }
            Power::ExchangeAnywhere => {
                let friends = board.army(side).filter(|&friend| friend != from);
                results.extend(friends.map(|friend| (board.exchanged(from, friend), friend)));
            }
            Power::Pull => results.extend(pulls(board, side, from)),
            Power::Push => results.extend(pushes(board, side, from)),
            Power::Tank(directions) => {
                let off_board = piece.has(Power::OffBoard);
                let shoves = directions.iter().filter_map(|&d| shove(board, side, from, d, off_board));
                results.extend(shoves);
            }
            Power::Birth => {
                let places = BIRTH.iter().map(|&vector| from + vector).filter(|&place| board.is_empty(place));
                let child = Piece { tag: None, ..piece };
                results.extend(places.map(|place| (board.with(place, Some(child)), from)));
            }
            _ => {}
        }
    }
    results
}

/// The vectors to the pieces that a Cuckoo converts (K63).
const CUCKOO: [Vector; 4] = [Vector(0, 1), Vector(1, 0), Vector(-1, 0), Vector(0, -2)];

/// The vectors to the pieces with which a Hummingbird exchanges squares (K64).
const HUMMINGBIRD: [Vector; 6] =
    [Vector(0, 1), Vector(1, 0), Vector(-1, 0), Vector(0, -1), Vector(0, 2), Vector(0, -2)];

/// The vectors to the squares on which a Tribble is born (K71).
const BIRTH: [Vector; 4] = [Vector(0, 2), Vector(2, 0), Vector(0, -2), Vector(-2, 0)];

/// An opposing piece seen two to four squares away comes one nearer (K67).
fn pulls(board: &Board, side: Side, from: Square) -> Vec<(Board, Square)> {
    let mut results = Vec::new();
    for line in KING {
        if let Some((target, 2..=4)) = board.seen(from, line)
            && board.is_of(target, side.other())
        {
            results.push((board.moved(target, target - line), from));
        }
    }
    results
}

/// An opposing piece seen one to three squares away goes one farther (K67).
fn pushes(board: &Board, side: Side, from: Square) -> Vec<(Board, Square)> {
    let mut results = Vec::new();
    for line in KING {
        if let Some((target, 1..=3)) = board.seen(from, line)
            && board.is_of(target, side.other())
            && board.is_empty(target + line)
        {
            results.push((board.moved(target, target + line), from));
        }
    }
    results
}

/// A Tank pushes a row of one or two friends one square on and follows (K68, K69).
fn shove(board: &Board, side: Side, from: Square, along: Vector, off_board: bool) -> Option<(Board, Square)> {
    let row = (1..=board.size()).take_while(|&i| board.is_of(from + along * i, side)).count() as i8;
    let goal = from + along * (row + 1);
    let fits = board.is_open(goal, side) || (off_board && !board.contains(goal));
    if !(1..=2).contains(&row) || !fits {
        return None;
    }
    let mut after = board.clone();
    for i in (0..=row).rev() {
        let place = from + along * i;
        let next = place + along;
        after = if after.contains(next) { after.moved(place, next) } else { after.without(place) };
    }
    Some((after, from + along))
}
