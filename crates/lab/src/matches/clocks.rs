//! The players' time in a game.

use std::time::Duration;

use beaufort_engine::Clock;
use beaufort_rules::Side;

use crate::players::TimeControl;

/// The clocks of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    time_controls: [TimeControl; 2],
    remaining: [Duration; 2],
    /// By how much a turn may take longer than the player has, for the sake of a busy machine.
    tolerance: Duration,
}

impl Clocks {
    /// Returns the clocks at the beginning of a game, the first side's first.
    pub(super) fn new(time_controls: [TimeControl; 2], tolerance: Duration) -> Clocks {
        let remaining = time_controls.map(|pace| match pace {
            TimeControl::Clock { base, .. } => base,
            TimeControl::Unlimited | TimeControl::PerTurn(_) => Duration::ZERO,
        });
        Clocks { time_controls, remaining, tolerance }
    }

    /// Returns the clocks as the players see them.
    pub(super) fn shown(&self) -> [Option<Clock>; 2] {
        [0, 1].map(|side| match self.time_controls[side] {
            TimeControl::Clock { increment, .. } => {
                Some(Clock { remaining: self.remaining[side], increment, turns_to_go: None })
            }
            TimeControl::Unlimited | TimeControl::PerTurn(_) => None,
        })
    }

    /// Notes how long a turn took, and returns whether that was in time.
    pub(super) fn press(&mut self, side: Side, time: Duration) -> bool {
        let remaining = &mut self.remaining[side.index()];
        match self.time_controls[side.index()] {
            TimeControl::Unlimited => true,
            TimeControl::PerTurn(most) => time <= most + self.tolerance,
            TimeControl::Clock { increment, .. } => {
                let in_time = time <= *remaining + self.tolerance;
                *remaining = remaining.saturating_sub(time) + increment;
                in_time
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let pace = TimeControl::Clock { base: ms(1_000), increment: ms(100) };
        let mut clocks = Clocks::new([pace, TimeControl::PerTurn(ms(50))], ms(10));
        assert!(clocks.press(Side::First, ms(600)));
        assert_eq!(clocks.shown()[0].map(|clock| clock.remaining), Some(ms(500)));
        assert!(clocks.press(Side::First, ms(510)), "within the tolerance");
        assert_eq!(clocks.shown()[0].map(|clock| clock.remaining), Some(ms(100)));
        assert!(!clocks.press(Side::First, ms(111)));
        assert!(clocks.press(Side::Second, ms(60)) && !clocks.press(Side::Second, ms(61)));
        assert_eq!(clocks.shown()[1], None);
    }
}
