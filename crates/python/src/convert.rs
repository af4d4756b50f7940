//! Sides, squares and arrays on their way between Rust and Python.

use beaufort_rules::game::Game;
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Side, Square};
use pyo3::Borrowed;
use std::fmt;
use std::ops::Deref;
use std::path::PathBuf;

use pyo3::exceptions::{PyImportError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyIterator, PyString};

use crate::errors::{named, type_error, value_error};

/// A text as an argument.
#[derive(Clone, Debug)]
pub(crate) struct Text(pub(crate) String);

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        match object.is_instance_of::<PyString>() {
            true => object.extract().map(Text),
            false => Err(wrong_type(object, "a text")),
        }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// An integer as an argument, however large.
#[derive(Clone, Debug)]
pub(crate) enum Integer {
    Small(i64),
    /// One of more than 64 bits, as messages repeat it.
    Large(String),
}

impl FromPyObject<'_, '_> for Integer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Integer> {
        match object.extract() {
            Ok(number) => Ok(Integer::Small(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                // Python writes no number of thousands of digits.
                let text = object.str().map(|text| quoted(&text.to_string_lossy()));
                Ok(Integer::Large(text.unwrap_or_else(|_| "the number".to_owned())))
            }
            Err(error) => Err(or_wrong_type(error, object, "an integer")),
        }
    }
}

impl Integer {
    /// Returns the number, if it has 64 bits.
    pub(crate) fn small(&self) -> Option<i64> {
        match self {
            Integer::Small(number) => Some(*number),
            Integer::Large(_) => None,
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Small(number) => number.fmt(f),
            Integer::Large(text) => f.write_str(text),
        }
    }
}

/// Reads an object of a type of the package, or a `dict`.
pub(crate) fn given<'py, T: PyTypeInfo>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, T>> {
    match object.cast::<T>() {
        Ok(given) => Ok(given.clone()),
        Err(_) => {
            let name = T::type_object(object.py()).name()?;
            Err(wrong_type(object.as_borrowed(), &format!("a {name}")))
        }
    }
}

/// Reads such an object, or `None`.
pub(crate) fn optional_given<'py, T: PyTypeInfo>(
    object: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, T>>> {
    if object.is_none() { Ok(None) } else { given(object).map(Some) }
}

/// Reads a path: a text, or an object such as `pathlib.Path`.
pub(crate) fn path(object: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    object.extract().map_err(|error| or_error(error, object, || wrong_type(object.as_borrowed(), "a path")))
}

/// Reads a truth value: `bool`, or that of NumPy.
pub(crate) fn truth(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object
        .extract()
        .map_err(|error| or_error(error, object, || wrong_type(object.as_borrowed(), "True or False")))
}

/// Reads an integer whose bounds are looked at later: one that has too many bits for that is as wrong.
pub(crate) fn integer(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    let number: Integer = object.extract()?;
    number
        .small()
        .ok_or_else(|| value_error(format!("{number} is out of range: an integer has at most 64 bits here")))
}

/// Reads an integer, or `None`, likewise.
pub(crate) fn optional_integer(object: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if object.is_none() { Ok(None) } else { integer(object).map(Some) }
}

/// Reads a seed.
pub(crate) fn seed(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    object.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(object.py()) {
        true => value_error("a seed is an integer from 0 to 2 ** 64 - 1"),
        false => or_wrong_type(error, object.as_borrowed(), "an integer"),
    })
}

/// Reads such a number, or `None`.
pub(crate) fn optional_seed(object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if object.is_none() { Ok(None) } else { seed(object).map(Some) }
}

/// Reads a time in seconds, or `None`.
pub(crate) fn optional_seconds(object: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if object.is_none() {
        return Ok(None);
    }
    object.extract().map(Some).map_err(|error: PyErr| {
        match error.is_instance_of::<PyOverflowError>(object.py()) {
            true => value_error("the time is too long"),
            false => or_wrong_type(error, object.as_borrowed(), "a number of seconds"),
        }
    })
}

/// Reads a number.
pub(crate) fn real(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    object.extract().map_err(|error| or_wrong_type(error, object.as_borrowed(), "a number"))
}

/// Reads the items of an argument that is a list, a tuple or another thing to go through; a text is none.
pub(crate) fn items<'py, T>(object: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<Vec<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let read = |object| anything(object, expected)?.map(|item| item?.extract()).collect();
    named(object.py(), name, read(object))
}

/// Goes through a list, a tuple or another thing; a text is none.
pub(crate) fn anything<'py>(object: &Bound<'py, PyAny>, expected: &str) -> PyResult<Bound<'py, PyIterator>> {
    let wrong = || wrong_type(object.as_borrowed(), expected);
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
        return Err(wrong());
    }
    object.try_iter().map_err(|error| or_error(error, object, wrong))
}

