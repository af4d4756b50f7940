//! Matches between two players: many games in pairs, and what they prove.
//!
//! The two games of a pair start from the same set-up, chosen at random, with the sides exchanged. The same seed gives
//! the same set-ups, and the same games if the players' limits do not depend on the clock.

mod game;
mod tally;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use beaufort_rules::Game;
use beaufort_rules::game::SetUp;
use fastrand::Rng;

use crate::players::{Contender, Player};

pub use game::{Ending, PlayedGame, play_game};
pub use tally::{Elo, Tally};

/// How to play a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of pairs of games.
    pub pairs: u32,
    /// What the set-ups and the players' random choices depend on.
    pub seed: u64,
    /// The number of turns after which a game is a draw.
    pub max_plies: usize,
    /// How many games are played at a time.
    pub threads: usize,
    /// By how much a turn may take longer than its budget, for the sake of a busy machine.
    pub tolerance: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { pairs: 50, seed: 1, max_plies: 1000, threads: 2, tolerance: Duration::from_millis(100) }
    }
}

/// Plays a match and returns the first contender's result.
///
/// `on_game` is called after each game with the result so far; the two games of a pair come one after the other, the
/// pairs in any order. Setting `stop` ends the match after the games that are going on.
pub fn play(
    game: &Arc<Game>,
    contenders: [&Contender; 2],
    settings: &Settings,
    stop: &AtomicBool,
    mut on_game: impl FnMut(&PlayedGame, &Tally),
) -> Tally {
    let next = AtomicU32::new(0);
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..settings.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut players = contenders.map(Contender::player);
                while !stop.load(Ordering::Relaxed) {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= settings.pairs
                        || sender.send(play_pair(game, &mut players, settings, pair)).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for games in receiver {
            tally.add_pair([games[0].points(), games[1].points()]);
            games.iter().for_each(|game| on_game(game, &tally));
        }
    });
    tally
}

/// Plays the two games of a pair.
fn play_pair(
    game: &Arc<Game>,
    players: &mut [Box<dyn Player>; 2],
    settings: &Settings,
    pair: u32,
) -> [PlayedGame; 2] {
    let mut rng = Rng::with_seed(settings.seed);
    // Seeds that differ by little would give set-ups that differ by little.
    let seed = rng.u64(..) ^ u64::from(pair).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut rng = Rng::with_seed(seed);
    let set_up = SetUp::choose(game, |_| rng.bool());
    [0, 1].map(|first| {
        for player in players.iter_mut() {
            player.new_game(rng.u64(..));
        }
        let (turns, ending) = play_game(&set_up.position(game), players, first, settings);
        PlayedGame { number: 2 * pair + first as u32, set_up: set_up.clone(), first, turns, ending }
    })
}
