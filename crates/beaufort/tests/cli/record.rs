use std::fs;

use crate::{WriteStdin as _, beaufort, stdout};

/// Checks a file of records and compares the exit status, the report and the errors, in which the name of the file is
/// `FILE`.
fn check(text: &str, status: i32, report: &str, errors: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    fs::write(&path, text).unwrap();
    let output = beaufort("record check").arg(&path).output().unwrap();
    let named = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(path.to_str().unwrap(), "FILE");
    assert_eq!((named(output.stdout).as_str(), named(output.stderr).as_str()), (report, errors));
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn good_records() {
    check(
        "[Variant \"scirocco\"]\n1. P-e4 (1. P-d4 P-d7) P-e7 *\n\
         [Variant \"scirocco-1999\"] [Position \"9(K)/9(P)/10/10/10/10/10/10/10/[K]8[R] b\"] 1. Rxj9 1-0\n",
        0,
        "FILE: game 1: 2 turns, result *\n\
         FILE: game 2: 1 turn, Blue has won: Tan has only one piece left\n",
        "",
    );
}

/// As other programs write it: without the name of the game, and with comments to the end of a line.
#[test]
fn a_record_without_a_game_is_one_of_chess() {
    let text = "[Event \"x\"]\n\n1. e4 ; the best\n e5 2. Nf3 *\n";
    check(text, 0, "FILE: game 1: 3 turns, result *\n", "");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    fs::write(&path, text).unwrap();
    for game in ["", "orthochess"] {
        let mut play = beaufort(&format!("play {game} --side both --load"));
        play.arg(&path).write_stdin("Nc6\n");
        assert!(stdout(play).contains("Nf3 Nc6"), "{game}");
    }
    fs::write(&path, "1. P-e4 P-e7 *").unwrap();
    let mut play = beaufort("play scirocco --side both --load");
    play.arg(&path).write_stdin("P-d4\n");
    stdout(play);
    assert!(fs::read_to_string(&path).unwrap().ends_with("1. P-e4 P-e7 2. P-d4 *\n"));
}

#[test]
fn the_record_of_the_page_is_good() {
    let page = include_str!("../../../../docs/records.md");
    let record = page.lines().skip_while(|line| !line.starts_with("    ["));
    let record = record.take_while(|line| line.is_empty() || line.starts_with("    "));
    let text: String = record.map(|line| format!("{}\n", line.trim_start())).collect();
    check(&text, 0, "FILE: game 1: 4 turns, result 1-0\n", "");
}

#[test]
fn mistakes_have_places() {
    check(
        "[Variant \"scirocco\"]\n1. P-e4 P-e7 2. P-e5 (2. P-d4\n  {é} C-d4) *\n",
        2,
        "FILE: game 1: wrong\n",
        "error: FILE:3:7: turn 2...: `C-d4` is not a turn here; near it are `C-d7`, `C-f7`\n",
    );
}

#[test]
fn what_is_assumed_is_told() {
    let position = "9(K)/9(P)/10/10/10/10/10/10/10/[K]8[R] b";
    check(
        &format!(
            "[Variant \"scirocco\"]\n[Position \"{position}\"]\n1. Rxj9 0-1\n[Result \"1-0\"]\n1. e4 {{\\q}} *\n"
        ),
        0,
        "FILE: game 1: 1 turn, Blue has won: Tan has only one piece left\nFILE: game 2: 1 turn, result 1-0\n",
        "warning: FILE:3:4: the result is `0-1`, but by the rules the game ended `1-0`: `1-0` is taken\n\
         warning: FILE:5:8: `\\q` is no escape: the backslash is taken as it stands\n\
         warning: FILE:5:12: the result is `*`, but `1-0` in the tag `Result`: `1-0` is taken\n",
    );
}

#[test]
fn a_record_without_a_game_is_one_of_the_game_that_its_turns_tell() {
    check(
        "1. P-f4 P-d7 2. P-a4 *\n",
        0,
        "FILE: game 1: 3 turns, result *\n",
        "warning: FILE:1:1: there is no tag `Variant`: by its turns the record is one of Scirocco\n",
    );
    check(
        "1. Xyz-c4 *\n",
        2,
        "FILE: game 1: wrong\n",
        "error: FILE:1:4: turn 1.: this game has no piece with the id `Xyz`; without the tag `Variant` it is read as Orthodox chess\n",
    );
}

/// As PGN was once, and as old files are.
#[test]
fn texts_in_other_encodings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.pgn");
    for (bytes, status, expected) in [
        (&b"[White \"Ko\xe7\"]\n\n1. e4 *\n"[..], 0, ":1: the text is not UTF-8: it is read as Latin-1\n"),
        (b"\xff\xfe1\0.\0", 2, ": the text is UTF-16\nhint: save it as UTF-8\n"),
    ] {
        fs::write(&path, bytes).unwrap();
        let output = beaufort("record check").arg(&path).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.ends_with(expected), "{told}");
        assert_eq!(output.status.code(), Some(status));
    }
}

