//! The words that are younger than the importer: which of them the language has. A test compares this table with the language.

/// `from start`: a travel until the piece has moved.
pub(crate) const FROM_START: bool = true;
/// `[regions]`, and the travels that lead into or out of one.
pub(crate) const REGIONS: bool = true;
/// `#` in an array.
pub(crate) const HOLES: bool = true;
/// `over one piece sparing its like`.
pub(crate) const SPARING_ITS_LIKE: bool = true;
/// `en-passant of any kind`, `en-passant on row 6`.
pub(crate) const IN_PASSING: bool = false;
/// `[turns]` with the obligations of both sides.
pub(crate) const OBLIGATIONS: bool = false;
/// `side` of a castling, and pieces that are not royal.
pub(crate) const CASTLINGS: bool = false;
/// `no-move`, `repetition` and `perpetual-check` with every result.
pub(crate) const RESULTS: bool = false;
/// `[[ending.loses]]`, `[[ending.wins]]`, `[[ending.draws]]`.
pub(crate) const OBJECTIVES: bool = false;
/// `in`, `when`, `must` and `side` of a promotion.
pub(crate) const PROMOTION_TERMS: bool = false;
/// `[hand]` and `[[drop]]` of captured pieces.
pub(crate) const HANDS: bool = false;
/// `lame N`, `(through)`, `circular` and `onto friends`.
pub(crate) const LEGS: bool = true;

#[cfg(test)]
mod tests {
    use beaufort_rules::{builtin, load_game};

    use super::*;

    /// Returns whether the language has a word, by a game of four files that says it.
    fn has(ability: &str, more: &str, array: &str) -> bool {
        let text = format!(
            "id = \"small\"\nname = \"Small\"\nauthor = \"Nobody\"\nyear = 2024\nsides = [\"White\", \"Black\"]\n\
             pieces = [\"King\", \"Rook\", \"Pawn\"]\nnotation = \"algebraic\"\n[board]\nfiles = 4\nranks = 6\n\
             [array]\nsymmetry = \"mirror\"\nranks = \"\"\"\n{array}\n\"\"\"\n[regions]\nfar = [\"row 6\"]\n{more}\n\
             [piece.Pawn]\nid = \"P\"\nability = \"{ability}\"\ndescription = \"A piece.\"\n"
        );
        load_game("small.toml", &text, &builtin::source).is_ok()
    }

    #[test]
    fn the_words_of_the_table_are_there() {
        let plain = |ability: &str| has(ability, "", "K . P R");
        let with = |more: &str| has("forward W", more, "K . P R");
        for (is_there, found) in [
            (FROM_START, plain("forward R2 (moving) from start")),
            (REGIONS, plain("W into far")),
            (HOLES, has("forward W", "", "K # P R")),
            (SPARING_ITS_LIKE, plain("R over one piece sparing its like")),
            (IN_PASSING, plain("forward R2 (moving) + forward F (capturing) + en-passant of any kind")),
            (OBLIGATIONS, with("[turns]\ncapture = \"must\"")),
            (RESULTS, with("[ending]\nno-move = \"wins\"")),
            (OBJECTIVES, with("[[ending.wins]]\npiece = \"any piece\"\non = [\"far\"]")),
            (PROMOTION_TERMS, with("[promotions]\nPawn = { to = \"Rook\", in = \"far\", must = true }")),
            (HANDS, with("[hand]\ncaptured = \"goes to the captor\"")),
            (LEGS, plain("lame N")),
        ] {
            assert!(!is_there || found);
        }
    }
}
