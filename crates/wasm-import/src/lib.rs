//! Games of other programs, read in a browser, in WebAssembly, and games written for them.
//!
//! It is a separate module, which a page loads only for an import or an export, so that the module with the conversations and the engine
//! stays small. Its requests and answers are those of [`beaufort_session::import`].

use beaufort_session::import;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a text in a format, `ini`, `diagram` or `betza`; `name` is that of the game where the text has none. Returns the answer as
/// JSON, an `ImportAnswer`.
///
/// # Errors
/// If there is no such format.
#[wasm_bindgen(js_name = importText)]
pub fn import_text(format: &str, name: &str, text: &str) -> Result<String, String> {
    let format = serde_json::from_value(format.into()).map_err(|_| format!("`{format}` is no format"))?;
    let answer = import::read(format, name, text);
    Ok(serde_json::to_string(&answer).expect("it consists of lists, numbers and texts"))
}

/// Writes a game, given by the text of its file, as a section of Fairy-Stockfish's `variants.ini`. Returns an `ExportedGame` as JSON.
///
/// # Errors
/// If the text is no game.
#[wasm_bindgen(js_name = exportText)]
pub fn export_text(text: &str) -> Result<String, String> {
    let exported = import::write_text(text).ok_or("the text is no game")?;
    Ok(serde_json::to_string(&exported).expect("it consists of texts"))
}
