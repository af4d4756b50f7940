//! The radius of a panel.

use beaufort_rules::language::ast::{Bearing, Bend, Chain, Circular, Ride, Travel};
use beaufort_rules::vocabulary::Vector;

use super::outline::{Outline, Stroke};

/// The greatest radius, in squares; boards have at most 26 files.
pub(super) const MAX_RADIUS: i8 = 25;
/// The radius at which an unlimited line is cut off, in squares.
const LINE_RADIUS: i8 = 3;
/// The greatest length of a limited line that is shown completely, in squares.
pub(super) const WHOLE_LINE: u8 = 6;

/// Returns the radius of a panel of travels.
pub(super) fn of_travels(travels: &[Travel]) -> i8 {
    let strokes = travels.iter().filter_map(|travel| Outline::of(&travel.path).stroke);
    strokes.map(|stroke| of_stroke(&stroke)).max().unwrap_or(0).clamp(2, MAX_RADIUS)
}

/// Returns the length of a vector in King's steps.
pub(super) fn length(vector: Vector) -> i8 {
    vector.dx.saturating_abs().max(vector.dy.saturating_abs())
}

fn of_stroke(stroke: &Stroke<'_>) -> i8 {
    match *stroke {
        Stroke::Leaps(vectors) | Stroke::Track(vectors) | Stroke::FromMirror(vectors) => longest(vectors),
        Stroke::Lines(ride) | Stroke::Landing(ride, _) | Stroke::Over(ride, _) => of_ride(ride),
        Stroke::Area(area) => longest(&area.step).saturating_mul(area.steps as i8),
        Stroke::Zigzag(vectors) => longest(vectors).saturating_mul(LINE_RADIUS),
        Stroke::Circular(Circular { first, .. }) => longest(first).saturating_mul(LINE_RADIUS),
        Stroke::OntoFriends(vectors, most) => of_ride(&Ride { vectors: vectors.to_vec(), min: 1, max: most }),
        Stroke::Chain(Chain { legs }) => {
            let whole = legs.iter().fold(0i8, |sum, leg| sum.saturating_add(of_ride(&leg.ride)));
            whole.min(LINE_RADIUS.max(legs.len() as i8 + 1))
        }
        // The far side of the ring around an adjacent royal friend.
        Stroke::Circle => 2,
        Stroke::Bend(Bend { first, second, bearing, .. }) => {
            let cut = LINE_RADIUS.max(of_ride(first).saturating_add(1));
            farthest(&first.vectors, shown(first), &second.vectors, shown(second), *bearing).min(cut)
        }
    }
}

/// Returns the radius of the squares of a ride.
pub(super) fn of_ride(ride: &Ride) -> i8 {
    longest(&ride.vectors).saturating_mul(shown(ride))
}

/// Returns the number of steps of a ride that are shown.
fn shown(ride: &Ride) -> i8 {
    match (longest(&ride.vectors), ride.max) {
        (1, most @ 0..=WHOLE_LINE) => most as i8,
        (1, _) => LINE_RADIUS.max(ride.min.min(WHOLE_LINE) as i8 + 1),
        // A rider: its first two leaps.
        (_, most) => most.min(2) as i8,
    }
}

fn longest(vectors: &[Vector]) -> i8 {
    vectors.iter().map(|&vector| length(vector)).max().unwrap_or(0)
}

/// Returns the greatest distance that a first leg and a second one reach together.
fn farthest(first: &[Vector], n: i8, second: &[Vector], m: i8, bearing: Bearing) -> i8 {
    let times = |v: Vector, n: i8| (v.dx.saturating_mul(n), v.dy.saturating_mul(n));
    let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
    let ends = pairs.filter(|&(a, b)| bearing.allows(a, b)).map(|(a, b)| {
        let ((x, y), (dx, dy)) = (times(a, n), times(b, m));
        Vector::new(x.saturating_add(dx), y.saturating_add(dy))
    });
    ends.map(length).max().unwrap_or(0).max(longest(first).saturating_mul(n))
}
