//! The engine measured where it runs, by the searches of `beaufort bench`.

use beaufort_engine::{Options, bench};
use beaufort_rules::builtin;
use beaufort_session::Library;
use wasm_bindgen::prelude::wasm_bindgen;

/// What the searches of one game came to.
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

/// Searches fixed positions of a game to a depth in plies, with its net if it has one, and a hash table of so many MiB.
///
/// # Errors
/// If there is no such game, or the net is none of it.
#[wasm_bindgen]
pub fn measure(game: &str, net: Option<Box<[u8]>>, depth: u32, hash_mib: u32) -> Result<Measure, String> {
    let library = Library::new();
    if let Some(net) = net {
        library.add_net(game, &net)?;
    }
    let evaluation = library.evaluation(game).ok_or_else(|| format!("there is no game `{game}`"))?;
    let measure = bench::measure_with(evaluation, depth, Options::with_hash(hash_mib as usize));
    Ok(Measure { nodes: measure.nodes as f64, ms: measure.time.as_secs_f64() * 1000.0 })
}
