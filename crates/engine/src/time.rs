//! When to stop: the clock, the node limit and the stop flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::limits::{Clock, Limits};

/// The work between two looks at the clock, in turns listed: about a millisecond's.
pub(crate) const SPAN: usize = 4_000;

/// What is done between looks at the clock, as work in turns listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// A node is entered.
    Node,
    /// A turn is played.
    Played,
    /// So many turns are listed.
    Listed(usize),
}

impl Work {
    #[inline]
    fn amount(self) -> usize {
        match self {
            Work::Node => SPAN / 32,
            Work::Played => 4,
            Work::Listed(turns) => turns,
        }
    }
}

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
    /// The work since the last look at the clock.
    work: usize,
    /// The most work there has been between two looks.
    longest: usize,
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
            work: 0,
            longest: 0,
        }
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Notes work, and returns whether there has been so much of it that the clock must be looked at.
    #[inline]
    pub(crate) fn spend(&mut self, work: Work) -> bool {
        self.work += work.amount();
        self.work >= SPAN
    }

    /// Returns whether the search may not go on with so many nodes.
    #[inline]
    pub(crate) fn is_exhausted(&self, nodes: u64) -> bool {
        nodes > self.nodes
    }

    /// Looks at the clock, and returns whether the search has to stop now.
    pub(crate) fn is_over(&mut self) -> bool {
        self.longest = self.longest.max(std::mem::take(&mut self.work));
        self.stop.load(Ordering::Relaxed) || self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Returns the most work there has been between two looks at the clock, in turns listed.
    #[cfg(test)]
    pub(crate) fn longest(&self) -> usize {
        self.longest
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
        let zero = Limits { time: Some(Duration::ZERO), ..Limits::nodes(100) };
        let mut timer = Timer::start(&zero, &stop);
        assert!(timer.is_over() && timer.is_late() && !timer.is_exhausted(0));
        let mut timer = Timer::start(&Limits::nodes(64), &stop);
        assert!(!timer.is_exhausted(64) && timer.is_exhausted(65) && !timer.is_late() && !timer.is_over());
        stop.store(true, Ordering::Relaxed);
        assert!(timer.is_over());
    }

    #[test]
    fn all_work_brings_the_next_look_nearer() {
        let stop = AtomicBool::new(false);
        for work in [Work::Node, Work::Played, Work::Listed(1)] {
            let mut timer = Timer::start(&Limits::infinite(), &stop);
            while !timer.spend(work) {}
            assert!(!timer.is_over() && !timer.spend(work));
            assert!((SPAN..SPAN + SPAN / 32).contains(&timer.longest()), "{work:?}");
        }
    }
}
