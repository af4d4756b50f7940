//! The engine: what stays from one search to the next.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beaufort_rules::{Game, Position};

use crate::eval::Evaluation;
use crate::info::Info;
use crate::limits::Limits;
use crate::ordering::History;
use crate::score::MAX_PLY;
use crate::search::{Barred, Frame, Path, Reductions, Search, SearchResult};
use crate::table::Table;
use crate::time::Timer;

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the hash table in MiB; at least 1.
    pub hash_mib: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { hash_mib: 64 }
    }
}

/// A player of one game.
///
/// With one thread, as here, the same searches after [`Engine::new_game`] take the same nodes every time.
pub struct Engine {
    game: Arc<Game>,
    evaluation: Arc<Evaluation>,
    table: Table,
    history: History,
    frames: Vec<Frame>,
    reductions: Reductions,
}

impl Engine {
    /// Returns an engine for a game. Finding out what the game's pieces are worth takes a moment; see
    /// [`Engine::with_evaluation`].
    pub fn new(game: Arc<Game>, options: Options) -> Engine {
        let evaluation = Arc::new(Evaluation::new(&game));
        Engine::with_evaluation(game, evaluation, options)
    }

    /// Returns an engine that shares what another one knows of the game's pieces.
    pub fn with_evaluation(game: Arc<Game>, evaluation: Arc<Evaluation>, options: Options) -> Engine {
        // What is not ready now would be made in the first search, by the clock.
        game.prepare();
        let history = History::new(game.types().count());
        Engine {
            game,
            evaluation,
            table: Table::new(options.hash_mib),
            history,
            // Captures may go on for one ply beyond the deepest, and a frame looks two plies ahead.
            frames: std::iter::repeat_with(Frame::default).take(MAX_PLY + 4).collect(),
            reductions: Reductions::new(),
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Returns what the engine knows of the game's pieces.
    pub fn evaluation(&self) -> &Arc<Evaluation> {
        &self.evaluation
    }

    /// Forgets everything about the games played so far.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Returns the score of a position for the side to move, without a search.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluation.evaluate(position)
    }

    /// Searches for the best turn until a limit is reached or `stop` is set. There is a turn in the result whenever the
    /// position has a legal one, however short the time.
    ///
    /// # Panics
    /// If the position is not one of the engine's game.
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use beaufort_engine::{Engine, Limits, Options};
    /// use beaufort_rules::{Position, builtin};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// let position = Position::initial(&game);
    /// let mut engine = Engine::new(game, Options { hash_mib: 1 });
    /// let result = engine.search(&position, Limits::depth(2), &AtomicBool::new(false), |_| {});
    /// assert!(position.legal_turns().contains(&result.turn.unwrap()));
    /// ```
    pub fn search(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&Info<'_>),
    ) -> SearchResult {
        assert!(
            Arc::ptr_eq(position.game(), &self.game)
                || position.game().definition() == self.game.definition(),
            "an engine searches positions of its own game"
        );
        self.begin(position, &limits, stop).run(&limits, &mut on_info)
    }

    /// Starts the clock of a search.
    fn begin<'a>(&'a mut self, position: &Position, limits: &Limits, stop: &'a AtomicBool) -> Search<'a> {
        let timer = Timer::start(limits, stop);
        self.table.age();
        for frame in &mut self.frames {
            frame.killers = Default::default();
        }
        Search {
            evaluation: &self.evaluation,
            table: &self.table,
            reductions: &self.reductions,
            history: &mut self.history,
            frames: &mut self.frames,
            position: position.clone(),
            path: Path { sums: self.evaluation.sums(position), barred: Barred::at_root(position) },
            timer,
            nodes: 0,
            seldepth: 0,
            stopped: false,
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("game", &self.game.definition().id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Piece, Side, TypeId, builtin};

    use super::*;
    use crate::time::SPAN;

    /// However many turns there are and however little comes of them, the clock is looked at in time. Work is counted
    /// where it is done, so this does not depend on the clock.
    #[test]
    fn work_between_looks_at_the_clock_is_bounded() {
        for game in builtin::ids().filter_map(builtin::game) {
            let mut engine = Engine::new(Arc::clone(&game), Options { hash_mib: 1 });
            let mut rng = fastrand::Rng::with_seed(12);
            for few in [2, 4, 8, 100] {
                let mut position = Position::empty(&game, Side::First);
                let kinds: Vec<_> =
                    (0..few).map(|_| TypeId(rng.usize(..game.types().count()) as u8)).collect();
                for square in game.size().iter() {
                    let side = if rng.bool() { Side::First } else { Side::Second };
                    let piece = Piece::new(kinds[rng.usize(..few)], side);
                    position.place(square, if rng.u8(..3) == 0 { piece } else { Piece::NONE });
                }
                let stop = AtomicBool::new(false);
                let limits = Limits::nodes(3_000);
                let mut search = engine.begin(&position, &limits, &stop);
                let root = 2 * search.position.turns().len();
                search.run(&limits, &mut |_| {});
                let longest = search.timer.longest();
                assert!(
                    longest <= root.max(2 * SPAN),
                    "{longest} after {root} turns at the root: {position}"
                );
            }
        }
    }
}
