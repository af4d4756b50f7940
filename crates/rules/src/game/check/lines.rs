//! Attacks by leaps and along lines, on boards of every size.

use crate::game::definition::{Castling, PromotionWhen};
use crate::language::ast::{Mode, Path, Power};
use crate::travel::{Origin, Travel};
use crate::vocabulary::{Piece, PieceType, Side, Square, SquareSet, walk};

use crate::game::Game;

/// The attack tables of a game, and the lines of the attacks.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    squares: usize,
    /// By piece code: whether it takes by leaps and plain rides alone.
    plain: Box<[bool]>,
    /// See [`Lines::decide_all`].
    decide_all: bool,
    /// By piece code, then by square: its captures by leaps.
    leaps: Box<[SquareSet]>,
    /// By square, then by side: the squares from which some piece of the side could take there.
    attackers: Box<[[SquareSet; 2]]>,
    /// By the end of a line, then by its start: the squares strictly between.
    between: Box<[SquareSet]>,
}

impl Lines {
    /// Builds the tables of a game.
    pub(in crate::game) fn new(game: &Game) -> Lines {
        let size = game.size();
        let squares = size.squares();
        let codes = Piece::codes(game.definition().pieces.len());
        let castles_a_king =
            |castling: &Castling| game.is_royal(castling.king.kind) && !game.is_royal(castling.rook.kind);
        let mut tables = Lines {
            squares,
            plain: vec![false; codes].into(),
            decide_all: (!game.has_drops() || game.hands().is_some())
                && game.walling().is_none()
                && game.definition().castlings.iter().all(castles_a_king),
            leaps: vec![SquareSet::EMPTY; codes * squares].into(),
            attackers: vec![[SquareSet::EMPTY; 2]; squares].into(),
            between: vec![SquareSet::EMPTY; squares * squares].into(),
        };
        for (kind, side) in game.types().flat_map(|kind| Side::BOTH.map(|side| (kind, side))) {
            tables.add(game, kind, side);
            tables.decide_all &= tables.is_plain(Piece::new(kind, side)) && only_travels(game, kind);
        }
        for (to, from) in size.iter().flat_map(|to| size.iter().map(move |from| (to, from))) {
            if from != to {
                let line = walk(size, from, size.vector(from, to).direction(), usize::MAX);
                tables.between[to.index() * squares + from.index()] =
                    line.take_while(|&square| square != to).collect();
            }
        }
        tables
    }

    /// Adds a side's pieces of a type.
    fn add(&mut self, game: &Game, kind: PieceType, side: Side) {
        let (size, piece) = (game.size(), Piece::new(kind, side));
        let captures = |travel: &&Travel| travel.mode != Mode::Moving;
        let travels = || game.piece(kind).ability.travels.iter().filter(captures);
        let is_plain = |travel: &Travel| match travel.path.without_regions() {
            Path::Leap(_) => true,
            Path::Ride(ride) => {
                ride.min <= 1 && ride.vectors.iter().all(|vector| vector.direction() == *vector)
            }
            _ => false,
        };
        // Bewitched pieces take nothing, and most pieces take no armoured one.
        self.plain[piece.code()] = game.reaches().is_straight(piece)
            && !game.has_bewitchers_or_armour()
            && travels().all(is_plain)
            && game.abilities(piece).after_capture.is_none();
        for from in size.iter() {
            let origin = Origin { size, square: from, turned: side == Side::Second };
            for travel in travels() {
                if let Path::Leap(_) = travel.path.without_regions() {
                    self.leaps[piece.code() * self.squares + from.index()] |= travel.path.superset(origin);
                }
            }
            for to in game.reaches().of(piece, from) {
                self.attackers[to.index()][side.index()].insert(from);
            }
        }
    }

    /// Returns whether a piece takes by leaps and plain rides alone, so that it attacks a square in its reach if and only if it
    /// leaps there or the squares between are empty.
    #[inline]
    pub(crate) fn is_plain(&self, piece: Piece) -> bool {
        self.plain[piece.code()]
    }

    /// Returns whether checks and pins decide which turns are legal, as long as a side has one royal piece: all pieces only move
    /// and take by leaps and plain rides.
    #[inline]
    pub(crate) fn decide_all(&self) -> bool {
        self.decide_all
    }

    /// Returns the squares that a piece attacks by leaps, which do not depend on other pieces.
    #[inline]
    pub(crate) fn leaps(&self, piece: Piece, from: Square) -> &SquareSet {
        &self.leaps[piece.code() * self.squares + from.index()]
    }

    /// Returns the squares from which some piece of a side could take on a square.
    #[inline]
    pub(crate) fn attackers(&self, of: Square, by: Side) -> &SquareSet {
        &self.attackers[of.index()][by.index()]
    }

    /// Returns the squares strictly between two squares, in the shortest equal steps from one to the other.
    #[inline]
    pub(crate) fn between(&self, from: Square, to: Square) -> &SquareSet {
        &self.between[to.index() * self.squares + from.index()]
    }
}

/// Returns whether pieces of a type do nothing but leap, ride, take in passing and promote, and neither become royal nor cease to
/// be so. A royal piece that can be taken in passing does more.
fn only_travels(game: &Game, kind: PieceType) -> bool {
    let (piece, royal) = (game.piece(kind), game.is_royal(kind));
    let is_plain = |power: &Power| match power {
        Power::Royal(_) => true,
        Power::EnPassant(_) => !royal,
        _ => false,
    };
    // A royal piece in check does not use a travel from the start (R51).
    let leaps_or_rides = |travel: &Travel| {
        matches!(travel.path.unconditional(), Path::Leap(_) | Path::Ride(_))
            && !(royal && travel.path.needs_start())
    };
    piece.ability.powers.iter().all(is_plain)
        && piece.ability.travels.iter().all(leaps_or_rides)
        && piece.promotions.iter().all(|promotion| {
            matches!(promotion.when, PromotionWhen::Always | PromotionWhen::AtMost(_))
                && game.is_royal(promotion.to) == royal
        })
}
