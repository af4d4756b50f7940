//! The moves of a record.

use beaufort_rules::Position;
use beaufort_rules::record::{GameResult, NodeId, Record, Tree};
use pyo3::prelude::*;
use std::sync::Arc;

use super::{MAX_PLACES, PyRecord, State};
use crate::convert::{Integer, Text, items};
use crate::errors::{error, turn_error, value_error};
use crate::position::{PlayedPosition, PyPosition, TurnArgument};
use crate::turn::PyTurn;

/// A move of a record, or its start. The first child continues the line, the others are variations.
#[pyclass(frozen, module = "beaufort", name = "Node")]
#[derive(Debug)]
pub(crate) struct PyNode {
    pub(super) record: Py<PyRecord>,
    id: NodeId,
}

impl PyNode {
    pub(super) fn new(record: Py<PyRecord>, id: NodeId) -> PyNode {
        PyNode { record, id }
    }

    /// Looks at the record, if the move has not been deleted.
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut State) -> PyResult<T>) -> PyResult<T> {
        let mut state = self.record.get().lock();
        if !self.is_in(&state.record) {
            drop(state);
            return Err(deleted(py));
        }
        work(&mut state)
    }

    /// Returns whether a record has the move, which may have been deleted.
    fn is_in(&self, record: &Record) -> bool {
        record.moves.find(self.id.index()).is_some()
    }

    /// Complains that the start of a record has not what moves have: it would not be written.
    fn check_move(&self, what: &str) -> PyResult<()> {
        match self.id == Tree::ROOT {
            true => Err(value_error(format!("the start of a record has no {what}"))),
            false => Ok(()),
        }
    }

    fn node(&self, py: Python<'_>, id: NodeId) -> PyNode {
        PyNode { record: self.record.clone_ref(py), id }
    }
}

#[pymethods]
impl PyNode {
    /// The record.
    #[getter]
    fn record(&self, py: Python<'_>) -> Py<PyRecord> {
        self.record.clone_ref(py)
    }

