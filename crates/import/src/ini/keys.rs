//! The keys of `variants.ini`, with their types and defaults.

/// The types of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A rank, from 1.
    Rank,
    /// A file, as a letter or a number from 1.
    File,
    /// Any text.
    Text,
    /// Squares: `d4 e4`, `*8` for a rank, `a*` for a file.
    Squares,
    /// Letters of pieces, or `*` for all.
    Pieces,
    /// A letter of a piece.
    Piece,
    /// Letters with numbers: `q:1 r:2`.
    Counts,
    /// Pairs of letters: `p:g`, `p:-`.
    Pairs,
    /// One of these words.
    One(&'static [&'static str]),
}

/// Whether the sides have values of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// One value for both.
    No,
    /// `flagRegion` is for both, `flagRegionWhite` and `flagRegionBlack` for one.
    Both,
    /// Only with `White` or `Black` behind it.
    Each,
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) sides: Sides,
    /// The value if no section says another.
    pub(crate) default: &'static str,
    /// The second player's, if it is another.
    pub(crate) second: &'static str,
}

const fn key(name: &'static str, kind: Kind, default: &'static str) -> Key {
    Key { name, kind, sides: Sides::No, default, second: default }
}

const fn sided(
    name: &'static str,
    kind: Kind,
    sides: Sides,
    default: &'static str,
    second: &'static str,
) -> Key {
    Key { name, kind, sides, default, second }
}

use Kind::{Bool, Counts, File, Number, One, Pairs, Piece, Pieces, Rank, Squares, Text};
use Sides::{Both, Each};

/// A result of the game for the side to move.
const RESULT: Kind = One(&["none", "win", "draw", "loss"]);
/// How pieces enclose others.
const ENCLOSING: Kind = One(&["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"]);

