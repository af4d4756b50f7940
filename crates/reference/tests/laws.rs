//! Invariants of the turns of every position, and the coverage of the random positions.

use std::collections::BTreeSet;

use beaufort_reference::random::random_positions;
use beaufort_reference::{RULESETS, initial, results};

const COUNT: usize = 150;

#[test]
fn the_other_side_has_the_same_turns_turned_half_round() {
    for ruleset in RULESETS {
        for position in random_positions(ruleset, 1, COUNT).unwrap() {
            let turned: BTreeSet<_> =
                results(ruleset, &position).unwrap().iter().map(|result| turned(result)).collect();
            assert_eq!(results(ruleset, &self::turned(&position)).unwrap(), turned, "{ruleset} {position}");
        }
    }
}

#[test]
fn left_and_right_are_alike_in_scirocco() {
    for ruleset in ["scirocco", "scirocco-2001", "scirocco-1999"] {
        for position in random_positions(ruleset, 2, COUNT).unwrap() {
            let mirrored: BTreeSet<_> =
                results(ruleset, &position).unwrap().iter().map(|result| mirrored(result)).collect();
            assert_eq!(
                results(ruleset, &self::mirrored(&position)).unwrap(),
                mirrored,
                "{ruleset} {position}"
            );
        }
    }
}

#[test]
fn a_seed_names_its_positions() {
    let positions = random_positions("typhoon", 3, 100).unwrap();
    assert_eq!(positions, random_positions("typhoon", 3, 100).unwrap());
    assert_ne!(positions, random_positions("typhoon", 4, 100).unwrap());
    assert_eq!(positions.len(), 100);
    assert!(random_positions("chess", 3, 100).is_err());
}

#[test]
fn random_positions_show_every_type_both_sides_and_both_kinds_of_end() {
    for ruleset in RULESETS {
        let positions = random_positions(ruleset, 5, 600).unwrap();
        let with = |text: &str| positions.iter().filter(|position| position.contains(text)).count();
        let types: BTreeSet<_> = positions.iter().flat_map(|position| ids(position)).collect();
        let all = match ruleset.split('-').next() {
            Some("scirocco") => 36,
            Some("typhoon") => 75,
            _ => 161,
        };
        assert_eq!(types.len(), all, "{ruleset}: {types:?}");
        assert!(with(" b") > 100 && with(" t") > 100, "{ruleset}");
        let sizes: Vec<_> = positions.iter().map(|position| ids(position).len()).collect();
        let full = ids(initial(ruleset).unwrap()).len();
        assert!(sizes.iter().any(|&size| size <= 4) && sizes.contains(&full), "{ruleset}");
        let decided =
            positions.iter().filter(|position| results(ruleset, position).unwrap().is_empty()).count();
        assert!((10..200).contains(&decided), "{ruleset}: {decided}");
    }
}

fn ids(position: &str) -> Vec<&str> {
    position.split(['[', '(']).skip(1).filter_map(|rest| rest.split([']', ')']).next()).collect()
}

/// Returns the position from the other side: ranks and files reversed, sides exchanged.
fn turned(position: &str) -> String {
    let (board, side) = position.split_once(' ').expect("a position string has one space");
    let ranks: Vec<_> = board.rsplit('/').map(|rank| reversed(rank, true)).collect();
    ranks.join("/") + if side == "b" { " t" } else { " b" }
}

/// Returns the mirror image of the position: files reversed.
fn mirrored(position: &str) -> String {
    let (board, side) = position.split_once(' ').expect("a position string has one space");
    let ranks: Vec<_> = board.split('/').map(|rank| reversed(rank, false)).collect();
    ranks.join("/") + " " + side
}

fn reversed(rank: &str, exchange: bool) -> String {
    let mut parts = Vec::new();
    for part in rank.split_inclusive([']', ')']) {
        let (run, piece) = part.split_at(part.find(['[', '(']).unwrap_or(part.len()));
        parts.extend([run.to_owned(), piece.to_owned()]);
    }
    let rank: String = parts.into_iter().rev().collect();
    if !exchange {
        return rank;
    }
    let other = |letter| match letter {
        '[' => '(',
        ']' => ')',
        '(' => '[',
        ')' => ']',
        letter => letter,
    };
    rank.chars().map(other).collect()
}
