//! Storage of the games of divided work, and their results so far.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use beaufort_lab::matches::{Finished, Tally};
use beaufort_lab::row::{GameRow, PlayerKind};
use beaufort_lab::store::{GameLog, StoreError, StudyFolder, check_local};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use serde::Deserialize;

use super::MAX_GAMES;
use super::tally::{state_name, test_of};
use super::work::{MatchRow, PyWork, WorkKind, line};
use crate::convert::{Text, integer, one_to, real};
use crate::errors::value_error;
use crate::work;

/// The name of the games of a match in the first line of their file.
const MATCH: &str = "match";

/// Raises ValueError for the address of a place elsewhere, where nothing can be kept.
#[pyfunction(name = "_check_local")]
pub(crate) fn py_check_local(path: PathBuf) -> PyResult<()> {
    check_local(&path).map_err(store_error)
}

/// Where games are kept: work that was stopped goes on from there. No other program may write to the place meanwhile.
#[pyclass(frozen, module = "beaufort._rust", name = "Store")]
pub(crate) struct PyStore(Mutex<Option<Kept>>);

/// The place, and which units of work it has.
enum Kept {
    Study(StudyFolder, PlayerKind),
    Match(GameLog, Finished, Option<Sample>),
}

/// A unit of work, and a game of it that was there when the place was opened.
type Sample = (u32, String);

#[pymethods]
impl PyStore {
    /// Returns the missing ones of the first `units` units of work.
    fn missing(&self, #[pyo3(from_py_with = integer)] units: i64) -> PyResult<Vec<u32>> {
        let units = one_to("games", units, MAX_GAMES)? as u32;
        self.with(|kept| {
            let known: BTreeSet<u32> = match kept {
                Kept::Study(folder, player) => {
                    let known = folder.known().iter().filter(|number| number.player == *player);
                    known.map(|number| number.game).collect()
                }
                Kept::Match(_, finished, _) => {
                    let is_whole = |pair: &u32| (2 * pair..2 * pair + 2).all(|n| finished.contains_key(&n));
                    (0..units).filter(is_whole).collect()
                }
            };
            Ok((0..units).filter(|unit| !known.contains(unit)).collect())
        })
    }

    /// Adds a game that `Work.play` has returned, unless it is there, and returns whether it was missing.
    ///
    /// Raises ValueError if it is no such game.
    fn add(&self, py: Python<'_>, line: Text) -> PyResult<bool> {
        self.with(|kept| match kept {
            Kept::Study(folder, _) => {
                let row: GameRow = read(&line)?;
                py.detach(|| folder.add(row)).map_err(store_error)
            }
            Kept::Match(log, finished, _) => {
                let row: MatchRow = read(&line)?;
                if row.points > 2 {
                    return Err(value_error(format!(
                        "game {} has {} half points: expected 0 to 2",
                        row.n, row.points
                    )));
                }
                if finished.contains_key(&row.n) {
                    return Ok(false);
                }
                log.add(&row).map_err(store_error)?;
                Ok(finished.insert(row.n, row.points).is_none())
            }
        })
    }

    /// Returns a game that was kept, with its unit of work, to see whether it would be played alike today; None where there is
    /// none.
    fn sample(&self) -> PyResult<Option<Sample>> {
        self.with(|kept| match kept {
            Kept::Study(folder, player) => {
                let sample = folder.sample().map_err(store_error)?;
                let sample = sample.filter(|row| row.number.player == *player);
                Ok(sample.map(|row| (row.number.game, line(&row))))
            }
            Kept::Match(_, _, sample) => Ok(sample.clone()),
        })
    }

