//! A counter of things that exist at the moment.

use prometheus_client::metrics::gauge::Gauge;

/// Counts one thing from its creation until it is dropped.
#[derive(Debug)]
pub(crate) struct CountGuard(Gauge);

impl CountGuard {
    pub(crate) fn new(gauge: &Gauge) -> CountGuard {
        gauge.inc();
        CountGuard(gauge.clone())
    }
}

impl Drop for CountGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}
