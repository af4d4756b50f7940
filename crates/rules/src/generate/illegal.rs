//! Reasons why a turn is illegal.

use std::fmt;

use crate::position::Position;
use crate::powers::StepKind;
use crate::turn::{Scope, Turn, Verdict};

use super::legal::Finder;
use super::turn_list::TurnList;

/// The reason why a turn is illegal in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalTurn {
    /// The pieces on the board decide the game (K85).
    GameOver {
        /// The verdict.
        verdict: Verdict,
    },
    /// There is no piece on the square where the turn begins.
    NoPiece {
        /// The square.
        square: String,
    },
    /// The piece to move is the opponent's.
    OpposingPiece {
        /// The square of the piece.
        square: String,
    },
    /// No piece of the side to move has such a turn.
    Impossible {
        /// The square where the turn begins.
        from: String,
        /// The target of its first step.
        to: String,
    },
    /// After the turn a royal piece could be taken (L46).
    Check,
    /// It takes a guarded piece against the rule of trade (R113, R114).
    Trade,
    /// The turn would leave the side to move without a royal piece (R35).
    RemovesRoyal,
    /// The turn breaks a rule for all turns, such as the duty to take (R88).
    Obligation,
    /// The turn brings about a position once too often (K117).
    Repetition,
}

impl IllegalTurn {
    /// Returns the reason for an illegal turn.
    pub(super) fn new(position: &Position, turn: Turn) -> IllegalTurn {
        let (board, step) = (position.board(), turn.first);
        let name = |square| position.game().size().name(square);
        // A piece that comes in by a gate follows a turn that is legal without it (R105).
        if turn.gated().is_some() && !position.has_choice(turn) {
            return match position.has_choice(step.into()) {
                true => IllegalTurn::Impossible { from: name(step.from), to: name(step.to) },
                false => IllegalTurn::new(position, step.into()),
            };
        }
        if let Some(verdict) = position.royal_verdict() {
            return IllegalTurn::GameOver { verdict };
        }
        if step.kind != StepKind::Drop && board.at(step.from).is_none() {
            return IllegalTurn::NoPiece { square: name(step.from) };
        }
        if board.side(position.side().other()).contains(step.from) {
            return IllegalTurn::OpposingPiece { square: name(step.from) };
        }
        if position.has_choice(turn) {
            return IllegalTurn::Repetition;
        }
        if position.game().has_obligations() && position.breaks_obligation(turn) {
            return IllegalTurn::Obligation;
        }
        if position.game().check_binds() || position.game().trade().is_some() {
            let mut finder = Finder::new(turn);
            position.list_choices(Scope::Choices, None, &mut finder);
            if finder.found && position.game().trade().is_some() {
                return IllegalTurn::Trade;
            }
            if finder.found {
                let mut after = position.without_history();
                after.play_unchecked(turn);
                let has_royal = !after.board().royals(position.side()).is_empty();
                return if has_royal { IllegalTurn::Check } else { IllegalTurn::RemovesRoyal };
            }
        }
        IllegalTurn::Impossible { from: name(step.from), to: name(step.to) }
    }
}

/// Whether a position has some of the turns that are meant.
pub(super) enum Found {
    /// One that is legal, at least.
    Legal,
    /// Illegal ones alone, with the reason for the first of them.
    Illegal(IllegalTurn),
    /// None.
    Nothing,
}

impl Position {
    /// Looks for turns that are meant, among the legal ones and then among those that check, trade and obligations forbid.
    pub(super) fn look_for(&self, is_meant: impl Fn(&Turn) -> bool) -> Found {
        if self.turns(Scope::Choices).iter().any(&is_meant) {
            return Found::Legal;
        }
        let mut unruled = Vec::new();
        self.list_choices(Scope::Choices, None, &mut TurnList::new(&mut unruled));
        let first = unruled.iter().find(|&turn| is_meant(turn));
        first.map_or(Found::Nothing, |&turn| Found::Illegal(IllegalTurn::new(self, turn)))
    }
}

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalTurn::GameOver { .. } => f.write_str("the game is over"),
            IllegalTurn::NoPiece { square } => write!(f, "no piece stands on {square}"),
            IllegalTurn::OpposingPiece { square } => {
                write!(f, "the piece on {square} belongs to the side that is not to move")
            }
            IllegalTurn::Impossible { from, to } if from == to => {
                write!(f, "there is no such turn on {from}")
            }
            IllegalTurn::Impossible { from, to } => write!(f, "there is no such turn from {from} to {to}"),
            IllegalTurn::Trade => f.write_str("the rule of trade forbids this capture"),
            IllegalTurn::Check => f.write_str("a royal piece could be taken after it"),
            IllegalTurn::RemovesRoyal => f.write_str("no royal piece would be left after it"),
            IllegalTurn::Obligation => f.write_str("a rule of the game for all turns forbids it"),
            IllegalTurn::Repetition => f.write_str("it brings about a position once too often"),
        }
    }
}

impl std::error::Error for IllegalTurn {}
