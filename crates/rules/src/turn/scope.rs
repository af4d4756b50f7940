//! Which turns somebody asks for.

/// Which turns of a position are wanted: none of these knows of repetition (K130); [`Position::legal_turns`](crate::Position::legal_turns)
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// All that lead to distinct positions: one for each result.
    Distinct,
    /// Everything a player may choose, also where several choices lead to one result: two pieces may shoot the same victim
    /// without moving. Notation needs them all (K125).
    Choices,
    /// Those with a step that takes or converts an opposing piece, one for each result.
    Captures,
}
