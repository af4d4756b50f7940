//! When to stop: the clock, the node limit and the stop flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::limits::{Clock, Limits};

/// How many nodes pass between two looks at the clock: at most a few milliseconds even where a node is slow because it
/// has a thousand turns, and cheap where nodes are fast.
const INTERVAL: u64 = 32;

/// What is kept in hand of a clock for everything outside the search.
const RESERVE: Duration = Duration::from_millis(20);

/// Watches over the limits of one search.
#[derive(Debug)]
pub(crate) struct Timer<'a> {
    start: Instant,
    /// When to stop at once.
    hard: Option<Duration>,
    /// When not to begin another iteration.
    soft: Option<Duration>,
    nodes: u64,
    stop: &'a AtomicBool,
}

impl<'a> Timer<'a> {
    /// Starts the clock.
    pub(crate) fn start(limits: &Limits, stop: &'a AtomicBool) -> Timer<'a> {
        let share = limits.clock.map(share);
        let sooner = |time: Option<Duration>| [limits.time, time].into_iter().flatten().min();
        Timer {
            start: Instant::now(),
            hard: sooner(share.map(|(_, hard)| hard)),
            soft: sooner(share.map(|(soft, _)| soft)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            stop,
        }
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns whether the search has to stop now, asked at every node.
    #[inline]
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        nodes.is_multiple_of(INTERVAL) && self.is_over_now(nodes)
    }

    /// Returns whether the search has to stop now, looking at the clock in any case.
    pub(crate) fn is_over_now(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.load(Ordering::Relaxed)
            || self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Returns whether another iteration is not worth its start.
    pub(crate) fn is_late(&self) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }
}

/// Returns the shares of a clock after which no iteration begins and after which the search stops.
///
/// These games last for hundreds of turns, so a turn gets a fortieth of what is left and most of the increment.
fn share(clock: Clock) -> (Duration, Duration) {
    let available = clock.remaining.saturating_sub(RESERVE);
    let target = available / 40 + clock.increment * 3 / 4;
    (target.mul_f32(0.6).min(available), (target * 3).min(available / 2 + clock.increment / 2).min(available))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_never_exceeds_the_clock() {
        for remaining in [0, 1, 20, 21, 100, 1_000, 60_000, 10_000_000].map(Duration::from_millis) {
            for increment in [0, 10, 1_000, 100_000].map(Duration::from_millis) {
                let (soft, hard) = share(Clock { remaining, increment });
                assert!(soft <= hard.max(remaining) && hard <= remaining, "{remaining:?} {increment:?}");
            }
        }
    }

    #[test]
    fn the_nearest_limit_counts() {
        let stop = AtomicBool::new(false);
        let timer = Timer::start(&Limits { time: Some(Duration::ZERO), ..Limits::nodes(100) }, &stop);
        assert!(timer.is_over(0) && timer.is_late());
        let timer = Timer::start(&Limits::nodes(64), &stop);
        assert!(!timer.is_over(32) && timer.is_over(64) && !timer.is_late());
        stop.store(true, Ordering::Relaxed);
        assert!(timer.is_over(32));
    }
}
