//! `long-leap` and `halfway-leap`: along a line over opposing pieces, each with an empty square right behind it, taking
//! all (K52, L10).

use crate::language::ast;
use crate::travel::{Ride, View};
use crate::vocabulary::{Rays, Square, SquareSet, walk};

use super::first_steps;

/// The lines along which a piece leaps.
#[derive(Clone, Debug)]
pub(crate) struct LongLeap {
    lines: Box<[Ride]>,
    /// Whether it ends within half the way to the edge, or one square beyond right behind a piece half way (L10).
    halfway: bool,
}

impl LongLeap {
    pub(crate) fn compile(rays: &mut Rays, ride: &ast::Ride, halfway: bool, turned: bool) -> LongLeap {
        LongLeap { lines: Ride::compile(rays, ride, turned).into(), halfway }
    }

    /// See [`Special::gates`](super::Special::gates).
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        first_steps(&self.lines, rays, from)
    }

    /// Returns the empty squares behind one or more opposing pieces that can be leapt.
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for line in &self.lines {
            let limited = line.limited(view.rays, from);
            let vector = view.rays.vector(line.line());
            let length = limited.len() as usize;
            let squares = walk(view.rays.size(), from, vector, usize::MAX);
            // The distance of the last piece leapt.
            let (mut last, mut before_is_enemy) = (None, false);
            for (distance, square) in (1..).zip(squares).take_while(|(_, s)| limited.contains(*s)) {
                if view.enemy.contains(square) && !before_is_enemy {
                    before_is_enemy = true;
                } else if view.occupied.contains(square) {
                    break;
                } else {
                    if before_is_enemy {
                        last = Some(distance - 1);
                    }
                    before_is_enemy = false;
                    let Some(last) = last else { continue };
                    let one_more = length == 2 * last && distance == last + 1;
                    if !self.halfway || distance <= length.div_ceil(2) || one_more {
                        reached.insert(square);
                    }
                }
            }
        }
        reached
    }
}
