//! Steps that relay pieces lend to friends (K74 to K81).

use crate::board::Board;
use crate::geometry::{KING, KNIGHT, ORTHOGONAL, Side, Square};
use crate::pieces::Power;

/// Returns the goals of the steps that the piece on `lender` lends to its friend on `friend`. The caller checks whether the
/// lender is immobilized (K74), and whether the step belongs to the friend's own power (K82).
pub(crate) fn loans(board: &Board, side: Side, lender: Square, friend: Square) -> Vec<Square> {
    let Some(piece) = board.at(lender).filter(|_| lender != friend) else { return Vec::new() };
    let offset = friend - lender;
    let adjacent = lender.is_adjacent(friend);
    let sees = |reach: i8| {
        let seen = KING.iter().filter_map(|&line| board.seen(lender, line));
        seen.into_iter().any(|(square, distance)| square == friend && distance <= reach)
    };
    let mut goals = Vec::new();
    for &power in piece.kind.powers {
        let lent: Vec<Square> = match power {
            Power::LendAround if adjacent => {
                let mut around = vec![lender - offset];
                if ORTHOGONAL.contains(&offset) {
                    around.extend(offset.perpendicular().map(|turned| lender + turned));
                }
                around
            }
            Power::LendOver if adjacent => vec![lender - offset],
            Power::LendKnightSeen if sees(3) => leaps(friend),
            Power::LendKnight if KNIGHT.contains(&offset) => leaps(friend),
            Power::LendStep(directions) if adjacent => directions.iter().map(|&step| friend + step).collect(),
            Power::LendQueen if sees(board.size()) => quiet_queen(board, friend),
            Power::LendTeleport => teleports(board, side, lender, friend),
            _ => Vec::new(),
        };
        goals.extend(lent.into_iter().filter(|&to| board.is_open(to, side)));
    }
    goals
}

/// N, moving and capturing (K77, K78).
fn leaps(friend: Square) -> Vec<Square> {
    KNIGHT.iter().map(|&leap| friend + leap).collect()
}

/// Q of any length, to empty squares only (K80).
fn quiet_queen(board: &Board, friend: Square) -> Vec<Square> {
    let mut goals = Vec::new();
    for line in KING {
        goals.extend((1..).map(|i| friend + line * i).take_while(|&to| board.is_empty(to)));
    }
    goals
}

/// The quiet leaps of 1999 between the Teleporter and a royal friend, which is not moved itself (K81).
fn teleports(board: &Board, side: Side, lender: Square, friend: Square) -> Vec<Square> {
    let mut goals = Vec::new();
    for royal in board.royals(side).filter(|&royal| royal != friend) {
        if friend.is_adjacent(lender) {
            goals.push(royal + (friend - lender));
        }
        if friend.is_adjacent(royal) {
            goals.push(lender + (friend - royal));
        }
    }
    goals.retain(|&to| board.is_empty(to));
    goals
}
