//! Attacks by leaps and along lines, on boards of every size.

use crate::language::ast::{Leap, Mode, Path};
use crate::travel::{Origin, Travel};
use crate::vocabulary::{Piece, PieceType, Side, Square, SquareSet, walk};

use crate::game::Game;

/// The attack tables of a game, and the lines of the attacks.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    squares: usize,
    /// By piece code: whether it takes by leaps and plain rides alone.
    plain: Box<[bool]>,
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
        let mut tables = Lines {
            squares,
            plain: vec![false; codes].into(),
            leaps: vec![SquareSet::EMPTY; codes * squares].into(),
            attackers: vec![[SquareSet::EMPTY; 2]; squares].into(),
            between: vec![SquareSet::EMPTY; squares * squares].into(),
        };
        for (kind, side) in game.types().flat_map(|kind| Side::BOTH.map(|side| (kind, side))) {
            tables.add(game, kind, side);
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
        let is_plain = |travel: &Travel| match &travel.path {
            Path::Leap(_) => true,
            Path::Ride(ride) => {
                ride.min <= 1 && ride.vectors.iter().all(|vector| vector.direction() == *vector)
            }
            _ => false,
        };
        // Bewitched pieces take nothing, and most pieces take no armoured one.
        self.plain[piece.code()] =
            game.reaches().is_straight(piece) && !game.has_bewitchers_or_armour() && travels().all(is_plain);
        for from in size.iter() {
            let origin = Origin { size, square: from, turned: side == Side::Second };
            for travel in travels() {
                if let Path::Leap(Leap(vectors)) = &travel.path {
                    self.leaps[piece.code() * self.squares + from.index()] |= origin.leaps(vectors);
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
