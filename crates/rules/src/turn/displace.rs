//! Stage 3: the piece goes where its step leads, and what it takes or handles on the way (K88).

use crate::position::Position;
use crate::powers::{RowEnd, Twofold, row_end};
use crate::vocabulary::{Class, Observer, Piece, Square, SquareSet, walk};

use super::Field;
use crate::powers::{Step, StepKind};

impl Position {
    /// Returns the squares of the opposing pieces strictly between two squares of a line.
    pub(crate) fn passed(&self, from: Square, to: Square) -> SquareSet {
        let size = self.game().size();
        let v = size.vector(from, to).direction();
        let between = walk(size, from, v, usize::MAX).take_while(|&square| square != to);
        between.collect::<SquareSet>().intersection(self.board().side(self.side().other()))
    }
}

/// The displacement of a step. It looks only at squares that it has not changed yet.
pub(super) trait Displace: Field {
    fn displace(&mut self, step: Step, observer: &mut impl Observer) {
        let Step { from, to, via, kind, .. } = step;
        match kind {
            StepKind::Own | StepKind::Declining | StepKind::Relayed => self.relocate(from, to, observer),
            StepKind::Strike => {
                self.take(via, observer);
                self.relocate(from, to, observer);
            }
            StepKind::Igui => self.take(via, observer),
            StepKind::IguiInPassing => {
                if via != from {
                    self.take(via, observer);
                }
            }
            StepKind::Stagger => self.relocate(from, to, observer),
            StepKind::Flip => {}
            StepKind::Twofold => self.move_both_parts(step, observer),
            StepKind::Drop => {
                self.set_down(step, to, observer);
                if via != to {
                    self.set_down(step, via, observer);
                }
            }
            StepKind::Place => {
                self.relocate(from, to, observer);
                self.change(observer, to, Piece::NONE);
                self.set_down(step, via, observer);
            }
            StepKind::Sweep | StepKind::LongLeap => {
                for square in self.position().passed(from, to) {
                    self.take(square, observer);
                }
                self.relocate(from, to, observer);
            }
            StepKind::Convert => {
                self.convert(via, observer);
            }
            StepKind::Swap | StepKind::SwapEnemy => self.carry(observer, [(to, from), (from, to)]),
            StepKind::Pull => self.tug(from, via, -1, observer),
            StepKind::Push => self.tug(from, via, 1, observer),
            StepKind::Shove => self.shove(from, to, observer),
            StepKind::Birth => self.change(observer, via, self.board().at(from)),
            StepKind::Pass => {}
            StepKind::Suicide => self.change(observer, from, Piece::NONE),
            StepKind::Castle => {
                let castling = self.game().castlings().made_by(step);
                let rook_to = castling.map_or(via, |castling| castling.definition.rook.to);
                self.carry(observer, [(from, to), (via, rook_to)]);
            }
            StepKind::EnPassant => {
                self.take(via, observer);
                self.relocate(from, to, observer);
            }
        }
    }

    /// Removes what stands on a square; a piece on two squares goes from both (L29).
    fn take(&mut self, square: Square, observer: &mut impl Observer) {
        if let Some(other) = Twofold::other_part(&self.position().view(), square) {
            self.change(observer, other, Piece::NONE);
        }
        self.change(observer, square, Piece::NONE);
    }

    /// Makes the piece on a square friendly; it keeps its type (K10).
    fn convert(&mut self, square: Square, observer: &mut impl Observer) {
        if let Some(kind) = self.board().at(square).kind() {
            let friendly = Piece::new(kind, self.side());
            self.transform(observer, square, friendly);
        }
    }

    /// Moves a piece to a square; what stands there is taken.
    #[inline]
    fn relocate(&mut self, from: Square, to: Square, observer: &mut impl Observer) {
        self.carry_taking(to, [(from, to)], observer);
    }

    /// Moves pieces at once; what stands where they take is gone, on both its squares if it has two (L29).
    #[inline]
    fn carry_taking<const N: usize>(
        &mut self,
        taken: Square,
        ways: [(Square, Square); N],
        observer: &mut impl Observer,
    ) {
        if self.board().at(taken).other_part().is_some() {
            self.take(taken, observer);
        }
        self.carry(observer, ways);
    }

    /// Moves a piece of two squares; its parts may enter the squares they leave (L22).
    fn move_both_parts(&mut self, step: Step, observer: &mut impl Observer) {
        let piece = self.board().at(step.from);
        self.take(step.from, observer);
        for square in [step.to, step.via] {
            if !self.board().at(square).is_none() {
                self.take(square, observer);
            }
        }
        self.put_parts(piece, step.to, step.via, observer);
    }

    /// Puts the two parts of a piece on their squares.
    fn put_parts(&mut self, piece: Piece, one: Square, other: Square, observer: &mut impl Observer) {
        let v = self.game().size().vector(one, other);
        self.change(observer, one, piece.with_part_at(v));
        self.change(observer, other, piece.with_part_at(-v));
    }

    /// Sets down on a square what the promotion of a step names; it may explode there (L41).
    fn set_down(&mut self, step: Step, square: Square, observer: &mut impl Observer) {
        let Some(kind) = step.promotion else { return };
        let piece = Piece::new(kind, self.side());
        if !self.game().abilities(piece).explodes {
            self.change(observer, square, piece);
            return;
        }
        let mut blast = *self.game().rays().neighbours(square);
        blast.insert(square);
        for square in blast.without(&self.board().class_of_both(Class::Royal)) {
            if !self.board().at(square).is_none() {
                self.take(square, observer);
            }
        }
    }

    /// Moves a piece one square farther from another one, or nearer (K67).
    fn tug(&mut self, from: Square, via: Square, steps: i8, observer: &mut impl Observer) {
        let size = self.game().size();
        let v = size.vector(from, via).direction() * steps;
        if let Some(to) = size.step(via, v) {
            self.relocate(via, to, observer);
        }
    }

    /// Moves a row of friends one step on, and the piece after them (K68, K69).
    fn shove(&mut self, from: Square, to: Square, observer: &mut impl Observer) {
        let size = self.game().size();
        let v = size.vector(from, to);
        let own = *self.board().side(self.side());
        let second = size.step(to, v).filter(|&second| own.contains(second));
        match (row_end(size, to, v, &own), second) {
            (RowEnd::Square(end), None) => self.carry_taking(end, [(to, end), (from, to)], observer),
            (RowEnd::Square(end), Some(second)) => {
                self.carry_taking(end, [(second, end), (to, second), (from, to)], observer);
            }
            // The last one is gone.
            (RowEnd::Edge, None) => self.carry(observer, [(from, to)]),
            (RowEnd::Edge, Some(second)) => self.carry(observer, [(to, second), (from, to)]),
        }
    }
}

impl<F: Field> Displace for F {}
