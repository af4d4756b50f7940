//! The squares on which a piece could ever take from a square, wherever the other pieces stand: with this, one test shows for
//! most pieces that they take nothing, or not the royal piece. Likewise for promotions that set a piece down on another square.
//!
//! The sets are derived from the abilities and are supersets: lines go through all pieces, and a power that depends on pieces
//! elsewhere reaches the whole board.

use crate::game::definition::{Definition, PieceDef, PromotionWhen};
use crate::language::ast::{Ability, Leap, Mode, Path, Power, Relay};
use crate::travel::{Origin, Travel};
use crate::vocabulary::{Piece, PieceType, Rays, Side, Square, SquareSet};

/// The reach of every piece of a game.
#[derive(Clone, Debug)]
pub(crate) struct Reaches {
    squares: usize,
    /// The squares on which a piece could take or convert by its own power, by [`Piece::code`] and square.
    own: Vec<SquareSet>,
    /// By code: the squares on which borrowers on each square could take with the loan of such a piece; empty if it lends
    /// nothing.
    lent: Vec<Vec<SquareSet>>,
    /// By code: the squares from which a piece could promote to a piece that is set down elsewhere (L43).
    placing: Vec<SquareSet>,
    /// By side: the squares from which any piece could.
    placing_any: [SquareSet; 2],
    /// By code: whether the piece's captures by its own power depend only on the squares straight between.
    straight: Vec<bool>,
}

impl Reaches {
    /// Computes the reach of every piece of a game.
    pub(crate) fn new(definition: &Definition, zones: &[SquareSet; 2]) -> Reaches {
        let size = definition.size;
        let codes = Piece::codes(definition.pieces.len());
        let squares = size.squares();
        let mut reaches = Reaches {
            squares,
            own: vec![SquareSet::EMPTY; codes * squares],
            lent: vec![Vec::new(); codes],
            placing: vec![SquareSet::EMPTY; codes],
            placing_any: [SquareSet::EMPTY; 2],
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
                    reaches.placing_any[side.index()] |= reaches.placing[code];
                }
                if lends(piece) {
                    reaches.lent[code] = size.iter().map(|square| borrowed(from(square), piece)).collect();
                }
            }
        }
        reaches
    }

    /// Returns the squares on which a piece could take by its own power.
    #[inline]
    pub(crate) fn of(&self, piece: Piece, from: Square) -> &SquareSet {
        &self.own[piece.code() * self.squares + from.index()]
    }

    /// Returns whether a piece on a square could take one of `victims` by its own power.
    #[inline]
    pub(crate) fn touches(&self, piece: Piece, from: Square, victims: &SquareSet) -> bool {
        self.of(piece, from).intersects(victims)
    }

    /// Returns whether a piece on a square could promote to a piece that is set down elsewhere (L43).
    #[inline]
    pub(crate) fn places(&self, piece: Piece, from: Square) -> bool {
        self.placing[piece.code()].contains(from)
    }

    /// Returns the squares from which some piece of a side could do so.
    #[inline]
    pub(crate) fn places_from(&self, side: Side) -> &SquareSet {
        &self.placing_any[side.index()]
    }

    /// Returns whether the piece's captures by its own power depend only on the squares straight between.
    #[inline]
    pub(crate) fn is_straight(&self, piece: Piece) -> bool {
        self.straight[piece.code()]
    }

    /// Returns the squares on which a borrower could take with the loan of a piece, if it lends anything.
    #[inline]
    pub(crate) fn lent(&self, lender: Piece, borrower: Square) -> Option<&SquareSet> {
        self.lent[lender.code()].get(borrower.index())
    }
}

/// Returns whether a piece could take by its own power beyond the squares around it.
pub(super) fn takes_afar(rays: &Rays, piece: &PieceDef) -> bool {
    let size = rays.size();
    let is_near = |travel: &&Travel| match &travel.path {
        Path::Leap(Leap(vectors)) => vectors.iter().all(|&vector| Rays::is_around(vector)),
        _ => false,
    };
    let far: Vec<&Travel> = capturing(&piece.ability.travels).filter(|travel| !is_near(travel)).collect();
    let takes_afar = |square| {
        let from = Origin { size, square, turned: false };
        !(taken(from, far.iter().copied(), &piece.ability) - rays.around(square)).is_empty()
    };
    // Most pieces that could do so at all can from the middle.
    let middle = size.square(i16::from(size.files() / 2), i16::from(size.ranks() / 2));
    middle.is_some_and(takes_afar) || size.iter().any(takes_afar)
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

/// Returns the squares on which a piece could take or convert by its own power.
fn own(from: Origin, piece: &PieceDef) -> SquareSet {
    taken(from, capturing(&piece.ability.travels), &piece.ability)
}

/// Returns the squares on which some travels of a piece, or its powers, could take.
fn taken<'t>(from: Origin, travels: impl Iterator<Item = &'t Travel>, ability: &Ability) -> SquareSet {
    let powers = ability.powers.iter();
    powers.fold(from.travels(travels), |set, power| set | power.captures(from, &ability.travels))
}

/// Returns the travels that may take something.
fn capturing<'t>(travels: impl IntoIterator<Item = &'t Travel>) -> impl Iterator<Item = &'t Travel> {
    travels.into_iter().filter(|travel| travel.mode != Mode::Moving)
}

/// Returns whether all captures of a piece are by straight travels.
fn takes_straight(piece: &PieceDef, mut from: impl Iterator<Item = Origin>) -> bool {
    let Ability { travels, powers } = &piece.ability;
    let is_straight = |travel: &Travel| travel.mode == Mode::Moving || travel.path.is_straight();
    let explodes = |power: &Power| matches!(power, Power::ExplosiveCapture(_) | Power::PetrifyingCapture(_));
    travels.iter().all(is_straight)
        && !powers.iter().any(explodes)
        && from.all(|from| powers.iter().all(|power| power.captures(from, travels).is_empty()))
}

/// Returns the squares on which a borrower could take with the loan of a piece.
fn borrowed(from: Origin, lender: &PieceDef) -> SquareSet {
    from.travels(capturing(relays(lender).flat_map(|relay| &relay.lends)))
}
