//! The squares around a piece and what it can do there.

use std::collections::{BTreeMap, BTreeSet};

use beaufort_rules::geometry::Vector;
use beaufort_rules::language::ast::{Ability, Area, Bearing, Mode, Path, Power, Reach, Ride, Travel};

use super::Sign;

/// The widest radius; the boards have at most 26 files.
const MAX_RADIUS: i8 = 25;
/// The radius at which an unlimited line is cut off.
const LINE_RADIUS: i8 = 3;
/// The longest limited line that is shown whole.
const WHOLE_LINE: u8 = 6;

/// The squares around a piece and what it can do there.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The sign in the middle.
    pub(crate) middle: Sign,
    /// The number of squares from the middle to an edge.
    pub(crate) radius: i8,
    cells: BTreeMap<Vector, Cell>,
    lines: BTreeSet<(Vector, Vector)>,
    arrows: BTreeSet<(Vector, Vector)>,
}

/// What can be done on a square.
#[derive(Clone, Debug, Default)]
struct Cell {
    moves: bool,
    captures: bool,
    /// Reached by a leap.
    leap: bool,
    /// Reached along a line.
    line: bool,
    /// Reached by the second or a later leap of a row.
    again: bool,
    powers: BTreeSet<Sign>,
}

/// How a travel ends on a square.
#[derive(Clone, Copy, Debug)]
enum Arrival {
    Leap,
    Line,
    Again,
}

impl Panel {
    /// Returns the panel of a whole ability.
    pub(crate) fn own(ability: &Ability) -> Panel {
        let travels = ability.travels.iter().map(travel_radius);
        let powers = ability.powers.iter().map(power_radius);
        let radius = travels.chain(powers).max().unwrap_or(0).clamp(2, MAX_RADIUS);
        Panel::own_within(ability, radius)
    }

    /// Returns the panel of a whole ability, cut off at a radius.
    pub(crate) fn own_within(ability: &Ability, radius: i8) -> Panel {
        let mut panel = Panel::empty(Sign::Piece, radius);
        for travel in &ability.travels {
            panel.add_travel(travel);
        }
        let mut relays = 0;
        for power in &ability.powers {
            match power {
                Power::Royal => {}
                Power::HopCapture { over } => panel.add_hops(*over),
                Power::Igui { reach } => panel.add_reach(reach, Sign::Igui, Sign::IguiSeen),
                Power::Relay { reach, .. } => {
                    relays += 1;
                    panel.add_reach(reach, Sign::Borrower(relays), Sign::BorrowerSeen(relays));
                }
            }
        }
        panel
    }

    /// Returns the panel of lent travels; the middle carries the relay's number.
    pub(crate) fn lent(lends: &[Travel], number: u8) -> Panel {
        let radius = lends.iter().map(travel_radius).max().unwrap_or(0).clamp(2, MAX_RADIUS);
        let mut panel = Panel::empty(Sign::Borrower(number), radius);
        for travel in lends {
            panel.add_travel(travel);
        }
        panel
    }

    /// Returns the panel as the player on the other side sees it.
    pub(crate) fn turned(self) -> Panel {
        Panel {
            middle: self.middle,
            radius: self.radius,
            cells: self.cells.into_iter().map(|(at, cell)| (-at, cell)).collect(),
            lines: self.lines.into_iter().map(|(a, b)| (-b, -a)).collect(),
            arrows: self.arrows.into_iter().map(|(at, direction)| (-at, -direction)).collect(),
        }
    }

    fn empty(middle: Sign, radius: i8) -> Panel {
        Panel { middle, radius, cells: BTreeMap::new(), lines: BTreeSet::new(), arrows: BTreeSet::new() }
    }

