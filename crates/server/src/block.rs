//! Work that takes time, away from the threads that serve everybody.

use std::future::pending;
use std::panic::resume_unwind;

use tokio::task::spawn_blocking;

/// Does something in a thread that may wait.
///
/// # Panics
/// If the work does.
pub(crate) async fn block<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // The runtime ends before there was a thread, and with it the caller.
            Err(_) => pending().await,
        },
    }
}
