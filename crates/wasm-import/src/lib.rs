//! Games of other programs, read in a browser, in WebAssembly.
//!
//! It is a module of its own: a page loads it when somebody wants to import something, and the one with the conversations and the
//! engine stays as small as it is. What it reads and answers is that of [`beaufort_session::import`].

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
