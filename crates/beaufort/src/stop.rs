//! Work that takes long: stopped by Ctrl-C, done on all processors.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use beaufort_engine::Signal;

use crate::failure::Failure;

/// Returns a signal that Ctrl-C raises.
pub(crate) fn stop_at_ctrl_c() -> Result<Arc<Signal>, Failure> {
    let stop = Arc::new(Signal::new());
    let signal = Arc::clone(&stop);
    on_ctrl_c(move || signal.stop())?;
    Ok(stop)
}

/// Has something done at every Ctrl-C, instead of what usually happens: the end of the program.
pub(crate) fn on_ctrl_c(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::io("cannot watch for Ctrl-C")(std::io::Error::other(error)))
}

/// Returns how many processors there are.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
