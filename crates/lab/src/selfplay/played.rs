//! Games that others have played: the engine scores their positions afterwards.

use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Limits, Options, Signal};
use beaufort_rules::{Position, Side, Turn};

use super::SelfPlayGame;
use crate::workers::run_parallel;

/// The memory of the engine, in MiB.
const HASH_MIB: usize = 4;
/// The nodes for which it searches each position: a few more than in self-play, where the player's turn is the engine's.
const NODES: u64 = 1_000;

/// A game that was played elsewhere, without scores.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The position in which it begins.
    pub start: Position,
    /// Its turns, which are legal.
    pub turns: Vec<Turn>,
    /// The winner, if there is one.
    pub won: Option<Side>,
}

impl SelfPlayGame {
    /// Returns games that were played elsewhere in the form in which puzzles are looked for, numbered from 0 on, with a score for each of
    /// their positions, found on several threads. Those that are not done once `stop` is raised are left out.
    pub fn of_played(
        games: &[PlayedGame],
        evaluation: &Arc<Evaluation>,
        threads: usize,
        stop: &Signal,
    ) -> Vec<SelfPlayGame> {
        let wanted: Vec<usize> = (0..games.len()).collect();
        let engine = || {
            let (game, evaluation) = (Arc::clone(evaluation.game()), Arc::clone(evaluation));
            Engine::with_evaluation(game, evaluation, Options::with_hash(HASH_MIB))
        };
        let work = |engine: &mut Engine, index: usize, give: &mut dyn FnMut(SelfPlayGame) -> bool| {
            let scored = SelfPlayGame::scored(index as u32, &games[index], engine, stop);
            scored.is_some_and(give)
        };
        let mut scored = Vec::new();
        run_parallel(&wanted, threads, engine, work, |game: SelfPlayGame| scored.push(game));
        scored.sort_by_key(|game| game.number);
        scored
    }

    /// Returns a game with its scores; `None` once `stop` is raised.
    fn scored(number: u32, played: &PlayedGame, engine: &mut Engine, stop: &Signal) -> Option<SelfPlayGame> {
        engine.new_game();
        let mut position = played.start.clone();
        let (mut texts, mut scores) = (Vec::new(), Vec::new());
        for &turn in &played.turns {
            let found = engine.search(&position, Limits::nodes(NODES), stop, |_| {});
            if stop.is_stopped() {
                return None;
            }
            texts.push(position.coordinates(turn));
            scores.push(Some(found.score));
            position.play_unchecked(turn);
        }
        let start = played.start.start_text();
        Some(SelfPlayGame { number, won: played.won.map(Side::index), start, turns: texts.join(" "), scores })
    }
}
