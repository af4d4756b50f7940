//! Opening books: even openings for matches.

use std::sync::Arc;

use beaufort_engine::Signal;
use beaufort_lab::matches::{Book, BookTerms};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::convert::{Reduced, Text, integer, one_to, optional_integer, zero_to};
use crate::engine::{NetArgument, evaluation, threads_of};
use crate::errors::value_error;
use crate::game::{GameArgument, PyGame};
use crate::position::{PlayedPosition, PyPosition};
use crate::work;

/// The greatest numbers of openings, of random turns and of centipawns.
const MAX_OPENINGS: i64 = 100_000;
const MAX_PLIES: i64 = 100;
const MAX_SCORE: i64 = 100_000;

/// An opening book: openings of random turns after which the engine sees neither side ahead, for `play_match(..., book=book)`. It is a
/// sequence of positions, with the turns that lead to them. `str(book)` is its text, as in the files of `beaufort book`.
///
/// Examples:
///     >>> book = beaufort.Book.builtin("scirocco")
///     >>> len(book), book[0].ply()
///     (2000, 8)
///     >>> result = beaufort.play_match("scirocco", "greedy", "random", games=2, max_plies=20, book=book)
#[pyclass(frozen, module = "beaufort", name = "Book")]
#[derive(Debug)]
pub(crate) struct PyBook {
    game: PyGame,
    pub(super) book: Arc<Book>,
}

#[pymethods]
impl PyBook {
    /// Returns the book that comes with the package for a game; None if there is none. Scirocco, Typhoon, Jupiter, the larger board and
    /// orthodox chess have books.
    #[staticmethod]
    fn builtin(py: Python<'_>, game: GameArgument) -> PyResult<Option<PyBook>> {
        let game = game.get(py)?;
        let book = Book::builtin(&game.game.definition().id);
        Ok(book.map(|book| PyBook { game, book: Arc::new(book) }))
    }

    /// Reads a book from its text.
    ///
    /// Raises ValueError if the text is no book of the game, or one of other rules.
    #[staticmethod]
    fn parse(py: Python<'_>, game: GameArgument, text: Text) -> PyResult<PyBook> {
        let game = game.get(py)?;
        let book: Book = text.parse().map_err(|problem: beaufort_lab::matches::BookError| {
            value_error(format!("the text is no book: {problem}"))
        })?;
        py.detach(|| book.check(&game.game)).map_err(|problem| value_error(problem.to_string()))?;
        Ok(PyBook { game, book: Arc::new(book) })
    }

    /// Makes a book: of openings with `plies` random turns those that the engine, in a search of `nodes` nodes, scores below `even_score`
    /// centipawns for either side. The same arguments give the same book, with any number of `threads`; Ctrl-C ends the work.
    ///
    /// Raises ValueError if too few openings are even, or differ, to find as many.
    #[staticmethod]
    #[pyo3(signature = (game, *, openings=2000, plies=8, nodes=20_000, even_score=100, net=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn make(
        py: Python<'_>,
        game: GameArgument,
        #[pyo3(from_py_with = integer)] openings: i64,
        #[pyo3(from_py_with = integer)] plies: i64,
        #[pyo3(from_py_with = integer)] nodes: i64,
        #[pyo3(from_py_with = integer)] even_score: i64,
        net: Option<NetArgument>,
        #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
    ) -> PyResult<PyBook> {
        let game = game.get(py)?;
        let terms = BookTerms {
            openings: one_to("openings", openings, MAX_OPENINGS)? as usize,
            plies: zero_to("plies", plies, MAX_PLIES)? as usize,
            nodes: one_to("nodes", nodes, i64::MAX)?,
            even_score: one_to("even_score", even_score, MAX_SCORE)? as i32,
        };
        let (threads, evaluation) = (threads_of(threads)?, evaluation(py, &game, net.as_ref())?);
        let stop = Signal::new();
        let made = work::quiet(
            py,
            || stop.stop(),
            || Book::make(&game.game, &evaluation, terms, threads, &stop, |_| {}),
        )?;
        let book = made.map_err(|problem| value_error(problem.to_string()))?;
        // It is stopped by an exception alone, which has been returned.
        let book = book.ok_or_else(|| value_error("the work was stopped"))?;
        Ok(PyBook { game, book: Arc::new(book) })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    fn __len__(&self) -> usize {
        self.book.len()
    }

    /// Returns the position of an opening, with its turns.
    fn __getitem__(&self, #[pyo3(from_py_with = integer)] index: i64) -> PyResult<PyPosition> {
        let len = self.book.len() as i64;
        let place = if index < 0 { index + len } else { index };
        let opening = usize::try_from(place).ok().and_then(|place| self.book.get(&self.game.game, place));
        let opening = opening
            .ok_or_else(|| PyIndexError::new_err(format!("the book has {len} openings, none {index}")))?;
        let mut position = opening.start.position(&self.game.game);
        opening.turns.iter().for_each(|&turn| position.play_unchecked(turn));
        Ok(PyPosition::played(&self.game, PlayedPosition { position, turns: opening.turns }))
    }

    /// Goes through the positions.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let indices = builtins.call_method1("range", (slf.get().book.len(),))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, indices))
    }

    fn __eq__(&self, other: &PyBook) -> bool {
        self.book == other.book
    }

    fn __hash__(&self) -> usize {
        self.book.len()
    }

    fn __str__(&self) -> String {
        self.book.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Book {} of {}>", self.game.game.definition().id, self.book.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyGame, String)> {
        let function = py.import("beaufort._pickle")?.getattr("book")?;
        Ok((function, (self.game.clone(), self.__str__())))
    }
}

impl PyBook {
    /// Returns the book for a match of a game.
    ///
    /// # Errors
    /// If it is a book of another game.
    pub(super) fn for_match(&self, game: &PyGame) -> PyResult<Arc<Book>> {
        self.book.check_game(&game.game).map_err(|problem| value_error(problem.to_string()))?;
        Ok(Arc::clone(&self.book))
    }
}
