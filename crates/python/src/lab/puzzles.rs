//! Puzzles: those that come with the package, and those in records.

use beaufort_engine::Signal;
use beaufort_lab::puzzles::{Puzzle, PuzzleMiner, PuzzleTerms, Theme};
use beaufort_lab::selfplay::{PlayedGame, SelfPlayGame};
use beaufort_rules::record::{GameResult, Tree};
use beaufort_rules::{Position, Side};
use pyo3::prelude::*;

use crate::convert::{Reduced, Text, anything, given, integer, items, one_to, optional_integer};
use crate::engine::{NetArgument, evaluation, threads_of};
use crate::errors::{error, named, position_error, turn_error, value_error};
use crate::game::{GameArgument, PyGame, is_same};
use crate::position::{PlayedPosition, PyPosition};
use crate::record::PyRecord;
use crate::turn::PyTurn;
use crate::work;

/// The hardest grade.
const MAX_GRADE: i64 = 5;
/// The most puzzles that are looked for, and the most nodes for each position.
const MAX_PUZZLES: i64 = 10_000;
const MAX_NODES: i64 = 1_000_000_000;

/// The names of the themes.
pub(crate) const THEMES: [&str; Theme::ALL.len()] = {
    let mut names = [""; Theme::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = Theme::ALL[index].name();
        index += 1;
    }
    names
};

/// A position in which one turn is far better than every other, and the line that follows from it: see `puzzles` and `find_puzzles`.
/// docs/puzzles.md says how they are found.
#[pyclass(frozen, eq, module = "beaufort", name = "Puzzle")]
#[derive(Debug)]
pub(crate) struct PyPuzzle {
    game: PyGame,
    puzzle: Puzzle,
    source: String,
}

impl PartialEq for PyPuzzle {
    fn eq(&self, other: &PyPuzzle) -> bool {
        is_same(&self.game.game, &other.game.game) && self.puzzle == other.puzzle
    }
}

#[pymethods]
impl PyPuzzle {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// The position; the side to move is the solver.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let position = Position::parse(&self.game.game, &self.puzzle.position);
        Ok(PyPosition::from(&self.game, position.map_err(|problem| position_error(py, &problem))?))
    }

    /// The turns of the solver and the best replies to them; the first and the last one are the solver's.
    #[getter]
    fn solution(&self, py: Python<'_>) -> PyResult<Vec<PyTurn>> {
        let mut played = PlayedPosition { position: self.position(py)?.get(), turns: Vec::new() };
        for text in &self.puzzle.solution {
            let turn = played.position.read_turn(text).map_err(|problem| turn_error(py, problem))?;
            played.play(turn);
        }
        Ok(PyPosition::played(&self.game, played).turns())
    }

    /// What the turns of the solver do, such as `check` or `promotion`.
    #[getter]
    fn themes(&self) -> Vec<&'static str> {
        self.puzzle.themes.iter().map(|theme| theme.name()).collect()
    }

    /// How hard it is, from 1 to 5.
    #[getter]
    fn grade(&self) -> u8 {
        self.puzzle.grade
    }

    /// Where it comes from: the file of a puzzle that comes with the package, as in `games/puzzles/scirocco.toml`, or the number of the
    /// record in which it was found, counted from 1, as in `record 3`.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    fn __repr__(&self) -> String {
        let id = &self.game.game.definition().id;
        format!("<Puzzle {id} grade {} {}>", self.puzzle.grade, self.puzzle.solution.join(" "))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.puzzle.position.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyGame, String, String)> {
        let function = py.import("beaufort._pickle")?.getattr("puzzle")?;
        let text = Puzzle::to_toml(std::slice::from_ref(&self.puzzle));
        Ok((function, (self.game.clone(), text, self.source.clone())))
    }
}

/// Restores a puzzle from its pickle.
#[pyfunction(name = "_puzzle")]
pub(crate) fn unpickled_puzzle(game: PyGame, text: Text, source: String) -> PyResult<PyPuzzle> {
    let puzzle = Puzzle::read_toml(&text).ok().and_then(|mut puzzles| puzzles.pop());
    let puzzle = puzzle.ok_or_else(|| value_error("the text is no puzzle"))?;
    Ok(PyPuzzle { game, puzzle, source })
}

/// Reads the name of a theme.
fn theme(name: &str) -> PyResult<Theme> {
    name.parse().map_err(|problem| value_error(format!("there is no theme `{name}`: {problem}")))
}

