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
const MAX_QUEUED_MESSAGES: usize = 256;

/// Does work on another thread, without the GIL, and returns its result. Meanwhile this thread hands the messages of the work to
/// `on_messages`, as many at a time as come at most `apart` after one another, and lets Python handle signals. If either raises
/// an exception, `stop` is called, which is to end the work soon, and the exception is returned; messages after it are dropped.
pub(crate) fn conversing<T: Send, Message: Send>(
    py: Python<'_>,
    apart: Duration,
    stop: impl Fn() + Send + Sync,
    mut on_messages: impl FnMut(Python<'_>, Vec<Message>) -> PyResult<()> + Send,
    work: impl FnOnce(&SyncSender<Message>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(MAX_QUEUED_MESSAGES);
            let worker = scope.spawn(move || work(&sender));
            let mut outcome = Ok(());
            loop {
                let mut messages = Vec::new();
                match receiver.recv_timeout(POLL_INTERVAL) {
                    Ok(message) => messages.push(message),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if !messages.is_empty() {
                    // Those that come at the same time, but not those that others send for ever.
                    while messages.len() < MAX_QUEUED_MESSAGES
                        && let Ok(message) = receiver.recv_timeout(apart)
                    {
                        messages.push(message);
                    }
                }
                if outcome.is_ok() {
                    outcome = Python::attach(|py| {
                        py.check_signals()?;
                        if messages.is_empty() { Ok(()) } else { on_messages(py, messages) }
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

/// Does work as [`conversing`] does, with one message at a time.
pub(crate) fn interruptible<T: Send, Message: Send>(
    py: Python<'_>,
    stop: impl Fn() + Send + Sync,
    mut on_message: impl FnMut(Python<'_>, Message) -> PyResult<()> + Send,
    work: impl FnOnce(&SyncSender<Message>) -> T + Send,
) -> PyResult<T> {
    conversing(
        py,
        Duration::ZERO,
        stop,
        |py, messages| messages.into_iter().try_for_each(|message| on_message(py, message)),
        work,
    )
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
