//! The effects of turns, and the attacks of pieces.

use std::collections::BTreeMap;

use beaufort_rules::changes::{Fate, SquareChange, Trial};
use beaufort_rules::{Piece, Position, Scope, Side, Square, SquareSet, StepKind, Turn};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{PyPosition, TurnArgument};
use crate::convert::{PySide, SquareArgument, names};
use crate::errors::turn_error;
use crate::game::PyPiece;
use crate::turn::PyTurn;

/// Makes the table of the names of fates, which programs rely on: they stay when the rules rename one.
macro_rules! fate_names {
    ($($fate:ident: $name:literal,)*) => {
        /// The names of the fates of pieces.
        pub(crate) const FATES: &[&str] = &[$($name),*];

        /// Returns the name of a fate.
        fn fate_name(fate: Fate) -> &'static str {
            match fate {
                $(Fate::$fate => $name,)*
            }
        }
    };
}

fate_names! {
    Left: "left",
    Arrived: "arrived",
    Captured: "captured",
    Converted: "converted",
    Promoted: "promoted",
    Born: "born",
    Died: "died",
    Perished: "perished",
}

#[pymethods]
impl PyPosition {
    /// Returns the effects of a turn on the board: a `Change` for each square that changes, in the order of the steps, followed
    /// by the effects of poison and fire at the end of the turn.
    ///
    /// Raises TurnError if the turn is not legal.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    ///     >>> [(change.square, change.fate, change.origin) for change in position.changes("exd5")]
    ///     [('e4', 'left', None), ('d5', 'captured', 'e4')]
    fn changes<'py>(&self, py: Python<'py>, turn: TurnArgument<'_>) -> PyResult<Bound<'py, PyList>> {
        let (turn, position) = self.legal(py, &turn)?;
        let changes = py.detach(|| Trial::new(&position).changes(turn));
        let class = py.import("beaufort._types")?.getattr("Change")?;
        let piece = |piece: Piece| PyPiece::new(&self.game, piece);
        let size = self.game.game.size();
        let told = |change: &SquareChange, step: Option<usize>| {
            let origin = change.origin.map(|square| size.name(square));
            let (square, fate) = (size.name(change.square), fate_name(change.fate));
            class.call1((square, piece(change.before), piece(change.after), fate, origin, step))
        };
        let list = PyList::empty(py);
        for (number, step) in changes.steps.iter().enumerate() {
            for change in &step.changes {
                list.append(told(change, Some(number))?)?;
            }
        }
        for change in &changes.marks {
            list.append(told(change, None)?)?;
        }
        Ok(list)
    }

    /// Returns whether a turn captures or converts an opposing piece, so that it is one of `captures`.
    ///
    /// Raises TurnError if the turn is not legal.
    fn is_capture(&self, py: Python<'_>, turn: TurnArgument<'_>) -> PyResult<bool> {
        let (turn, position) = self.legal(py, &turn)?;
        let other = position.side().other();
        let changes = py.detach(|| Trial::new(&position).changes(turn));
        let is_hit = |change: &SquareChange| {
            matches!(change.fate, Fate::Captured | Fate::Converted) && change.before.side() == other
        };
        Ok(changes.steps.iter().flat_map(|step| &step.changes).any(is_hit))
    }

    /// Returns whether a turn puts a royal piece of the opponent in check.
    ///
    /// Raises TurnError if the turn is not legal.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    ///     >>> position.gives_check("Rh8"), position.gives_check("Rh7")
    ///     (True, False)
    fn gives_check(&self, py: Python<'_>, turn: TurnArgument<'_>) -> PyResult<bool> {
        let (turn, mut position) = self.legal(py, &turn)?;
        position.play_unchecked(turn);
        Ok(position.is_check())
    }

