//! The players' clock. It never reads the system's clock: the caller passes the time.

use std::time::Duration;

use beaufort_engine as engine;
use beaufort_rules::Side;
use serde::{Deserialize, Serialize};

use crate::vacation::{DAY, Vacations};
use crate::view::{ClockRule, ClockView, side_index};

/// The longest time of a clock, in milliseconds: a day. An increment beyond it is lost.
pub(crate) const MAX_CLOCK_MS: u32 = 86_400_000;
/// The days for a turn that there are in a correspondence game.
pub(crate) const DAYS_PER_TURN: [u8; 6] = [1, 2, 3, 5, 7, 14];

/// A clock with a time for each side. Moments are durations since any fixed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    rule: ClockRule,
    left: [Duration; 2],
    /// The side whose time runs, and since when; a clock that was saved stands still.
    #[serde(skip)]
    running: Option<(Side, Duration)>,
    /// In a game by mail.
    #[serde(default, skip_serializing_if = "Vacations::are_untouched")]
    vacations: Vacations,
}

impl Clock {
    pub(crate) fn new(rule: ClockRule) -> Clock {
        let time = match rule {
            ClockRule::Fischer { initial, .. } => Duration::from_millis(initial.into()),
            ClockRule::PerTurn { time } => Duration::from_millis(time.into()),
            ClockRule::Days { days } => DAY * days.into(),
        };
        Clock { rule, left: [time; 2], running: None, vacations: Vacations::default() }
    }

    /// Returns how the time is limited.
    pub(crate) fn rule(&self) -> ClockRule {
        self.rule
    }

    /// Returns whether the game is one by mail.
    pub(crate) fn is_by_mail(&self) -> bool {
        matches!(self.rule, ClockRule::Days { .. })
    }

    /// Returns what a side has left.
    pub(crate) fn left(&self, side: Side, now: Duration) -> Duration {
        let run = self.turn_time(side, now).saturating_sub(self.vacations.pending(side));
        self.left[side.index()].saturating_sub(run)
    }

