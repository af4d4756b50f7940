//! What a search may be asked for beside the best turn.

mod support;

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use beaufort_engine::{Engine, Limits, Options, Signal, Task, plies_to_end};
use beaufort_rules::{Notation, Position, Scope, builtin};
use support::{engine, scirocco};

#[test]
fn lines_are_distinct_and_in_order() {
    for id in ["scirocco", "typhoon", "orthochess"] {
        let game = builtin::game(id).unwrap();
        let position = Position::initial(&game);
        let task = Task { limits: Limits::depth(4), lines: 5, ..Task::default() };
        let mut reported = Vec::new();
        let result = engine(&game).search(&position, task, &Signal::new(), |info| {
            reported.push((info.depth, info.line, info.score, info.pv.to_vec()));
        });
        assert_eq!(result.lines.len(), 5);
        let firsts: HashSet<_> = result.lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(firsts.len(), 5);
        assert!(result.lines.is_sorted_by_key(|line| -line.score), "{:?}", result.lines);
        assert_eq!((result.lines[0].score, &result.lines[0].pv), (result.score, &result.pv));
        assert_eq!(result.pv.first().copied(), result.turn);
        let last: Vec<_> = reported.iter().filter(|&&(depth, ..)| depth == 4).collect();
        assert_eq!(last.len(), 5);
        for (number, (line, (_, reported, score, pv))) in (1..).zip(result.lines.iter().zip(last)) {
            assert_eq!((number, line.score, &line.pv), (*reported, *score, pv));
            let mut after = position.clone();
            for &turn in pv {
                assert!(after.legal_turns().contains(&turn));
                after.play_unchecked(turn);
            }
        }
    }
}

#[test]
fn there_are_no_more_lines_than_turns() {
    let game = scirocco();
    let text = "9(K)/9(P)/10/10/10/10/10/10/[P]9/[K]9 b";
    let position = Position::parse(&game, text).unwrap();
    let turns = position.legal_turns().len();
    assert!(turns > 1);
    let task = Task { limits: Limits::depth(3), lines: 200, ..Task::default() };
    let result = engine(&game).search(&position, task, &Signal::new(), |_| {});
    assert_eq!(result.lines.len(), turns);
}

#[test]
fn a_turn_that_repeats_too_often_is_no_line() {
    let game = scirocco();
    let mut position = Position::parse(&game, "9(K)/9(P)/10/10/10/10/10/10/[P]9/[K]9 b").unwrap();
    for text in ["K-b1", "K-i10", "K-a1", "K-j10", "K-b1", "K-i10", "K-a1"] {
        let turn = Notation::new(&position).read(text).unwrap();
        position.play_unchecked(turn);
    }
    let turns = position.legal_turns();
    assert_eq!(turns.len() + 1, position.turns(Scope::Distinct).len());
    let task = Task { limits: Limits::depth(3), lines: 200, ..Task::default() };
    let result = engine(&game).search(&position, task, &Signal::new(), |_| {});
    assert_eq!(result.lines.len(), turns.len());
}

#[test]
fn only_the_turns_asked_for_are_considered() {
    let game = scirocco();
    let position = Position::initial(&game);
    let only = &position.legal_turns()[5..7];
    let task = Task { limits: Limits::depth(3), lines: 4, only, ..Task::default() };
    let result = engine(&game).search(&position, task, &Signal::new(), |_| {});
    assert!(result.lines.len() == 2 && result.lines.iter().all(|line| only.contains(&line.pv[0])));

    let elsewhere = Position::parse(&game, "9(K)/10/(P)9/10/10/10/10/4[R]5/10/[K]9 b").unwrap();
    let mut foreign = elsewhere.turns(Scope::Distinct);
    foreign.retain(|turn| !position.legal_turns().contains(turn));
    assert!(!foreign.is_empty());
    let task = Task { limits: Limits::depth(3), only: &foreign, ..Task::default() };
    assert_eq!(engine(&game).search(&position, task, &Signal::new(), |_| {}).turn, None);
}

#[test]
fn several_threads_search_together() {
    let game = builtin::game("typhoon").unwrap();
    let position = Position::initial(&game);
    let mut engine = Engine::new(game, Options { hash_mib: 4, threads: 3 });
    for limits in [Limits::depth(4), Limits::nodes(20_000), Limits::time(Duration::from_millis(30))] {
        let result = engine.search(&position, limits, &Signal::new(), |_| {});
        assert!(position.legal_turns().contains(&result.turn.unwrap()));
        // On a busy machine there may be no time for a whole iteration.
        assert!(result.depth > 0 || limits.time.is_some());
        assert!(limits.nodes.is_none_or(|most| result.nodes <= most + 300), "{}", result.nodes);
    }
    engine.set_options(Options { hash_mib: 1, threads: 1 });
    let result = engine.search(&position, Limits::depth(3), &Signal::new(), |_| {});
    assert!(result.turn.is_some() && engine.options().threads == 1);
}

#[test]
fn a_mate_that_is_short_enough_ends_the_search() {
    let game = builtin::game("orthochess").unwrap();
    let position = Position::parse(&game, "7(K)/8/8/8/8/8/[R]7/1[R]5[K] w - - - -").unwrap();
    let limits = Limits { mate: Some(2), ..Limits::infinite() };
    let result = engine(&game).search(&position, limits, &Signal::new(), |_| {});
    let plies = plies_to_end(result.score);
    assert!(plies.is_some_and(|plies| (1..=3).contains(&plies)), "{plies:?} at depth {}", result.depth);
}

#[test]
fn pondering_goes_on_until_the_turn_is_played() {
    let game = scirocco();
    let position = Position::initial(&game);
    let mut engine = engine(&game);
    let signal = Signal::new();
    signal.ponder();
    let start = Instant::now();
    let wait = Duration::from_millis(150);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(wait);
            signal.ponder_hit();
        });
        let result = engine.search(&position, Limits::time(Duration::from_millis(20)), &signal, |_| {});
        assert!(result.turn.is_some());
    });
    assert!(start.elapsed() >= wait);
}
