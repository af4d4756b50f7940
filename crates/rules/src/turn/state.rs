//! Stage 6: what the turn changes beside the board (L36, L47 to L49).
//!
//! Everything is read from the squares that the turn has changed, so that it does not matter what changed them: a move, a
//! capture from afar, a swap.

use crate::check::Tables;
use crate::game::{Class, Game, Piece};
use crate::geometry::{Square, SquareSet, walk};
use crate::moves::View;
use crate::position::{Passed, Position, Reserve, State};

use super::{Step, StepKind, Turn};

impl Position {
    /// Brings what stands beside the board up to date at the end of a turn.
    pub(crate) fn update_state(&mut self, turn: Turn) {
        let game = self.game();
        let mut state = *self.state();
        for &(square, _) in self.changed() {
            state.keep_castlings(game.castlings_without(square));
        }
        if !game.definition().reserves.items.is_empty() {
            self.update_reserves(turn, &mut state);
        }
        state.set_passed(self.has_passed(turn));
        self.set_state(state);
    }

    /// Takes what was dropped out of the reserve, adds what was captured, and notes what royal pieces have done (L35, L36).
    fn update_reserves(&self, turn: Turn, state: &mut State) {
        let (game, side) = (self.game(), self.side());
        let reserves = &game.definition().reserves;
        for (index, item) in reserves.items.iter().enumerate() {
            let drops = turn.steps().filter(|step| step.kind == StepKind::Drop);
            let dropped = drops.filter(|step| step.promotion == Some(item.piece)).count();
            let over = reserves.until_royal_reached && state.milestones().has_reached();
            let taken =
                if item.returns && !over { self.taken(Piece::new(item.piece, side.other())) } else { 0 };
            let count = usize::from(state.reserve(side).count(index)) + taken - dropped;
            state.reserve_mut(side).set(index, count.min(Reserve::MAX_COUNT.into()) as u8);
        }
        let milestones = state.milestones_mut();
        for &(square, old) in self.changed() {
            if game.classes(old).contains(Class::Royal) && self.board().at(square) != old {
                milestones.moved(old.side());
            }
            let new = self.board().at(square);
            if game.classes(new).contains(Class::Royal) && game.is_last_row(new.side(), square) {
                milestones.reached();
            }
        }
    }

    /// Returns how many such pieces the turn has taken off the board.
    fn taken(&self, piece: Piece) -> usize {
        let mut squares: Vec<Square> = self.changed().iter().map(|&(square, _)| square).collect();
        squares.sort_unstable();
        squares.dedup();
        // The first entry of a square tells what stood there before the turn.
        let stood = |square: &Square| self.changed().iter().find(|(at, _)| at == square).map(|&(_, old)| old);
        let before = squares.iter().filter(|square| stood(square) == Some(piece)).count();
        let after = squares.iter().filter(|&&square| self.board().at(square) == piece).count();
        before.saturating_sub(after)
    }

    /// Returns whether the turn that is ending is quiet: no piece came or went, and none that counts has moved (L49).
    pub(crate) fn is_quiet(&self, pieces_before: u16) -> bool {
        let counts = |piece: Piece| self.game().is_irreversible(piece);
        self.pieces() == pieces_before && !self.changed().iter().any(|&(_, old)| counts(old))
    }

    /// Returns the piece the turn has moved and the squares it passed, if an opposing piece could take it there (L48).
    fn has_passed(&self, turn: Turn) -> Option<Passed> {
        let Step { from, to, kind, promotion, .. } = turn.second.unwrap_or(turn.first);
        if kind != StepKind::Own || promotion.is_some() {
            return None;
        }
        let piece = self.board().at(to);
        if !self.game().classes(piece).contains(Class::Passing) {
            return None;
        }
        let squares = between(self.game(), from, to);
        let open = !squares.is_empty() && !self.takers_in_passing(piece, &squares).is_empty();
        open.then_some(Passed { at: Some(to), squares })
    }

    /// Returns the opponents of a piece that could take it on one of some empty squares, as if it stood there (L48).
    pub(crate) fn takers_in_passing(&self, piece: Piece, squares: &SquareSet) -> SquareSet {
        let (game, side) = (self.game(), piece.side().other());
        let takers = self.board().class(Class::Passing, side);
        let takers = takers.iter().filter(|&from| self.board().at(from).kind() == piece.kind());
        let tables = self.game().tables();
        let reaches = |from: &Square| {
            let near = |tables: &Tables| tables.reach(self.board().at(*from), *from) & squares.narrow() != 0;
            tables.is_none_or(near)
        };
        let mut takers = takers.filter(reaches).peekable();
        if takers.peek().is_none() {
            return SquareSet::EMPTY;
        }
        let view = View::new(game.rays(), self.board(), side).with_enemies_on(squares);
        takers
            .filter(|&from| {
                let to = game.abilities(self.board().at(from)).travels.destinations(&view, from);
                to.intersects(squares)
            })
            .collect()
    }
}

/// Returns the squares strictly between two squares of a line of the Queen; none if they are on no such line.
fn between(game: &Game, from: Square, to: Square) -> SquareSet {
    let v = game.size().vector(from, to);
    if v.dx != 0 && v.dy != 0 && v.dx.abs() != v.dy.abs() {
        return SquareSet::EMPTY;
    }
    walk(game.size(), from, v.direction(), usize::MAX).take_while(|&square| square != to).collect()
}