    /// Returns for how long it has been the turn of a side since its time was noted.
    fn turn_time(&self, side: Side, now: Duration) -> Duration {
        match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => Duration::ZERO,
        }
    }

    /// Lets a side's time run, and no other's.
    pub(crate) fn run(&mut self, side: Side, now: Duration) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// Lets a side's time run as if it had never stood still: it is up at `deadline`, the rest of a vacation included.
    pub(crate) fn run_until(&mut self, side: Side, deadline: Duration, now: Duration) {
        let left = deadline.saturating_sub(now);
        let own = left.min(self.left[side.index()]);
        let pending = left.saturating_sub(own).min(self.vacations.pending(side));
        self.vacations.leave_pending(side, pending);
        self.left[side.index()] = left.saturating_sub(pending);
        self.running = Some((side, now));
    }

    /// Stops the clock.
    pub(crate) fn stop(&mut self, now: Duration) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            if self.is_by_mail() {
                self.vacations.pass(side, self.turn_time(side, now));
            }
            self.running = None;
        }
    }

    /// Begins or ends the vacation of a side. Returns whether it has days for one.
    pub(crate) fn set_vacation(&mut self, side: Side, on: bool, now: Duration) -> bool {
        let running = self.running_side();
        self.stop(now);
        let is_set = self.vacations.set(side, on);
        running.into_iter().for_each(|side| self.run(side, now));
        is_set
    }

    /// Notes that a side has played a turn.
    pub(crate) fn played(&mut self, side: Side, now: Duration) {
        self.stop(now);
        let left = &mut self.left[side.index()];
        match self.rule {
            ClockRule::Fischer { increment, .. } => {
                let most = Duration::from_millis(MAX_CLOCK_MS.into());
                *left = left.saturating_add(Duration::from_millis(increment.into())).min(most);
            }
            ClockRule::PerTurn { time } => *left = Duration::from_millis(time.into()),
            ClockRule::Days { days } => *left = DAY * days.into(),
        }
    }

    /// Notes that turns have been taken back: where each turn has its time, the next one of either side has all of it.
    pub(crate) fn taken_back(&mut self, now: Duration) {
        self.stop(now);
        if !matches!(self.rule, ClockRule::Fischer { .. }) {
            self.left = Clock::new(self.rule).left;
        }
    }

    /// Returns the side whose time runs.
    pub(crate) fn running_side(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Returns the side whose time is up.
    pub(crate) fn flagged(&self, now: Duration) -> Option<Side> {
        self.running_side().filter(|&side| self.left(side, now).is_zero())
    }

    /// Returns when the time of the running side is up.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        let (side, since) = self.running?;
        since.checked_add(self.left[side.index()])?.checked_add(self.vacations.pending(side))
    }

    /// Returns the limits of a search for a side that would take the time `wanted` without a clock.
    pub(crate) fn limits(
        &self,
        side: Side,
        wanted: Duration,
        now: Duration,
    ) -> (Duration, Option<engine::Clock>) {
        let remaining = self.left(side, now);
        match self.rule {
            ClockRule::Fischer { increment, .. } => {
                let increment = Duration::from_millis(increment.into());
                (wanted, Some(engine::Clock { remaining, increment, turns_to_go: None }))
            }
            ClockRule::PerTurn { .. } | ClockRule::Days { .. } => {
                (wanted.min(remaining - remaining / 5), None)
            }
        }
    }

    /// Returns the clock as it goes over the wire.
    pub(crate) fn view(&self, now: Duration) -> ClockView {
        let left = Side::BOTH.map(|side| u32::try_from(self.left(side, now).as_millis()).unwrap_or(u32::MAX));
        let vacations = Side::BOTH.map(|side| self.vacations.view(side, self.turn_time(side, now)));
        ClockView {
            rule: self.rule,
            left,
            running: self.running_side().map(side_index),
            vacations: self.is_by_mail().then_some(vacations),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_fischer_clock_runs_for_one_side_and_adds() {
        let mut clock = Clock::new(ClockRule::Fischer { initial: 10_000, increment: 2_000 });
        clock.run(Side::First, seconds(100));
        assert_eq!(clock.left(Side::First, seconds(103)), seconds(7));
        assert_eq!(clock.deadline(), Some(seconds(110)));
        clock.played(Side::First, seconds(103));
        clock.run(Side::Second, seconds(103));
        assert_eq!(clock.left(Side::First, seconds(109)), seconds(9));
        assert_eq!(clock.flagged(seconds(112)), None);
        assert_eq!(clock.flagged(seconds(113)), Some(Side::Second));
    }

    #[test]
    fn a_clock_runs_on_until_the_flag_falls() {
        let mut clock = Clock::new(ClockRule::PerTurn { time: 60_000 });
        clock.run_until(Side::Second, seconds(25), seconds(5));
        assert_eq!(clock.left(Side::First, seconds(15)), seconds(60));
        assert_eq!(clock.left(Side::Second, seconds(15)), seconds(10));
        assert_eq!(clock.deadline(), Some(seconds(25)));
        // A flag that has fallen meanwhile falls at once.
        clock.run_until(Side::Second, seconds(4), seconds(5));
        assert_eq!(clock.flagged(seconds(5)), Some(Side::Second));
    }

    #[test]
    fn a_clock_holds_a_day_at_most() {
        let day = 86_400_000;
        let mut clock = Clock::new(ClockRule::Fischer { initial: day, increment: day });
        for _ in 0..100 {
            clock.played(Side::First, seconds(0));
        }
        assert_eq!(clock.view(seconds(0)).left, [day, day]);
        let saved = serde_json::to_string(&clock).unwrap().replace("86400,", "18446744073709551615,");
        let mut clock: Clock = serde_json::from_str(&saved).unwrap();
        clock.run(Side::First, seconds(1));
        assert_eq!(clock.view(seconds(1)).left[0], u32::MAX);
        assert_eq!(clock.deadline(), None);
        clock.played(Side::First, seconds(2));
        assert_eq!(clock.view(seconds(2)).left, [day, u32::MAX]);

        let saved = serde_json::to_string(&Clock::new(ClockRule::PerTurn { time: 60_000 })).unwrap();
        let endless: Clock = serde_json::from_str(&saved.replace("60,", "18446744073709551615,")).unwrap();
        assert_eq!(endless.limits(Side::First, seconds(5), seconds(0)), (seconds(5), None));
    }

    #[test]
    fn a_turn_by_mail_has_its_days() {
        let days = |days: u64| seconds(days * 86_400);
        let mut clock = Clock::new(ClockRule::Days { days: 14 });
        clock.run(Side::First, seconds(0));
        assert_eq!(clock.view(days(13)).left, [86_400_000, 14 * 86_400_000]);
        clock.played(Side::First, days(13));
        clock.run(Side::Second, days(13));
        assert_eq!(clock.left(Side::First, days(20)), days(14));
        assert_eq!(clock.flagged(days(27)), Some(Side::Second));
    }

    #[test]
    fn a_time_for_each_turn_begins_anew() {
        let mut clock = Clock::new(ClockRule::PerTurn { time: 5_000 });
        clock.run(Side::Second, seconds(0));
        clock.played(Side::Second, seconds(4));
        assert_eq!(clock.left(Side::Second, seconds(99)), seconds(5));
        assert_eq!(clock.deadline(), None);
    }
}
