//! Stage 1: the latent states of the turn, computed from the board at its start (K86, K92, K93, K99, R161).
//!
//! [`Latent`] is carried along by a turn in progress, [`Playing`](super::Playing). Each function costs next to nothing while no
//! piece of its class is on the board.

use crate::game::Game;
use crate::position::Position;
use crate::powers::{Abilities, ReachTable};
use crate::travel::View;
use crate::vocabulary::{Board, Class, Piece, Side, Square, SquareSet};

/// The latent states at the start of a turn, which hold until its end, whatever moves, dies, changes sides or promotes. States
/// belong to pieces, so these are the present squares of those pieces; marks belong to squares (K86).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latent {
    /// The squares of the immobilized and bewitched pieces of both sides: they have no power of their own and lend nothing
    /// (K74, K92, L18).
    held: SquareSet,
    /// The poisonous pieces that have not left their squares.
    settled: SquareSet,
    /// The squares whose marks are deadly to each side (K99).
    deadly: [SquareSet; 2],
    /// The squares among these whose marks burn.
    burning: [SquareSet; 2],
    /// The pieces of the side to move that stood at the start where they drown, wherever they are now (R161).
    wet: SquareSet,
}

impl Latent {
    /// Computes the states of a board at the start of a turn of a side.
    #[inline]
    pub(crate) fn of(game: &Game, board: &Board, side: Side) -> Latent {
        let held = held(game, board, Side::First) | held(game, board, Side::Second);
        Latent { held, ..Latent::marks(game, board, side) }
    }

    /// Computes the marks alone: which pieces are held does not matter to a turn that is known to be possible.
    #[inline]
    pub(crate) fn marks(game: &Game, board: &Board, side: Side) -> Latent {
        let poisonous = poisonous(game, board);
        let burning = Side::BOTH.map(|side| burning(game, board, side));
        let deadly = Side::BOTH.map(|side| (poisonous & board.side(side.other())) | burning[side.index()]);
        let wet = drowning(game, board, side);
        Latent { held: SquareSet::EMPTY, settled: poisonous, deadly, burning, wet }
    }

    /// Returns the squares of the pieces of both sides that are held.
    #[inline]
    pub(crate) fn held(&self) -> &SquareSet {
        &self.held
    }

    /// Returns the squares on which arriving pieces of a side die at the end of the turn.
    #[inline]
    pub(crate) fn deadly(&self, side: Side) -> &SquareSet {
        &self.deadly[side.index()]
    }

    /// Returns the squares of the pieces of the side to move that stood at the start where they drown (R161).
    #[inline]
    pub(crate) fn wet(&self) -> &SquareSet {
        &self.wet
    }

    /// Returns the squares of a side's pieces that die at the end of the turn (K100, R161). A mark does not affect the piece for
    /// which it was laid, even if that piece has changed sides (K101).
    #[inline]
    pub(crate) fn dying(&self, game: &Game, board: &Board, side: Side) -> SquareSet {
        let spared = self.settled - self.burning[side.index()];
        let dying = (self.deadly[side.index()] & board.side(side)) - spared;
        dying | drowning_among(game, board, &(self.wet & board.side(side)))
    }

    /// Returns the poisonous pieces that have not left their squares.
    #[inline]
    pub(super) fn settled(&self) -> &SquareSet {
        &self.settled
    }

    /// Returns whether a piece on a square dies there at the end of the turn; `settled` for a poisonous piece that has not left
    /// its square.
    #[inline]
    pub(super) fn kills(&self, piece: Piece, square: Square, settled: bool) -> bool {
        let side = piece.side().index();
        self.deadly[side].contains(square) && (!settled || self.burning[side].contains(square))
    }

    /// Records that a piece arrives on a square or leaves it.
    #[inline]
    pub(super) fn disturb(&mut self, square: Square) {
        self.held.remove(square);
        self.settled.remove(square);
        self.wet.remove(square);
    }

    /// Records that a piece that is held has arrived on a square.
    #[inline]
    pub(super) fn hold(&mut self, square: Square) {
        self.held.insert(square);
    }

    /// Records that a piece that stood in the water has arrived on a square.
    #[inline]
    pub(super) fn wet_at(&mut self, square: Square) {
        self.wet.insert(square);
    }
}

impl Position {
    /// Returns the squares of a side's pieces that are immobilized (K92).
    pub fn immobilized(&self, side: Side) -> SquareSet {
        immobilized(self.game(), self.board(), side)
    }

    /// Returns the squares of a side's pieces that are bewitched (L18).
    pub fn bewitched(&self, side: Side) -> SquareSet {
        bewitched(self.game(), self.board(), side)
    }

    /// Returns the squares of the pieces of both sides that are doubled (K93).
    pub fn doubled(&self) -> SquareSet {
        doubled(self.game(), self.board())
    }

    /// Returns the squares of the pieces of both sides that are poisonous to a piece that takes their place (K99).
    pub fn poisonous(&self) -> SquareSet {
        poisonous(self.game(), self.board())
    }

    /// Returns the squares on which a side's pieces burn at the end of the turn (K99).
    pub fn burning(&self, side: Side) -> SquareSet {
        burning(self.game(), self.board(), side)
    }

    /// Returns the squares of the pieces of the side to move that drown in its turn if they do not leave the water (R161).
    pub fn drowning(&self) -> SquareSet {
        drowning(self.game(), self.board(), self.side())
    }
}

