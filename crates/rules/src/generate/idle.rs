//! Reasons why a piece has no turn, or none by its own power.

use crate::position::Position;
use crate::turn::latent;
use crate::vocabulary::{Square, SquareSet};

use super::illegal::{Found, IllegalTurn};

/// The reason why a piece of the side to move has no turn, or none by its own power.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Idle {
    /// It is immobilized: at most it uses a borrowed move, or removes itself (K92).
    Immobilized {
        /// The pieces that do it.
        by: SquareSet,
    },
    /// It is bewitched: at most it steps aside (L18).
    Bewitched {
        /// The pieces that do it.
        by: SquareSet,
    },
    /// Pieces of its own side stand wherever it could go.
    ShutIn,
    /// From where it stands it can go nowhere and take nothing.
    Nowhere,
    /// It could move, but each of its turns is illegal.
    Illegal {
        /// The reason for the first of them.
        reason: IllegalTurn,
    },
}

impl Position {
    /// Returns why the piece of the side to move on a square begins no turn, or that it is held; of a piece on two squares it is the
    /// square with which its turns are listed. `None` if it has turns by its own power, and where no such piece stands.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Idle, IllegalTurn, Position, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let square = |text| game.size().parse(text).unwrap();
    /// let position = Position::parse(&game, "4r2k/8/8/8/8/4B3/3PPP2/3RKR2 w - - 0 1").unwrap();
    /// assert_eq!(position.idle(square("e1")), Some(Idle::ShutIn));
    /// let pinned = Position::parse(&game, "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(pinned.idle(square("e3")), Some(Idle::Illegal { reason: IllegalTurn::Check }));
    /// assert_eq!(pinned.idle(square("e1")), None);
    /// ```
    pub fn idle(&self, from: Square) -> Option<Idle> {
        if !self.board().side(self.side()).contains(from) {
            return None;
        }
        let (game, board) = (self.game(), self.board());
        let by = latent::holders(game, board, board.at(from), from);
        if self.bewitched(self.side()).contains(from) {
            return Some(Idle::Bewitched { by });
        }
        if !by.is_empty() {
            return Some(Idle::Immobilized { by });
        }
        match self.look_for(|turn| turn.first.from == from) {
            Found::Legal => return None,
            Found::Illegal(reason) => return Some(Idle::Illegal { reason }),
            Found::Nothing => {}
        }
        let is_shut_in = game.is_shut_in(board.at(from), from, board.side(self.side()));
        Some(if is_shut_in { Idle::ShutIn } else { Idle::Nowhere })
    }
}
