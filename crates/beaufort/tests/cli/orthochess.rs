//! Orthodox chess: another notation, other positions, draws.

use std::fs;

use crate::{WriteStdin as _, beaufort, stderr, stdout};

const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn turns_are_those_of_chess() {
    let lines = stdout(beaufort("moves orthochess"));
    assert_eq!(lines.lines().count(), 20);
    assert!(lines.contains(
        "Nf3\t(R)(N)(B)(Q)(K)(B)(N)(R)/(P)(P)(P)(P)(P)(P)(P)(P)/8/8/8/5[N]2/[P][P][P][P][P][P][P][P]\
         /[R][N][B][Q][K][B]1[R] b KQkq - - -\n"
    ));
    let mut castling = beaufort("moves orthochess --position");
    castling.arg(FEN);
    let lines = stdout(castling);
    assert_eq!(lines.lines().count(), 48);
    assert!(lines.contains("\nO-O\t") && lines.contains("\nO-O-O\t"), "{lines}");
}

/// Every command knows the game by the name that other programs have for it.
#[test]
fn the_game_is_called_chess_too() {
    assert_eq!(stdout(beaufort("perft chess 2")), "400\n");
    assert_eq!(stdout(beaufort("moves chess")).lines().count(), 20);
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.txt");
    fs::write(&record, "[Variant \"Chess\"]\n\n1. e4 e5 *\n").unwrap();
    let mut check = beaufort("record check");
    check.arg(&record);
    assert!(stdout(check).ends_with(": game 1: 2 turns, result *\n"));
    for game in ["", "chess", "orthochess"] {
        let mut play = beaufort(&format!("play {game} --side both --load"));
        play.arg(&record).write_stdin("new chess\ne4\n").env("XDG_DATA_HOME", folder.path());
        let output = stdout(play);
        assert!(output.contains("Orthodox chess") && !output.contains("error: "), "{game}: {output}");
    }
    for (protocol, said, answer) in [
        ("uci", "setoption name UCI_Variant value chess\nisready\n", "readyok"),
        ("cecp", "variant chess\nping 1\n", "pong 1"),
    ] {
        let mut talk = beaufort(protocol);
        talk.write_stdin(said);
        let output = stdout(talk);
        assert!(output.ends_with(&format!("{answer}\n")) && !output.contains("rror"), "{output}");
    }
}

#[test]
fn fen_is_a_position() {
    let mut perft = beaufort("perft orthochess 3 --position");
    perft.arg(FEN);
    assert_eq!(stdout(perft), "97862\n");
    let mut show = beaufort("show orthochess --position");
    show.arg("7k/8/6QK/8/8/8/8/8 w - - 0 1");
    let board = stdout(show);
    assert!(board.contains("(K)") && board.contains("White to move"), "{board}");
    let mut wrong = beaufort("show orthochess --position");
    wrong.arg("7k/8/6QK/8/8/8/8/8 w K - 0 1");
    let (status, error) = stderr(wrong);
    assert_eq!(status, Some(2));
    assert_eq!(error, "error: position, column 22: `K` is not possible: no King stands on e1\n");
}

#[test]
fn games_are_played_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let mut play = beaufort("play orthochess --side both --record game.txt");
    play.current_dir(&folder).write_stdin("f3\ne5\ng4\nQh4\n");
    let output = stdout(play);
    assert!(output.contains("Game over: Black has won: White is checkmated"), "{output}");
    let record = fs::read_to_string(folder.path().join("game.txt")).unwrap();
    assert!(record.contains("[Termination \"checkmate\"]"), "{record}");
    assert!(record.ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{record}");
    let mut check = beaufort("record check game.txt");
    check.current_dir(&folder);
    assert_eq!(stdout(check), "game.txt: game 1: 4 turns, Black has won: White is checkmated\n");
}

#[test]
fn the_count_of_quiet_turns_goes_into_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut play = beaufort("play orthochess --side both --record game.txt --position");
    play.arg("7k/8/8/8/8/8/4P3/K7 b - - 98 80").current_dir(&folder).write_stdin("Kg8\nKb1\n");
    let output = stdout(play);
    assert!(output.contains("Game over: draw"), "{output}");
    let record = fs::read_to_string(folder.path().join("game.txt")).unwrap();
    assert!(record.contains("[Position \"7k/8/8/8/8/8/4P3/K7 b - - 98 80\"]"), "{record}");
    assert!(record.ends_with("\n1... Kg8 2. Kb1 1/2-1/2\n"), "{record}");
}

#[test]
fn the_engine_mates() {
    let mut play = beaufort("play orthochess --side none --depth 5 --position");
    play.arg("k7/8/2K5/8/8/8/8/7R w - - 0 1");
    let output = stdout(play);
    assert!(output.contains("Game over: White has won: Black is checkmated"), "{output}");
    let output = stdout(beaufort("match orthochess engine:nodes=200 random --games 4"));
    assert!(output.contains("games    4\n"), "{output}");
}
