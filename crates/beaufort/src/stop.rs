//! Work that takes long: stopped by Ctrl-C, done on all processors.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::failure::Failure;

/// Returns a flag that Ctrl-C sets.
pub(crate) fn stop_at_ctrl_c() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|error| Failure::io("cannot watch for Ctrl-C")(std::io::Error::other(error)))?;
    Ok(stop)
}

/// Returns how many processors there are.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
