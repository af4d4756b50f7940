//! Every game that is imported whole can be loaded, and the files are those that people would write.

use std::sync::Arc;

use beaufort_import::{Imported, built_in_names, import_built_in, read_ini};
use beaufort_rules::{Game, Position, Side, builtin, load_game};

#[test]
fn all_variants_are_known() {
    assert_eq!(built_in_names().count(), 121);
    assert!(import_built_in("minishogi-base").is_none());
}

#[test]
fn whole_games_load() {
    let mut refused = String::new();
    let mut whole = 0;
    for name in built_in_names() {
        let game = import_built_in(name).expect("it is built in");
        if !game.report.is_whole() {
            continue;
        }
        whole += 1;
        if let Err(errors) = load_game(&format!("{}.toml", game.id), &game.text, &builtin::source) {
            refused += &format!("{name}:\n{errors}\n{}\n", game.text);
        }
    }
    assert!(refused.is_empty(), "{refused}");
    assert!(whole >= 110, "{whole}");
}

#[test]
fn errors_have_their_places() {
    let errors =
        |text: &str| -> Vec<String> { read_ini(text).unwrap_err().iter().map(ToString::to_string).collect() };
    assert_eq!(
        errors("[a:chess]\nstalemate = win\n castling = yes\n[b:c]\n[chess]\n"),
        [
            "2:1: `stalemate` is not a key: did you mean `stalemateValue`?",
            "3:13: `yes` is neither `true` nor `false`",
            "4:4: there is no variant `c`: a section inherits from one before it",
            "5:2: there is a variant `chess` already",
        ]
    );
    assert_eq!(
        errors("x = 1\n[a\nb"),
        [
            "1:1: this key stands before the first section",
            "2:1: the bracket of the section is not closed",
            "3:1: expected `KEY = VALUE`, a `[SECTION]` or a comment",
        ]
    );
    assert_eq!(
        errors("[a:chess]\ncustomPiece1 = x\npromotionPieceTypes = nbrqx"),
        ["2:16: the moves are missing: write the letter, `:` and the moves in Betza's notation",]
    );
    assert_eq!(
        errors("[a:chess]\nflagRegion = e4 z99 d5"),
        ["2:14: `z99` is not a square such as `e4`, a rank such as `*8` or a file such as `a*`",]
    );
}

/// Returns the turns of a position of an imported game as Fairy-Stockfish writes them; of its array if there is no position.
fn turns(imported: &Imported, position: Option<&str>) -> Vec<String> {
    assert!(imported.report.is_whole(), "{}", imported.report);
    let game = load_game("imported.toml", &imported.text, &builtin::source).expect("it loads");
    let game = Arc::new(Game::from(game));
    let position = match position {
        Some(text) => Position::parse(&game, text).expect("a position"),
        None => Position::initial(&game),
    };
    assert_eq!(position.side(), Side::First);
    let mut texts: Vec<String> =
        position.legal_turns().into_iter().map(|turn| imported.coordinates.text(&position, turn)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn the_board_is_turned_if_the_second_player_begins() {
    let text = "[late:chess]\ncastling = false\nstartFen = 4k3/p7/8/8/8/8/8/4K2R b - - 0 1\n";
    let late = &read_ini(text).unwrap()[0];
    assert_eq!(turns(late, None), ["a7a5", "a7a6", "e8d7", "e8d8", "e8e7", "e8f7", "e8f8"]);
    assert!(late.text.contains("sides = [\"Black\", \"White\"]"), "{}", late.text);
}

#[test]
fn the_pieces_of_chess960_are_arranged_anew() {
    let random = import_built_in("fischerandom").expect("it is built in");
    let place = "place = [[\"Bishop\", \"Bishop\"], [\"Knight\", \"Knight\"], [\"Queen\"], [\"Rook\", \"King\", \"Rook\"]]";
    assert!(random.text.contains(place), "{}", random.text);
    let castlings: Vec<String> = turns(&random, Some("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))
        .into_iter()
        .filter(|turn| ["e1a1", "e1h1", "e1c1", "e1g1"].contains(&turn.as_str()))
        .collect();
    assert_eq!(castlings, ["e1a1", "e1h1"]);
}

#[test]
fn a_file_looks_as_people_write_it() {
    let text = "# Chess without castling, on nine files.\n[wide:chess]\nmaxFile = 9\ncastling = false\narchbishop = a\n\
        startFen = rnbqkabnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKABNR w - - 0 1\npromotionPieceTypes = aqrbn\n";
    let wide = &read_ini(text).unwrap()[0];
    assert_eq!(wide.text, include_str!("wide.toml"), "as in wide.toml");
    assert!(wide.report.is_whole(), "{}", wide.report);
}
