//! Playing the games from which the engine learns: the engine against itself.

use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Limits, Options, SearchResult, Signal, plies_to_end};
use beaufort_rules::game::Setup;
use beaufort_rules::{Game, Position, Side};
use fastrand::Rng;

use super::lead::{LeadTracker, decisive_lead};
use super::{SelfPlayGame, SelfPlayPlan};
use crate::plan::Plan;
use crate::quiet::is_quiet;
use crate::workers::run_parallel;

/// The memory of an engine: enough for a few hundred positions a turn.
const HASH_MIB: usize = 2;
/// How often another opening is drawn because the one before decides the game.
const OPENING_TRIES: usize = 20;

/// A game, a plan, and the evaluation by which the engine plays.
#[derive(Debug)]
pub struct SelfPlay {
    game: Arc<Game>,
    plan: SelfPlayPlan,
    evaluation: Arc<Evaluation>,
}

impl SelfPlay {
    /// Returns the games of the engine against itself by a plan.
    pub fn new(game: &Arc<Game>, evaluation: &Arc<Evaluation>, plan: Plan) -> SelfPlay {
        game.prepare();
        let plan = SelfPlayPlan::new(plan, evaluation);
        SelfPlay { game: Arc::clone(game), plan, evaluation: Arc::clone(evaluation) }
    }

    /// Returns the plan.
    pub fn plan(&self) -> &SelfPlayPlan {
        &self.plan
    }

    /// Plays games on several threads and gives each to `on_game`, the first finished first. Raising `stop` ends it at
    /// once; the games that are going on then are lost.
    pub fn play(&self, wanted: &[u32], threads: usize, stop: &Signal, on_game: impl FnMut(SelfPlayGame)) {
        let engine = || {
            let (game, evaluation) = (Arc::clone(&self.game), Arc::clone(&self.evaluation));
            Engine::with_evaluation(game, evaluation, Options::with_hash(HASH_MIB))
        };
        let play = |engine: &mut Engine, number, give: &mut dyn FnMut(SelfPlayGame) -> bool| {
            self.game_number(number, engine, stop).is_some_and(give)
        };
        run_parallel(wanted, threads, engine, play, on_game);
    }

    /// Plays a game, which depends on its number and the plan alone. Returns `None` if it was stopped.
    fn game_number(&self, number: u32, engine: &mut Engine, stop: &Signal) -> Option<SelfPlayGame> {
        let mut rng = self.plan.plan.rng(number.into());
        engine.new_game();
        let mut position = self.opening(engine, &mut rng, stop);
        if stop.is_stopped() {
            return None;
        }
        let start = position.to_string();
        let (mut turns, mut scores) = (Vec::new(), Vec::new());
        let mut lead = LeadTracker::new(decisive_lead(&self.evaluation));
        let winner = loop {
            if let Some(verdict) = position.verdict() {
                break verdict.outcome.winner();
            }
            if position.ply() >= self.plan.plan.max_plies {
                break None;
            }
            let SearchResult { turn, score, .. } = self.search(engine, &position, stop);
            if stop.is_stopped() {
                return None;
            }
            let Some(turn) = turn else { break None };
            if let Some(leader) = lead.follow(position.side(), score) {
                break Some(leader);
            }
            turns.push(position.coordinates(turn));
            let is_quiet = is_quiet(&position, turn) && plies_to_end(score).is_none();
            position.play_unchecked(turn);
            scores.push(is_quiet.then_some(score));
        };
        let won = winner.map(Side::index);
        Some(SelfPlayGame { number, won, start, turns: turns.join(" "), scores })
    }

    fn search(&self, engine: &mut Engine, position: &Position, stop: &Signal) -> SearchResult {
        engine.search(position, Limits::nodes(self.plan.plan.nodes), stop, |_| {})
    }

    /// Returns a position after some random plies: if possible, one in which neither side is far ahead.
    fn opening(&self, engine: &mut Engine, rng: &mut Rng, stop: &Signal) -> Position {
        let bound = decisive_lead(&self.evaluation) / 3;
        let mut position = self.random_opening(rng);
        for _ in 0..OPENING_TRIES {
            let is_open = position.verdict().is_none();
            if is_open && self.search(engine, &position, stop).score.abs() < bound {
                break;
            }
            position = self.random_opening(rng);
        }
        position
    }

    fn random_opening(&self, rng: &mut Rng) -> Position {
        let mut position = Setup::choose(&self.game, |_| rng.bool()).position(&self.game);
        self.plan.plan.open(&mut position, rng);
        position
    }
}
