//! What pieces do beside travelling: one file a word of the language.
//!
//! Each file compiles its word and lists the steps it makes possible; how a step changes the board is told in
//! [`crate::turn`], how it is written in [`crate::notation`].

mod hop_capture;
mod igui;
mod relay;

pub(crate) use hop_capture::HopCapture;
pub(crate) use igui::Igui;
pub(crate) use relay::Relay;

use crate::geometry::{BoardSize, Rays, Square, SquareSet};
use crate::language::ast;
use crate::moves::{Ride, View, targets_of};

/// The squares a power reaches: fixed ones, or the piece seen along each line.
#[derive(Clone, Debug)]
pub(crate) enum Reach {
    At(Box<[SquareSet]>),
    Seen(Box<[Ride]>),
}

impl Reach {
    fn compile(size: BoardSize, rays: &mut Rays, reach: &ast::Reach, turned: bool) -> Reach {
        match reach {
            ast::Reach::At(vectors) => Reach::At(targets_of(size, vectors, turned)),
            ast::Reach::Seen(ride) => Reach::Seen(Ride::compile(size, rays, ride, turned).into()),
        }
    }

    /// Returns the squares of the pieces reached, of either side.
    #[inline]
    fn pieces(&self, view: &View<'_>, from: Square) -> SquareSet {
        match self {
            Reach::At(targets) => targets[from.index()].intersection(&view.occupied),
            Reach::Seen(lines) => lines.iter().filter_map(|line| line.seen(view, from)).collect(),
        }
    }
}