#[test]
fn tags_have_places() {
    check(
        "[Event \"x\"]\n[Variant \"scirocco\"]\n[Setup \"Knight-Pawn\"]\n\n*\n\n\
         [Event \"y\"]\n[Variant \"go\"]\n*\n\n\
         [Variant \"typhoon\"]\n  [Position \"12 b\"]\n*\n",
        2,
        "FILE: game 1: wrong\nFILE: game 2: wrong\nFILE: game 3: wrong\n",
        "error: FILE:3:1: the tag `Setup`: `Knight-Pawn` is not a set-up choice of this game: expected `default` or \
         some of `King-Commoner`, `mirror`, `Chariot-Wagon`, `Alfil-Dabbaba`, `Stork-Goat`, `Knight-Camel`, \
         `Dervish-empty`, `Wazir-Firzan`, `Priest-Marquis`, separated by commas\n\
         error: FILE:8:1: the tag `Variant` names `go`, which is no built-in game; --game-file FILE reads one of your own\n\
         error: FILE:12:3: the tag `Position`: position, column 3: the board has 12 ranks, the text has 1\n",
    );
}

#[test]
fn a_game_that_cannot_be_read_keeps_no_other_from_being_checked() {
    check(
        "[Variant \"scirocco\"]\n[Variant \"again\"]\n[Event \"x\"]\n\n1. P-e4 *\n\n\
         [Variant \"scirocco\"]\n\n1. P-e4 {no end\n*\n\n\
         [Variant \"scirocco\"]\n\n1. P-e4 *\n",
        2,
        "FILE: game 1: wrong\nFILE: game 2: wrong\nFILE: game 3: 1 turn, result *\n",
        "error: FILE:2:1: found the tag `Variant` again; allowed is each tag once\n\
         error: FILE:9:9: found a comment without end; allowed is `}` at its end\n",
    );
}

#[test]
fn texts_that_are_no_records() {
    check(
        "1. P-e4 (",
        2,
        "FILE: game 1: wrong\n",
        "error: FILE:1:10: found the end of the text; allowed is a move or its number, a comment `{...}`, an \
         annotation `$1`, a variation `(...)` or the result (`1-0`, `0-1`, `1/2-1/2`, `*`)\n",
    );
}

#[test]
fn a_text_without_a_game_is_a_mistake() {
    check("\n", 2, "", "error: FILE: there is no game in it\n");
}

#[test]
fn a_file_that_cannot_be_read_keeps_no_other_from_being_checked() {
    let mut command = beaufort("record check no-such-file -");
    command.write_stdin("[Variant \"scirocco\"] *");
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "-: game 1: 0 turns, result *\n");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: cannot read `no-such-file`: "));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_standard_input_is_a_file_too() {
    let mut command = beaufort("record check -");
    command.write_stdin("[Variant \"scirocco\"] *");
    assert_eq!(stdout(command), "-: game 1: 0 turns, result *\n");
}
