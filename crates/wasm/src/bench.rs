//! The engine measured where it runs, by the searches of `beaufort bench`.

use std::sync::Arc;

use beaufort_engine::{Engine, Options, bench};
use beaufort_rules::builtin;
use beaufort_session::Library;
use js_sys::Int32Array;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::lent_memory;

/// The result of the searches of one game.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The nodes searched: as many as in a native program.
    pub nodes: f64,
    /// How long that took, in milliseconds.
    pub ms: f64,
}

/// Returns the ids of the games.
#[wasm_bindgen]
pub fn games() -> Vec<String> {
    builtin::ids().map(str::to_owned).collect()
}

/// Searches fixed positions of a game to a depth in plies, with its net if it has one, and a hash table of `hash_mib` MiB; if memory is
/// given that other engines may share, what they would be told is written there.
///
/// # Errors
/// If there is no such game, the net is none of it, or the memory is too small.
#[wasm_bindgen]
pub fn measure(
    game: &str,
    net: Option<Box<[u8]>>,
    depth: u32,
    hash_mib: u32,
    memory: Option<Int32Array>,
) -> Result<Measure, String> {
    let library = Library::new();
    if let Some(net) = net {
        library.add_net(game, &net)?;
    }
    let evaluation = library.evaluation(game).ok_or_else(|| format!("there is no game `{game}`"))?;
    let (game, evaluation) = (Arc::clone(evaluation.game()), evaluation);
    let options = Options::with_hash(hash_mib as usize);
    let mut engine = match memory {
        Some(memory) => Engine::sharing(game, evaluation, options, lent_memory::shared_search(memory, 0)?),
        None => Engine::with_evaluation(game, evaluation, options),
    };
    let measure = bench::measure_with(&mut engine, depth);
    Ok(Measure { nodes: measure.nodes as f64, ms: measure.time.as_secs_f64() * 1000.0 })
}
