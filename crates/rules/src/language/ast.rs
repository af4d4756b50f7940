//! The meaning of an ability: what the text of a piece's row says, before any board is known.
//!
//! Vectors are those of the first player (`Blue`): forward is +y, right is +x (rulings K9). The
//! compiler turns them round for the second player.

pub use crate::grammar::ast::{Area, Bearing, Mode, Reach};
pub use crate::powers::ast::*;
pub use crate::travel::ast::*;

/// A piece's whole ability: its plain travels and its powers, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// How the piece travels.
    pub travels: Vec<Travel>,
    /// What else it does.
    pub powers: Vec<Power>,
}
