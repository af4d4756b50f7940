//! The move overhead: the time that a turn takes on its way to the clock.

use std::time::Duration;

/// The least time for a search; with none, the first legal turn would be played.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Returns the rest of a time after the overhead: at least a quarter of it, and at least [`MIN_TIME`].
pub(crate) fn deduct(overhead: Duration, time: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 4).max(MIN_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_time_always_remains() {
        for (time, rest) in [(1000, 980), (20, 5), (4, 1), (1, 1), (0, 1)] {
            let overhead = Duration::from_millis(20);
            assert_eq!(deduct(overhead, Duration::from_millis(time)), Duration::from_millis(rest));
        }
    }
}
