//! Many positions that are played at a time, in parallel and without Python in the loop.

mod items;
mod pickle;
mod slot;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use beaufort_rules::game::Setup;
use beaufort_rules::{Side, Turn};
use fastrand::Rng;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::planes::history_of;
use super::{Actions, Planes};
use crate::convert::{
    Array, Text, anything, int64_numbers, integer, one_to, optional_integer, seed, truth, wrong_type, zero_to,
};
use crate::engine::threads_of;
use crate::errors::{error, named, turn_error, value_error};
use crate::game::{GameArgument, PyGame, is_same};
use crate::position::{PlayedPosition, PyPosition};
use crate::record::PyRecord;
use crate::work;
use items::{Places, other_game, positions};
pub(crate) use pickle::unpickled_batch;
use slot::{End, Slot, reward};

/// The most positions of a batch.
const MAX_BATCH: i64 = 65_536;
/// The most numbers in an array of planes or masks: 1 GiB.
const MAX_NUMBERS: usize = 1 << 30;
/// The most turns of a game.
const MAX_PLAYOUT_PLIES: i64 = 1_000_000;
/// The positions that a thread takes at a time.
const CHUNK: usize = 4;
/// The action that leaves a position as it is.
const NO_ACTION: i64 = -1;

/// A batch of positions of one game, which are played in parallel on several threads.
///
/// `Batch(game, n)` has n initial positions, `Batch.from_positions` any positions, `Batch.from_setups` those of set-ups. `seed`
/// seeds `sample` and `playout`; `threads` is the number of threads, by default that of the processors. A game is truncated after
/// `max_plies` turns, as counted by `plies`. With `auto_reset`, a game that ends in `step` is reset to its start at once.
///
/// `batch[i]` is a copy of a position, and `batch[2:5]`, `batch[[0, 3]]` and `batch[batch.is_over]` are batches of copies. A
/// position, a batch or a list of positions may be assigned to them. Every call returns new NumPy arrays, aligned to 64 bytes:
/// `torch.from_dlpack(batch.planes())` and `jax.dlpack.from_dlpack` take them without a copy. Copies and pickles include the
/// state of the random number generator.
///
/// Examples:
///     >>> batch = beaufort.Batch("scirocco", 8, seed=1)
///     >>> batch.playout(max_plies=50)
///     >>> batch.plies.tolist()
///     [50, 50, 50, 50, 50, 50, 50, 50]
///     >>> batch[1:3] = beaufort.Position("scirocco")
///     >>> batch.plies.tolist()
///     [50, 0, 0, 50, 50, 50, 50, 50]
#[pyclass(frozen, module = "beaufort", name = "Batch")]
#[derive(Debug)]
pub(crate) struct PyBatch {
    game: PyGame,
    planes: Arc<Planes>,
    actions: Arc<Actions>,
    settings: Settings,
    len: usize,
    slots: Mutex<Vec<Slot>>,
}

/// How the games of a batch are played.
#[derive(Clone, Copy, Debug)]
struct Settings {
    threads: usize,
    max_plies: Option<usize>,
    auto_reset: bool,
}

