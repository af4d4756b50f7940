//! What a position is worth: a sum of terms, each a quantity seen on the board times a weight.
//!
//! Scores are in hundredths of the game's commonest piece: the type with the most pieces in the initial array is worth
//! about 100. The quantities come from nothing but the game's data:
//!
//! - [`worth`]: what each piece type is worth, found by counting turns on random boards;
//! - [`squares`]: what a square does for a piece, and what it may become there;
//! - [`royals`]: the danger to the pieces that must not be lost;
//! - [`latent`]: what immobilizes, doubles, bewitches or poisons at the moment.
//!
//! The [`weights`] follow from the data, too, or were learned from games: then they stand in a file ([`tuned`]). Whatever
//! depends on a piece and its square alone is one table, summed up as pieces come and go ([`Sums`]); no other part of the
//! engine asks what a turn captures, converts or brings back.

mod basis;
mod builtin;
mod latent;
mod misjudged;
mod royals;
mod squares;
mod terms;
mod tuned;
mod weights;
mod worth;

use std::fmt;
use std::sync::Arc;

use beaufort_rules::game::Game;
use beaufort_rules::position::Observer;
use beaufort_rules::{Piece, Position, Side, Square, Turn, TypeId};

pub use terms::Terms;
pub use tuned::TunedError;
pub use weights::{PIECE_TERMS, SHARED_TERMS, SharedTerm, Taper, Weights};

use basis::Basis;
use latent::Latents;
use weights::{FIRST_LIVE, LATENT, MOBILITY, PROMOTION, RESERVE, TEMPO, WAITING};

/// What taking a royal piece is worth beside the piece itself, for the order of turns.
const ROYAL_PRIZE: i32 = 1 << 20;

/// The number of terms that are looked at anew in every position.
const LIVE: usize = SHARED_TERMS.len() - FIRST_LIVE;
/// The quantities of these terms: what the side to move has more than the other.
type Live = [i32; LIVE];
/// Their weights are kept in parts of this many.
const PARTS: f64 = 1024.0;

/// What is known of a game's pieces, found once for a game.
#[derive(Clone)]
pub struct Evaluation {
    basis: Arc<Basis>,
    weights: Weights,
    squares: usize,
    /// What a piece is worth for the order of turns wherever it stands, by [`Piece::code`].
    worth: Vec<i32>,
    /// What taking a piece is worth for the order of turns, by code: royal pieces before all others.
    prizes: Vec<i32>,
    /// What a piece is worth on a square in the opening and in the ending, by code and square.
    table: Vec<[i16; 2]>,
    /// The weights of the terms that are looked at anew in every position, in the opening and in the ending.
    live: [Live; 2],
    /// The effects that count for something.
    latents: Latents,
    /// Whether a piece does nothing but travel, by code.
    plain: Vec<bool>,
}

/// The worth of both sides' pieces where they stand, and the material left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// For the opening and the ending, by side.
    sides: [[i32; 2]; 2],
    left: i32,
}

impl Sums {
    /// Returns how much better a side's pieces are than the other's, in the scale of the opening.
    #[inline]
    pub(crate) fn balance(self, side: Side) -> i32 {
        let [opening, ending] = self.leads(side);
        (opening + ending) * 2 / 5
    }

    /// Returns how much better a side's pieces are in the opening and in the ending.
    #[inline]
    fn leads(self, side: Side) -> [i32; 2] {
        let (own, other) = (self.sides[side.index()], self.sides[side.other().index()]);
        [own[0] - other[0], own[1] - other[1]]
    }
}

/// Keeps sums up to date while the board changes.
pub(crate) struct Watch<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) sums: &'a mut Sums,
}

impl Watch<'_> {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square, sign: i32) {
        let [opening, ending] = self.evaluation.table[self.evaluation.place(piece, square)];
        let side = &mut self.sums.sides[piece.side().index()];
        side[0] += sign * i32::from(opening);
        side[1] += sign * i32::from(ending);
        self.sums.left += sign * self.evaluation.basis.worth[piece.code()];
    }
}

impl Observer for Watch<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.add(piece, square, 1);
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.add(piece, square, -1);
    }
}

impl Evaluation {
    /// Finds out from the rules alone what the pieces of a game are worth.
    pub fn derived(game: &Arc<Game>) -> Evaluation {
        let basis = Arc::new(Basis::new(game));
        let weights = basis.weights();
        Evaluation::of(basis, weights)
    }

    /// Returns the evaluation of the same game with other weights.
    ///
    /// # Panics
    /// If there are more or fewer of them.
    #[must_use]
    pub fn with_weights(&self, weights: Weights) -> Evaluation {
        assert_eq!(
            weights.values().len(),
            self.weights.values().len(),
            "these are the weights of another game"
        );
        Evaluation::of(Arc::clone(&self.basis), weights)
    }

