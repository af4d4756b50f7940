//! Turns in the protocol of XBoard: from square to square, in legs.
//!
//! A leg is a start and an end. A turn that involves a third square has a leg to it and another from there: a piece that takes
//! without moving goes to its victim and back. A promotion is marked by `+` at the end.

use crate::powers::Step;
use crate::turn::Turn;
use crate::vocabulary::{Geometry, Square};

/// Returns the legs of a turn, separated by commas.
pub fn legs(size: Geometry, turn: Turn) -> String {
    turn.steps().map(|step| step_text(size, step)).collect::<Vec<_>>().join(",")
}

/// Returns the legs of a step.
fn step_text(size: Geometry, step: Step) -> String {
    let name = |square| square_name(size, square);
    let (from, to) = (name(step.from), name(step.to));
    let way = if step.via == step.to {
        format!("{from}{to}")
    } else {
        let via = name(step.via);
        format!("{from}{via},{via}{to}")
    };
    if step.promotion.is_some() { way + "+" } else { way }
}

/// Returns XBoard's name of a square: on boards with ten ranks these are counted from 0.
pub fn square_name(size: Geometry, square: Square) -> String {
    let rank = size.rank(square) + u8::from(size.ranks() != 10);
    format!("{}{rank}", char::from(b'a' + size.file(square)))
}
