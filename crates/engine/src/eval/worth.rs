//! What a piece type is worth: how many turns it gives to its owner, and takes from the opponent.
//!
//! Random boards are filled with the pieces of the game's array. On each, every type in turn stands on the same free
//! square, and all turns of both sides are counted. The turns of the piece itself count, captures for more; so do those
//! of its friends and of its opponents, as far as they differ from what most types bring about on that square: any
//! piece stands in the way, but few lend their powers or keep others from moving. So a power needs no case of its own.

use std::collections::HashSet;
use std::sync::Arc;

use beaufort_rules::game::Game;
use beaufort_rules::{Piece, Position, Side, Square, Step, TypeId};

/// The number of random boards.
const BOARDS: u64 = 96;
/// How many turns a capture is worth.
const CAPTURE: i64 = 4;
/// What any piece is worth for being there, in units of a turn of an average piece.
const BODY: f64 = 1.0;
/// How much more a turn is worth for each turn the piece has besides: the power to do two things at once.
const COMBINED: f64 = 0.03;

/// Returns the worth of every type, scaled so that the commonest piece of the array is worth 100.
pub(super) fn of_types(game: &Arc<Game>) -> Vec<i32> {
    let powers = mean_powers(&free_of_check(game));
    // A turn to a free square of a board where about half of the others are captures or blocked.
    let scale = powers.iter().copied().sum::<f64>() / powers.len().max(1) as f64 / TYPICAL_TURNS;
    let worth = |power: &f64| {
        let turns = if scale > 0.0 { (power / scale).max(0.0) } else { 0.0 };
        BODY + turns * (1.0 + COMBINED * turns)
    };
    let worths: Vec<f64> = powers.iter().map(worth).collect();
    let unit = commonest(game).map_or(1.0, |kind| worths[kind.index()]);
    worths.iter().map(|worth| (100.0 * worth / unit).round().clamp(1.0, 20_000.0) as i32).collect()
}

/// Returns the game without the rule of check (L46): what a piece can do does not depend on which random board gives check.
fn free_of_check(game: &Arc<Game>) -> Arc<Game> {
    let mut definition = game.definition().clone();
    definition.ending.check_binds = false;
    Arc::new(Game::from(definition))
}

/// The number of turns an average piece is taken to have.
const TYPICAL_TURNS: f64 = 7.0;

/// Returns the type with the most pieces in the array.
fn commonest(game: &Game) -> Option<TypeId> {
    let array = &game.definition().array;
    let count = |kind: TypeId| array.iter().filter(|placement| placement.piece == kind).count();
    game.types().max_by_key(|&kind| (count(kind), std::cmp::Reverse(kind)))
}

/// Returns for every type its power, averaged over the boards.
fn mean_powers(game: &Arc<Game>) -> Vec<f64> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut sums = vec![0.0; game.types().count()];
    for _ in 0..BOARDS {
        let Some((mut position, square)) = random_board(game, &mut rng) else { continue };
        let counts: Vec<Counts> = game.types().map(|kind| count(&mut position, square, kind)).collect();
        let friends = median(counts.iter().map(|counts| counts.friends));
        let enemies = median(counts.iter().map(|counts| counts.enemies));
        for (sum, counts) in sums.iter_mut().zip(&counts) {
            *sum += (counts.own + (counts.friends - friends) + (enemies - counts.enemies)) as f64;
        }
    }
    sums.iter().map(|sum| sum / BOARDS as f64).collect()
}

/// Returns a board with a part of the game's pieces on random squares, and a free square; `None` if there is none.
fn random_board(game: &Arc<Game>, rng: &mut fastrand::Rng) -> Option<(Position, Square)> {
    let mut squares: Vec<Square> = game.size().iter().collect();
    rng.shuffle(&mut squares);
    let mut free = squares.into_iter();
    let mut position = Position::empty(game, Side::First);
    let share = 0.35 + 0.5 * rng.f64();
    for placement in &game.definition().array {
        if game.is_royal(placement.piece) || rng.f64() < share {
            position.place(free.next()?, Piece::new(placement.piece, placement.side));
        }
    }
    Some((position, free.next()?))
}

/// The weighted numbers of turns while a piece stands on a square.
struct Counts {
    /// Of the piece itself.
    own: i64,
    /// Of its side's other pieces.
    friends: i64,
    /// Of the other side.
    enemies: i64,
}

fn count(position: &mut Position, square: Square, kind: TypeId) -> Counts {
    position.place(square, Piece::new(kind, Side::First));
    let (own, friends) = weigh(position, square);
    position.pass();
    let (_, enemies) = weigh(position, square);
    position.undo();
    position.place(square, Piece::NONE);
    Counts { own, friends, enemies }
}

/// Returns the weighted numbers of turns that start on a square and of all others. Turns that differ only in a
/// promotion or on the way of a first step are one.
fn weigh(position: &Position, square: Square) -> (i64, i64) {
    let board = position.board();
    let is_taken = |square| !board.at(square).is_none() && board.at(square).side() != position.side();
    let mut seen: HashSet<(Square, Step)> = HashSet::new();
    let (mut own, mut others) = (0, 0);
    for turn in position.turns() {
        let last = turn.second.unwrap_or(turn.first);
        if !seen.insert((turn.first.from, Step { from: turn.first.from, promotion: None, ..last })) {
            continue;
        }
        let weight =
            if turn.steps().any(|step| is_taken(step.to) || is_taken(step.via)) { CAPTURE } else { 1 };
        if turn.first.from == square {
            own += weight;
        } else {
            others += weight;
        }
    }
    (own, others)
}

fn median(values: impl Iterator<Item = i64>) -> i64 {
    let mut values: Vec<i64> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}