    fn of(basis: Arc<Basis>, weights: Weights) -> Evaluation {
        let game = &basis.game;
        let squares = game.size().squares();
        let mut worth = vec![0; basis.worth.len()];
        let mut prizes = worth.clone();
        let mut plain = vec![false; worth.len()];
        let mut table = vec![[0; 2]; worth.len() * squares];
        for kind in game.types() {
            let codes = Side::BOTH.map(|side| Piece::new(kind, side).code());
            for code in codes {
                worth[code] = (weights.worth(kind).round() as i32).max(1);
                prizes[code] = worth[code] + if game.is_royal(kind) { ROYAL_PRIZE } else { 0 };
                plain[code] = game.piece(kind).ability.powers.is_empty();
            }
            for square in game.size().iter() {
                let value = on_square(&basis, &weights, kind, square);
                table[codes[0] * squares + square.index()] = value;
                table[codes[1] * squares + game.size().rotate(square).index()] = value;
            }
        }
        let shared = weights.shared();
        let part = |phase: usize| {
            std::array::from_fn(|term| (PARTS * shared[FIRST_LIVE + term][phase]).round() as i32)
        };
        let live = [part(0), part(1)];
        let latents = basis.latents.filter(|place| shared[LATENT + place] != [0.0; 2]);
        Evaluation { squares, worth, prizes, table, live, latents, plain, weights, basis }
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<Game> {
        &self.basis.game
    }

    /// Returns the weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns how far from those of [`Evaluation::derived`] learned weights may well be.
    pub fn spreads(&self) -> Vec<Taper> {
        self.basis.spreads()
    }

    /// Returns what a piece type is worth, in hundredths of the commonest.
    pub fn worth(&self, kind: TypeId) -> i32 {
        self.worth_of(Piece::new(kind, Side::First))
    }

    /// Returns what the pieces of both sides are worth together, wherever they stand, by the rules alone.
    pub fn material(&self, position: &Position) -> i32 {
        self.basis.material(position)
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

    /// Returns the place of a piece on a square in the table.
    #[inline]
    fn place(&self, piece: Piece, square: Square) -> usize {
        piece.code() * self.squares + square.index()
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

    /// Returns the score of a position for the side to move, from its pieces alone: no turn is looked at.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_with(position, self.sums(position))
    }

    /// Returns the score of a position whose pieces are summed up already.
    #[inline]
    pub(crate) fn evaluate_with(&self, position: &Position, sums: Sums) -> i32 {
        let live = self.live(position, self.latents);
        let leads = sums.leads(position.side());
        let score = |phase: usize| {
            let seen: i32 = live.iter().zip(&self.live[phase]).map(|(seen, weight)| seen * weight).sum();
            i64::from(leads[phase] + seen / PARTS as i32)
        };
        let (left, start) = self.phase(sums.left);
        ((score(0) * left + score(1) * (start - left)) / start) as i32
    }

    /// Returns how much is left of how much material; promotions may have made more of it than there was.
    #[inline]
    fn phase(&self, left: i32) -> (i64, i64) {
        let start = self.basis.start;
        (left.clamp(0, 2 * start).into(), start.into())
    }

    /// Looks at what is not in the table, for the side to move.
    #[inline]
    fn live(&self, position: &Position, latents: Latents) -> Live {
        let (side, basis) = (position.side(), &*self.basis);
        let mut live = [0; LIVE];
        live[TEMPO - FIRST_LIVE] = 1;
        for (side, sign) in [(side, 1), (side.other(), -1)] {
            basis.royals.look(position.board(), side, sign, &mut live);
            if !basis.reserve.is_empty() {
                self.count_reserve(position, side, sign, &mut live);
            }
        }
        latents
            .balances(position, side, &basis.worth, |place, lead| live[LATENT - FIRST_LIVE + place] = lead);
        live
    }

    /// Counts the worth of a side's reserve: nothing once no drop will ever be possible, and apart while the own royal
    /// piece has not moved, for which every drop waits (L36).
    fn count_reserve(&self, position: &Position, side: Side, sign: i32, live: &mut Live) {
        let (reserve, milestones) = (position.state().reserve(side), position.state().milestones());
        if milestones.has_reached() {
            return;
        }
        let term = if milestones.has_moved(side) { RESERVE } else { WAITING };
        let worth = |(index, worth): (usize, &i32)| i32::from(reserve.count(index)) * worth;
        live[term - FIRST_LIVE] += sign * self.basis.reserve.iter().enumerate().map(worth).sum::<i32>();
    }
}

/// Returns what the first player's piece of a type is worth on a square in the opening and in the ending.
fn on_square(basis: &Basis, weights: &Weights, kind: TypeId, square: Square) -> [i16; 2] {
    let here = basis.squares[kind.index()][square.index()];
    let [worth, advance, centre] = weights.piece(kind);
    let shared = weights.shared();
    [0, 1].map(|phase| {
        let value = worth[phase]
            + advance[phase] * here.advance
            + centre[phase] * here.centre
            + shared[MOBILITY][phase] * f64::from(here.mobility)
            + shared[PROMOTION][phase] * f64::from(here.promotion);
        value.round() as i16
    })
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
            let evaluation = Evaluation::derived(&game);
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
            let evaluation = Evaluation::derived(&game);
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
        let evaluation = Evaluation::derived(&game);
        let gain = |kind: TypeId| {
            let promotions = game.piece(kind).promotions.iter();
            promotions.map(|promotion| evaluation.worth(promotion.to) - evaluation.worth(kind)).max()
        };
        let gains: Vec<i32> = game.types().filter_map(gain).collect();
        assert!(gains.iter().all(|&gain| gain > -20) && gains.iter().sum::<i32>() > 50 * gains.len() as i32);
    }
}