    /// The move as it is written; empty at the start.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |state| Ok(state.record.moves.node(self.id).text().to_owned()))
    }

    /// The place before the move; None at the start.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<PyNode>> {
        let parent = self.with(py, |state| Ok(state.record.moves.parent(self.id)))?;
        Ok(parent.map(|id| self.node(py, id)))
    }

    /// The moves that follow: first the one of the line, then the variations.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<PyNode>> {
        let children = self.with(py, |state| Ok(state.record.moves.children(self.id).to_vec()))?;
        Ok(children.into_iter().map(|id| self.node(py, id)).collect())
    }

    /// The comment after the move; at the start the one before the first move.
    #[getter]
    pub(super) fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |state| Ok(state.record.moves.node(self.id).comment_after.clone()))
    }

    #[setter]
    pub(super) fn set_comment(&self, py: Python<'_>, comment: Text) -> PyResult<()> {
        check_comment(&comment)?;
        self.with(py, |state| {
            state.change().moves.node_mut(self.id).comment_after = comment.0;
            Ok(())
        })
    }

    /// The comment before the move. The start has none: its comment stands before the first move.
    #[getter]
    fn starting_comment(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |state| Ok(state.record.moves.node(self.id).comment_before.clone()))
    }

    #[setter]
    fn set_starting_comment(&self, py: Python<'_>, comment: Text) -> PyResult<()> {
        check_comment(&comment)?;
        self.check_move("comment before it")?;
        self.with(py, |state| {
            state.change().moves.node_mut(self.id).comment_before = comment.0;
            Ok(())
        })
    }

    /// The numeric annotation glyphs, as in PGN: 1 a good move, 2 a mistake, ... The start has none.
    #[getter]
    fn nags(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        self.with(py, |state| {
            Ok(state.record.moves.node(self.id).nags.iter().copied().map(u16::from).collect())
        })
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let nags: Vec<Integer> = items(nags, "nags", "a list of numbers")?;
        let nags: Option<Vec<u8>> = nags.iter().map(|nag| u8::try_from(nag.small()?).ok()).collect();
        let nags = nags.ok_or_else(|| value_error("an annotation glyph is a number from 0 to 255"))?;
        if nags.len() > MAX_NAGS {
            return Err(value_error(format!("a move has at most {MAX_NAGS} annotation glyphs")));
        }
        self.check_move("annotation glyphs")?;
        self.with(py, |state| {
            state.change().moves.node_mut(self.id).nags = nags;
            Ok(())
        })
    }

    /// The turn of the move; None at the start.
    ///
    /// Raises RecordError if the record breaks the rules of its game.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Option<PyTurn>> {
        Ok(self.position(py)?.last_turn())
    }

    /// Returns the position after the move, with the turns that lead to it.
    ///
    /// Raises RecordError if the record breaks the rules of its game.
    pub(super) fn position(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let (game, record, replay) = self.record.get().replay(py)?;
        if !self.is_in(&record) {
            return Err(deleted(py));
        }
        let played = py.detach(|| {
            let path = record.moves.path(self.id);
            let turns: Vec<_> = path.into_iter().filter_map(|id| replay.turn(id)).collect();
            let mut position: Position = replay.start().clone();
            turns.iter().for_each(|&turn| position.play_unchecked(turn));
            PlayedPosition { position, turns }
        });
        Ok(PyPosition::played(&game, played))
    }

    /// Adds a move after this one and returns its node; if the move is there already, returns that node. The first move that is
    /// added continues the line, others are variations. If the move ends the game in the main line, the record gets the result,
    /// unless it has one.
    ///
    /// Raises TurnError if the turn is not legal, and RecordError if the record breaks the rules of its game.
    pub(super) fn add(&self, py: Python<'_>, turn: TurnArgument<'_>) -> PyResult<PyNode> {
        let position = self.position(py)?;
        let turn = turn.of(py, &position)?;
        let position = position.get();
        let text = position.is_legal(turn).then(|| position.turn_text(turn)).flatten();
        let text = text.ok_or_else(|| turn_error(py, "no legal turn of the position"))?;
        let verdict = py.detach(|| {
            let mut after = position;
            after.play_unchecked(turn);
            after.verdict()
        });
        let id = self.with(py, |state| {
            // `g1f3` and `Nf3` are the same turn.
            let children = state.record.moves.children(self.id);
            let known = state
                .replay
                .as_ref()
                .and_then(|replay| children.iter().find(|&&child| replay.turn(child) == Some(turn)).copied());
            if let Some(known) = known {
                return Ok(known);
            }
            if state.record.moves.places() >= MAX_PLACES {
                return Err(error(py, "RecordError", (format!("a record has at most {MAX_PLACES} places"),)));
            }
            let id = state.change().moves.add(self.id, &text);
            let id = id.map_err(|problem| error(py, "RecordError", (problem.to_string(),)))?;
            if let Some(replay) = &mut state.replay {
                Arc::make_mut(replay).add(id, turn);
            }
            if let Some(verdict) = verdict
                && state.record.result == GameResult::Open
                && state.record.moves.line(Tree::ROOT).last() == Some(id)
            {
                state.change().result = verdict.outcome.into();
            }
            Ok(id)
        })?;
        Ok(self.node(py, id))
    }

    /// Makes the move the first of the alternatives at its place. A main line that ends the game by the rules then gives the
    /// record its result, unless it has one.
    fn promote(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |state| {
            state.change().moves.promote(self.id);
            Ok(())
        })?;
        self.record.get().settle(py);
        Ok(())
    }

    /// Deletes the move and everything after it; at the start, deletes every move. The first variation takes its place, and the
    /// result is updated as by `promote`.
    fn delete(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |state| {
            state.change().moves.delete(self.id);
            Ok(())
        })?;
        self.record.get().settle(py);
        Ok(())
    }

    fn __eq__(&self, other: &PyNode) -> bool {
        self.record.is(&other.record) && self.id == other.id
    }

    fn __hash__(&self) -> usize {
        self.id.index()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = if self.id == Tree::ROOT { "start".to_owned() } else { self.text(py)? };
        Ok(format!("<Node {text}>"))
    }
}

/// Complains of a move that is no longer there.
fn deleted(py: Python<'_>) -> PyErr {
    error(py, "RecordError", ("the move has been deleted",))
}

/// Complains of a comment that could not be read again.
fn check_comment(comment: &str) -> PyResult<()> {
    match comment.contains('\0') {
        true => Err(value_error("a comment has no NUL character")),
        false => Ok(()),
    }
}

/// The most annotation glyphs of a move.
const MAX_NAGS: usize = 16;
