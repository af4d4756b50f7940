//! What a position is worth, from nothing but the game's data.
//!
//! Scores are in hundredths of the game's commonest piece: the type with the most pieces in the initial array is worth
//! 100. The parts:
//!
//! - [`worth`]: what each piece type is worth, found by counting turns on random boards;
//! - [`squares`]: what a piece is worth more or less on a square, and what it may become there;
//! - [`royals`]: the danger to the pieces that must not be lost.
//!
//! The first two are one table, summed up as pieces come and go ([`Sums`]); no other part of the engine asks what a
//! turn captures, converts or brings back.

mod misjudged;
mod royals;
mod squares;
mod worth;

use std::fmt;

use beaufort_rules::game::Game;
use beaufort_rules::game::definition::{DropItem, Dropped};
use beaufort_rules::position::Observer;
use beaufort_rules::{Piece, Position, Side, Square, Turn, TypeId};

use royals::Royals;

/// What having the move is worth.
const TEMPO: i32 = 10;

/// What taking a royal piece is worth beside the piece itself, for the order of turns.
const ROYAL_PRIZE: i32 = 1 << 20;

/// What is known of a game's pieces, found once for a game.
#[derive(Clone)]
pub struct Evaluation {
    squares: usize,
    /// What a piece is worth wherever it stands, by [`Piece::code`].
    worth: Vec<i32>,
    /// What taking a piece is worth for the order of turns, by code: royal pieces before all others.
    prizes: Vec<i32>,
    /// What a piece is worth on a square, by code and square.
    table: Vec<i16>,
    royals: Royals,
    /// Whether a piece does nothing but travel, by code.
    plain: Vec<bool>,
    /// What each item of the reserve is worth on the board.
    reserve: Vec<i32>,
    /// The sum of both sides in the initial array.
    start: i32,
}

/// The worth of both sides' pieces where they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums([i32; 2]);

impl Sums {
    /// Returns how much better a side's pieces are than the other's.
    #[inline]
    pub(crate) fn balance(self, side: Side) -> i32 {
        self.0[side.index()] - self.0[side.other().index()]
    }
}

/// Keeps sums up to date while the board changes.
pub(crate) struct Watch<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) sums: &'a mut Sums,
}

impl Observer for Watch<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.sums.0[piece.side().index()] += self.evaluation.on(piece, square);
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.sums.0[piece.side().index()] -= self.evaluation.on(piece, square);
    }
}

impl Evaluation {
    /// Finds out what the pieces of a game are worth: the same for the same game every time.
    pub fn new(game: &std::sync::Arc<Game>) -> Evaluation {
        let by_type = worth::of_types(game);
        let mut worth = vec![0; Piece::codes(by_type.len())];
        let mut prizes = worth.clone();
        let mut plain = vec![false; worth.len()];
        for kind in game.types() {
            for side in Side::BOTH {
                let code = Piece::new(kind, side).code();
                worth[code] = by_type[kind.index()];
                plain[code] = game.piece(kind).ability.powers.is_empty();
                prizes[code] = worth[code] + if game.is_royal(kind) { ROYAL_PRIZE } else { 0 };
            }
        }
        let squares = game.size().squares();
        let mut table = vec![0; worth.len() * squares];
        for kind in game.types() {
            let values = squares::of_type(game, kind, &by_type);
            for (square, value) in game.size().iter().zip(values) {
                let value = value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                let place = |side, square: Square| Piece::new(kind, side).code() * squares + square.index();
                table[place(Side::First, square)] = value;
                table[place(Side::Second, game.size().rotate(square))] = value;
            }
        }
        let royals = Royals::new(game.size());
        let items = &game.definition().drops.items;
        let reserve = items.iter().map(|item| on_board(items, &item.what, &by_type)).collect();
        let mut evaluation = Evaluation { squares, worth, prizes, table, royals, plain, reserve, start: 0 };
        evaluation.start = evaluation.sums(&Position::initial(game)).0.iter().sum::<i32>().max(1);
        evaluation
    }

    /// Returns what a piece type is worth, in hundredths of the commonest.
    pub fn worth(&self, kind: TypeId) -> i32 {
        self.worth_of(Piece::new(kind, Side::First))
    }

    /// Returns what a piece is worth wherever it stands; 0 for [`Piece::NONE`].
    #[inline]
    pub(crate) fn worth_of(&self, piece: Piece) -> i32 {
        self.worth[piece.code()]
    }

    /// Returns what taking a piece is worth for the order of turns; 0 for [`Piece::NONE`].
    #[inline]
    pub(crate) fn prize(&self, piece: Piece) -> i32 {
        self.prizes[piece.code()]
    }

    /// Returns whether a turn takes just what stands where it goes.
    #[inline]
    pub(crate) fn is_plain(&self, position: &Position, turn: Turn) -> bool {
        turn.second.is_none() && self.plain[position.board().at(turn.first.from).code()]
    }

