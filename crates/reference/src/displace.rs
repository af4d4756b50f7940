//! Displacements by own power that take at most the piece on the goal: plain steps, bent paths and hops (K11 to K15, K31 to
//! K44, K72). They also determine which relayed steps are not lent (K82).

use crate::board::{Board, Piece};
use crate::geometry::{DIAGONAL, KING, ORTHOGONAL, Side, Square, Vector};
use crate::pieces::Power;
use crate::reflecting::reflecting;

/// One displacement.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) to: Square,
    /// Its direction (K53); for a bent path the total displacement.
    pub(crate) along: Vector,
    /// Whether a doubled piece may continue after it (K96).
    pub(crate) goes_on: bool,
}

/// Returns all displacements of a piece that is not immobilized.
pub(crate) fn displacements(board: &Board, piece: Piece, from: Square) -> Vec<Step> {
    let mut steps = plain(board, piece, from);
    for &power in piece.kind.powers {
        let goals = special(board, piece.side, from, power);
        steps.extend(goals.into_iter().map(|to| Step { to, along: to - from, goes_on: true }));
        if power == Power::HopChain {
            steps.extend(hop_chain(board, piece.side, from));
        }
    }
    steps
}

/// The terms of the `base` column (K12, K13, K26, K31, K32).
fn plain(board: &Board, piece: Piece, from: Square) -> Vec<Step> {
    let mut steps = Vec::new();
    for term in &piece.kind.terms {
        for &step in &term.steps {
            let along = piece.side.turn(step);
            for distance in 1..=term.reach {
                let to = from + along * distance;
                let empty = board.is_empty(to);
                let wanted =
                    if empty { term.moving } else { term.capturing && board.is_of(to, piece.side.other()) };
                if wanted && distance > term.beyond {
                    steps.push(Step { to, along, goes_on: true });
                }
                if !empty {
                    break;
                }
            }
        }
    }
    steps
}

fn special(board: &Board, side: Side, from: Square, power: Power) -> Vec<Square> {
    match power {
        Power::Octopus => outward(board, side, from, &DIAGONAL),
        Power::Spider => outward(board, side, from, &ORTHOGONAL),
        Power::Cicada => cicada(board, side, from),
        Power::Salamander => salamander(board, side, from),
        Power::Blunderbuss => over_one(board, from, &ORTHOGONAL)
            .into_iter()
            .filter(|&to| board.is_of(to, side.other()))
            .collect(),
        Power::Crossbow => {
            over_one(board, from, &DIAGONAL).into_iter().filter(|&to| board.is_empty(to)).collect()
        }
        Power::General(lines) => general(board, side, from, lines),
        Power::QueenCannon => queen_cannon(board, side, from),
        Power::Hop(lines) => hops(board, side, from, lines),
        Power::Hooklet => two_legs(board, side, from, &ORTHOGONAL, 2, 2),
        Power::GreatHook => two_legs(board, side, from, &ORTHOGONAL, board.size(), 3),
        Power::Capricorn => two_legs(board, side, from, &DIAGONAL, board.size(), board.size()),
        Power::Hawklet => hawklet(board, side, from),
        Power::Boyscout => scout(board, side, from, &DIAGONAL),
        Power::Girlscout => scout(board, side, from, &ORTHOGONAL),
        Power::Eye => eye(board, side, from),
        Power::Yew => yew(board, side, from),
        Power::Royalist => royalist(board, side, from),
        Power::Reflecting(lines, reach, most) => reflecting(board, side, from, (lines, reach, most)),
        Power::Ride(lines) => {
            let rides = ride(board, side, from, lines);
            rides.into_iter().filter(|(_, passed)| passed.is_empty()).map(|(to, _)| to).collect()
        }
        _ => Vec::new(),
    }
}

/// Follows a path over empty squares: it may end on each, or on the first opposing piece (K12, K43).
fn follow(board: &Board, side: Side, path: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut goals = Vec::new();
    for square in path {
        if board.is_open(square, side) {
            goals.push(square);
        }
        if !board.is_empty(square) {
            break;
        }
    }
    goals
}

fn slide(board: &Board, side: Side, from: Square, along: Vector, reach: i8) -> Vec<Square> {
    follow(board, side, (1..=reach).map(|distance| from + along * distance))
}

/// Octopus and Spider: a quiet step, then a line outwards at 45 degrees to either side of it (K33).
fn outward(board: &Board, side: Side, from: Square, first: &[Vector]) -> Vec<Square> {
    let mut goals = Vec::new();
    for &Vector(a, b) in first {
        let corner = from + Vector(a, b);
        if !board.is_empty(corner) {
            continue;
        }
        goals.push(corner);
        let lines = match (a, b) {
            (0, b) => [Vector(1, b), Vector(-1, b)],
            (a, 0) => [Vector(a, 1), Vector(a, -1)],
            (a, b) => [Vector(a, 0), Vector(0, b)],
        };
        for line in lines {
            goals.extend(slide(board, side, corner, line, board.size()));
        }
    }
    goals
}

/// A hop of two or three squares over at least one piece (K34).
fn cicada(board: &Board, side: Side, from: Square) -> Vec<Square> {
    let mut goals = Vec::new();
    for line in KING {
        for distance in 2..=3 {
            let to = from + line * distance;
            let over = (1..distance).any(|nearer| board.at(from + line * nearer).is_some());
            if over && board.is_open(to, side) {
                goals.push(to);
            }
        }
    }
    goals
}

/// A quiet Q4 slide to a square next to a friend (K36).
fn salamander(board: &Board, side: Side, from: Square) -> Vec<Square> {
    let has_friend = |to: Square| KING.iter().any(|&d| to + d != from && board.is_of(to + d, side));
    let slides = KING.iter().flat_map(|&line| slide(board, side, from, line, 4));
    slides.filter(|&to| board.is_empty(to) && has_friend(to)).collect()
}

