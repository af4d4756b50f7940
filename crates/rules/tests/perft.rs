//! Golden perft numbers, `perft.txt`.

mod support;

use std::ops::RangeInclusive;

use beaufort_rules::perft;

const TABLE: &str = include_str!("perft.txt");

/// Greater numbers are left to the deep tests.
const EVERYDAY: u64 = 5_000_000;

#[test]
fn golden_numbers() {
    let tried = count(0..=EVERYDAY);
    assert!(tried >= 84, "only {tried} numbers were tried");
}

#[test]
#[ignore = "some minutes"]
fn great_golden_numbers() {
    let tried = count(EVERYDAY + 1..=u64::MAX);
    assert!(tried >= 9, "only {tried} numbers were tried");
}

/// Counts wherever the table has a number of leaves in the range, and returns how often.
fn count(range: RangeInclusive<u64>) -> usize {
    let (mut game, mut position, mut tried) = ("", "", 0);
    for line in TABLE.lines().filter(|line| line.starts_with(' ')) {
        match line.trim().split_once(' ').map(|(word, text)| (word, text.trim())) {
            Some(("game", text)) => game = text,
            Some(("position", text)) => position = text,
            Some(("leaves", numbers)) => {
                for (depth, number) in (1..).zip(numbers.split(' ')) {
                    let leaves: u64 =
                        number.trim_matches(['(', ')']).parse().expect("perft.txt lists numbers");
                    if range.contains(&leaves) {
                        let mut position = support::position(game, position);
                        assert_eq!(perft(&mut position, depth), leaves, "{game} depth {depth}: {position}");
                        tried += 1;
                    }
                }
            }
            _ => panic!("perft.txt: `{line}` is none of game, position, leaves"),
        }
    }
    tried
}
