//! The game on a larger board: the compiled generator compared with its reference.

use std::collections::{BTreeMap, BTreeSet};

use beaufort_reference::larger_board::{self, NAME, Verdict};
use beaufort_rules::{Position, StepKind, perft};
use beaufort_rules::{
    Scope,
    turn::{self, Outcome},
};

use crate::support::{game, in_parallel, position, results, step_kinds};

/// The number of positions.
const POSITIONS: usize = 12_000;
/// The number of positions of the test that takes long.
const MANY_POSITIONS: usize = 200_000;
/// The number of positions for each seed.
const PART: usize = 250;
/// The number of positions in which every kind of step must be possible.
const SEEN: usize = 50;

#[test]
fn every_position_has_the_same_results() {
    let seen = compare(20_030_101, POSITIONS);
    for kind in step_kinds(&game(NAME)) {
        let times = seen.get(&kind).copied().unwrap_or(0);
        assert!(times >= SEEN, "the random positions hardly show {kind:?}: {times} times");
    }
}

/// `cargo xtask deep` runs this test.
#[test]
#[ignore = "takes half an hour"]
fn many_more_positions_have_the_same_results() {
    compare(20_040_101, MANY_POSITIONS);
}

#[test]
fn the_arrays_are_the_same() {
    let initial = Position::initial(&game(NAME));
    assert_eq!(initial.to_string(), larger_board::initial());
    assert_eq!(perft(&mut initial.clone(), 2), larger_board::perft(larger_board::initial(), 2).unwrap());
}

/// The numbers of `perft.txt` without parentheses are those of the reference; this test has those of two plies.
#[test]
fn the_golden_numbers_are_the_judges() {
    let mut rows = 0;
    for block in include_str!("../perft.txt").split("\n\n") {
        let field = |name: &str| block.lines().find_map(|line| line.trim().strip_prefix(name)).map(str::trim);
        if field("game ") == Some(NAME) {
            let [position, leaves] =
                ["position ", "leaves "].map(|name| field(name).expect("rows are whole"));
            for (depth, number) in (1..=2).zip(leaves.split(' ')) {
                assert_eq!(larger_board::perft(position, depth).unwrap().to_string(), number, "{position}");
            }
            rows += 1;
        }
    }
    assert!(rows >= 3, "only {rows} rows");
}

#[test]
fn worked_cases() {
    let mut failures = String::new();
    let cases = larger_board::cases();
    for case in &cases {
        let position = position(NAME, &case.position);
        let mut turns = position.turns(Scope::Choices);
        let size = position.game().size();
        let is_drop = |kind| kind == StepKind::Drop;
        match case.mover.as_deref() {
            None => {}
            Some(larger_board::DROP) => turns.retain(|turn| is_drop(turn.first.kind)),
            Some(square) => {
                let mover = size.parse(square).expect("cases name squares");
                turns.retain(|turn| turn.first.from == mover && !is_drop(turn.first.kind));
            }
        }
        let found: BTreeSet<String> = results(&position, &turns).into_iter().collect();
        if let Err(report) = case.check(&found) {
            failures += &report;
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(cases.len() >= 100, "only {} cases", cases.len());
}

/// Compares random positions and returns, for each kind of step, the number of positions in which it was possible.
fn compare(seed: u64, positions: usize) -> BTreeMap<StepKind, usize> {
    let parts = in_parallel(positions.div_ceil(PART), |part| {
        let mut seen = BTreeMap::new();
        for text in larger_board::random_positions(seed + part as u64, PART) {
            for kind in compare_one(&text) {
                *seen.entry(kind).or_insert(0) += 1;
            }
        }
        seen
    });
    let mut total = BTreeMap::new();
    for (kind, times) in parts.into_iter().flatten() {
        *total.entry(kind).or_insert(0) += times;
    }
    total
}

/// Compares one position and returns the kinds of steps that were possible.
fn compare_one(text: &str) -> BTreeSet<StepKind> {
    let position = position(NAME, text);
    assert_eq!(position.to_string(), text);
    let turns = position.turns(Scope::Distinct);
    let found: BTreeSet<String> = results(&position, &turns).into_iter().collect();
    assert_eq!(found.len(), turns.len(), "every result is listed once in {text}");
    let expected = larger_board::results(text).expect("the judge reads its own positions");
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "{text}\nmissing {missing:#?}\nsurplus {surplus:#?}");
    assert_eq!(
        position.is_check(),
        larger_board::is_in_check(text).expect("the judge reads its own positions"),
        "{text}"
    );
    let drawn = position.draw_verdict().map(|verdict| verdict.reason);
    let verdict = position.terminal_verdict().map(|verdict| (verdict.outcome, verdict.reason));
    let found = match (drawn, verdict) {
        (Some(turn::Reason::DeadPosition), _) => Verdict::BareKings,
        (_, None) => Verdict::Open,
        (_, Some((Outcome::Win(_), turn::Reason::Checkmate))) => Verdict::Checkmate,
        (_, Some((Outcome::Draw, turn::Reason::Stalemate))) => Verdict::Stalemate,
        other => panic!("{other:?} in {text}"),
    };
    assert_eq!(found, larger_board::verdict(text).expect("the judge reads its own positions"), "{text}");
    position.turns(Scope::Choices).iter().map(|turn| turn.first.kind).collect()
}
