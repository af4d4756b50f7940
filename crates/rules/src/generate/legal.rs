//! Legal turns: the turns of the generator except for those that repeat a position too often (`repetition.rs`).

use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{Scope, Turn};
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::{IllegalTurn, TurnSink};

/// A search for one turn.
pub(super) struct Finder {
    pub(super) turn: Turn,
    pub(super) found: bool,
}

impl Finder {
    pub(super) fn new(turn: Turn) -> Finder {
        Finder { turn, found: false }
    }

    /// Records whether a step is one of the plain ones to the squares of a set.
    fn look(
        &mut self,
        step: Step,
        kind: StepKind,
        from: Square,
        to: &SquareSet,
        promotion: Option<PieceType>,
    ) {
        self.found |= to.contains(step.to) && step == Step::plain(kind, from, step.to, promotion);
    }
}

impl TurnSink for Finder {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        if self.turn.second.is_none() {
            self.look(self.turn.first, kind, from, to, promotion);
        }
    }

    fn second(
        &mut self,
        first: Step,
        kind: StepKind,
        from: Square,
        to: &SquareSet,
        promotion: Option<PieceType>,
    ) {
        if let Some(second) = self.turn.second.filter(|_| self.turn.first == first) {
            self.look(second, kind, from, to, promotion);
        }
    }

    fn turn(&mut self, turn: Turn) {
        self.found |= turn == self.turn;
    }

    fn goes_on(&mut self) -> bool {
        !self.found
    }
}

impl Position {
    /// Returns the turns that are legal by every rule, including that against repetition (K117), one for each distinct result.
    /// There are none if the game is decided (K85).
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, builtin};
    ///
    /// let position = Position::initial(&builtin::game("scirocco").unwrap());
    /// assert_eq!(position.legal_turns().len(), 21);
    /// ```
    pub fn legal_turns(&self) -> Vec<Turn> {
        self.legal(Scope::Distinct)
    }

    /// Returns the turns of [`Position::turns`] that are legal by every rule, without those that repeat a position too often.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, Scope, builtin};
    ///
    /// let position = Position::initial(&builtin::game("scirocco").unwrap());
    /// assert_eq!(position.legal(Scope::Distinct), position.legal_turns());
    /// ```
    pub fn legal(&self, scope: Scope) -> Vec<Turn> {
        let mut turns = self.turns(scope);
        self.remove_repetitions(&mut turns);
        turns
    }

    /// Returns the number of [`Position::legal_turns`]. They are listed only if a position could be repeated too often.
    pub fn count_legal_turns(&self) -> u64 {
        match self.could_repeat() {
            true => self.legal_turns().len() as u64,
            false => self.count_turns(Scope::Distinct),
        }
    }

    /// Returns the [`Position::legal_turns`] that take or convert an opposing piece.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::parse(&game, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(position.captures().len(), 1);
    /// ```
    pub fn captures(&self) -> Vec<Turn> {
        self.legal(Scope::Captures)
    }

    /// Returns whether an arbitrary turn is legal here by every rule. All choices with the same result are legal, although
    /// [`Position::legal_turns`] lists only one of them.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, builtin};
    ///
    /// let mut position = Position::initial(&builtin::game("scirocco").unwrap());
    /// let turn = position.legal_turns()[0];
    /// assert!(position.is_legal(turn));
    /// position.play(turn)?;
    /// assert!(!position.is_legal(turn), "the other side is to move");
    /// # Ok::<(), beaufort_rules::IllegalTurn>(())
    /// ```
    pub fn is_legal(&self, turn: Turn) -> bool {
        self.has_choice(turn) && !self.is_repetition(turn)
    }

    /// Returns whether a player may choose a turn, without regard to repetition (K130).
    pub(super) fn has_choice(&self, turn: Turn) -> bool {
        if self.royal_verdict().is_some() {
            return false;
        }
        let mut finder = Finder::new(turn);
        // This is too rare for a generator of its own.
        self.feed_by_rules(Scope::Choices, &mut finder);
        finder.found
    }

    /// Plays a turn if it is legal; [`Position::play_unchecked`] does not check.
    ///
    /// # Errors
    /// If the turn is illegal; the error has the reason, and the position is unchanged.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{IllegalTurn, Position, builtin};
    ///
    /// let mut position = Position::initial(&builtin::game("scirocco").unwrap());
    /// let turn = position.read_turn("P-e4").unwrap();
    /// assert_eq!(position.play(turn), Ok(()));
    /// assert_eq!(position.play(turn), Err(IllegalTurn::NoPiece { square: "e3".to_owned() }));
    /// ```
    pub fn play(&mut self, turn: Turn) -> Result<(), IllegalTurn> {
        if !self.is_legal(turn) {
            return Err(IllegalTurn::new(self, turn));
        }
        self.play_unchecked(turn);
        Ok(())
    }
}
