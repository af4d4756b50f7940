//! What a step does, in words of the notation: everything but who does it and what becomes of it (K119). Each kind of step
//! knows its own text.

use crate::position::Position;
use crate::powers::{Scene, Step, StepKind};
use crate::turn::PlayStep as _;

/// Returns the core of a step on the board before it. Births and suicides are written otherwise.
pub(super) fn core(position: &Position, step: Step) -> String {
    let game = position.game();
    let arrivals = &game.abilities(position.board().at(step.from)).arrivals;
    let arrives = step.kind == StepKind::Own && !arrivals.is_empty();
    step.text(&Scene {
        view: position.view(),
        names: &**game,
        arrivals,
        effects: if arrives { position.arrival_effects(step) } else { Default::default() },
    })
}

/// Returns other cores that people may write for a step: without the pieces taken on the way or on arrival, and with any
/// mark before the destination.
pub(super) fn loose_cores(position: &Position, step: Step) -> Vec<String> {
    let to = position.game().size().name(step.to);
    if step.kind.is_loose() { vec![format!("x{to}"), to] } else { Vec::new() }
}
