//! Games: those that come with the package, and files of one's own.

pub(crate) mod file;
mod piece;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use beaufort_draw::{PieceList, has_figurines};
use beaufort_rules::builtin;
use beaufort_rules::game::Game;
use beaufort_rules::language::nearest;
use beaufort_rules::openings::Openings;
use beaufort_rules::vocabulary::quoted;
use pyo3::Borrowed;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString, PyTuple, PyType};

use crate::convert::{Reduced, SquareArgument, Text, names, optional_given, path, wrong_type};
use crate::errors::{game_file_error, value_error};
use file::GameText;
pub(crate) use piece::{PyPiece, PyPieceType};

/// The rules of a game, compiled: `Game("scirocco")` is one of `games()`.
///
/// Examples:
///     >>> game = beaufort.Game("scirocco")
///     >>> game.name, game.files, game.ranks, len(game.pieces)
///     ('Scirocco', 10, 10, 36)
#[pyclass(frozen, module = "beaufort", name = "Game", from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct PyGame {
    pub(crate) game: Arc<Game>,
    /// The text of a game that does not come with the package.
    text: Option<Arc<GameText>>,
    /// Its known openings, once they have been asked for.
    openings: Arc<OnceLock<Openings>>,
}

/// The games that come with the package and have been asked for, by their ids.
static COMPILED: Mutex<BTreeMap<&str, Arc<Game>>> = Mutex::new(BTreeMap::new());

/// A game as an argument: itself, or the id of one that comes with the package.
#[derive(Debug)]
pub(crate) enum GameArgument {
    Game(PyGame),
    Id(String),
}

impl FromPyObject<'_, '_> for GameArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<GameArgument> {
        if let Ok(game) = object.cast::<PyGame>() {
            return Ok(GameArgument::Game(game.get().clone()));
        }
        if object.is_instance_of::<PyString>() {
            return object.extract().map(GameArgument::Id);
        }
        Err(wrong_type(object, "a Game or the id of one"))
    }
}

impl GameArgument {
    /// Returns the game.
    pub(crate) fn get(self, py: Python<'_>) -> PyResult<PyGame> {
        match self {
            GameArgument::Game(game) => Ok(game),
            GameArgument::Id(id) => PyGame::new(py, Text(id)),
        }
    }
}

/// Returns whether two games have the same rules.
pub(crate) fn is_same(a: &Arc<Game>, b: &Arc<Game>) -> bool {
    Arc::ptr_eq(a, b) || a.definition() == b.definition()
}

/// Returns the ids of the games that come with the package.
///
/// Examples:
///     >>> beaufort.games()[0], "jupiter" in beaufort.games()
///     ('scirocco', True)
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    builtin::ids().collect()
}

#[pymethods]
impl PyGame {
    #[new]
    fn new(py: Python<'_>, id: Text) -> PyResult<PyGame> {
        PyGame::builtin(py, &id).ok_or_else(|| {
            let help = match nearest(&id, builtin::ids()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`beaufort.games()` lists them".to_owned(),
            };
            value_error(format!("there is no game `{}`: {help}", quoted(&id)))
        })
    }

    /// Reads a game file. The games that it extends are read from the same folder.
    ///
    /// Raises GameFileError with every mistake and its place, and OSError if the file cannot be read.
    #[classmethod]
    fn from_file(class: &Bound<'_, PyType>, #[pyo3(from_py_with = path)] path: PathBuf) -> PyResult<PyGame> {
        PyGame::compile(class.py(), GameText::read(&path)?)
    }

