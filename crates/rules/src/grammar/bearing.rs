//! Bearings: the directions in which a second leg may follow a first one.

use chumsky::prelude::*;

use super::ast::{Bearing, Turning};
use super::rule::{Rule, phrase, word};
use super::words::{Word, shape};
use crate::vocabulary::Vector;

/// The words of bearings.
pub(crate) const BEARINGS: &[Word] = &[
    shape(
        "outwards",
        "then <LINE> outwards",
        "A bearing: the second leg leads away from the starting square; its angle with the first is less than a right one.",
        "W (moving) then B outwards",
        "K33",
    ),
    shape(
        "at",
        "then <LINE> at right angles",
        "Leads in the bearing `at right angles`.",
        "B then B at right angles",
        "K42",
    ),
    shape(
        "angles",
        "then <LINE> at right angles",
        "A bearing: the second leg makes a right angle with the first.",
        "R2 then R2 at right angles",
        "K42, K49",
    ),
    shape(
        "not",
        "then <LINE> not back",
        "A bearing: the second leg goes anywhere but straight back.",
        "Q1 then Q1 not back",
        "K42",
    ),
    shape(
        "straight",
        "then <LEAP> straight",
        "A bearing: the second leg goes on exactly as the first.",
        "strike W then W straight",
        "K47",
    ),
];

/// `outwards`, `at right angles`, `not back`, `straight`, or nothing for any direction.
pub(crate) fn bearing<'t>() -> Rule<'t, Bearing> {
    choice((
        word("outwards").to(Bearing::Outwards),
        phrase("at right angles").to(Bearing::RightAngle),
        phrase("not back").to(Bearing::NotBack),
        word("straight").to(Bearing::Straight),
    ))
    .or_not()
    .map(|bearing| bearing.unwrap_or(Bearing::Any))
    .boxed()
}

/// `left`, `right`, or nothing for either hand.
pub(crate) fn turning<'t>() -> Rule<'t, Option<Turning>> {
    word("left").to(Turning::Left).or(word("right").to(Turning::Right)).or_not().boxed()
}

/// Reports a bearing with which no second direction may follow any first one.
pub(crate) fn check_bearing(
    first: &[Vector],
    bearing: Bearing,
    second: &[Vector],
    complain: &mut dyn FnMut(&str),
) {
    check_directions(first, bearing, |a, b| bearing.allows(a, b), second, complain);
}

/// Reports a bearing, with what else restricts the directions, with which no second direction may follow any first one.
pub(crate) fn check_directions(
    first: &[Vector],
    bearing: Bearing,
    follows: impl Fn(Vector, Vector) -> bool,
    second: &[Vector],
    complain: &mut dyn FnMut(&str),
) {
    // Missing directions have already been reported.
    let missing = first.is_empty() || second.is_empty();
    if missing || first.iter().any(|&a| second.iter().any(|&b| follows(a, b))) {
        return;
    }
    if first.iter().any(|&a| second.iter().any(|&b| bearing.allows(a, b))) {
        return complain("no second direction turns to this hand from the first");
    }
    complain(match bearing {
        Bearing::Outwards => "no second direction leads outwards from the first",
        Bearing::RightAngle => "no two of these directions are at right angles",
        Bearing::NotBack => "every second direction leads back",
        Bearing::Straight => "no second direction goes straight on from the first",
        Bearing::Any => "no second direction may follow the first",
    });
}
