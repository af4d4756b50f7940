//! The larger board: drops and reserves, bewitched pieces, pieces on two squares, shots, blasts, draws.

use std::fs;

use crate::{WriteStdin as _, beaufort, stdout};

/// Plays turns and returns the output and the record.
fn play(position: Option<&str>, turns: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = beaufort("play larger-board --side both --record game.txt");
    if let Some(position) = position {
        command.args(["--position", position]);
    }
    command.current_dir(&folder).write_stdin(turns.replace(' ', "\n"));
    let output = stdout(command);
    let record = fs::read_to_string(folder.path().join("game.txt")).unwrap();
    // The record is read again and has the same end.
    let mut check = beaufort("record check game.txt");
    check.current_dir(&folder);
    assert!(stdout(check).starts_with("game.txt: game 1: "), "{record}");
    (output, record.lines().last().unwrap().to_owned())
}

/// Plays turns from a position and returns the output; the record ends with these turns.
fn play_from(position: &str, turns: &str, recorded: &str) -> String {
    let (output, moves) = play(Some(position), turns);
    assert_eq!(moves, recorded, "{output}");
    output
}

#[test]
fn reserves_are_dropped() {
    let opening = "Nc3 Nc6 Nf3 Nf6 e4 e5 Ke2 Ke7";
    let (output, moves) = play(None, &format!("Le@b1,g1 {opening} Ad@z1,i1 Le@b1,g1 Pi@a8,h8 le@b8,g8"));
    assert!(output.contains("White holds 2 Le or 2 Pi or 2 Ad or 2 Wd, 2 Wz, 2 El, As, Th\n"), "{output}");
    assert!(
        output.contains("error: `Le@b1,g1` is not a turn here"),
        "no drop before both Kings have moved (L36)"
    );
    assert!(
        output.contains("Black holds 2 Le, 2 Wz, 2 El, As, Th\n"),
        "the same pair for both (L3): {output}"
    );
    assert!(output.contains("White holds 2 Wz, 2 El, As, Th\nBlack holds 2 Wz, 2 El, As, Th\n"), "{output}");
    assert_eq!(moves, "1. Nc3 Nc6 2. Nf3 Nf6 3. e4 e5 4. Ke2 Ke7 5. Le@b1,g1 Le@b8,g8 *");

    let (output, moves) = play(None, "e4 e5 Ke2 Ke7 Ke3 Ke6 El@ El@ y4 y5 j4 j5 Wz@y2,j2 Wz@y7,j7");
    assert!(output.contains("2 Wd, As, Th\n"), "{output}");
    assert_eq!(moves, "1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. El@ El@ 5. y4 y5 6. j4 j5 7. Wz@y2,j2 Wz@y7,j7 *");
}

#[test]
fn a_wizard_bewitches_and_swaps() {
    let position = "6(K)5/12/12/4(Wz)[B]6/12/12/12/5[K]6 w - - -/- wb";
    let output = play_from(position, "?d5 Be6 Bd6 Wz<>d6", "1. Bd6 Wz<>d6 *");
    assert!(output.contains("White's Bishop on d5 has 3 turns: Bd4 Bd6 Be5\n"), "{output}");
    assert!(output.contains("error: `Be6` is not a turn here"), "{output}");
}

#[test]
fn a_golem_stands_on_two_squares() {
    let position = "12/5(Wz)6/6[P]1(K)3/12/12/12/12/6[K]5 w - - -/- wb";
    let recorded = "1. exd7=Go Kf7 2. Go-d6,e5 Ke8 3. Ke2 *";
    let output = play_from(position, "exd7 exd7=Go Kf7 ?e6 Go-d6,e5 Ke8 Ke2", recorded);
    assert!(output.contains("error: `exd7` is not a turn here; near it is `exd7=Go`\n"), "{output}");
    assert!(
        output.contains("White's Golem on d7 has ") || output.contains("White's Golem on e6 has "),
        "{output}"
    );
    assert!(output.contains("Black has lost 1: Wz\n"), "{output}");

    let position = "12/5(Wz)6/6[P]1(K)3/12/12/12/12/6[K]5 w - - -/- wb";
    let output = play_from(position, "exd7=Go Kf7 Ke2 Kxe6", "1. exd7=Go Kf7 2. Ke2 Kxe6 1/2-1/2");
    assert!(output.contains("White has lost 1: Go\n"), "it is one piece (L29): {output}");
    assert!(output.contains("Game over: draw: nobody has the pieces to win.\n"), "{output}");
}

