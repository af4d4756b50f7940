//! The limits of a search and of an engine.

use std::time::Duration;

use beaufort_engine::{Clock, Level, Limits, MAX_DEPTH, Options};
use pyo3::{PyErr, PyResult};

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
pub(crate) fn lines_of(lines: i64) -> PyResult<usize> {
    Ok(one_to("lines", lines, MAX_LINES)? as usize)
}

/// The names of the limits of a search, and those of a player.
pub(crate) const ENDS: &str = "nodes, depth, time, clock, mate or infinite";
pub(crate) const PLAYER_ENDS: &str = "nodes, depth, time or clock";

/// The limits of a search as passed by the caller: see `Engine.analyse`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    pub(crate) nodes: Option<i64>,
    pub(crate) depth: Option<i64>,
    pub(crate) time: Option<f64>,
    pub(crate) clock: Option<f64>,
    pub(crate) increment: Option<f64>,
    pub(crate) mate: Option<i64>,
    pub(crate) infinite: bool,
}

impl Ends {
    /// Returns the limits of a search; without any of these the level has to have bounds. Messages name the `words` by which they
    /// are given.
    pub(crate) fn limits(self, level: Option<&Level>, words: &str) -> PyResult<Limits> {
        let Ends { nodes, depth, time, clock, increment, mate, infinite } = self;
        let has_end =
            nodes.is_some() || depth.is_some() || time.is_some() || clock.is_some() || mate.is_some();
        if infinite && has_end {
            return Err(value_error("an infinite search has no other end: leave infinite or the others out"));
        }
        if increment.is_some() && clock.is_none() {
            return Err(value_error("an increment belongs to a clock: give clock, too"));
        }
        if !has_end && !infinite {
            match level {
                None => return Err(value_error(format!("nothing ends the search: give {words}"))),
                Some(Level { id, skill: None, .. }) => {
                    let message =
                        format!("nothing ends the search: the level `{id}` has no bound; give {words}");
                    return Err(value_error(message));
                }
                Some(_) => {}
            }
        }
        let clock = clock.map(|clock| {
            let (remaining, increment) =
                (seconds("clock", clock)?, seconds("increment", increment.unwrap_or(0.0))?);
            Ok::<_, PyErr>(Clock { remaining, increment, turns_to_go: None })
        });
        Ok(Limits {
            nodes: nodes.map(|nodes| one_to("nodes", nodes, i64::MAX)).transpose()?,
            depth: depth
                .map(|depth| one_to("depth", depth, MAX_DEPTH.into()))
                .transpose()?
                .map(|depth| depth as u32),
            time: time.map(|time| seconds("time", time)).transpose()?,
            clock: clock.transpose()?,
            mate: mate
                .map(|mate| one_to("mate", mate, MAX_DEPTH.into()))
                .transpose()?
                .map(|mate| mate as u32),
        })
    }
}

/// Returns an argument that is a time in seconds.
pub(crate) fn seconds(name: &str, time: f64) -> PyResult<Duration> {
    let is_good = (0.0..=MAX_TIME_S).contains(&time);
    let wrong = || value_error(format!("{name} is {time}: expected 0 to {MAX_TIME_S} seconds"));
    is_good.then(|| Duration::from_secs_f64(time)).ok_or_else(wrong)
}
