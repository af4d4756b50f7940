//! The selection of turns for a list.

/// The turns of a position to list. None of these considers repetition (K130);
/// [`Position::legal_turns`](crate::Position::legal_turns) does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// One turn for each distinct result.
    Distinct,
    /// All choices of a player, even if several have the same result: two pieces may shoot the same victim without moving. The
    /// notation needs them all (K125).
    Choices,
    /// The turns with a step that takes or converts an opposing piece, one for each result.
    Captures,
}
