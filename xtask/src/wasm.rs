//! The WebAssembly modules: built, and compared with the native program.
//!
//! The standard library comes from one of two places: the target of rustup
//! (`rustup target add wasm32-unknown-unknown`), and Debian's packages `rustc-web` and `rust-web-src`, whose compiler
//! builds it from source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::client;
use crate::step::{self, Step, root};

const TARGET: &str = "wasm32-unknown-unknown";
/// The compiler in Debian's packages.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
/// With its own target folder: two compilers in one folder would rebuild everything in turn.
const BUILD: &str = "build --target-dir target/wasm --target wasm32-unknown-unknown --profile web --lib \
    --package beaufort-wasm --package beaufort-wasm-import";
/// The outputs of the build, each with the name of its JavaScript.
const MODULES: [(&str, &str); 2] = [
    ("target/wasm/wasm32-unknown-unknown/web/beaufort_wasm.wasm", "beaufort"),
    ("target/wasm/wasm32-unknown-unknown/web/beaufort_wasm_import.wasm", "import"),
];
/// Of the whole workspace, as the tests, so that nothing is built a second time with other features.
const BINDGEN: Step = Step::cargo(
    "JavaScript for it",
    "build --quiet --workspace --features beaufort/full --bin beaufort-bindgen",
);
/// The folder of the modules and their JavaScript, from the root of the repository; the client's build reads it.
const FOLDER: &str = "target/wasm/module";
const BENCH: &str = "tools/bench-wasm.mjs";
const IMPORT: &str = "tools/import-wasm.mjs";
/// The greatest size of the module that imports, in bytes as it is sent.
const MAX_IMPORT_MODULE: usize = 480_000;
/// A text of each format that is imported, with the option for `beaufort import`.
const IMPORTS: [(&str, &str); 3] = [
    ("ini", "xtask/imports/chess.ini"),
    ("diagram", "xtask/imports/camels.txt"),
    ("betza", "xtask/imports/pieces.txt"),
];

/// The source of the standard library for the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Toolchain {
    /// The default compiler has it.
    Rustup,
    /// Debian's compiler builds it.
    Debian,
}

/// Builds the module with the conversation and the engine, the one that imports games, and the JavaScript around them.
///
/// # Errors
/// If there is no compiler for the target, or if something does not compile.
pub(crate) fn build() -> Result<(), String> {
    compile()?;
    bind()
}

/// Compiles the two modules, which takes long: it locks no folder of another build.
///
/// # Errors
/// If there is no compiler for the target, or if something does not compile.
pub(crate) fn compile() -> Result<(), String> {
    compile_with(installed().ok_or_else(missing)?)
}

/// Writes the compiled modules with the JavaScript around them.
///
/// # Errors
/// If they have not been compiled, or if the program for it does not compile.
pub(crate) fn bind() -> Result<(), String> {
    BINDGEN.run(&[])?;
    let bindgen = step::built("beaufort-bindgen")?;
    MODULES.iter().try_for_each(|(module, name)| {
        step::output(Command::new(&bindgen).args([module, FOLDER, name]).current_dir(root())).map(drop)
    })
}

/// Returns whether a compiler here has, or can build, the standard library for the target.
pub(crate) fn has_compiler() -> bool {
    installed().is_some()
}

fn installed() -> Option<Toolchain> {
    toolchain(sysroot("rustc").as_deref(), sysroot(DEBIAN_RUSTC).as_deref())
}

fn compile_with(toolchain: Toolchain) -> Result<(), String> {
    let step = Step::cargo("wasm32", BUILD);
    match toolchain {
        Toolchain::Rustup => step.run(&[]),
        Toolchain::Debian => step
            .env("RUSTC", DEBIAN_RUSTC)
            // The packages' own way to build the standard library: cargo calls it unstable.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
            .run(&["-Zbuild-std=std,panic_abort"]),
    }
}

/// Tests that the engine visits the same nodes in the module as in the native program. Both must have been built.
///
/// # Errors
/// If the nodes of a game differ.
pub(crate) fn compare_nodes() -> Result<(), String> {
    step::announce("the same nodes in WebAssembly");
    let wasm = client::node(BENCH, &[&root().join(FOLDER)])?;
    let wasm = nodes(&wasm);
    let games = wasm.iter().map(|(game, _)| game);
    let native = step::output(Command::new(step::built("beaufort")?).arg("bench").args(games))?;
    match difference(&nodes(&native), &wasm) {
        None => Ok(()),
        Some(difference) => Err(format!(
            "the engine searches differently in WebAssembly: {difference}; \
             to see it again: beaufort bench, and node web/{BENCH} {FOLDER}"
        )),
    }
}

