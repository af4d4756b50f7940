//! Writing and reading turns (K119 to K125).

use std::collections::{BTreeMap, BTreeSet};

use beaufort_rules::{Notation, Position, StepKind, Turn};

use crate::support::rows::{Row, rows};
use crate::support::{game, king_games, results, step_kinds};

fn goldens() -> Vec<Row<'static>> {
    rows(include_str!("goldens.txt"), &["games", "board", "position", "result", "text", "also", "refused"])
}

/// Checks a row in a game and returns its turn, or an error.
fn check(row: &Row<'_>, position: &Position) -> Result<Turn, String> {
    let notation = Notation::new(position);
    let after = row.after(position).ok_or("a piece of the result is unknown")?;
    let is_meant = |turn: Turn| results(position, &[turn])[0] == after;
    let Some((_, text)) = notation.iter().find(|(turn, _)| is_meant(*turn)) else {
        return Err("no turn has the result".to_owned());
    };
    let wanted = row.get("text").expect("a row has a text");
    if text != wanted {
        return Err(format!("the turn is written `{text}`, not `{wanted}`"));
    }
    let mut meant = None;
    for text in std::iter::once(wanted).chain(row.words("also")) {
        let turn = notation.read(text).map_err(|error| error.to_string())?;
        if !is_meant(turn) {
            return Err(format!("`{text}` is read as `{}`", notation.text(turn).unwrap_or_default()));
        }
        meant = meant.or(Some(turn));
    }
    for text in row.words("refused") {
        if let Ok(turn) = notation.read(text) {
            return Err(format!("`{text}` is read as `{}`", notation.text(turn).unwrap_or_default()));
        }
    }
    Ok(meant.expect("the text itself has been read"))
}

#[test]
fn turns_are_written_and_read() {
    let mut failures = String::new();
    let mut shown: BTreeMap<&str, BTreeSet<StepKind>> = BTreeMap::new();
    for row in goldens() {
        for id in row.games() {
            let position = row.position(id).unwrap_or_else(|| panic!("{}: {id} lacks a piece", row.title));
            match check(&row, &position) {
                Ok(turn) => shown.entry(id).or_default().extend(turn.steps().map(|step| step.kind)),
                Err(problem) => failures += &format!("{} in {id}: {problem}\n", row.title),
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    for id in king_games().chain(["larger-board"]) {
        assert_eq!(shown[id], step_kinds(&game(id)), "the kinds of steps shown in {id}");
    }
}

#[test]
fn errors_name_near_turns_and_show_no_control_characters() {
    let position = Position::initial(&game("scirocco"));
    let notation = Notation::new(&position);
    let error = |text: &str| notation.read(text).unwrap_err().to_string();
    for text in ["C-e6", "c-e6", "ce6", "ce1e6"] {
        assert_eq!(error(text), format!("`{text}` is not a turn here; near it are `C-e4`, `C-g4`"));
    }
    assert_eq!(error("\u{1b}[2Jx\n"), "`\\u{1b}[2Jx` is not a turn here");
    assert_eq!(error("Xy-e4"), "this game has no piece with the id `Xy`");
    assert_eq!(error(""), "`` is not a turn here");
}

/// The notation of chess also reads spellings that other programs write.
#[test]
fn foreign_spellings_are_read() {
    let crazyhouse = ("crazyhouse", "4(K)3/8/8/8/8/8/8/4[K]3 w - - P/- -");
    let tenjiku =
        ("tenjiku", "15(K)/16/16/16/16/16/3(P)(FD)(G)10/16/16/16/4[R]11/16/16/16/16/[K]15 w - - - -");
    for ((id, position), text, expected) in [
        // A Pawn is dropped without its letter.
        (crazyhouse, "@e4", Some("P@e4")),
        (crazyhouse, "@e9", None),
        // A star says that the piece of the turn is gone, here burned by the Fire Demon.
        (tenjiku, "Re9*", Some("Re9")),
        (tenjiku, "Re9", Some("Re9")),
        (tenjiku, "Ro6*", None),
    ] {
        let position = Position::parse(&game(id), position).expect(id);
        let notation = Notation::new(&position);
        let read = notation.read(text).ok().and_then(|turn| notation.text(turn));
        assert_eq!(read, expected, "{text} in {id}");
    }
}
