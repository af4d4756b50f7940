//! The names of known games in other programs.

use crate::vocabulary::{Phrase, phrase};

use super::Definition;

/// The id of orthodox chess.
const CHESS: &str = "orthochess";

/// The names of games in other programs and their records, normalised by [`key`], with the ids here: of Lichess, chess.com,
/// PyChess, XBoard, Fairy-Stockfish and ChessBase.
const ALIASES: [(&str, &str); 39] = [
    ("chess", CHESS),
    ("normal", CHESS),
    ("standard", CHESS),
    ("classic", CHESS),
    ("regular", CHESS),
    ("orthodox", CHESS),
    // Lichess uses this for a game or chapter that begins from another position, which is in the tag `FEN`.
    ("fromposition", CHESS),
    // Elsewhere these are written with capitals and blanks: `Grand`, `Capablanca Chess`.
    ("capablanca", "capablanca"),
    ("courier", "courier"),
    ("grand", "grand"),
    ("shako", "shako"),
    ("scirocco", "scirocco"),
    ("typhoon", "typhoon"),
    ("jupiter", "jupiter"),
    ("largerboard", "larger-board"),
    ("chessonalargerboardwithnotsofewpiecesdropped", "larger-board"),
    ("chu", "chu"),
    ("chushogi", "chu"),
    ("dai", "dai"),
    ("daishogi", "dai"),
    ("tenjiku", "tenjiku"),
    ("tenjikushogi", "tenjiku"),
    ("shogi", "shogi"),
    ("crazyhouse", "crazyhouse"),
    ("seirawan", "seirawan"),
    ("s", "seirawan"),
    ("ultima", "ultima"),
    ("makruk", "makruk"),
    ("shatranj", "shatranj"),
    ("xiangqi", "xiangqi"),
    ("chinese", "xiangqi"),
    ("janggi", "janggi"),
    ("korean", "janggi"),
    ("wildebeest", "wildebeest"),
    ("omega", "omega"),
    ("eurasian", "eurasian"),
    ("gross", "gross"),
    ("metamachy", "metamachy"),
    ("tamerlane", "tamerlane"),
];

/// The names of chess with a randomly arranged back rank, normalised by [`key`].
const CHESS_960: [&str; 6] =
    ["chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc"];

/// Returns the id of the game with a name; an unknown name is returned as it is. Case, blanks and dashes are ignored, and so is
/// `Chess` at the end.
///
/// # Examples
/// ```
/// use beaufort_rules::game::id_of;
///
/// assert_eq!(id_of("scirocco"), "scirocco");
/// // Other programs have a name of their own for it.
/// assert_eq!(id_of("Chess"), "orthochess");
/// assert_eq!(id_of("From Position"), "orthochess");
/// assert_eq!(id_of("Grand Chess"), "grand");
/// assert_eq!(id_of("bughouse"), "bughouse", "nothing is known of it");
/// ```
pub fn id_of(name: &str) -> &str {
    let key = key(name);
    let short = key.strip_suffix("chess").filter(|short| !short.is_empty());
    let is_meant = |known: &str| key == known || short == Some(known);
    ALIASES.iter().find(|(known, _)| is_meant(known)).map_or(name, |(_, id)| id)
}

/// Returns an explanation why a well-known game is not supported, if there is one for the name.
///
/// # Examples
/// ```
/// use beaufort_rules::game::why_unknown;
///
/// assert!(why_unknown("Chess 960").is_some_and(|reason| reason.to_string().contains("castling")));
/// assert_eq!(why_unknown("bughouse"), None);
/// ```
pub fn why_unknown(name: &str) -> Option<Phrase> {
    CHESS_960.contains(&key(name).as_str()).then(|| {
        phrase!(
            "Chess960 is not supported: its castling begins from other squares than that of orthodox chess"
        )
    })
}

/// Returns the letters and digits of a name in lower case.
fn key(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Definition {
    /// Returns whether a name denotes this game: its id, or a name in other programs (see [`id_of`]).
    pub fn is_called(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(&self.id) || id_of(name) == self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_programs_are_known() {
        for (name, id) in [
            ("Standard", CHESS),
            ("normal", CHESS),
            ("chess", CHESS),
            ("Orthodox Chess", CHESS),
            ("From Position", CHESS),
            ("fromPosition", CHESS),
            ("Grand", "grand"),
            ("SHAKO", "shako"),
            ("Capablanca Chess", "capablanca"),
            ("Courier", "courier"),
            ("Larger Board", "larger-board"),
            ("Crazyhouse", "crazyhouse"),
            ("S-Chess", "seirawan"),
            ("Seirawan Chess", "seirawan"),
            ("Chu Shogi", "chu"),
            ("Wildebeest Chess", "wildebeest"),
            ("Chinese Chess", "xiangqi"),
            // Other names are unchanged.
            ("Chess960", "Chess960"),
            ("scirocco-1999", "scirocco-1999"),
            ("Grandchess Plus", "Grandchess Plus"),
            ("", ""),
            ("\u{202e}", "\u{202e}"),
        ] {
            assert_eq!(id_of(name), id, "{name}");
        }
        for name in ["chess960", "Chess 960", "Fischerandom", "Fischer Random", "FRC"] {
            assert!(why_unknown(name).is_some(), "{name}");
        }
    }

    /// The id and the name of every game, in any capitals: the years of older revisions are part of their names.
    #[test]
    #[cfg(feature = "builtin")]
    fn every_game_is_known_by_its_name() {
        for id in crate::builtin::ids() {
            let definition = crate::builtin::definition(id).expect("it is built in");
            if !id.ends_with(|c: char| c.is_ascii_digit()) {
                assert_eq!(id_of(&definition.name), id, "{}", definition.name);
                assert!(definition.is_called(&id.to_uppercase()), "{id}");
            }
        }
    }

    /// An alias that is another game's id would hide that game.
    #[test]
    #[cfg(feature = "builtin")]
    fn no_alias_hides_a_game() {
        for id in crate::builtin::ids() {
            assert_eq!(id_of(id), id);
        }
        for (_, id) in ALIASES {
            assert!(crate::builtin::ids().any(|known| known == id), "{id}");
        }
    }
}
