//! Warnings and errors of the log: one line a minute for each place in the program, however often a stranger causes one. A line
//! tells for how many events it stands.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The least time between two lines of the log from the same place in the program.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The events of one place that are not in the log yet.
#[derive(Debug)]
pub(crate) struct LogLimit(Mutex<Untold>);

#[derive(Debug)]
struct Untold {
    events: u64,
    last_line: Option<Instant>,
}

impl LogLimit {
    pub(crate) const fn new() -> LogLimit {
        LogLimit(Mutex::new(Untold { events: 0, last_line: None }))
    }

    /// Counts an event. Returns the number of events since the last line, this one included, if another line may be written.
    pub(crate) fn note(&self, now: Instant) -> Option<u64> {
        let mut untold = self.0.lock().expect("nothing panics while it counts events");
        untold.events += 1;
        let is_due = untold.last_line.is_none_or(|last| now.saturating_duration_since(last) >= LOG_INTERVAL);
        is_due.then(|| {
            untold.last_line = Some(now);
            std::mem::take(&mut untold.events)
        })
    }
}

/// Writes a line of the level `warn`, `error` or `info` with the number of `events` for which it stands, or counts the event for a later line.
/// The counter is a static, as is what `tracing` knows of each place that writes.
macro_rules! log_limited {
    ($level:ident, $($fields:tt)+) => {{
        static LIMIT: $crate::log_limit::LogLimit = $crate::log_limit::LogLimit::new();
        if let Some(events) = LIMIT.note(std::time::Instant::now()) {
            tracing::$level!(events, $($fields)+);
        }
    }};
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn one_line_a_minute_tells_of_all_events() {
        let limit = LogLimit::new();
        let start = Instant::now();
        let lines = |from: Duration, events: u32| -> Vec<u64> {
            let times = (0..events).map(|event| start + from + Duration::from_micros(event.into()));
            times.filter_map(|now| limit.note(now)).collect()
        };
        assert_eq!(lines(Duration::ZERO, 1000), [1]);
        assert_eq!(lines(LOG_INTERVAL / 2, 1000), [0; 0]);
        assert_eq!(lines(LOG_INTERVAL, 1000), [2000]);
        assert_eq!(lines(3 * LOG_INTERVAL, 1), [1000]);
    }

    /// Strangers cause most of what goes wrong, often indirectly. So no warning and no error is written past the limit.
    #[test]
    fn every_warning_and_every_error_is_limited() {
        let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.file_name() != Path::new(file!()).file_name() {
                    let text = fs::read_to_string(&path).unwrap();
                    if ["warn!(", "error!("].iter().any(|name| text.contains(&format!("tracing::{name}"))) {
                        found.push(path);
                    }
                }
            }
        }
        assert!(found.is_empty(), "use `log_limited!` in {found:?}");
    }
}
