//! Invalid game files and the exact messages for them.
//!
//! Each `NAME.toml` of `bad_games/` has a `NAME.txt` next to it. `UPDATE=1 cargo test -p beaufort-rules --test rules bad_games`
//! rewrites the texts; check the differences before committing them.

use std::fs;
use std::path::{Path, PathBuf};

use beaufort_rules::game::{Source, builtin};
use beaufort_rules::load_game;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_games")
}

/// Supplies the built-in games and, as parents, the invalid ones.
fn library(id: &str) -> Option<Source> {
    builtin::source(id).or_else(|| {
        let name = format!("{id}.toml");
        let text = fs::read_to_string(folder().join(&name)).ok()?;
        Some(Source { name, text })
    })
}

#[test]
fn wrong_files_give_exact_messages() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() > 30, "the wrong files are in {}", folder().display());
    let mut different = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy();
        let text = fs::read_to_string(&path).unwrap();
        let found = match load_game(&name, &text, &library) {
            Ok(game) => panic!("{name} loads as {}", game.name),
            Err(errors) => format!("{errors}\n"),
        };
        let golden = path.with_extension("txt");
        if update {
            fs::write(&golden, &found).unwrap();
        } else if fs::read_to_string(&golden).unwrap_or_default() != found {
            different.push(format!("{name}:\n{found}"));
        }
    }
    assert!(different.is_empty(), "other messages than expected:\n{}", different.join("\n"));
}