    /// Returns the squares of the pieces with which a side attacks a square: those that could capture an opposing piece there in
    /// one step if the side were to move. As in `is_attacked_by`, an opposing piece is assumed on an empty square and on one of
    /// the side's own. Pieces that borrow their move and pinned pieces count.
    ///
    /// Examples:
    ///     >>> beaufort.Position("orthochess").attackers(beaufort.Side.FIRST, "c3")
    ///     ['b1', 'b2', 'd2']
    fn attackers(&self, py: Python<'_>, side: PySide, square: SquareArgument) -> PyResult<Vec<String>> {
        let square = square.on(&self.game.game)?;
        let position = self.get();
        let attackers = py.detach(|| position.with_target(side.0, square).attackers(side.0, square));
        Ok(names(&self.game.game, attackers.iter()))
    }

    /// Returns the squares that the piece on a square attacks, as defined by `attackers`, including empty squares and those of
    /// its own side. The list is empty for an empty square.
    ///
    /// Examples:
    ///     >>> beaufort.Position("orthochess").attacks("b1")
    ///     ['d2', 'a3', 'c3']
    fn attacks(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Vec<String>> {
        let square = square.on(&self.game.game)?;
        let position = self.get();
        let attacked = py.detach(|| position.attacks(square));
        Ok(names(&self.game.game, attacked.iter()))
    }

    /// Returns the turns of the piece on a square as if its side were to move: the legal turns of the side to move or, of the other
    /// side, the turns that it would have if the side to move passed, ignoring the repetition rules. Unlike in `legal_turns`, turns
    /// with equal results are all listed. The list is empty for an empty square.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess")
    ///     >>> [turn.to_square for turn in position.reach("g8")]
    ///     ['f6', 'h6']
    fn reach(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Vec<PyTurn>> {
        let square = square.on(&self.game.game)?;
        let mut position = self.get();
        // The generator lists a piece on two squares with the higher one.
        let start = position.other_part(square).map_or(square, |other| other.max(square));
        let is_waiting = position.board().at(square).side() != position.side();
        let begins_here = |turn: &Turn| turn.first.kind != StepKind::Drop && turn.first.from == start;
        let turns = py.detach(|| {
            if is_waiting {
                position.null_turn();
                return position.turns(Scope::Choices);
            }
            position.legal(Scope::Choices)
        });
        Ok(self.wrap(&position, turns.into_iter().filter(begins_here)))
    }

    /// Returns the squares of the opposing pieces that give check, which means that they attack a royal piece of the side to
    /// move.
    fn checkers(&self, py: Python<'_>) -> Vec<String> {
        let position = self.get();
        let checkers = py.detach(|| {
            let royals = position.board().royals(position.side());
            let attackers = royals.iter().map(|royal| position.attackers(position.side().other(), royal));
            attackers.fold(SquareSet::EMPTY, |all, attackers| all | attackers)
        });
        names(&self.game.game, checkers.iter())
    }

    /// Returns the squares of a side's pinned pieces, each with the squares of the pieces that pin it: those that would attack a
    /// royal piece only if the pinned piece were absent. Royal pieces are never pinned.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
    ///     >>> position.pins(beaufort.Side.FIRST)
    ///     {'e2': ['e8']}
    fn pins(&self, py: Python<'_>, side: PySide) -> BTreeMap<String, Vec<String>> {
        let game = &self.game.game;
        let pins = self.pinned(py, side.0).into_iter();
        pins.map(|(square, by)| (game.size().name(square), names(game, by.iter()))).collect()
    }

    /// Returns whether the piece of a side on a square is pinned: see `pins`.
    fn is_pinned(&self, py: Python<'_>, side: PySide, square: SquareArgument) -> PyResult<bool> {
        let square = square.on(&self.game.game)?;
        Ok(self.pinned(py, side.0).iter().any(|(pinned, _)| *pinned == square))
    }
}

impl PyPosition {
    /// Returns a legal turn, and a copy of the position.
    fn legal(&self, py: Python<'_>, turn: &TurnArgument<'_>) -> PyResult<(Turn, Position)> {
        let turn = turn.of(py, self)?;
        let position = self.get();
        match position.is_legal(turn) {
            true => Ok((turn, position)),
            false => Err(turn_error(py, "no legal turn of the position")),
        }
    }

    fn pinned(&self, py: Python<'_>, side: Side) -> Vec<(Square, SquareSet)> {
        let position = self.get();
        py.detach(|| position.pins(side))
    }
}
