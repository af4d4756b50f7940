//! Many positions that are played at a time, in parallel and without Python in the loop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use beaufort_rules::turn::{Outcome, Reason, Verdict};
use beaufort_rules::{Position, Scope, Side, Turn};
use fastrand::Rng;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use super::{Actions, Planes};
use crate::convert::{Array, Integer, int64_numbers, integer, one_to, optional_integer, seed, zero_to};
use crate::engine::threads_of;
use crate::errors::{turn_error, value_error};
use crate::game::{GameArgument, PyGame};
use crate::position::{PlayedPosition, PyPosition};
use crate::work;

/// The most positions of a batch.
const MAX_BATCH: i64 = 65_536;
/// The most numbers in an array of planes or masks: 1 GiB.
const MAX_NUMBERS: usize = 1 << 30;
/// The most turns of a random game.
const MAX_PLAYOUT_PLIES: i64 = 1_000_000;
/// The positions that a thread takes at a time.
const CHUNK: usize = 4;
/// The action that leaves a position as it is.
const NO_ACTION: i64 = -1;

/// Positions of a game that are played at a time, on several threads; each begins as the initial one.
///
/// Examples:
///     >>> batch = beaufort.Batch("scirocco", 8, seed=1)
///     >>> batch.playout(max_plies=50)
///     >>> batch.plies.tolist()
///     [50, 50, 50, 50, 50, 50, 50, 50]
#[pyclass(frozen, module = "beaufort", name = "Batch")]
#[derive(Debug)]
pub(crate) struct PyBatch {
    game: PyGame,
    planes: Planes,
    actions: Actions,
    threads: usize,
    len: usize,
    slots: Mutex<Vec<Slot>>,
}

/// One position of a batch.
#[derive(Debug)]
struct Slot {
    played: PlayedPosition,
    rng: Rng,
    verdict: Option<Verdict>,
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, n, *, seed=0, threads=None))]
    fn new(
        py: Python<'_>,
        game: GameArgument,
        #[pyo3(from_py_with = integer)] n: i64,
        #[pyo3(from_py_with = seed)] seed: u64,
        #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
    ) -> PyResult<PyBatch> {
        let len = one_to("n", n, MAX_BATCH)? as usize;
        let (game, threads) = (game.get(py)?, threads_of(threads)?);
        let initial = PlayedPosition::initial(&game.game);
        let mut seeds = Rng::with_seed(seed);
        let slots = (0..len).map(|_| Slot {
            played: initial.clone(),
            rng: Rng::with_seed(seeds.u64(..)),
            verdict: None,
        });
        let slots = Mutex::new(slots.collect());
        let (planes, actions) = (Planes::new(&game.game), Actions::new(&game.game));
        Ok(PyBatch { planes, actions, threads, len, slots, game })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    fn __len__(&self) -> usize {
        self.len
    }

    fn __repr__(&self) -> String {
        format!("<Batch {} of {}>", self.game.game.definition().id, self.len)
    }

    /// Returns a copy of a position, with the turns that have been played.
    fn __getitem__(&self, index: Integer) -> PyResult<PyPosition> {
        let slots = self.lock()?;
        let place = index.small().and_then(|index| {
            let index = isize::try_from(index).ok()?;
            if index < 0 { index.checked_add_unsigned(slots.len()) } else { Some(index) }
        });
        let slot = place.and_then(|place| slots.get(usize::try_from(place).ok()?));
        let played = slot.map(|slot| slot.played.clone());
        let played = played.ok_or_else(|| PyIndexError::new_err("there is no such position in the batch"))?;
        Ok(PyPosition::played(&self.game, played))
    }

    /// Goes through the positions, each as `batch[index]` gives it when its turn has come.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let indices = builtins.call_method1("range", (slf.get().len,))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, indices))
    }

    /// Begins anew: every position, or those whose games are over.
    #[pyo3(signature = (*, only_over=false))]
    fn reset(&self, only_over: bool) -> PyResult<()> {
        for slot in self.lock()?.iter_mut().filter(|slot| !only_over || slot.verdict.is_some()) {
            slot.played = PlayedPosition::initial(&self.game.game);
            slot.verdict = None;
        }
        Ok(())
    }

    /// The side to move: an array of `int8`, 0 for the first player.
    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "int8", |slot| [slot.position().side().index() as u8])
    }

    /// Whether the games are over by the rules: an array of `bool`.
    #[getter]
    fn is_over<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "bool", |slot| [slot.verdict.is_some().into()])
    }

    /// The results for the first player: an array of `int8`, 1 for a win, -1 for a loss, 0 for a draw or a game that goes on.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "int8", |slot| [result(slot.verdict, Side::First) as u8])
    }

    /// How many turns have been played: an array of `int32`.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "<i4", |slot| i32::try_from(slot.position().ply()).unwrap_or(i32::MAX).to_le_bytes())
    }

    /// Returns `Position.planes()` of all positions: an array of `int8` of the shape (n, planes, ranks, files).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.rows(py, &self.planes.shape(), |slot, numbers| {
            self.planes.fill(slot.position(), slot.position().side(), numbers);
        })
    }

    /// Returns `Position.action_mask()` of all positions: an array of `int8` of the shape (n, actions), 0 throughout where the
    /// game is over.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.rows(py, &[Actions::count(&self.game.game)], |slot, mask| {
            if slot.verdict.is_none() {
                self.actions.fill_mask(slot.position(), mask);
            }
        })
    }

    /// Plays an action in each position, -1 leaving it as it is, and returns the rewards of those who have played: an array of
    /// `int8`, 1 for a win, -1 for a loss, 0 otherwise.
    ///
    /// Raises ValueError unless there is an action for each position, in an array of one dimension, TypeError unless they are integers
    /// that fit `int64`, and TurnError at the first one that is not legal, as none is where a game is over; no position is changed then.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Array<'py>> {
        let actions = int64_numbers(actions, "actions", self.len)?;
        let mut slots = self.lock()?;
        let mut work: Vec<(&mut Slot, i64, Option<Turn>, i8)> =
            slots.iter_mut().zip(actions).map(|(slot, action)| (slot, action, None, 0)).collect();
        let never = AtomicBool::new(false);
        py.detach(|| {
            each(&mut work, self.threads, &never, |(slot, action, turn, _)| {
                if slot.verdict.is_none() && *action != NO_ACTION {
                    *turn = self.actions.decode(slot.position(), *action);
                }
            });
        });
        let wrong = work.iter().position(|(_, action, turn, _)| *action != NO_ACTION && turn.is_none());
        if let Some(index) = wrong {
            let action = work[index].1;
            drop(work);
            drop(slots);
            return Err(turn_error(py, format_args!("{action} is no legal action in position {index}")));
        }
        py.detach(|| {
            each(&mut work, self.threads, &never, |(slot, _, turn, reward)| {
                if let Some(turn) = *turn {
                    let side = slot.position().side();
                    slot.played.play(turn);
                    slot.verdict = slot.position().verdict();
                    *reward = result(slot.verdict, side);
                }
            });
        });
        let rewards: Vec<[u8; 1]> = work.iter().map(|(_, _, _, reward)| [*reward as u8]).collect();
        Array::column(py, "int8", &rewards)
    }

    /// Plays random legal turns in each position until its game is over or has so many turns altogether.
    #[pyo3(signature = (*, max_plies=1000))]
    fn playout(&self, py: Python<'_>, #[pyo3(from_py_with = integer)] max_plies: i64) -> PyResult<()> {
        let max_plies = zero_to("max_plies", max_plies, MAX_PLAYOUT_PLIES)? as usize;
        let stop = AtomicBool::new(false);
        let mut slots = self.lock()?;
        let slots: &mut [Slot] = &mut slots;
        work::quiet(
            py,
            || stop.store(true, Ordering::Relaxed),
            || {
                each(slots, self.threads, &stop, |slot| {
                    let goes_on = |slot: &Slot| slot.verdict.is_none() && slot.position().ply() < max_plies;
                    while goes_on(slot) && !stop.load(Ordering::Relaxed) {
                        slot.play_random();
                    }
                    // The loop may stop before it has found out whether the last position has a legal turn.
                    slot.verdict = slot.verdict.or_else(|| slot.position().verdict());
                });
            },
        )
    }
}

