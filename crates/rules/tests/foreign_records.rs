//! Records written by other programs: each is read, with warnings about assumptions, and the record written from it has the
//! same content.

use std::sync::Arc;

use beaufort_rules::record::{Record, Replay, Tree};
use beaufort_rules::{Game, builtin};

/// Reads a record, of orthodox chess if it names no game, writes it and reads it again. Returns the warnings in their order.
fn read(text: &str) -> (Record, Arc<Game>, Vec<String>) {
    let mut record = Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
    let name = record.tags.get("Variant").unwrap_or("chess");
    let game = builtin::game(name).unwrap_or_else(|| panic!("no game `{name}`"));
    let replay =
        Replay::by_rules(&record, &game, usize::MAX).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let warnings = record.warnings.iter().chain(replay.warnings()).map(ToString::to_string).collect();
    let end = |record: &Record, replay: &Replay| {
        replay.position(&record.moves, record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT))
    };
    let last = end(&record, &replay);
    replay.translate(&mut record);
    let again = Record::parse(&record.to_string()).expect("what is written can be read").remove(0);
    assert_eq!(again, record, "{text}");
    let replayed =
        Replay::by_rules(&again, &game, usize::MAX).unwrap_or_else(|error| panic!("{error}\n{again}"));
    assert_eq!(end(&again, &replayed), last, "{text}");
    (record, game, warnings)
}

/// Checks the game of a text, the length of its main line, and that there are no warnings.
fn check(text: &str, id: &str, turns: usize) {
    let (record, game, warnings) = read(text);
    assert_eq!(warnings, [""; 0], "{text}");
    assert_eq!((game.definition().id.as_str(), record.moves.line(Tree::ROOT).count()), (id, turns), "{text}");
}

/// Checks the warning about a text.
fn check_warning(text: &str, expected: &str) {
    let (_, _, warnings) = read(text);
    assert!(warnings.len() == 1 && warnings[0].contains(expected), "{warnings:?}\n{text}");
}

#[test]
fn games_have_the_names_of_other_programs() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    check(&format!("[Variant \"From Position\"]\n{fen}\n\n1. e4 *"), "orthochess", 1);
    check("[Variant \"Standard\"]\n\n1. e4 e5 *", "orthochess", 2);
    check("[Variant \"Chess\"]\n\n1. e4 *", "orthochess", 1);
    check("[Variant \"Grand\"]\n\n1. e5 *", "grand", 1);
    check("[Variant \"Grand Chess\"]\n\n1. e5 *", "grand", 1);
    check("[Variant \"Capablanca\"]\n\n1. e4 *", "capablanca", 1);
    check("[Variant \"Shako\"]\n\n1. e4 *", "shako", 1);
    check("[Variant \"COURIER\"]\n\n1. *", "courier", 0);
}

#[test]
fn tags_may_have_other_capitals() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for setup in ["Setup", "SetUp", "SETUP"] {
        check(&format!("[WHITE \"A\"]\n[{setup} \"1\"]\n[Fen \"{fen}\"]\n\n1. e4 *"), "orthochess", 1);
    }
    let (record, ..) = read("[WHITE \"A\"]\n[variant \"scirocco\"]\n[Setup \"mirror\"]\n\n*");
    assert_eq!((record.tags.get("White"), record.tags.get("Setup")), (Some("A"), Some("mirror")));
    // Names that differ only in case are two tags.
    let (record, ..) = read("[White \"A\"]\n[white \"B\"]\n\n*");
    assert_eq!((record.tags.get("White"), record.tags.get("white")), (Some("A"), Some("B")));
}

#[test]
fn lines_of_other_programs_are_passed_over() {
    check("% a file of mine\n[White \"A\"]\n%\n\n1. e4\n%eval 0.3 {\ne5 *\n", "orthochess", 2);
    check("\u{feff}% x\r\n1. e4\r\n% y\r\ne5 *", "orthochess", 2);
    let text = "1. e4 % *";
    assert!(Record::parse(text).unwrap_err().to_string().contains("found `%`"), "not at the start of a line");
}

#[test]
fn blanks_that_nobody_sees_are_blanks() {
    check("1.\u{a0}e4\u{202f}e5\u{a0}2.\u{a0}Nf3 *", "orthochess", 3);
    check("\u{feff}[White\u{a0}\"A\"]\n\n1. e4\u{200b} e5 *", "orthochess", 2);
    let glued = "\u{feff}[White \"A\"]\n\n1. e4 *\n\u{feff}[White \"B\"]\n\n1. d4 *\n";
    assert_eq!(Record::parse(glued).unwrap().len(), 2);
    let broken = "[White \"A\"]\n\n1. e4 é\n\u{feff}[White \"B\"]\n\n1. d4 *\n";
    assert_eq!(Record::parse_each(broken).filter(Result::is_ok).count(), 1);
}

