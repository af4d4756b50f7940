//! The parsed ability of a piece, independent of a board.
//!
//! Vectors are those of the first player (`Blue`): forward is +y, right is +x (rulings K9). The compiler rotates them for the
//! second player.

pub use crate::grammar::ast::{Area, Bearing, End, Mode, Reach, Turning, Whose};
pub use crate::powers::ast::*;
pub use crate::travel::ast::*;

/// A complete ability: plain travels and powers, each in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// The plain travels.
    pub travels: Vec<Travel>,
    /// The powers.
    pub powers: Vec<Power>,
}
