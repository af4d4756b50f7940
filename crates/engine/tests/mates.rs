//! Forced wins, checked by an exhaustive search.

use crate::support::{engine, plies_to_win, scirocco, search, small_position};
use beaufort_engine::{Limits, plies_to_end};
use beaufort_rules::{Position, Turn, builtin};

/// Checks that the engine finds the win that the exhaustive search finds, and plays a turn that keeps it.
fn check(text: &str, plies: u32) {
    let game = scirocco();
    let mut position = Position::parse(&game, text).expect("the positions are well formed");
    assert_eq!(plies_to_win(&mut position, plies), Some(plies), "the judge on {text}");
    let result = search(&mut engine(&game), &position, Limits::depth(plies + 2));
    assert_eq!(plies_to_end(result.score), Some(plies as i32), "{text}");
    assert_eq!(result.pv.len(), plies as usize, "the line to the end of {text}");
    for &turn in &result.pv {
        assert!(position.legal_turns().contains(&turn), "{text}");
        position.play_unchecked(turn);
    }
    assert!(position.terminal_verdict().is_some(), "the end of the line of {text}");
}

#[test]
fn mates_with_the_last_turn_before_a_draw() {
    let game = builtin::game("orthochess").expect("it is built in");
    let result = |text: &str| {
        let position = Position::parse(&game, text).expect("the positions are well formed");
        search(&mut engine(&game), &position, Limits::depth(6))
    };
    // 99 quiet plies have been played: the hundredth draws (L49) unless it mates.
    for text in ["3k4/8/3K4/8/8/8/8/1Q6 w - - 99 80", "7k/8/6K1/8/8/R1p5/8/8 w - - 99 80"] {
        assert_eq!(plies_to_end(result(text).score), Some(1), "{text}");
    }
    // A side that allows a mate on the hundredth ply has not drawn: the Knight must keep the Rook from e8 or be able to
    // interpose, or the King must have room.
    let position = Position::parse(&game, "6k1/4nppp/8/8/8/8/8/1K2R3 b - - 98 80").unwrap();
    let turn = result(&position.to_string()).turn.expect("there are turns");
    let mut after = position.clone();
    after.play_unchecked(turn);
    let replies = after.legal_turns();
    assert!(replies.iter().all(|&reply| !is_mate(&after, reply)), "{after}");
}

/// Returns whether a turn mates.
fn is_mate(position: &Position, turn: Turn) -> bool {
    let mut after = position.clone();
    after.play_unchecked(turn);
    after.terminal_verdict().is_some()
}

#[test]
fn takes_the_last_royal_piece() {
    check("(K)8(P)/10/10/10/10/10/10/10/10/[R]7[K][P] b", 1);
}

#[test]
fn takes_the_last_other_piece() {
    check("(K)9/10/10/9(P)/10/10/10/10/10/[K]8[R] b", 1);
}

#[test]
fn two_sliders_drive_the_royal_piece_to_the_edge() {
    check("4(K)5/[R]9/1[R]8/10/10/10/(P)8(P)/10/10/5[K]4 b", 3);
}

#[test]
fn leaves_the_opponent_without_a_turn() {
    // The leap to h4 blocks the last pawn that can move (K116).
    check("9[K]/10/10/10/10/7(P)2/10/10/(P)(P)5[D]2/(K)(P)8 b", 1);
}

#[test]
fn gives_up_one_of_two_royal_pieces() {
    // The piece on f5 takes one of them; the other is then left to win with.
    check("4(K)5/[R]9/1[R]8/10/10/5(R)4/(P)8(P)/10/10/5[K]3[Em] b", 3);
    let with_one = "4(K)5/[R]9/1[R]8/10/10/5(R)4/(P)8(P)/10/10/5[K]3[N] b";
    let mut position = Position::parse(&scirocco(), with_one).expect("it is well formed");
    assert_eq!(plies_to_win(&mut position, 3), None);
}

#[test]
fn agrees_with_the_judge_on_random_positions() {
    let game = scirocco();
    let mut engine = engine(&game);
    let mut rng = fastrand::Rng::with_seed(7);
    let mut found = [0; 4];
    for _ in 0..60 {
        let mut position = small_position(&game, &mut rng);
        if position.verdict().is_some() {
            continue;
        }
        let truth = plies_to_win(&mut position, 3);
        engine.new_game();
        let score = search(&mut engine, &position, Limits::depth(6)).score;
        let claim = plies_to_end(score).filter(|plies| (1..=3).contains(plies));
        assert_eq!(claim, truth.map(|plies| plies as i32), "{position}");
        found[truth.unwrap_or(0) as usize] += 1;
    }
    assert!(found[0] > 0 && found[1] > 0 && found[3] > 0, "the positions are not varied: {found:?}");
}
