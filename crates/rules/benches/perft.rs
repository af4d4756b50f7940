//! The speed of generating, playing and undoing turns: leaves per second on the positions of `tests/perft.txt`.

use beaufort_rules::{Position, builtin, perft};
use divan::Bencher;
use divan::counter::ItemsCount;

/// The greatest number of leaves of a run.
const LEAVES: u64 = 1_000_000;

/// Golden perft numbers, which the test `perft` checks.
const TABLE: &str = include_str!("../tests/perft.txt");

/// A position with the depth to which it is counted.
struct Case {
    name: &'static str,
    game: &'static str,
    position: &'static str,
    depth: u32,
    leaves: u64,
}

/// Returns the positions of the table, each with the greatest depth of at most [`LEAVES`] leaves.
fn cases() -> Vec<Case> {
    let (mut name, mut game, mut position) = ("", "", "");
    let mut cases = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ").map(|line| line.split_once(' ').expect("a word and its value")) {
            None => name = line,
            Some(("game", text)) => game = text.trim(),
            Some(("position", text)) => position = text.trim(),
            Some((_, numbers)) => {
                let numbers = numbers.split_whitespace().map(|number| number.trim_matches(['(', ')']));
                let numbers = numbers.map(|number| number.parse().expect("leaves are numbers"));
                let (depth, leaves) = (1..)
                    .zip(numbers)
                    .filter(|&(_, leaves)| leaves <= LEAVES)
                    .last()
                    .expect("one turn has few results");
                cases.push(Case { name, game, position, depth, leaves });
            }
        }
    }
    // The games of the tests are not built in.
    cases.retain(|case| builtin::ids().any(|id| id == case.game));
    cases
}

fn main() {
    divan::main();
}

#[divan::bench(args = cases().into_iter().map(|case| case.name), sample_count = 20, sample_size = 1)]
fn leaves(bencher: Bencher<'_, '_>, name: &str) {
    let case = cases().into_iter().find(|case| case.name == name).expect("the names are those");
    let game = builtin::game(case.game).expect("the table names built-in games");
    let mut position = Position::parse(&game, case.position).expect("the positions are well formed");
    bencher.counter(ItemsCount::new(case.leaves)).bench_local(|| perft(&mut position, case.depth));
}
