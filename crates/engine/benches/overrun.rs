//! By how much the engine exceeds its time in absurd positions of every game: the worst of many.
//!
//! Some positions are random, some are crowded with one type of piece, some have been changed until they have many turns, and
//! some come a few turns after those. Every position is searched several times and the smallest overrun counts: delays caused
//! by other programs vary, those caused by the engine recur.
#![allow(clippy::print_stdout, reason = "a benchmark reports by printing")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use beaufort_engine::{Engine, Limits, Options};
use beaufort_rules::{Position, Scope};
use support::{absurd_position, crowded_position, games, rich_position, search};

/// The time limit of every search.
const TIME: Duration = Duration::from_millis(50);
/// The number of positions of each kind in every game.
const POSITIONS: usize = 5;
/// The number of searches of each position.
const SEARCHES: usize = 5;
/// The number of random changes from which a position with many turns results.
const TRIALS: usize = 400;

fn main() {
    println!(
        "{:<16} {:>10} {:>12} {:>12} {:>12}",
        "ruleset", "most turns", "listed in ms", "worst ms", "mean ms"
    );
    for game in games() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut engine = Engine::new(game.clone(), Options::with_hash(16));
        let (mut turns, mut listing) = (0, Duration::ZERO);
        let mut overruns = Vec::new();
        for _ in 0..POSITIONS {
            let rich = rich_position(&game, &mut rng, TRIALS);
            let later = after_turns(rich.clone(), &mut rng);
            let crowded = crowded_position(&game, &mut rng);
            for position in [absurd_position(&game, &mut rng), crowded, rich, later] {
                turns = turns.max(position.turns(Scope::Distinct).len());
                listing = listing.max(least(|| drop(position.turns(Scope::Distinct))));
                let time = least(|| drop(search(&mut engine, &position, Limits::time(TIME))));
                overruns.push(time.saturating_sub(TIME));
            }
        }
        let worst = overruns.iter().copied().max().unwrap_or_default();
        let mean = overruns.iter().sum::<Duration>() / overruns.len() as u32;
        let [listing, worst, mean] = [listing, worst, mean].map(|time| time.as_secs_f64() * 1_000.0);
        println!("{:<16} {turns:>10} {listing:>12.1} {worst:>12.1} {mean:>12.1}", game.definition().id);
    }
}

/// Returns the shortest time that `work` takes in several runs.
fn least(mut work: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..SEARCHES).map(timed).min().unwrap_or_default()
}

/// Returns the position a few random turns later, or the last one before the turns run out.
fn after_turns(mut position: Position, rng: &mut fastrand::Rng) -> Position {
    for _ in 0..6 {
        match rng.choice(position.legal_turns()) {
            Some(turn) if position.royal_verdict().is_none() => position.play_unchecked(turn),
            _ => break,
        }
    }
    position
}
