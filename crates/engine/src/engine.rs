//! The engine: the state that is kept from one search to the next.

use std::fmt;
use std::sync::Arc;
use std::thread;

use beaufort_rules::{Game, Position};

use crate::eval::Evaluation;
use crate::info::Info;
use crate::search::{LmrTable, Search, SearchResult, SharedData, ThreadData};
use crate::shared_memory::SharedSearch;
use crate::signal::Signal;
use crate::skill::{Blindness, Skill};
use crate::task::Task;
use crate::time::Timer;
use crate::tt::TranspositionTable;

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in MiB, at least 1 (0 counts as 1); it is smaller if the memory does not suffice.
    pub hash_mib: usize,
    /// The number of search threads, at least 1 (0 counts as 1).
    pub threads: usize,
}

impl Options {
    /// Returns the default settings with a transposition table of `hash_mib` MiB: one thread.
    pub const fn with_hash(hash_mib: usize) -> Options {
        Options { hash_mib, threads: 1 }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::with_hash(64)
    }
}

/// An engine for one game.
///
/// With one thread, the same searches after [`Engine::new_game`] visit the same nodes every time.
pub struct Engine {
    game: Arc<Game>,
    evaluation: Arc<Evaluation>,
    options: Options,
    tt: TranspositionTable,
    lmr: LmrTable,
    /// The data of each thread, the main thread's first.
    threads: Vec<ThreadData>,
    /// The evaluation of the last skill with evaluation noise, with its noise in percent and its seed.
    noisy: Option<(i32, u64, Arc<Evaluation>)>,
    /// The skill of the last search.
    skill: Option<Skill>,
}

impl Engine {
    /// Creates an engine for a game with the default evaluation ([`Evaluation::new`]). Building the evaluation takes a moment;
    /// [`Engine::with_evaluation`] reuses one.
    pub fn new(game: Arc<Game>, options: Options) -> Engine {
        let evaluation = Arc::new(Evaluation::new(&game));
        Engine::with_evaluation(game, evaluation, options)
    }

    /// Creates an engine that uses an existing evaluation of the game.
    pub fn with_evaluation(game: Arc<Game>, evaluation: Arc<Evaluation>, options: Options) -> Engine {
        let tt = TranspositionTable::new(options.hash_mib);
        Engine::with_table(game, evaluation, options, tt)
    }

    fn with_table(
        game: Arc<Game>,
        evaluation: Arc<Evaluation>,
        options: Options,
        tt: TranspositionTable,
    ) -> Engine {
        // Builds the lazy tables now; otherwise the first search would build them while its clock runs.
        game.prepare();
        let mut engine = Engine {
            game,
            evaluation,
            options,
            tt,
            lmr: LmrTable::new(),
            threads: Vec::new(),
            noisy: None,
            skill: None,
        };
        engine.set_options(options);
        engine
    }

    /// Creates an engine that searches together with other engines and shares results with them through `search`. The main
    /// engine must not be created while others are searching.
    pub fn sharing(
        game: Arc<Game>,
        evaluation: Arc<Evaluation>,
        options: Options,
        search: SharedSearch,
    ) -> Engine {
        let tt = TranspositionTable::sharing(options.hash_mib, search);
        Engine::with_table(game, evaluation, options, tt)
    }

    /// Changes the settings. The transposition table is emptied if its size changes.
    pub fn set_options(&mut self, options: Options) {
        if options.hash_mib != self.options.hash_mib {
            self.tt.resize(options.hash_mib);
        }
        self.threads.resize_with(options.threads.max(1), || ThreadData::new(&self.game));
        self.options = options;
    }

    /// Returns the settings.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Returns the evaluation.
    pub fn evaluation(&self) -> &Arc<Evaluation> {
        &self.evaluation
    }

