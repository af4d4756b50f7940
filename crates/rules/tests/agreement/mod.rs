//! The compiled generator compared with the naive one, position by position.

mod larger_board;
mod sights;

use std::collections::{BTreeMap, BTreeSet};

use beaufort_rules::{Position, Scope};

use crate::support::{BILLIARDS, CITADEL, game, in_parallel, king_games, position, results};

/// The number of positions of each ruleset.
const POSITIONS: usize = 6_000;
/// The number of positions of the test that takes long.
const MANY_POSITIONS: usize = 100_000;
/// The number of positions for each seed.
const PART: usize = 250;
/// The number of positions in which each sight must occur.
const SEEN: usize = 5;

#[test]
fn every_position_has_the_same_results() {
    let mut rare = String::new();
    for id in king_games() {
        let seen = compare(id, 20_090_101, POSITIONS);
        for sight in sights::expected(&game(id)) {
            let times = seen.get(&sight).copied().unwrap_or(0);
            if times < SEEN {
                rare += &format!("{id}: {times} times `{sight}`\n");
            }
        }
    }
    assert!(rare.is_empty(), "the random positions hardly show\n{rare}");
}

#[test]
fn a_game_with_reflecting_lines_has_the_same_results() {
    compare(BILLIARDS, 20_260_101, POSITIONS);
}

#[test]
fn a_game_with_limited_promotions_and_an_answer_has_the_same_results() {
    compare(CITADEL, 20_260_102, POSITIONS);
}

/// `cargo xtask deep` runs this test.
#[test]
#[ignore = "takes half an hour"]
fn many_more_positions_have_the_same_results() {
    for id in king_games() {
        compare(id, 19_990_101, MANY_POSITIONS);
    }
}

#[test]
fn the_arrays_are_the_same() {
    for id in king_games().chain([BILLIARDS, CITADEL]) {
        let position = Position::initial(&game(id));
        assert_eq!(position.to_string(), beaufort_reference::initial(id).unwrap(), "{id}");
    }
}

/// Compares random positions of a ruleset and returns, for each sight, the number of positions in which it occurred.
fn compare(id: &str, seed: u64, positions: usize) -> BTreeMap<String, usize> {
    let mut total = BTreeMap::new();
    let parts = in_parallel(positions.div_ceil(PART), |part| {
        let mut seen = BTreeMap::new();
        let texts = beaufort_reference::random::random_positions(id, seed + part as u64, PART);
        for text in texts.expect("the reference knows the ruleset") {
            for sight in compare_one(id, &text) {
                *seen.entry(sight).or_insert(0) += 1;
            }
        }
        seen
    });
    for (sight, times) in parts.into_iter().flatten() {
        *total.entry(sight).or_insert(0) += times;
    }
    total
}

/// Compares one position and returns its sights.
fn compare_one(id: &str, text: &str) -> BTreeSet<String> {
    let position = position(id, text);
    assert_eq!(position.to_string(), text);
    let listed = results(&position, &position.turns(Scope::Distinct));
    let found: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(
        listed.len(),
        found.len(),
        "{id} {text} lists a result more than once (K130): {}",
        twice(&position)
    );
    let expected = beaufort_reference::results(id, text).expect("the reference reads its own positions");
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "{id} {text}\nmissing {missing:#?}\nsurplus {surplus:#?}"
    );
    sights::seen(&position)
}

/// Returns the turns of a position with the same result as another turn.
fn twice(position: &Position) -> String {
    let mut known = BTreeMap::new();
    let mut report = String::new();
    for turn in position.turns(Scope::Distinct) {
        let result = results(position, &[turn]).remove(0);
        if let Some(other) = known.insert(result, turn) {
            report += &format!("\n{other:?}\nand {turn:?}");
        }
    }
    report
}