/// The squares two to four away with exactly one piece strictly between (K37).
fn over_one(board: &Board, from: Square, lines: &[Vector]) -> Vec<Square> {
    let mut goals = Vec::new();
    for &line in lines {
        for distance in 2..=4 {
            let between = (1..distance).filter(|&nearer| board.at(from + line * nearer).is_some()).count();
            if between == 1 {
                goals.push(from + line * distance);
            }
        }
    }
    goals
}

/// Captures of a Bishop or Rook General over pieces (K38).
fn general(board: &Board, side: Side, from: Square, lines: &[Vector]) -> Vec<Square> {
    let shielded = |piece: Piece| {
        piece.kind.powers.iter().any(|power| matches!(power, Power::Royal | Power::General(_)))
    };
    let mut goals = Vec::new();
    for &line in lines {
        let mut hopped = 0;
        let mut origin = from;
        while let Some((square, _)) = board.seen(origin, line) {
            if board.at(square).is_some_and(shielded) {
                break;
            }
            if hopped > 0 && board.is_of(square, side.other()) {
                goals.push(square);
            }
            hopped += 1;
            origin = square;
        }
    }
    goals
}

/// The second piece on a Q line, if opposing (K39).
fn queen_cannon(board: &Board, side: Side, from: Square) -> Vec<Square> {
    let second = |&line: &Vector| {
        let (first, _) = board.seen(from, line)?;
        let (second, _) = board.seen(first, line)?;
        board.is_of(second, side.other()).then_some(second)
    };
    KING.iter().filter_map(second).collect()
}

/// Hops over the piece seen, to the next square of the line (K40).
fn hops(board: &Board, side: Side, from: Square, lines: &[Vector]) -> Vec<Square> {
    let landings = lines.iter().filter_map(|&line| Some(board.seen(from, line)?.0 + line));
    landings.filter(|&to| board.is_open(to, side)).collect()
}

/// The chains of a Halmopper (K41). A doubled one may continue only after the short chains of K96; its plain steps are listed
/// elsewhere.
fn hop_chain(board: &Board, side: Side, from: Square) -> Vec<Step> {
    let board = board.without(from); // it is off its origin all the time
    let mut steps = Vec::new();
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&origin) = reached.get(next) {
        next += 1;
        for to in hops(&board, side, origin, &KING) {
            let takes = board.at(to).is_some();
            if takes || !reached.contains(&to) {
                steps.push(Step { to, along: to - from, goes_on: takes && origin == from });
            }
            if !takes && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    steps
}

/// Two slides at right angles; the first alone is enough (K42).
fn two_legs(board: &Board, side: Side, from: Square, first: &[Vector], one: i8, two: i8) -> Vec<Square> {
    let mut goals = Vec::new();
    for &line in first {
        for corner in slide(board, side, from, line, one) {
            goals.push(corner);
            if board.is_empty(corner) {
                for turned in line.perpendicular() {
                    goals.extend(slide(board, side, corner, turned, two));
                }
            }
        }
    }
    goals
}

/// One or two King steps; it cannot return to its own square, which is not empty (K42).
fn hawklet(board: &Board, side: Side, from: Square) -> Vec<Square> {
    let mut goals = Vec::new();
    for first in KING {
        let corner = from + first;
        if board.is_open(corner, side) {
            goals.push(corner);
        }
        if board.is_empty(corner) {
            goals.extend(KING.iter().map(|&second| corner + second).filter(|&to| board.is_open(to, side)));
        }
    }
    goals
}

/// Alternating steps in two directions (K43).
fn scout(board: &Board, side: Side, from: Square, directions: &[Vector]) -> Vec<Square> {
    let mut goals = Vec::new();
    for &one in directions {
        for two in one.perpendicular() {
            let steps =
                (1..=2 * board.size()).map(|count| from + one * ((count + 1) / 2) + two * (count / 2));
            goals.extend(follow(board, side, steps));
        }
    }
    goals
}

/// The paths of an Eye (K44).
fn eye(board: &Board, side: Side, from: Square) -> Vec<Square> {
    let mut goals = Vec::new();
    for (s, t) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let path = [Vector(0, s), Vector(0, 2 * s), Vector(t, 2 * s)];
        goals.extend(follow(board, side, path.into_iter().map(|vector| from + vector)));
    }
    goals
}

/// The paths of a Yew (K44).
fn yew(board: &Board, side: Side, from: Square) -> Vec<Square> {
    let mut goals = Vec::new();
    for t in [1, -1] {
        let path = (0..=3).map(|forward| from + side.turn(Vector(t, forward)));
        goals.extend(follow(board, side, path));
    }
    goals
}

/// Any square next to a friendly royal piece, whatever is on it (K72).
fn royalist(board: &Board, side: Side, from: Square) -> Vec<Square> {
    let around = |royal: Square| KING.map(|direction| royal + direction);
    board.royals(side).flat_map(around).filter(|&to| to != from && board.contains(to)).collect()
}

/// The rides of a Typhoon: their ends, each with the opposing pieces taken on the way (K35).
pub(crate) fn ride(board: &Board, side: Side, from: Square, lines: &[Vector]) -> Vec<(Square, Vec<Square>)> {
    let mut rides = Vec::new();
    for &line in lines {
        let mut passed = Vec::new();
        for distance in 1..=3 {
            let to = from + line * distance;
            if !board.is_open(to, side) {
                break;
            }
            rides.push((to, passed.clone()));
            if !board.is_empty(to) {
                passed.push(to);
            }
        }
    }
    rides
}
