//! The compiled rules of hands (R70 to R76, R104 to R107).

use crate::powers::{Abilities, SpecialRules as _};
use crate::travel::View;
use crate::vocabulary::{Board, Geometry, Piece, PieceType, Rays, Side, Square, SquareSet};

use super::definition::{Definition, DropItem, Dropped, Hand, Held, Surroundings};

/// The rules of hands of a game.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// Whether captured pieces go to the captor's hand.
    pub(crate) captures: bool,
    /// Whether a side's own losses go to the hand of the other side likewise (R131).
    pub(crate) losses: bool,
    /// By type, the item of the reserve that a captured piece becomes.
    taken_as: Vec<Option<u8>>,
    /// By item, what it may come on the board as.
    forms: Vec<Vec<Form>>,
    /// For each side, the squares on which a piece may follow one that leaves with its first move (R104).
    gates: [SquareSet; 2],
    /// Whether pieces come on the board by these gates alone.
    pub(crate) only_gates: bool,
    /// Whether an empty hand closes the gates: it never fills again, so there is no difference (R106).
    closes: bool,
}

/// The types as which an item may come on the board.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) kind: PieceType,
    /// For each side, the squares on which it may be dropped if they are empty.
    squares: [SquareSet; 2],
    /// A further restriction of these squares, if there is one.
    pub(crate) places: Option<PlaceBans>,
    pub(crate) no_check: bool,
    pub(crate) no_mate: bool,
}

/// A restriction of the squares of a drop, whatever the effect of the drop.
#[derive(Clone, Debug)]
pub(crate) struct PlaceBans {
    /// For each file, the number of pieces of the type that are too many for another one (R74).
    pub(crate) full_file: Option<u8>,
    /// The surroundings that forbid a square (R160).
    pub(crate) surroundings: Vec<Surroundings>,
}

impl Form {
    /// Returns the squares on which a side may drop it if they are empty.
    #[inline]
    pub(crate) fn squares(&self, side: Side) -> SquareSet {
        self.squares[side.index()]
    }
}

impl Hands {
    /// Compiles the rules of hands, if the game has them. `abilities` are those of the pieces, by [`Piece::code`].
    pub(super) fn compile(definition: &Definition, abilities: &[Abilities], rays: &Rays) -> Option<Hands> {
        let hand = definition.drops.hand.as_ref()?;
        let items = &definition.drops.items;
        let taken_as = |(index, piece): (usize, &super::PieceDef)| {
            let kind = PieceType::new(index as u8);
            let abilities = &abilities[Piece::new(kind, Side::First).code()];
            let becomes = piece.in_hand.unwrap_or(kind);
            let item = items.iter().position(|item| item.what.piece() == Some(becomes));
            item.filter(|_| !definition.is_royal(kind) && !abilities.twofold).map(|item| item as u8)
        };
        let forms = |what: &Dropped| match what {
            Dropped::Held(held) => held
                .forms
                .iter()
                .map(|&kind| form(definition.size, hand, held, kind, (abilities, rays)))
                .collect(),
            _ => Vec::new(),
        };
        Some(Hands {
            captures: hand.captures,
            losses: hand.losses,
            taken_as: definition.pieces.iter().enumerate().map(taken_as).collect(),
            forms: items.iter().map(|item| forms(&item.what)).collect(),
            gates: definition.drops.gates(),
            only_gates: hand.only_gates,
            closes: hand.only_gates && !hand.captures && items.iter().all(|item| is_new(definition, item)),
        })
    }

    /// Returns the item that a captured piece becomes; `None` for a piece that comes to no hand (R71).
    #[inline]
    pub(crate) fn taken_as(&self, piece: Piece) -> Option<usize> {
        self.taken_as[piece.kind()?.index()].map(usize::from)
    }

    /// Returns whether the game has gates.
    #[inline]
    pub(crate) fn have_gates(&self) -> bool {
        !(self.gates[0] | self.gates[1]).is_empty()
    }

    /// Returns a side's gates, the squares on which a piece may follow one that leaves with its first move (R104).
    #[inline]
    pub(crate) fn gates(&self, side: Side) -> SquareSet {
        self.gates[side.index()]
    }

    /// Returns whether an empty hand closes a side's gates (R106).
    #[inline]
    pub(crate) fn closes_gates(&self) -> bool {
        self.closes
    }

    /// Returns what each item of the reserve may come on the board as.
    #[inline]
    pub(crate) fn forms(&self) -> &[Vec<Form>] {
        &self.forms
    }
}

/// Returns whether no piece of the array is what an item brings, so that the array shows which piece has left its gate.
fn is_new(definition: &Definition, item: &DropItem) -> bool {
    !definition.array.iter().any(|placed| item.what.brings(placed.piece))
}

/// Compiles the types as which an item may come on the board.
fn form(
    size: Geometry,
    hand: &Hand,
    held: &Held,
    kind: PieceType,
    (abilities, rays): (&[Abilities], &Rays),
) -> Form {
    let empty = Board::empty();
    let leads_on = |side, square: Square| {
        let abilities = &abilities[Piece::new(kind, side).code()];
        !hand.no_dead_ends
            || !abilities.travels.destinations(&View::new(rays, &empty, side), square).is_empty()
            || abilities.specials.iter().any(|special| !special.exits(rays, square).is_empty())
    };
    let squares = Side::BOTH.map(|side| {
        let all = size.iter().filter(|&square| held.squares[side.index()].contains(square));
        all.filter(|&square| leads_on(side, square)).collect()
    });
    let Held { full_file, no_check, no_mate, ref surroundings, .. } = *held;
    let bans = PlaceBans { full_file, surroundings: surroundings.clone() };
    let places = (full_file.is_some() || !surroundings.is_empty()).then_some(bans);
    Form { kind, squares, places, no_check, no_mate }
}