#[test]
fn an_elephant_goes_round_its_king() {
    let position = "6(K)5/12/12/12/5[K]6/12/3[El]8/12 w - - -/- wb";
    let output = play_from(position, "?b2 El-d6 Kf8 El! Ke8 El-b2", "1. El-d6 Kf8 2. El! Ke8 3. El-b2 *");
    assert!(output.contains("has 8 turns: El! El-b4 El-b6 El-d2 El-d6 El-f2 El-f4\nEl-f6\n"), "{output}");
}

#[test]
fn an_assassin_shoots() {
    let position = "6(K)5/12/12/5(N)6/5(As)[Q]5/12/12/5[K]6 b - - -/- wb";
    let output = play_from(position, "Asx!e4", "1... Asx!e4 *");
    assert!(output.contains("White has lost 1: Q\n"), "{output}");
    let position = "6(K)5/12/12/12/12/(As)11/12/1[R]3[K]6 w - - -/- wb";
    let output = play_from(position, "Rz7 Asx!z7 Asx!z7ep", "1. Rz7 Asx!z7ep *");
    assert!(output.contains("near it is `Asx!z7ep`\n"), "{output}");
}

#[test]
fn a_thunder_destroys_all_around() {
    let position = "12/6(K)5/4(N)(R)6/12/12/12/6[K]5/12 w - - T/T wb";
    let output = play_from(position, "Th@d5", "1. Th@d5 *");
    assert!(output.contains("Black has lost 2: R N\nBlack holds Th\n"), "{output}");
}

#[test]
fn pawns_promote() {
    let position = "8(K)3/4[P]7/12/12/12/12/12/5[K]6 w - - -/- wb8";
    let output = play_from(position, "c8 c8=Q", "1. c8=Q *");
    assert!(output.contains("error: `c8` is not a turn here; near it are `c8="), "{output}");
    play_from(position, "c8=As@f8 Kxf8", "1. c8=As@f8 Kxf8 1/2-1/2");
}

#[test]
fn games_end() {
    for (position, turns, recorded, expected) in [
        (
            "(K)11/12/12/12/12/12/12/1[R]4[K]5 w - - A/- wb",
            "As@z7",
            "1. As@z7 1-0",
            "White has won: Black is checkmated",
        ),
        (
            "(K)11/12/12/12/12/12/1[Q]10/6[K]5 w - - -/- wb8",
            "Qz6",
            "1. Qz6 1/2-1/2",
            "draw: the side to move has no turn and is not in check",
        ),
        (
            "10(K)1/10(P)1/12/12/12/2(Q)9/(R)(R)6[Q]3/6[K]5 w - - -/- wb8",
            "Qg8 Kj7 Qj5 Ki8 Qg8 Kj7 Qj5 Ki8 Qg8",
            "1. Qg8 Kj7 2. Qj5 Ki8 3. Qg8 Kj7 4. Qj5 Ki8 5. Qg8 1/2-1/2",
            "draw by repetition",
        ),
    ] {
        let output = play_from(position, turns, recorded);
        assert!(output.contains(&format!("Game over: {expected}.\n")), "{output}");
    }
}

#[test]
fn the_engine_plays_to_the_end() {
    // The King has to move before the Assassin can be dropped.
    let position = "(K)11/12/12/12/12/12/12/1[R]4[K]5 w - - A/- b";
    let mut command = beaufort("play larger-board --side none --depth 5 --position");
    command.arg(position);
    let output = stdout(command);
    assert!(output.contains("Game over: White has won: Black is checkmated.\n"), "{output}");
    assert!(output.contains("As@"), "{output}");
}

#[test]
fn pieces_are_shown_as_they_move() {
    for (piece, expected) in [
        ("Wizard", "o  goes so from its mirror square"),
        ("Wizard", "s  exchanges squares with an opposing piece here"),
        ("Golem", "o   ·   o"),
        ("Pawn", "It goes up to 3 squares on one line from row 1"),
        ("King", "Royal: may not be left where it could be taken"),
        ("Assassin", "*  takes an opposing piece here and stays"),
    ] {
        let page = stdout(beaufort(&format!("show larger-board {piece}")));
        assert!(page.contains(expected), "{page}");
        assert!(!page.contains("notation"), "a page is for players: {page}");
    }
}
