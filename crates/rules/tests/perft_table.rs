//! Perft with a table counts what it counts without one, also where the legal turns depend on those before.

use std::ops::RangeInclusive;
use std::sync::Arc;

use beaufort_rules::{Game, PerftTable, Position, builtin, perft, perft_with};

/// The most leaves of a position that is counted to one more turn.
const MOST_LEAVES: u64 = 3_000;

/// Counts with a table and without it, deeper and deeper.
fn compare(position: &Position, table: &PerftTable, depths: RangeInclusive<u32>, most: u64) {
    for depth in depths {
        let mut position = position.clone();
        let leaves = perft(&mut position, depth);
        let remembered = perft_with(&mut position, depth, table, || true);
        let game = &position.game().definition().id;
        assert_eq!(
            remembered,
            Some(leaves),
            "{game}, depth {depth}, {} turns before: {position}",
            position.ply()
        );
        if leaves > most {
            break;
        }
    }
}

/// All positions of a game share a table, and each is counted with the turns before it and without them: what is remembered of one
/// history must not be told of another.
#[test]
fn random_games() {
    for game in crate::support::games() {
        let mut rng = fastrand::Rng::with_seed(11);
        let table = PerftTable::new(1);
        for plies in [0, 10, 40, 120, 240] {
            let mut position = Position::initial(&game);
            for _ in 0..plies {
                let Some(turn) = rng.choice(position.legal_turns()) else { break };
                position.play_unchecked(turn);
            }
            for _ in 0..4 {
                compare(&position, &table, 2..=5, MOST_LEAVES);
                compare(&position.without_history(), &table, 2..=5, MOST_LEAVES);
                let Some(turn) = rng.choice(position.legal_turns()) else { break };
                position.play_unchecked(turn);
            }
        }
    }
}

/// Walks at random in a position and counts at every step: there are few turns, so that positions recur.
fn walk(game: &Arc<Game>, start: &str, turns: usize, depth: u32) {
    let table = PerftTable::new(1);
    for seed in 0..3 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = Position::parse(game, start).unwrap_or_else(|error| panic!("{start}: {error}"));
        for _ in 0..turns {
            compare(&position, &table, 2..=depth, u64::MAX);
            let Some(turn) = rng.choice(position.legal_turns()) else { break };
            position.play_unchecked(turn);
        }
    }
}

#[test]
fn repetitions() {
    let mini = crate::support::own(include_str!("games/mini.toml"));
    walk(&mini, "1(K)/2/[K]1 b", 16, 9);
    // A Lion may also stay where it is, and a position may not even recur once.
    let chu = builtin::game("chu").expect("it is built in");
    let kings = "(K)11/(C)11/12/12/12/12/12/12/12/12/11[C]/11[K] b - - - - -";
    walk(&chu, kings, 14, 6);
}

#[test]
fn passes() {
    let game = builtin::game("janggi").expect("it is built in");
    walk(&game, "3(K)5/9/9/9/9/9/9/9/9/5[K]3 b - - - -", 6, 5);
}
