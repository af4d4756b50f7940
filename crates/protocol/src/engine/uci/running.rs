//! What takes the engine some time: a search or a computation, begun, stopped and told of.

use std::sync::Arc;

use beaufort_engine::{Limits, SearchResult, Signal};
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Position, Turn};

use super::{UciAdapter, answer, compute};
use crate::engine::NO_POSITION;
use crate::engine::report::SearchProgress;
use crate::engine::worker::{Computation, SearchRequest};
use crate::notation::coordinates;
use crate::uci::go::Go;

/// What the engine is doing.
#[derive(Debug)]
pub(super) struct RunningTask {
    position: Position,
    signal: Arc<Signal>,
    ending: Completion,
    /// Whether the result has to wait for `stop` or `ponderhit`.
    is_held: bool,
    /// Whether nothing limits it once its result need not wait.
    is_unlimited: bool,
    /// The result that waits.
    result: Option<SearchResult>,
}

/// When something that the engine does can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    /// When it is stopped.
    Any,
    /// In a moment, for which everything else waits.
    Soon,
    /// When it is done, however long that takes.
    Done,
}

impl RunningTask {
    /// Returns whether the end is near enough to wait for.
    pub(super) fn is_ending(&self) -> bool {
        self.ending == Completion::Soon || self.signal.is_stopped()
    }

    /// Returns whether it goes on until it is stopped, or told that its limits count.
    pub(super) fn is_endless(&self) -> bool {
        self.is_held || self.is_unlimited
    }
}

impl UciAdapter {
    /// Begins a search, or says why there is none, with a `bestmove` for which the other program waits.
    pub(super) fn go(&mut self, go: &Go) {
        go.mistakes.iter().for_each(|mistake| self.report_go_error(mistake));
        let position = self.so_far.position().clone();
        if self.is_void {
            self.report_go_error(NO_POSITION);
            return self.output.send(answer::NO_MOVE);
        }
        if go.is_spoiled(position.side()) {
            return self.output.send(answer::NO_MOVE);
        }
        if let Some(depth) = go.perft {
            return self.compute(Completion::Any, move |signal| compute::perft(position, depth, signal));
        }
        let only = self.legal(&position, &go.only);
        if only.is_empty() && !go.only.is_empty() {
            return self.output.send(answer::NO_MOVE);
        }
        let signal = Arc::new(Signal::new());
        if go.ponder {
            signal.ponder();
        }
        let limits = go.limits(position.side(), self.overhead);
        self.worker.search(SearchRequest {
            // There is one search at a time.
            number: 0,
            position: position.clone(),
            limits,
            lines: self.settings.lines,
            only,
            // An analysis is not to know less of a position than it can.
            skill: self.settings.skill().filter(|_| !go.infinite),
            signal: Arc::clone(&signal),
        });
        self.running = Some(RunningTask {
            position,
            signal,
            ending: Completion::Any,
            is_held: go.ponder || go.infinite,
            is_unlimited: limits == Limits::infinite(),
            result: None,
        });
    }

    /// Returns the turns among texts, and complains about those that are none.
    fn legal(&mut self, position: &Position, texts: &[String]) -> Vec<Turn> {
        let mut legal = Vec::new();
        for text in texts {
            match coordinates::read(position, text) {
                Ok(turn) => legal.push(turn),
                Err(error) => self.report_go_error(&format!("`{}`: {error}", quoted(text))),
            }
        }
        legal
    }

    /// Complains about something in a command, but not about everything in a flood.
    fn report_go_error(&mut self, error: &str) {
        self.output.answer_invalid(format_args!("info string error: go: {error}"));
    }

    /// Begins a computation, which may be told to stop.
    pub(super) fn compute(
        &mut self,
        ending: Completion,
        computation: impl FnOnce(Arc<Signal>) -> Computation,
    ) {
        let signal = Arc::new(Signal::new());
        let position = self.so_far.position().clone();
        self.worker.compute(position.game(), computation(Arc::clone(&signal)));
        self.running =
            Some(RunningTask { position, signal, ending, is_held: false, is_unlimited: false, result: None });
    }

    /// Ends what goes on, if it can end.
    pub(super) fn stop(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.ending == Completion::Any) {
            running.signal.stop();
            running.is_held = false;
            self.release();
        }
    }

    /// Ends what goes on, or gives it up if it cannot end.
    pub(super) fn leave(&mut self) {
        self.waiting.clear();
        self.stop();
        self.running.take_if(|running| running.ending == Completion::Done);
    }

    /// Lets the limits of a search on the opponent's time count.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.signal.is_pondering()) {
            running.signal.ponder_hit();
            running.is_held = false;
            self.release();
        }
    }

    /// Tells how a search goes.
    pub(super) fn progressed(&mut self, progress: &SearchProgress) {
        if let Some(running) = &self.running {
            self.output.send(answer::info(&running.position, progress));
        }
    }

    /// Notes what a search has found.
    pub(super) fn found(&mut self, result: SearchResult) {
        if let Some(running) = &mut self.running {
            running.result = Some(result);
            self.release();
        }
    }

    /// Tells the result of the search if there is one and it need not wait.
    fn release(&mut self) {
        let Some(running) = self.running.take_if(|running| !running.is_held && running.result.is_some())
        else {
            return;
        };
        if let Some(result) = &running.result {
            self.output.send(answer::best_move(&running.position, result));
        }
    }
}
