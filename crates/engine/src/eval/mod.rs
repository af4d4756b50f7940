//! Evaluation: a sum of terms, each a quantity of the position times a weight.
//!
//! Scores are in hundredths of the game's commonest piece: the type with the most pieces in the initial array is worth about
//! one hundred. All quantities are derived from the game's data:
//!
//! - [`worth`]: the worth of each piece type, found by counting turns on random boards;
//! - [`psqt`]: mobility and promotion prospects of a piece by its square;
//! - [`royal_safety`]: the danger to the royal pieces;
//! - [`latent`]: pieces that are immobilized, doubled, bewitched or poisonous at the moment;
//! - [`attacks`]: attacks in the position: activity, threats and hanging pieces;
//! - [`nnue`]: a network, trained on the rest of the score;
//! - [`endgame`]: the mop-up score of a bare royal piece, instead of all these.
//!
//! The [`weights`] are derived from the data, too, or learned from games and read from a file ([`tuned`]). All terms that
//! depend only on a piece and its square form one piece-square table, which is summed incrementally ([`Accumulator`]); no other
//! part of the engine has cases for captures, conversions or returns.

mod accumulator;
mod attacks;
mod basis;
mod builtin;
mod endgame;
mod evaluate;
mod latent;
mod net_file;
mod nnue;
mod noise;
mod psqt;
mod royal_safety;
mod terms;
mod tuned;
mod weights;
mod worth;

use std::fmt;
use std::sync::Arc;

use beaufort_rules::game::Game;
use beaufort_rules::{Piece, PieceType, Position, Side, Square, Turn};

pub(crate) use accumulator::{Accumulator, EvalObserver};
pub(crate) use attacks::RideCache;
pub use net_file::NetError;
pub(crate) use nnue::AccumulatorStack;
pub use nnue::{BUCKETS, Features, LANES, MAX_HIDDEN, MAX_SHIFT, Network, NetworkWeights};
pub use terms::EvalTerms;
pub use tuned::TunedError;
pub use weights::{PIECE_TERMS, SHARED_TERMS, SharedTerm, Taper, Weights};
pub use worth::commonest;

use attacks::Attacks;
use basis::Basis;
use latent::Latents;
use weights::{ATTACKS, FIRST_LIVE, LATENT, MOBILITY, PROMOTION};
use worth::Measure;

/// The additional value of taking a royal piece in turn ordering.
const ROYAL_CAPTURE_VALUE: i32 = 1 << 20;

/// The number of live terms, which are computed in every position.
const LIVE_TERMS: usize = SHARED_TERMS.len() - FIRST_LIVE;
/// The quantities of the live terms: the side to move's minus the opponent's.
type Live = [i32; LIVE_TERMS];
/// The denominator of the weights of live terms, which are fixed-point numbers.
const WEIGHT_SCALE: f64 = 1024.0;

/// The evaluation of a game: its weights, tables and network.
#[derive(Clone)]
pub struct Evaluation {
    basis: Arc<Basis>,
    weights: Weights,
    squares: usize,
    /// The worth of a piece on any square, in centipawns, for turn ordering, by [`Piece::code`].
    worth: Vec<i32>,
    /// The value of taking a piece in turn ordering, by code; royal pieces come first.
    capture_values: Vec<i32>,
    /// The piece-square table: the worth of a piece on a square in opening and ending, by code and square.
    psqt: Vec<[i16; 2]>,
    /// The weights of the live terms in opening and ending.
    live: [Live; 2],
    /// The latent effects whose weights are not zero.
    latents: Latents,
    /// Whether a weight of the attack terms is not zero.
    sees_attacks: bool,
    /// Whether a piece has no powers besides travelling, by code.
    travels_only: Vec<bool>,
    /// The inputs of the residual.
    features: Arc<Features>,
    residual: Residual,
}

/// The learned part of an evaluation that is added to the sum of the weighted terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Residual {
    /// Values that are added to the piece-square table in opening and ending, in centipawns, by [`Features::own_row`]; empty
    /// for none.
    pub table: Vec<[i16; 2]>,
    /// The network, if there is one.
    pub network: Option<Arc<Network>>,
}

impl Residual {
    /// Returns whether there is neither a table nor a network.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty() && self.network.is_none()
    }
}

impl Evaluation {
    /// Derives the evaluation of a game from its rules alone. This takes a moment.
    pub fn derived(game: &Arc<Game>) -> Evaluation {
        Evaluation::on(Basis::new(game, Measure::NEWEST))
    }

