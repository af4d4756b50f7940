//! The names of pieces and games.

use crate::ini::keys;

/// The names of kinds of pieces, by the names of their keys.
const NAMES: &[(&str, &str)] = &[
    ("pawn", "Pawn"),
    ("knight", "Knight"),
    ("bishop", "Bishop"),
    ("rook", "Rook"),
    ("queen", "Queen"),
    ("king", "King"),
    ("fers", "Ferz"),
    ("alfil", "Alfil"),
    ("fersAlfil", "Elephant"),
    ("silver", "Silver General"),
    ("aiwok", "Ai-Wok"),
    ("bers", "Dragon King"),
    ("archbishop", "Archbishop"),
    ("chancellor", "Chancellor"),
    ("amazon", "Amazon"),
    ("knibis", "Knight-Bishop"),
    ("biskni", "Bishop-Knight"),
    ("kniroo", "Knight-Rook"),
    ("rookni", "Rook-Knight"),
    ("shogiPawn", "Pawn"),
    ("lance", "Lance"),
    ("shogiKnight", "Shogi Knight"),
    ("gold", "Gold General"),
    ("dragonHorse", "Dragon Horse"),
    ("clobber", "Clobber"),
    ("breakthrough", "Breaker"),
    ("immobile", "Stone"),
    ("cannon", "Cannon"),
    ("janggiCannon", "Janggi Cannon"),
    ("soldier", "Soldier"),
    ("horse", "Horse"),
    ("elephant", "Elephant"),
    ("janggiElephant", "Janggi Elephant"),
    ("banner", "Banner"),
    ("wazir", "Wazir"),
    ("commoner", "Man"),
    ("centaur", "Centaur"),
];

/// The usual names of other pieces, by their moves.
const BY_MOVES: &[(&str, &str)] = &[
    ("NN", "Nightrider"),
    ("gQ", "Grasshopper"),
    ("DAW", "Champion"),
    ("WAD", "Champion"),
    ("CF", "Wizard"),
    ("FDH", "Lion"),
    ("NW", "Marquis"),
    ("BnN", "Dragon Bishop"),
    ("C", "Camel"),
    ("Z", "Zebra"),
    ("NC", "Wildebeest"),
    ("WD", "Woody Rook"),
    ("AD", "Alibaba"),
    ("NNQ", "Night Queen"),
    ("mfFcfeWimfnA", "Berolina Pawn"),
    ("pQ", "Queen Cannon"),
    ("pR", "Rook Cannon"),
    ("pB", "Bishop Cannon"),
    ("mBcpB", "Vao"),
    ("QNAD", "Maharajah"),
    ("KAD", "Mastodon"),
    ("K", "Man"),
];

/// Returns the name of a kind of piece with a letter and moves.
pub(crate) fn piece(slot: usize, letter: char, betza: &str, is_pawn: bool) -> String {
    let key = keys::slot_name(slot);
    let fixed = NAMES.iter().find(|(known, _)| *known == key).map(|(_, name)| *name);
    let by_moves = || BY_MOVES.iter().find(|(known, _)| *known == betza).map(|(_, name)| *name);
    match fixed.or_else(|| is_pawn.then_some("Pawn")).or_else(by_moves) {
        Some(name) => name.to_owned(),
        None => format!("Piece {letter}"),
    }
}

/// Returns the name of a game from that of a variant: `3check-crazyhouse` is `3check Crazyhouse`.
pub(crate) fn title(name: &str) -> String {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the id of the game of a name, which is none of a game that comes with Beaufort: such a name gets what it comes from
/// before it, as `fairy-chess`.
pub(crate) fn id(from: &str, name: &str) -> String {
    let id: String = name
        .chars()
        .map(|c| c.to_ascii_lowercase())
        .map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' })
        .collect();
    let is_taken = beaufort_games::find(beaufort_games::GAMES, &id).is_some();
    if is_taken { format!("{from}-{id}") } else { id }
}