/// Returns the squares of a side's pieces that are immobilized or bewitched: they have no power of their own (K92, L18).
#[inline]
pub(crate) fn held(game: &Game, board: &Board, side: Side) -> SquareSet {
    immobilized(game, board, side) | bewitched(game, board, side)
}

/// Returns the opposing pieces that hold a piece on a square, or would if it stood there (K92, L18).
pub(crate) fn holders(game: &Game, board: &Board, piece: Piece, square: Square) -> SquareSet {
    if game.classes(piece).contains(Class::Unstoppable) {
        return SquareSet::EMPTY;
    }
    let enemies = |class| *board.class(class, piece.side().other());
    let stuck = |&by: &Square| immobilizes(game, board.at(by), piece);
    let immobilizers = game.rays().neighbours(square) & enemies(Class::Immobilizer);
    let bewitchers = game.rays().orthogonal(square) & enemies(Class::Bewitcher);
    immobilizers.iter().filter(stuck).collect::<SquareSet>() | bewitchers
}

/// Returns whether an opposing piece of the class of Immobilizers has this effect on a piece: one that only imitates has it on those
/// that immobilize by themselves (R145).
fn immobilizes(game: &Game, by: Piece, piece: Piece) -> bool {
    let imitates = |piece| game.has_imitators() && game.abilities(piece).imitates();
    !imitates(by) || game.classes(piece).contains(Class::Immobilizer) && !imitates(piece)
}

/// Returns the squares around Immobilizers on which they have this effect, where some of them may only imitate others.
#[cold]
fn around_imitators(game: &Game, board: &Board, immobilizers: &SquareSet) -> SquareSet {
    immobilizers.iter().fold(SquareSet::EMPTY, |held, by| {
        let near = game.rays().neighbours(by);
        let stuck = |&square: &Square| immobilizes(game, board.at(by), board.at(square));
        held | near.iter().filter(stuck).collect::<SquareSet>()
    })
}

/// Returns the squares of a side's pieces that are immobilized (K92).
#[inline]
pub(crate) fn immobilized(game: &Game, board: &Board, side: Side) -> SquareSet {
    let immobilizers = board.class(Class::Immobilizer, side.other());
    if immobilizers.is_empty() {
        return SquareSet::EMPTY;
    }
    let near = if game.has_imitators() {
        around_imitators(game, board, immobilizers)
    } else {
        around(game, immobilizers)
    };
    (near & board.side(side)) - board.class(Class::Unstoppable, side)
}

/// Returns the squares of a side's pieces that are bewitched (L18).
#[inline]
pub(crate) fn bewitched(game: &Game, board: &Board, side: Side) -> SquareSet {
    let bewitchers = board.class(Class::Bewitcher, side.other());
    if bewitchers.is_empty() {
        return SquareSet::EMPTY;
    }
    let beside = bewitchers.iter().fold(SquareSet::EMPTY, |set, one| set | game.rays().orthogonal(one));
    (beside & board.side(side)) - board.class(Class::Unstoppable, side)
}

/// Returns the squares of the pieces of both sides that a Doubler sees (K93).
#[inline]
pub(crate) fn doubled(game: &Game, board: &Board) -> SquareSet {
    seen_by(game, board, Class::Doubler, |abilities| &abilities.doubled)
}

/// Returns the squares on which a side's pieces burn at the end of the turn (K99).
#[inline]
fn burning(game: &Game, board: &Board, side: Side) -> SquareSet {
    let burners = board.class(Class::Burner, side.other());
    if burners.is_empty() { SquareSet::EMPTY } else { around(game, burners) }
}

/// Returns the squares of the pieces of both sides that are poisonous, by themselves or because a Poisoner sees them (K99).
#[inline]
fn poisonous(game: &Game, board: &Board) -> SquareSet {
    let seen = seen_by(game, board, Class::Poisoner, |abilities| &abilities.poisoned);
    board.class_of_both(Class::Poisonous) | seen
}

/// Returns the squares of a side's pieces that drown if they do not leave the water in its turn (R161).
#[inline]
pub(crate) fn drowning(game: &Game, board: &Board, side: Side) -> SquareSet {
    drowning_among(game, board, &(game.drowning(side) & board.side(side)))
}

/// Returns the squares among some on which the piece that stands there drowns.
#[inline]
fn drowning_among(game: &Game, board: &Board, squares: &SquareSet) -> SquareSet {
    squares.iter().filter(|&square| drowns(game, board.at(square), square)).collect()
}

/// Returns whether a piece that stood in the water drowns on a square.
#[inline]
pub(super) fn drowns(game: &Game, piece: Piece, square: Square) -> bool {
    game.abilities(piece).drowns.contains(square)
}

/// Returns the neighbours of some squares.
fn around(game: &Game, squares: &SquareSet) -> SquareSet {
    squares.iter().fold(SquareSet::EMPTY, |set, square| set | game.rays().neighbours(square))
}

/// Returns the squares of the pieces seen by pieces of a class, of either side.
#[inline]
fn seen_by(
    game: &Game,
    board: &Board,
    class: Class,
    lines: impl Fn(&Abilities) -> &[ReachTable],
) -> SquareSet {
    let mut seen = SquareSet::EMPTY;
    let seers = board.class_of_both(class);
    if seers.is_empty() {
        return seen;
    }
    let view = View::new(game.rays(), board, Side::First);
    for seer in seers {
        for reach in lines(game.abilities(board.at(seer))) {
            seen |= reach.pieces(&view, seer);
        }
    }
    seen
}
