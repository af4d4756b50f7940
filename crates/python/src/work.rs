//! Long work: it releases the GIL, reports its progress, and ends at Ctrl-C.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The most messages that wait for Python; then the work waits.
const MAX_QUEUED_MESSAGES: usize = 64;

/// Does work on another thread, without the GIL, and returns its result. Meanwhile this thread hands the messages of the
/// work to `on_message` and lets Python handle signals. If either raises an exception, `stop` is called, which is to end the
/// work soon, and the exception is returned.
pub(crate) fn interruptible<T: Send, Message: Send>(
    py: Python<'_>,
    stop: impl Fn() + Send + Sync,
    mut on_message: impl FnMut(Python<'_>, Message) -> PyResult<()> + Send,
    work: impl FnOnce(&SyncSender<Message>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(MAX_QUEUED_MESSAGES);
            let worker = scope.spawn(move || work(&sender));
            let mut outcome = Ok(());
            loop {
                let message = match receiver.recv_timeout(POLL_INTERVAL) {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if outcome.is_ok() {
                    outcome = Python::attach(|py| {
                        py.check_signals()?;
                        message.map_or(Ok(()), |message| on_message(py, message))
                    });
                }
                if outcome.is_err() {
                    stop();
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            outcome.map(|()| result)
        })
    })
}

/// Does work as [`interruptible`] does, without messages.
pub(crate) fn quiet<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Send + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    interruptible(py, stop, |_, _: std::convert::Infallible| Ok(()), |_| work())
}

/// Locks an object that long work keeps locked, or fails at once if it is locked: a thread that waited would block for ever, with
/// the GIL, for one that needs the GIL to end.
pub(crate) fn try_lock<'a, T>(mutex: &'a Mutex<T>, what: &str) -> PyResult<MutexGuard<'a, T>> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            let message = format!(
                "{what} is busy, with work of another thread or with that which called back here: make another one"
            );
            Err(PyRuntimeError::new_err(message))
        }
    }
}
