//! Opening books: which of the openings that are drawn at random are even.
//!
//! An opening is known by its seed, the number from which it is drawn, so a book is a set of small numbers: a bit for each,
//! written as hexadecimal digits. A checksum of the positions tells whether the same seeds still give the same openings.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Limits, Options, Signal};
use beaufort_rules::Game;

use super::Opening;
use crate::workers::{game_rng, run_parallel};

/// The books that come with the library.
const BUILTIN: [(&str, &str); 5] = [
    ("jupiter", include_str!("../../books/jupiter.book")),
    ("larger-board", include_str!("../../books/larger-board.book")),
    ("orthochess", include_str!("../../books/orthochess.book")),
    ("scirocco", include_str!("../../books/scirocco.book")),
    ("typhoon", include_str!("../../books/typhoon.book")),
];

/// The greatest number of random turns of an opening.
const MAX_PLIES: usize = 100;
/// The number of hexadecimal digits in a line.
const LINE_DIGITS: usize = 100;
/// The openings that are drawn at most for each that a book is to hold.
const MAX_TRIES: usize = 200;
/// The openings that may be drawn one after the other without a new position, and how many more for each that is known: so
/// many draws find all that there are.
const MAX_DRAWS_IN_VAIN: usize = 1_000;
const MAX_DRAWS_PER_POSITION: usize = 20;
/// The memory of the engine that judges an opening, in MiB.
const HASH_MIB: usize = 4;

/// Even openings of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The id of the game.
    game: String,
    /// The number of random turns.
    plies: usize,
    /// Of the positions to which the openings lead.
    checksum: u64,
    /// In ascending order; at least one.
    seeds: Vec<u32>,
}

/// Which openings a book holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookTerms {
    /// The number of openings; at least one.
    pub openings: usize,
    /// The number of random turns.
    pub plies: usize,
    /// The nodes for which the engine searches each.
    pub nodes: u64,
    /// The score, in centipawns, below which an opening is even, for either side.
    pub even_score: i32,
}

impl Default for BookTerms {
    fn default() -> BookTerms {
        BookTerms { openings: 2_000, plies: 8, nodes: 20_000, even_score: 100 }
    }
}

/// Why a text is no book of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BookError(String);

impl Book {
    /// Returns the book that comes with the library for a game, if there is one.
    pub fn builtin(id: &str) -> Option<Book> {
        let (_, text) = BUILTIN.iter().find(|(name, _)| *name == id)?;
        Some(text.parse().expect("the tests read all of them"))
    }

