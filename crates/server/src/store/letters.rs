//! Letters that wait in a store to be sent.

use beaufort_session::LetterKind;

/// A letter that waits to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct WaitingLetter {
    /// Its number; the next letter to the same player has another one.
    pub id: i64,
    /// The session that it is about.
    pub session: String,
    /// To whom it goes.
    pub address: String,
    /// The key to its links.
    pub token: String,
    /// The name of the game.
    pub game: String,
    /// What it is about.
    pub kind: LetterKind,
    /// The language that the player asked for, as a BCP 47 tag; empty for English.
    pub language: String,
    /// How often it has been tried to send it.
    pub attempts: u32,
}

/// Whoever logs it logs no address and no key.
impl std::fmt::Debug for WaitingLetter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WaitingLetter").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Returns the number of a kind of letters, which never changes.
pub(super) fn kind_number(kind: LetterKind) -> i64 {
    match kind {
        LetterKind::Confirm => 0,
        LetterKind::Turn => 1,
    }
}

/// Returns the kind of letters with a number.
pub(super) fn kind(number: i64) -> LetterKind {
    if number == 0 { LetterKind::Confirm } else { LetterKind::Turn }
}
