//! The engine of a conversation in which the game may change.

use std::sync::Arc;

use beaufort_rules::Game;

use crate::engine::{Engine, Options};
use crate::eval::Evaluation;
use crate::shared_memory::SharedSearch;
use crate::tune;

/// An engine for whatever game is played: it is made when it is first needed, and anew for another game.
#[derive(Debug)]
pub struct LazyEngine {
    engine: Option<Engine>,
    /// [`tune::changes`] when it was made.
    changes: u64,
    options: Options,
    /// The evaluation of a game that is not the usual one.
    evaluation: Option<Arc<Evaluation>>,
    /// The search that it shares with other engines.
    search: Option<SharedSearch>,
}

impl LazyEngine {
    /// Returns an engine that is not made yet.
    pub fn new(options: Options) -> LazyEngine {
        LazyEngine { engine: None, changes: 0, options, evaluation: None, search: None }
    }

    /// Returns an engine that searches together with others, and is not made yet; see [`Engine::sharing`].
    pub fn sharing(options: Options, search: SharedSearch) -> LazyEngine {
        LazyEngine { search: Some(search), ..LazyEngine::new(options) }
    }

    /// Returns whether the results of this engine do not count, as another one searches the same.
    pub fn is_helper(&self) -> bool {
        self.search.as_ref().is_some_and(SharedSearch::is_helper)
    }

    /// Sets the evaluation of a game, for when it is played; `None` for the usual one of every game.
    pub fn set_evaluation(&mut self, evaluation: Option<Arc<Evaluation>>) {
        let as_ptr = |evaluation: &Option<Arc<Evaluation>>| evaluation.as_ref().map(Arc::as_ptr);
        if as_ptr(&self.evaluation) != as_ptr(&evaluation) {
            // The engine of a game that either belongs to judges by something else.
            let given = [&self.evaluation, &evaluation];
            let judges =
                |game: &Arc<Game>| given.into_iter().flatten().any(|known| Arc::ptr_eq(known.game(), game));
            self.engine.take_if(|engine| judges(engine.game()));
            self.evaluation = evaluation;
        }
    }

    /// Changes the settings.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
        if let Some(engine) = &mut self.engine {
            engine.set_options(options);
        }
    }

    /// Forgets the game before.
    pub fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    /// Returns the engine for a game; making one takes a moment.
    pub fn engine_for(&mut self, game: &Arc<Game>) -> &mut Engine {
        let is_current = self.changes == tune::changes();
        if !self.engine.as_ref().is_some_and(|engine| is_current && Arc::ptr_eq(engine.game(), game)) {
            self.changes = tune::changes();
            let given = self.evaluation.as_ref().filter(|evaluation| Arc::ptr_eq(evaluation.game(), game));
            let evaluation = given.map_or_else(|| Arc::new(Evaluation::new(game)), Arc::clone);
            let game = Arc::clone(game);
            self.engine = Some(match &self.search {
                Some(search) => Engine::sharing(game, evaluation, self.options, search.clone()),
                None => Engine::with_evaluation(game, evaluation, self.options),
            });
        }
        self.engine.as_mut().expect("it has just been made")
    }
}
