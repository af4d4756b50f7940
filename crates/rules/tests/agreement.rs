//! The compiled generator against the naive one, position for position.

mod support;

use std::collections::BTreeSet;

use support::{king_games, position, results};

/// Returns how many positions of a game are compared: the reference takes its time on the larger boards.
fn positions(id: &str) -> usize {
    match id {
        _ if id.starts_with("scirocco") => 5000,
        _ if id.starts_with("typhoon") => 3000,
        _ => 1500,
    }
}

#[test]
fn every_position_has_the_same_results() {
    for id in king_games() {
        for text in beaufort_reference::random::random_positions(id, 20_090_101, positions(id)).unwrap() {
            let position = position(id, &text);
            assert_eq!(position.to_string(), text);
            let found: BTreeSet<String> = results(&position, &position.turns()).into_iter().collect();
            let expected =
                beaufort_reference::results(id, &text).expect("the reference reads its own positions");
            let missing: Vec<_> = expected.difference(&found).collect();
            let surplus: Vec<_> = found.difference(&expected).collect();
            assert!(
                missing.is_empty() && surplus.is_empty(),
                "{id} {text}\nmissing {missing:#?}\nsurplus {surplus:#?}"
            );
        }
    }
}

#[test]
fn the_arrays_are_the_same() {
    for id in king_games() {
        let position = beaufort_rules::Position::initial(&support::game(id));
        assert_eq!(position.to_string(), beaufort_reference::initial(id).unwrap(), "{id}");
    }
}
