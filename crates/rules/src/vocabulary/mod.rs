//! The common vocabulary of board games: sides, pieces, squares, sets of squares, lines, boards.
//!
//! Nothing here depends on a particular game.

mod board;
mod class;
mod hash;
mod phrase;
mod piece;
mod promotion;
mod quote;
mod rays;
mod region;
mod set;
mod side;
mod square;
pub(crate) mod tag;
mod vector;

pub use board::{Board, Observer};
pub(crate) use class::{Class, Classes};
pub(crate) use hash::{key as piece_key, side_key, state_key};
#[doc(hidden)]
pub use phrase::has_placeholders;
pub use phrase::{Argument, Phrase, phrase, template};
pub use piece::{Piece, PieceType};
pub use promotion::{
    PromotingMoves, Promotion, PromotionDuty, PromotionTerms, PromotionWhen, Spot, TermsDuty,
};
pub(crate) use quote::visible;
pub use quote::{quoted, quoted_within};
pub use rays::{LineId, Rays, between, walk};
pub use region::Region;
pub use set::SquareSet;
pub use side::Side;
pub use square::{Geometry, Square, SquareError};
pub use vector::Vector;
