//! The speed of listing the turns of a position: three games, at several numbers of turns from the start.

use beaufort_rules::{Position, Scope, builtin};
use divan::Bencher;
use divan::counter::ItemsCount;

/// The numbers of turns played before the positions.
const PLIES: [usize; 4] = [0, 8, 16, 24];

/// Returns the position after `plies` turns of a random game; the game is always the same.
fn opening(game: &str, plies: usize) -> Position {
    let game = builtin::game(game).expect("the names are those of built-in games");
    let mut random = fastrand::Rng::with_seed(2009);
    let mut position = Position::initial(&game);
    for _ in 0..plies {
        let turns = position.turns(Scope::Distinct);
        position.play_unchecked(turns[random.usize(..turns.len())]);
    }
    position
}

fn main() {
    divan::main();
}

#[divan::bench(args = PLIES)]
fn scirocco(bencher: Bencher<'_, '_>, plies: usize) {
    list(bencher, "scirocco", plies);
}

#[divan::bench(args = PLIES)]
fn typhoon(bencher: Bencher<'_, '_>, plies: usize) {
    list(bencher, "typhoon", plies);
}

#[divan::bench(args = PLIES)]
fn jupiter(bencher: Bencher<'_, '_>, plies: usize) {
    list(bencher, "jupiter", plies);
}

fn list(bencher: Bencher<'_, '_>, game: &str, plies: usize) {
    let position = opening(game, plies);
    let mut turns = position.turns(Scope::Distinct);
    bencher.counter(ItemsCount::new(turns.len())).bench_local(|| {
        turns.clear();
        position.generate(Scope::Distinct, &mut turns);
    });
}
