//! The limits of a search and of an engine.

use std::time::Duration;

use beaufort_engine::{Level, Limits, MAX_DEPTH, Options};
use pyo3::PyResult;

use crate::convert::one_to;
use crate::errors::value_error;

/// The most memory of an engine, in MiB.
const MAX_HASH_MIB: i64 = 65_536;
/// The most threads.
const MAX_THREADS: i64 = 256;
/// The most lines of an analysis.
const MAX_LINES: i64 = 500;
/// The longest time for a turn, in seconds.
const MAX_TIME_S: f64 = 1e6;

/// Returns a number of threads; without one, as many as there are processors.
pub(crate) fn threads_of(threads: Option<i64>) -> PyResult<usize> {
    match threads {
        Some(threads) => Ok(one_to("threads", threads, MAX_THREADS)? as usize),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS as usize)),
    }
}

/// Returns the settings of an engine.
pub(super) fn options(hash: i64, threads: i64) -> PyResult<Options> {
    let hash_mib = one_to("hash", hash, MAX_HASH_MIB)? as usize;
    Ok(Options { hash_mib, threads: threads_of(Some(threads))? })
}

/// Returns the number of lines of an analysis.
pub(super) fn lines_of(lines: i64) -> PyResult<usize> {
    Ok(one_to("lines", lines, MAX_LINES)? as usize)
}

/// Returns the limits of a search; without any of these the level has to have bounds.
pub(crate) fn limits(
    nodes: Option<i64>,
    depth: Option<i64>,
    time: Option<f64>,
    level: Option<&Level>,
) -> PyResult<Limits> {
    if nodes.is_none() && depth.is_none() && time.is_none() {
        match level {
            None => return Err(value_error("nothing ends the search: give nodes, depth or time")),
            Some(Level { id, skill: None, .. }) => {
                let message = format!(
                    "nothing ends the search: the level `{id}` has no bound; give nodes, depth or time"
                );
                return Err(value_error(message));
            }
            Some(_) => {}
        }
    }
    Ok(Limits {
        nodes: nodes.map(|nodes| one_to("nodes", nodes, i64::MAX)).transpose()?,
        depth: depth
            .map(|depth| one_to("depth", depth, MAX_DEPTH.into()))
            .transpose()?
            .map(|depth| depth as u32),
        time: time.map(time_of).transpose()?,
        ..Limits::infinite()
    })
}

/// Returns a time in seconds.
pub(crate) fn time_of(time: f64) -> PyResult<Duration> {
    let is_good = (0.0..=MAX_TIME_S).contains(&time);
    let wrong = || value_error(format!("time is {time}: expected 0 to {MAX_TIME_S} seconds"));
    is_good.then(|| Duration::from_secs_f64(time)).ok_or_else(wrong)
}
