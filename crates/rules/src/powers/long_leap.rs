//! `long-leap`: along a line over opposing pieces, each with an empty square right behind it, taking all (K52).

use crate::geometry::{Rays, Square, SquareSet, walk};
use crate::language::ast;
use crate::moves::{Ride, View};

use super::first_steps;

/// The lines along which a piece leaps.
#[derive(Clone, Debug)]
pub(crate) struct LongLeap {
    lines: Box<[Ride]>,
}

impl LongLeap {
    pub(crate) fn compile(rays: &mut Rays, ride: &ast::Ride, turned: bool) -> LongLeap {
        LongLeap { lines: Ride::compile(rays, ride, turned).into() }
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
            let (mut leapt, mut before_is_enemy) = (false, false);
            for square in
                walk(view.rays.size(), from, vector, usize::MAX).take_while(|&s| limited.contains(s))
            {
                if view.enemy.contains(square) && !before_is_enemy {
                    before_is_enemy = true;
                } else if view.occupied.contains(square) {
                    break;
                } else {
                    leapt |= before_is_enemy;
                    before_is_enemy = false;
                    if leapt {
                        reached.insert(square);
                    }
                }
            }
        }
        reached
    }
}
