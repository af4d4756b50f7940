//! The package `beaufort` for Python: games, positions, records, the engine, and arrays for machine learning.
//!
//! This is the module `beaufort._rust`; the Python around it is in `python/beaufort/`, where `_rust.pyi` has the types. Every
//! class is frozen, so that threads may share its objects: what changes is behind a lock that is never held while Python code
//! runs, or whose holder makes others fail instead of wait. Long work goes through `work.rs`.
//!
//! It is built by maturin: `docs/python/README.md`.

mod convert;
mod engine;
mod errors;
mod game;
mod lab;
mod learn;
mod position;
mod record;
mod turn;
mod work;

/// Games of large chess variants in Rust; `beaufort` is the package for users.
#[pyo3::pymodule]
mod _rust {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    use crate::lab::THEMES;
    use crate::position::{FATES, TILES};
    use crate::turn::STEP_KINDS;

    #[pymodule_export]
    use crate::engine::{
        PyAnalysis, PyEngine, PyInfo, PyLevel, PyLine, py_levels, py_win_chance, unpickled_analysis,
        unpickled_line,
    };
    #[pymodule_export]
    use crate::game::{PyGame, PyPiece, PyPieceType, games};
    #[pymodule_export]
    use crate::lab::{
        PyBook, PyMatchGame, PyMatchResult, PyPlayer, PyProgram, PyPuzzle, PyStore, PyWork, find_puzzles,
        play_match, py_check_local, py_puzzles, study, unpickled_puzzle,
    };
    #[pymodule_export]
    use crate::learn::{PyBatch, unpickled_batch};
    #[pymodule_export]
    use crate::position::{PyOutcome, PyPosition, unpickled_outcome};
    #[pymodule_export]
    use crate::record::{PyNode, PyRecord, PyRecordStream};
    #[pymodule_export]
    use crate::turn::{PyStep, PyTurn};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("_FATES", PyTuple::new(module.py(), FATES)?)?;
        module.add("_STEP_KINDS", PyTuple::new(module.py(), STEP_KINDS)?)?;
        module.add("_THEMES", PyTuple::new(module.py(), THEMES)?)?;
        module.add("_TILES", PyTuple::new(module.py(), TILES.map(|(name, _)| name))?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