impl Settings {
    fn new(threads: Option<i64>, max_plies: Option<i64>, auto_reset: bool) -> PyResult<Settings> {
        let max_plies = max_plies.map(|most| one_to("max_plies", most, MAX_PLAYOUT_PLIES)).transpose()?;
        Ok(Settings {
            threads: threads_of(threads)?,
            max_plies: max_plies.map(|most| most as usize),
            auto_reset,
        })
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, n, *, seed=0, threads=None, max_plies=None, auto_reset=false))]
    fn new(
        py: Python<'_>,
        game: GameArgument,
        #[pyo3(from_py_with = integer)] n: i64,
        #[pyo3(from_py_with = seed)] seed: u64,
        #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] max_plies: Option<i64>,
        #[pyo3(from_py_with = truth)] auto_reset: bool,
    ) -> PyResult<PyBatch> {
        let len = one_to("n", n, MAX_BATCH)? as usize;
        let settings = Settings::new(threads, max_plies, auto_reset)?;
        let game = game.get(py)?;
        let initial = Arc::new(PlayedPosition::initial(&game.game));
        PyBatch::of(py, &game, &vec![initial; len], seed, settings)
    }

    /// Returns a batch of the given positions, with the turns that have been played on them; a record stands for the end of its
    /// main line. `reset` returns to these positions.
    ///
    /// Raises ValueError if there is none or more than a batch holds, TypeError if they are of several games or something else,
    /// and RecordError if a record breaks the rules of its game.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess")
    ///     >>> position.push("e4")
    ///     >>> batch = beaufort.Batch.from_positions([position, beaufort.Position("orthochess")])
    ///     >>> batch.sides.tolist()
    ///     [1, 0]
    #[staticmethod]
    #[pyo3(signature = (positions, *, seed=0, threads=None, max_plies=None, auto_reset=false))]
    fn from_positions(
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = seed)] seed: u64,
        #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] max_plies: Option<i64>,
        #[pyo3(from_py_with = truth)] auto_reset: bool,
    ) -> PyResult<PyBatch> {
        let settings = Settings::new(threads, max_plies, auto_reset)?;
        let expected = "a list of positions and records";
        let mut game: Option<PyGame> = None;
        let mut starts = Vec::new();
        for item in named(py, "positions", anything(positions, expected))? {
            let (of, start) = named(py, "positions", start(&item?))?;
            let game = game.get_or_insert(of.clone());
            if !is_same(&game.game, &of.game) {
                return Err(other_game(&game.game, &of.game));
            }
            starts.push(Arc::new(start));
            if starts.len() > MAX_BATCH as usize {
                break;
            }
        }
        let game = game.ok_or_else(|| value_error("there is no position: a batch has at least one"))?;
        PyBatch::of(py, &game, &starts, seed, settings)
    }

    /// Returns a batch of the initial positions of set-ups, as `Game.array` reads them: with `n` that many, the set-ups one after
    /// the other and again from the first on.
    ///
    /// Raises SetupError if a name is not one of `Game.setup_choices`.
    ///
    /// Examples:
    ///     >>> choices = beaufort.Game("scirocco").setup_choices
    ///     >>> len(beaufort.Batch.from_setups("scirocco", ["", *choices], n=64))
    ///     64
    #[staticmethod]
    #[pyo3(signature = (game, setups, *, n=None, seed=0, threads=None, max_plies=None, auto_reset=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_setups(
        py: Python<'_>,
        game: GameArgument,
        setups: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional_integer)] n: Option<i64>,
        #[pyo3(from_py_with = seed)] seed: u64,
        #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] max_plies: Option<i64>,
        #[pyo3(from_py_with = truth)] auto_reset: bool,
    ) -> PyResult<PyBatch> {
        let settings = Settings::new(threads, max_plies, auto_reset)?;
        let game = game.get(py)?;
        let mut arrays = Vec::new();
        for text in crate::convert::items::<Text>(setups, "setups", "a list of set-ups")? {
            let setup = Setup::parse(&game.game, &text)
                .map_err(|problem| error(py, "SetupError", (problem.to_string(),)))?;
            let position = setup.position(&game.game);
            arrays.push(Arc::new(PlayedPosition { position, turns: Vec::new() }));
        }
        if arrays.is_empty() {
            return Err(value_error("there is no set-up: a batch has at least one position"));
        }
        let len = n.map_or(Ok(arrays.len() as u64), |n| one_to("n", n, MAX_BATCH))? as usize;
        let starts: Vec<_> = arrays.iter().cloned().cycle().take(len).collect();
        PyBatch::of(py, &game, &starts, seed, settings)
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

    /// Shows the first positions in a notebook.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("beaufort._display")?.getattr("batch_html")?.call1((slf,))
    }

    /// Returns a copy of a position, with the turns that have been played, or a batch of some of them.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match Places::read(index, self.len)? {
            Places::One(place) => {
                let played = self.lock()?[place].played.clone();
                Ok(Bound::new(py, PyPosition::played(&self.game, played))?.into_any())
            }
            Places::Many(places) => {
                let slots = self.lock()?;
                let slots = py.detach(|| places.iter().map(|&place| slots[place].clone()).collect());
                Ok(Bound::new(py, self.like(slots))?.into_any())
            }
        }
    }

    /// Puts positions in places.
    fn __setitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let places = match Places::read(index, self.len)? {
            Places::One(place) => vec![place],
            Places::Many(places) => places,
        };
        let new = positions(value, &self.game.game, places.len())?;
        let mut slots = self.lock()?;
        let slots: &mut [Slot] = &mut slots;
        py.detach(|| places.into_iter().zip(new).for_each(|(place, played)| slots[place].replace(played)));
        Ok(())
    }

    /// Goes through the positions, each as `batch[index]` gives it when its turn has come.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let indices = builtins.call_method1("range", (slf.get().len,))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, indices))
    }

    /// Returns a copy, including the state of the random number generator.
    fn copy(&self, py: Python<'_>) -> PyResult<PyBatch> {
        let slots = self.lock()?;
        let slots = py.detach(|| slots.clone());
        Ok(self.like(slots))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    /// Resets every game to its start, or with `only_over` those that are over or truncated.
    #[pyo3(signature = (*, only_over=false))]
    fn reset(&self, py: Python<'_>, #[pyo3(from_py_with = truth)] only_over: bool) -> PyResult<()> {
        let mut slots = self.lock()?;
        let slots: &mut [Slot] = &mut slots;
        py.detach(|| {
            let wanted = slots.iter_mut().filter(|slot| !only_over || !slot.goes_on());
            wanted.for_each(Slot::restart);
        });
        Ok(())
    }

    /// The side to move: an array of `int8` of the shape (n,), 0 for the first player.
    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "int8", |slot| [slot.position().side().index() as u8])
    }

    /// Whether the games are over by the rules: an array of `bool` of the shape (n,).
    #[getter]
    fn is_over<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "bool", |slot| [matches!(slot.end, Some(End::Decided(_))).into()])
    }

    /// Whether the last `step` or `playout` has ended the games by the rules: an array of `bool` of the shape (n,). With `auto_reset` these
    /// games have already been reset.
    #[getter]
    fn terminations<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "bool", |slot| [matches!(slot.last, Some(End::Decided(_))).into()])
    }

    /// Whether the last `step` or `playout` has truncated the games, by `max_plies`: an array of `bool` of the shape (n,).
    #[getter]
    fn truncations<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "bool", |slot| [matches!(slot.last, Some(End::TooLong)).into()])
    }

    /// The results for the first player: an array of `int8` of the shape (n,), 1 for a win, -1 for a loss, 0 for a draw or a game
    /// in progress. With `auto_reset` they are those of the games that the last `step` has ended.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "int8", |slot| [reward(slot.end.or(slot.last), Side::First) as u8])
    }

    /// The numbers of turns played: an array of `int32` of the shape (n,).
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.column(py, "<i4", |slot| i32::try_from(slot.position().ply()).unwrap_or(i32::MAX).to_le_bytes())
    }

    /// The last positions of the games that the last `step` has ended, by their places, where `auto_reset` has begun the next one:
    /// a learner may want the value of a position at which a game was cut off.
    #[getter]
    fn final_positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let finished: Vec<(usize, PlayedPosition)> = {
            let slots = self.lock()?;
            let finished = slots.iter().enumerate();
            finished.filter_map(|(place, slot)| Some((place, *slot.finished.clone()?))).collect()
        };
        let positions = PyDict::new(py);
        for (place, played) in finished {
            positions.set_item(place, Bound::new(py, PyPosition::played(&self.game, played))?)?;
        }
        Ok(positions)
    }

    /// Returns `Position.planes()` of all positions: an array of `int8` of the shape (n, history * planes, ranks, files), seen by
    /// the side to move in each.
    #[pyo3(signature = (*, history=1))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer)] history: i64,
    ) -> PyResult<Array<'py>> {
        let history = history_of(history)?;
        self.rows(py, &self.planes.shape(history), |slot, numbers| {
            self.planes.fill(slot.position(), slot.position().side(), history, numbers);
        })
    }

    /// Returns `Position.action_mask()` of all positions: an array of `int8` of the shape (n, actions), 0 throughout where the
    /// game is over or cut off.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.rows(py, &[Actions::count(&self.game.game)], |slot, mask| {
            if slot.goes_on() {
                self.actions.fill_mask(slot.position(), mask);
            }
        })
    }

    /// Returns the legal actions of all positions as two arrays of `int64`, as sparse matrices (CSR) have them: `offsets` of the
    /// shape (n + 1,) and `actions` of the shape (offsets[n],). Those of position i are `actions[offsets[i]:offsets[i + 1]]`, in
    /// ascending order; none where the game is over or cut off. A mask of Jupiter takes 64 KiB, these actions about 1 KiB.
    ///
    /// Examples:
    ///     >>> offsets, actions = beaufort.Batch("orthochess", 2).legal_actions()
    ///     >>> offsets.tolist(), actions.dtype.name, len(actions)
    ///     ([0, 20, 40], 'int64', 40)
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<(Array<'py>, Array<'py>)> {
        let slots = self.lock()?;
        let mut found: Vec<(&Slot, Vec<usize>)> = slots.iter().map(|slot| (slot, Vec::new())).collect();
        let (offsets, actions) = py.detach(|| {
            let never = AtomicBool::new(false);
            each(&mut found, self.settings.threads, &never, |(slot, actions)| {
                if slot.goes_on() {
                    let table = self.actions.table(slot.position());
                    *actions = table.into_iter().map(|(action, _)| action).collect();
                }
            });
            let number = |number: usize| (number as i64).to_le_bytes();
            let mut offsets = vec![number(0)];
            let mut actions = Vec::new();
            for (_, of) in &found {
                actions.extend(of.iter().copied().map(number));
                offsets.push(number(actions.len()));
            }
            (offsets, actions)
        });
        drop(found);
        drop(slots);
        Ok((Array::column(py, "<i8", &offsets)?, Array::column(py, "<i8", &actions)?))
    }

    /// Returns a legal action of each position, every turn with the same chance: an array of `int64` of the shape (n,) for
    /// `step`, -1 where the game is over or cut off.
    ///
    /// Examples:
    ///     >>> batch = beaufort.Batch("scirocco", 4, seed=1, max_plies=50, auto_reset=True)
    ///     >>> rewards = batch.step(batch.sample())
    ///     >>> rewards.tolist(), batch.plies.tolist()
    ///     ([0, 0, 0, 0], [1, 1, 1, 1])
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        let mut slots = self.lock()?;
        let mut work: Vec<(&mut Slot, i64)> = slots.iter_mut().map(|slot| (slot, NO_ACTION)).collect();
        py.detach(|| {
            let never = AtomicBool::new(false);
            each(&mut work, self.settings.threads, &never, |(slot, action)| {
                if slot.goes_on() {
                    let table = self.actions.table(slot.position());
                    if !table.is_empty() {
                        *action = table[slot.rng.usize(..table.len())].0 as i64;
                    }
                }
            });
        });
        let actions: Vec<[u8; 8]> = work.iter().map(|(_, action)| action.to_le_bytes()).collect();
        drop(work);
        drop(slots);
        Array::column(py, "<i8", &actions)
    }

    /// Plays an action in each position, or none for the action -1, and returns the rewards of the sides that have played: an
    /// array of `int8` of the shape (n,), 1 for a win, -1 for a loss, 0 otherwise.
    ///
    /// Raises ValueError unless the array has one dimension and an action for each position, TypeError unless the actions are
    /// integers that fit `int64`, and TurnError for the first illegal action; no action is legal in a game that is over or
    /// truncated. No position is changed then.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Array<'py>> {
        let actions = int64_numbers(actions, "actions", self.len)?;
        let Settings { threads, max_plies, auto_reset } = self.settings;
        let mut slots = self.lock()?;
        let mut work: Vec<(&mut Slot, i64, Option<Turn>, i8)> =
            slots.iter_mut().zip(actions).map(|(slot, action)| (slot, action, None, 0)).collect();
        let never = AtomicBool::new(false);
        py.detach(|| {
            each(&mut work, threads, &never, |(slot, action, turn, _)| {
                if slot.goes_on() && *action != NO_ACTION {
                    *turn = self.actions.decode(slot.position(), *action);
                }
            });
        });
        let wrong = work.iter().position(|(_, action, turn, _)| *action != NO_ACTION && turn.is_none());
        if let Some(index) = wrong {
            let action = work[index].1;
            let is_over = if work[index].0.goes_on() { "" } else { ", whose game is over" };
            drop(work);
            drop(slots);
            let message = format_args!("{action} is no legal action in position {index}{is_over}");
            return Err(turn_error(py, message));
        }
        py.detach(|| {
            each(&mut work, threads, &never, |(slot, _, turn, reward)| {
                (slot.last, slot.finished) = (None, None);
                if let Some(turn) = *turn {
                    *reward = slot.step(turn, max_plies, auto_reset);
                }
            });
        });
        let rewards: Vec<[u8; 1]> = work.iter().map(|(_, _, _, reward)| [*reward as u8]).collect();
        drop(work);
        drop(slots);
        Array::column(py, "int8", &rewards)
    }

    /// Plays random legal turns in each position until its game is over, or has `max_plies` turns in total. The `max_plies` of the batch
    /// truncates games as in `step`; `auto_reset` does not apply. Afterwards `terminations` is equal to `is_over`, and `truncations` tells
    /// which games the batch has truncated.
    #[pyo3(signature = (*, max_plies=1000))]
    fn playout(&self, py: Python<'_>, #[pyo3(from_py_with = integer)] max_plies: i64) -> PyResult<()> {
        let max_plies = zero_to("max_plies", max_plies, MAX_PLAYOUT_PLIES)? as usize;
        let truncates_at = self.settings.max_plies;
        let max_plies = truncates_at.map_or(max_plies, |most| most.min(max_plies));
        let stop = AtomicBool::new(false);
        let mut slots = self.lock()?;
        let slots: &mut [Slot] = &mut slots;
        work::quiet(
            py,
            || stop.store(true, Ordering::Relaxed),
            || {
                each(slots, self.settings.threads, &stop, |slot| {
                    let goes_on = |slot: &Slot| slot.goes_on() && slot.position().ply() < max_plies;
                    while goes_on(slot) && !stop.load(Ordering::Relaxed) {
                        slot.play_random();
                    }
                    // The loop may stop before it has found out whether the last position has a legal turn.
                    if slot.goes_on() {
                        slot.judge();
                        slot.truncate(truncates_at);
                    }
                    (slot.last, slot.finished) = (slot.end, None);
                });
            },
        )
    }
}

