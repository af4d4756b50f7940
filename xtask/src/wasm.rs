//! The crates that a browser runs, checked for WebAssembly.
//!
//! Two ways to have the standard library for it are supported: the target of rustup
//! (`rustup target add wasm32-unknown-unknown`), and Debian's packages `rustc-web` and `rust-web-src`, whose compiler
//! builds it from source.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{self, Step};

const TARGET: &str = "wasm32-unknown-unknown";
/// Set where a missing target is a failure.
const REQUIRED: &str = "REQUIRE_WASM";
/// The compiler of Debian's packages.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
/// The libraries that must work without threads, files and clocks. They have a folder of their own for what is built:
/// two compilers would otherwise take turns in one.
const CHECK: &str = "check --target-dir target/wasm --target wasm32-unknown-unknown \
    -p beaufort-rules -p beaufort-draw -p beaufort-engine -p beaufort-session";

/// Where the standard library for the target comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Toolchain {
    /// The compiler in use has it.
    Rustup,
    /// Debian's compiler builds it.
    Debian,
}

/// Checks the crates, or tells that nothing here compiles for the target.
///
/// # Errors
/// If one does not compile, or if there is no compiler for the target and [`REQUIRED`] is set.
pub(crate) fn check() -> Result<(), String> {
    let step = Step::cargo("wasm32", CHECK);
    match toolchain(sysroot("rustc").as_deref(), sysroot(DEBIAN_RUSTC).as_deref()) {
        Some(Toolchain::Rustup) => step.run(&[]),
        Some(Toolchain::Debian) => step
            .env("RUSTC", DEBIAN_RUSTC)
            // The packages' own way to build the standard library: cargo calls it unstable.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
            .run(&["-Zbuild-std=std,panic_abort"]),
        None if std::env::var_os(REQUIRED).is_some() => Err(missing()),
        None => {
            step::announce(&format!("the WebAssembly check is SKIPPED: {}", missing()));
            Ok(())
        }
    }
}

fn missing() -> String {
    format!(
        "there is no standard library for {TARGET}; rustup target add {TARGET} (Debian: apt-get install rustc-web rust-web-src lld)"
    )
}

/// Returns where a compiler keeps its libraries, or nothing if there is no such compiler.
fn sysroot(rustc: &str) -> Option<PathBuf> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(path.trim()))
}

/// Returns what can compile for the target, given the sysroots of the compiler in use and of Debian's.
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
}
