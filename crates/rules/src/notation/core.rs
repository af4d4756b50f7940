//! The core of a step's text: everything except the piece that makes it and its promotion (K119). Each kind of step has its own
//! text.

use crate::position::Position;
use crate::powers::{Scene, Step, StepKind};
use crate::turn::PlayStep as _;

/// Returns the core of a step on the board before it. Births and suicides are written differently.
pub(super) fn core(position: &Position, step: Step) -> String {
    let game = position.game();
    let arrivals = &game.abilities(position.board().at(step.from)).arrivals;
    let arrives = matches!(step.kind, StepKind::Own | StepKind::ImitatedLeap) && !arrivals.is_empty();
    step.text(&Scene {
        view: position.view(),
        names: &**game,
        arrivals,
        effects: if arrives { position.arrival_effects(step) } else { Default::default() },
    })
}

/// Returns alternative cores of a step: without the pieces taken on the way or on arrival, and with any mark before the
/// destination.
pub(super) fn loose_cores(position: &Position, step: Step) -> Vec<String> {
    let to = position.game().size().name(step.to);
    if step.kind.is_loose() { vec![format!("x{to}"), to] } else { Vec::new() }
}
