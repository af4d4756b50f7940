//! The progress of many games.

use std::time::{Duration, Instant};

#[cfg(feature = "plots")]
use beaufort_engine::Signal;

#[cfg(feature = "plots")]
use crate::failure::Failure;
use crate::output::{self, Status};

/// The width of the bar, in columns.
const WIDTH: usize = 30;

/// A progress bar in the terminal; elsewhere, a line at intervals.
#[derive(Debug)]
pub(crate) struct ProgressBar {
    status: Status,
    start: Instant,
    /// The number of games that existed before, and of those that were missing.
    before: usize,
    missing: usize,
    played: usize,
    told: Instant,
    /// The effect of Ctrl-C, in words.
    stopped: &'static str,
}

/// Plays the missing games and stores each as soon as it is finished; a failure to store sets `stop`. `before` is the number of games
/// that existed before.
#[cfg(feature = "plots")]
pub(crate) fn collect<Row>(
    before: usize,
    missing: usize,
    stop: &Signal,
    mut keep: impl FnMut(Row) -> Result<(), Failure>,
    play: impl FnOnce(&mut dyn FnMut(Row)),
) -> Result<(), Failure> {
    let mut trouble = None;
    let mut progress = ProgressBar::new(before, missing, "go on later");
    play(&mut |row| {
        if let Err(failure) = keep(row) {
            trouble.get_or_insert(failure);
            stop.stop();
        }
        progress.advance();
    });
    drop(progress);
    match trouble {
        Some(failure) => Err(failure),
        None if stop.is_stopped() => Err(Failure::Interrupted),
        None => Ok(()),
    }
}

/// The interval of the lines without a terminal.
const INTERVAL: Duration = Duration::from_secs(30);

impl ProgressBar {
    pub(crate) fn new(before: usize, missing: usize, stopped: &'static str) -> ProgressBar {
        let (status, now) = (Status::new(), Instant::now());
        let progress = ProgressBar { status, start: now, before, missing, played: 0, told: now, stopped };
        progress.status.show(&progress.text());
        progress
    }

    /// Counts a game.
    pub(crate) fn advance(&mut self) {
        self.played += 1;
        if self.status.is_shown() {
            self.status.show(&self.text());
        } else if self.told.elapsed() >= INTERVAL || self.played == self.missing {
            self.told = Instant::now();
            output::note(self.text());
        }
    }

    fn text(&self) -> String {
        let (done, all) = (self.before + self.played, self.before + self.missing);
        let filled = WIDTH * done / all.max(1);
        let left = match u32::try_from(self.played) {
            Ok(played @ 1..) if self.played < self.missing => {
                let seconds =
                    (self.start.elapsed() / played).as_secs_f64() * (self.missing - self.played) as f64;
                format!(", {:.0} min left (Ctrl-C: {})", (seconds / 60.0).ceil(), self.stopped)
            }
            _ => String::new(),
        };
        format!("{}{} {done} of {all} games{left}", "█".repeat(filled), "░".repeat(WIDTH - filled))
    }
}