/// Tests that the module imports a text of each format as the native program does. Both must have been built.
///
/// # Errors
/// If a game file, a report or a piece differs.
pub(crate) fn compare_imports() -> Result<(), String> {
    step::announce("the same imports in WebAssembly");
    let folder = root().join(FOLDER);
    let size = client::node(IMPORT, &[&folder, Path::new("--size")])?;
    let size: usize = size.trim().parse().map_err(|_| format!("`{size}` is no size"))?;
    if size > MAX_IMPORT_MODULE {
        return Err(format!("the module that imports has {size} bytes: more than {MAX_IMPORT_MODULE}"));
    }
    let program = step::built("beaufort")?;
    for (format, file) in IMPORTS {
        let file = root().join(file);
        let wasm = client::node(IMPORT, &[&folder, Path::new(format), &file])?;
        let native = imported(&program, format, &file)?;
        if wasm != native {
            return Err(format!(
                "{} is imported differently in WebAssembly:\n{wasm}\nand natively:\n{native}",
                file.display()
            ));
        }
    }
    Ok(())
}

/// Returns what the native program imports: the report and the game files, or the abilities.
fn imported(program: &Path, format: &str, file: &Path) -> Result<String, String> {
    let folder = root().join("target/tmp/imports");
    let io = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(io)?;
    }
    fs::create_dir_all(&folder).map_err(io)?;
    let mut text = step::output(
        Command::new(program).args(["import", "--from", format, "--out"]).arg(&folder).arg(file),
    )?;
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&folder).map_err(io)?.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        text += &fs::read_to_string(&path).map_err(io)?;
    }
    Ok(text)
}

/// Parses the lines of a table that begin with game, depth and nodes.
fn nodes(table: &str) -> Vec<(&str, u64)> {
    table.lines().filter_map(row).collect()
}

fn row(line: &str) -> Option<(&str, u64)> {
    let mut words = line.split_whitespace();
    let game = words.next()?;
    let _: u32 = words.next()?.parse().ok()?;
    Some((game, words.next()?.parse().ok()?))
}

/// Describes the first game whose node counts differ.
fn difference(native: &[(&str, u64)], wasm: &[(&str, u64)]) -> Option<String> {
    if native.is_empty() {
        return Some("the native program has searched nothing".to_owned());
    }
    if native.len() != wasm.len() {
        return Some(format!("{} games natively, {} in WebAssembly", native.len(), wasm.len()));
    }
    let differs = native.iter().zip(wasm).find(|(native, wasm)| native != wasm);
    differs
        .map(|((game, nodes), (_, other))| format!("{game}: {nodes} nodes natively, {other} in WebAssembly"))
}

fn missing() -> String {
    format!(
        "there is no standard library for {TARGET}; rustup target add {TARGET} (Debian: apt-get install rustc-web rust-web-src lld)"
    )
}

/// Returns the sysroot of a compiler, or `None` if it is not installed.
fn sysroot(rustc: &str) -> Option<PathBuf> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(path.trim()))
}

/// Returns the toolchain for the target, given the sysroots of the default compiler and of Debian's.
fn toolchain(rustup: Option<&Path>, debian: Option<&Path>) -> Option<Toolchain> {
    let has = |root: Option<&Path>, part: &str| root.is_some_and(|root| root.join(part).is_dir());
    if has(rustup, &format!("lib/rustlib/{TARGET}/lib")) {
        return Some(Toolchain::Rustup);
    }
    has(debian, "lib/rustlib/src/rust/library/std").then_some(Toolchain::Debian)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_of_rustup_comes_before_the_source_of_debian() {
        let root = std::env::temp_dir().join(format!("beaufort-xtask-wasm-{}", std::process::id()));
        let (rustup, debian) = (root.join("rustup"), root.join("debian"));
        std::fs::create_dir_all(debian.join("lib/rustlib/src/rust/library/std")).unwrap();
        assert_eq!(toolchain(None, None), None);
        assert_eq!(toolchain(Some(&rustup), None), None, "a toolchain without the target");
        assert_eq!(toolchain(Some(&rustup), Some(&debian)), Some(Toolchain::Debian));
        std::fs::create_dir_all(rustup.join("lib/rustlib").join(TARGET).join("lib")).unwrap();
        assert_eq!(toolchain(Some(&rustup), Some(&debian)), Some(Toolchain::Rustup));
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn nodes_that_differ_are_found() {
        let native = "game  depth  nodes  nodes/s\nscirocco  5  6157  1000\njupiter  5  9285  900\ntotal: 15442 nodes\n";
        let same = "scirocco 5 6157 700\njupiter 5 9285 500\ntotal: 15442 nodes\n";
        let other = "scirocco 5 4789 700\njupiter 5 9285 500\ntotal: 14074 nodes\n";
        assert_eq!(nodes(native), [("scirocco", 6157), ("jupiter", 9285)]);
        assert_eq!(difference(&nodes(native), &nodes(same)), None);
        assert_eq!(
            difference(&nodes(native), &nodes(other)).as_deref(),
            Some("scirocco: 6157 nodes natively, 4789 in WebAssembly")
        );
        assert!(difference(&nodes(native), &nodes("scirocco 5 6157 700")).is_some(), "a game is missing");
        assert!(difference(&nodes(""), &nodes("")).is_some(), "nothing was searched");
    }
}
