//! Every game that is imported whole can be loaded, and the files are those that people would write.

use beaufort_import::{built_in_names, import_built_in, read_ini};
use beaufort_rules::{builtin, load_game};

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
    assert!(whole > 75, "{whole}");
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

#[test]
fn a_file_looks_as_people_write_it() {
    let text = "# Chess without castling, on nine files.\n[wide:chess]\nmaxFile = 9\ncastling = false\narchbishop = a\n\
        startFen = rnbqkabnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKABNR w - - 0 1\npromotionPieceTypes = aqrbn\n";
    let wide = &read_ini(text).unwrap()[0];
    assert_eq!(wide.text, include_str!("wide.toml"), "as in wide.toml");
    assert!(wide.report.is_whole(), "{}", wide.report);
}
