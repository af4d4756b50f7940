//! Turns with everything they change, so that a client can show it before and while it happens.

use beaufort_rules::changes::{SquareChange, StepChanges, Trial, TurnChanges};
use beaufort_rules::{Notation, Position, Square, StepKind, Turn, step_kinds};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::SquareIndex;
use super::change::Change;

/// A turn: one step, or two for a doubled piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnView {
    /// The turn in the inventor's notation. Two turns with one text have the same result.
    pub text: String,
    /// The steps, in order.
    pub steps: Vec<StepView>,
    /// The effects of poison and fire at the end of the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Change>>", optional))]
    pub marks: Vec<Change>,
    /// Whether the turn is forbidden because it would repeat a position once too often.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub forbidden: bool,
}

/// One move of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct StepView {
    /// Where the piece starts.
    pub from: SquareIndex,
    /// Where it ends; `from` if it stays.
    pub to: SquareIndex,
    /// The square of the piece taken in passing or handled from afar; missing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<SquareIndex>,
    /// How the step is made.
    #[serde(with = "StepKindText")]
    #[cfg_attr(test, ts(as = "StepKindText"))]
    pub kind: StepKind,
    /// The piece type it promotes to at its end; missing if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<u8>,
    /// The square of the piece that lends the move; missing if it is the piece's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lender: Option<SquareIndex>,
    /// The changes that the step makes on the board.
    pub changes: Vec<Change>,
}

macro_rules! step_kinds_on_the_wire {
    ($($(#[$doc:meta])* $kind:ident = $rules:ty;)*) => {
        /// How a step is made.
        #[derive(Serialize, Deserialize)]
        #[cfg_attr(test, derive(TS))]
        #[cfg_attr(test, ts(rename = "StepKind"))]
        #[serde(remote = "StepKind", rename_all = "camelCase")]
        pub(super) enum StepKindText {
            $($(#[$doc])* $kind,)*
        }
    };
}

step_kinds!(step_kinds_on_the_wire);

/// Returns everything a player may choose on a position, in the order of [`Scope::Choices`](beaufort_rules::Scope::Choices).
pub(crate) fn turns_of(position: &Position) -> Vec<TurnView> {
    let notation = Notation::new(position);
    let mut viewer = Viewer::new(position);
    notation.iter().map(|(turn, text)| viewer.view(turn, text)).collect()
}

/// Makes views of the turns of one position.
pub(crate) struct Viewer<'a>(Trial<'a>);

impl<'a> Viewer<'a> {
    pub(crate) fn new(position: &'a Position) -> Viewer<'a> {
        Viewer(Trial::new(position))
    }

    /// Returns the view of a turn.
    pub(crate) fn view(&mut self, turn: Turn, text: &str) -> TurnView {
        let TurnChanges { steps, marks, repeats } = self.0.changes(turn);
        let told = |changes: Vec<SquareChange>| changes.into_iter().map(Change::from).collect();
        let steps = steps.into_iter().map(|StepChanges { step, lender, changes }| StepView {
            from: step.from.byte(),
            to: step.to.byte(),
            via: (step.via != step.to && step.kind != StepKind::Wall).then_some(step.via.byte()),
            kind: step.kind,
            promotion: step.promotion.map(|kind| kind.byte()),
            lender: lender.map(Square::byte),
            changes: told(changes),
        });
        TurnView { text: text.to_owned(), steps: steps.collect(), marks: told(marks), forbidden: repeats }
    }
}