    /// Returns the ids of the games for which there is a book.
    pub fn builtin_ids() -> impl Iterator<Item = &'static str> {
        BUILTIN.into_iter().map(|(id, _)| id)
    }

    /// Draws openings until enough are even: those of the lowest seeds, on any number of threads, of which no two lead to one
    /// position. `on_progress` gets the number of openings found.
    ///
    /// Returns `None` if it is stopped before.
    ///
    /// # Errors
    /// If one of many hundreds is even at most, as with a game that is decided at once, or if so few turns lead to too few
    /// positions.
    pub fn make(
        game: &Arc<Game>,
        evaluation: &Arc<Evaluation>,
        terms: BookTerms,
        threads: usize,
        stop: &Signal,
        mut on_progress: impl FnMut(usize),
    ) -> Result<Option<Book>, BookError> {
        let most = u32::try_from(terms.openings.saturating_mul(MAX_TRIES)).unwrap_or(u32::MAX);
        let mut seeds = Vec::new();
        let mut known = HashSet::new();
        let (mut drawn, mut in_vain) = (0, 0);
        while seeds.len() < terms.openings {
            let found = seeds.len();
            if in_vain >= MAX_DRAWS_IN_VAIN + MAX_DRAWS_PER_POSITION * known.len() {
                let positions = known.len();
                return Err(BookError(format!(
                    "too few openings differ: {positions} in {drawn} draws, {found} of them even"
                )));
            }
            if drawn >= most {
                return Err(BookError(format!("only {found} of {drawn} openings are even")));
            }
            // Draw the next seeds, about as many as are missing. Of openings that lead to the same position the first counts.
            let batch = (terms.openings - seeds.len()).clamp(16, 256) as u32;
            let mut wanted: Vec<u32> = (drawn..drawn.saturating_add(batch)).collect();
            drawn = drawn.saturating_add(batch);
            wanted.retain(|&seed| known.insert(draw(game, terms.plies, seed).position(game).key()));
            in_vain = if wanted.is_empty() { in_vain + batch as usize } else { 0 };
            let engine = || {
                Engine::with_evaluation(
                    Arc::clone(game),
                    Arc::clone(evaluation),
                    Options::with_hash(HASH_MIB),
                )
            };
            let judge = |engine: &mut Engine, seed: u32, give: &mut dyn FnMut(u32) -> bool| {
                let go_on = !stop.is_stopped();
                go_on && (!is_even(engine, game, terms, seed, stop) || give(seed))
            };
            let before = seeds.len();
            run_parallel(&wanted, threads, engine, judge, |seed| seeds.push(seed));
            if stop.is_stopped() {
                return Ok(None);
            }
            seeds[before..].sort_unstable();
            on_progress(seeds.len().min(terms.openings));
        }
        seeds.truncate(terms.openings);
        let id = game.definition().id.clone();
        let mut book = Book { game: id, plies: terms.plies, checksum: 0, seeds };
        book.checksum = book.computed_checksum(game);
        Ok(Some(book))
    }

    /// Returns the number of openings.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Returns whether there are no openings, which does not happen.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// Returns the opening with an index, or `None` if there are fewer openings.
    pub fn get(&self, game: &Arc<Game>, index: usize) -> Option<Opening> {
        self.seeds.get(index).map(|&seed| draw(game, self.plies, seed))
    }

    /// Returns the opening of a pair of games: with another seed of the match another one, and each before one comes again.
    pub(super) fn opening(&self, game: &Arc<Game>, match_seed: u64, pair: u32) -> Opening {
        let mut order: Vec<u32> = self.seeds.clone();
        game_rng(match_seed, 0).shuffle(&mut order);
        draw(game, self.plies, order[pair as usize % order.len()])
    }

    /// Checks that the book is one for this game, and that its seeds still give the openings for which it was made.
    ///
    /// # Errors
    /// If it is a book of another game, or if the rules list turns in another order than they did.
    pub fn check(&self, game: &Arc<Game>) -> Result<(), BookError> {
        self.check_game(game)?;
        match self.computed_checksum(game) {
            sum if sum == self.checksum => Ok(()),
            sum => Err(BookError(format!(
                "the seeds no longer give the openings of this book: the checksum is {sum:016x}, not {:016x}",
                self.checksum
            ))),
        }
    }

    /// Checks that the book is one for this game.
    ///
    /// # Errors
    /// If it is a book of another game.
    pub fn check_game(&self, game: &Arc<Game>) -> Result<(), BookError> {
        match game.definition().id.as_str() {
            id if id == self.game => Ok(()),
            id => Err(BookError(format!("this is a book of `{}`, not of `{id}`", self.game))),
        }
    }

    /// Returns the checksum of the positions (FNV-1a of their texts).
    fn computed_checksum(&self, game: &Arc<Game>) -> u64 {
        self.seeds.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &seed| {
            let text = draw(game, self.plies, seed).position(game).to_string();
            text.bytes().fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        })
    }
}

/// Draws the opening of a seed.
fn draw(game: &Arc<Game>, plies: usize, seed: u32) -> Opening {
    Opening::choose(game, &[], 0, plies, &mut game_rng(0, seed.into()))
}

