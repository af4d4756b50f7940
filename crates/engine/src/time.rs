//! When to stop: the clock, the node limit and the signal.

use std::time::Duration;

use web_time::Instant;

use crate::limits::{Clock, Limits};
use crate::task::Signal;

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

/// What is kept in hand of a clock for everything outside the search, if there is so much: a turn without a search may be
/// any.
const RESERVE: Duration = Duration::from_millis(20);

/// For how many turns a clock must do.
const TURNS: u32 = 40;

/// Watches over the limits of one search, for one thread.
#[derive(Clone, Debug)]
pub(crate) struct Timer<'a> {
    start: Instant,
    /// When the limits began to count; `None` while it is the opponent's time that is used.
    counted: Option<Instant>,
    /// When to stop at once.
    hard: Option<Duration>,
    /// When not to begin another iteration.
    soft: Option<Duration>,
    nodes: u64,
    signal: &'a Signal,
    /// The work since the last look at the clock.
    work: usize,
    /// The most work there has been between two looks.
    longest: usize,
}

impl<'a> Timer<'a> {
    /// Starts the clock.
    pub(crate) fn start(limits: &Limits, signal: &'a Signal) -> Timer<'a> {
        let share = limits.clock.map(share);
        let sooner = |time: Option<Duration>| [limits.time, time].into_iter().flatten().min();
        let start = Instant::now();
        Timer {
            start,
            counted: (!signal.is_pondering()).then_some(start),
            hard: sooner(share.map(|(_, hard)| hard)),
            soft: sooner(share.map(|(soft, _)| soft)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            signal,
            work: 0,
            longest: 0,
        }
    }

    /// Shares the nodes among so many threads.
    pub(crate) fn share_nodes(&mut self, threads: usize) {
        self.nodes = self.nodes.div_ceil(threads as u64);
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the time that counts: what the opponent's turn took does not.
    fn counted(&mut self) -> Duration {
        if self.counted.is_none() && !self.signal.is_pondering() {
            self.counted = Some(Instant::now());
        }
        self.counted.map_or(Duration::ZERO, |counted| counted.elapsed())
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
        self.signal.is_stopped() || self.hard.is_some_and(|hard| self.is_past(hard))
    }

    /// Returns whether the limits count and so much time is over.
    fn is_past(&mut self, time: Duration) -> bool {
        let counted = self.counted();
        self.counted.is_some() && counted >= time
    }

    /// Returns the most work there has been between two looks at the clock, in turns listed.
    #[cfg(test)]
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// Returns whether another iteration is not worth its start, where the usual time is taken so many times.
    pub(crate) fn is_late(&mut self, times: f32) -> bool {
        let hard = self.hard;
        self.soft
            .is_some_and(|soft| self.is_past(if Some(soft) == hard { soft } else { soft.mul_f32(times) }))
    }
}

/// Returns the shares of a clock after which no iteration begins and after which the search stops.
///
/// These games last for hundreds of turns, so a turn gets a fortieth of what is left and most of the increment; more if
/// there is a new clock before.
fn share(clock: Clock) -> (Duration, Duration) {
    let available = clock.remaining.saturating_sub(RESERVE).max(clock.remaining / 4);
    let turns = clock.turns_to_go.map_or(TURNS, |turns| turns.saturating_add(1).clamp(2, TURNS));
    let target = available / turns + clock.increment * 3 / 4;
    (target.mul_f32(0.6).min(available), (target * 3).min(available / 2 + clock.increment / 2).min(available))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_never_exceeds_the_clock() {
        for remaining in [0, 1, 20, 21, 100, 1_000, 60_000, 10_000_000].map(Duration::from_millis) {
            for increment in [0, 10, 1_000, 100_000].map(Duration::from_millis) {
                for turns_to_go in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = share(Clock { remaining, increment, turns_to_go });
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
        assert!(timer.is_over() && timer.is_late(1.0) && !timer.is_exhausted(0));
        let mut timer = Timer::start(&Limits::nodes(64), &signal);
        assert!(!timer.is_exhausted(64) && timer.is_exhausted(65) && !timer.is_late(1.0) && !timer.is_over());
        signal.stop();
        assert!(timer.is_over());
    }

    #[test]
    fn no_limit_counts_while_pondering() {
        let signal = Signal::new();
        signal.ponder();
        let mut timer = Timer::start(&Limits::time(Duration::ZERO), &signal);
        assert!(!timer.is_over() && !timer.is_late(1.0));
        signal.ponder_hit();
        assert!(timer.is_over() && timer.is_late(1.0));
    }

    #[test]
    fn all_work_brings_the_next_look_nearer() {
        let signal = Signal::new();
        for work in [Work::Node, Work::Played, Work::Listed(1)] {
            let mut timer = Timer::start(&Limits::infinite(), &signal);
            while !timer.spend(work) {}
            assert!(!timer.is_over() && !timer.spend(work));
            assert!((SPAN..SPAN + SPAN / 32).contains(&timer.longest()), "{work:?}");
        }
    }
}
