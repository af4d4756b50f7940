//! The engine's source contains no piece names: it also plays games that are written later.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{File, Problem};

/// Returns whether a file describes a game that is embedded; learned weights are in the same folder. Games of the literature have pieces with
/// names such as Castle, which are terms of the code, too.
fn is_game(file: &File) -> bool {
    let path = file.path.strip_prefix("games/");
    let is_other =
        |path: &str| path.starts_with("tuned/") || path.starts_with("literature/") || path == "Cargo.toml";
    path.is_some_and(|path| path.ends_with(".toml") && !is_other(path))
}

/// Returns the piece names of `games/` in the engine's source.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let games = files.iter().filter(|file| is_game(file));
    // A file that is no TOML has its own error where games are loaded.
    let games: Vec<Table> = games.filter_map(|file| file.text.parse().ok()).collect();
    let mut names: BTreeSet<&str> = games.iter().flat_map(piece_names).collect();
    // Some games are named after a piece, and a game may be named.
    for game in &games {
        names.remove(game.get("name").and_then(Value::as_str).unwrap_or_default());
    }
    let mut problems = Vec::new();
    // Its benches and tests search positions, which name pieces.
    for file in files.iter().filter(|file| file.path.starts_with("crates/engine/src/")) {
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

/// Returns the names of the pieces that a game file lists or describes.
fn piece_names(game: &Table) -> impl Iterator<Item = &str> {
    let listed = game.get("pieces").and_then(Value::as_array).into_iter().flatten();
    let described = game.get("piece").and_then(Value::as_table).into_iter().flatten();
    listed.filter_map(Value::as_str).chain(described.map(|(name, _)| name.as_str()))
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
            file(
                "crates/engine/src/lib.rs",
                "let x = Dervish;\nlet y = Wazir;\nlet z = Scirocco;\nlet castle = Castle;\n",
            ),
            file("crates/rules/src/lib.rs", "let x = Dervish;\n"),
            file("games/literature/oasis.toml", "pieces = ['Castle']\n[piece.Castle]\nid = 'W'\n"),
            file("games/bestiary.toml", "[piece.Wazir]\nid = 'W'\n"),
            file("games/scirocco.toml", "name = 'Scirocco'\npieces = ['Dervish', 'Scirocco']\n"),
        ];
        let message = |name: &str| format!("the engine knows no piece by name, but this is {name}");
        let expected = [files[0].problem(1, message("Dervish")), files[0].problem(2, message("Wazir"))];
        assert_eq!(problems(&files), expected);
    }

    #[test]
    fn the_games_of_the_tree_name_pieces() {
        let files = crate::tidy::text_files(crate::step::root());
        let games = files.iter().filter(|file| is_game(file));
        let games: Vec<Table> = games.map(|file| file.text.parse().unwrap()).collect();
        assert_eq!(games.iter().flat_map(piece_names).next().is_none(), games.is_empty());
    }
}
