//! The rule of check (L46): a turn may not leave the own royal piece where it could be taken.
//!
//! Most pieces attack by leaps and along the Queen's lines. If all of a game do, [`Attacks`] tells what attacks a square,
//! and [`Masks`] where each piece may go, so that no turn has to be played to be known as legal. For any other game every
//! turn is tried, and the answers to it of those pieces that [`Menaces`] names: see `generate/lawful.rs`.

mod attacks;
mod masks;
mod menaces;

pub(crate) use attacks::Attacks;
pub(crate) use masks::Masks;
pub(crate) use menaces::Menaces;

use crate::geometry::Square;
use crate::position::Position;

/// How the rule of check is kept in a game.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// There is no such rule: royal pieces are taken (K113).
    Ignored,
    /// By tables of attacks.
    Tables(Box<Attacks>),
    /// By trying every turn, and every answer of the pieces that could ever take on the squares in question.
    Trial(Box<Menaces>),
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
        if let Some((attacks, royal)) = self.attack_tables() {
            let enemies = self.board().side(self.side().other());
            let occupied = enemies.union(self.board().side(self.side()));
            return attacks.reach(self.board(), enemies, &occupied, royal);
        }
        let mut other = self.scratch();
        other.pass();
        other.could_take_royal()
    }

    /// Returns the tables of attacks with the only square they are needed for: that of the royal piece of the side to
    /// move. Without tables, or with another number of royal pieces, every turn has to be tried.
    #[inline]
    pub(crate) fn attack_tables(&self) -> Option<(&Attacks, Square)> {
        let Check::Tables(attacks) = self.game().check() else { return None };
        let royals = self.board().royals(self.side());
        let royal = royals.first()?;
        (royals.last() == Some(royal)).then_some((attacks, royal))
    }
}
