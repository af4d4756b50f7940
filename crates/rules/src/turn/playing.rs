//! A turn in progress, with the latent states of its start (K86).

use crate::position::Position;
use crate::powers::{StepContext, StepTarget, carry};
use crate::vocabulary::{Observer, Piece, Square};

use super::latent::Latent;

/// A position on which a turn has begun, with the latent states.
#[derive(Debug)]
pub(crate) struct Playing<'a> {
    position: &'a mut Position,
    /// The latent states; pieces are tracked to their present squares.
    pub(crate) latent: Latent,
}

impl<'a> Playing<'a> {
    /// Continues a turn with the given latent states.
    #[inline]
    pub(crate) fn new(position: &'a mut Position, latent: Latent) -> Playing<'a> {
        Playing { position, latent }
    }
}

impl StepTarget for Playing<'_> {
    #[inline]
    fn context(&self) -> &impl StepContext {
        &*self.position
    }

    #[inline]
    fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece) {
        self.latent.disturb(square);
        self.position.change(observer, square, piece);
    }

    #[inline]
    fn carry<const N: usize>(&mut self, observer: &mut impl Observer, ways: [(Square, Square); N]) {
        let held = ways.map(|(from, _)| self.latent.held().contains(from));
        let wet = ways.map(|(from, _)| self.latent.wet().contains(from));
        carry(self, observer, ways);
        for ((_, to), (held, wet)) in ways.into_iter().zip(held.into_iter().zip(wet)) {
            if held {
                self.latent.hold(to);
            }
            if wet {
                self.latent.wet_at(to);
            }
        }
    }

    #[inline]
    fn transform(&mut self, observer: &mut impl Observer, square: Square, into: Piece) {
        self.position.change(observer, square, into);
    }
}