    /// Returns what a piece is worth on a square.
    #[inline]
    fn on(&self, piece: Piece, square: Square) -> i32 {
        i32::from(self.table[piece.code() * self.squares + square.index()])
    }

    /// Adds up the pieces of a position.
    pub(crate) fn sums(&self, position: &Position) -> Sums {
        let mut sums = Sums::default();
        let mut watch = Watch { evaluation: self, sums: &mut sums };
        for (square, piece) in position.board().pieces() {
            watch.put(piece, square);
        }
        sums
    }

    /// Returns what a side's reserve is worth: nothing once no drop will ever be possible, and less while the own royal
    /// piece has not moved, for which every drop waits (L36).
    fn held(&self, position: &Position, side: Side) -> i32 {
        let (reserve, milestones) = (position.state().reserve(side), position.state().milestones());
        if milestones.has_reached() {
            return 0;
        }
        let percent = if milestones.has_moved(side) { IN_RESERVE } else { IN_WAITING };
        let worth = |(index, worth): (usize, &i32)| i32::from(reserve.count(index)) * worth;
        self.reserve.iter().enumerate().map(worth).sum::<i32>() * percent / 100
    }

    /// Returns the score of a position for the side to move, from its pieces alone: no turn is looked at.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_with(position, self.sums(position))
    }

    /// Returns the score of a position whose pieces are summed up already.
    #[inline]
    pub(crate) fn evaluate_with(&self, position: &Position, sums: Sums) -> i32 {
        let side = position.side();
        let reserves = if self.reserve.is_empty() {
            0
        } else {
            self.held(position, side) - self.held(position, side.other())
        };
        let pieces = sums.balance(side) + reserves;
        // The fewer pieces there are, the more a lead is worth: by half if none were left.
        let left = sums.0.iter().sum::<i32>().clamp(0, 2 * self.start);
        let pieces =
            (i64::from(pieces) * i64::from(3 * self.start - left) / i64::from(2 * self.start)) as i32;
        let danger = |side| self.royals.danger(position.board(), side, &self.worth);
        pieces + danger(side.other()) - danger(side) + TEMPO
    }
}

/// The part of a piece's worth that it has before it is dropped, in percent.
const IN_RESERVE: i32 = 70;
/// The same while the own royal piece has not moved.
const IN_WAITING: i32 = 68;

/// Returns what an item of the reserve is worth on the board.
fn on_board(items: &[DropItem], what: &Dropped, worth: &[i32]) -> i32 {
    match what {
        Dropped::Choice(among) => {
            among.iter().map(|&item| on_board(items, &items[item].what, worth)).max().unwrap_or(0)
        }
        Dropped::Pair(kind, _) | Dropped::BesideRoyal(kind) => 2 * worth[kind.index()],
        Dropped::Single(kind, _) => worth[kind.index()],
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").field("worth", &self.worth).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn sums_follow_the_board() {
        for game in builtin::ids().filter_map(builtin::game) {
            let evaluation = Evaluation::new(&game);
            let mut rng = fastrand::Rng::with_seed(2);
            let mut position = Position::initial(&game);
            let start = evaluation.sums(&position);
            let mut sums = start;
            let mut watch = Watch { evaluation: &evaluation, sums: &mut sums };
            for _ in 0..200 {
                let Some(turn) = rng.choice(position.turns()) else { break };
                position.play_with(turn, &mut watch);
                assert_eq!(*watch.sums, evaluation.sums(&position), "{position}");
            }
            while position.ply() > 0 {
                position.undo_with(&mut watch);
            }
            assert_eq!(sums, start);
        }
    }

    #[test]
    fn the_commonest_piece_is_worth_a_hundred() {
        for game in builtin::ids().filter_map(builtin::game) {
            let evaluation = Evaluation::new(&game);
            let array = &game.definition().array;
            let count = |kind| array.iter().filter(|placement| placement.piece == kind).count();
            let most = game.types().map(count).max();
            let commonest = game.types().find(|&kind| Some(count(kind)) == most);
            assert_eq!(commonest.map(|kind| evaluation.worth(kind)), Some(100));
        }
    }

    /// A promotion is meant as a gain. Those that only exchange one power for another may lose a little.
    #[test]
    fn promotions_gain_on_the_whole() {
        let game = builtin::game("scirocco").expect("it is built in");
        let evaluation = Evaluation::new(&game);
        let gain = |kind: TypeId| {
            let promotions = game.piece(kind).promotions.iter();
            promotions.map(|promotion| evaluation.worth(promotion.to) - evaluation.worth(kind)).max()
        };
        let gains: Vec<i32> = game.types().filter_map(gain).collect();
        assert!(gains.iter().all(|&gain| gain > -20) && gains.iter().sum::<i32>() > 50 * gains.len() as i32);
    }
}
