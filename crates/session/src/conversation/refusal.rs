//! Why a command is refused.

use std::borrow::Cow;

use beaufort_rules::record::Tree;
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Position, Scope, Side, Turn, phrase};

use crate::event::{Problem, ProblemCode};
use crate::seat_key::{KeyHash, SeatKey};
use crate::session::{Session, Stage};
use crate::view::{SideIndex, side};

/// The most places of a game: the start and every turn, those that have been deleted since it was read included.
const MAX_PLACES: usize = 10_000;
/// The most turns that the positions of a game may have altogether in which its turns were chosen, with all variations: reading it
/// again takes seconds.
const MAX_TURNS_SEEN: usize = 2_000_000;
/// The longest text in the message of a mistake, in characters: it may quote what was sent.
const MAX_PROBLEM_CHARS: usize = 300;
/// The most items of a list in the message of a mistake.
const MAX_PROBLEM_ITEMS: usize = 20;
/// How much of the end of a longer text is kept, in characters.
const PROBLEM_TAIL_CHARS: usize = 180;

/// Why a command was refused.
pub(super) type Refusal = Box<Problem>;

impl Problem {
    /// Returns a mistake of a kind. The middle of a long text in its message, which quotes what was sent, is left out, and the end of a
    /// long list.
    pub fn new(code: ProblemCode, message: Phrase) -> Problem {
        let message = message.shortened(MAX_PROBLEM_ITEMS, &shorten);
        Problem { code, message, field: None, line: None, column: None, square: None }
    }

    /// Names the field of the request that it concerns.
    #[must_use]
    pub(crate) fn in_field(self, field: &str) -> Problem {
        Problem { field: Some(field.to_owned()), ..self }
    }
}

pub(super) fn refusal(code: ProblemCode, message: Phrase, field: &str) -> Refusal {
    Box::new(Problem::new(code, message).in_field(field))
}

/// Leaves out the middle of a text that is too long for a message.
fn shorten(text: Cow<'static, str>) -> Cow<'static, str> {
    let count = text.chars().count();
    if count <= MAX_PROBLEM_CHARS {
        return text;
    }
    let head = text.chars().take(MAX_PROBLEM_CHARS - PROBLEM_TAIL_CHARS);
    head.chain(" ... ".chars())
        .chain(text.chars().skip(count - PROBLEM_TAIL_CHARS))
        .collect::<String>()
        .into()
}

/// Expects that a game is not too large with `more` turns.
pub(super) fn expect_places(moves: &Tree, more: usize, field: &str) -> Result<(), Refusal> {
    if moves.places() + more <= MAX_PLACES {
        return Ok(());
    }
    let message = phrase!("a game has at most {number} places with all its variations", number = MAX_PLACES);
    Err(refusal(ProblemCode::TooLarge, message, field))
}

/// Expects that a game can be read again in some time, with one turn more at the position shown. Returns how many turns its positions
/// have altogether then.
pub(super) fn expect_turns_seen(session: &Session) -> Result<usize, Refusal> {
    let seen = session.turns_seen + session.position().count_turns(Scope::Choices) as usize;
    if seen <= MAX_TURNS_SEEN {
        return Ok(seen);
    }
    let message =
        phrase!("the positions of a game have at most {number} turns altogether", number = MAX_TURNS_SEEN);
    Err(refusal(ProblemCode::TooHard, message, "turn"))
}

pub(super) fn not_now(message: Phrase) -> Refusal {
    Box::new(Problem::new(ProblemCode::NotNow, message))
}

pub(super) fn no_game() -> Refusal {
    not_now(phrase!("there is no game: start one"))
}

pub(super) fn no_seats() -> Refusal {
    not_now(phrase!("the game has no seats: it is not between people elsewhere"))
}

/// Reads a turn that a client has typed in a field of its request.
pub(super) fn read_turn(position: &Position, text: &str, field: &str) -> Result<Turn, Refusal> {
    position.read_turn(text).map_err(|error| refusal(ProblemCode::Notation, error.message(), field))
}

pub(super) fn stale(message: Phrase, field: &str) -> Refusal {
    refusal(ProblemCode::Stale, message, field)
}

/// Returns why no turn can be played, nor anything done that needs a turn.
pub(super) fn not_playable(stage: Stage) -> Refusal {
    not_now(match stage {
        Stage::Setup { .. } => phrase!("the set-up is not finished"),
        Stage::Over(_) => phrase!("the game is over"),
        Stage::Turn(_) => phrase!("no turn can be played now"),
    })
}

/// Returns why a text is not a position.
pub(super) fn position_refusal(error: &beaufort_rules::position::PositionError, field: &str) -> Refusal {
    let mut problem = refusal(ProblemCode::Position, error.message(), field);
    problem.line = Some(1);
    problem.column = u32::try_from(error.column()).ok();
    problem
}

/// Returns the side with an index.
pub(super) fn parse_side(index: SideIndex) -> Result<Side, Refusal> {
    side(index).ok_or_else(|| refusal(ProblemCode::Unknown, phrase!("a side is 0 or 1"), "side"))
}

/// Returns the hash of a key in a field of a request.
pub(super) fn hash(key: &SeatKey, field: &str) -> Result<KeyHash, Refusal> {
    key.hash().ok_or_else(|| {
        let message = phrase!("a key has 22 to 64 letters, digits, `-` and `_`, which are drawn at random");
        refusal(ProblemCode::Malformed, message, field)
    })
}
