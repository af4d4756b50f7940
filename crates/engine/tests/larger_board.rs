//! Binding check, reserves and draws in the engine: forced mates, also by drops, and which side wants a draw.

use std::collections::HashSet;
use std::sync::Arc;

use crate::support::{engine, plies_to_win, search};
use beaufort_engine::{Limits, SearchResult, Signal, Task, plies_to_end};
use beaufort_rules::{Game, Notation, Position, StepKind, Turn, builtin};

fn game() -> Arc<Game> {
    builtin::game("larger-board").expect("it is built in")
}

fn position(text: &str, turns: &[&str]) -> Position {
    let mut position = Position::parse(&game(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for text in turns {
        let turn = Notation::new(&position).read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play_unchecked(turn);
    }
    position
}

fn search_to(position: &Position, depth: u32) -> SearchResult {
    search(&mut engine(&game()), position, Limits::depth(depth))
}

/// Returns the text of the turn that the engine plays.
fn played(position: &Position, result: &SearchResult) -> String {
    let turn = result.turn.expect("there is a turn");
    Notation::new(position).text(turn).expect("the turn is legal").to_owned()
}

/// Checks that the engine finds the shortest mate, which an exhaustive search confirms.
fn mates(text: &str, plies: u32) -> String {
    mates_within(text, plies, plies)
}

/// Checks that the engine finds a mate of at most `most` plies, where an exhaustive search says that `plies` are enough.
/// Pruning may overlook the shortest one, but a score never promises a mate that is not there.
fn mates_within(text: &str, plies: u32, most: u32) -> String {
    let mut position = position(text, &[]);
    assert_eq!(plies_to_win(&mut position, plies), Some(plies), "the judge on {text}");
    let result = search_to(&position, plies + 6);
    let found = plies_to_end(result.score);
    let range = plies as i32..=most as i32;
    assert!(found.is_some_and(|found| range.contains(&found)), "{text}: {found:?}");
    played(&position, &result)
}

#[test]
fn mates_in_one() {
    mates("2(K)9/12/2[K]9/12/12/12/12/7[R]4 w - - -/- wb8", 1);
    let drop = mates("(K)11/12/12/12/12/12/12/1[R]4[K]5 w - - A/- wb", 1);
    assert!(drop.starts_with("As@"), "{drop}");
}

#[test]
fn mates_in_two() {
    mates("3(K)8/12/2[K]9/12/12/12/12/7[R]4 w - - -/- wb8", 3);
    let king = mates("(K)11/12/12/12/12/12/12/1[R]4[K]5 w - - A/- b", 3);
    assert!(king.starts_with('K'), "the King has to move before anything is dropped (L36): {king}");
}

#[test]
fn mates_in_three() {
    mates_within("(K)11/(P)11/12/12/12/12/12/2[R]3[K]5 w - - A/- b", 5, 7);
}

/// White is more than two Rooks behind, and would be mated on the first rank.
const BEHIND: &str = "10(K)1/10(P)1/12/12/12/2(Q)9/(R)(R)6[Q]3/6[K]5 w - - -/- wb8";

#[test]
fn who_is_behind_gives_perpetual_check() {
    let position = position(BEHIND, &[]);
    let result = search_to(&position, 7);
    assert_eq!((result.score, played(&position, &result).as_str()), (0, "Qg8"));
}

/// White is a Rook ahead. After four turns of both sides, Ke2 would bring about the first position for the third time.
#[test]
fn who_is_ahead_does_not_repeat() {
    let start = "6(K)5/6(P)5/12/12/12/6[P]5/6[K]5/1[R]10 b - - -/- wb8";
    let shuffle = ["Kd8", "Kd1", "Ke8", "Ke2", "Kd8", "Kd1", "Ke8"];
    let position = position(start, &shuffle);
    let result = search_to(&position, 5);
    assert!(result.score > 200, "{}", result.score);
    assert_ne!(played(&position, &result), "Ke2");
}

#[test]
fn who_is_ahead_does_not_stalemate() {
    // Qz6 would stalemate Black.
    let position = position("(K)11/12/12/12/12/12/1[Q]10/6[K]5 w - - -/- wb8", &[]);
    let result = search_to(&position, 4);
    assert!(result.score > 200, "{}", result.score);
    assert_ne!(played(&position, &result), "Qz6");
}

#[test]
fn what_is_held_counts_while_it_can_be_dropped() {
    let engine = engine(&game());
    let evaluate = |reserves: &str| {
        engine.evaluate(&position(&format!("6(K)5/12/12/12/12/12/12/1[R]4[K]5 w - - {reserves}"), &[]))
    };
    let none = evaluate("-/- wb");
    for item in ["H", "Ad", "W", "E", "A", "T"] {
        let held = evaluate(&format!("{item}/- wb"));
        assert!(held > none + 50, "{item}: {held} and {none}");
        assert!(evaluate(&format!("{item}/- b")) < held, "the own King has to move first");
        assert_eq!(evaluate(&format!("{item}/- wb8")), evaluate("-/- wb8"), "no drop is possible any more");
        assert!(evaluate(&format!("-/{item} wb")) < none - 50, "{item}, the opponent's");
    }
}

#[test]
fn drops_are_made() {
    let opening = ["Nc3", "Nc6", "Nf3", "Nf6", "e4", "e5", "Ke2", "Ke7"];
    let mut position = position(&Position::initial(&game()).to_string(), &opening);
    let mut drops = 0;
    for _ in 0..40 {
        let turn = search_to(&position, 3).turn.expect("there is a turn");
        drops += u32::from(turn.first.kind == StepKind::Drop);
        position.play_unchecked(turn);
    }
    assert!(drops >= 2, "{drops} of forty turns, {position}");
}

/// A Pawn that takes on g8 and becomes a Thunder, which destroys the piece there in any case, has the same result as one that
/// does not take.
#[test]
fn of_turns_with_one_result_the_one_that_is_listed_is_played() {
    let text = "2[El]5(El)1(Wz)1/7[P](El)2(K)/5[Le](Le)5/12/12/[P]3[Le]6[K]/12/9[Wz]2 w - - A,T/- wb";
    let position = position(text, &[]);
    let legal = position.legal_turns();
    let task = Task { limits: Limits::depth(1), lines: legal.len() + 10, ..Task::default() };
    let result = engine(&game()).search(&position, task, &Signal::new(), |_| {});
    let found: HashSet<Turn> = result.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(found, legal.into_iter().collect());
}
