//! The engine knows no piece by name: it plays games that are written after it.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{File, Problem};

/// Returns the places where the engine's source names a piece of a game in `games/`.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let mut names = BTreeSet::new();
    for file in files.iter().filter(|file| file.path.starts_with("games/") && file.path.ends_with(".toml")) {
        // A file that is no TOML has its own error where games are loaded.
        if let Ok(game) = file.text.parse::<Table>() {
            names.extend(piece_names(&game));
        }
    }
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with("crates/engine/")) {
        for (line, text) in (1..).zip(file.text.lines()) {
            for name in names.iter().filter(|name| names_piece(text, name)) {
                problems.push(
                    file.problem(line, format!("the engine knows no piece by name, but this is {name}")),
                );
            }
        }
    }
    problems
}

/// Returns the names of the pieces that a game file defines.
fn piece_names(game: &Table) -> Vec<String> {
    let named = |piece: &Value| piece.get("name").and_then(Value::as_str).map(str::to_owned);
    match game.get("pieces").or_else(|| game.get("piece")) {
        Some(Value::Array(pieces)) => pieces.iter().filter_map(named).collect(),
        Some(Value::Table(pieces)) => {
            pieces.iter().map(|(key, piece)| named(piece).unwrap_or_else(|| key.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether a line of source has the name as whole words. The first word of a sentence in a comment is
/// no name: some pieces are called by ordinary words.
fn names_piece(line: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let comment = line.find("//").unwrap_or(line.len());
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        if before.ends_with(is_word) || after.starts_with(is_word) {
            return false;
        }
        let sentence = before.trim_end_matches([' ', '/', '!', '*', '`']);
        at < comment || !(sentence.len() <= comment || sentence.ends_with(['.', ':', '?']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_capitalised_words_are_names() {
        for (line, expected) in [
            ("let value = if name == \"Guard\" { 3 } else { 1 };", true),
            ("Piece::Guard => 3,", true),
            ("    // a rook is worth more than a Guard", true),
            ("let lock: MutexGuard<'_, T>;", false),
            ("let guard = 3;", false),
            ("const GUARD: u8 = 1;", false),
            ("    // Guard against an overflow.", false),
            ("    x += 1; // Guard against an overflow.", false),
            ("/// Adds. Guard the sum.", false),
        ] {
            assert_eq!(names_piece(line, "Guard"), expected, "{line}");
        }
    }

    #[test]
    fn names_come_from_the_games() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let files = [
            file("crates/engine/src/lib.rs", "fn f() {}\nlet x = Dervish;\n"),
            file("crates/rules/src/lib.rs", "let x = Dervish;\n"),
            file("games/scirocco.toml", "[pieces.Dervish]\nid = 'Der'\n"),
        ];
        let problems = problems(&files);
        assert_eq!(problems, [files[0].problem(2, "the engine knows no piece by name, but this is Dervish")]);
        assert_eq!(piece_names(&"[[piece]]\nname = 'Wazir'".parse().unwrap()), ["Wazir"]);
    }
}