#[test]
fn comments_stand_before_the_tags_and_have_braces_in_them() {
    let (record, _, warnings) = read("; ECO codes\n{of \"chess\"} [White \"A\"]\n\n{first} 1. e4 *");
    assert_eq!(warnings, [""; 0]);
    assert_eq!(record.moves.node(Tree::ROOT).comment_after, "ECO codes\nof \"chess\"\nfirst");
    check_warning("1. e4 {a {b} c} e5 *", "a comment with braces in it");
    check_warning("1. e4 {a {b {c} d} e} e5 {next} *", "a comment with braces in it");
    // Comments that are closed correctly are not nested.
    check("1. e4 {a {b} e5 {c} 2. Nf3 {d *} *", "orthochess", 3);
    check("1. e4 {a {b} e5 *\n[White \"}\"]\n", "orthochess", 2);
}

#[test]
fn a_backslash_is_one() {
    check_warning(include_str!("foreign_records/backslash.pgn"), r"`\q` is no escape");
    let (record, _, warnings) = read("1. e4 {C:\\games \\( \\\\ \\} \\n} *");
    let comment = &record.moves.node(record.moves.children(Tree::ROOT)[0]).comment_after;
    assert_eq!((comment.as_str(), warnings.len()), ("C:\\games \\( \\ } \n", 1));
}

#[test]
fn captures_in_passing_may_be_marked_and_null_moves_are_named() {
    let passing = "1. e4 a6 2. e5 d5 3. exd6";
    check(&format!("{passing} e.p. cxd6 *"), "orthochess", 6);
    check(&format!("{passing}e.p. cxd6 *"), "orthochess", 6);
    check(&format!("{passing} ep cxd6 *"), "orthochess", 6);
    for text in ["1. e4 --", "1. e4 (1. Z0 e5) *", "1. e4 @@@@"] {
        let error = Record::parse(text).unwrap_err().to_string();
        assert!(error.contains("null move"), "{error}");
    }
}

/// Fool's mate.
const MATE: &str = "1. f3 e5 2. g4 Qh4#";

#[test]
fn the_rules_know_the_result() {
    for (record, found, taken) in [
        (format!("{MATE} *"), "`*`", "`0-1`"),
        (format!("{MATE} 1-0"), "`1-0`", "`0-1`"),
        (format!("{MATE} 1/2-1/2"), "`1/2-1/2`", "`0-1`"),
    ] {
        let expected =
            format!("the result is {found}, but by the rules the game ended `0-1`: {taken} is taken");
        check_warning(&record, &expected);
    }
    check(&format!("{MATE} 0-1"), "orthochess", 4);
    check_warning(
        "[Result \"1-0\"]\n\n1. e4 0-1",
        "the result is `0-1`, but `1-0` in the tag `Result`: `0-1` is taken",
    );
    check_warning("[Result \"1-0\"]\n\n1. e4 *", "`1-0` is taken");
    check_warning("[Result \"won\"]\n\n1. e4 1-0", "the tag `Result` has `won`");
}

/// In the chess of other programs a draw has to be claimed: the game may go on, and may be won.
#[test]
fn a_draw_that_nobody_claims_ends_no_record() {
    let thrice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    check(&format!("{thrice} 1/2-1/2"), "orthochess", 8);
    check_warning(&format!("{thrice} 1-0"), "by the rules the game ended `1/2-1/2`: `1-0` is taken");
    check_warning(
        &format!("{thrice} 5. e4 1-0"),
        "turn 5.: by the rules the game was a draw before this turn (repetition)",
    );
    check_warning(&format!("{thrice} *"), "`1/2-1/2` is taken");
    // There is nothing to claim where neither side can win.
    let bare = "[FEN \"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\"]\n\n1. Kxe2";
    check_warning(&format!("{bare} 1-0"), "`1/2-1/2` is taken");
    let (_, _, warnings) = read(&format!("{bare} Kd7 1-0"));
    assert!(warnings.len() == 2 && warnings[0].contains("nobody can win"), "{warnings:?}");
}

#[test]
fn files_of_other_programs_are_read() {
    check_warning(include_str!("foreign_records/chessbase-setup.pgn"), "`1-0` is taken");
    check(include_str!("foreign_records/winboard.pgn"), "orthochess", 6);
}

/// XBoard writes a game with its own letters for pieces and, on boards with ten ranks, its own names of squares.
#[test]
fn a_game_of_scirocco_that_xboard_has_saved_is_read() {
    let text = include_str!("foreign_records/xboard-scirocco.pgn");
    let (record, game, warnings) = read(text);
    assert_eq!((warnings, game.definition().id.as_str()), (vec![], "scirocco"));
    let line: Vec<&str> = record.moves.line(Tree::ROOT).map(|id| record.moves.node(id).text()).collect();
    assert_eq!((line.len(), line[0]), (99, "P-e4"));
    assert_eq!((record.tags.get("FEN"), record.tags.get("Position")), (None, None));
    let wrong = text.replace("6. Ng1", "6. Ng9");
    let record = Record::parse(&wrong).unwrap().remove(0);
    let error = Replay::new(&record, &game).unwrap_err().to_string();
    assert!(error.starts_with("turn 6.: `Ng9` is not a turn here"), "{error}");
}

#[test]
fn what_is_not_supported_is_named() {
    let record = Record::parse("[Variant \"Chess960\"]\n\n1. e4 *").unwrap().remove(0);
    let error = Replay::new(&record, &builtin::game("chess").unwrap()).unwrap_err().to_string();
    assert!(error.contains("Chess960 is not supported: its castling"), "{error}");
}
