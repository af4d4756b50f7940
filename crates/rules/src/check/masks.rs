//! Where the pieces of a side may go without leaving its royal piece attacked (L46).

use crate::geometry::{Square, SquareSet};
use crate::moves::View;

use super::Attacks;

/// The most pieces that can be pinned on one royal piece: one on each line.
const MOST_PINS: usize = 8;

/// What attacks, and pins on, a royal piece.
#[derive(Clone, Debug)]
pub(crate) struct Masks {
    /// Where the royal piece stands.
    pub(crate) royal: Square,
    /// The squares asked for that are not attacked once the royal piece has left its own.
    pub(crate) safe: SquareSet,
    /// The pieces that give check.
    pub(crate) checkers: SquareSet,
    /// The squares on which any other piece may end: all, or those that meet a check.
    targets: SquareSet,
    /// Whether there is a check, so that the targets count.
    in_check: bool,
    /// The pieces that may only move along a line.
    pinned: SquareSet,
    /// These lines, each with the piece that pins.
    pins: [(Square, SquareSet); MOST_PINS],
    pin_count: usize,
}

impl Masks {
    /// Looks at what attacks the royal piece of the side that moves, and which of some other squares are safe for it.
    #[inline]
    pub(crate) fn new(attacks: &Attacks, view: &View<'_>, royal: Square, asked: &SquareSet) -> Masks {
        let mut masks = Masks {
            royal,
            safe: *asked,
            checkers: SquareSet::EMPTY,
            targets: SquareSet::EMPTY,
            in_check: false,
            pinned: SquareSet::EMPTY,
            pins: [(royal, SquareSet::EMPTY); MOST_PINS],
            pin_count: 0,
        };
        let mut near = *asked;
        near.insert(royal);
        for enemy in view.enemy {
            let reach = attacks.of(view.board.at(enemy), enemy);
            if reach.leaps.intersects(&near) {
                masks.safe = masks.safe.without(&reach.leaps);
                if reach.leaps.contains(royal) {
                    masks.checkers.insert(enemy);
                }
            }
            let lines = reach.lines.intersection(&near);
            if !lines.is_empty() {
                masks.along(attacks, view, enemy, &lines);
            }
        }
        masks.in_check = !masks.checkers.is_empty();
        if let Some(checker) =
            masks.checkers.first().filter(|&checker| masks.checkers.last() == Some(checker))
        {
            masks.targets = *attacks.between(checker, royal);
            masks.targets.insert(checker);
        }
        masks
    }

    /// Looks along the lines of an opposing piece to some squares.
    #[inline]
    fn along(&mut self, attacks: &Attacks, view: &View<'_>, enemy: Square, squares: &SquareSet) {
        for square in squares.iter() {
            let between = attacks.between(enemy, square);
            let mut blockers = between.intersection(&view.occupied);
            if square != self.royal {
                blockers.remove(self.royal);
                if blockers.is_empty() {
                    self.safe.remove(square);
                }
                continue;
            }
            match blockers.first() {
                None => self.checkers.insert(enemy),
                Some(only) if blockers.last() == Some(only) && view.own.contains(only) => {
                    let mut line = *between;
                    line.insert(enemy);
                    self.pinned.insert(only);
                    self.pins[self.pin_count] = (only, line);
                    self.pin_count += 1;
                }
                Some(_) => {}
            }
        }
    }

    /// Returns whether the royal piece is attacked by two pieces, so that only its own move can help.
    #[inline]
    pub(crate) fn is_double(&self) -> bool {
        self.in_check && self.targets.is_empty()
    }

    /// Returns those of some squares on which the piece from a square may end.
    #[inline]
    pub(crate) fn allowed(&self, from: Square, to: &SquareSet) -> SquareSet {
        if from == self.royal {
            return to.intersection(&self.safe);
        }
        let mut to = *to;
        if self.in_check {
            to = to.intersection(&self.targets);
        }
        if self.pinned.contains(from) {
            let pins = self.pins[..self.pin_count].iter().filter(|(pinned, _)| *pinned == from);
            to = pins.fold(to, |to, (_, line)| to.intersection(line));
        }
        to
    }
}
