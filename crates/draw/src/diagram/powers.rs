//! How powers are drawn; what belongs to no square becomes a note.

use beaufort_rules::language::ast::{Area, Bearing, Power, Reach, Ride};
use beaufort_rules::vocabulary::Vector;

use super::Sign;
use super::panel::{MIDDLE, Panel};
use super::travels::sum;

impl Panel {
    /// Draws powers.
    pub(super) fn add_powers(&mut self, powers: &[Power]) {
        let mut relays = 0;
        for power in powers {
            relays += u8::from(matches!(power, Power::Relay { .. }));
            self.add_power(power, relays);
        }
    }

    /// Draws a power; `relay` is its number among the relays.
    fn add_power(&mut self, power: &Power, relay: u8) {
        match power {
            Power::HopCapture { over } => self.add_hops(*over),
            Power::Strike { first, second, bearing } => self.add_strike(first, second, *bearing),
            Power::Pass => self.power(MIDDLE, Sign::Pass),
            Power::Igui { reach } => self.add_reach(reach, Sign::Igui, Sign::IguiSeen),
            Power::Sweep(ride) => self.add_seen(ride, Sign::Sweep),
            Power::LongLeap(ride) | Power::HalfwayLeap(ride) => self.each_square(ride, |panel, n, at| {
                if n > 1 {
                    panel.power(at, Sign::LongLeap);
                }
            }),
            Power::Convert { at } => self.add_all(at, Sign::Convert),
            Power::Swap { at } => self.add_all(at, Sign::Swap),
            Power::SwapEnemies { at, .. } => self.add_all(at, Sign::SwapEnemy),
            Power::Twofold(leaps) => self.add_all(leaps, Sign::FromMirror),
            Power::Pull(ride) => self.add_seen(ride, Sign::Pull),
            Power::Push(ride) => self.add_seen(ride, Sign::Push),
            Power::Shove { steps, off_board } => self.add_all(steps, Sign::Shove { off_board: *off_board }),
            Power::Birth { at } => self.add_all(at, Sign::Birth),
            Power::Explode => self.add_all(&Area::Adjacent.vectors(), Sign::Blast),
            Power::Relay { reach, .. } => {
                self.add_reach(reach, Sign::Borrower(relay), Sign::BorrowerSeen(relay));
            }
            Power::Double(ride) => self.add_seen(ride, Sign::Double),
            Power::PoisonSeen(ride) => self.add_seen(ride, Sign::Poison),
            Power::IguiInPassing { .. }
            | Power::Flip
            | Power::Bewitch
            | Power::Helpless
            | Power::Armoured
            | Power::Piercing
            | Power::Royal
            | Power::Arrival { .. }
            | Power::Kamikaze
            | Power::SwapFriends
            | Power::RoyalRelay
            | Power::Immobilize
            | Power::Unstoppable
            | Power::Poison
            | Power::Burn
            | Power::EnPassant
            | Power::Shielded => {}
        }
    }

    fn add_hops(&mut self, over: Area) {
        for vector in over.vectors() {
            self.power(vector, Sign::HopOver);
            self.power(vector * 2, Sign::HopTo);
        }
    }

    fn add_strike(&mut self, first: &[Vector], second: &[Vector], bearing: Bearing) {
        for &leap in first {
            self.power(leap, Sign::StrikeOver);
            let next = second.iter().filter(|&&next| bearing.allows(leap, next));
            for end in next.filter_map(|&next| sum(leap, next)) {
                self.power(end, Sign::StrikeTo(bearing));
            }
        }
    }

    fn add_reach(&mut self, reach: &Reach, at: Sign, seen: Sign) {
        match reach {
            Reach::At(vectors) => self.add_all(vectors, at),
            Reach::Seen(ride) => self.add_seen(ride, seen),
        }
    }

    pub(super) fn add_all(&mut self, vectors: &[Vector], sign: Sign) {
        vectors.iter().for_each(|&vector| self.power(vector, sign));
    }

    /// Puts a sign on the squares where the first piece of each line may stand.
    fn add_seen(&mut self, ride: &Ride, sign: Sign) {
        self.each_square(ride, |panel, _, at| panel.power(at, sign));
    }
}
