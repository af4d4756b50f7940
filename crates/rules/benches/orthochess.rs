//! The speed of the generator at orthodox chess: perft of the orthodox positions of `tests/perft.txt`, compared with shakmaty,
//! a library for chess alone. Both count the last ply in bulk and run alternately on one core.
#![allow(clippy::print_stdout, reason = "a benchmark reports by printing")]

use std::time::{Duration, Instant};

use beaufort_rules::{Position, builtin, perft};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

const TABLE: &str = include_str!("../tests/perft.txt");

/// The greatest number of leaves of a count.
const LEAVES: u64 = 20_000_000;
/// The number of runs of each count; the fastest one is reported.
const ROUNDS: usize = 3;

/// Returns the positions, each with its depth and the number of leaves at that depth.
fn cases() -> Vec<(&'static str, u32, u64)> {
    let (mut game, mut position, mut cases) = ("", "", Vec::new());
    for line in TABLE.lines() {
        match line.trim().split_once(' ').map(|(word, text)| (word, text.trim())) {
            Some(("game", text)) => game = text,
            Some(("position", text)) => position = text,
            Some(("leaves", numbers)) if game == "orthochess" => {
                let numbers = numbers.split(' ').map(|number| number.parse().expect("leaves are numbers"));
                let deepest = (1..).zip(numbers).filter(|&(_, leaves)| leaves <= LEAVES).last();
                let (depth, leaves) = deepest.expect("one turn has few results");
                cases.push((position, depth, leaves));
            }
            _ => {}
        }
    }
    cases
}

fn time(count: impl FnOnce() -> u64, leaves: u64) -> Duration {
    let start = Instant::now();
    assert_eq!(count(), leaves);
    start.elapsed()
}

fn main() {
    let game = builtin::game("orthochess").expect("it is built in");
    println!("{:>10} {:>10} {:>6}  million leaves a second, theirs, ratio", "ours", "shakmaty", "ratio");
    let mut sums = [0.0; 2];
    for (fen, depth, leaves) in cases() {
        let mut ours = Position::parse(&game, fen).expect("the table has positions");
        let theirs: Fen = fen.parse().expect("the table has positions");
        let theirs: Chess = theirs.into_position(CastlingMode::Standard).expect("they are those of chess");
        let mut best = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            best[0] = best[0].min(time(|| perft(&mut ours, depth), leaves));
            best[1] = best[1].min(time(|| shakmaty::perft(&theirs, depth), leaves));
        }
        let speed = best.map(|time| leaves as f64 / time.as_secs_f64() / 1e6);
        println!(
            "{:>10.1} {:>10.1} {:>6.2}  {fen} to depth {depth}",
            speed[0],
            speed[1],
            speed[0] / speed[1]
        );
        sums = [sums[0] + best[0].as_secs_f64(), sums[1] + best[1].as_secs_f64()];
    }
    println!("{:>28.2}  all together", sums[1] / sums[0]);
}
