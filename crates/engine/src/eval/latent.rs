//! The latent powers, which change the possibilities of other pieces, as far as they act in a position.

use beaufort_rules::game::Game;
use beaufort_rules::language::ast::Power;
use beaufort_rules::vocabulary::SquareSet;
use beaufort_rules::{Position, Side};

/// The effect of a latent power on another piece.
#[derive(Clone, Copy, Debug)]
enum Latent {
    Immobilized,
    Doubled,
    Bewitched,
    Poisonous,
}

const ALL: [Latent; Latents::COUNT] =
    [Latent::Immobilized, Latent::Doubled, Latent::Bewitched, Latent::Poisonous];

/// A set of effects, by index in the order of the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Latents([bool; Latents::COUNT]);

impl Latents {
    pub(super) const COUNT: usize = 4;

    /// Returns the effects that occur in a game.
    pub(super) fn new(game: &Game) -> Latents {
        let powers = || game.types().flat_map(|kind| &game.piece(kind).ability.powers);
        Latents(ALL.map(|latent| powers().any(|power| latent.comes_from(power))))
    }

    /// Returns the effects whose index passes a test.
    pub(super) fn filter(self, mut keep: impl FnMut(usize) -> bool) -> Latents {
        let mut kept = self;
        (0..Latents::COUNT).for_each(|place| kept.0[place] &= keep(place));
        kept
    }

    /// Calls `give` for each effect with its index and the worth of the affected pieces of `side` minus that of the opponent's.
    #[inline]
    pub(super) fn balances(
        self,
        position: &Position,
        side: Side,
        worth: &[i32],
        mut give: impl FnMut(usize, i32),
    ) {
        if self.0 == [false; Latents::COUNT] {
            return;
        }
        let board = position.board();
        for (place, latent) in ALL.into_iter().enumerate().filter(|&(place, _)| self.0[place]) {
            let both = latent.squares(position);
            let sum = |side: Side| {
                let squares = both & board.side(side);
                squares.iter().map(|square| worth[board.at(square).code()]).sum::<i32>()
            };
            if !both.is_empty() {
                give(place, sum(side) - sum(side.other()));
            }
        }
    }
}

impl Latent {
    fn comes_from(self, power: &Power) -> bool {
        match self {
            Latent::Immobilized => matches!(power, Power::Immobilize(_)),
            Latent::Doubled => matches!(power, Power::Double(_)),
            Latent::Bewitched => matches!(power, Power::Bewitch(_)),
            Latent::Poisonous => matches!(power, Power::Poison(_)),
        }
    }

    /// Returns the squares of the affected pieces of both sides.
    #[inline]
    fn squares(self, position: &Position) -> SquareSet {
        let of_both =
            |of: fn(&Position, Side) -> SquareSet| of(position, Side::First) | of(position, Side::Second);
        match self {
            Latent::Immobilized => of_both(Position::immobilized),
            Latent::Doubled => position.doubled(),
            Latent::Bewitched => of_both(Position::bewitched),
            Latent::Poisonous => position.poisonous(),
        }
    }
}
