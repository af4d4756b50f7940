use beaufort_rules::builtin;

use super::warning::{MAX_TRIAL_REPLIES, TooMany, Trials, warning_within};
use super::*;

/// Judges a turn of Blue on a small board, with the values of the position before and after it.
fn judge(board: &str, [turn, best, reply]: [&str; 3], values: [i32; 2]) -> Judgement {
    judge_line(board, [turn, best, reply, ""], values)
}

/// Does the same where the opponent's reply to the best turn is known, too. Beyond 10,000 a value is a forced end, in as many plies
/// as it is short of a million.
fn judge_line(board: &str, [turn, best, reply, best_reply]: [&str; 4], values: [i32; 2]) -> Judgement {
    let game = builtin::game("scirocco").unwrap();
    let before = Position::parse(&game, board).unwrap();
    let [score, score_after] = values.map(|value| {
        let plies = (value.abs() > 10_000).then(|| (1_000_000 - value.abs()).max(1) as u32);
        let winner = if value > 0 { "Blue" } else { "Tan" };
        Score::new(value, plies, phrase!("{side} wins with the next turn", side = winner))
    });
    let read =
        |position: &Position, text: &str| (!text.is_empty()).then(|| position.read_turn(text).unwrap());
    let turn = before.read_turn(turn).unwrap();
    let best = before.read_turn(best).unwrap();
    let reply = read(&after(&before, turn), reply);
    let best_reply = read(&after(&before, best), best_reply);
    let (score, score_after) = (&score, &score_after);
    Case { before: &before, score, best: Some(best), best_reply, turn, score_after, reply }.judge()
}

const ROOKS: &str = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/10/10/[K]9 b";

#[test]
fn a_loss_has_a_name_and_halves_the_accuracy() {
    for (after, nag, accuracy) in
        [(0, None, 100), (-50, None, 87), (-100, Some(6), 75), (-200, Some(2), 57), (-300, Some(4), 44)]
    {
        let Judgement { nag: found, accuracy: share, .. } = judge(ROOKS, ["K-a2", "K-b2", ""], [0, after]);
        assert_eq!((found, share), (nag, accuracy), "{after}");
    }
    let best = judge(ROOKS, ["K-b2", "K-b2", ""], [0, -300]);
    assert_eq!((best.loss, best.nag, best.accuracy), (0, None, 100), "no turn is better than the best");
}

#[test]
fn a_reply_that_takes_the_last_royal_piece_is_foreseen() {
    let game = builtin::game("scirocco").unwrap();
    let foresee = |board: &str, turn: &str| {
        let position = Position::parse(&game, board).unwrap();
        let warning = warning(&position, position.read_turn(turn).unwrap());
        assert!(!warning.is_incomplete);
        warning.danger
    };
    let danger = "It leaves the King where the Rook on b10 takes it.";
    assert_eq!(foresee(ROOKS, "K-b1").unwrap(), danger);
    assert_eq!(foresee(ROOKS, "K-a2"), None);
    let pinned = "[K](R)7(K)/10/10/10/10/10/10/10/10/9[R] b";
    assert_eq!(foresee(pinned, "Rxj10"), None, "the game is over before");
    let left = foresee(pinned, "R-i1");
    assert_eq!(left.unwrap(), danger, "whatever else moves, the King stays where it is taken");
    let lost = "1(R)7(K)/10/10/10/10/(R)9/10/10/10/[K]8[P] b";
    assert_eq!(foresee(lost, "K-a2"), None, "every turn leaves the King where it is taken");
}

#[test]
fn more_replies_than_can_be_tried_are_told() {
    let game = builtin::game("scirocco").unwrap();
    let position = Position::parse(&game, ROOKS).unwrap();
    let warned = |turn: &str, most| warning_within(&position, position.read_turn(turn).unwrap(), most);
    let incomplete = Warning { danger: None, is_incomplete: true };
    assert_eq!(warned("K-a2", 5), incomplete);
    assert_eq!(warned("K-a2", MAX_TRIAL_REPLIES), Warning::default());
    let mut trials = Trials { left: 5 };
    assert!(matches!(trials.fatal_reply(&position, position.read_turn("K-a2").unwrap()), Err(TooMany)));
    assert_eq!(trials.left, 0, "no more is tried");
    // A danger that is found in time is reported.
    let most = (0..).find(|&most| !warned("K-b1", most).is_incomplete).unwrap();
    assert!(most > 1 && warned("K-b1", most).danger.is_some());
}