/// Returns another exception in place of a TypeError.
fn or_error(error: PyErr, object: &Bound<'_, PyAny>, other: impl FnOnce() -> PyErr) -> PyErr {
    if error.is_instance_of::<PyTypeError>(object.py()) { other() } else { error }
}

/// A side: a member of the enumeration `Side` of the package.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PySide(pub(crate) Side);

impl<'py> FromPyObject<'_, 'py> for PySide {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PySide> {
        let number =
            number(object).map_err(|error| or_wrong_type(error, object, "Side.FIRST or Side.SECOND"))?;
        match number.small() {
            Some(0) => Ok(PySide(Side::First)),
            Some(1) => Ok(PySide(Side::Second)),
            _ => Err(value_error(format!("{number} is not a side: expected Side.FIRST or Side.SECOND"))),
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
    Number(Integer),
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
fn number(object: Borrowed<'_, '_, PyAny>) -> PyResult<Integer> {
    if object.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a truth value is no number"));
    }
    object.extract()
}

/// Returns the exception for an argument of a type that is not expected.
pub(crate) fn wrong_type(object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyErr {
    match object.get_type().name() {
        Ok(name) => type_error(object.py(), format!("expected {expected}, not {name}")),
        Err(error) => error,
    }
}

/// Returns the same in place of another exception for that; others say more.
pub(crate) fn or_wrong_type(error: PyErr, object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyErr {
    if error.is_instance_of::<PyTypeError>(object.py()) { wrong_type(object, expected) } else { error }
}

impl SquareArgument {
    /// Returns the square of a game's board.
    pub(crate) fn on(&self, game: &Game) -> PyResult<Square> {
        let size = game.size();
        match self {
            SquareArgument::Name(name) => size.parse(name).map_err(|error| value_error(error.to_string())),
            SquareArgument::Number(number) => {
                let index = number.small().and_then(|number| u8::try_from(number).ok());
                let index = index.filter(|&index| usize::from(index) < size.squares());
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

/// Returns the names of squares.
pub(crate) fn names(game: &Game, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| game.size().name(square)).collect()
}

/// Numbers that become a NumPy array. Neither PyO3's limited API nor this crate has to know NumPy for that: a `bytearray` is
/// made, of which NumPy makes an array without a copy. Python allocates it, so that a lack of memory raises an
/// exception. The numbers begin where [`ALIGNMENT`] divides the address: other libraries take them over without a copy only then.
#[derive(Debug)]
pub(crate) struct Array<'py> {
    bytes: Bound<'py, PyByteArray>,
    /// Where the numbers begin.
    offset: usize,
    dtype: &'static str,
    shape: Vec<usize>,
}

/// The alignment that libraries expect of an array, in bytes: that of the vector registers of current processors.
const ALIGNMENT: usize = 64;

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
        Array::made(py, dtype, shape.iter().product(), shape, |numbers| py.detach(|| fill(numbers)))
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
        Array::made(py, dtype, all.len(), vec![numbers.len()], |bytes| bytes.copy_from_slice(all))
    }

    /// Returns an array of zeros, which `fill` overwrites.
    fn made(
        py: Python<'py>,
        dtype: &'static str,
        length: usize,
        shape: Vec<usize>,
        fill: impl FnOnce(&mut [u8]),
    ) -> PyResult<Array<'py>> {
        let mut offset = 0;
        let bytes = PyByteArray::new_with(py, length + ALIGNMENT - 1, |bytes| {
            offset = bytes.as_ptr().addr().wrapping_neg() % ALIGNMENT;
            fill(&mut bytes[offset..offset + length]);
            Ok(())
        })?;
        Ok(Array { bytes, offset, dtype, shape })
    }
}

impl<'py> IntoPyObject<'py> for Array<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count: usize = self.shape.iter().product();
        numpy(py)?
            .call_method1("frombuffer", (self.bytes, self.dtype, count, self.offset))?
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

/// Returns `count` integers from an object that NumPy can make an array of.
pub(crate) fn int64_numbers(object: &Bound<'_, PyAny>, what: &str, count: usize) -> PyResult<Vec<i64>> {
    let numpy = numpy(object.py())?;
    let array = numpy.call_method1("asarray", (object,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [count] {
        let found = array.getattr("shape")?.str()?;
        return Err(value_error(format!("{what}: expected an array of the shape ({count},), not {found}")));
    }
    if count == 0 {
        // NumPy's arrays of nothing are of floating point.
        return Ok(Vec::new());
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
