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

/// The tag of PGN for the position at the start.
pub(crate) const FEN: &str = "FEN";

/// The tag that follows from the record's result.
pub(crate) const RESULT: &str = "Result";

/// The tag of PGN that says whether a record begins from a position of its own, and of which kind the values are: `0` and `1`.
pub(crate) const PGN_SETUP: &str = "SetUp";

/// Returns the name of a tag as it is written here. Capitals do not matter in the names that are known; ChessBase writes `Setup` for the
/// `SetUp` of PGN, whose values no set-up here has.
pub(crate) fn canonical<'n>(name: &'n str, value: &str) -> &'n str {
    let is_pgn_setup = name.eq_ignore_ascii_case(PGN_SETUP) && matches!(value, "0" | "1");
    if is_pgn_setup {
        return PGN_SETUP;
    }
    // `SetUp` with another value is what it was: a tag that says nothing here.
    let known = ORDER.iter().chain([&FEN]).find(|known| known.eq_ignore_ascii_case(name));
    known.filter(|_| name != PGN_SETUP).map_or(name, |known| known)
}

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
