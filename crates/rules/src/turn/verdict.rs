//! The end of a game (K113 to K117, L49, R80 to R90).

use std::cmp::Ordering;

use crate::game::definition::{BareRoyal, Dead, Repetition, Value};
use crate::position::Position;
use crate::turn::Scope;
use crate::vocabulary::{Side, SquareSet};

/// The winner of a game, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// A draw: by the rules (L49), or by agreement (K118).
    Draw,
}

impl Outcome {
    /// Returns the winner, if there is one.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The loser has no royal piece (K113).
    NoRoyal,
    /// The loser has a single piece (K113, R32).
    BareRoyal,
    /// The loser is to move and has no turn (K116).
    NoTurn,
    /// The loser is to move, in check, and has no turn (L49).
    Checkmate,
    /// The side to move is not in check and has no turn (L49).
    Stalemate,
    /// For a loss: every turn of the loser, who is to move, would repeat a position once too often (K117). For a draw: the
    /// position has occurred as often as the rules allow (L49).
    Repetition,
    /// The number of successive quiet turns has reached the limit for a draw (L49).
    QuietTurns,
    /// Neither side has the pieces to win (L49).
    DeadPosition,
    /// The loser has lost pieces that it must not lose; for a draw, one of the sides has (R81).
    Extinction,
    /// The winner has lost the pieces that it must lose to win (R81).
    GivenAway,
    /// The winner has pieces on the squares of its goal; for a draw, both sides have (R83).
    Goal,
    /// The winner has given the number of checks that wins (R84).
    Checks,
    /// The winner is to move and has no turn (R80).
    Stuck,
    /// The winner is to move, in check, and has no turn (R80).
    Mated,
    /// The number or the worth of the pieces left decides (R80, R87).
    Points,
    /// Both sides have passed, one after the other (R89).
    Passes,
    /// The royal pieces faced each other, and the side to move has passed (R136).
    Facing,
    /// A position has occurred as often as the rules allow, and they name the winner (R86).
    Repeated,
    /// A position has been repeated, and the loser has given check with every turn (R86).
    PerpetualCheck,
    /// A position has been repeated, and the loser has chased a piece with every turn (R137).
    PerpetualChase,
    /// The number of moves in which a weakened side must be mated has been exceeded (R90).
    Counted,
    /// The loser has resigned (K118).
    Resignation,
    /// The loser has run out of time.
    Time,
    /// The players have agreed to a draw (K118).
    Agreement,
    /// A player has left the game.
    Abandonment,
    /// The reason is unknown; a record has only the result.
    Unstated,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

impl Verdict {
    /// Returns a win for a side.
    pub const fn win(side: Side, reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Win(side), reason }
    }

    /// Returns a draw.
    pub const fn draw(reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Draw, reason }
    }
}

impl Position {
    /// Returns the verdict if the pieces on the board decide the game (K113), in constant time and without generating turns.
    ///
    /// If both sides have lost, the side that made the last turn has won (K114).
    #[inline]
    pub fn royal_verdict(&self) -> Option<Verdict> {
        let verdict = self.lost_verdict();
        if self.game().has_objectives() { verdict.or_else(|| self.objective_verdict()) } else { verdict }
    }

    #[inline]
    fn lost_verdict(&self) -> Option<Verdict> {
        let (mover, other) = (self.side().other(), self.side());
        if let Some(reason) = self.lost(other) {
            return Some(Verdict::win(mover, reason));
        }
        self.lost(mover).map(|reason| Verdict::win(other, reason))
    }

    /// Returns the verdict by the rules about pieces and about a lack of turns (K114).
    ///
    /// The rule against repetition is not considered; see [`Position::verdict`].
    pub fn terminal_verdict(&self) -> Option<Verdict> {
        self.royal_verdict().or_else(|| (!self.has_turn(Scope::Distinct)).then(|| self.no_turn_verdict()))
    }

    /// Returns the verdict for a position in which the side to move has no turn (K116, L49); whether this is so is not checked.
    pub fn no_turn_verdict(&self) -> Verdict {
        let ending = &self.game().definition().ending;
        let no_move = ending.no_move;
        let (side, winner) = (self.side(), self.side().other());
        let matters = ending.check_binds || no_move.in_check != no_move.otherwise;
        let is_mate = matters && self.is_check();
        match if is_mate { no_move.in_check } else { no_move.otherwise } {
            Value::Loses => Verdict::win(winner, if is_mate { Reason::Checkmate } else { Reason::NoTurn }),
            Value::Draws => self.drawn(Reason::Stalemate),
            Value::Wins => Verdict::win(side, if is_mate { Reason::Mated } else { Reason::Stuck }),
            Value::FewerWins => match self.board().count(side).cmp(&self.board().count(winner)) {
                Ordering::Less => Verdict::win(side, Reason::Points),
                Ordering::Equal => self.drawn(Reason::Stalemate),
                Ordering::Greater => Verdict::win(winner, Reason::Points),
            },
        }
    }

    /// Returns the verdict, mostly a draw, by insufficient material, by repetition, by quiet turns or by a count of moves, if there
    /// is one (L49, R86 to R90). The side to move may have turns.
    pub fn draw_verdict(&self) -> Option<Verdict> {
        let ending = &self.game().definition().ending;
        if ending.dead.as_ref().is_some_and(|dead| self.is_dead(dead)) {
            return Some(Verdict::draw(Reason::DeadPosition));
        }
        if let Repetition::Draws(times) = ending.repetition
            && self.earlier_occurrences() + 1 >= usize::from(times)
        {
            return Some(self.drawn(Reason::Repetition));
        }
        if let Repetition::Judged(judged) = ending.repetition
            && let Some(verdict) = self.repeated_verdict(judged)
        {
            return Some(verdict);
        }
        if self.is_counted_out() {
            return Some(Verdict::draw(Reason::Counted));
        }
        let quiet =
            ending.quiet.as_ref().is_some_and(|quiet| self.quiet_turns() >= 2 * u32::from(quiet.moves));
        quiet.then(|| self.drawn(Reason::QuietTurns))
    }

    /// Returns whether there are only royal pieces and those in `dead`, and nothing in reserve (L49).
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

    /// Returns the verdict by all rules, including those about repetition (K114, K117, L49); `None` if the game goes on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.terminal_verdict().or_else(|| self.draw_verdict()).or_else(|| {
            let stuck = self.is_stuck_by_repetition();
            stuck.then(|| Verdict::win(self.side().other(), Reason::Repetition))
        })
    }

    #[inline]
    fn lost(&self, side: Side) -> Option<Reason> {
        if self.board().royals(side).is_empty() && self.game().needs_royal(side) {
            Some(Reason::NoRoyal)
        } else if self.board().count(side) <= 1 && self.bare_royal_loses(side) {
            Some(Reason::BareRoyal)
        } else {
            None
        }
    }

    /// Returns whether a side with a single piece has lost for this reason (K113, R32).
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
