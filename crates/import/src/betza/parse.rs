//! The syntax of XBetza: atoms, directions, modifiers, ranges, legs and brackets.
//!
//! A move is a row of modifiers in small letters, an atom in a capital or in coordinates, and a range: `fmW`, `R4`, `NN`, `(3,1)2`.
//! An `a` begins another leg, `[F-R]` joins two atoms.

use super::direction::{Direction, is_horizontal, is_vertical};
use super::{BetzaError, Unit};

/// The greatest length of a text.
const MAX_LENGTH: usize = 500;
/// The greatest number of moves of a piece.
const MAX_MOVES: usize = 60;
/// The greatest number of legs of a move.
const MAX_LEGS: usize = 8;
/// The greatest coordinate of an atom, and the greatest range.
const MAX_NUMBER: u8 = 15;

/// The atoms with one unit, and those that slide.
const ATOMS: &[(char, &[Unit], bool)] = &[
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('L', &[(3, 1)], false),
    ('C', &[(3, 1)], false),
    ('J', &[(3, 2)], false),
    ('Z', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
    ('O', &[], false),
    ('U', &[], false),
];

/// The modifiers that are no directions.
const MODIFIERS: &str = "mcdepgnijqzotuxyw";

/// The piece: its moves, in the order of the text.
pub(crate) type Moves = Vec<Move>;

/// One move of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The text, for messages.
    pub(crate) text: String,
    /// The legs; the last one ends with the atom.
    pub(crate) legs: Vec<Leg>,
    /// The atom of all legs, or that of each leg in brackets.
    pub(crate) course: Course,
}

/// The part to which the modifiers of a move are applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// An atom.
    Atom(Atom),
    /// Atoms in brackets.
    Bent(Vec<Bend>),
}

/// An atom with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    /// The letter, or `(` for coordinates.
    pub(crate) letter: char,
    /// The vectors, the greater number first; two of `K` and `Q`.
    pub(crate) units: Vec<Unit>,
    /// The greatest number of steps, 0 for any number.
    pub(crate) range: u8,
}

/// A part of brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bend {
    /// The sign before it: `-`, or `?` where the move may end before it.
    pub(crate) sign: char,
    /// The modifiers.
    pub(crate) leg: Leg,
    /// The atom.
    pub(crate) atom: Atom,
}

/// The modifiers of a leg.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leg {
    /// The directions, none for all.
    pub(crate) directions: Vec<Direction>,
    /// The other modifiers, in the order of the text.
    pub(crate) modifiers: String,
}

impl Leg {
    /// Returns whether the leg has a modifier.
    pub(crate) fn has(&self, modifier: char) -> bool {
        self.modifiers.contains(modifier)
    }
}

/// Reads the moves of a piece.
pub(crate) fn parse(text: &str) -> Result<Moves, BetzaError> {
    if text.len() > MAX_LENGTH {
        return Err(error(1, format!("the text is longer than {MAX_LENGTH} letters")));
    }
    let mut reader = Reader { letters: text.chars().collect(), at: 0 };
    let mut moves = Vec::new();
    reader.skip_blanks();
    while reader.at < reader.letters.len() {
        if moves.len() == MAX_MOVES {
            return Err(error(reader.at + 1, format!("a piece has at most {MAX_MOVES} moves")));
        }
        moves.push(reader.one_move()?);
        reader.skip_blanks();
    }
    Ok(moves)
}

fn error(column: usize, message: impl Into<String>) -> BetzaError {
    BetzaError { column, message: message.into() }
}

struct Reader {
    letters: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn one_move(&mut self) -> Result<Move, BetzaError> {
        let start = self.at;
        let legs = self.legs()?;
        let course = if self.peek() == Some('[') { self.brackets()? } else { Course::Atom(self.atom()?) };
        Ok(Move { text: self.letters[start..self.at].iter().collect(), legs, course })
    }