    /// Reads a game file from a string. Error messages show `name` as the file name; `extended` maps the ids of the games that it
    /// extends to their texts, unless they come with the package.
    ///
    /// Raises GameFileError with every mistake and its place.
    #[classmethod]
    #[pyo3(
        signature = (text, name=Text("game.toml".to_owned()), extended=None),
        text_signature = "(text, name='game.toml', extended=None)"
    )]
    fn from_text(
        class: &Bound<'_, PyType>,
        text: Text,
        name: Text,
        #[pyo3(from_py_with = optional_given)] extended: Option<Bound<'_, PyMapping>>,
    ) -> PyResult<PyGame> {
        let mut texts = BTreeMap::new();
        for item in extended.iter().map(|extended| extended.items()) {
            for pair in item? {
                let (id, text): (Text, Text) = pair.extract()?;
                texts.insert(id.0, text.0);
            }
        }
        let text = GameText { name: name.0, text: text.0, extended: texts };
        PyGame::compile(class.py(), text)
    }

    /// The id by which commands and records name the game.
    #[getter]
    fn id(&self) -> &str {
        &self.game.definition().id
    }

    /// The name for people.
    #[getter]
    fn name(&self) -> &str {
        &self.game.definition().name
    }

    /// The inventor of the game.
    #[getter]
    fn author(&self) -> &str {
        &self.game.definition().author
    }

    /// The year of these rules.
    #[getter]
    fn year(&self) -> u16 {
        self.game.definition().year
    }

    /// A paragraph about the game.
    #[getter]
    fn summary(&self) -> &str {
        &self.game.definition().summary
    }

    /// The number of files of the board.
    #[getter]
    fn files(&self) -> u8 {
        self.game.size().files()
    }

    /// The number of ranks of the board.
    #[getter]
    fn ranks(&self) -> u8 {
        self.game.size().ranks()
    }

    /// The names of the squares, rank by rank from the first player's side, each from the left; the number of a square is its
    /// place in this list.
    #[getter]
    fn squares(&self) -> Vec<String> {
        names(&self.game, self.game.size().iter())
    }

    /// Returns the number of a square: `game.squares[game.square("c5")] == "c5"`.
    fn square(&self, name: Text) -> PyResult<usize> {
        Ok(SquareArgument::Name(name.0).on(&self.game)?.index())
    }

    /// The names of the sides, the first player's first.
    #[getter]
    fn side_names(&self) -> (String, String) {
        let [first, second] = self.game.definition().side_names.clone();
        (first, second)
    }

    /// The types of pieces.
    #[getter]
    fn pieces(&self) -> Vec<PyPieceType> {
        self.game.types().map(|kind| PyPieceType::new(self, kind)).collect()
    }

    /// Returns the type of piece with an id, an abbreviation or a name: case matters only where it tells two types apart.
    ///
    /// Raises KeyError if there is none, with a similar name.
    ///
    /// Examples:
    ///     >>> beaufort.Game("scirocco").piece("Dervish")
    ///     <PieceType Der: Dervish>
    fn piece(&self, name: Text) -> PyResult<PyPieceType> {
        let kind = self.game.type_by_any_name(&name);
        kind.map(|kind| PyPieceType::new(self, kind)).ok_or_else(|| {
            let pieces = self.game.types().map(|kind| self.game.piece(kind));
            let help = match nearest(&name, pieces.flat_map(|piece| [piece.name.as_str(), piece.id.as_str()]))
            {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`Game.pieces` lists them".to_owned(),
            };
            PyKeyError::new_err(format!("{} has no piece `{}`: {help}", self.name(), quoted(&name)))
        })
    }

    /// Whether most types of the pieces on the board at the start have figurines: see `Position.svg`.
    #[getter]
    fn has_figurines(&self) -> bool {
        has_figurines(&self.game)
    }

    /// The choices by which players may change the initial array before the first turn. A set-up is a combination of them. An
    /// arrangement is named as in the game file, or by its choice and a number, as in `Position 518`.
    #[getter]
    fn setup_choices(&self) -> Vec<String> {
        let phases = self.game.definition().setup.phases.iter();
        phases.flat_map(|phase| &phase.choices).map(|choice| self.game.choice_name(choice)).collect()
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        is_same(&self.game, &other.game)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.definition().id.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.game.definition().id)
    }

    /// Draws the tiles of all pieces.
    fn _repr_svg_(&self) -> String {
        PieceList::new(&self.game).svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Bound<'py, PyAny>> {
        let module = py.import("beaufort._pickle")?;
        match self.text.as_deref() {
            None => Ok((module.getattr("game")?, (self.id(),).into_pyobject(py)?.into_any())),
            Some(GameText { name, text, extended }) => {
                // A tuple instead of a dict: the arguments must be hashable.
                let extended: Vec<(&String, &String)> = extended.iter().collect();
                let arguments = (text, name, PyTuple::new(py, extended)?).into_pyobject(py)?.into_any();
                Ok((module.getattr("own_game")?, arguments))
            }
        }
    }
}

impl PyGame {
    /// Returns a game that comes with the package: the same one whenever it is asked for, as compiling takes time and memory.
    pub(crate) fn builtin(py: Python<'_>, id: &str) -> Option<PyGame> {
        let id = builtin::ids().find(|known| *known == id)?;
        // Locked while nothing else is done, with the GIL: a process that forks meanwhile would inherit a lock that is held.
        let compiled = || COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = compiled().get(id).cloned();
        let game = match known {
            Some(game) => game,
            None => {
                let game = py.detach(|| builtin::game(id).inspect(|game| game.prepare()))?;
                Arc::clone(compiled().entry(id).or_insert(game))
            }
        };
        Some(PyGame { game, text: None, openings: Arc::default() })
    }

    /// Returns the known openings.
    pub(crate) fn openings(&self) -> &Openings {
        self.openings.get_or_init(|| Openings::of(&self.game))
    }

    fn compile(py: Python<'_>, text: GameText) -> PyResult<PyGame> {
        let game = py
            .detach(|| text.compile().inspect(|game| game.prepare()))
            .map_err(|errors| game_file_error(py, &errors))?;
        Ok(PyGame { game, text: Some(Arc::new(text)), openings: Arc::default() })
    }
}
