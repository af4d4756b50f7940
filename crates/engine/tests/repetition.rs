//! The rule against repetition (K117) in the search.

use crate::support::{engine, scirocco, search};
use beaufort_engine::{Limits, plies_to_end};
use beaufort_rules::{Notation, Position, Turn, builtin};

/// Tan is to move. The royal piece on a1 can go to b1 and back; a slider drives it back from the b-file.
///
/// ```text
/// 10  . r . . . . . . . k
///  9  . . r . . . . . . .
///  6  . . . p . . . P . .     (the pieces in the middle only keep lines closed and sides from being bared)
///  5  . . . . . . P . . .
///  2  . . . . . . . . . r
///  1  K . . . . . . . . .
/// ```
const START: &str = "1(R)7(K)/2(R)7/10/10/3(P)3[P]2/6[P]3/10/10/9(R)/[K]9 t";

fn turn(position: &Position, text: &str) -> Turn {
    Notation::new(position).read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(position: &mut Position, texts: &[&str]) {
    for text in texts {
        let next = turn(position, text);
        assert!(position.legal_turns().contains(&next), "{text} in {position}");
        position.play_unchecked(next);
    }
}

/// Two repetitions, up to the turn before the third return to a1.
const TWICE: [&str; 7] = ["Rb10-d10", "K-b1", "Rd10-b10", "K-a1", "Rb10-d10", "K-b1", "Rd10-b10"];

#[test]
fn the_only_good_turn_is_illegal() {
    let game = scirocco();
    let mut position = Position::parse(&game, START).unwrap();
    play(&mut position, &TWICE);
    let back = turn(&position, "K-a1");

    let without_history = Position::parse(&game, &position.to_string()).unwrap();
    let result = search(&mut engine(&game), &without_history, Limits::depth(4));
    assert_eq!(result.turn, Some(back), "the first time, it goes back");

    let result = search(&mut engine(&game), &position, Limits::depth(4));
    assert!(position.is_repetition(back) && result.turn.is_some() && result.turn != Some(back));
    assert_eq!(plies_to_end(result.score), Some(-2));
}

#[test]
fn the_search_counts_on_the_rule() {
    let game = scirocco();
    let mut position = Position::parse(&game, START).unwrap();
    play(&mut position, &TWICE[..6]);
    let drive = turn(&position, "Rd10-b10");
    let result = search(&mut engine(&game), &position, Limits::depth(5));
    assert_eq!((result.turn, plies_to_end(result.score)), (Some(drive), Some(3)));
}

/// Entries of one search must not mislead the next: the score of the same board depends on the positions that have occurred
/// before.
#[test]
fn the_hash_table_keeps_histories_apart() {
    let game = scirocco();
    let mut engine = engine(&game);
    let mut position = Position::parse(&game, START).unwrap();
    play(&mut position, &TWICE[..6]);
    let without_history = Position::parse(&game, &position.to_string()).unwrap();
    let drive = turn(&position, TWICE[6]);
    for _ in 0..2 {
        let fresh = search(&mut engine, &without_history, Limits::depth(6));
        assert_eq!(plies_to_end(fresh.score), Some(5), "the first time, the royal piece can go back");
        let result = search(&mut engine, &position, Limits::depth(5));
        assert_eq!((result.turn, plies_to_end(result.score)), (Some(drive), Some(3)));
    }
}

/// A capture rules out all earlier positions: entries of positions after it are valid with any history.
#[test]
fn a_lost_piece_ends_all_repetition() {
    let text = "1(R)7(K)/10/10/10/3(P)6/10/10/10/1[R]8/[K]9 b";
    let mut position = Position::parse(&scirocco(), text).unwrap();
    play(&mut position, &["R-c2", "R-c10"]);
    assert_eq!(position.repeatable_keys().count(), 2);
    play(&mut position, &["Rxc10"]);
    assert_eq!(position.repeatable_keys().count(), 0);
}

/// Where repetition draws, a position counts as a draw if it recurs within the search or for the third time in all; one earlier
/// occurrence in the game does not count.
#[test]
fn the_game_before_draws_nothing_yet() {
    let game = builtin::game("orthochess").expect("it is built in");
    let without_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let score = |texts: &[&str]| {
        let mut position = Position::parse(&game, without_queen).unwrap();
        play(&mut position, texts);
        search(&mut engine(&game), &position, Limits::depth(8)).score
    };
    // Black can return to the first position of the game, but White need not play the same again.
    assert!(score(&["Nf3", "Nf6", "Ng1"]) < -500);
    // The third occurrence is a draw.
    assert_eq!(score(&["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]), 0);
}
