//! Errors of the libraries as exceptions of the package, which are classes of `beaufort._errors`.

use std::io;
use std::path::Path;

use beaufort_rules::game::LoadErrors;
use beaufort_rules::position::PositionError;
use beaufort_rules::record::{RecordError, ReplayError, TextStart, line_and_column};
use pyo3::PyErrArguments;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The module of the exceptions.
const MODULE: &str = "beaufort._errors";

/// Returns an exception of a class of the package. It is made when it is raised: until then no Python code runs, which might
/// wait for a lock that is held here.
pub(crate) fn error(py: Python<'_>, class: &str, arguments: impl PyErrArguments + 'static) -> PyErr {
    let class = py.import(MODULE).and_then(|module| module.getattr(class));
    match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, arguments),
        Err(error) => error,
    }
}

/// Returns the exception for a wrong number or word among the arguments.
pub(crate) fn value_error(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// Returns the exception for an argument of a wrong type: PyO3 tells it the name of the argument, or [`named`] does.
pub(crate) fn type_error(py: Python<'_>, message: String) -> PyErr {
    error(py, "ArgumentTypeError", (message,))
}

/// Tells the exception for a wrong type the name of its argument, as PyO3 does for what it reads itself.
pub(crate) fn named<T>(py: Python<'_>, name: &str, result: PyResult<T>) -> PyResult<T> {
    result.inspect_err(|error| {
        if error.is_instance_of::<PyTypeError>(py) {
            // Before Python 3.11 only the exceptions of the package have notes.
            let _ = error.value(py).call_method1("add_note", (format!("while processing '{name}'"),));
        }
    })
}

/// Returns the exception for a file that the system does not open or read, with its `errno` and `filename`: of these Python makes the
/// right subclass of OSError.
pub(crate) fn os_error(error: &io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            // Rust adds the number to the words.
            let text = error.to_string();
            let words = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, words, path.as_os_str().to_owned()))
        }
        None => PyOSError::new_err(format!("cannot read `{}`: {error}", path.display())),
    }
}

/// Returns the exception for an illegal or unreadable turn.
pub(crate) fn turn_error(py: Python<'_>, message: impl ToString) -> PyErr {
    error(py, "TurnError", (message.to_string(),))
}

/// Returns the exception for a text that is not a position.
pub(crate) fn position_error(py: Python<'_>, problem: &PositionError) -> PyErr {
    error(py, "PositionError", (problem.to_string(), problem.column()))
}

/// Returns the exception for a text that is not a record.
pub(crate) fn record_error(py: Python<'_>, problem: &RecordError) -> PyErr {
    error(py, "RecordError", (problem.to_string(), problem.line(), problem.column()))
}

/// Returns the exception for a record that breaks the rules of its game, with its place in the text that it was read from,
/// after other lines of its file.
pub(crate) fn replay_error(py: Python<'_>, problem: &ReplayError, text: &str, start: TextStart) -> PyErr {
    let place = problem.offset.filter(|&at| text.is_char_boundary(at)).map(|at| line_and_column(text, at));
    match place.filter(|_| !text.is_empty()) {
        Some((line, column)) => {
            let (line, column) = start.place((line, column));
            error(py, "RecordError", (format!("line {line}, column {column}: {problem}"), line, column))
        }
        None => error(py, "RecordError", (problem.to_string(),)),
    }
}

/// Returns the exception for a text that is not a game.
pub(crate) fn game_file_error(py: Python<'_>, problems: &LoadErrors) -> PyErr {
    let mistakes: Vec<_> = problems
        .iter()
        .map(|error| {
            let hint = error.hint().map(ToString::to_string);
            (error.file().to_owned(), error.line(), error.column(), error.message().to_owned(), hint)
        })
        .collect();
    error(py, "GameFileError", (problems.to_string(), mistakes))
}
