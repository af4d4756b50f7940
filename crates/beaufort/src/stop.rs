//! Ctrl-C and the number of processors, for long work.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use beaufort_engine::Signal;

use crate::failure::Failure;

/// Returns a signal that Ctrl-C sets.
pub(crate) fn stop_at_ctrl_c() -> Result<Arc<Signal>, Failure> {
    let stop = Arc::new(Signal::new());
    let signal = Arc::clone(&stop);
    on_ctrl_c(move || signal.stop())?;
    Ok(stop)
}

/// Sets the handler of Ctrl-C, which then no longer ends the program.
pub(crate) fn on_ctrl_c(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::io("cannot watch for Ctrl-C")(std::io::Error::other(error)))
}

/// Returns the number of processors.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
