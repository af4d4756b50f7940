//! Playing the games from which the engine learns: the engine against itself.

use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Limits, Options, SearchResult, Signal};
use beaufort_rules::game::Setup;
use beaufort_rules::{Game, Position, Turn};
use fastrand::Rng;

use super::lead::{LeadTracker, decisive_lead};
use crate::plan::{Plan, SelfPlayPlan};
use crate::row::{EndKind, GameNumber, GameRow, PlayerKind, ending, watch};
use crate::setup::random_setup;
use crate::workers::run_parallel;

/// The memory of an engine: enough for a few hundred positions a turn.
const HASH_MIB: usize = 2;
/// How often another opening is drawn because the one before decides the game.
const OPENING_TRIES: usize = 20;

/// The random plies at the beginning of a game.
struct Opening {
    setup: Setup,
    turns: Vec<Turn>,
    /// The position to which they lead.
    position: Position,
}

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
    pub fn play(&self, wanted: &[u32], threads: usize, stop: &Signal, on_game: impl FnMut(GameRow)) {
        let engine = || {
            let (game, evaluation) = (Arc::clone(&self.game), Arc::clone(&self.evaluation));
            Engine::with_evaluation(game, evaluation, Options::with_hash(HASH_MIB))
        };
        let play = |engine: &mut Engine, number, give: &mut dyn FnMut(GameRow) -> bool| {
            self.game_number(number, engine, stop).is_some_and(give)
        };
        run_parallel(wanted, threads, engine, play, on_game);
    }

    /// Plays a game, which depends on its number and the plan alone. Returns `None` if it was stopped.
    fn game_number(&self, number: u32, engine: &mut Engine, stop: &Signal) -> Option<GameRow> {
        let mut rng = self.plan.plan.rng(number.into());
        engine.new_game();
        let Opening { setup, turns, mut position } = self.opening(engine, &mut rng, stop);
        if stop.is_stopped() {
            return None;
        }
        let mut turns: Vec<(Turn, Option<i32>)> = turns.into_iter().map(|turn| (turn, None)).collect();
        let mut lead = LeadTracker::new(decisive_lead(&self.evaluation));
        let end = loop {
            if let Some(verdict) = position.verdict() {
                break ending(Some(verdict));
            }
            if position.ply() >= self.plan.plan.max_plies {
                break ending(None);
            }
            let SearchResult { turn, score, .. } = self.search(engine, &position, stop);
            if stop.is_stopped() {
                return None;
            }
            let Some(turn) = turn else { break ending(None) };
            if let Some(leader) = lead.follow(position.side(), score) {
                break (EndKind::Adjudicated, Some(leader.index()));
            }
            turns.push((turn, Some(score)));
            position.play_unchecked(turn);
        };
        let number = GameNumber { player: PlayerKind::Engine, game: number };
        Some(watch(&self.game, number, &setup, &turns, end))
    }

    fn search(&self, engine: &mut Engine, position: &Position, stop: &Signal) -> SearchResult {
        engine.search(position, Limits::nodes(self.plan.plan.nodes), stop, |_| {})
    }

    /// Returns some random plies after which, if possible, neither side is far ahead.
    fn opening(&self, engine: &mut Engine, rng: &mut Rng, stop: &Signal) -> Opening {
        let bound = decisive_lead(&self.evaluation) / 3;
        let mut opening = self.random_opening(rng);
        for _ in 0..OPENING_TRIES {
            let position = &opening.position;
            let is_open = position.verdict().is_none();
            if is_open && self.search(engine, position, stop).score.abs() < bound {
                break;
            }
            opening = self.random_opening(rng);
        }
        opening
    }

    fn random_opening(&self, rng: &mut Rng) -> Opening {
        let setup = random_setup(&self.game, rng);
        let mut position = setup.position(&self.game);
        let turns = self.plan.plan.open(&mut position, rng);
        Opening { setup, turns, position }
    }
}