/// Returns the puzzles that come with the package, those of each game the easiest first: all, or those of a `game`, those with a `theme`,
/// and those of a `grade` from 1 to 5. Scirocco, Typhoon, Jupiter and the larger board have some.
///
/// Raises ValueError if there is no such game, theme or grade.
///
/// Examples:
///     >>> puzzle = beaufort.puzzles("scirocco", theme="promotion")[0]
///     >>> [str(turn) for turn in puzzle.solution], puzzle.grade
///     (['Go-i3=Li'], 1)
///     >>> puzzle.position.is_legal(puzzle.solution[0])
///     True
#[pyfunction(name = "puzzles")]
#[pyo3(signature = (game=None, *, theme=None, grade=None))]
pub(crate) fn py_puzzles(
    py: Python<'_>,
    game: Option<GameArgument>,
    theme: Option<Text>,
    #[pyo3(from_py_with = optional_integer)] grade: Option<i64>,
) -> PyResult<Vec<PyPuzzle>> {
    let theme = theme.map(|name| self::theme(&name)).transpose()?;
    let grade = grade.map(|grade| one_to("grade", grade, MAX_GRADE)).transpose()?;
    let games = match game {
        Some(game) => vec![game.get(py)?],
        None => Puzzle::builtin_ids().filter_map(|id| PyGame::builtin(py, id)).collect(),
    };
    let is_meant = |puzzle: &Puzzle| {
        theme.is_none_or(|theme| puzzle.themes.contains(&theme))
            && grade.is_none_or(|grade| u64::from(puzzle.grade) == grade)
    };
    let of_game = |game: PyGame| {
        let id = game.game.definition().id.clone();
        // Another game may have the same id.
        let is_builtin = PyGame::builtin(py, &id).is_some_and(|builtin| is_same(&builtin.game, &game.game));
        let puzzles = if is_builtin { Puzzle::builtin(&id) } else { Vec::new() };
        let puzzles = puzzles.into_iter().filter(is_meant);
        puzzles.map(move |puzzle| PyPuzzle {
            game: game.clone(),
            puzzle,
            source: format!("games/puzzles/{id}.toml"),
        })
    };
    Ok(games.into_iter().flat_map(of_game).collect())
}

/// Finds puzzles in the main lines of records, of which there may be one or a list: positions after a mistake in which one turn is far
/// better than every other. Returns at most `count`, the easiest first, and at most two for each record. Each position of a solution is
/// searched for `nodes` nodes; `themes` keeps those whose first turn has one of these themes. The same records give the same puzzles, with
/// any number of `threads`. `net` is as for `Engine`. Ctrl-C ends the work.
///
/// Raises ValueError if the records are of several games, and RecordError if one breaks the rules.
///
/// Examples:
///     >>> moves = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5#"
///     >>> beaufort.find_puzzles(beaufort.Record.parse(moves, game="orthochess"), nodes=4000)
///     [<Puzzle orthochess grade 2 Bxf7+ Ke7 Nd5#>]
#[pyfunction]
#[pyo3(
    signature = (records, *, nodes=100_000, count=100, themes=None, net=None, threads=None),
    text_signature = "(records, *, nodes=100_000, count=100, themes=(), net=None, threads=None)"
)]
pub(crate) fn find_puzzles(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = integer)] nodes: i64,
    #[pyo3(from_py_with = integer)] count: i64,
    themes: Option<Bound<'_, PyAny>>,
    net: Option<NetArgument>,
    #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
) -> PyResult<Vec<PyPuzzle>> {
    let records: Vec<Bound<'_, PyRecord>> = match records.cast::<PyRecord>() {
        Ok(record) => vec![record.clone()],
        Err(_) => {
            let all = anything(records, "a record or a list of records");
            let all = all.and_then(|records| records.map(|record| given(&record?)).collect());
            named(py, "records", all)?
        }
    };
    let themes = themes.map(|themes| items::<Text>(&themes, "themes", "a list of themes")).transpose()?;
    let themes = themes.iter().flatten().map(|name| theme(name)).collect::<PyResult<_>>()?;
    let terms = PuzzleTerms {
        count: one_to("count", count, MAX_PUZZLES)? as usize,
        nodes: one_to("nodes", nodes, MAX_NODES)?,
        themes,
    };
    let threads = threads_of(threads)?;
    let mut games = Vec::with_capacity(records.len());
    let mut known: Option<PyGame> = None;
    for record in &records {
        let (game, record, replay) = record.get().replay(py)?;
        if known.as_ref().is_some_and(|known| !is_same(&known.game, &game.game)) {
            return Err(value_error("the records are of several games: look for puzzles in those of each"));
        }
        known = Some(game);
        let turns = record.moves.line(Tree::ROOT).filter_map(|id| replay.turn(id)).collect();
        let won = match replay.result(&record) {
            GameResult::FirstWins => Some(Side::First),
            GameResult::SecondWins => Some(Side::Second),
            GameResult::Draw | GameResult::Open => None,
        };
        games.push(PlayedGame { start: replay.start().clone(), turns, won });
    }
    let Some(game) = known else { return Ok(Vec::new()) };
    let evaluation = evaluation(py, &game, net.as_ref())?;
    let stop = Signal::new();
    let found = work::quiet(
        py,
        || stop.stop(),
        || {
            let mut miner = PuzzleMiner::new(&game.game, &evaluation, terms);
            for (batch, played) in games.chunks(PuzzleMiner::BATCH_GAMES).enumerate() {
                if miner.is_complete() || stop.is_stopped() {
                    break;
                }
                let mut scored = SelfPlayGame::of_played(played, &evaluation, threads, &stop);
                scored.iter_mut().for_each(|game| game.number += (batch * PuzzleMiner::BATCH_GAMES) as u32);
                miner.mine(&scored, threads, &stop, |_| {})?;
            }
            Ok(miner.finish_with_games())
        },
    )?;
    let found = found.map_err(|problem: beaufort_lab::selfplay::DataError| {
        error(py, "RecordError", (problem.to_string(),))
    })?;
    let puzzle = |(number, puzzle)| {
        let source = format!("record {}", number + 1);
        PyPuzzle { game: game.clone(), puzzle, source }
    };
    Ok(found.into_iter().map(puzzle).collect())
}
