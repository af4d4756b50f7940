//! Matches between two players: many games in pairs, and their statistics.
//!
//! The two games of a pair have the same random opening, with the sides exchanged. The same seed gives the same
//! openings, and the same games if the players' limits do not depend on the clock.

mod adjudicate;
mod book;
mod clocks;
mod game;
mod opening;
mod sprt;
mod tally;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use beaufort_rules::{Game, Position};

use crate::players::{Contender, Player};
use crate::workers::{game_rng, run_parallel};

pub use adjudicate::{Adjudication, DrawRule, WinRule};
pub use book::{Book, BookError, BookTerms};
pub use game::{Course, GameEnd, PlayedGame, PlayedTurn, play_game};
pub(crate) use opening::play_random_turns;
pub use opening::{Opening, OpeningStart};
pub use sprt::{Sprt, SprtState};
pub use tally::{Elo, Tally};
#[cfg(feature = "plots")]
pub(crate) use tally::{QUANTILE_95, normal};

/// How to play a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// The number of pairs of games.
    pub pairs: u32,
    /// The seed of the openings and of the players' random choices.
    pub seed: u64,
    /// The openings with which games begin, instead of positions and random turns.
    pub book: Option<Arc<Book>>,
    /// The positions in which games begin, one pair after another; without any, random set-ups of the game.
    pub positions: Arc<[Position]>,
    /// The number of random turns before the players begin.
    pub random_plies: usize,
    /// The number of turns after which a game is a draw.
    pub max_plies: usize,
    /// When a game ends before its end by the rules.
    pub adjudication: Adjudication,
    /// How many games are played at a time.
    pub threads: usize,
    /// By how much a turn may take longer than the player has, for the sake of a busy machine.
    pub tolerance: Duration,
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings {
            pairs: 50,
            seed: 1,
            book: None,
            positions: Arc::new([]),
            random_plies: 0,
            max_plies: 1000,
            adjudication: Adjudication::default(),
            threads: 2,
            tolerance: Duration::from_millis(100),
        }
    }
}

/// The games of a match that have been played, by their numbers: the first contender's half points.
pub type Finished = BTreeMap<u32, u32>;

/// Plays a match, but for the games that are finished already, and returns the first contender's result.
///
/// `on_game` is called after each game with the result of all finished pairs; a pair of games is played one after the
/// other, the pairs in any order. Setting `stop` ends the match after the pairs that are going on; a player who is
/// [stopped](crate::players::StoppablePlayer) ends it at once, and the games that are going on then are lost.
pub fn play(
    game: &Arc<Game>,
    contenders: [&Contender; 2],
    settings: &MatchSettings,
    finished: Finished,
    stop: &AtomicBool,
    mut on_game: impl FnMut(&PlayedGame, &Tally),
) -> Tally {
    let missing: Vec<u32> = (0..settings.pairs).filter(|pair| open_games(&finished, *pair) > 0).collect();
    let mut points = finished.clone();
    let mut tally = Tally::of(&points);
    run_parallel(
        &missing,
        settings.threads,
        || contenders.map(Contender::player),
        |players, pair, give| {
            let is_open = |number: &u32| !finished.contains_key(number);
            !stop.load(Ordering::Relaxed) && play_pair(game, players, settings, pair, is_open, give)
        },
        |played| {
            points.insert(played.number, played.points());
            if open_games(&points, played.number / 2) == 0 {
                let first = played.number & !1;
                tally.add_pair([points[&first], points[&(first + 1)]]);
            }
            on_game(&played, &tally);
        },
    );
    tally
}

/// Plays these pairs of games and passes each finished game on. Setting `stop` ends it after the pairs that are going on, a player who
/// is stopped at once.
pub fn play_pairs(
    game: &Arc<Game>,
    contenders: [&Contender; 2],
    settings: &MatchSettings,
    pairs: &[u32],
    stop: &AtomicBool,
    on_game: impl FnMut(PlayedGame),
) {
    run_parallel(
        pairs,
        settings.threads,
        || contenders.map(Contender::player),
        |players, pair, give| {
            !stop.load(Ordering::Relaxed) && play_pair(game, players, settings, pair, |_| true, give)
        },
        on_game,
    );
}

/// Returns how many games of a pair have not been played.
fn open_games(finished: &Finished, pair: u32) -> usize {
    2 - finished.range(2 * pair..2 * pair + 2).count()
}

/// Plays the open games of a pair and passes each on, until the receiver is gone or a player is stopped.
fn play_pair(
    game: &Arc<Game>,
    players: &mut [Box<dyn Player>; 2],
    settings: &MatchSettings,
    pair: u32,
    is_open: impl Fn(&u32) -> bool,
    on_game: &mut dyn FnMut(PlayedGame) -> bool,
) -> bool {
    let mut rng = game_rng(settings.seed, pair.into());
    let opening = match &settings.book {
        Some(book) => book.opening(game, settings.seed, pair),
        None => Opening::choose(game, &settings.positions, pair, settings.random_plies, &mut rng),
    };
    let start = opening.start.position(game);
    [0, 1].into_iter().all(|first| {
        let seeds = [(); 2].map(|()| rng.u64(..));
        let number = 2 * pair + first as u32;
        if !is_open(&number) {
            return true;
        }
        for (player, seed) in players.iter_mut().zip(seeds) {
            player.new_game(seed);
        }
        let course = play_game(&start, &opening.turns, players, first, settings);
        course.is_some_and(|course| on_game(PlayedGame { number, opening: opening.clone(), first, course }))
    })
}
