//! The positions of a batch by their places: what Python's brackets hold.

use beaufort_rules::Game;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PySlice};
use std::sync::Arc;

use super::PyBatch;
use crate::convert::{Integer, anything, wrong_type};
use crate::errors::value_error;
use crate::game::is_same;
use crate::position::{PlayedPosition, PyPosition};

/// Places in a batch.
pub(super) enum Places {
    /// One place.
    One(usize),
    /// The places of a slice, of a list of numbers, or of those that are true in a list as long as the batch.
    Many(Vec<usize>),
}

impl Places {
    /// Reads what stands in the brackets.
    pub(super) fn read(object: &Bound<'_, PyAny>, len: usize) -> PyResult<Places> {
        if let Ok(slice) = object.cast::<PySlice>() {
            let slice = slice.indices(len as isize)?;
            let place = |number: usize| (slice.start + slice.step * number as isize) as usize;
            return Ok(Places::Many((0..slice.slicelength).map(place).collect()));
        }
        if let Ok(number) = object.extract::<Integer>() {
            return Ok(Places::One(place(&number, len)?));
        }
        let expected = "an integer, a slice, or a list of integers or truth values";
        // NumPy's own truth values are none of Python's.
        let list = if object.hasattr("tolist")? { object.call_method0("tolist")? } else { object.clone() };
        let list: Vec<Bound<'_, PyAny>> = anything(&list, expected)?.collect::<PyResult<_>>()?;
        if !list.is_empty() && list.iter().all(|item| item.is_instance_of::<PyBool>()) {
            if list.len() != len {
                return Err(PyIndexError::new_err(format!(
                    "{} truth values for a batch of {len} positions",
                    list.len()
                )));
            }
            let is_true = list.iter().map(|item| item.is_truthy()).collect::<PyResult<Vec<bool>>>()?;
            let wanted = is_true.into_iter().enumerate().filter(|(_, is_true)| *is_true);
            return Ok(Places::Many(wanted.map(|(place, _)| place).collect()));
        }
        let read = |item: &Bound<'_, PyAny>| {
            let number = item
                .extract::<Integer>()
                .map_err(|_| PyTypeError::new_err(format!("expected {expected}")))?;
            place(&number, len)
        };
        Ok(Places::Many(list.iter().map(read).collect::<PyResult<_>>()?))
    }
}

/// Returns the place of a number, which counts from the end if it is negative.
fn place(number: &Integer, len: usize) -> PyResult<usize> {
    let place = number.small().and_then(|number| {
        let number = isize::try_from(number).ok()?;
        let place = if number < 0 { number.checked_add_unsigned(len)? } else { number };
        usize::try_from(place).ok().filter(|&place| place < len)
    });
    place.ok_or_else(|| PyIndexError::new_err("there is no such position in the batch"))
}

/// Reads the positions assigned to a number of places: those of a batch or a list, or a single position for all of them.
pub(super) fn positions(
    value: &Bound<'_, PyAny>,
    game: &Arc<Game>,
    places: usize,
) -> PyResult<Vec<PlayedPosition>> {
    let read = |position: &Bound<'_, PyPosition>| {
        let position = position.get();
        match is_same(&position.game.game, game) {
            true => Ok(position.lock().clone()),
            false => Err(other_game(game, &position.game.game)),
        }
    };
    if let Ok(position) = value.cast::<PyPosition>() {
        return Ok(vec![read(position)?; places]);
    }
    let found = if let Ok(batch) = value.cast::<PyBatch>() {
        let batch = batch.get();
        if !is_same(&batch.game.game, game) {
            return Err(other_game(game, &batch.game.game));
        }
        batch.lock()?.iter().map(|slot| slot.played.clone()).collect()
    } else {
        let expected = "a position, a batch, or a list of positions";
        let list: Vec<Bound<'_, PyAny>> = anything(value, expected)?.collect::<PyResult<_>>()?;
        let position = |item: &Bound<'_, PyAny>| match item.cast::<PyPosition>() {
            Ok(position) => read(position),
            Err(_) => Err(wrong_type(item.as_borrowed(), "a position")),
        };
        list.iter().map(position).collect::<PyResult<Vec<_>>>()?
    };
    match found.len() == places {
        true => Ok(found),
        false => Err(value_error(format!("{} positions for {places} places of the batch", found.len()))),
    }
}

/// Returns the exception for positions of two games.
pub(super) fn other_game(game: &Game, other: &Game) -> PyErr {
    let [own, other] = [game, other].map(|game| &game.definition().id);
    PyTypeError::new_err(format!("a batch of the game `{own}` got a position of `{other}`"))
}
