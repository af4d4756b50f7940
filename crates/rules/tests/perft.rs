//! Golden perft numbers, `perft.txt`.

mod support;

use beaufort_rules::perft;

const TABLE: &str = include_str!("perft.txt");

/// Depths with more leaves than this are tried in optimised builds only.
const NODE_LIMIT: u64 = if cfg!(debug_assertions) { 1_000_000 } else { 1_000_000_000 };

#[test]
fn golden_numbers() {
    let (mut game, mut position, mut tried) = ("", "", 0);
    for line in TABLE.lines().filter(|line| line.starts_with(' ')) {
        match line.trim().split_once(' ').map(|(word, text)| (word, text.trim())) {
            Some(("game", text)) => game = text,
            Some(("position", text)) => position = text,
            Some(("leaves", numbers)) => {
                for (depth, number) in (1..).zip(numbers.split(' ')) {
                    let leaves: u64 =
                        number.trim_matches(['(', ')']).parse().expect("perft.txt lists numbers");
                    if leaves <= NODE_LIMIT {
                        let mut position = support::position(game, position);
                        assert_eq!(perft(&mut position, depth), leaves, "{game} depth {depth}: {position}");
                        tried += 1;
                    }
                }
            }
            _ => panic!("perft.txt: `{line}` is none of game, position, leaves"),
        }
    }
    assert!(tried >= 24, "only {tried} numbers were tried");
}
