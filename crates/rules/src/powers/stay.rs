//! Ways that lead back to where the piece stands: turns that change nothing (L17, L26).

use crate::language::ast::{Mode, Path, Travel};
use crate::travel::{View, is_whole_circle, mirrored_targets_of};
use crate::vocabulary::{Geometry, Square, SquareSet};

/// When a piece may go and end where it began.
#[derive(Clone, Debug)]
pub(crate) enum Stay {
    /// On these squares (L17).
    On(SquareSet),
    /// When it can go all round a royal piece (L26).
    WholeCircle,
}

impl Stay {
    /// Compiles what a travel adds, if it can lead back.
    pub(crate) fn compile(size: Geometry, travel: &Travel, turned: bool) -> Option<Stay> {
        match &travel.path {
            Path::Circle => Some(Stay::WholeCircle),
            Path::Mirror(vectors) if travel.mode != Mode::Capturing => {
                let targets = mirrored_targets_of(size, vectors, turned);
                let on: SquareSet =
                    size.iter().filter(|from| targets[from.index()].contains(*from)).collect();
                (!on.is_empty()).then_some(Stay::On(on))
            }
            _ => None,
        }
    }

    pub(crate) fn is_open(&self, view: &View<'_>, from: Square) -> bool {
        match self {
            Stay::On(squares) => squares.contains(from),
            Stay::WholeCircle => is_whole_circle(view, from),
        }
    }
}
