//! The names of tags in records. A game with its own names for the sides must avoid those already in use.

/// The order in which tags are written; all other tags follow in their original order.
///
/// The players' tags have the names of the game's sides; those listed here are the usual ones.
const ORDER: [&str; 19] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "Blue",
    "Tan",
    "Red",
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
const PLAYERS: [&str; 5] = ["Blue", "Tan", "Red", "White", "Black"];

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
    known(name).filter(|_| name != PGN_SETUP).unwrap_or(name)
}

/// Returns the known tag with a name, in any case.
fn known(name: &str) -> Option<&'static str> {
    ORDER.into_iter().chain([FEN]).find(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the position of a tag in the order of writing.
pub(crate) fn tag_rank(name: &str) -> usize {
    ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len())
}

/// Returns whether a tag of this name may hold the player of a side of this name: no reader takes it for another tag.
pub(crate) fn can_name_player(name: &str) -> bool {
    // `Setup` is known, and so `SetUp` in any case.
    is_tag_name(name) && known(name).is_none_or(|known| PLAYERS.contains(&known))
}

/// Returns whether a name is valid for a tag.
pub(crate) fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
#[cfg(feature = "builtin")]
mod tests {
    use super::*;
    use crate::Side;
    use crate::builtin;

    #[test]
    fn no_side_has_the_name_of_another_tag() {
        for name in
            ["FEN", "fen", "SetUp", "setup", "Position", "position", "rules", "date", "Result", "a-b", ""]
        {
            assert!(!can_name_player(name), "{name}");
        }
        for name in ["Blue", "Red", "White", "Green", "Sente"] {
            assert!(can_name_player(name), "{name}");
        }
    }

    #[test]
    fn the_players_of_every_game_come_before_the_result() {
        for id in builtin::ids() {
            let definition = builtin::definition(id).expect("it is built in");
            for side in Side::BOTH {
                let name = &definition.side_names[side.index()];
                assert!(tag_rank(name) < tag_rank(RESULT) && can_name_player(name), "{id}: {name}");
            }
        }
    }
}