/// Reads a position with which a batch begins.
fn start(item: &Bound<'_, PyAny>) -> PyResult<(PyGame, PlayedPosition)> {
    if let Ok(position) = item.cast::<PyPosition>() {
        let position = position.get();
        return Ok((position.game.clone(), position.lock().clone()));
    }
    let Ok(record) = item.cast::<PyRecord>() else {
        return Err(wrong_type(item.as_borrowed(), "a position or a record"));
    };
    let end = PyRecord::end(record)?;
    let played = end.lock().clone();
    Ok((end.game.clone(), played))
}

impl PyBatch {
    /// Returns a batch of positions that may be over already.
    fn of(
        py: Python<'_>,
        game: &PyGame,
        starts: &[Arc<PlayedPosition>],
        seed: u64,
        settings: Settings,
    ) -> PyResult<PyBatch> {
        if starts.len() > MAX_BATCH as usize {
            return Err(value_error(format!("too many positions: a batch has at most {MAX_BATCH}")));
        }
        let mut seeds = Rng::with_seed(seed);
        let mut slots: Vec<Slot> = starts.iter().map(|start| Slot::new(start, seeds.u64(..))).collect();
        py.detach(|| {
            let never = AtomicBool::new(false);
            each(&mut slots, settings.threads, &never, Slot::judge);
        });
        let (planes, actions) = (Arc::new(Planes::new(&game.game)), Arc::new(Actions::new(&game.game)));
        let (len, slots, game) = (slots.len(), Mutex::new(slots), game.clone());
        Ok(PyBatch { game, planes, actions, settings, len, slots })
    }

    /// Returns a batch of other positions of the game.
    fn like(&self, slots: Vec<Slot>) -> PyBatch {
        PyBatch {
            game: self.game.clone(),
            planes: Arc::clone(&self.planes),
            actions: Arc::clone(&self.actions),
            settings: self.settings,
            len: slots.len(),
            slots: Mutex::new(slots),
        }
    }

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
            each(&mut work, self.settings.threads, &never, |(slot, row)| fill(slot, row));
        })
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