    /// Clears the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.tt.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Returns the static evaluation of a position without a search, in centipawns: positive if the side to move is better.
    ///
    /// The position must be one of the engine's game, and the game must not be over: the outcome is not looked at.
    ///
    /// # Panics
    /// May panic if the position belongs to another game.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluation.evaluate(position)
    }

    /// Searches for the best turn until a limit is reached or `signal` stops the search. The result has a turn whenever the
    /// position has a legal one, however short the time, unless [`Task::only`] excludes all of them.
    ///
    /// A search of another skill begins with cleared histories. `on_info` is called after each iteration, once for each line
    /// requested.
    ///
    /// # Panics
    /// If the position belongs to another game.
    ///
    /// # Examples
    /// ```
    /// use beaufort_engine::{Engine, Limits, Options, Signal, Task};
    /// use beaufort_rules::{Position, builtin};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// let position = Position::initial(&game);
    /// let mut engine = Engine::new(game, Options::with_hash(1));
    /// let task = Task { limits: Limits::depth(2), lines: 3, ..Task::default() };
    /// let result = engine.search(&position, task, &Signal::new(), |_| {});
    /// assert!(position.legal_turns().contains(&result.turn.unwrap()));
    /// assert_eq!(result.lines.len(), 3);
    /// ```
    pub fn search<'a>(
        &mut self,
        position: &Position,
        task: impl Into<Task<'a>>,
        signal: &Signal,
        mut on_info: impl FnMut(&Info<'_>),
    ) -> SearchResult {
        assert!(
            Arc::ptr_eq(position.game(), &self.game)
                || position.game().definition() == self.game.definition(),
            "an engine searches positions of its own game"
        );
        let wanted = task.into();
        let skill = wanted.skill;
        let task = skill.map_or(wanted, |skill| Task {
            limits: skill.limits(wanted.limits),
            lines: skill.lines(wanted.lines),
            ..wanted
        });
        if std::mem::replace(&mut self.skill, skill) != skill {
            self.threads.iter_mut().for_each(ThreadData::clear);
        }
        let evaluation = self.noisy(skill);
        let blindness = skill.map(|skill| Blindness::new(&skill, position));
        let threads = if skill.is_some() { 1 } else { self.threads.len() };
        self.tt.new_search();
        let timer = Timer::start(&task.limits, signal);
        let shared = SharedData::new(&evaluation, &self.tt, &self.lmr, blindness, threads);
        let begin = |number, data| Search::new(&shared, number, data, position.clone(), timer.clone());
        let mut data = self.threads.iter_mut().take(threads).enumerate();
        let (main, first) = data.next().expect("there is at least one thread");
        let mut search = begin(main, first);
        thread::scope(|scope| {
            for (number, data) in data {
                let mut helper = begin(number, data);
                scope.spawn(move || helper.iterative_deepening(&task, &mut |_| {}));
            }
            let mut result = search.iterative_deepening(&task, &mut |info| {
                // A skill may search more lines than were requested.
                let told = wanted.lines.max(1) as u32;
                if info.line <= told {
                    on_info(&Info { lines: info.lines.min(told), ..*info });
                }
            });
            shared.finish();
            if let Some(skill) = skill {
                result.play_line(skill.choose(position, result.lines.iter().map(|line| line.score)));
                result.lines.truncate(wanted.lines.max(1));
            }
            result
        })
    }

    /// Returns the evaluation that a skill uses, with its noise.
    fn noisy(&mut self, skill: Option<Skill>) -> Arc<Evaluation> {
        let Some(Skill { eval_noise, seed, .. }) = skill.filter(|skill| skill.eval_noise > 0) else {
            return Arc::clone(&self.evaluation);
        };
        let known = self.noisy.take().filter(|known| (known.0, known.1) == (eval_noise, seed));
        let new = || Arc::new(self.evaluation.with_noise(&self.game, eval_noise, seed));
        let noisy = known.map_or_else(new, |known| known.2);
        self.noisy = Some((eval_noise, seed, Arc::clone(&noisy)));
        noisy
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("game", &self.game.definition().id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Piece, PieceType, Scope, Side, builtin};

    use super::*;
    use crate::limits::Limits;
    use crate::random;
    use crate::time::CHECK_INTERVAL;

    impl Engine {
        /// Returns the highest cost between two checks of the clock in a search by one thread.
        fn max_unchecked(&mut self, position: &Position, limits: Limits) -> usize {
            self.after_search(position, limits, |search| search.timer.max_unchecked())
        }

        /// Returns a value read from the state of a search by one thread at its end.
        fn after_search<T>(
            &mut self,
            position: &Position,
            limits: Limits,
            read: impl FnOnce(&Search<'_>) -> T,
        ) -> T {
            let signal = Signal::new();
            let shared = SharedData::new(&self.evaluation, &self.tt, &self.lmr, None, 1);
            let timer = Timer::start(&limits, &signal);
            let mut search = Search::new(&shared, 0, &mut self.threads[0], position.clone(), timer);
            search.iterative_deepening(&limits.into(), &mut |_| {});
            read(&search)
        }
    }

    /// Returns a position `plies` random turns after the initial one.
    fn after_random_turns(game: &Arc<Game>, rng: &mut fastrand::Rng, plies: usize) -> Position {
        let mut position = Position::initial(game);
        for _ in 0..plies {
            let Some(turn) = random::choice(rng, &position.legal_turns()) else { break };
            position.play_unchecked(turn);
        }
        position
    }

    /// In the built-in games no quiescence tree reaches its limit, so the limit does not change their play.
    #[test]
    fn quiescence_of_built_in_games_is_within_its_bound() {
        for game in builtin::ids().filter_map(builtin::game) {
            let mut engine = Engine::new(Arc::clone(&game), Options::with_hash(1));
            let mut rng = fastrand::Rng::with_seed(5);
            for plies in [0, 8, 20, 40, 80, 120] {
                let position = after_random_turns(&game, &mut rng, plies);
                let limits = Limits::nodes(4_000);
                let exceeded =
                    engine.after_search(&position, limits, |search| search.quiescence_limit.exceeded_trees);
                assert_eq!(exceeded, 0, "{position}");
            }
        }
    }

    /// The clock is checked often enough in positions with any number of turns and of results. The cost is counted, not
    /// measured, so this does not depend on the clock.
    #[test]
    fn the_cost_between_looks_at_the_clock_is_bounded() {
        for game in builtin::ids().filter_map(builtin::game) {
            let mut engine = Engine::new(Arc::clone(&game), Options::with_hash(1));
            let mut rng = fastrand::Rng::with_seed(12);
            for few in [2, 4, 8, 100] {
                let mut position = Position::empty(&game, Side::First);
                let kinds: Vec<_> =
                    (0..few).map(|_| PieceType::new(rng.usize(..game.types().count()) as u8)).collect();
                for square in game.size().iter() {
                    let side = if rng.bool() { Side::First } else { Side::Second };
                    let piece = Piece::new(kinds[rng.usize(..few)], side);
                    position.place(square, if rng.u8(..3) == 0 { piece } else { Piece::NONE });
                }
                let root = 2 * position.turns(Scope::Distinct).len();
                let longest = engine.max_unchecked(&position, Limits::nodes(3_000));
                assert!(
                    longest <= root.max(2 * CHECK_INTERVAL),
                    "{longest} after {root} turns at the root: {position}"
                );
            }
        }
    }
}
