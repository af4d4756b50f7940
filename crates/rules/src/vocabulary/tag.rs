//! The names of tags in records. A game with its own names for the sides must avoid those already in use.

/// The order in which tags are written; all other tags follow in their original order.
///
/// The players' tags have the names of the game's sides; those listed here are the usual ones.
const ORDER: [&str; 18] = [
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
    RULES,
    "Setup",
    "Position",
    "Opening",
    "Termination",
    "TimeControl",
    "Annotator",
];

/// The names in [`ORDER`] of players' tags.
const PLAYERS: [&str; 4] = ["Blue", "Tan", "White", "Black"];

/// The PGN tag for the position at the start.
pub(crate) const FEN: &str = "FEN";

/// The tag with the text of the game file, of a game that has its id from that text.
pub(crate) const RULES: &str = "Rules";

/// The tag that is derived from the record's result.
pub(crate) const RESULT: &str = "Result";

/// The PGN tag that says whether a record begins from a position of its own: `0` or `1`.
pub(crate) const PGN_SETUP: &str = "SetUp";

/// Returns the name of a tag in its usual spelling. Case is ignored in known names. ChessBase writes `Setup` for the `SetUp` of
/// PGN; its values `0` and `1` are no setups here.
pub(crate) fn canonical<'n>(name: &'n str, value: &str) -> &'n str {
    let is_pgn_setup = name.eq_ignore_ascii_case(PGN_SETUP) && matches!(value, "0" | "1");
    if is_pgn_setup {
        return PGN_SETUP;
    }
    // `SetUp` with another value is kept as an unknown tag.
    let known = ORDER.iter().chain([&FEN]).find(|known| known.eq_ignore_ascii_case(name));
    known.filter(|_| name != PGN_SETUP).map_or(name, |known| known)
}

/// Returns the position of a tag in the order of writing.
pub(crate) fn tag_rank(name: &str) -> usize {
    ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len())
}

/// Returns whether a tag of this name may hold the player of a side of this name.
pub(crate) fn can_name_player(name: &str) -> bool {
    is_tag_name(name) && (PLAYERS.contains(&name) || !ORDER.contains(&name))
}

/// Returns whether a name is valid for a tag.
pub(crate) fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
