//! Probes every second whether there are threads for the work of players.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use prometheus_client::metrics::gauge::Gauge;
use tokio::time::{sleep, timeout};

use crate::block::block;

/// The time between two probes.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// The longest wait for a thread; a server that has none for longer is not well.
const MAX_THREAD_WAIT: Duration = Duration::from_secs(2);

/// Measures the wait for a thread.
#[derive(Debug, Default)]
pub(crate) struct ThreadProbe {
    /// The last wait, in seconds.
    pub(crate) wait: Gauge<f64, AtomicU64>,
    is_busy: AtomicBool,
}

impl ThreadProbe {
    /// Returns whether there has been no thread for long.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_busy.load(Ordering::Relaxed)
    }

    /// Asks for a thread again and again, for ever.
    pub(crate) async fn watch(&self) {
        loop {
            let begun = Instant::now();
            let mut probe = pin!(block(|| ()));
            if timeout(MAX_THREAD_WAIT, probe.as_mut()).await.is_err() {
                log_limited!(warn, "all threads are busy");
                self.is_busy.store(true, Ordering::Relaxed);
                probe.await;
            }
            self.wait.set(begun.elapsed().as_secs_f64());
            self.is_busy.store(begun.elapsed() >= MAX_THREAD_WAIT, Ordering::Relaxed);
            sleep(PROBE_INTERVAL).await;
        }
    }
}