    /// Returns every square of the panel, row by row from the top.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Vector> + use<> {
        let radius = self.radius;
        (-radius..=radius).rev().flat_map(move |dy| (-radius..=radius).map(move |dx| Vector::new(dx, dy)))
    }

    /// Returns the sign of how a square is reached, if it is.
    pub(crate) fn arrival(&self, at: Vector) -> Option<Sign> {
        let cell = self.cells.get(&at)?;
        let mode = match (cell.moves, cell.captures) {
            (false, false) => return None,
            (true, true) => Mode::Both,
            (true, false) => Mode::Moving,
            (false, true) => Mode::Capturing,
        };
        Some(Sign::of_mode(mode, cell.again && !cell.leap && !cell.line))
    }

    /// Returns the further signs of a square.
    pub(crate) fn extras(&self, at: Vector) -> Vec<Sign> {
        let Some(cell) = self.cells.get(&at) else { return Vec::new() };
        // A square next to the piece has nothing in the way.
        let far = at.dx.abs().max(at.dy.abs()) > 1;
        let also_leap = (cell.leap && cell.line && far).then_some(Sign::AlsoLeap);
        also_leap.into_iter().chain(cell.powers.iter().copied()).collect()
    }

    /// Returns the pairs of neighbouring squares that a line joins.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        self.lines.iter().copied()
    }

    /// Returns the squares where a line leaves the panel, with its direction.
    pub(crate) fn arrows(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        self.arrows.iter().copied()
    }

    /// Returns the squares that a line joins to a square.
    pub(crate) fn joined(&self, at: Vector) -> impl Iterator<Item = Vector> + '_ {
        self.lines().filter_map(move |(a, b)| if a == at { Some(b) } else { (b == at).then_some(a) })
    }

    /// Returns whether a line leaves the panel from a square.
    pub(crate) fn has_arrow(&self, at: Vector) -> bool {
        self.arrows().any(|(from, _)| from == at)
    }

    /// Returns the signs used in the panel.
    pub(super) fn signs(&self) -> BTreeSet<Sign> {
        let mut signs: BTreeSet<Sign> = self.squares().flat_map(|at| self.extras(at)).collect();
        signs.extend(self.squares().filter_map(|at| self.arrival(at)));
        signs.extend((self.middle == Sign::Piece).then_some(Sign::Piece));
        signs.extend((!self.lines.is_empty()).then_some(Sign::Line));
        signs.extend((!self.arrows.is_empty()).then_some(Sign::Arrow));
        // What is repeated is explained by the sign of the first leap.
        for (again, first) in [
            (Sign::BothAgain, Sign::Both),
            (Sign::MovesAgain, Sign::Moves),
            (Sign::CapturesAgain, Sign::Captures),
        ] {
            signs.extend(signs.contains(&again).then_some(first));
        }
        signs
    }

    fn contains(&self, at: Vector) -> bool {
        at.dx.abs() <= self.radius && at.dy.abs() <= self.radius
    }

    fn add_travel(&mut self, travel: &Travel) {
        match &travel.path {
            Path::Leap(vectors) => {
                for &vector in vectors {
                    self.reach(vector, travel.mode, Arrival::Leap);
                }
            }
            Path::Ride(ride) => {
                for &vector in &ride.vectors {
                    self.add_ride(Vector::new(0, 0), vector, ride, travel.mode);
                }
            }
            Path::Bend { first, stop, second, bearing } => {
                for &vector in &first.vectors {
                    self.add_ride(Vector::new(0, 0), vector, first, *stop);
                    self.add_second_legs(vector, first, second, *bearing, travel.mode);
                }
            }
        }
    }

    fn add_second_legs(&mut self, leg: Vector, first: &Ride, second: &Ride, bearing: Bearing, mode: Mode) {
        let Bearing::Outwards = bearing;
        for start in steps(leg, first.max).skip(usize::from(first.min.max(1)) - 1) {
            if !self.contains(start) {
                return;
            }
            for &vector in second.vectors.iter().filter(|vector| vector.dot(leg) > 0) {
                self.add_ride(start, vector, second, mode);
            }
        }
    }

    fn add_ride(&mut self, start: Vector, step: Vector, ride: &Ride, mode: Mode) {
        self.walk(start, step, ride.max, |panel, n, at| {
            if n >= ride.min {
                let arrival = match (is_king_step(step), n) {
                    (true, _) => Arrival::Line,
                    (false, 1) => Arrival::Leap,
                    (false, _) => Arrival::Again,
                };
                panel.reach(at, mode, arrival);
            }
        });
    }

    /// Draws a line and calls `visit` with each of its squares and their numbers from 1 on.
    fn walk(&mut self, start: Vector, step: Vector, most: u8, mut visit: impl FnMut(&mut Panel, u8, Vector)) {
        let mut before = start;
        for n in 1..=most {
            let Some(at) = sum(before, step).filter(|&at| self.contains(at)) else {
                if is_king_step(step) && most > WHOLE_LINE {
                    self.arrows.insert((before, step));
                }
                return;
            };
            if is_king_step(step) {
                self.lines.insert((before.min(at), before.max(at)));
            }
            visit(self, n, at);
            before = at;
        }
    }

    fn add_hops(&mut self, over: Area) {
        for vector in over.vectors() {
            self.power(vector, Sign::HopOver);
            self.power(vector * 2, Sign::HopTo);
        }
    }

    fn add_reach(&mut self, reach: &Reach, at: Sign, seen: Sign) {
        match reach {
            Reach::At(vectors) => vectors.iter().for_each(|&vector| self.power(vector, at)),
            Reach::Seen(ride) => {
                for &vector in &ride.vectors {
                    self.walk(Vector::new(0, 0), vector, ride.max, |panel, n, square| {
                        if n >= ride.min {
                            panel.power(square, seen);
                        }
                    });
                }
            }
        }
    }

    fn reach(&mut self, at: Vector, mode: Mode, arrival: Arrival) {
        if !self.contains(at) {
            return;
        }
        let cell = self.cells.entry(at).or_default();
        cell.moves |= mode != Mode::Capturing;
        cell.captures |= mode != Mode::Moving;
        match arrival {
            Arrival::Leap => cell.leap = true,
            Arrival::Line => cell.line = true,
            Arrival::Again => cell.again = true,
        }
    }

    fn power(&mut self, at: Vector, sign: Sign) {
        if self.contains(at) {
            self.cells.entry(at).or_default().powers.insert(sign);
        }
    }
}

