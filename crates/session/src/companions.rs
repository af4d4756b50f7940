//! Companions: pieces placed near a piece in a diagram so that it can show its abilities, enemies to shoot and friends to pass.

use beaufort_rules::language::ast::{
    Ability, Area, ArrivalEffect, Convert, Double, Hop, HopCapture, HopChain, Igui, LongLeap, Mode, Over,
    OverRank, Path, Poison, Power, Pull, Push, Reach, Ride, Swap, Sweep, Travel,
};
use beaufort_rules::vocabulary::Vector;

use crate::view::{Companion, CompanionView};

/// Returns a few pieces near one with an ability: a target for each thing that it can do only to others.
pub(crate) fn companions(ability: &Ability) -> Vec<CompanionView> {
    let mut companions = Companions(Vec::new());
    ability.travels.iter().for_each(|travel| companions.for_travel(travel));
    ability.powers.iter().for_each(|power| companions.for_power(power));
    companions.0
}

struct Companions(Vec<CompanionView>);

impl Companions {
    fn for_travel(&mut self, travel: &Travel) {
        let captures = travel.mode == Mode::Capturing;
        match &travel.path {
            Path::Leap(leap) if captures => self.put_on(&leap.0, Companion::Enemy),
            Path::Ride(ride) if captures => self.put_along(ride, 2, Companion::Enemy),
            Path::Over(Over { ride, .. })
            | Path::OverRank(OverRank { ride, .. })
            | Path::Hop(Hop(ride))
            | Path::HopChain(HopChain(ride)) => {
                self.put_along(ride, 2, Companion::Friend);
                if captures {
                    self.put_along(ride, 3, Companion::Enemy);
                }
            }
            Path::BesideFriend(landing) => self.put_along(&landing.0, 3, Companion::Friend),
            Path::BesideRoyal(_) => self.put(Vector::new(-3, -1), Companion::Royal),
            Path::Circle(_) => self.put(Vector::new(-1, 0), Companion::Royal),
            // The others need no companion.
            _ => {}
        }
    }

    fn for_power(&mut self, power: &Power) {
        match power {
            Power::HopCapture(HopCapture { over }) => self.put_on(&over.vectors(), Companion::Enemy),
            Power::Strike(strike) => self.put_on(&strike.first, Companion::Enemy),
            Power::Igui(Igui { reach: Reach::At(vectors) }) => self.put_on(vectors, Companion::Enemy),
            Power::Igui(Igui { reach: Reach::Seen(ride) }) => self.put_along(ride, 2, Companion::Enemy),
            Power::Sweep(Sweep(ride)) | Power::Pull(Pull(ride)) => self.put_along(ride, 2, Companion::Enemy),
            Power::LongLeap(LongLeap { ride, halfway }) => {
                self.put_along(ride, if *halfway { 1 } else { 2 }, Companion::Enemy);
            }
            Power::Push(Push(ride)) => self.put_along(ride, 1, Companion::Enemy),
            Power::Convert(Convert { at }) | Power::Swap(Swap::Enemies { at, .. }) => {
                self.put_on(at, Companion::Enemy);
            }
            Power::Swap(Swap::At(at)) => self.put_on(at, Companion::Friend),
            Power::Swap(Swap::Friends) => self.put(Vector::new(3, 2), Companion::Friend),
            Power::Shove(shove) => self.put_on(&shove.steps, Companion::Friend),
            Power::Double(Double(ride)) | Power::Poison(Poison::Seen(ride)) => {
                self.put_along(ride, 2, Companion::Friend);
            }
            Power::Immobilize(_) => self.put_on(&Area::Adjacent.vectors(), Companion::Enemy),
            Power::Arrival(arrival) => self.for_arrival(arrival.effect),
            // The others need no companion.
            _ => {}
        }
    }

    /// Most pieces that do something on arrival go like a Queen: one step ahead or aside is an example.
    fn for_arrival(&mut self, effect: ArrivalEffect) {
        match effect {
            ArrivalEffect::Approach
            | ArrivalEffect::ApproachLine
            | ArrivalEffect::Convert
            | ArrivalEffect::Blast
            | ArrivalEffect::Scorch
            | ArrivalEffect::Purge => {
                self.put(Vector::new(0, 2), Companion::Enemy);
            }
            ArrivalEffect::Withdrawal => self.put(Vector::new(0, -1), Companion::Enemy),
            ArrivalEffect::Custodian | ArrivalEffect::Pincer => {
                self.put(Vector::new(2, 0), Companion::Enemy);
                self.put(Vector::new(3, 0), Companion::Friend);
            }
            // Its captures depend on the other piece.
            ArrivalEffect::Imitate => {}
            ArrivalEffect::Coordinate => {
                self.put(Vector::new(-2, 2), Companion::Royal);
                self.put(Vector::new(1, 2), Companion::Enemy);
            }
        }
    }

    /// Puts a piece on a square `steps` steps along a ride, or as near to that as the ride allows.
    fn put_along(&mut self, ride: &Ride, steps: u8, who: Companion) {
        let steps = i8::try_from(steps.clamp(ride.min, ride.max.max(ride.min))).unwrap_or(i8::MAX);
        let squares = ride.vectors.iter().filter_map(|vector| {
            Some(Vector::new(vector.dx.checked_mul(steps)?, vector.dy.checked_mul(steps)?))
        });
        self.put_on(&squares.collect::<Vec<_>>(), who);
    }

    /// Puts a piece on one of some squares, ahead and to the right if that can be, unless one like it is there.
    fn put_on(&mut self, squares: &[Vector], who: Companion) {
        let is_there = |&at: &Vector| self.at(at).is_some_and(|known| known.who == who);
        if squares.iter().any(is_there) {
            return;
        }
        let free = squares.iter().copied().filter(|&at| self.at(at).is_none());
        let best = free.max_by_key(|at| (i16::from(at.dx) + i16::from(at.dy), at.dy));
        best.into_iter().for_each(|at| self.put(at, who));
    }

    fn put(&mut self, at: Vector, who: Companion) {
        if self.at(at).is_none() {
            self.0.push(CompanionView { files: at.dx, ranks: at.dy, who });
        }
    }

    fn at(&self, at: Vector) -> Option<&CompanionView> {
        self.0.iter().find(|known| (known.files, known.ranks) == (at.dx, at.dy))
    }
}
