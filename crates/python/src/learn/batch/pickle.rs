//! Batches in pickles: every position with the turns that led to it, and with its random numbers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use beaufort_rules::Game;
use fastrand::Rng;
use pyo3::prelude::*;

use super::items::other_game;
use super::slot::{End, Slot};
use super::{Actions, Planes, PyBatch, Settings};
use crate::convert::Reduced;
use crate::game::{PyGame, is_same};
use crate::position::{PlayedPosition, PyPosition};

/// One position of a batch: where its games begin, where it is now, the seed of its random numbers, how its game has ended and how
/// the last step has ended one, as numbers, and the position at which that was.
type Item = (Py<PyPosition>, Py<PyPosition>, u64, u8, u8, Option<Py<PyPosition>>);
/// The arguments that restore a batch: the game, the number of threads, the maximum number of turns, `auto_reset`, the positions.
type Arguments = (PyGame, usize, Option<usize>, bool, Vec<Item>);

/// The number of an end: 0 for none, 1 for one by the rules, 2 for one by the greatest number of turns.
fn number(end: Option<End>) -> u8 {
    match end {
        None => 0,
        Some(End::Decided(_)) => 1,
        Some(End::TooLong) => 2,
    }
}

/// Returns the end that has this number; one by the rules is judged again.
fn end(number: u8, played: &PlayedPosition) -> Option<End> {
    match number {
        0 => None,
        1 => played.position.verdict().map(End::Decided),
        _ => Some(End::TooLong),
    }
}

#[pymethods]
impl PyBatch {
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Arguments> {
        let slots = self.lock()?.clone();
        let new = |played: &PlayedPosition| Py::new(py, PyPosition::played(&self.game, played.clone()));
        // Most begin at the same position, which is pickled once.
        let mut starts: HashMap<*const PlayedPosition, Py<PyPosition>> = HashMap::new();
        let mut items = Vec::with_capacity(slots.len());
        for slot in &slots {
            let known = Arc::as_ptr(&slot.start);
            let start = match starts.get(&known) {
                Some(start) => start.clone_ref(py),
                None => starts.entry(known).or_insert(new(&slot.start)?).clone_ref(py),
            };
            let finished = slot.finished.as_deref().map(new).transpose()?;
            let seed = slot.rng.get_seed();
            items.push((start, new(&slot.played)?, seed, number(slot.end), number(slot.last), finished));
        }
        let Settings { threads, max_plies, auto_reset } = self.settings;
        let function = py.import("beaufort._pickle")?.getattr("batch")?;
        Ok((function, (self.game.clone(), threads, max_plies, auto_reset, items)))
    }
}

/// Makes the batch of a pickle.
#[pyfunction(name = "_batch")]
pub(crate) fn unpickled_batch(
    game: PyGame,
    threads: u16,
    max_plies: Option<usize>,
    auto_reset: bool,
    slots: Vec<Item>,
) -> PyResult<PyBatch> {
    let mut starts: HashMap<usize, Arc<PlayedPosition>> = HashMap::new();
    let mut restored = Vec::with_capacity(slots.len());
    for (start, played, seed, ended, last, finished) in &slots {
        let start = match starts.get(&(start.as_ptr() as usize)) {
            Some(known) => Arc::clone(known),
            None => {
                let read = Arc::new(position(&game.game, start.get())?);
                Arc::clone(starts.entry(start.as_ptr() as usize).or_insert(read))
            }
        };
        let played = position(&game.game, played.get())?;
        let finished = finished.as_ref().map(|finished| position(&game.game, finished.get())).transpose()?;
        let (end, last) = (end(*ended, &played), end(*last, finished.as_ref().unwrap_or(&played)));
        restored.push(Slot {
            start,
            played,
            rng: Rng::with_seed(*seed),
            end,
            last,
            finished: finished.map(Box::new),
        });
    }
    let settings = Settings { threads: usize::from(threads.max(1)), max_plies, auto_reset };
    let (planes, actions) = (Arc::new(Planes::new(&game.game)), Arc::new(Actions::new(&game.game)));
    let (len, slots) = (restored.len(), Mutex::new(restored));
    Ok(PyBatch { game, planes, actions, settings, len, slots })
}

/// Returns a position of the game.
fn position(game: &Arc<Game>, position: &PyPosition) -> PyResult<PlayedPosition> {
    match is_same(&position.game.game, game) {
        true => Ok(position.lock().clone()),
        false => Err(other_game(game, &position.game.game)),
    }
}
