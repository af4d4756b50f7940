//! How a game ends (K113 to K117, L49).

use crate::game::definition::{BareRoyal, Dead, Repetition};
use crate::position::Position;
use crate::turn::Scope;
use crate::vocabulary::{Side, SquareSet};

/// Who has won, if anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has: by the rules (L49), or because the players agreed to a draw (K118).
    Draw,
}

impl Outcome {
    /// Returns the side that has won, if one has.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The loser has no royal piece (K113).
    NoRoyal,
    /// The loser has one piece only (K113, R32).
    BareRoyal,
    /// The loser is to move and has no turn (K116).
    NoTurn,
    /// The loser is to move, in check, and has no turn (L49).
    Checkmate,
    /// The side to move is not in check and has no turn (L49).
    Stalemate,
    /// The loser is to move, and every turn would repeat a position once too often (K117); or the position has occurred
    /// so often that it is a draw (L49).
    Repetition,
    /// So many turns have changed little that the game is a draw (L49).
    QuietTurns,
    /// Nobody has the pieces to win (L49).
    DeadPosition,
    /// The loser has resigned (K118).
    Resignation,
    /// The loser's time is up.
    Time,
    /// The players have agreed (K118).
    Agreement,
    /// A player has stayed away.
    Abandonment,
    /// A record has the result, and does not say how it came about.
    Unstated,
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

    /// Returns a draw.
    pub const fn draw(reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Draw, reason }
    }
}

impl Position {
    /// Returns whether the pieces on the board decide the game (K113): in constant time, without looking for turns.
    ///
    /// If both sides have lost, the side that is not to move, which made the last turn, has won (K114).
    #[inline]
    pub fn royal_verdict(&self) -> Option<Verdict> {
        let (mover, other) = (self.side().other(), self.side());
        if let Some(reason) = self.lost(other) {
            return Some(Verdict::win(mover, reason));
        }
        self.lost(mover).map(|reason| Verdict::win(other, reason))
    }

    /// Returns the end of the game as the rules on pieces and on the lack of turns have it (K114).
    ///
    /// The rule against repetition is [`Position::legal_turns`]'s business.
    pub fn terminal_verdict(&self) -> Option<Verdict> {
        self.royal_verdict().or_else(|| (!self.has_turn(Scope::Distinct)).then(|| self.no_turn_verdict()))
    }

    /// Returns the end of the game if the side to move has no turn (K116, L49).
    pub fn no_turn_verdict(&self) -> Verdict {
        let ending = &self.game().definition().ending;
        let winner = self.side().other();
        if (ending.check_binds || ending.stalemate_draws) && self.is_check() {
            Verdict::win(winner, Reason::Checkmate)
        } else if ending.stalemate_draws {
            Verdict::draw(Reason::Stalemate)
        } else {
            Verdict::win(winner, Reason::NoTurn)
        }
    }

    /// Returns the draw that the rules give a position with turns left, if they do: for want of pieces, by repetition
    /// or by quiet turns (L49).
    pub fn draw_verdict(&self) -> Option<Verdict> {
        let ending = &self.game().definition().ending;
        if ending.dead.as_ref().is_some_and(|dead| self.is_dead(dead)) {
            return Some(Verdict::draw(Reason::DeadPosition));
        }
        if let Repetition::Draws(times) = ending.repetition
            && self.earlier_occurrences() + 1 >= usize::from(times)
        {
            return Some(Verdict::draw(Reason::Repetition));
        }
        let quiet =
            ending.quiet.as_ref().is_some_and(|quiet| self.quiet_turns() >= 2 * u32::from(quiet.moves));
        quiet.then(|| Verdict::draw(Reason::QuietTurns))
    }

    /// Returns whether there are only royal pieces and what is listed, and nothing in reserve (L49).
    fn is_dead(&self, dead: &Dead) -> bool {
        if Side::BOTH.iter().any(|&side| !self.state().reserve(side).is_empty()) {
            return false;
        }
        let royals = self.board().royals(Side::First) | self.board().royals(Side::Second);
        let (mut others, mut coloured) = (0, SquareSet::EMPTY);
        for (square, piece) in self.board().pieces().filter(|(square, _)| !royals.contains(*square)) {
            let Some(kind) = piece.kind() else { continue };
            others += 1;
            if dead.one_colour.contains(&kind) {
                coloured.insert(square);
            } else if !dead.one_of.contains(&kind) || others > 1 {
                return false;
            }
        }
        let size = self.game().size();
        let light = |square| (size.file(square) + size.rank(square)) % 2;
        let mut colours = coloured.iter().map(light);
        let first = colours.next();
        coloured.len() == others && colours.all(|colour| Some(colour) == first) || others <= 1
    }

    /// Returns the end of the game, the rules about repetition included (K114, K117, L49).
    pub fn verdict(&self) -> Option<Verdict> {
        self.terminal_verdict().or_else(|| self.draw_verdict()).or_else(|| {
            let stuck = self.is_stuck_by_repetition();
            stuck.then(|| Verdict::win(self.side().other(), Reason::Repetition))
        })
    }

    #[inline]
    fn lost(&self, side: Side) -> Option<Reason> {
        if self.board().royals(side).is_empty() {
            Some(Reason::NoRoyal)
        } else if self.board().count(side) <= 1 && self.bare_royal_loses(side) {
            Some(Reason::BareRoyal)
        } else {
            None
        }
    }

    /// Returns whether a side that has only one piece has lost by that (K113, R32).
    fn bare_royal_loses(&self, side: Side) -> bool {
        match self.game().definition().ending.bare_royal {
            BareRoyal::PlaysOn => false,
            BareRoyal::Loses => true,
            BareRoyal::LosesUnlessAnswered => {
                let answers = side == self.side();
                self.board().count(side.other()) > if answers { 2 } else { 1 }
            }
        }
    }
}
