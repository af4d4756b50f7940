//! The reference page is up to date, and its example is a valid game.
//!
//! `UPDATE=1 cargo test -p beaufort-rules --test rules language_page` regenerates the page.

use std::fs;
use std::path::Path;

use beaufort_rules::language;
use beaufort_rules::{builtin, load_game};

#[test]
fn the_page_is_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language.md");
    let page = language::reference_page();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page, "docs/language.md is out of date: run with UPDATE=1");
}

#[test]
fn the_example_is_a_game() {
    let oasis = load_game("oasis.toml", language::EXAMPLE, &builtin::source)
        .unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(oasis.name, "Oasis");
    assert_eq!(oasis.pieces.len(), 7);
    assert_eq!(oasis.array.len(), 24);
    assert_eq!(oasis.setup.phases.len(), 1);
}
