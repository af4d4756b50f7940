//! Turns of game files that put powers together which no built-in game has together.

mod support;

use std::sync::Arc;

use beaufort_rules::{Game, Position, Scope, StepKind};

use support::own;

/// Returns a game with two Kings on a square board of this size; `board` are further keys of the board, `rest` is the rest of
/// the file.
fn game(size: usize, board: &str, rest: &str) -> Arc<Game> {
    let empty = ". ".repeat(size - 1);
    let between = format!("{empty}.\n").repeat(size - 2);
    own(&format!(
        "id = 'own'\nname = 'Own'\nauthor = 'Nobody'\nyear = 2026\nnotation = 'algebraic'\n\
         [board]\nfiles = {size}\nranks = {size}\n{board}\n\
         [array]\nsymmetry = 'none'\nranks = '''\n{empty}(K)\n{between}[K] {empty}\n'''\n\
         [piece.King]\n[piece.Knight]\n[piece.Rook]\n{rest}"
    ))
}

/// Returns a position of such a game with the first player to move.
fn position(game: &Arc<Game>, board: &str) -> Position {
    Position::parse(game, &format!("{board} w - - - -")).unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// Complains of results of turns that are not read as they are written.
#[track_caller]
fn results_can_be_read(position: &Position) {
    let mut after = position.clone();
    for turn in position.turns(Scope::Choices) {
        after.play_unchecked(turn);
        let text = after.to_string();
        assert_eq!(Position::parse(after.game(), &text).as_ref(), Ok(&after), "{text} after {turn:?}");
        after.undo();
    }
}

const MUST: &str = "promotion-zone = 1\npromotion = 'must'";

const LAST_RANK: &str = "promotion-zone = 2\npromotion = 'may, on the last rank must'";

/// A Pawn that becomes a Rook, and a further piece.
fn pawn_and(piece: &str) -> String {
    format!(
        "[promotions]\nP = 'Rook'\nS = 'Rook'\n[piece.P]\nid = 'P'\nability = 'forward W'\n\
         [piece.S]\nid = 'S'\nability = '{piece}'\n"
    )
}

#[test]
fn who_has_just_become_a_piece_that_promotes_may_stand_in_the_zone() {
    let rest = "[promotions]\nP = 'Knight'\nKnight = 'Rook'\n[piece.P]\nid = 'P'\nability = 'forward W'\n";
    let game = game(4, MUST, rest);
    let start = position(&game, "3(K)/[P]3/4/[K]3");
    results_can_be_read(&start);
    let mut after = start.clone();
    after.play(start.read_turn("Pa4=N").unwrap()).unwrap();
    assert_eq!(after.to_string(), "[N]2(K)/4/4/[K]3 b - - - -");
    let refusal = Position::parse(&game, "[P]2(K)/4/4/[K]3 w - - - -").unwrap_err().to_string();
    assert_eq!(refusal, "position, column 1: the piece on a4 should have promoted");
}

#[test]
fn who_comes_to_the_zone_without_promotion_may_stand_there() {
    for (piece, board) in [
        ("W + swap with friends anywhere", "3(K)/[S]3/[P]3/[K]3"),
        ("swap with pieces on W squares", "3(K)/[S]3/[P](P)2/[K](S)2"),
        ("relay W to adjacent pieces", "3(K)/[P][S]2/4/[K]3"),
        ("royal-relay", "1[K]1(K)/4/[P][S]2/4"),
        ("swap with enemies on W squares", "1(P)1(K)/1[S]2/4/[K]3"),
        ("W + bewitch", "3(K)/[P](S)2/4/[K]3"),
    ] {
        let game = game(4, MUST, &pawn_and(piece));
        results_can_be_read(&position(&game, board));
    }
    let last_rank = game(4, LAST_RANK, &pawn_and("swap with enemies on W squares"));
    results_can_be_read(&position(&last_rank, "3(K)/4/1[S]2/[K](P)2"));
}

#[test]
fn who_takes_in_passing_promotes_nobody() {
    let pawn = "[promotions]\nP = 'Rook'\n[piece.P]\nid = 'P'\nability = 'forward W (moving) + \
                forward R2 (moving) from row 2 + forward F (capturing) + en-passant'\n";
    let game = game(8, "promotion-zone = 3\npromotion = 'must'", pawn);
    let start = Position::parse(&game, "7(K)/8/8/[P](P)6/8/8/8/[K]7 w - b5:b6 - -").unwrap();
    assert!(start.legal_turns().iter().any(|turn| turn.first.kind == StepKind::EnPassant));
    results_can_be_read(&start);
}

#[test]
fn nobody_promotes_after_the_end() {
    let game = game(4, LAST_RANK, &pawn_and("W"));
    results_can_be_read(&position(&game, "(K)3/[P]3/4/[K]3"));
    results_can_be_read(&position(&game, "(K)2(K)/[P]3/4/[K]3"));
}

#[test]
fn a_promotion_may_give_a_second_royal_piece() {
    let rest =
        "[ending]\ncheck = 'binds'\n[promotions]\nP = 'King'\n[piece.P]\nid = 'P'\nability = 'forward W'\n";
    let game = game(4, MUST, rest);
    results_can_be_read(&position(&game, "3(K)/[P]3/4/[K]3"));
}
