//! Drops, and promotions whose piece is set down on another square (L36, L41, L43, L44).

use crate::vocabulary::{Observer, Piece, PieceType, Square};

use super::{Scene, Step, StepRules, StepTarget, explode::explode};

/// A piece of the promotion's type comes from the reserve to `to`, and a second one to `via` if that is another square.
pub(crate) struct Drop;

impl StepRules for Drop {
    const WORD: Option<&str> = None;
    const ONLY_TAKES: bool = true;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        set_down(target, step, step.to, observer);
        if step.via != step.to {
            set_down(target, step, step.via, observer);
        }
    }

    /// The piece has been set down already.
    fn promote(_: &mut impl StepTarget, _: Step, _: Piece, _: PieceType, _: &mut impl Observer) {}

    /// Writes where the piece is dropped, unless there is only one such place (L50).
    fn text(scene: &Scene<'_>, step: Step) -> String {
        if step.promotion.is_some_and(|kind| scene.names.has_one_place(kind)) {
            "@".to_owned()
        } else if step.to == step.via {
            format!("@{}", scene.square(step.to))
        } else {
            format!("@{},{}", scene.square(step.to), scene.square(step.via))
        }
    }
}

/// The piece turns into its promotion on `to`, which is then set down on `via`.
pub(crate) struct Place;

impl StepRules for Place {
    const WORD: Option<&str> = Some("place");
    const ONLY_TAKES: bool = true;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.relocate(step.from, step.to, observer);
        target.change(observer, step.to, Piece::NONE);
        set_down(target, step, step.via, observer);
    }

    /// The piece has been set down already.
    fn promote(_: &mut impl StepTarget, _: Step, _: Piece, _: PieceType, _: &mut impl Observer) {}

    fn text(scene: &Scene<'_>, step: Step) -> String {
        scene.arrival_at(step.to)
    }
}

/// Sets down a step's promotion on a square, where it may explode (L41).
fn set_down(target: &mut impl StepTarget, step: Step, square: Square, observer: &mut impl Observer) {
    let Some(kind) = step.promotion else { return };
    let piece = Piece::new(kind, target.side());
    if target.abilities(piece).explodes {
        explode(target, square, observer);
    } else {
        target.change(observer, square, piece);
    }
}
