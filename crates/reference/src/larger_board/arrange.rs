//! Random arrangements of pieces that could occur in a game.

use super::board::Board;
use super::castling::CASTLINGS;
use super::check::is_in_check;
use super::piece::{CANNONS, HALFLINGS, Kind, Piece, Side};
use super::position::{Kings, Pair, Position, Reserve};
use super::square::{DIAGONAL, HEIGHT, KING, Square, Vector, WIDTH};
use super::text;
use crate::random::Random;

/// Returns the initial position with some pieces removed and with both Kings having moved, if no King is attacked.
pub(super) fn open_up(random: &mut Random) -> Option<Position> {
    let mut position = text::parse(super::initial()).ok()?;
    for square in super::square::all() {
        let gap = position.board.at(square).is_some_and(|piece| piece.kind != Kind::King) && random.one_in(3);
        if gap {
            position.board.remove(square);
        }
    }
    position.castlings.clear();
    position.kings.moved = [true, true];
    playable(position)
}

/// Returns an arrangement of any size: Kings at home, on one line or anywhere; pieces of few types or of all, close to each
/// other; Golems, Pawns near their eighth row, partly used reserves.
pub(super) fn arrange(random: &mut Random) -> Option<Position> {
    let mut board = Board::empty();
    place_kings(&mut board, random);
    for _ in 0..random.below(4) {
        place_golem(&mut board, random);
    }
    let kinds = kinds(random);
    for _ in 0..random.below(36) {
        place_piece(&mut board, &kinds, random);
    }
    let mut kings = Kings::default();
    for side in Side::BOTH {
        kings.moved[side as usize] = board.king(side) != Some(home(side)) || random.one_in(2);
        kings.on_eighth_row |= board.king(side).is_some_and(|king| side.is_on_row(8, king));
    }
    kings.on_eighth_row |= kings.moved == [true, true] && random.one_in(8);
    let may_castle =
        |one: &super::castling::Castling| !kings.moved[one.side as usize] && one.is_set_up(&board);
    let castlings = CASTLINGS.into_iter().filter(may_castle).filter(|_| !random.one_in(4)).collect();
    let reserves = reserves(random);
    let side = if random.one_in(2) { Side::White } else { Side::Black };
    playable(Position { board, side, castlings, passed: None, reserves, kings })
}

/// Returns the position if the side that has just moved is not in check (L46).
fn playable(position: Position) -> Option<Position> {
    if is_in_check(&position.board, position.side.other()) { None } else { Some(position) }
}

/// The King's square at the start (L2).
fn home(side: Side) -> Square {
    Square(6, side.row(1))
}

fn place_kings(board: &mut Board, random: &mut Random) {
    let king = |side| Some(Piece::new(side, Kind::King));
    let mut white = anywhere(random);
    let mut black = anywhere(random);
    match random.below(4) {
        0 => (white, black) = (home(Side::White), home(Side::Black)),
        1 => black = white + KING[random.below(8)] * (2 + random.below(5) as i8),
        2 => white = home(Side::White),
        _ => {}
    }
    if !black.is_on_board() || black == white {
        (white, black) = (home(Side::White), home(Side::Black));
    }
    board.set(white, king(Side::White));
    board.set(black, king(Side::Black));
    for castling in CASTLINGS {
        if board.king(castling.side) == Some(home(castling.side)) {
            place(board, castling.rook(), Piece::new(castling.side, Kind::Rook));
        }
    }
}

fn place_golem(board: &mut Board, random: &mut Random) {
    let one = anywhere(random);
    let other = one + DIAGONAL[random.below(4)];
    let part = Piece { side: any_side(random), kind: Kind::Golem, golem: board.unused_golem() };
    if board.is_empty(one) && board.is_empty(other) {
        board.set(one, Some(part));
        board.set(other, Some(part));
    }
}

/// Returns the types of an arrangement: all, or a few, so that they meet often.
fn kinds(random: &mut Random) -> Vec<Kind> {
    let all: Vec<_> = Kind::all().filter(|kind| !matches!(kind, Kind::King | Kind::Golem)).collect();
    if random.one_in(3) {
        return all;
    }
    let special =
        [&CANNONS[..], &HALFLINGS, &[Kind::Wizard, Kind::Elephant, Kind::Assassin, Kind::Pawn]].concat();
    let mut few = vec![Kind::Pawn, Kind::Wizard, Kind::Assassin];
    for _ in 0..2 + random.below(5) {
        let choices = if random.one_in(2) { &special } else { &all };
        few.extend(random.pick(choices));
    }
    few
}

/// Puts a piece on the board, half of the time close to another one, unless the square is occupied.
fn place_piece(board: &mut Board, kinds: &[Kind], random: &mut Random) {
    let Some(&kind) = random.pick(kinds) else { return };
    let side = any_side(random);
    let occupied: Vec<_> = board.squares().collect();
    let square = match (kind, random.pick(&occupied)) {
        (Kind::Pawn, _) if random.one_in(2) => {
            Square(random.below(WIDTH as usize) as i8, side.row([1, 2, 2, 7, 7][random.below(5)]))
        }
        (_, Some(&near)) if random.one_in(2) => {
            near + Vector(random.below(5) as i8 - 2, random.below(5) as i8 - 2)
        }
        _ => anywhere(random),
    };
    if kind != Kind::Pawn || !side.is_on_row(8, square) {
        place(board, square, Piece::new(side, kind));
    }
}

fn place(board: &mut Board, square: Square, piece: Piece) {
    if board.is_empty(square) {
        board.set(square, Some(piece));
    }
}

fn anywhere(random: &mut Random) -> Square {
    Square(random.below(WIDTH as usize) as i8, random.below(HEIGHT as usize) as i8)
}

fn any_side(random: &mut Random) -> Side {
    if random.one_in(2) { Side::White } else { Side::Black }
}

/// Returns reserves from which any items may be missing. The type of a pair of Halflings is fixed once the other player has
/// dropped one (L3).
fn reserves(random: &mut Random) -> [Reserve; 2] {
    let of = Some(Pair::Of(HALFLINGS[random.below(4)]));
    let pairs = [[Some(Pair::Open); 2], [of, None], [None, of], [None, None]];
    pairs[random.below(4)].map(|halflings| Reserve {
        halflings,
        wizards: random.one_in(2),
        elephants: random.one_in(2),
        assassins: [0, 0, 1, 1, 1, 2, 3][random.below(7)],
        thunder: random.one_in(2),
    })
}
