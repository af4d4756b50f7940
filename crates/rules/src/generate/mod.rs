//! Which turns a position has.
//!
//! Every turn listed is legal but for the rule against repetition (K130), which [`Position::legal_turns`] adds. The
//! generator works on sets: the destinations of all plain travels of a piece are one set, so that two ways to the same
//! square are one turn from the start. What is found goes down through these layers, each a generic parameter of the one
//! above:
//!
//! ```text
//! travel/, powers/          where a piece may go, and the steps of its own kind
//!    │ powers::Steps        one step, with who may promote by it
//! steps.rs                  own power with arrivals and promotions; what is lent
//! state_steps.rs, drops.rs  castlings, captures in passing, drops
//!    │ Steps                plain steps as sets of squares, others one by one
//! turns.rs, doubled.rs      Turns: turns of one step and of two, one for each result (results.rs)
//!    │ Sink                 turns, as sets of squares where no two have the same result
//! lawful.rs                 Lawful: where a check binds (L46), those that leave no royal piece attacked
//!    │ Sink
//! Vec, Counter, Watched     lists them, counts them, lists them while there is time
//! ```
//!
//! On small boards where a check binds, `masked.rs` feeds the sink by itself. `threat.rs` takes the steps and looks for one
//! victim.

mod check;
mod doubled;
mod drops;
mod keys;
mod lawful;
mod lenders;
mod masked;
mod results;
mod state_steps;
mod steps;
#[cfg(test)]
mod tests;
mod threat;
mod turns;
mod watched;

use crate::game::check::{Check, Set, Shift, squares};
use crate::game::definition::Repetition;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::Turn;
use crate::vocabulary::{PieceType, Square, SquareSet};

use lawful::Lawful;
use turns::Turns;
use watched::Watched;

/// What becomes of the turns found.
trait Sink {
    /// Takes the turns that are one plain step from a square to each square of a set.
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>);
    /// Takes the turns that are one plain step to each square of a set, all in one way.
    fn shifted(&mut self, shift: &Shift, to: Set, promotion: Option<PieceType>) {
        for to in squares(to) {
            self.turn(Step::plain(StepKind::Own, shift.start(to), to, promotion).into());
        }
    }
    /// Takes the turns that are a first step and then a plain one from a square to each square of a set.
    fn second(
        &mut self,
        first: Step,
        kind: StepKind,
        from: Square,
        to: &SquareSet,
        promotion: Option<PieceType>,
    ) {
        for to in to.iter() {
            self.turn(Turn { first, second: Some(Step::plain(kind, from, to, promotion)) });
        }
    }
    /// Takes one turn.
    fn turn(&mut self, turn: Turn);
    /// Returns whether more turns are wanted; asked before every first move of a doubled piece, of which there may be
    /// thousands.
    #[inline]
    fn goes_on(&mut self) -> bool {
        true
    }
}

impl Sink for Vec<Turn> {
    #[inline]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        self.reserve(to.len() as usize);
        to.iter().for_each(|to| self.push(Turn::from(Step::plain(kind, from, to, promotion))));
    }

    #[inline]
    fn turn(&mut self, turn: Turn) {
        self.push(turn);
    }
}

/// Counts turns without listing them.
struct Counter(u64);

impl Sink for Counter {
    #[inline]
    fn plain(&mut self, _: StepKind, _: Square, to: &SquareSet, _: Option<PieceType>) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn shifted(&mut self, _: &Shift, to: Set, _: Option<PieceType>) {
        self.0 += u64::from(to.count_ones());
    }

    fn second(&mut self, _: Step, _: StepKind, _: Square, to: &SquareSet, _: Option<PieceType>) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn turn(&mut self, _: Turn) {
        self.0 += 1;
    }
}

/// Which turns are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All, one for each result.
    All,
    /// All, whether or not results are the same.
    Choices,
    /// Those with a step that takes or converts an opposing piece, one for each result.
    Captures,
}

