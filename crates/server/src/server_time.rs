//! The server's own time of day, by which flags fall.
//!
//! It is read once from the wall clock, and advances with the monotonic clock from then on. A step of the wall clock does not move it:
//! a machine that boots without a battery-backed clock, NTP, a suspended or paused machine. It never goes back, not even over a
//! restart, because the store keeps the latest one (`Store::last_alive`). Servers that share a database share it, too.

use std::fmt;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use time::OffsetDateTime;

/// The most by which the wall clock and the monotonic clock may part between two looks, and the longest pause between two looks;
/// beyond it something has stopped or set the machine.
const MAX_CLOCK_STEP: Duration = Duration::from_secs(60);

/// Returns yesterday, today and tomorrow as records write them, by Greenwich time.
pub(crate) fn days() -> [String; 3] {
    let today = OffsetDateTime::now_utc().date();
    [today.previous_day(), Some(today), today.next_day()].map(|day| {
        let day = day.unwrap_or(today);
        format!("{:04}.{:02}.{:02}", day.year(), u8::from(day.month()), day.day())
    })
}

/// The two clocks of a machine.
pub(crate) trait ClockSource: fmt::Debug + Send + Sync {
    /// Returns the time of day, which may be set.
    fn wall(&self) -> SystemTime;

    /// Returns the time since any fixed moment; it never goes back.
    fn monotonic(&self) -> Duration;
}

/// The clocks of this machine.
#[derive(Debug)]
struct MachineClocks {
    begun: Instant,
}

impl ClockSource for MachineClocks {
    fn wall(&self) -> SystemTime {
        SystemTime::now()
    }

    fn monotonic(&self) -> Duration {
        self.begun.elapsed()
    }
}

/// The time of a server.
#[derive(Debug)]
pub(crate) struct ServerTime {
    source: Box<dyn ClockSource>,
    /// The server's time when the monotonic clock stood at zero.
    origin: Mutex<SystemTime>,
}

impl ServerTime {
    /// Returns the time of this machine.
    pub(crate) fn of_machine() -> ServerTime {
        ServerTime::new(Box::new(MachineClocks { begun: Instant::now() }))
    }

    /// Begins with what the wall clock shows.
    pub(crate) fn new(source: Box<dyn ClockSource>) -> ServerTime {
        let origin = source.wall().checked_sub(source.monotonic()).unwrap_or(SystemTime::UNIX_EPOCH);
        ServerTime { source, origin: Mutex::new(origin) }
    }

    /// Returns the time.
    pub(crate) fn now(&self) -> SystemTime {
        *self.origin() + self.source.monotonic()
    }

    /// Returns the time since any fixed moment.
    pub(crate) fn monotonic(&self) -> Duration {
        self.source.monotonic()
    }

    /// Sets the time, where others share it.
    pub(crate) fn set(&self, now: SystemTime) {
        *self.origin() = now.checked_sub(self.source.monotonic()).unwrap_or(SystemTime::UNIX_EPOCH);
    }

    /// Sets the time forward, if it is behind.
    pub(crate) fn catch_up(&self, other: SystemTime) {
        if other > self.now() {
            self.set(other);
        }
    }

    fn origin(&self) -> MutexGuard<'_, SystemTime> {
        self.origin.lock().expect("nothing panics while it sets the time")
    }
}

/// Watches the two clocks of a machine.
#[derive(Debug, Default)]
pub(crate) struct ClockWatch {
    last: Option<(SystemTime, Duration)>,
}

impl ClockWatch {
    /// Compares how far the two clocks have come since the last look. Returns `false` if they have parted by more than
    /// [`MAX_CLOCK_STEP`], or the last look is longer ago than that.
    pub(crate) fn is_steady(&mut self, time: &ServerTime) -> bool {
        let (wall, monotonic) = (time.source.wall(), time.source.monotonic());
        let Some((last_wall, last_monotonic)) = self.last.replace((wall, monotonic)) else { return true };
        let passed = monotonic.saturating_sub(last_monotonic);
        let apart = match wall.duration_since(last_wall) {
            Ok(wall_passed) => wall_passed.abs_diff(passed),
            Err(back) => back.duration() + passed,
        };
        if passed <= MAX_CLOCK_STEP && apart <= MAX_CLOCK_STEP {
            return true;
        }
        log_limited!(
            warn,
            ?apart,
            ?passed,
            "the machine stood still or its clock was set: no flag falls for ten minutes"
        );
        false
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use super::*;

    /// Clocks that a test sets.
    #[derive(Clone, Debug)]
    pub(crate) struct SetClocks(Arc<Mutex<(SystemTime, Duration)>>);

    impl SetClocks {
        pub(crate) fn new(wall: SystemTime) -> SetClocks {
            SetClocks(Arc::new(Mutex::new((wall, Duration::from_secs(77)))))
        }

        pub(crate) fn time(&self) -> ServerTime {
            ServerTime::new(Box::new(self.clone()))
        }

        /// Lets time pass.
        pub(crate) fn pass(&self, time: Duration) {
            let (wall, monotonic) = &mut *self.0.lock().unwrap();
            *wall += time;
            *monotonic += time;
        }

        /// Sets the wall clock, as NTP does, or the system after it was suspended.
        pub(crate) fn set_wall(&self, set: impl FnOnce(SystemTime) -> SystemTime) {
            let wall = &mut self.0.lock().unwrap().0;
            *wall = set(*wall);
        }
    }

    impl ClockSource for SetClocks {
        fn wall(&self) -> SystemTime {
            self.0.lock().unwrap().0
        }

        fn monotonic(&self) -> Duration {
            self.0.lock().unwrap().1
        }
    }

    /// Sets a wall clock.
    type Step = fn(SystemTime) -> SystemTime;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn the_time_of_the_server_passes_steadily() {
        let begun = SystemTime::UNIX_EPOCH + 1000 * HOUR;
        let clocks = SetClocks::new(begun);
        let time = clocks.time();
        clocks.pass(HOUR);
        clocks.set_wall(|wall| wall + 48 * HOUR);
        clocks.pass(HOUR);
        clocks.set_wall(|_| SystemTime::UNIX_EPOCH);
        assert_eq!(time.now(), begun + 2 * HOUR);
        time.catch_up(begun + HOUR);
        assert_eq!(time.now(), begun + 2 * HOUR);
        time.catch_up(begun + 3 * HOUR);
        clocks.pass(HOUR);
        assert_eq!(time.now(), begun + 4 * HOUR);
    }

    #[test]
    fn steps_and_pauses_of_more_than_a_minute_are_noticed_once() {
        let clocks = SetClocks::new(SystemTime::UNIX_EPOCH + 1000 * HOUR);
        let (time, mut watch) = (clocks.time(), ClockWatch::default());
        let second = Duration::from_secs(1);
        assert!(watch.is_steady(&time));
        let steps: [(&str, Step, bool); 5] = [
            ("none", |wall| wall, true),
            ("59 s forward", |wall| wall + Duration::from_secs(59), true),
            ("59 s back", |wall| wall - Duration::from_secs(59), true),
            ("61 s forward", |wall| wall + Duration::from_secs(61), false),
            ("61 s back", |wall| wall - Duration::from_secs(61), false),
        ];
        for (step, set, is_steady) in steps {
            clocks.pass(second);
            clocks.set_wall(set);
            assert_eq!(watch.is_steady(&time), is_steady, "{step}");
            clocks.pass(second);
            assert!(watch.is_steady(&time), "after {step}");
        }
        clocks.pass(Duration::from_secs(61));
        assert!(!watch.is_steady(&time), "a pause");
    }
}
