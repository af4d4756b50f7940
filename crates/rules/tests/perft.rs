//! Golden perft numbers: those of the reference, `perft.txt`, and of Fairy-Stockfish, `perft-fairy.txt`.

use std::ops::RangeInclusive;

use beaufort_rules::perft;

/// A table, with the greatest number of leaves that is not left to the deep tests.
type Table = (&'static str, u64);

const JUDGE: Table = (include_str!("perft.txt"), 5_000_000);
const FAIRY: Table = (include_str!("perft-fairy.txt"), 150_000);

#[test]
fn golden_numbers() {
    for ((table, everyday), least) in [(JUDGE, 84), (FAIRY, 240)] {
        let tried = count(table, 0..=everyday);
        assert!(tried >= least, "only {tried} numbers were tried");
    }
}

#[test]
#[ignore = "some minutes"]
fn great_golden_numbers() {
    for ((table, everyday), least) in [(JUDGE, 9), (FAIRY, 60)] {
        let tried = count(table, everyday + 1..=u64::MAX);
        assert!(tried >= least, "only {tried} numbers were tried");
    }
}

/// Checks all counts of a table with a number of leaves in the range, and returns how many there are.
fn count(table: &str, range: RangeInclusive<u64>) -> usize {
    let (mut game, mut position, mut tried) = ("", "", 0);
    for line in table.lines().filter(|line| line.starts_with(' ')) {
        match line.trim().split_once(' ').map(|(word, text)| (word, text.trim())) {
            Some(("game", text)) => game = text,
            Some(("position", text)) => position = text,
            Some(("leaves", numbers)) => {
                for (depth, number) in (1..).zip(numbers.split(' ')) {
                    let leaves: u64 =
                        number.trim_matches(['(', ')']).parse().expect("the table lists numbers");
                    if range.contains(&leaves) {
                        let mut position = crate::support::position(game, position);
                        assert_eq!(perft(&mut position, depth), leaves, "{game} depth {depth}: {position}");
                        tried += 1;
                    }
                }
            }
            _ => panic!("`{line}` is none of game, position, leaves"),
        }
    }
    tried
}
