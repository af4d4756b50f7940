//! Pieces in Betza's notation, with the extensions of XBetza: read and said in the words of Beaufort's language, and written.
//!
//! The notation is described in <https://www.gnu.org/software/xboard/Betza.html>. What the language cannot say is reported, never
//! left out.

mod bent;
mod direction;
mod parse;
mod phrase;
mod say;
mod write;

use std::fmt;

pub(crate) use say::{Castling, Initial, Said, Term, join};
pub use write::{Betza, Unsaid, betza};
pub(crate) use write::{Moves, moves_of, word_of};

/// A vector, right and forward.
type Vector = (i8, i8);
/// The coordinates of an atom without signs, the greater one first.
type Unit = (u8, u8);

/// An error in a text in Betza's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// The column, from 1.
    pub column: usize,
    /// The error, and what would be right.
    pub message: String,
}

impl fmt::Display for BetzaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for BetzaError {}

/// A piece in the words of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// The ability, as `F + forward W`; empty if nothing can be said.
    pub text: String,
    /// The moves that cannot be said, each with the reason.
    pub unsaid: Vec<String>,
    /// The differences between what was said and what was meant.
    pub approximated: Vec<String>,
}

/// Says a piece in the words of the language.
///
/// # Errors
/// If the text is not in Betza's notation.
///
/// # Examples
/// ```
/// let silver = beaufort_import::ability("FfW")?;
/// assert_eq!(silver.text, "F + forward W");
/// assert!(silver.unsaid.is_empty());
/// # Ok::<(), beaufort_import::BetzaError>(())
/// ```
pub fn ability(betza: &str) -> Result<Ability, BetzaError> {
    let mut said = say(betza, &Initial::FromStart)?;
    if !said.castlings.is_empty() {
        said.unsaid.push("the atom `O`: a game says its castlings, no ability does".to_owned());
    }
    Ok(Ability { text: join(&said.terms), unsaid: said.unsaid, approximated: said.approximated })
}

/// Says the moves of a piece as terms.
pub(crate) fn say(betza: &str, initial: &Initial) -> Result<Said, BetzaError> {
    Ok(say::moves(&parse::parse(betza)?, initial))
}

#[cfg(test)]
mod tests {
    use beaufort_rules::language;

    use super::ability;

    /// Checks that a piece is said in these words, which the language reads.
    fn check(betza: &str, words: &str) {
        let said = ability(betza).unwrap_or_else(|error| panic!("{betza}: {error}"));
        assert_eq!((said.text.as_str(), said.unsaid), (words, Vec::new()), "{betza}");
        assert!(language::parse(words).is_ok(), "{words}");
    }

    #[test]
    fn pieces_are_said_in_words() {
        check("FfW", "F + forward W");
        check("mNcB", "N (moving) + B (capturing)");
        check("KNAD", "W + F + N + A + D");
        check("fmWfcF", "forward W (moving) + forward F (capturing)");
        check("fRffN", "forward R + forwardmost N");
        check("mRcpR", "R (moving) + R over one piece (capturing)");
        check("gQ", "R hopper + B hopper");
        check("NNQ3", "N rider + R3 + B3");
        check("GH", "(3,3) leaper + (3,0) leaper");
        check("mWmF", "(W + F) (moving)");
        check("WnD", "W + R2 beyond 1");
        check("nN", "lame N");
        check("nA", "B2 beyond 1");
        check("zB", "F zigzag");
        check("qNN", "N circular");
        check("oRFfoN", "R wrapped + F + forwardmost N wrapped");
        check("mdW", "W (moving) + W onto friends");
        check("[F-R]", "F (through) then R outwards");
        check("[F?R]", "F + F (moving) then R outwards");
        check("jR", "D + D (moving) then R outwards");
        check("fjB5", "forward A + forward A (moving) then B3 outwards");
        check("[F-fR]", "F (through) then R outwards");
        check("FyafsF", "F + F (through) then R outwards");
        check("afsW", "W (through) then F outwards");
        check("mpafsmW", "W (through anything) then F outwards (moving)");
        check("fmasR", "forward R (through) then R at right angles");
        check("pafW", "W (hopping) then W straight");
        check("gafR", "R (hopping) then W straight");
        check("mafsmafsW", "W (through) then F outwards (through) then W outwards");
        check("aN", "N (through) then N not back");
        check("alW", "W (through) then W at right angles left");
        check("aK", "Q1 (through) then Q1 not back");
        check("aaK", "Q1 (through) then Q1 not back (through) then Q1 not back");
        check("afsQ", "R (through) then B outwards + B (through) then R outwards");
        check("caK", "strike Q1 then Q1 not back");
        check("cabK", "igui on Q1 squares");
        check("caKcabK", "strike Q1 then Q1");
        check("mcabK", "igui on Q1 squares + pass by Q1 squares");
        check("fcavF", "igui on forward F squares + strike forward F then F straight");
        check("fcafmF", "jump-capture forward F once");
        check("abW", "pass by W squares");
        check("fmabF", "pass by forward F squares");
        check("fcafsW", "strike forward W then F outwards");
        check("fmWimfnD", "forward W (moving) + forward R2 (moving) from start");
    }

    #[test]
    fn errors_have_their_columns() {
        for (betza, message) in [
            ("WX", "column 2: `X` is no atom: expected one of WFDNAHLCJZGKRBQOU, or `(X,Y)`"),
            ("fmW?", "column 4: `?` is no modifier of XBetza"),
            ("fm", "column 3: an atom such as `W` or `(3,1)` is missing after the modifiers"),
            ("R99", "column 2: `99` is too great: at most 15"),
            ("[F", "column 1: brackets hold atoms with `-` or `?` between them: `[F-R]`"),
            ("(0,0)", "column 1: `(0,0)` leads nowhere"),
        ] {
            assert_eq!(ability(betza).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn what_has_no_words_is_told() {
        let said = ability("WxR").unwrap();
        assert_eq!(said.text, "W");
        assert_eq!(said.unsaid, ["`xR`: no word is known for `x`"]);
        for (betza, why) in [
            ("gR4", "no word bounds how far a piece goes that lands behind another"),
            ("gN", "no word bounds how far a piece goes that lands behind another"),
            ("zB3", "no word bounds a line that turns by turns"),
            ("qN", "one step is only a leap; any number of steps has the atom twice, as in `qNN`"),
            ("zF", "one step is only a leap; any number of steps has the atom twice, as in `qNN`"),
            ("ppR", "no word is known for a second `p`"),
            ("shO2", "no word says such a castling"),
            ("jR2", "a line that begins on its last square is a leap"),
            ("mjR", "only `j` alone, with a line, has words"),
            ("abfsW", "no words say this turn of a leg"),
            ("ahW", "no words say the direction `h` of a later leg"),
            ("mafcafW", "no words say a capture on the way after the first leg"),
            ("macaK", "no words say a capture on the way after the first leg"),
            ("macafK", "no words say a capture on the way after the first leg"),
            ("caaK", "no words say more than one leg after a capture"),
            ("caR", "no words say a line that goes on from what it takes"),
            ("yafR3", "no words say whether a line of so many steps slides on"),
            ("afsfafsfafsfafsfafsfafsfQ", "more than 16 terms would say these legs"),
        ] {
            let said = ability(betza).unwrap();
            assert_eq!((said.text, said.unsaid), (String::new(), vec![format!("`{betza}`: {why}")]));
        }
        let said = ability("WogR").unwrap();
        assert_eq!(said.unsaid, ["`ogR`: no word joins the edges of the board for this way"]);
    }
}
