//! Sides, squares and arrays on their way between Rust and Python.

use beaufort_rules::game::Game;
use beaufort_rules::{Side, Square};
use pyo3::Borrowed;
use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyString};

use crate::errors::value_error;

/// A side: a member of the enumeration `Side` of the package.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PySide(pub(crate) Side);

impl<'py> FromPyObject<'_, 'py> for PySide {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PySide> {
        match number(object).map_err(|error| or_wrong_type(error, object, "Side.FIRST or Side.SECOND"))? {
            0 => Ok(PySide(Side::First)),
            1 => Ok(PySide(Side::Second)),
            other => Err(value_error(format!("{other} is not a side: expected Side.FIRST or Side.SECOND"))),
        }
    }
}

impl<'py> IntoPyObject<'py> for PySide {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        CLASS.import(py, "beaufort._side", "Side")?.call1((self.0.index(),))
    }
}

/// A square as an argument: its name, or its number as in [`Square`].
#[derive(Debug)]
pub(crate) enum SquareArgument {
    Name(String),
    Number(i64),
}

impl FromPyObject<'_, '_> for SquareArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<SquareArgument> {
        if object.is_instance_of::<PyString>() {
            return object.extract().map(SquareArgument::Name);
        }
        number(object)
            .map(SquareArgument::Number)
            .map_err(|error| or_wrong_type(error, object, "the name of a square or its number"))
    }
}

/// Returns a number. `True` and `False`, by which python-chess means White and Black, are none: here 0 is the first side.
fn number(object: Borrowed<'_, '_, PyAny>) -> PyResult<i64> {
    if object.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a truth value is no number"));
    }
    object.extract()
}

/// Returns the exception for an argument of a type that is not expected.
pub(crate) fn wrong_type(object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyErr {
    match object.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, not {name}")),
        Err(error) => error,
    }
}

/// Returns the same in place of another exception for that; others say more.
fn or_wrong_type(error: PyErr, object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyErr {
    if error.is_instance_of::<PyTypeError>(object.py()) { wrong_type(object, expected) } else { error }
}

impl SquareArgument {
    /// Returns the square of a game's board.
    pub(crate) fn on(&self, game: &Game) -> PyResult<Square> {
        let size = game.size();
        match self {
            SquareArgument::Name(name) => {
                size.parse(&shortened(name)).map_err(|error| value_error(error.to_string()))
            }
            SquareArgument::Number(number) => {
                let index = u8::try_from(*number).ok().filter(|&index| usize::from(index) < size.squares());
                index.map(Square::new).ok_or_else(|| {
                    let most = size.squares() - 1;
                    value_error(format!("{number} is not the number of a square: expected 0 to {most}"))
                })
            }
        }
    }
}

/// Returns an argument that has to be from 1 to the most.
pub(crate) fn one_to(name: &str, number: i64, most: i64) -> PyResult<u64> {
    within(name, number, 1, most)
}

/// Returns an argument that has to be from 0 to the most.
pub(crate) fn zero_to(name: &str, number: i64, most: i64) -> PyResult<u64> {
    within(name, number, 0, most)
}

fn within(name: &str, number: i64, least: u32, most: i64) -> PyResult<u64> {
    let wrong = || value_error(format!("{name} is {number}: expected {least} to {most}"));
    u64::try_from(number).ok().filter(|_| (least.into()..=most).contains(&number)).ok_or_else(wrong)
}

/// How a pickle makes something again: a function, and its arguments.
pub(crate) type Reduced<'py, Arguments> = PyResult<(Bound<'py, PyAny>, Arguments)>;

/// The most characters of a wrong word that a message repeats.
const REPEATED_CHARS: usize = 40;

/// Returns the beginning of a word, for a message.
pub(crate) fn shortened(word: &str) -> String {
    word.chars().take(REPEATED_CHARS).collect()
}

/// Returns the names of squares.
pub(crate) fn names(game: &Game, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| game.size().name(square)).collect()
}

/// Numbers that become a NumPy array. Neither PyO3's limited API nor this crate has to know NumPy for that: a `bytearray` is
/// made, of which NumPy makes an array without a copy. It is Python's from the beginning, so that a want of memory is an
/// exception.
#[derive(Debug)]
pub(crate) struct Array<'py> {
    bytes: Bound<'py, PyByteArray>,
    dtype: &'static str,
    shape: Vec<usize>,
}

impl<'py> Array<'py> {
    /// Returns an array of numbers of one byte, zeros which `fill` writes over without the GIL.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn filled(
        py: Python<'py>,
        dtype: &'static str,
        shape: Vec<usize>,
        fill: impl FnOnce(&mut [u8]) + Send,
    ) -> PyResult<Array<'py>> {
        let bytes = PyByteArray::new_with(py, shape.iter().product(), |numbers| {
            py.detach(|| fill(numbers));
            Ok(())
        })?;
        Ok(Array { bytes, dtype, shape })
    }

    /// Returns an array of one dimension, of numbers that are these bytes.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn column<const N: usize>(
        py: Python<'py>,
        dtype: &'static str,
        numbers: &[[u8; N]],
    ) -> PyResult<Array<'py>> {
        let all = numbers.as_flattened();
        let bytes = PyByteArray::new_with(py, all.len(), |bytes| {
            bytes.copy_from_slice(all);
            Ok(())
        })?;
        Ok(Array { bytes, dtype, shape: vec![numbers.len()] })
    }
}

impl<'py> IntoPyObject<'py> for Array<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numpy(py)?
            .call_method1("frombuffer", (self.bytes, self.dtype))?
            .call_method1("reshape", (self.shape,))
    }
}

/// Returns NumPy.
fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        let missing = PyImportError::new_err("arrays need NumPy: pip install numpy");
        missing.set_cause(py, Some(error));
        missing
    })
}

/// Returns so many numbers, of something that NumPy makes an array of integers of.
pub(crate) fn int64_numbers(object: &Bound<'_, PyAny>, what: &str, count: usize) -> PyResult<Vec<i64>> {
    let numpy = numpy(object.py())?;
    let array = numpy.call_method1("asarray", (object,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [count] {
        let found = array.getattr("shape")?.str()?;
        return Err(value_error(format!("{what}: expected an array of the shape ({count},), not {found}")));
    }
    let dtype = array.getattr("dtype")?;
    let is_integer = ["i", "u"].contains(&dtype.getattr("kind")?.extract::<String>()?.as_str());
    if !is_integer || !numpy.call_method1("can_cast", (&dtype, "<i8"))?.is_truthy()? {
        let message =
            format!("{what}: expected an array of integers that fit int64, not of {}", dtype.str()?);
        return Err(PyTypeError::new_err(message));
    }
    let bytes: Vec<u8> = array.call_method1("astype", ("<i8",))?.call_method0("tobytes")?.extract()?;
    let number = |chunk: &[u8]| i64::from_le_bytes(chunk.try_into().expect("eight bytes make a number"));
    Ok(bytes.chunks_exact(size_of::<i64>()).map(number).collect())
}