    /// Returns the evaluation that is derived from a game whose file gives each type this worth, in hundredths of the commonest
    /// piece, by the index of the type.
    ///
    /// # Panics
    /// If the game has another number of types.
    pub fn with_worths(game: &Arc<Game>, worths: &[i32]) -> Evaluation {
        assert_eq!(worths.len(), game.types().count(), "these are the worths of another game");
        Evaluation::on(Basis::with_worths(game, Measure::NEWEST, worths))
    }

    /// Returns the evaluation with the weights that follow from a basis.
    fn on(basis: Basis) -> Evaluation {
        let weights = basis.weights();
        Evaluation::of(Arc::new(basis), weights, Residual::default())
    }

    /// Returns the evaluation of the same game with other weights and without residual.
    ///
    /// # Panics
    /// If the number of weights is not that of the game.
    #[must_use]
    pub fn with_weights(&self, weights: Weights) -> Evaluation {
        assert_eq!(
            weights.values().len(),
            self.weights.values().len(),
            "these are the weights of another game"
        );
        Evaluation::of(Arc::clone(&self.basis), weights, Residual::default())
    }

    /// Returns the evaluation with the same weights and another residual.
    ///
    /// # Panics
    /// If the table is neither empty nor [`Features::rows_of_owner`] long, or if the network has another number of inputs.
    #[must_use]
    pub fn with_residual(&self, residual: Residual) -> Evaluation {
        Evaluation::of(Arc::clone(&self.basis), self.weights.clone(), residual)
    }