    /// Returns wins, draws and losses of the first player of a match, its Elo with bounds, and what a test says of the pairs of
    /// games so far: the logarithm of the ratio of likelihoods, its bounds, and `"open"`, `"rejected"` or `"accepted"`. With
    /// `pairs`, of the first so many pairs.
    #[pyo3(signature = (elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05, *, pairs=None))]
    fn sprt(
        &self,
        #[pyo3(from_py_with = real)] elo0: f64,
        #[pyo3(from_py_with = real)] elo1: f64,
        #[pyo3(from_py_with = real)] alpha: f64,
        #[pyo3(from_py_with = real)] beta: f64,
        pairs: Option<u32>,
    ) -> PyResult<MatchStanding> {
        let test = test_of(elo0, elo1, alpha, beta)?;
        self.with(|kept| {
            let Kept::Match(_, finished, _) = kept else {
                return Err(value_error("only a match has a test"));
            };
            let tally = match pairs {
                Some(pairs) => Tally::of(
                    &finished.range(..pairs.saturating_mul(2)).map(|(&n, &points)| (n, points)).collect(),
                ),
                None => Tally::of(finished),
            };
            let state = state_name(test.state(&tally));
            let (low, high) = test.bounds();
            let elo = tally.elo().map(|elo| (elo.value, elo.low, elo.high));
            Ok(((tally.wins, tally.draws, tally.losses), elo, (test.log_ratio(&tally), low, high, state)))
        })
    }

    /// Writes what is not written yet, if ten seconds have passed since something was written.
    fn flush_if_due(&self, py: Python<'_>) -> PyResult<()> {
        self.with(|kept| match kept {
            Kept::Study(folder, _) => py.detach(|| folder.flush_if_due()).map_err(store_error),
            Kept::Match(..) => Ok(()),
        })
    }

    /// Writes what is not written yet, and lets others write to the place.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let mut kept = self.lock()?;
        let Some(closed) = kept.take() else { return Ok(()) };
        match closed {
            Kept::Study(mut folder, _) => py.detach(|| folder.flush()).map_err(store_error),
            Kept::Match(..) => Ok(()),
        }
    }
}

#[pymethods]
impl PyWork {
    /// Opens the place where the games are kept, or makes it: the folder of a study or of games to learn from, the file of a match.
    ///
    /// Raises ValueError if it holds something else or is in use, and OSError if it cannot be read or written.
    fn store(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<PyStore> {
        PyStore::open(py, self, &path)
    }
}

/// Wins, draws and losses; Elo with bounds; the log-likelihood ratio with its bounds, and the state of the test.
type MatchStanding = ((u32, u32, u32), Option<(f64, f64, f64)>, (f64, f64, f64, &'static str));

impl PyStore {
    /// Opens the place where games of some work are kept.
    pub(super) fn open(py: Python<'_>, work: &PyWork, path: &Path) -> PyResult<PyStore> {
        let kept = py.detach(|| match &work.kind {
            WorkKind::Study(study, player) => {
                StudyFolder::open(path, &study.settings()).map(|folder| Kept::Study(folder, *player))
            }
            WorkKind::Games(self_play) => {
                let folder = StudyFolder::open(path, self_play.plan());
                folder.map(|folder| Kept::Study(folder, PlayerKind::Engine))
            }
            WorkKind::Match(of) => {
                let opened = GameLog::open::<_, MatchRow>(path, MATCH, &of.terms);
                opened.map(|(log, rows)| {
                    let sample = rows.first().map(|row| (row.n / 2, line(row)));
                    Kept::Match(log, rows.into_iter().map(|row| (row.n, row.points)).collect(), sample)
                })
            }
        });
        Ok(PyStore(Mutex::new(Some(kept.map_err(store_error)?))))
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Kept>>> {
        work::try_lock(&self.0, "this store")
    }

    fn with<T>(&self, act: impl FnOnce(&mut Kept) -> PyResult<T>) -> PyResult<T> {
        let mut kept = self.lock()?;
        act(kept.as_mut().ok_or_else(|| value_error("these games are closed"))?)
    }
}

fn read<'t, Row: Deserialize<'t>>(line: &'t str) -> PyResult<Row> {
    serde_json::from_str(line).map_err(|error| value_error(format!("this is no game of this work: {error}")))
}

fn store_error(error: StoreError) -> PyErr {
    match error {
        StoreError::Io { .. } => PyOSError::new_err(error.to_string()),
        StoreError::Settings(message) => {
            value_error(format!("{message}: name another place, or give the settings of these games"))
        }
        StoreError::Unusable(message) => value_error(message),
    }
}
