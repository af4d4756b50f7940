//! The names of a record's tags. A game whose sides have names of their own needs to know which are taken.

/// The order in which tags are written; the others follow in the order in which they came.
///
/// The players' tags bear the names of the sides of the game; these are the names in use.
const ORDER: [&str; 17] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "Blue",
    "Tan",
    "White",
    "Black",
    RESULT,
    "Variant",
    "Revision",
    "Setup",
    "Position",
    "Opening",
    "Termination",
    "TimeControl",
    "Annotator",
];

/// The names of [`ORDER`] that are those of players.
const PLAYERS: [&str; 4] = ["Blue", "Tan", "White", "Black"];

/// The tag that follows from the record's result.
pub(crate) const RESULT: &str = "Result";

/// Returns a tag's place in the order of writing.
pub(crate) fn tag_rank(name: &str) -> usize {
    ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len())
}

/// Returns whether a tag may tell who plays the side of this name.
pub(crate) fn can_name_player(name: &str) -> bool {
    is_tag_name(name) && (PLAYERS.contains(&name) || !ORDER.contains(&name))
}

/// Returns whether a tag may have this name.
pub(crate) fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
