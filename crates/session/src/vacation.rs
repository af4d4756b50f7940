//! Vacations in games by mail: a limited number of days in each year of the game on which the clock of a side stands still.

use std::time::Duration;

use beaufort_rules::Side;
use serde::{Deserialize, Serialize};

use crate::view::VacationView;

/// The days on which the clock of a side may stand still in a year of the game.
const VACATION_DAYS: u64 = 28;
/// A day.
pub(crate) const DAY: Duration = Duration::from_secs(86_400);
const YEAR: Duration = Duration::from_secs(365 * 86_400);

/// The vacations of both sides. A vacation is used up only while it is the player's turn: at other times their clock stands still
/// anyway.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Vacations {
    /// The sides that are on vacation.
    on: [bool; 2],
    /// The days left of this year's allowance.
    left: [Duration; 2],
    /// How long the game has gone on this year.
    year: Duration,
}

impl Default for Vacations {
    fn default() -> Vacations {
        Vacations { on: [false; 2], left: [DAY * VACATION_DAYS as u32; 2], year: Duration::ZERO }
    }
}

impl Vacations {
    pub(crate) fn are_untouched(&self) -> bool {
        *self == Vacations::default()
    }

    /// Returns how long the clock of a side stands still before it runs.
    pub(crate) fn pending(&self, side: Side) -> Duration {
        if self.on[side.index()] { self.left[side.index()] } else { Duration::ZERO }
    }

    /// Notes how long it was the turn of a side. A vacation ends when no days are left, and a new year has new days.
    pub(crate) fn pass(&mut self, side: Side, time: Duration) {
        self.leave_pending(side, self.pending(side).saturating_sub(time));
        self.year = self.year.saturating_add(time);
        if self.year >= YEAR {
            *self = Vacations { on: self.on, ..Vacations::default() };
        }
    }

    /// Notes how much is left of the vacation of a side that is on one.
    pub(crate) fn leave_pending(&mut self, side: Side, pending: Duration) {
        let side = side.index();
        if self.on[side] {
            self.left[side] = pending;
            self.on[side] = !pending.is_zero();
        }
    }

    /// Begins or ends the vacation of a side. Returns whether it has days for one.
    pub(crate) fn set(&mut self, side: Side, on: bool) -> bool {
        let side = side.index();
        let has_days = !self.left[side].is_zero();
        self.on[side] = on && has_days;
        has_days || !on
    }

    /// Returns the vacation of a side as it goes over the wire, after `spent` more of the time of its turn.
    pub(crate) fn view(&self, side: Side, spent: Duration) -> VacationView {
        let left = match self.pending(side) {
            pending if pending.is_zero() => self.left[side.index()],
            pending => pending.saturating_sub(spent),
        };
        let is_on = self.on[side.index()] && !left.is_zero();
        VacationView { on: is_on, left: u32::try_from(left.as_millis()).unwrap_or(u32::MAX) }
    }
}
