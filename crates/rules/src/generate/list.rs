//! Lists and counts of turns.

use crate::game::check::Shift;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{Scope, Turn};
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::check_filter::CheckFilter;
use super::drops::hand_drops;
use super::turn_list::TurnList;
use super::turns::Turns;
use super::{TurnSink, plain};

/// Counts turns without listing them.
struct Counter {
    count: u64,
    /// The number of turns at which it stops; it may count some more.
    enough: u64,
}

impl TurnSink for Counter {
    #[inline]
    fn plain(&mut self, _: StepKind, _: Square, to: &SquareSet, _: Option<PieceType>) {
        self.count += u64::from(to.len());
    }

    #[inline]
    fn shifted(&mut self, _: &Shift, to: u64, _: Option<PieceType>) {
        self.count += u64::from(to.count_ones());
    }

    fn second(&mut self, _: Step, _: StepKind, _: Square, to: &SquareSet, _: Option<PieceType>) {
        self.count += u64::from(to.len());
    }

    fn dropped(&mut self, _: PieceType, to: &SquareSet) {
        self.count += u64::from(to.len());
    }

    #[inline]
    fn turn(&mut self, _: Turn) {
        self.count += 1;
    }

    #[inline]
    fn goes_on(&mut self) -> bool {
        self.count < self.enough
    }
}

impl Position {
    /// Returns turns of the position, without the rule against repetition. There are none if the game is decided (K85).
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, Scope, builtin};
    ///
    /// let position = Position::initial(&builtin::game("scirocco").unwrap());
    /// assert_eq!(position.turns(Scope::Distinct).len(), 21);
    /// assert_eq!(position.turns(Scope::Captures), []);
    /// ```
    pub fn turns(&self, scope: Scope) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.generate(scope, &mut turns);
        turns
    }

    /// Appends turns of the position to a list, like [`Position::turns`] but without an allocation if the list has room.
    pub fn generate(&self, scope: Scope, turns: &mut Vec<Turn>) {
        self.feed(scope, &mut TurnList::new(turns));
    }

    /// Appends turns like [`Position::generate`], and calls `go_on` from time to time with the work since the last call, in
    /// turns listed. Once it returns `false`, the list remains incomplete. Pieces with two moves may have tens of thousands of
    /// turns.
    pub fn generate_while(&self, scope: Scope, turns: &mut Vec<Turn>, go_on: &mut dyn FnMut(usize) -> bool) {
        self.feed(scope, &mut TurnList::reporting(turns, go_on));
    }

    /// Appends the turns that the piece on a square makes by its own power in one step, which is much cheaper than listing all
    /// turns; on an empty square those that drop a piece from a hand there. This serves to test whether a given turn belongs to
    /// this position.
    pub fn generate_from(&self, scope: Scope, from: Square, turns: &mut Vec<Turn>) {
        if self.royal_verdict().is_some() {
            return;
        }
        if !self.board().side(self.side()).contains(from) {
            self.drops_onto(scope, from, turns);
            return;
        }
        if self.game().has_obligations() {
            turns.extend(self.obliged(scope).into_iter().filter(|turn| turn.first.from == from));
            return;
        }
        let turns = &mut TurnList::new(turns);
        if self.game().lists_by_rare_rules() {
            self.feed_by_rare_rules(scope, Some(from), turns);
        } else {
            self.feed_from(scope, from, turns);
        }
    }

    /// Passes on the turns that the piece on a square makes by its own power in one step, without regard to obligations and rules
    /// that few games have.
    pub(super) fn feed_from(&self, scope: Scope, from: Square, sink: &mut impl TurnSink) {
        let mover = SquareSet::from(from);
        if !self.game().check_binds() {
            match self.game().walling() {
                None => Turns::new(self, scope, sink).list_own(&mover),
                Some(_) => self.list_choices(scope, Some(&mover), sink),
            }
        } else if let Some((lines, royal)) = self.plain() {
            plain::list_from(self, lines, royal, from, scope, sink);
        } else {
            self.list_choices(scope, Some(&mover), &mut CheckFilter::new(self, sink));
        }
    }

    /// Appends the turns that drop a piece from a hand onto a square; none in a game in which more than check decides whether
    /// they are legal.
    fn drops_onto(&self, scope: Scope, square: Square, turns: &mut Vec<Turn>) {
        let game = self.game();
        let Some(hands) = game.hands().filter(|_| scope != Scope::Captures) else { return };
        let is_simple = !game.has_obligations() && game.trade().is_none() && game.walling().is_none();
        if !is_simple || game.has_latent_states() {
            return;
        }
        let mut list = TurnList::new(turns);
        let onto = SquareSet::from(square);
        if game.check_binds() {
            let mut filter = CheckFilter::new(self, &mut list);
            hand_drops(self, hands, &self.view(), &onto, |kind, to| filter.dropped(kind, to));
        } else {
            hand_drops(self, hands, &self.view(), &onto, |kind, to| list.dropped(kind, to));
        }
    }

    /// Returns all choices of one piece of the side to move, even if the game is decided, for diagrams on boards without royal
    /// pieces.
    pub fn choices_of(&self, from: Square) -> Vec<Turn> {
        let mut turns = Vec::new();
        Turns::new(self, Scope::Choices, &mut TurnList::new(&mut turns)).list();
        turns.retain(|turn: &Turn| turn.first.from == from);
        turns
    }

    /// Returns whether there is any turn; much faster than counting where pieces have two moves.
    pub fn has_turn(&self, scope: Scope) -> bool {
        self.count_up_to(scope, 1) > 0
    }

    /// Returns the number of turns; much faster than listing them.
    pub fn count_turns(&self, scope: Scope) -> u64 {
        self.count_up_to(scope, u64::MAX)
    }

    /// Counts turns, not all of them if there are more than `enough`.
    fn count_up_to(&self, scope: Scope, enough: u64) -> u64 {
        let mut counter = Counter { count: 0, enough };
        self.feed(scope, &mut counter);
        counter.count
    }
}
