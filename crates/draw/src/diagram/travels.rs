//! The drawing of travels.

use std::collections::BTreeSet;

use beaufort_rules::language::ast::{AreaMove, Bearing, Bend, ChainLeg, End, Mode, Ride, Travel};
use beaufort_rules::vocabulary::Vector;

use super::outline::{Outline, Stroke};
use super::panel::{MIDDLE, Panel};
use super::radius::{WHOLE_LINE, length};
use super::{Sign, TravelKind};

impl Panel {
    /// Adds travels.
    pub(super) fn add_travels(&mut self, travels: &[Travel]) {
        for travel in travels {
            if let Some(stroke) = Outline::of(&travel.path).stroke {
                self.add_stroke(&stroke, travel.mode);
            }
        }
    }

    fn add_stroke(&mut self, stroke: &Stroke<'_>, mode: Mode) {
        match *stroke {
            Stroke::Leaps(vectors) => vectors.iter().for_each(|&vector| self.leap(vector, mode)),
            Stroke::Lines(ride) => self.add_ride(ride, mode),
            Stroke::Landing(ride, way) => {
                self.has_clear_lines = true;
                self.each_square(ride, |panel, _, at| panel.way(at, way, mode));
            }
            Stroke::Over(ride, way) => self.add_over(ride, way, mode),
            Stroke::Track(squares) => self.add_track(squares.iter().copied(), mode),
            Stroke::Area(area) => self.add_area(area, mode),
            Stroke::Zigzag(vectors) => {
                for (&a, &b) in vectors.iter().flat_map(|a| vectors.iter().map(move |b| (a, b))) {
                    if a.dot(b) == 0 {
                        self.add_zigzag(a, b, mode);
                    }
                }
            }
            Stroke::FromMirror(vectors) => self.powers(vectors, Sign::FromMirror),
            Stroke::Circle => self.add_circle(mode),
            Stroke::Chain(chain) => self.add_chain(&chain.legs, mode),
            Stroke::Circular(circular) => {
                for way in circular.ways() {
                    let squares = way.iter().scan(MIDDLE, |at, &leap| {
                        *at = sum(*at, leap)?;
                        Some(*at)
                    });
                    let squares: Vec<Vector> = squares.collect();
                    let inside = squares.iter().copied().take_while(|&at| self.contains(at)).count();
                    self.add_track(squares.into_iter().take(inside), mode);
                }
            }
            Stroke::OntoFriends(vectors, max) => {
                let ride = Ride { vectors: vectors.to_vec(), min: 1, max };
                self.each_square(&ride, |panel, _, at| {
                    panel.way(at, TravelKind::OntoFriend, Mode::Capturing)
                });
            }
            Stroke::Bend(Bend { first, stop, second, bearing }) => {
                self.add_ride(first, *stop);
                for &vector in &first.vectors {
                    self.add_second_legs(vector, first, second, *bearing, mode);
                }
            }
        }
    }

    fn add_ride(&mut self, ride: &Ride, mode: Mode) {
        for &vector in &ride.vectors {
            self.add_line(MIDDLE, vector, ride, mode);
        }
    }

    fn add_line(&mut self, start: Vector, step: Vector, ride: &Ride, mode: Mode) {
        self.has_clear_lines = true;
        self.walk(start, step, ride.max, |panel, n, at| match (length(step), n) {
            _ if n < ride.min => {}
            (1, _) => panel.slide(at, mode),
            (_, 1) => panel.leap(at, mode),
            (_, _) => panel.way(at, TravelKind::Again, mode),
        });
    }

    fn add_second_legs(&mut self, leg: Vector, first: &Ride, second: &Ride, bearing: Bearing, mode: Mode) {
        for start in steps(leg, first.max).skip(usize::from(first.min.max(1)) - 1) {
            if !self.contains(start) {
                return;
            }
            for &vector in second.vectors.iter().filter(|&&vector| bearing.allows(leg, vector)) {
                self.add_line(start, vector, second, mode);
            }
        }
    }