/// Returns the squares of up to `most` steps from the middle.
fn steps(step: Vector, most: u8) -> impl Iterator<Item = Vector> {
    std::iter::successors(Some(step), move |&at| sum(at, step)).take(most.into())
}

/// Returns the sum of two vectors, unless a game file has driven it out of bounds.
fn sum(a: Vector, b: Vector) -> Option<Vector> {
    Some(Vector::new(a.dx.checked_add(b.dx)?, a.dy.checked_add(b.dy)?))
}

fn is_king_step(step: Vector) -> bool {
    length(step) == 1
}

fn length(vector: Vector) -> i8 {
    vector.dx.saturating_abs().max(vector.dy.saturating_abs())
}

fn travel_radius(travel: &Travel) -> i8 {
    match &travel.path {
        Path::Leap(vectors) => vectors.iter().map(|&vector| length(vector)).max().unwrap_or(0),
        Path::Ride(ride) => ride_radius(ride),
        Path::Bend { first, second, .. } => {
            let (first, second) = (ride_radius(first), ride_radius(second));
            first.saturating_add(second).min(LINE_RADIUS.max(first.saturating_add(1)))
        }
    }
}

fn power_radius(power: &Power) -> i8 {
    match power {
        Power::Royal => 0,
        Power::HopCapture { .. } => 2,
        Power::Igui { reach } | Power::Relay { reach, .. } => match reach {
            Reach::At(vectors) => vectors.iter().map(|&vector| length(vector)).max().unwrap_or(0),
            Reach::Seen(ride) => ride_radius(ride),
        },
    }
}

fn ride_radius(ride: &Ride) -> i8 {
    let step = ride.vectors.iter().map(|&vector| length(vector)).max().unwrap_or(0);
    match (step, ride.max) {
        (1, most @ 0..=WHOLE_LINE) => most as i8,
        (1, _) => LINE_RADIUS.max(ride.min.min(WHOLE_LINE) as i8 + 1),
        // A rider: its first two leaps.
        (_, most) => step.saturating_mul(most.min(2) as i8),
    }
}
