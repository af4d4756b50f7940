//! The powers that change what others can do, as far as they are at work now.

use beaufort_rules::game::Game;
use beaufort_rules::language::ast::Power;
use beaufort_rules::vocabulary::SquareSet;
use beaufort_rules::{Position, Side};

/// What a piece suffers or enjoys from another.
#[derive(Clone, Copy, Debug)]
enum Latent {
    Immobilized,
    Doubled,
    Bewitched,
    Poisonous,
}

const ALL: [Latent; Latents::COUNT] =
    [Latent::Immobilized, Latent::Doubled, Latent::Bewitched, Latent::Poisonous];

/// Which effects there are, each a place in the order of the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Latents([bool; Latents::COUNT]);

impl Latents {
    pub(super) const COUNT: usize = 4;

    /// Returns the effects that a game knows.
    pub(super) fn new(game: &Game) -> Latents {
        let powers = || game.types().flat_map(|kind| &game.piece(kind).ability.powers);
        Latents(ALL.map(|latent| powers().any(|power| latent.comes_from(power))))
    }

    /// Returns those of the effects that pass a test of their places.
    pub(super) fn filter(self, mut keep: impl FnMut(usize) -> bool) -> Latents {
        let mut kept = self;
        (0..Latents::COUNT).for_each(|place| kept.0[place] &= keep(place));
        kept
    }

    /// Gives the worth of the pieces of `side` less that of the others, for each of the effects that is at work.
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

    /// Returns the squares of the pieces concerned, of both sides.
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