/// The end of the game counts, not the points that are left to lose.
#[test]
fn a_turn_that_decides_the_game_has_a_name_whatever_the_score() {
    let (king, rook) = (["K-b1", "K-a2", "Rxb1"], ["R-d5", "R-d1", "K-j9"]);
    for (turns, values, nag, accuracy) in [
        (king, [0, -999_999], Some(4), 10),
        (king, [-4_000, -999_999], Some(4), 50),
        (king, [-999_994, -999_999], Some(4), 50),
        (king, [-999_998, -999_999], None, 100),
        (rook, [-4_000, -999_995], Some(4), 50),
        (rook, [-999_994, -999_995], None, 100),
        (rook, [-999_998, -999_997], None, 100),
        (rook, [999_995, 999_990], None, 100),
        (rook, [999_995, 4_000], Some(6), 79),
        (rook, [999_995, 1_200], Some(2), 63),
        (rook, [999_995, 1_000], Some(4), 50),
        (rook, [999_995, 0], Some(4), 10),
    ] {
        let Judgement { nag: found, accuracy: share, .. } = judge(ROOKS, turns, values);
        assert_eq!((found, share), (nag, accuracy), "{turns:?} {values:?}");
    }
    let best = judge(ROOKS, ["K-b1", "K-b1", "Rxb1"], [-4_000, -999_999]);
    assert_eq!((best.nag, best.accuracy), (None, 100), "the best turn loses, so all do");
}

#[test]
fn a_reason_is_no_deed_that_follows_the_best_turn_too() {
    let board = "1(R)7(K)/10/10/10/10/10/1[C]1[R]6/10/10/[K]9 b";
    let loses = [0, -300];
    let told = |line| judge_line(board, line, loses).reason;
    assert_eq!(
        told(["R-d5", "R-d1", "Rxb4", "K-j9"]).unwrap(),
        "It lets the Rook on b10 take the Camel on b4.",
        "after the best turn the Camel stays"
    );
    assert_eq!(told(["R-d5", "R-d1", "Rxb4", "Rxb4"]), None, "it is lost anyway");
    let royal = "1(R)7(K)/10/10/10/10/10/10/3[R]6/10/1[K]8 b";
    let both = judge_line(royal, ["R-d5", "R-d2", "Rxb1", "Rxb1"], [-999_998, -999_999]);
    assert_eq!((both.nag, both.reason), (None, None), "the King is taken anyway");
}

#[test]
fn a_deed_that_is_done_is_not_missed() {
    let board = "[K]8(K)/10/10/10/[R]2(C)2[R]3/10/10/10/10/10 b";
    let told = |turn| judge(board, [turn, "Ra6xd6", ""], [300, 0]).reason;
    assert_eq!(told("K-a9").unwrap(), "It misses Ra6xd6, which takes the Camel on d6.");
    assert_eq!(told("Rg6xd6"), None, "another piece has taken it");
}

#[test]
fn the_reason_is_what_the_reply_does_or_what_has_been_missed() {
    let won = [1_000_000, -1_000_000];
    for (board, turns, values, reason) in [
        (ROOKS, ["K-b1", "K-a2", "Rxb1"], [0, won[1]], "It leaves the King where the Rook on b10 takes it."),
        (
            "1(R)7(K)/10/10/10/10/4[C]5/10/10/9[R]/[K]9 b",
            ["K-a2", "Rxj10", ""],
            [won[0], 0],
            "It misses Rxj10, which takes the King on j10.",
        ),
        (
            "1(R)7(K)/10/10/10/10/10/1[C]1[R]6/10/10/[K]9 b",
            ["R-d5", "R-d1", "Rxb4"],
            [0, -300],
            "It lets the Rook on b10 take the Camel on b4.",
        ),
        (ROOKS, ["R-d5", "R-d1", "K-j9"], [0, won[1]], "Now Tan wins with the next turn."),
        (
            ROOKS,
            ["R-d5", "R-d1", "K-j9"],
            [won[0], 0],
            "It misses a forced win: Blue wins with the next turn.",
        ),
        (ROOKS, ["R-d5", "R-d1", "K-j9"], [0, -300], ""),
    ] {
        let found = judge(board, turns, values).reason.map(|reason| reason.to_string());
        assert_eq!(found.unwrap_or_default(), reason, "{turns:?} in {board}");
    }
}