    fn of(basis: Arc<Basis>, weights: Weights, residual: Residual) -> Evaluation {
        let game = &basis.game;
        let features = Arc::new(Features::new(game));
        assert!(
            residual.table.is_empty() || residual.table.len() == features.rows_of_owner(),
            "this is the table of another game"
        );
        assert!(
            residual.network.as_ref().is_none_or(|network| network.fits(&features)),
            "this is the network of another game"
        );
        let worth = |kind| (weights.worth(kind).round() as i32).max(1);
        let capture_value = |kind| worth(kind) + if game.is_royal(kind) { ROYAL_CAPTURE_VALUE } else { 0 };
        let shared = weights.shared();
        let live = [0, 1].map(|phase| {
            std::array::from_fn(|term| (WEIGHT_SCALE * shared[FIRST_LIVE + term][phase]).round() as i32)
        });
        Evaluation {
            squares: game.size().squares(),
            worth: by_code(game, worth),
            capture_values: by_code(game, capture_value),
            psqt: piece_square_table(&basis, &weights, &features, &residual.table),
            live,
            latents: basis.latents.filter(|place| shared[LATENT + place] != [0.0; 2]),
            sees_attacks: weights.see_attacks(),
            travels_only: by_code(game, |kind| game.piece(kind).ability.powers.is_empty()),
            weights,
            features,
            residual,
            basis,
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<Game> {
        &self.basis.game
    }

    /// Returns the weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns a checksum that identifies the evaluation: the same for the same table, weights and network on every machine.
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        self.psqt.iter().flatten().for_each(|value| hasher.update(&value.to_le_bytes()));
        let live = if self.sees_attacks { LIVE_TERMS } else { ATTACKS - FIRST_LIVE };
        let live = self.live.iter().flat_map(|weights| &weights[..live]);
        live.for_each(|weight| hasher.update(&weight.to_le_bytes()));
        if let Some(network) = &self.residual.network {
            network.bytes(&mut |bytes| hasher.update(bytes));
        }
        hasher.finalize()
    }

    /// Returns the standard deviations of learned weights from those of [`Evaluation::derived`], in the order of
    /// [`Weights::values`].
    pub fn spreads(&self) -> Vec<Taper> {
        self.basis.spreads()
    }

    /// Returns the attack tables if the attack terms count.
    #[inline]
    fn attacks(&self) -> Option<&Attacks> {
        self.sees_attacks.then_some(&self.basis.attacks)
    }

    /// Returns the inputs of the network.
    pub fn features(&self) -> &Arc<Features> {
        &self.features
    }

    /// Returns the residual: the learned table and network.
    pub fn residual(&self) -> &Residual {
        &self.residual
    }

    /// Returns the network, if the game has one.
    #[inline]
    pub(crate) fn network(&self) -> Option<&Network> {
        self.residual.network.as_deref()
    }

    /// Returns the worth of a piece type in centipawns, at least 1. By the rules alone the commonest type is worth 100; learned
    /// weights may differ.
    ///
    /// # Panics
    /// If the game has no such type.
    pub fn worth(&self, kind: PieceType) -> i32 {
        self.worth_of(Piece::new(kind, Side::First))
    }

    /// Returns the piece-square table of the first player's pieces of a type, in opening and ending, by the index of the
    /// square, in centipawns. Terms that depend on other pieces, such as the output of the network, are not included.
    ///
    /// # Panics
    /// If the game has no such type.
    pub fn heat_map(&self, kind: PieceType) -> [Vec<i32>; 2] {
        let table = self.places(Piece::new(kind, Side::First).code());
        [0, 1].map(|phase| table.iter().map(|value| i32::from(value[phase])).collect())
    }

    /// Returns the part of the piece-square table for a piece code, by the index of the square.
    #[inline]
    fn places(&self, code: usize) -> &[[i16; 2]] {
        &self.psqt[code * self.squares..][..self.squares]
    }

    /// Returns the total worth of the pieces of both sides on the board by the rules alone, in centipawns.
    pub fn material(&self, position: &Position) -> i32 {
        self.basis.material(position)
    }

    /// Returns the worth of a piece on any square; 0 for [`Piece::NONE`].
    #[inline]
    pub(crate) fn worth_of(&self, piece: Piece) -> i32 {
        self.worth[piece.code()]
    }

    /// Returns the gain of the moved piece in the piece-square table, as the mean of opening and ending; 0 for a drop.
    #[inline]
    pub(crate) fn square_gain(&self, position: &Position, turn: Turn) -> i32 {
        let end = turn.last().to;
        let places = self.places(position.board().at(turn.first.from).code());
        let value =
            |square: Square| places[square.index()].iter().map(|&value| i32::from(value)).sum::<i32>();
        (value(end) - value(turn.first.from)) / 2
    }

    /// Returns the value of taking a piece in turn ordering; 0 for [`Piece::NONE`].
    #[inline]
    pub(crate) fn capture_value(&self, piece: Piece) -> i32 {
        self.capture_values[piece.code()]
    }

    /// Returns whether a turn can take nothing except the piece on its target square.
    #[inline]
    pub(crate) fn takes_target_only(&self, position: &Position, turn: Turn) -> bool {
        turn.second.is_none() && self.travels_only[position.board().at(turn.first.from).code()]
    }
}

/// Returns a value for each piece, by [`Piece::code`]: the same for both sides, and the default for [`Piece::NONE`].
fn by_code<T: Clone + Default>(game: &Game, value: impl Fn(PieceType) -> T) -> Vec<T> {
    let mut values = vec![T::default(); Piece::codes(game.types().count())];
    for kind in game.types() {
        for side in Side::BOTH {
            values[Piece::new(kind, side).code()] = value(kind);
        }
    }
    values
}

/// Returns the piece-square table in opening and ending, by [`Piece::code`] and square. `table` is the residual's.
fn piece_square_table(
    basis: &Basis,
    weights: &Weights,
    features: &Features,
    table: &[[i16; 2]],
) -> Vec<[i16; 2]> {
    let size = basis.game.size();
    let squares = size.squares();
    let mut psqt = vec![[0; 2]; basis.worth.len() * squares];
    for kind in basis.game.types() {
        for square in size.iter() {
            let value = on_square(basis, weights, kind, square);
            for (side, square) in Side::BOTH.into_iter().zip([square, size.rotate(square)]) {
                let more = table.get(features.own_row(kind, features.seen(side, square)));
                let more = more.copied().unwrap_or_default();
                psqt[Piece::new(kind, side).code() * squares + square.index()] =
                    [0, 1].map(|phase| value[phase].saturating_add(more[phase]));
            }
        }
    }
    psqt
}

/// Returns the worth of the first player's piece of a type on a square in opening and ending.
fn on_square(basis: &Basis, weights: &Weights, kind: PieceType, square: Square) -> [i16; 2] {
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

    /// Promotions should gain. Those that only exchange one power for another may lose a little.
    #[test]
    fn promotions_gain_on_the_whole() {
        let game = builtin::game("scirocco").expect("it is built in");
        let evaluation = Evaluation::derived(&game);
        let gain = |kind: PieceType| {
            let promotions = game.piece(kind).promotions.iter();
            promotions.map(|promotion| evaluation.worth(promotion.to) - evaluation.worth(kind)).max()
        };
        let gains: Vec<i32> = game.types().filter_map(gain).collect();
        assert!(gains.iter().all(|&gain| gain > -20) && gains.iter().sum::<i32>() > 50 * gains.len() as i32);
    }
}
