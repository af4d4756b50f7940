//! Drops (L36 to L41).

use super::assassin;
use super::piece::{HALFLINGS, Kind, Side};
use super::position::{Pair, Position, Reserve};
use super::square::{Square, Vector};
use super::step::Step;
use super::thunder;

/// A drop and the reserves after it.
pub(crate) type Drop = (Step, [Reserve; 2]);

/// All drops of the side to move: only after both Kings have moved and before any has reached its eighth
/// row (L36).
pub(crate) fn drops(position: &Position) -> Vec<Drop> {
    if position.kings.moved != [true, true] || position.kings.on_eighth_row {
        return Vec::new();
    }
    [halflings(position), wizards(position), elephants(position), assassins(position), thunders(position)]
        .concat()
}

/// The squares of a pair of Halflings on the first row, by their files from the left (L37).
fn halfling_squares(kind: Kind, side: Side) -> [Square; 2] {
    let file = match kind {
        Kind::Withdrawer => 0,
        Kind::Advancer => 1,
        Kind::Pincer => 2,
        _ => 3,
    };
    mirror_pair(Square(file, side.row(1)))
}

fn mirror_pair(square: Square) -> [Square; 2] {
    [square, square.mirror()]
}

/// A pair of Halflings; the first pair determines the type of the other side's, too (L3, L37).
fn halflings(position: &Position) -> Vec<Drop> {
    let side = position.side;
    let own = position.reserve(side);
    let kinds = match own.halflings {
        None => Vec::new(),
        Some(Pair::Open) => HALFLINGS.to_vec(),
        Some(Pair::Of(kind)) => vec![kind],
    };
    let drop = |kind| {
        let step = drop_pair(position, kind, halfling_squares(kind, side))?;
        let mut reserves = position.reserves_with(side, Reserve { halflings: None, ..own });
        for reserve in &mut reserves {
            reserve.halflings = reserve.halflings.map(|_| Pair::Of(kind));
        }
        Some((step, reserves))
    };
    kinds.into_iter().filter_map(drop).collect()
}

/// A pair of Wizards on the second row, on the files of the wings (L38).
fn wizards(position: &Position) -> Vec<Drop> {
    let side = position.side;
    let own = position.reserve(side);
    if !own.wizards {
        return Vec::new();
    }
    let reserves = position.reserves_with(side, Reserve { wizards: false, ..own });
    let pairs = (0..4).map(|file| mirror_pair(Square(file, side.row(2))));
    pairs.filter_map(|pair| Some((drop_pair(position, Kind::Wizard, pair)?, reserves))).collect()
}

/// A pair of Elephants right and left of the King (L39).
fn elephants(position: &Position) -> Vec<Drop> {
    let side = position.side;
    let own = position.reserve(side);
    let Some(king) = position.board.king(side).filter(|_| own.elephants) else { return Vec::new() };
    let reserves = position.reserves_with(side, Reserve { elephants: false, ..own });
    let step = drop_pair(position, Kind::Elephant, [king + Vector(-1, 0), king + Vector(1, 0)]);
    step.into_iter().map(|step| (step, reserves)).collect()
}

fn drop_pair(position: &Position, kind: Kind, squares: [Square; 2]) -> Option<Step> {
    let free = squares.iter().all(|&square| position.board.is_empty(square));
    free.then(|| Step::drop(&position.board, position.side, kind, &squares))
}

/// An Assassin on a square from which it gives check (L40).
fn assassins(position: &Position) -> Vec<Drop> {
    let side = position.side;
    let own = position.reserve(side);
    let Some(assassins) = own.assassins.checked_sub(1) else { return Vec::new() };
    let reserves = position.reserves_with(side, Reserve { assassins, ..own });
    let squares = assassin::checking_squares(&position.board, side);
    let drop = |square| (Step::drop(&position.board, side, Kind::Assassin, &[square]), reserves);
    squares.into_iter().map(drop).collect()
}

/// A Thunder on any square, while the Kings see each other (L41).
fn thunders(position: &Position) -> Vec<Drop> {
    let side = position.side;
    let own = position.reserve(side);
    if !own.thunder || !thunder::kings_see_each_other(&position.board) {
        return Vec::new();
    }
    let reserves = position.reserves_with(side, Reserve { thunder: false, ..own });
    let explode = |board| (Step::dropped(board), reserves);
    thunder::blasts(&position.board).into_iter().map(explode).collect()
}