fn is_even(engine: &mut Engine, game: &Arc<Game>, terms: BookTerms, seed: u32, stop: &Signal) -> bool {
    let position = draw(game, terms.plies, seed).position(game);
    engine.new_game();
    let result = engine.search(&position, Limits::nodes(terms.nodes), stop, |_| {});
    result.score.abs() < terms.even_score
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}\nplies {}\nchecksum {:016x}", self.game, self.plies, self.checksum)?;
        let last = self.seeds.last().copied().unwrap_or_default() as usize;
        let mut digits = vec![0u8; last / 4 + 1];
        for &seed in &self.seeds {
            digits[seed as usize / 4] |= 1 << (seed % 4);
        }
        for line in digits.chunks(LINE_DIGITS) {
            let line: String =
                line.iter().map(|&digit| char::from(b"0123456789abcdef"[digit as usize])).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl FromStr for Book {
    type Err = BookError;

    /// Reads a book: lines that begin with `#` are comments, three say what it is, and the others are its seeds.
    fn from_str(text: &str) -> Result<Book, BookError> {
        let mut lines =
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        let mut field = |name: &str| {
            let (line, number) =
                lines.next().ok_or_else(|| BookError(format!("there is no line `{name} ...`")))?;
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let value = value.ok_or_else(|| BookError(format!("line {number}: expected `{name} ...`")))?;
            Ok::<_, BookError>((value.trim(), number))
        };
        let (game, _) = field("game")?;
        let (plies, number) = field("plies")?;
        let plies = plies.parse().ok().filter(|&plies| plies <= MAX_PLIES);
        let plies =
            plies.ok_or_else(|| BookError(format!("line {number}: expected 0 to {MAX_PLIES} plies")))?;
        let (checksum, number) = field("checksum")?;
        let checksum = u64::from_str_radix(checksum, 16)
            .map_err(|_| BookError(format!("line {number}: expected a hexadecimal checksum")))?;
        let mut seeds = Vec::new();
        let mut first = 0;
        for (line, number) in lines {
            for digit in line.trim().chars() {
                let bits = digit
                    .to_digit(16)
                    .ok_or_else(|| BookError(format!("line {number}: `{digit}` is no hexadecimal digit")))?;
                seeds.extend((0..4).filter(|bit| bits >> bit & 1 == 1).map(|bit| first + bit));
                first += 4;
            }
        }
        if seeds.is_empty() {
            return Err(BookError("there are no openings in it".to_owned()));
        }
        Ok(Book { game: game.to_owned(), plies, checksum, seeds })
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn the_books_of_the_library_hold_their_openings() {
        for id in Book::builtin_ids() {
            let book = Book::builtin(id).expect("there is one");
            let game = builtin::game(id).expect("it is built in");
            assert_eq!(book.check(&game), Ok(()), "{id}: make it anew by `beaufort book {id}`");
            assert_eq!(book.len(), BookTerms::default().openings);
        }
    }

    #[test]
    fn a_book_is_made_written_and_read() {
        let game = builtin::game("orthochess").expect("it is built in");
        let evaluation = Arc::new(Evaluation::new(&game));
        let terms = BookTerms { openings: 5, plies: 4, nodes: 200, even_score: 50 };
        let make = |threads, stop: bool| {
            let signal = Signal::new();
            if stop {
                signal.stop();
            }
            Book::make(&game, &evaluation, terms, threads, &signal, |_| {})
        };
        let book = make(1, false).expect("many are even").expect("nobody stops it");
        assert_eq!(make(3, false), Ok(Some(book.clone())));
        assert_eq!(make(1, true), Ok(None));
        assert_eq!(book.to_string().parse(), Ok(book.clone()));
        assert_eq!((book.len(), book.check(&game)), (5, Ok(())));
        let opening = |seed, pair| book.opening(&game, seed, pair);
        let first: Vec<Opening> = (0..5).map(|pair| opening(1, pair)).collect();
        assert!((0..5).all(|at| first[at].turns.len() == 4 && !first[..at].contains(&first[at])));
        assert_eq!(opening(1, 5), first[0]);
        assert!((0..5).any(|pair| opening(2, pair) != first[pair as usize]));
        let strict = BookTerms { openings: 1, even_score: 0, ..terms };
        let none = Book::make(&game, &evaluation, strict, 1, &Signal::new(), |_| {});
        assert_eq!(none.unwrap_err().to_string(), "only 0 of 208 openings are even");
    }

    #[test]
    fn openings_do_not_occur_twice() {
        let game = builtin::game("orthochess").expect("it is built in");
        let evaluation = Arc::new(Evaluation::new(&game));
        let make = |openings| {
            let terms = BookTerms { openings, plies: 1, nodes: 50, even_score: 10_000 };
            Book::make(&game, &evaluation, terms, 2, &Signal::new(), |_| {})
        };
        let book = make(20).expect("chess begins with twenty turns").expect("nobody stops it");
        let positions: HashSet<u64> =
            (0..20).map(|pair| book.opening(&game, 1, pair).position(&game).key()).collect();
        assert_eq!((book.len(), positions.len()), (20, 20));
        let error = make(21).unwrap_err().to_string();
        assert!(error.starts_with("too few openings differ: 20 in "), "{error}");
        assert!(error.ends_with(" draws, 20 of them even"), "{error}");
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let book = "game chess\nplies 8\nchecksum 12ab\n0f\n";
        assert_eq!(book.parse::<Book>().map(|book| book.seeds), Ok(vec![4, 5, 6, 7]));
        let scirocco = builtin::game("scirocco").expect("it is built in");
        let wrong_game = book.parse::<Book>().expect("it is well formed").check(&scirocco);
        assert_eq!(wrong_game.unwrap_err().to_string(), "this is a book of `chess`, not of `scirocco`");
        let other = book.replace("chess", "scirocco").parse::<Book>().expect("it is well formed");
        assert!(other.check(&scirocco).unwrap_err().to_string().starts_with("the seeds no longer give"));
        for (from, to, error) in [
            (book, "", "there is no line `game ...`"),
            ("plies", "turns", "line 2: expected `plies ...`"),
            ("plies 8", "plies 101", "line 2: expected 0 to 100 plies"),
            ("12ab", "xy", "line 3: expected a hexadecimal checksum"),
            ("0f", "0g", "line 4: `g` is no hexadecimal digit"),
            ("0f", "00", "there are no openings in it"),
        ] {
            assert_eq!(book.replace(from, to).parse::<Book>().unwrap_err().to_string(), error);
        }
    }
}