impl PyBatch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Vec<Slot>>> {
        work::try_lock(&self.slots, "the batch")
    }

    /// Returns a number of each position.
    fn column<'py, const N: usize>(
        &self,
        py: Python<'py>,
        dtype: &'static str,
        number: impl Fn(&Slot) -> [u8; N],
    ) -> PyResult<Array<'py>> {
        let numbers: Vec<[u8; N]> = self.lock()?.iter().map(number).collect();
        Array::column(py, dtype, &numbers)
    }

    /// Returns numbers of each position, in an array of this shape.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        shape: &[usize],
        fill: impl Fn(&Slot, &mut [u8]) + Sync,
    ) -> PyResult<Array<'py>> {
        let width = shape.iter().product();
        let slots = self.lock()?;
        let length = slots.len().checked_mul(width).filter(|&length| length <= MAX_NUMBERS);
        if length.is_none() {
            drop(slots);
            return Err(value_error(format!("an array has at most {MAX_NUMBERS} numbers: divide the batch")));
        }
        let slots: &[Slot] = &slots;
        Array::filled(py, "int8", [&[slots.len()], shape].concat(), |numbers| {
            let mut work: Vec<(&Slot, &mut [u8])> = slots.iter().zip(numbers.chunks_mut(width)).collect();
            let never = AtomicBool::new(false);
            each(&mut work, self.threads, &never, |(slot, row)| fill(slot, row));
        })
    }
}

impl Slot {
    fn position(&self) -> &Position {
        &self.played.position
    }

    /// Plays a legal turn, each with the same chance, or finds that the game is over. In the order of [`Position::verdict`], but
    /// that the turns are generated once.
    fn play_random(&mut self) {
        let position = &self.played.position;
        let mut turns = position.turns(Scope::Distinct);
        self.verdict =
            if turns.is_empty() { Some(position.no_turn_verdict()) } else { position.draw_verdict() };
        if self.verdict.is_some() {
            return;
        }
        while !turns.is_empty() {
            let turn = turns.swap_remove(self.rng.usize(..turns.len()));
            if !position.is_repetition(turn) {
                self.played.play(turn);
                self.verdict = self.played.position.royal_verdict();
                return;
            }
        }
        self.verdict = Some(Verdict::win(position.side().other(), Reason::Repetition));
    }
}

/// Returns the reward of a side: 1, 0 or -1.
fn result(verdict: Option<Verdict>, side: Side) -> i8 {
    match verdict.map(|verdict| verdict.outcome) {
        Some(Outcome::Win(winner)) if winner == side => 1,
        Some(Outcome::Win(_)) => -1,
        Some(Outcome::Draw) | None => 0,
    }
}

/// Does something with each item, on several threads, until that is stopped.
fn each<T: Send>(items: &mut [T], threads: usize, stop: &AtomicBool, work: impl Fn(&mut T) + Sync) {
    let threads = threads.min(items.len().div_ceil(CHUNK));
    if threads <= 1 {
        return items.iter_mut().for_each(work);
    }
    let chunks = Mutex::new(items.chunks_mut(CHUNK));
    let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(chunk) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
                    chunk.iter_mut().for_each(&work);
                }
            });
        }
    });
}
