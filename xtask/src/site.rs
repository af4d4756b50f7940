//! The page that needs no server: `dist/site`, a folder for any static host.

use crate::step::root;
use crate::{client, wasm};

/// The output folder, from the root of the repository.
const FOLDER: &str = "dist/site";
const SERVE: &str = "tools/serve-site.mjs";

/// Builds the page.
///
/// # Errors
/// If there is no compiler for WebAssembly or no npm, or if something does not compile.
pub(crate) fn build() -> Result<(), String> {
    wasm::build()?;
    client::build_site()
}

/// Builds the page and serves it on this machine until Ctrl-C.
///
/// # Errors
/// If it cannot be built, or Node.js cannot be started.
pub(crate) fn serve() -> Result<(), String> {
    build()?;
    client::run_node(SERVE, &[&root().join(FOLDER)])
}
