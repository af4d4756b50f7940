//! Work that takes time, away from the threads that serve everybody.

use std::panic::resume_unwind;

use tokio::task::spawn_blocking;

/// Does something in a thread that may wait.
///
/// # Panics
/// If the work does.
pub(crate) async fn block<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    spawn_blocking(work).await.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}