    /// Adds legs one after the other.
    fn add_chain(&mut self, legs: &[ChainLeg], mode: Mode) {
        // Where the next leg begins, with the direction of the one before.
        let mut starts = BTreeSet::from([(MIDDLE, None::<Vector>)]);
        for (number, leg) in (1..).zip(legs) {
            let mut onward = BTreeSet::new();
            for &(start, before) in &starts {
                for &step in &leg.ride.vectors {
                    if before.is_some_and(|before| !leg.follows(before, step)) {
                        continue;
                    }
                    match leg.end {
                        _ if number == legs.len() => self.add_line(start, step, &leg.ride, mode),
                        End::Stop(stop) => self.add_line(start, step, &leg.ride, stop),
                        End::Through | End::ThroughAnything => {
                            self.has_clear_lines |= leg.end == End::Through;
                            self.walk(start, step, leg.ride.max, |_, _, _| {});
                        }
                        End::Hop(_) => self.walk(start, step, leg.ride.max, |panel, n, at| {
                            if n >= leg.ride.min && at != MIDDLE {
                                panel.power(at, Sign::Hurdle);
                            }
                        }),
                    }
                    let ends = std::iter::successors(sum(start, step), |&at| sum(at, step));
                    let ends = ends.take(leg.ride.max.into()).skip(usize::from(leg.ride.min.max(1)) - 1);
                    onward.extend(ends.take_while(|&at| self.contains(at)).map(|at| (at, Some(step))));
                }
            }
            starts = onward;
        }
    }

    /// Adds a way over pieces, which cannot end on the first square of its line.
    fn add_over(&mut self, ride: &Ride, way: TravelKind, mode: Mode) {
        self.each_square(ride, |panel, n, at| match n {
            1 if length(at) > 1 => panel.power(at, Sign::Hurdle),
            1 => {}
            _ => panel.way(at, way, mode),
        });
    }

    fn add_zigzag(&mut self, a: Vector, b: Vector, mode: Mode) {
        let turns = [a, b].into_iter().cycle();
        let path = turns.clone().scan(MIDDLE, |at, step| {
            *at = sum(*at, step)?;
            Some(*at)
        });
        let inside: Vec<(Vector, Vector)> =
            path.zip(turns).take_while(|&(at, _)| self.contains(at)).collect();
        self.add_track(inside.iter().map(|&(at, _)| at), mode);
        if let [.., (last, step)] = inside[..]
            && length(a) == 1
        {
            self.leave(last, if step == a { b } else { a });
        }
    }

    /// Adds the squares of an area, as far as they are shown.
    fn add_area(&mut self, area: &AreaMove, mode: Mode) {
        self.has_clear_lines = true;
        let (mut reached, mut new) = (vec![MIDDLE], vec![MIDDLE]);
        for _ in 0..area.steps {
            let next = new.iter().flat_map(|&at| area.step.iter().filter_map(move |&step| sum(at, step)));
            new = Vector::sorted(next.filter(|at| self.contains(*at) && !reached.contains(at)));
            reached.extend(&new);
        }
        reached.iter().skip(1).for_each(|&at| self.slide(at, mode));
    }

    /// Adds the way around a royal friend on the square to the left (L25).
    fn add_circle(&mut self, mode: Mode) {
        let royal = Vector::new(-1, 0);
        self.power(royal, Sign::RoyalFriend);
        let ring = [(1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let ring = ring.map(|(dx, dy)| Vector::new(royal.dx + dx, royal.dy + dy));
        self.add_track(ring.into_iter(), mode);
        self.join(ring[ring.len() - 1], MIDDLE);
    }

    /// Adds a crooked path.
    fn add_track(&mut self, squares: impl Iterator<Item = Vector>, mode: Mode) {
        self.has_clear_lines = true;
        let mut before = MIDDLE;
        for at in squares {
            self.join(before, at);
            self.slide(at, mode);
            before = at;
        }
    }

    /// Adds the lines of a ride and calls `visit` with each of their squares and its number, from 1 on.
    pub(super) fn each_square(&mut self, ride: &Ride, mut visit: impl FnMut(&mut Panel, u8, Vector)) {
        for &vector in &ride.vectors {
            self.walk(MIDDLE, vector, ride.max, |panel, n, at| {
                if n >= ride.min {
                    visit(panel, n, at);
                }
            });
        }
    }

    /// Adds a line and calls `visit` with each of its squares and its number, from 1 on.
    fn walk(&mut self, start: Vector, step: Vector, most: u8, mut visit: impl FnMut(&mut Panel, u8, Vector)) {
        let mut before = start;
        for n in 1..=most {
            let Some(at) = sum(before, step).filter(|&at| self.contains(at)) else {
                if length(step) == 1 && most > WHOLE_LINE {
                    self.leave(before, step);
                }
                return;
            };
            self.join(before, at);
            visit(self, n, at);
            before = at;
        }
    }
}

/// Returns the squares of up to `most` steps from the middle.
fn steps(step: Vector, most: u8) -> impl Iterator<Item = Vector> {
    std::iter::successors(Some(step), move |&at| sum(at, step)).take(most.into())
}

/// Returns the sum of two vectors; `None` if it overflows, which a game file may provoke.
pub(super) fn sum(a: Vector, b: Vector) -> Option<Vector> {
    Some(Vector::new(a.dx.checked_add(b.dx)?, a.dy.checked_add(b.dy)?))
}
