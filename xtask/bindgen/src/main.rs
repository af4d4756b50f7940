//! Writes the JavaScript around a WebAssembly module: `beaufort-bindgen MODULE FOLDER NAME`.
//!
//! It is a program of its own, so that the other chores need not wait until it is built; `cargo xtask` calls it.
#![allow(clippy::print_stderr, reason = "a command line tool reports by printing")]

mod order;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: beaufort-bindgen MODULE FOLDER NAME");
        return ExitCode::from(2);
    };
    match write(module, folder, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {module}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes `NAME.js`, its types and `NAME_bg.wasm`, without names that only a debugger needs and in an order that
/// compresses well.
fn write(module: &str, folder: &str, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(module).out_name(name).web(true).and_then(|bindgen| {
        bindgen.typescript(true).remove_name_section(true).remove_producers_section(true).generate(folder)
    });
    made.map_err(|error| format!("{error:#}"))?;
    let file = Path::new(folder).join(format!("{name}_bg.wasm"));
    let in_file = |error: String| format!("{}: {error}", file.display());
    let made = fs::read(&file).map_err(|error| in_file(error.to_string()))?;
    let ordered = order::alike_together(&made).map_err(in_file)?;
    fs::write(&file, ordered).map_err(|error| in_file(error.to_string()))
}
