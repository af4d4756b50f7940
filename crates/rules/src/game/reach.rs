//! What a piece could ever take from a square, whoever stands where: with this, most pieces need but one look to know
//! that they take nothing, or not the royal piece. Likewise for promotions that set a piece down elsewhere.
//!
//! The sets are drawn from the texts of the abilities and are too large rather than too small: lines go through
//! everything, and a power that depends on pieces elsewhere reaches the whole board.

use crate::game::definition::{Definition, PieceDef, PromotionWhen};
use crate::language::ast::{Ability, Mode, Power, Relay};
use crate::travel::{Origin, Travel};
use crate::vocabulary::{Piece, PieceType, Rays, Side, Square, SquareSet};

/// The reach of every piece of a game.
#[derive(Clone, Debug)]
pub(crate) struct Reaches {
    squares: usize,
    /// What each piece could take or convert by its own power, by [`Piece::code`] and square.
    own: Vec<SquareSet>,
    /// By code: what borrowers on each square could take with what such a piece lends; empty if it lends nothing.
    lent: Vec<Vec<SquareSet>>,
    /// By code: the squares from which a piece could promote to what is set down elsewhere (L43).
    placing: Vec<SquareSet>,
    /// By code: whether nothing but the squares straight between decides what a piece takes by its own power.
    straight: Vec<bool>,
}

impl Reaches {
    /// Finds out the reach of every piece of a game.
    pub(crate) fn new(definition: &Definition, zones: &[SquareSet; 2]) -> Reaches {
        let size = definition.size;
        let codes = Piece::codes(definition.pieces.len());
        let squares = size.squares();
        let mut reaches = Reaches {
            squares,
            own: vec![SquareSet::EMPTY; codes * squares],
            lent: vec![Vec::new(); codes],
            placing: vec![SquareSet::EMPTY; codes],
            straight: vec![false; codes],
        };
        for (index, piece) in definition.pieces.iter().enumerate() {
            for side in Side::BOTH {
                let code = Piece::new(PieceType::new(index as u8), side).code();
                let turned = side == Side::Second;
                let from = |square| Origin { size, square, turned };
                reaches.straight[code] = takes_straight(piece, size.iter().map(from));
                for square in size.iter() {
                    reaches.own[code * squares + square.index()] = own(from(square), piece);
                }
                if piece.promotions.iter().any(|promotion| matches!(promotion.when, PromotionWhen::Placed(_)))
                {
                    let zone = &zones[side.index()];
                    let comes = |&square: &Square| {
                        zone.contains(square) || from(square).travels(&piece.ability.travels).intersects(zone)
                    };
                    reaches.placing[code] = size.iter().filter(comes).collect();
                }
                if lends(piece) {
                    reaches.lent[code] = size.iter().map(|square| borrowed(from(square), piece)).collect();
                }
            }
        }
        reaches
    }

    /// Returns what a piece on a square could take by its own power.
    #[inline]
    pub(crate) fn of(&self, piece: Piece, from: Square) -> &SquareSet {
        &self.own[piece.code() * self.squares + from.index()]
    }

    /// Returns whether a piece on a square could take one of some opposing pieces by its own power.
    #[inline]
    pub(crate) fn touches(&self, piece: Piece, from: Square, victims: &SquareSet) -> bool {
        self.of(piece, from).intersects(victims)
    }

    /// Returns whether a piece on a square could promote to what is set down elsewhere (L43).
    #[inline]
    pub(crate) fn places(&self, piece: Piece, from: Square) -> bool {
        self.placing[piece.code()].contains(from)
    }

    /// Returns whether nothing but what stands on the squares straight between decides whether a piece takes another by its
    /// own power.
    #[inline]
    pub(crate) fn is_straight(&self, piece: Piece) -> bool {
        self.straight[piece.code()]
    }

    /// Returns what a borrower on a square could take with what a piece lends, if it lends anything.
    #[inline]
    pub(crate) fn lent(&self, lender: Piece, borrower: Square) -> Option<&SquareSet> {
        self.lent[lender.code()].get(borrower.index())
    }
}

/// Returns whether a piece could take something by its own power that is not around it.
pub(super) fn takes_afar(rays: &Rays, piece: &PieceDef) -> bool {
    let size = rays.size();
    size.iter().any(|square| {
        let from = Origin { size, square, turned: false };
        !(own(from, piece) - rays.around(square)).is_empty()
    })
}

fn lends(piece: &PieceDef) -> bool {
    relays(piece).next().is_some()
}

fn relays(piece: &PieceDef) -> impl Iterator<Item = &Relay> {
    piece.ability.powers.iter().filter_map(|power| match power {
        Power::Relay(relay) => Some(relay),
        _ => None,
    })
}

/// Returns what a piece could take or convert by its own power.
fn own(from: Origin, piece: &PieceDef) -> SquareSet {
    let ability = &piece.ability;
    let taken = from.travels(ability.travels.iter().filter(|travel| travel.mode != Mode::Moving));
    ability.powers.iter().fold(taken, |set, power| set | power.captures(from, &ability.travels))
}

/// Returns whether a piece takes by straight travels alone, wherever it stands.
fn takes_straight(piece: &PieceDef, mut from: impl Iterator<Item = Origin>) -> bool {
    let Ability { travels, powers } = &piece.ability;
    let is_straight = |travel: &Travel| travel.mode == Mode::Moving || travel.path.is_straight();
    travels.iter().all(is_straight)
        && from.all(|from| powers.iter().all(|power| power.captures(from, travels).is_empty()))
}

/// Returns what a borrower could take with what a piece lends.
fn borrowed(from: Origin, lender: &PieceDef) -> SquareSet {
    let lent = relays(lender).flat_map(|relay| &relay.lends);
    from.travels(lent.filter(|travel| travel.mode != Mode::Moving))
}
