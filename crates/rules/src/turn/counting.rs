//! The counting rules of Makruk and its kin (R90), and the points that decide what would be a draw (R87).

use crate::game::definition::Counting;
use crate::position::{Count, Position};
use crate::vocabulary::{PieceType, Side};

use super::{Reason, Turn, Verdict};

impl Position {
    /// Returns the count after a turn that has just ended, given the count before it (R90).
    #[cold]
    pub(super) fn counted(&self, turn: Turn, pieces_before: u16, rule: &Counting) -> Count {
        let (next, mover) = (self.side(), self.side().other());
        let Count { mut limit, mut plies } = self.count_before();
        plies += u16::from(limit > 0);
        let pieces = self.pieces();
        let is_pawn = |kind: Option<PieceType>| kind.is_some_and(|kind| rule.pawns.contains(&kind));
        let takes_pawn = self.changed().iter().any(|&(_, old)| is_pawn(old.kind()) && old.side() == next)
            && pieces < pieces_before;
        if !rule.from_zero
            && takes_pawn
            && self.board().count(mover) == 1
            && self.count_limit(mover, rule) > 0
        {
            (limit, plies) = (2 * self.count_limit(mover, rule), 2 * pieces - 1);
        }
        let weakens = pieces < pieces_before || turn.steps().any(|step| step.promotion.is_some());
        let is_bare = self.board().count(next) == 1;
        let new_limit = self.count_limit(next, rule);
        if (limit == 0 || weakens && is_bare) && new_limit > 0 {
            (limit, plies) = (2 * new_limit, if rule.from_zero || !is_bare { 0 } else { 2 * pieces });
        }
        Count { limit, plies }
    }

    /// Returns the number of moves in which a side must be mated, counted from when it is in this state; 0 if nothing is counted.
    fn count_limit(&self, side: Side, rule: &Counting) -> u16 {
        let (own, other) = (self.board().count(side), self.board().count(side.other()));
        if other == 1 {
            return 0;
        }
        let has_pawns = || Side::BOTH.iter().any(|&side| self.squares_of(side, &rule.pawns).next().is_some());
        if own > 1 {
            let counts = rule.board_at_most.map_or_else(|| !has_pawns(), |most| own <= most);
            return if counts { rule.board } else { 0 };
        }
        if has_pawns() {
            return 0;
        }
        let has = |kind: PieceType, number: u16| {
            self.squares_of(side.other(), &[kind]).count() >= usize::from(number)
        };
        let found = rule.pieces.iter().find(|limit| has(limit.kind, limit.number));
        found.map_or(rule.otherwise, |limit| limit.moves)
    }

    /// Returns whether a side should have been mated by now (R90). Whether it is mated is not checked.
    pub(super) fn is_counted_out(&self) -> bool {
        self.game().definition().ending.counting.is_some() && {
            let Count { limit, plies } = self.count();
            limit > 0 && plies > limit
        }
    }

    /// Returns a draw for a reason, or the verdict by points in a game that counts them (R87).
    pub(super) fn drawn(&self, reason: Reason) -> Verdict {
        let Some(points) = &self.game().definition().ending.points else { return Verdict::draw(reason) };
        let [first, second] = Side::BOTH.map(|side| -> u32 {
            let kinds = self.board().side(side).iter().filter_map(|square| self.board().at(square).kind());
            kinds.map(|kind| u32::from(points.worth[kind.index()])).sum()
        });
        let winner = match first.cmp(&(second + u32::from(points.second))) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => points.tie,
        };
        winner.map_or(Verdict::draw(reason), |winner| Verdict::win(winner, Reason::Points))
    }
}
