//! Records of a file, one at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use beaufort_rules::record::{RecordStream, StreamedRecord};
use pyo3::prelude::*;

use super::PyRecord;
use crate::convert::{Text, truth};
use crate::errors::record_error;
use crate::game::{GameArgument, PyGame};

/// Reads records from the lines of a file: see `iter_records`.
#[pyclass(frozen, module = "beaufort._rust", name = "RecordStream")]
#[derive(Debug)]
pub(crate) struct PyRecordStream {
    game: Option<PyGame>,
    /// Never locked while Python code runs.
    stream: Mutex<RecordStream>,
}

impl PyRecordStream {
    fn lock(&self) -> MutexGuard<'_, RecordStream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyRecordStream {
    #[new]
    #[pyo3(signature = (game, headers_only))]
    fn new(
        py: Python<'_>,
        game: Option<GameArgument>,
        #[pyo3(from_py_with = truth)] headers_only: bool,
    ) -> PyResult<PyRecordStream> {
        let game = game.map(|game| game.get(py)).transpose()?;
        Ok(PyRecordStream { game, stream: Mutex::new(RecordStream::new(headers_only)) })
    }

    /// Reads a line, with its line break.
    fn feed(&self, line: Text) {
        self.lock().feed(&line);
    }

    /// Returns the next record that is complete, at the end of the file (`is_end`) the last one; None until more is read.
    ///
    /// Raises RecordError with the place if the text is not well-formed.
    fn next(&self, py: Python<'_>, #[pyo3(from_py_with = truth)] is_end: bool) -> PyResult<Option<PyRecord>> {
        let found = self.lock().next(is_end).transpose();
        let found = found.map_err(|problem| record_error(py, &problem))?;
        Ok(found.map(|StreamedRecord { record, text, start }| {
            PyRecord::of(py, record, self.game.clone(), Arc::from(text), start)
        }))
    }

    /// The length of the text that is not read yet, in bytes.
    #[getter]
    fn pending(&self) -> usize {
        self.lock().pending()
    }
}
