//! Stage 6: the squares passed by a move, and the pieces that could take there (L32 to L34, L48).

use crate::position::{Passed, Position};
use crate::travel::{Origin, View};
use crate::vocabulary::{Class, Piece, Side, Square, SquareSet, between};

use super::{Turn, latent};
use crate::powers::{Step, StepKind};

impl Position {
    /// Returns the piece moved by the turn and the squares it passed, if an opposing piece could take it there (L51).
    pub(crate) fn has_passed(&self, turn: Turn) -> Option<Passed> {
        let step = turn.last_move();
        let Step { to, via, kind, promotion, .. } = step;
        let other = self.side().other();
        let passed = match kind {
            StepKind::Own | StepKind::Declining | StepKind::LongLeap | StepKind::Sweep => {
                let piece = self.board().at(to);
                let matters = self.game().classes(piece).contains(Class::Passing)
                    || !self.board().class(Class::Shooter, other).is_empty();
                // A piece that turns into one on two squares has passed nothing.
                if piece.is_none() || !matters || piece.other_part().is_some() {
                    return None;
                }
                Passed { at: Some(to), squares: self.way(step) - self.board().walls() }
            }
            StepKind::Place => {
                let explodes = promotion
                    .is_some_and(|kind| self.game().abilities(Piece::new(kind, self.side())).explodes);
                Passed { at: (!explodes).then_some(via), squares: SquareSet::from_iter([to]) }
            }
            _ => return None,
        };
        self.is_answerable(other, &passed).then_some(passed)
    }

    /// Returns whether a side could take the passing piece, legally or not.
    pub(crate) fn is_answerable(&self, side: Side, passed: &Passed) -> bool {
        !passed.squares.is_empty()
            && (!self.takers_in_passing(side, passed).is_empty()
                || !self.shooters_in_passing(side, passed).is_empty())
    }

    /// Returns the squares passed by a step along a line, up to the first piece in its way, unless the step leaps over pieces
    /// or sweeps them away (L33, R38). A leap in the direction of a line passes nothing.
    fn way(&self, step: Step) -> SquareSet {
        let size = self.game().size();
        let stood = |wanted: Square| {
            self.changed().iter().find(|&&(square, _)| square == wanted).map(|&(_, old)| old)
        };
        let mover = stood(step.from).unwrap_or_default();
        if !self.game().abilities(mover).rides {
            return SquareSet::EMPTY;
        }
        let squares = between(size, step.from, step.to).unwrap_or_default();
        if squares.is_empty() {
            return squares;
        }
        let goes_through = matches!(step.kind, StepKind::LongLeap | StepKind::Sweep);
        if !goes_through && !self.leads_along_line(mover, step) {
            return SquareSet::EMPTY;
        }
        let before = |square| stood(square).unwrap_or(self.board().at(square)) != Piece::NONE;
        let screens = squares.iter().filter(|&square| !goes_through && before(square));
        let hidden = |screen| between(size, screen, step.to).unwrap_or_default();
        screens.fold(squares, |mut squares, screen| {
            squares.remove(screen);
            squares - hidden(screen)
        })
    }

    /// Returns whether a travel of a piece along lines leads from the start of a step to its end.
    fn leads_along_line(&self, piece: Piece, step: Step) -> bool {
        let Some(kind) = piece.kind() else { return false };
        let turned = piece.side() == Side::Second;
        let origin = Origin { size: self.game().size(), square: step.from, turned };
        let travels = self.game().piece(kind).ability.travels.iter();
        origin.travels(travels.filter(|travel| travel.path.passes_squares())).contains(step.to)
    }

    /// Returns the pieces of a side that could take a passing piece on one of the squares it passed, as if it stood there: those of
    /// its own kind, and those that take any (L48, R55).
    pub(crate) fn takers_in_passing(&self, side: Side, passed: &Passed) -> SquareSet {
        let Some(piece) = passed.at.map(|at| self.board().at(at)) else { return SquareSet::EMPTY };
        let game = self.game();
        if !game.classes(piece).contains(Class::Passing) || piece.side() == side {
            return SquareSet::EMPTY;
        }
        let able = self.board().class(Class::Passing, side) - latent::held(game, self.board(), side);
        let on = |from: Square| passed.squares & game.abilities(self.board().at(from)).en_passant.squares;
        let near = |&from: &Square| game.reaches().touches(self.board().at(from), from, &on(from));
        let alike = |&from: &Square| {
            let taker = self.board().at(from);
            taker.kind() == piece.kind() || game.abilities(taker).en_passant.any_type
        };
        let mut takers = able.iter().filter(alike).filter(near).peekable();
        if takers.peek().is_none() {
            return SquareSet::EMPTY;
        }
        let view = View::new(game.rays(), self.board(), side)
            .with_unmoved(self.state().unmoved())
            .with_enemies_on(&passed.squares);
        takers
            .filter(|&from| {
                let to = game.abilities(self.board().at(from)).travels.destinations(&view, from);
                to.intersects(&on(from))
            })
            .collect()
    }

    /// Returns the pieces of a side that could shoot the passing piece (L32).
    pub(crate) fn shooters_in_passing(&self, side: Side, passed: &Passed) -> SquareSet {
        let shooters = self.board().class(Class::Shooter, side);
        if shooters.is_empty() {
            return SquareSet::EMPTY;
        }
        let game = self.game();
        let armoured = self.board().class(Class::Armoured, side.other());
        let armoured = passed.at.is_some_and(|at| armoured.contains(at));
        let able = shooters - latent::held(game, self.board(), side);
        able.iter()
            .filter(|&from| {
                let abilities = game.abilities(self.board().at(from));
                let sees = abilities.in_passing.get(from.index());
                sees.is_some_and(|sees| sees.intersects(&passed.squares)) && (abilities.pierces || !armoured)
            })
            .collect()
    }
}
