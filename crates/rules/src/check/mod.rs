//! The rule of check (L46): a turn may not leave the own royal piece where it could be taken.
//!
//! Most pieces travel by leaps and along the Queen's lines. If all of a game do, [`Tables`] tell what attacks a square, and
//! [`Masks`] where each piece may go, so that no turn has to be played to be known as legal. For any other game every turn
//! is tried, and the answers to it of those pieces that could ever take the royal piece: see `generate/lawful.rs`.

mod build;
mod masks;
mod shifts;
mod tables;

pub(crate) use masks::Masks;
pub(crate) use shifts::{Crowd, Shift};
pub(crate) use tables::{Set, Tables, bit, squares};

use crate::language::ast::Path;
use crate::moves::row_of;
use crate::position::Position;
use crate::vocabulary::{Geometry, Side, Square, SquareSet};

/// How the rule of check is kept in a game.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// There is no such rule: royal pieces are taken (K113).
    Ignored,
    /// By tables.
    Tables(Box<Tables>),
    /// By trying every turn, and every answer of the pieces that could ever take on the squares in question.
    Trial,
}

impl Position {
    /// Returns whether the opponent, if it were to move, could take a royal piece of the side to move (L46).
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::parse(&game, "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    /// assert!(position.is_check());
    /// ```
    pub fn is_check(&self) -> bool {
        if let Some((tables, royal)) = self.tables() {
            let other = self.side().other();
            let enemies = self.board().side(other).narrow();
            let occupied = enemies | self.board().side(self.side()).narrow();
            return tables.is_attacked(self.board(), other, enemies, occupied, royal);
        }
        let mut other = self.scratch();
        other.pass();
        other.could_take_royal()
    }

    /// Returns the tables with the square of the only royal piece of the side to move. Without tables, or with another
    /// number of royal pieces, every turn has to be tried.
    #[inline]
    pub(crate) fn tables(&self) -> Option<(&Tables, Square)> {
        let tables = self.game().tables()?;
        let royals = self.board().royals(self.side()).narrow();
        royals.is_power_of_two().then(|| (tables, Square::new(royals.trailing_zeros() as u8)))
    }
}

/// Returns a path with the squares from which it leads anywhere.
fn starts_of(size: Geometry, path: &Path, side: Side) -> (&Path, SquareSet) {
    match path {
        Path::FromRow { row, path } => (path, row_of(size, *row, side == Side::Second)),
        path => (path, size.iter().collect()),
    }
}