    /// Reads the modifiers before an atom.
    fn legs(&mut self) -> Result<Vec<Leg>, BetzaError> {
        let mut legs = vec![Leg::default()];
        while let Some(letter) =
            self.peek().filter(|letter| !letter.is_ascii_uppercase() && !"([".contains(*letter))
        {
            let leg = legs.last_mut().expect("there is one from the beginning");
            if is_vertical(letter) || is_horizontal(letter) {
                let next = self.letters.get(self.at + 1).copied().filter(|&next| {
                    next == letter
                        || is_vertical(letter) && is_horizontal(next)
                        || is_horizontal(letter) && is_vertical(next)
                });
                leg.directions.push(Direction(letter, next.unwrap_or(letter)));
                self.at += usize::from(next.is_some());
            } else if letter == 'a' {
                if legs.len() == MAX_LEGS {
                    return Err(error(self.at + 1, format!("a move has at most {MAX_LEGS} legs")));
                }
                legs.push(Leg::default());
            } else if MODIFIERS.contains(letter) {
                leg.modifiers.push(letter);
            } else {
                let message = format!("`{letter}` is no modifier of XBetza");
                return Err(error(self.at + 1, message));
            }
            self.at += 1;
        }
        Ok(legs)
    }

    fn atom(&mut self) -> Result<Atom, BetzaError> {
        let column = self.at + 1;
        let Some(letter) = self.peek() else {
            return Err(error(column, "an atom such as `W` or `(3,1)` is missing after the modifiers"));
        };
        let (units, slides) = if letter == '(' {
            (vec![self.coordinates()?], false)
        } else {
            self.at += 1;
            let known = ATOMS.iter().find(|(name, ..)| *name == letter);
            let Some(&(_, units, slides)) = known else {
                let all: String = ATOMS.iter().map(|(name, ..)| *name).collect();
                return Err(error(
                    column,
                    format!("`{letter}` is no atom: expected one of {all}, or `(X,Y)`"),
                ));
            };
            (units.to_vec(), slides)
        };
        let mut range = u8::from(!slides);
        if self.peek() == Some(letter) && letter != '(' {
            self.at += 1;
            range = 0;
        }
        if let Some(number) = self.number()? {
            range = number;
        }
        Ok(Atom { letter, units, range })
    }

    /// Reads a number; `None` if there is none.
    fn number(&mut self) -> Result<Option<u8>, BetzaError> {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_digit()) {
            self.at += 1;
        }
        let digits: String = self.letters[start..self.at].iter().collect();
        match digits.parse() {
            _ if digits.is_empty() => Ok(None),
            Ok(number @ 0..=MAX_NUMBER) => Ok(Some(number)),
            _ => Err(error(start + 1, format!("`{digits}` is too great: at most {MAX_NUMBER}"))),
        }
    }

    /// Reads `(3,1)`.
    fn coordinates(&mut self) -> Result<Unit, BetzaError> {
        let column = self.at + 1;
        let bad =
            || error(column, format!("coordinates are written `(X,Y)`, with numbers up to {MAX_NUMBER}"));
        self.at += 1;
        let x = self.number()?.ok_or_else(bad)?;
        self.sign(',').ok_or_else(bad)?;
        let y = self.number()?.ok_or_else(bad)?;
        self.sign(')').ok_or_else(bad)?;
        match (x.max(y), x.min(y)) {
            (0, 0) => Err(error(column, "`(0,0)` leads nowhere")),
            unit => Ok(unit),
        }
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        (self.peek() == Some(sign)).then(|| self.at += 1)
    }

    /// Reads `[F-R]` or `[W?fsF]`.
    fn brackets(&mut self) -> Result<Course, BetzaError> {
        let column = self.at + 1;
        let mut bends = Vec::new();
        let mut sign = '[';
        self.at += 1;
        loop {
            let mut legs = self.legs()?;
            if legs.len() > 1 || bends.len() == MAX_LEGS {
                return Err(error(self.at, "there is no `a` in brackets, and not more than 8 parts"));
            }
            let leg = legs.pop().unwrap_or_default();
            bends.push(Bend { sign, leg, atom: self.atom()? });
            match self.peek() {
                Some(']') if bends.len() > 1 => {
                    self.at += 1;
                    return Ok(Course::Bent(bends));
                }
                Some(next @ ('-' | '?' | '*' | '=')) => sign = next,
                _ => return Err(error(column, "brackets hold atoms with `-` or `?` between them: `[F-R]`")),
            }
            self.at += 1;
        }
    }
}
