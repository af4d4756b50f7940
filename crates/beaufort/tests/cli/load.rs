use std::fs;

use tempfile::TempDir;

use crate::{WriteStdin as _, beaufort, stderr, stdout};

/// Plays the lines of a game in a folder of its own, which holds the record `game.txt`.
fn play(folder: &TempDir, arguments: &str, lines: &str) {
    let mut command = beaufort("play");
    command.args(arguments.split_whitespace()).current_dir(folder.path()).write_stdin(lines);
    stdout(command);
}

/// Returns the moves of the record.
fn moves(folder: &TempDir) -> String {
    let record = fs::read_to_string(folder.path().join("game.txt")).unwrap();
    record.lines().last().unwrap().to_owned()
}

const NEW: &str = "scirocco --setup default --record game.txt";

#[test]
fn the_record_is_kept_after_every_turn() {
    let folder = tempfile::tempdir().unwrap();
    play(&folder, &format!("{NEW} --side both"), "P-e4\nP-e9\nPe7\nback\nPd7\n");
    assert_eq!(moves(&folder), "1. P-e4 P-d7 (1... P-e7) *");
}

#[test]
fn the_engine_answers() {
    let folder = tempfile::tempdir().unwrap();
    play(&folder, &format!("{NEW} --nodes 200 --seed 1"), "P-e4\n");
    let moves = moves(&folder);
    assert!(moves.starts_with("1. P-e4 ") && moves != "1. P-e4 *", "{moves}");
}

#[test]
fn a_game_of_two_people_stays_theirs() {
    let folder = tempfile::tempdir().unwrap();
    play(&folder, &format!("{NEW} --side both"), "P-e4\n");
    play(&folder, "--load game.txt", "P-e7\nP-d4\n");
    assert_eq!(moves(&folder), "1. P-e4 P-e7 2. P-d4 *");
}

#[test]
fn a_wrong_record_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "[Variant \"scirocco\"]\n1. P-e4\nP-e9 *\n").unwrap();
    let mut command = beaufort("play --load game.txt");
    command.current_dir(folder.path());
    let (status, error) = stderr(command);
    assert_eq!(status, Some(2));
    assert!(error.starts_with("error: game.txt:3:1: turn 1...: `P-e9` is not a turn here"), "{error}");
}

/// A record that is only looked at stays as it is, to the byte.
#[test]
fn a_record_that_is_looked_at_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let record = "[Variant \"orthochess\"]\n[White \"Morphy\"]\n[Black \"Duke\"]\n[Result \"1-0\"]\n\n1. e4 e5\n2. Nf3 d6 1-0\n";
    let file = folder.path().join("game.txt");
    let look = ["record", "position", "moves", "goto 1", "goto 1\nredo", "back", "back\nredo"];
    for lines in look {
        fs::write(&file, record).unwrap();
        play(&folder, "--load game.txt --side both", &format!("{lines}\nquit\n"));
        assert_eq!(fs::read_to_string(&file).unwrap(), record, "{lines}");
    }
    play(&folder, "--load game.txt --side both", "back\nBc4\n");
    assert_eq!(moves(&folder), "1. e4 e5 2. Nf3 d6 3. Bc4 *");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("[White \"Morphy\"]") && !text.contains("[Date "), "{text}");
}
