//! The features of a square for the piece-square table: the mobility of a piece there and its distance to promotion.

use std::sync::Arc;

use beaufort_rules::{Geometry, Piece, PieceType, Position, Side, Square};
use beaufort_rules::{Scope, game::Game};

use crate::params::prior::{mobility_percent, promotion_decay_percent, promotion_percent};

/// The features of a square for the first player's piece of a type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SquareFeatures {
    /// The gain or loss of worth by the piece's mobility there.
    pub(super) mobility: i32,
    /// The credit for a possible promotion.
    pub(super) promotion: i32,
    /// How advanced the square is: -1 on the first rank, 1 on the last.
    pub(super) advance: f64,
    /// How central the square is: 1 in the middle, -1 in a corner.
    pub(super) centre: f64,
}

/// Returns the features of every square for the first player's piece of a type. `worth` is the worth of all types.
pub(super) fn of_type(game: &Arc<Game>, kind: PieceType, worth: &[i32]) -> Vec<SquareFeatures> {
    let size = game.size();
    let base = worth[kind.index()];
    if game.is_royal(kind) {
        // Mobility and promotion are no aims for a royal piece.
        return size.iter().map(|square| on_square(size, square, 0, 0)).collect();
    }
    let turns = turns_by_square(game, kind);
    let mean = turns.iter().sum::<i32>().max(1);
    let best = game.piece(kind).promotions.iter().map(|promotion| worth[promotion.to.index()]).max();
    let gain = (best.unwrap_or(base) - base).max(0);
    let value = |(square, turns): (Square, i32)| {
        let mobility = (turns * size.squares() as i32 - mean).clamp(-mean, mean);
        let mobility = i64::from(base * mobility_percent()) * i64::from(mobility) / i64::from(100 * mean);
        let ranks = i32::from(ranks_to_zone(game, square));
        let expected = (0..ranks)
            .fold(gain * promotion_percent() / 100, |share, _| share * promotion_decay_percent() / 100);
        on_square(size, square, mobility as i32, expected)
    };
    size.iter().zip(turns).map(value).collect()
}

fn on_square(size: Geometry, square: Square, mobility: i32, promotion: i32) -> SquareFeatures {
    // From -1 at one edge of the board to 1 at the other.
    let along = |place: u8, most: u8| match most {
        1 => 0.0,
        most => 2.0 * f64::from(place) / f64::from(most - 1) - 1.0,
    };
    let advance = along(size.rank(square), size.ranks());
    let centre = 1.0 - along(size.file(square), size.files()).abs() - advance.abs();
    SquareFeatures { mobility, promotion, advance, centre }
}

/// Returns the number of turns of the first player's piece on each square of an almost empty board.
fn turns_by_square(game: &Arc<Game>, kind: PieceType) -> Vec<i32> {
    let mut position = Position::empty(game, Side::First);
    let corners = corners(game.size());
    let royal = game.types().find(|&kind| game.is_royal(kind));
    let sides = [Side::First, Side::Second, Side::Second, Side::First];
    let mut turns = Vec::new();
    let mut on = |square: Square| {
        for (corner, side) in corners.into_iter().zip(sides) {
            position.place(corner, royal.map_or(Piece::NONE, |royal| Piece::new(royal, side)));
        }
        position.place(square, Piece::new(kind, Side::First));
        turns.clear();
        position.generate(Scope::Distinct, &mut turns);
        position.place(square, Piece::NONE);
        turns.iter().filter(|turn| turn.first.from == square && turn.first.promotion.is_none()).count() as i32
    };
    game.size().iter().map(&mut on).collect()
}

fn corners(size: Geometry) -> [Square; 4] {
    let (right, top) = (i16::from(size.files()) - 1, i16::from(size.ranks()) - 1);
    [(0, 0), (right, top), (0, top), (right, 0)]
        .map(|(file, rank)| size.square(file, rank).expect("a corner is on the board"))
}

/// Returns the distance of a square from the first player's promotion zone in ranks; without a zone, from the last rank.
fn ranks_to_zone(game: &Game, square: Square) -> u8 {
    let size = game.size();
    let rank = size.rank(square);
    let first = size.iter().find(|&square| game.zone(Side::First).contains(square));
    first.map_or(size.ranks(), |first| size.rank(first)).saturating_sub(rank)
}
