//! The evaluation derived from the rules alone, computed once for each game. Learned weights and networks build on it.

use std::sync::Arc;

use beaufort_rules::game::Game;
use beaufort_rules::game::definition::{DropItem, Dropped};
use beaufort_rules::{Piece, PieceType, Position, Side};

use super::attacks::Attacks;
use super::by_code;
use super::endgame::Endgame;
use super::latent::Latents;
use super::psqt::{self, SquareFeatures};
use super::royal_safety::RoyalSafety;
use super::weights::{ATTACK, ATTACKS, GROWTH, MOBILITY, PROMOTION, SHARED_TERMS, Taper, Weights, growing};
use super::worth::{self, Measure};
use crate::params::prior::{open_promotion_share, open_share, royal_rank};
use crate::params::spreads;

/// The data about a game's pieces that follow from its rules.
pub(super) struct Basis {
    pub(super) game: Arc<Game>,
    /// How the worth is measured, and so the unit of every quantity.
    pub(super) measure: Measure,
    /// The worth of a piece on any square, in centipawns, by [`Piece::code`].
    pub(super) worth: Vec<i32>,
    /// The features of every square for the first player's pieces, by type.
    pub(super) squares: Vec<Vec<SquareFeatures>>,
    pub(super) royals: RoyalSafety,
    pub(super) endgame: Endgame,
    pub(super) latents: Latents,
    pub(super) attacks: Attacks,
    /// The worth of each item of the reserve once it is on the board.
    pub(super) reserve: Vec<i32>,
    /// The worth of all pieces in the initial array.
    pub(super) start: i32,
    /// The least material for the phase of the game: that of the array where captured pieces come back, as no ending comes.
    pub(super) least: i32,
    /// Whether drops wait for the royal pieces (L36).
    pub(super) waits: bool,
}

impl Basis {
    pub(super) fn new(game: &Arc<Game>, measure: Measure) -> Basis {
        Basis::with_worths(game, measure, &worth::of_types(game, measure))
    }

    /// Returns the basis of a game whose types have these worths.
    pub(super) fn with_worths(game: &Arc<Game>, measure: Measure, by_type: &[i32]) -> Basis {
        let worth = by_code(game, |kind| by_type[kind.index()]);
        let items = &game.definition().drops.items;
        let mut basis = Basis {
            squares: game.types().map(|kind| psqt::of_type(game, kind, by_type)).collect(),
            royals: RoyalSafety::new(game, &worth),
            endgame: Endgame::new(game),
            latents: Latents::new(game),
            attacks: Attacks::new(game, &worth),
            reserve: items.iter().map(|item| on_board(items, &item.what, by_type)).collect(),
            start: 1,
            least: 0,
            waits: game.definition().drops.hand.is_none(),
            worth,
            measure,
            game: Arc::clone(game),
        };
        basis.start = basis.material(&Position::initial(game)).max(1);
        if game.definition().drops.hand.as_ref().is_some_and(|hand| hand.captures) {
            basis.least = basis.start;
        }
        basis
    }

    /// Returns the worth of a type.
    pub(super) fn worth(&self, kind: PieceType) -> i32 {
        self.worth[Piece::new(kind, Side::First).code()]
    }

    /// Returns the total worth of the pieces of both sides on the board.
    pub(super) fn material(&self, position: &Position) -> i32 {
        position.board().pieces().map(|(_, piece)| self.worth[piece.code()]).sum()
    }

    /// Returns the weights for a game about which nothing has been learned.
    pub(super) fn weights(&self) -> Weights {
        let of_type = |kind| {
            let worth = f64::from(self.worth(kind));
            let back = match self.game.is_royal(kind) {
                true => royal_rank() / 2.0 * f64::from(self.game.size().ranks() - 1),
                false => 0.0,
            };
            [worth - back, -back, 0.0].map(growing)
        };
        let share = |place| match (self.measure, place) {
            (Measure::Open, MOBILITY | ATTACK) => open_share(),
            (Measure::Open, PROMOTION) => open_promotion_share(),
            // Weights of this measure have attack terms only if these were learned.
            (Measure::Saturated, ATTACKS..) => 0.0,
            _ => 1.0,
        };
        let shared = SHARED_TERMS.iter().enumerate();
        let shared = shared.map(|(place, term)| term.usual.map(|weight| weight * share(place)));
        Weights::from_values(self.game.types().flat_map(of_type).chain(shared).collect())
    }

    /// Returns the standard deviations of learned weights from these.
    pub(super) fn spreads(&self) -> Vec<Taper> {
        let of_type = |kind| {
            let worth = f64::from(self.worth(kind));
            spreads().map(|share| GROWTH.map(|growth| share * growth * worth))
        };
        self.game.types().flat_map(of_type).chain(SHARED_TERMS.iter().map(|term| term.spread)).collect()
    }
}

/// The worth of a piece in a hand, in percent; the usual weight of the reserve makes a little more than on the board of it.
const HAND_PERCENT: i32 = 155;

/// Returns the worth of an item of the reserve once it is on the board.
fn on_board(items: &[DropItem], what: &Dropped, worth: &[i32]) -> i32 {
    match what {
        Dropped::Choice(among) => {
            among.iter().map(|&item| on_board(items, &items[item].what, worth)).max().unwrap_or(0)
        }
        Dropped::Pair(kind, _) | Dropped::BesideRoyal(kind) => 2 * worth[kind.index()],
        Dropped::Single(kind, _) => worth[kind.index()],
        // It may come to any square.
        Dropped::Held(held) => worth[held.piece.index()] * HAND_PERCENT / 100,
    }
}
