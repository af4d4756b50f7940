//! An engine whose game may change.

use std::sync::Arc;

use beaufort_rules::Game;

use crate::engine::{Engine, Options};
use crate::eval::Evaluation;
use crate::shared_memory::SharedSearch;
use crate::tune;

/// An engine for the game that is played: created when it is first needed, and again when the game changes.
#[derive(Debug)]
pub struct LazyEngine {
    engine: Option<Engine>,
    /// The value of [`tune::changes`] when the engine was created.
    changes: u64,
    options: Options,
    /// An evaluation that replaces the default one of its game.
    evaluation: Option<Arc<Evaluation>>,
    /// The search that the engine shares with others.
    search: Option<SharedSearch>,
}

impl LazyEngine {
    /// Returns a lazy engine; nothing is created yet.
    pub fn new(options: Options) -> LazyEngine {
        LazyEngine { engine: None, changes: 0, options, evaluation: None, search: None }
    }

    /// Returns a lazy engine that will search together with others; see [`Engine::sharing`].
    pub fn sharing(options: Options, search: SharedSearch) -> LazyEngine {
        LazyEngine { search: Some(search), ..LazyEngine::new(options) }
    }

    /// Returns whether this engine is a helper of a shared search, so that its results are ignored.
    pub fn is_helper(&self) -> bool {
        self.search.as_ref().is_some_and(SharedSearch::is_helper)
    }

    /// Sets the evaluation to use for its game; `None` restores the default for every game.
    pub fn set_evaluation(&mut self, evaluation: Option<Arc<Evaluation>>) {
        let as_ptr = |evaluation: &Option<Arc<Evaluation>>| evaluation.as_ref().map(Arc::as_ptr);
        if as_ptr(&self.evaluation) != as_ptr(&evaluation) {
            // An engine of the game of the old or of the new evaluation has to be created again.
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

    /// Clears what the engine has stored about the previous game.
    pub fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    /// Returns the engine for a game, creating it if necessary, which takes a moment.
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