impl Position {
    /// Returns the position's turns, one for each distinct result, without regard to repetition (K130). There are
    /// none if the game is decided (K85).
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// assert_eq!(Position::initial(&game).turns().len(), 21);
    /// ```
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.add_turns(&mut turns);
        turns
    }

    /// Adds the position's turns to a list: [`Position::turns`] without an allocation where the list has room.
    pub fn add_turns(&self, turns: &mut Vec<Turn>) {
        self.generate(Scope::All, turns);
    }

    /// Adds only those turns one of whose steps takes or converts an opposing piece.
    pub fn add_captures(&self, turns: &mut Vec<Turn>) {
        self.generate(Scope::Captures, turns);
    }

    /// Adds turns as [`Position::add_turns`] does, and reports the work now and then, in turns listed: where that is
    /// answered with `false`, the list remains incomplete. Pieces with two moves may have tens of thousands of turns.
    pub fn add_turns_while(&self, turns: &mut Vec<Turn>, go_on: &mut dyn FnMut(usize) -> bool) {
        self.generate(Scope::All, &mut Watched::new(turns, go_on));
    }

    /// Adds turns as [`Position::add_captures`] does, with reports as in [`Position::add_turns_while`].
    pub fn add_captures_while(&self, turns: &mut Vec<Turn>, go_on: &mut dyn FnMut(usize) -> bool) {
        self.generate(Scope::Captures, &mut Watched::new(turns, go_on));
    }

    /// Adds the turns that the piece on a square makes by its own power in one step, which is much less work than all of
    /// them: to see whether a turn known from elsewhere is one of this position. There are none if the square is not one of
    /// the side to move, and where check binds a board of 64 squares (L46), for there it is no less work.
    pub fn add_turns_of(&self, from: Square, turns: &mut Vec<Turn>) {
        self.generate_of(Scope::All, from, turns);
    }

    /// Adds those of [`Position::add_turns_of`] that take or convert an opposing piece.
    pub fn add_captures_of(&self, from: Square, turns: &mut Vec<Turn>) {
        self.generate_of(Scope::Captures, from, turns);
    }

    /// Returns everything a player may choose, also where several choices lead to one result: two pieces may shoot
    /// the same victim without moving. Notation needs them all (K125).
    pub fn choices(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.generate(Scope::Choices, &mut turns);
        turns
    }

    /// Returns everything a side may choose to do with one piece, even if the game is decided: for diagrams on boards
    /// without royal pieces.
    pub fn choices_of(&self, from: Square) -> Vec<Turn> {
        let mut turns = Vec::new();
        Turns::new(self, Scope::Choices, &mut turns).list();
        turns.retain(|turn: &Turn| turn.first.from == from);
        turns
    }

    /// Returns the number of turns: much faster than listing them.
    pub fn count_turns(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate(Scope::All, &mut counter);
        counter.0
    }

    /// Returns the number of choices, see [`Position::choices`].
    pub fn count_choices(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate(Scope::Choices, &mut counter);
        counter.0
    }

    /// Returns the turns that are legal by every rule, those against repetition included (K117).
    pub fn legal_turns(&self) -> Vec<Turn> {
        let mut turns = self.turns();
        if self.could_repeat() {
            let mut after = self.clone();
            turns.retain(|&turn| !after.repeats(turn));
        }
        turns
    }

    /// Returns whether a turn of this position is illegal only because it would bring about a position once too often
    /// (K117).
    pub fn is_repetition(&self, turn: Turn) -> bool {
        self.could_repeat() && self.clone().repeats(turn)
    }

    /// Returns whether enough turns have been played for a position to occur too often; a cheap test.
    fn could_repeat(&self) -> bool {
        self.illegal_repetition().is_some_and(|limit| self.ply() + 1 >= limit)
    }

    /// Returns the occurrence of a position that may not be brought about, if there is one.
    fn illegal_repetition(&self) -> Option<usize> {
        match self.game().definition().ending.repetition {
            Repetition::Illegal(times) => Some(times.into()),
            Repetition::Allowed | Repetition::Draws(_) => None,
        }
    }

    fn repeats(&mut self, turn: Turn) -> bool {
        self.play(turn);
        let repeats = self.occurs_too_often();
        self.undo();
        repeats
    }

    /// Returns whether the last turn was illegal because it brought about this position once too often (K117).
    pub fn occurs_too_often(&self) -> bool {
        self.illegal_repetition().is_some_and(|limit| self.earlier_occurrences() + 1 >= limit)
    }

    #[inline]
    fn generate(&self, scope: Scope, sink: &mut impl Sink) {
        if self.royal_verdict().is_some() {
            return;
        }
        match self.game().check() {
            Check::Ignored => Turns::new(self, scope, sink).list(),
            Check::Tables(_) | Check::Trial => self.generate_legal(scope, sink),
        }
    }

    fn generate_of(&self, scope: Scope, from: Square, sink: &mut Vec<Turn>) {
        if self.royal_verdict().is_some() || !self.board().side(self.side()).contains(from) {
            return;
        }
        let mover = SquareSet::from_iter([from]);
        match self.game().check() {
            Check::Ignored => Turns::new(self, scope, sink).list_own(&mover),
            Check::Trial => Turns::new(self, scope, &mut Lawful::new(self, sink)).list_own(&mover),
            Check::Tables(_) => {}
        }
    }

    /// Lists the turns that do not leave the own royal piece attacked (L46).
    fn generate_legal(&self, scope: Scope, sink: &mut impl Sink) {
        match self.tables() {
            Some((tables, royal)) => masked::list(self, tables, royal, scope, sink),
            None => Turns::new(self, scope, &mut Lawful::new(self, sink)).list(),
        }
    }
}
