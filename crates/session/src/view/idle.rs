//! Why a piece has no turn, or none by its own power, for people.

use beaufort_rules::game::definition::CaptureDuty;
use beaufort_rules::vocabulary::{Argument, Phrase, SquareSet};
use beaufort_rules::{Idle, IllegalTurn, Position, Square, phrase};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

use super::{SquareIndex, squares};

/// Why a piece has no turn, or none by its own power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct IdleView {
    /// The reason, in a sentence.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub reason: Phrase,
    /// The squares of the pieces that hold it; missing if none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<SquareIndex>>", optional))]
    pub by: Vec<SquareIndex>,
}

impl IdleView {
    /// Returns why a piece of the side to move has no turn, or that it is held.
    pub(crate) fn of(position: &Position, square: SquareIndex) -> Option<IdleView> {
        if usize::from(square) >= position.game().size().squares() {
            return None;
        }
        let idle = position.idle(Square::new(square))?;
        let by = match &idle {
            Idle::Immobilized { by } | Idle::Bewitched { by } => *by,
            _ => SquareSet::EMPTY,
        };
        Some(IdleView { reason: in_words(position, &idle), by: squares(by) })
    }
}

fn in_words(position: &Position, idle: &Idle) -> Phrase {
    match idle {
        Idle::Immobilized { by } => {
            phrase!(
                "It is immobilized by {pieces} and cannot move by itself.",
                pieces = standing(position, *by)
            )
        }
        Idle::Bewitched { by } => {
            phrase!("It is bewitched by {pieces}: it steps aside at most.", pieces = standing(position, *by))
        }
        Idle::ShutIn => phrase!("Pieces of its own side stand wherever it could go."),
        Idle::Illegal { reason } => illegal(position, reason),
        _ => phrase!("It can go nowhere from here, and there is nothing that it can take."),
    }
}

fn illegal(position: &Position, reason: &IllegalTurn) -> Phrase {
    match reason {
        IllegalTurn::Check => match royal(position) {
            Some(royal) => phrase!("After each of its moves {piece} could be taken.", piece = royal),
            None => phrase!("After each of its moves a royal piece could be taken."),
        },
        IllegalTurn::RemovesRoyal => phrase!("Each of its moves would leave its side without a royal piece."),
        IllegalTurn::Trade => phrase!("The rule of trade forbids its captures."),
        IllegalTurn::Obligation if position.game().definition().obligations.capture != CaptureDuty::Free => {
            phrase!("Who can take must take: other turns come first.")
        }
        _ => phrase!("A rule of the game demands another turn."),
    }
}

/// Returns the only royal piece of the side to move: `the King on e1`.
fn royal(position: &Position) -> Option<Phrase> {
    let royals = *position.board().royals(position.side());
    (royals.len() == 1).then(|| royals.first().map(|at| piece(position, at))).flatten()
}

fn standing(position: &Position, squares: SquareSet) -> Argument {
    Argument::List(squares.iter().map(|at| piece(position, at).into()).collect())
}

fn piece(position: &Position, square: Square) -> Phrase {
    let game = position.game();
    let kind = position.board().at(square).kind();
    let name = kind.map_or("", |kind| game.piece(kind).name.as_str());
    phrase!("the {piece} on {square}", piece = name, square = game.size().name(square))
}
