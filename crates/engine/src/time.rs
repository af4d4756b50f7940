//! Time management: the soft and the hard limit, the node limit and the stop signal.
//!
//! The clock is not read at every node. Every operation that takes time is charged a cost, and the clock is read when the costs
//! add up to [`CHECK_INTERVAL`], so a position with ten thousand turns is checked as often as one with ten.

use std::time::Duration;

use web_time::Instant;

use crate::limits::{Clock, Limits};
use crate::params::time::{hard_factor, move_overhead_ms, moves_to_go, soft_share};
use crate::signal::Signal;

/// The cost between two checks of the clock, in turns listed: about a millisecond.
pub(crate) const CHECK_INTERVAL: usize = 4_000;

/// An operation of the search, charged in turns listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeCost {
    /// A node is entered.
    Node,
    /// A turn is played.
    Played,
    /// This number of turns is listed.
    Listed(usize),
}

impl TimeCost {
    #[inline]
    fn units(self) -> usize {
        match self {
            TimeCost::Node => CHECK_INTERVAL / 32,
            TimeCost::Played => 4,
            TimeCost::Listed(turns) => turns,
        }
    }
}

/// Enforces the limits of one search, for one thread.
#[derive(Clone, Debug)]
pub(crate) struct Timer<'a> {
    start: Instant,
    /// The time at which the limits began to count; `None` while pondering.
    clock_start: Option<Instant>,
    /// The hard limit, at which the search stops.
    hard: Option<Duration>,
    /// The soft limit, after which no iteration begins.
    soft: Option<Duration>,
    nodes: u64,
    signal: &'a Signal,
    /// The cost until the last check of the clock.
    checked: u64,
    unchecked: usize,
    /// The highest cost so far between two checks.
    max_unchecked: usize,
}

impl<'a> Timer<'a> {
    /// Starts the clock.
    pub(crate) fn start(limits: &Limits, signal: &'a Signal) -> Timer<'a> {
        let share = limits.clock.map(allocate);
        let sooner = |time: Option<Duration>| [limits.time, time].into_iter().flatten().min();
        let start = Instant::now();
        Timer {
            start,
            clock_start: (!signal.is_pondering()).then_some(start),
            hard: sooner(share.map(|(_, hard)| hard)),
            soft: sooner(share.map(|(soft, _)| soft)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            signal,
            checked: 0,
            unchecked: 0,
            max_unchecked: 0,
        }
    }

    /// Divides the node limit by the number of threads.
    pub(crate) fn share_nodes(&mut self, threads: usize) {
        self.nodes = self.nodes.div_ceil(threads as u64);
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the time that counts; pondering does not.
    fn counted_time(&mut self) -> Duration {
        if self.clock_start.is_none() && !self.signal.is_pondering() {
            self.clock_start = Some(Instant::now());
        }
        self.clock_start.map_or(Duration::ZERO, |counted| counted.elapsed())
    }

    /// Charges a cost, and returns whether the clock has to be checked.
    #[inline]
    pub(crate) fn spend(&mut self, cost: TimeCost) -> bool {
        self.unchecked += cost.units();
        self.unchecked >= CHECK_INTERVAL
    }

    /// Returns the cost of the search so far, in turns listed: the same on every machine.
    #[inline]
    pub(crate) fn spent(&self) -> u64 {
        self.checked + self.unchecked as u64
    }

    /// Returns whether `nodes` exceeds the node limit.
    #[inline]
    pub(crate) fn exceeds_nodes(&self, nodes: u64) -> bool {
        nodes > self.nodes
    }

    /// Checks the clock and the signal, and returns whether the search has to stop now.
    pub(crate) fn is_over(&mut self) -> bool {
        self.max_unchecked = self.max_unchecked.max(self.unchecked);
        self.checked += std::mem::take(&mut self.unchecked) as u64;
        self.signal.is_stopped() || self.hard.is_some_and(|hard| self.is_past(hard))
    }

    /// Returns whether `time` has passed since the limits began to count.
    fn is_past(&mut self, time: Duration) -> bool {
        let counted = self.counted_time();
        self.clock_start.is_some() && counted >= time
    }

    /// Returns the highest cost between two checks of the clock, in turns listed.
    #[cfg(test)]
    pub(crate) fn max_unchecked(&self) -> usize {
        self.max_unchecked
    }

    /// Returns whether the soft limit times `factor` has passed, so that another iteration is unlikely to finish.
    pub(crate) fn is_past_soft_limit(&mut self, factor: f32) -> bool {
        let hard = self.hard;
        self.soft
            .is_some_and(|soft| self.is_past(if Some(soft) == hard { soft } else { soft.mul_f32(factor) }))
    }
}

/// Returns the soft and the hard limit of a turn by the clock.
///
/// These games last hundreds of turns, so a turn gets a fortieth of the time left and three quarters of the increment; more if
/// a time control comes earlier.
fn allocate(clock: Clock) -> (Duration, Duration) {
    let available =
        clock.remaining.saturating_sub(Duration::from_millis(move_overhead_ms())).max(clock.remaining / 4);
    let turns =
        clock.turns_to_go.map_or(moves_to_go(), |turns| turns.saturating_add(1).clamp(2, moves_to_go()));
    let target = available / turns + clock.increment * 3 / 4;
    (
        target.mul_f32(soft_share()).min(available),
        (target * hard_factor()).min(available / 2 + clock.increment / 2).min(available),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_never_exceeds_the_clock() {
        for remaining in [0, 1, 20, 21, 100, 1_000, 60_000, 10_000_000].map(Duration::from_millis) {
            for increment in [0, 10, 1_000, 100_000].map(Duration::from_millis) {
                for turns_to_go in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = allocate(Clock { remaining, increment, turns_to_go });
                    assert!(soft <= hard.max(remaining) && hard <= remaining, "{remaining:?} {increment:?}");
                }
            }
        }
    }

    #[test]
    fn the_nearest_limit_counts() {
        let signal = Signal::new();
        let zero = Limits { time: Some(Duration::ZERO), ..Limits::nodes(100) };
        let mut timer = Timer::start(&zero, &signal);
        assert!(timer.is_over() && timer.is_past_soft_limit(1.0) && !timer.exceeds_nodes(0));
        let mut timer = Timer::start(&Limits::nodes(64), &signal);
        assert!(
            !timer.exceeds_nodes(64)
                && timer.exceeds_nodes(65)
                && !timer.is_past_soft_limit(1.0)
                && !timer.is_over()
        );
        signal.stop();
        assert!(timer.is_over());
    }

    #[test]
    fn no_limit_counts_while_pondering() {
        let signal = Signal::new();
        signal.ponder();
        let mut timer = Timer::start(&Limits::time(Duration::ZERO), &signal);
        assert!(!timer.is_over() && !timer.is_past_soft_limit(1.0));
        signal.ponder_hit();
        assert!(timer.is_over() && timer.is_past_soft_limit(1.0));
    }

    #[test]
    fn every_cost_brings_the_next_look_nearer() {
        let signal = Signal::new();
        for cost in [TimeCost::Node, TimeCost::Played, TimeCost::Listed(1)] {
            let mut timer = Timer::start(&Limits::infinite(), &signal);
            while !timer.spend(cost) {}
            assert!(!timer.is_over() && !timer.spend(cost));
            assert!(
                (CHECK_INTERVAL..CHECK_INTERVAL + CHECK_INTERVAL / 32).contains(&timer.max_unchecked()),
                "{cost:?}"
            );
        }
    }
}
