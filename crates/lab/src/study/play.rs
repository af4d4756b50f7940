//! Playing the games of a study.

use std::sync::Arc;

use beaufort_engine::{Evaluation, Limits, Options, Signal};
use beaufort_rules::{Game, Turn};

use crate::matches::{GameEnd, MatchSettings, play_game};
use crate::plan::Plan;
use crate::plan::SelfPlayPlan;
use crate::players::{self, Contender, StoppablePlayer};
use crate::row::{GameNumber, GameRow, PlayerKind, ending, watch};
use crate::setup::random_setup;
use crate::workers::run_parallel;

/// The memory of each of the two engines of a thread.
const HASH_OPTIONS: Options = Options::with_hash(4);

/// A game, a plan, and the players.
#[derive(Debug)]
pub struct Study {
    game: Arc<Game>,
    plan: Plan,
    evaluation: Arc<Evaluation>,
    engine: Contender,
    random: Contender,
}

impl Study {
    /// Returns the study of a game by a plan, with an engine that knows this of the pieces.
    pub fn new(game: &Arc<Game>, evaluation: &Arc<Evaluation>, plan: Plan) -> Study {
        let engine = Contender::engine("engine", game, evaluation, HASH_OPTIONS, Limits::nodes(plan.nodes));
        let (game, evaluation) = (Arc::clone(game), Arc::clone(evaluation));
        Study { game, plan, evaluation, engine, random: Contender::random() }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the settings on which the games depend.
    pub fn settings(&self) -> SelfPlayPlan {
        SelfPlayPlan::new(self.plan.clone(), &self.evaluation)
    }

    /// Returns the evaluation by which the engine plays.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Plays games on several threads and gives each to `on_game`, the first finished first. Raising `stop` ends it at
    /// once; the games that are going on then are lost.
    ///
    /// # Panics
    /// If a player breaks the rules: the engine has a fault then.
    pub fn play(
        &self,
        wanted: &[GameNumber],
        threads: usize,
        stop: &Arc<Signal>,
        on_game: impl FnMut(GameRow),
    ) {
        run_parallel(
            wanted,
            threads,
            || [PlayerKind::Engine, PlayerKind::Random].map(|player| self.pair(player, stop)),
            |players, number, give| {
                let row = self.game_number(number, &mut players[number.player as usize]);
                row.is_some_and(give)
            },
            on_game,
        );
    }

    /// Returns players of a kind for both sides.
    fn pair(&self, player: PlayerKind, stop: &Arc<Signal>) -> [Box<dyn players::Player>; 2] {
        let contender = match player {
            PlayerKind::Engine => &self.engine,
            PlayerKind::Random => &self.random,
        };
        [(); 2].map(|()| {
            let player = StoppablePlayer::new(contender.player(), Arc::clone(stop));
            Box::new(player) as Box<dyn players::Player>
        })
    }

    /// Plays a game, which depends on its number and the plan alone. Returns `None` if it was stopped.
    fn game_number(
        &self,
        number: GameNumber,
        players: &mut [Box<dyn players::Player>; 2],
    ) -> Option<GameRow> {
        let mut rng = self.plan.rng(2 * u64::from(number.game) + number.player as u64);
        let setup = random_setup(&self.game, &mut rng);
        let mut start = setup.position(&self.game);
        let opening = self.plan.open(&mut start, &mut rng);
        for player in players.iter_mut() {
            player.new_game(rng.u64(..));
        }
        let max_plies = self.plan.max_plies - opening.len();
        let course =
            play_game(&start, &[], players, 0, &MatchSettings { max_plies, ..MatchSettings::default() })?;
        let mut turns: Vec<(Turn, Option<i32>)> = opening.into_iter().map(|turn| (turn, None)).collect();
        turns.extend(course.turns.iter().map(|played| (played.turn, played.info.score)));
        match course.ending {
            GameEnd::Decided(verdict) => {
                Some(watch(&self.game, number, &setup, &turns, ending(Some(verdict))))
            }
            GameEnd::TooLong => Some(watch(&self.game, number, &setup, &turns, ending(None))),
            // A report that counts such games as won would be silently wrong.
            end => panic!("game {number:?} broke the rules: {end:?}"),
        }
    }
}