/// All keys but those of pieces, in the order in which the values of a section take effect.
pub(crate) const KEYS: &[Key] = &[
    key("maxRank", Rank, "8"),
    key("maxFile", File, "8"),
    key("pieceValueMg", Counts, ""),
    key("pieceValueEg", Counts, ""),
    key("variantTemplate", Text, "fairy"),
    key("pieceToCharTable", Text, "-"),
    key("pocketSize", Number, "0"),
    key("chess960", Bool, "false"),
    key("twoBoards", Bool, "false"),
    key("startFen", Text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    sided("promotionRegion", Squares, Each, "*8", "*1"),
    sided("promotionPawnTypes", Pieces, Both, "p", "p"),
    sided("promotionPieceTypes", Pieces, Both, "nbrq", "nbrq"),
    key("sittuyinPromotion", Bool, "false"),
    key("promotionLimit", Counts, ""),
    key("promotedPieceType", Pairs, ""),
    key("piecePromotionOnCapture", Bool, "false"),
    key("mandatoryPawnPromotion", Bool, "true"),
    key("mandatoryPiecePromotion", Bool, "false"),
    key("pieceDemotion", Bool, "false"),
    key("blastOnCapture", Bool, "false"),
    key("blastImmuneTypes", Pieces, ""),
    key("mutuallyImmuneTypes", Pieces, ""),
    key("petrifyOnCaptureTypes", Pieces, ""),
    key("petrifyBlastPieces", Bool, "false"),
    key("doubleStep", Bool, "true"),
    sided("doubleStepRegion", Squares, Each, "*2", "*7"),
    sided("tripleStepRegion", Squares, Each, "", ""),
    sided("enPassantRegion", Squares, Both, ALL, ALL),
    sided("enPassantTypes", Pieces, Both, "p", "p"),
    key("castling", Bool, "true"),
    key("castlingDroppedPiece", Bool, "false"),
    key("castlingKingsideFile", File, "g"),
    key("castlingQueensideFile", File, "c"),
    key("castlingRank", Rank, "1"),
    key("castlingKingFile", File, "e"),
    sided("castlingKingPiece", Piece, Both, "k", "k"),
    key("castlingRookKingsideFile", File, "l"),
    key("castlingRookQueensideFile", File, "a"),
    sided("castlingRookPieces", Pieces, Both, "r", "r"),
    key("oppositeCastling", Bool, "false"),
    key("checking", Bool, "true"),
    key("dropChecks", Bool, "true"),
    key("mustCapture", Bool, "false"),
    key("mustDrop", Bool, "false"),
    key("mustDropType", Piece, "*"),
    key("pieceDrops", Bool, "false"),
    key("dropLoop", Bool, "false"),
    key("capturesToHand", Bool, "false"),
    key("firstRankPawnDrops", Bool, "false"),
    key("promotionZonePawnDrops", Bool, "false"),
    key("enclosingDrop", ENCLOSING, "none"),
    key("enclosingDropStart", Squares, ""),
    sided("dropRegion", Squares, Each, ALL, ALL),
    key("sittuyinRookDrop", Bool, "false"),
    key("dropOppositeColoredBishop", Bool, "false"),
    key("dropPromoted", Bool, "false"),
    key("dropNoDoubled", Piece, "-"),
    key("dropNoDoubledCount", Number, "1"),
    key("immobilityIllegal", Bool, "false"),
    key("gating", Bool, "false"),
    key("wallingRule", One(&["none", "arrow", "duck", "edge", "past", "static"]), "none"),
    sided("wallingRegion", Squares, Both, ALL, ALL),
    key("wallOrMove", Bool, "false"),
    key("seirawanGating", Bool, "false"),
    key("cambodianMoves", Bool, "false"),
    key("diagonalLines", Squares, ""),
    sided("pass", Bool, Both, "false", "false"),
    sided("passOnStalemate", Bool, Both, "false", "false"),
    key("makpongRule", Bool, "false"),
    key("flyingGeneral", Bool, "false"),
    key("soldierPromotionRank", Rank, "1"),
    key("flipEnclosedPieces", ENCLOSING, "none"),
    key("freeDrops", Bool, "false"),
    sided("nMoveRuleTypes", Pieces, Both, "p", "p"),
    key("nMoveRule", Number, "50"),
    key("nFoldRule", Number, "3"),
    key("nFoldValue", RESULT, "draw"),
    key("nFoldValueAbsolute", Bool, "false"),
    key("perpetualCheckIllegal", Bool, "false"),
    key("moveRepetitionIllegal", Bool, "false"),
    key("chasingRule", One(&["none", "axf"]), "none"),
    key("stalemateValue", RESULT, "draw"),
    key("stalematePieceCount", Bool, "false"),
    key("checkmateValue", RESULT, "loss"),
    key("shogiPawnDropMateIllegal", Bool, "false"),
    key("shatarMateRule", Bool, "false"),
    key("bikjangRule", Bool, "false"),
    key("extinctionValue", RESULT, "none"),
    key("extinctionClaim", Bool, "false"),
    key("extinctionPseudoRoyal", Bool, "false"),
    key("dupleCheck", Bool, "false"),
    key("extinctionPieceTypes", Pieces, ""),
    key("extinctionPieceCount", Number, "0"),
    key("extinctionOpponentPieceCount", Number, "0"),
    sided("flagPiece", Piece, Both, "*", "*"),
    sided("flagRegion", Squares, Both, "", ""),
    key("flagPieceCount", Number, "1"),
    key("flagPieceBlockedWin", Bool, "false"),
    key("flagMove", Bool, "false"),
    key("flagPieceSafe", Bool, "false"),
    key("checkCounting", Bool, "false"),
    key("connectN", Number, "0"),
    key("connectPieceTypes", Pieces, "*"),
    key("connectHorizontal", Bool, "true"),
    key("connectVertical", Bool, "true"),
    key("connectDiagonal", Bool, "true"),
    sided("connectRegion1", Squares, Each, "", ""),
    sided("connectRegion2", Squares, Each, "", ""),
    key("connectNxN", Number, "0"),
    key("collinearN", Number, "0"),
    key("connectValue", RESULT, "win"),
    key("materialCounting", One(&["none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"]), "none"),
    key("adjudicateFullBoard", Bool, "false"),
    key("countingRule", One(&["none", "makruk", "cambodian", "asean"]), "none"),
    key("castlingWins", Text, ""),
];

/// The default of regions that are the whole board.
pub(crate) const ALL: &str = "every square";

/// Other names of keys: the name, the keys that it sets, and the type.
pub(crate) const ALIASES: &[(&str, &[&str])] = &[
    ("pawnTypes", &["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"]),
    ("whiteFlag", &["flagRegionWhite"]),
    ("blackFlag", &["flagRegionBlack"]),
    ("castlingRookPiece", &["castlingRookPieces"]),
    ("whiteDropRegion", &["dropRegionWhite"]),
    ("blackDropRegion", &["dropRegionBlack"]),
];

/// The pieces by the names of their keys, with their moves in Betza's notation; those without are given in the file.
pub(crate) const PIECES: &[(&str, &str)] = &[
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The number of pieces whose moves are given in the file: `customPiece1` and so on.
const CUSTOM: usize = 25;
/// The number of kinds of pieces that a variant may have; the last is the King.
pub(crate) const SLOTS: usize = PIECES.len() + CUSTOM + 1;
/// The King.
pub(crate) const KING: usize = SLOTS - 1;

/// Returns the name of a kind of piece.
pub(crate) fn slot_name(slot: usize) -> String {
    match PIECES.get(slot) {
        Some((name, _)) => (*name).to_owned(),
        None if slot == KING => "king".to_owned(),
        None => format!("customPiece{}", slot + 1 - PIECES.len()),
    }
}

/// Returns the kind of piece with a name, whatever the case of the first letter.
pub(crate) fn slot(name: &str) -> Option<usize> {
    (0..SLOTS).find(|&slot| {
        let known = slot_name(slot);
        known == name
            || name.starts_with(|c: char| c.is_ascii_uppercase()) && known.eq_ignore_ascii_case(name)
    })
}

/// Returns the moves of a kind of piece, if they are not given in the file.
pub(crate) fn betza(slot: usize) -> Option<&'static str> {
    if slot == KING { Some("K") } else { PIECES.get(slot).map(|(_, betza)| *betza) }
}

/// Returns a key by its name without a side.
pub(crate) fn find(name: &str) -> Option<usize> {
    KEYS.iter().position(|key| key.name == name)
}

/// Returns a key by its name with or without a side, and the sides that it is for.
pub(crate) fn find_sided(name: &str) -> Option<(usize, &'static [usize])> {
    if let Some(index) = find(name).filter(|&index| KEYS[index].sides != Each) {
        return Some((index, &[0, 1]));
    }
    for (suffix, sides) in [("White", &[0_usize][..]), ("Black", &[1])] {
        let index = name.strip_suffix(suffix).and_then(find);
        if let Some(index) = index.filter(|&index| KEYS[index].sides != Sides::No) {
            return Some((index, sides));
        }
    }
    None
}
