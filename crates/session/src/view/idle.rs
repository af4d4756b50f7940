//! Why a piece has no turn, or none by its own power, or cannot be dropped, for people.

use beaufort_rules::game::definition::{CaptureDuty, DroppedFirst, Surroundings};
use beaufort_rules::vocabulary::{Argument, Phrase, SquareSet};
use beaufort_rules::{DropRule, Idle, IllegalTurn, NoDrop, Position, Square, phrase};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

use super::{SquareIndex, squares};

/// Why a piece has no turn, or none by its own power, or cannot be dropped.
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

    /// Returns why the side to move cannot drop an item of its reserve, on a square or, without one, anywhere.
    pub(crate) fn of_item(position: &Position, item: u8, to: Option<SquareIndex>) -> Option<IdleView> {
        let to = to.filter(|&square| usize::from(square) < position.game().size().squares());
        let no_drop = position.no_drop(usize::from(item), to.map(Square::new))?;
        Some(IdleView { reason: why_no_drop(position, &no_drop), by: Vec::new() })
    }
}

fn why_no_drop(position: &Position, no_drop: &NoDrop) -> Phrase {
    let size = position.game().size();
    match no_drop {
        NoDrop::TooEarly { waiting } => match waiting.as_slice() {
            [side] => phrase!(
                "Nothing is dropped before the royal pieces of both sides have moved: that of {side} has not.",
                side = position.game().side_name(*side)
            ),
            _ => phrase!("Nothing is dropped before the royal pieces of both sides have moved."),
        },
        NoDrop::TooLate => phrase!("A royal piece has reached its last rank: nothing is dropped any more."),
        NoDrop::AtGates => phrase!("It comes on the board behind a piece that leaves its first square."),
        NoDrop::NoPair { pairs, occupied } => {
            let pair = |[one, other]: &[Square; 2]| {
                phrase!("{one} and {other}", one = size.name(*one), other = size.name(*other)).into()
            };
            let names = |at: Square| size.name(at).into();
            match (pairs.is_empty(), occupied.iter().count()) {
                (true, _) => {
                    phrase!("They come as a pair, but there are not two squares for them on the board.")
                }
                (_, 0) => phrase!(
                    "They come as a pair, on {pairs}.",
                    pairs = Argument::List(pairs.iter().map(pair).collect())
                ),
                _ => phrase!(
                    "They come as a pair, on {pairs}. These squares are not empty: {squares}.",
                    pairs = Argument::List(pairs.iter().map(pair).collect()),
                    squares = Argument::List(occupied.iter().map(names).collect())
                ),
            }
        }
        NoDrop::RoyalsApart => phrase!(
            "It is dropped only while royal pieces of both sides stand on one line with nothing between them."
        ),
        NoDrop::Forbidden { rule } => forbidden(*rule),
        NoDrop::Illegal { reason } => illegal_drop(position, reason),
        _ => phrase!("It cannot be dropped now."),
    }
}

fn forbidden(rule: DropRule) -> Phrase {
    match rule {
        DropRule::DeadEnd => phrase!("From there it could never move."),
        DropRule::Occupied => phrase!("It is dropped on an empty square."),
        DropRule::FullFile(1) => phrase!("One of its kind is on the file already."),
        DropRule::FullFile(_) => phrase!("Too many of its kind are on the file already."),
        DropRule::Surroundings(Surroundings::AboveEmpty) => {
            phrase!("It is not dropped above an empty square.")
        }
        DropRule::Surroundings(Surroundings::NoSlide) => {
            phrase!("It is not dropped where it could not slide in from an edge.")
        }
        DropRule::Surroundings(Surroundings::BesideEnemy) => {
            phrase!("It is not dropped beside an opposing piece.")
        }
        DropRule::Surroundings(Surroundings::AwayFromFriends) => {
            phrase!("It is dropped beside a piece of its own side.")
        }
        DropRule::GivesCheck => phrase!("It may not give check when it is dropped."),
        DropRule::GivesMate => phrase!("It may not checkmate when it is dropped."),
        DropRule::NoCheck => phrase!("It must give check when it is dropped."),
        _ => phrase!("It may not be dropped there."),
    }
}

fn illegal_drop(position: &Position, reason: &IllegalTurn) -> Phrase {
    let definition = position.game().definition();
    let first = definition.drops.hand.as_ref().map(|hand| &hand.first);
    match reason {
        IllegalTurn::Check => match royal(position) {
            Some(royal) => phrase!("After the drop {piece} could be taken.", piece = royal),
            None => phrase!("After the drop a royal piece could be taken."),
        },
        IllegalTurn::Obligation if matches!(first, Some(DroppedFirst::Types(_))) => {
            phrase!("Other pieces must be dropped first.")
        }
        reason => illegal(position, reason),
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
