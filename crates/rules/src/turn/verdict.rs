//! How a game ends (K113 to K117).

use crate::game::Side;
use crate::position::Position;

/// Who has won, if anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has: the players agreed to a draw (K118).
    Draw,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The loser has no royal piece (K113).
    NoRoyal,
    /// The loser has one piece only (K113).
    BareRoyal,
    /// The loser is to move and has no turn (K116).
    NoTurn,
    /// The loser is to move, and every turn would repeat a position once too often (K117).
    Repetition,
    /// The loser has resigned (K118).
    Resignation,
    /// The loser's time is up.
    Time,
    /// The players have agreed (K118).
    Agreement,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Who has won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl Verdict {
    /// Returns a win of a side.
    pub const fn win(side: Side, reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Win(side), reason }
    }
}

impl Position {
    /// Returns whether the pieces on the board decide the game (K113): in constant time, without looking for turns.
    ///
    /// If both sides have lost, the side that is not to move, which made the last turn, has won (K114).
    #[inline]
    pub fn decided(&self) -> Option<Verdict> {
        let (mover, other) = (self.side().other(), self.side());
        if let Some(reason) = self.lost(other) {
            return Some(Verdict::win(mover, reason));
        }
        self.lost(mover).map(|reason| Verdict::win(other, reason))
    }

    /// Returns the end of the game as the rules on pieces and on the lack of turns have it (K114).
    ///
    /// The rule against repetition is [`Position::legal_turns`]'s business.
    pub fn verdict(&self) -> Option<Verdict> {
        self.decided().or_else(|| {
            let stuck = self.count_turns() == 0;
            stuck.then(|| Verdict::win(self.side().other(), Reason::NoTurn))
        })
    }

    /// Returns the end of the game, the rule against repetition included (K114, K117).
    pub fn final_verdict(&self) -> Option<Verdict> {
        self.verdict().or_else(|| {
            let stuck = self.legal_turns().is_empty();
            stuck.then(|| Verdict::win(self.side().other(), Reason::Repetition))
        })
    }

    #[inline]
    fn lost(&self, side: Side) -> Option<Reason> {
        if self.board().royals(side).is_empty() {
            Some(Reason::NoRoyal)
        } else if self.board().count(side) <= 1 && self.game().definition().ending.bare_royal_loses {
            Some(Reason::BareRoyal)
        } else {
            None
        }
    }
}
