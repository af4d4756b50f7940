//! The part of the grammar for references to squares and pieces (K16).

use chumsky::prelude::*;

use super::ast::{Area, Reach, Ride};
use super::leg::{leaps, ride};
use super::rule::{Rule, word};
use crate::vocabulary::Vector;

/// `adjacent`, `orthogonally adjacent`, `diagonally adjacent`.
pub(crate) fn area<'t>() -> Rule<'t, Area> {
    let kind = word("orthogonally").to(Area::Orthogonal).or(word("diagonally").to(Area::Diagonal)).or_not();
    kind.then_ignore(word("adjacent")).map(|kind| kind.unwrap_or(Area::Adjacent)).boxed()
}

/// `on AREA squares`, `on LEAP squares`, `on (LEAP + LEAP) squares`.
pub(crate) fn on_squares<'t>() -> Rule<'t, Vec<Vector>> {
    word("on").ignore_then(near_squares()).boxed()
}

/// `AREA squares`, `LEAP squares`, `(LEAP + LEAP) squares`.
pub(crate) fn near_squares<'t>() -> Rule<'t, Vec<Vector>> {
    area().map(Area::vectors).or(leaps()).then_ignore(word("squares")).boxed()
}

/// `along LINE lines`.
pub(crate) fn along<'t>() -> Rule<'t, Ride> {
    word("along").ignore_then(ride()).then_ignore(word("lines")).boxed()
}

/// `AREA pieces`, `pieces along LINE lines`, `pieces an LEAP away`.
pub(crate) fn pieces<'t>() -> Rule<'t, Reach> {
    let near = area().then_ignore(word("pieces")).map(|area| Reach::At(area.vectors()));
    let article = word("a").or(word("an")).or_not();
    let away = article.ignore_then(leaps()).then_ignore(word("away")).map(Reach::At);
    near.or(word("pieces").ignore_then(along().map(Reach::Seen).or(away))).boxed()
}
