//! The time control.

use std::time::Duration;

use beaufort_engine::{Clock, Limits};

use crate::overhead::deduct;

/// The time for a turn without a time control.
const DEFAULT_TURN_TIME: Duration = Duration::from_secs(2);

/// The time control and the engine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CecpTimeControl {
    rate: Option<TimeControlKind>,
    /// The time on the clock.
    remaining: Option<Duration>,
    depth: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum TimeControlKind {
    /// A fixed time for each turn.
    Turn(Duration),
    /// A clock.
    Clock {
        /// The turns of a period; 0: the whole game.
        turns: u32,
        /// The number of turns of the engine before the period began.
        since: u32,
        base: Duration,
        increment: Duration,
    },
}

impl CecpTimeControl {
    /// Sets a clock with a period that begins after `since` turns of the engine.
    pub(super) fn set_level(&mut self, turns: u32, base: Duration, increment: Duration, since: u32) {
        self.rate = Some(TimeControlKind::Clock { turns, since, base, increment });
        self.remaining = None;
    }

    /// Sets the time for each turn.
    pub(super) fn set_turn(&mut self, time: Duration) {
        self.rate = Some(TimeControlKind::Turn(time));
    }

    /// Sets the depth limit, at least 1, in addition to the time; `None` removes it.
    pub(super) fn set_depth(&mut self, depth: Option<u32>) {
        self.depth = depth.map(|depth| depth.max(1));
    }

    /// Sets the time on the clock.
    pub(super) fn set_remaining(&mut self, time: Duration) {
        self.remaining = Some(time);
    }

    /// Returns the limits for a turn of the engine, which has played `played` turns, with the move overhead deducted.
    pub(super) fn limits(&self, played: u32, overhead: Duration) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::infinite() };
        match self.rate {
            None if self.remaining.is_none() => {
                limits.time = self.depth.is_none().then_some(DEFAULT_TURN_TIME)
            }
            Some(TimeControlKind::Turn(time)) => limits.time = Some(deduct(overhead, time)),
            rate => {
                let (turns, since, base, increment) = match rate {
                    Some(TimeControlKind::Clock { turns, since, base, increment }) => {
                        (turns, since, base, increment)
                    }
                    _ => (0, 0, Duration::ZERO, Duration::ZERO),
                };
                let of_period = played.saturating_sub(since).checked_rem(turns);
                limits.clock = Some(Clock {
                    remaining: deduct(overhead, self.remaining.unwrap_or(base)),
                    increment,
                    turns_to_go: of_period.map(|done| turns - done),
                });
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_counted() {
        let mut control = CecpTimeControl::default();
        let turns = |control: &CecpTimeControl, played| {
            control.limits(played, Duration::ZERO).clock.unwrap().turns_to_go
        };
        control.set_level(40, Duration::from_secs(300), Duration::ZERO, 0);
        assert_eq!(
            [0, 1, 39, 40].map(|played| turns(&control, played)),
            [Some(40), Some(39), Some(1), Some(40)]
        );
        control.set_level(20, Duration::from_secs(300), Duration::ZERO, 40);
        assert_eq!(turns(&control, 41), Some(19));
        control.set_level(0, Duration::from_secs(300), Duration::ZERO, 0);
        assert_eq!(turns(&control, 41), None);
    }

    #[test]
    fn what_is_said_last_counts() {
        let mut control = CecpTimeControl::default();
        let second = Duration::from_secs(1);
        assert_eq!(control.limits(0, second), Limits::time(DEFAULT_TURN_TIME));
        control.set_depth(Some(3));
        assert_eq!(control.limits(0, second), Limits::depth(3));
        control.set_turn(5 * second);
        assert_eq!(control.limits(0, second), Limits { time: Some(4 * second), ..Limits::depth(3) });
        control.set_level(0, 60 * second, second, 0);
        control.set_depth(None);
        assert_eq!(control.limits(0, second), Limits::clock(59 * second, second));
        control.set_remaining(2 * second);
        assert_eq!(control.limits(0, second), Limits::clock(second, second));
    }

    #[test]
    fn some_time_and_depth_always_remain() {
        let mut control = CecpTimeControl::default();
        let (time, rest) = (Duration::from_millis(20), Duration::from_millis(5));
        control.set_depth(Some(0));
        assert_eq!(control.limits(0, time), Limits::depth(1));
        control.set_turn(time);
        assert_eq!(control.limits(0, time), Limits { time: Some(rest), ..Limits::depth(1) });
        control.set_level(0, time, Duration::ZERO, 0);
        control.set_depth(None);
        assert_eq!(control.limits(0, time), Limits::clock(rest, Duration::ZERO));
    }
}
