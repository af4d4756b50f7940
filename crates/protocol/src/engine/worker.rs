//! The worker: the thread that searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, mpsc};
use std::thread;

use beaufort_engine::{
    Engine, Evaluation, LazyEngine, Limits, MAX_DEPTH, Options, Signal, Skill, Task, turns_to_end,
};
use beaufort_rules::{Game, Position, Turn};

use super::mailbox::Mailbox;
use super::report::{SearchProgress, WorkerReport};

/// A search for the worker.
#[derive(Debug)]
pub(super) struct SearchRequest {
    /// The number of the search, which its reports repeat.
    pub(super) number: u64,
    pub(super) position: Position,
    pub(super) limits: Limits,
    /// The number of lines.
    pub(super) lines: usize,
    /// The turns to choose from; empty: all.
    pub(super) only: Vec<Turn>,
    /// The limited skill; `None`: full strength.
    pub(super) skill: Option<Skill>,
    pub(super) signal: Arc<Signal>,
}

/// Another computation of the engine; it returns lines of text.
pub(super) type Computation = Box<dyn FnOnce(&mut Engine) -> String + Send>;

enum WorkerCommand {
    SetEvaluation(Option<Arc<Evaluation>>),
    Prepare(Arc<Game>),
    Options(Options),
    NewGame,
    Search(Box<SearchRequest>),
    Compute(Arc<Game>, Computation),
}

/// A handle of the worker, which ends with the program, or when this is dropped and its work is done.
#[derive(Debug)]
pub(super) struct Worker {
    commands: Sender<WorkerCommand>,
}

impl Worker {
    /// Starts the worker with the evaluation of the user's own game, if there is one; its reports go to a mailbox.
    pub(super) fn start(options: Options, own: Option<&Arc<Evaluation>>, mailbox: &Arc<Mailbox>) -> Worker {
        let (commands, receiver) = channel();
        let mailbox = Arc::clone(mailbox);
        thread::spawn(move || {
            let work = AssertUnwindSafe(|| work(&receiver, options, &mailbox));
            if catch_unwind(work).is_err() {
                mailbox.put_report(WorkerReport::Failed);
            }
        });
        let worker = Worker { commands };
        worker.set_evaluation(own.cloned());
        worker
    }

    /// Sets the evaluation of a game; `None` restores the default.
    pub(super) fn set_evaluation(&self, evaluation: Option<Arc<Evaluation>>) {
        self.send(WorkerCommand::SetEvaluation(evaluation));
    }

    /// Prepares the engine for a game; [`WorkerReport::Ready`] follows.
    pub(super) fn prepare(&self, game: &Arc<Game>) {
        self.send(WorkerCommand::Prepare(Arc::clone(game)));
    }

    /// Changes the engine's settings.
    pub(super) fn set_options(&self, options: Options) {
        self.send(WorkerCommand::Options(options));
    }

    /// Clears the engine's memory of the last game.
    pub(super) fn new_game(&self) {
        self.send(WorkerCommand::NewGame);
    }

    /// Searches; [`WorkerReport::Found`] is the last report.
    pub(super) fn search(&self, search: SearchRequest) {
        self.send(WorkerCommand::Search(Box::new(search)));
    }

    /// Runs another computation; [`WorkerReport::Computed`] has the result.
    pub(super) fn compute(&self, game: &Arc<Game>, computation: Computation) {
        self.send(WorkerCommand::Compute(Arc::clone(game), computation));
    }

    fn send(&self, command: WorkerCommand) {
        // A worker that has failed has reported it.
        let _: Result<(), mpsc::SendError<WorkerCommand>> = self.commands.send(command);
    }
}

/// Returns one more progress for a search with a depth limit alone that has ended early because the end of the game is forced: the
/// other program may wait for that depth, at which the search would find the same.
fn proven(last: SearchProgress, limits: &Limits) -> Option<SearchProgress> {
    let depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let is_limited = *limits != Limits { depth: limits.depth, ..Limits::infinite() };
    let is_proven = turns_to_end(last.score).is_some() && last.depth < depth;
    (is_proven && !is_limited).then_some(SearchProgress { depth, ..last })
}

fn work(commands: &Receiver<WorkerCommand>, options: Options, mailbox: &Mailbox) {
    let mut engine = LazyEngine::new(options);
    for command in commands {
        match command {
            WorkerCommand::SetEvaluation(evaluation) => engine.set_evaluation(evaluation),
            WorkerCommand::Prepare(game) => {
                engine.engine_for(&game);
                mailbox.put_report(WorkerReport::Ready);
            }
            WorkerCommand::Options(options) => engine.set_options(options),
            WorkerCommand::NewGame => engine.new_game(),
            WorkerCommand::Search(search) => {
                let SearchRequest { limits, lines, only, skill, .. } = &*search;
                let task = Task { limits: *limits, lines: *lines, only, skill: *skill };
                let engine = engine.engine_for(search.position.game());
                let mut last = None;
                let result = engine.search(&search.position, task, &search.signal, |info| {
                    let progress = last.insert(SearchProgress::from(info));
                    mailbox.put_report(WorkerReport::Progress(search.number, progress.clone()));
                });
                if let Some(proven) = last.and_then(|last| proven(last, limits))
                    && !search.signal.is_stopped()
                {
                    mailbox.put_report(WorkerReport::Progress(search.number, proven));
                }
                mailbox.put_report(WorkerReport::Found(search.number, result));
            }
            WorkerCommand::Compute(game, computation) => {
                mailbox.put_report(WorkerReport::Computed(computation(engine.engine_for(&game))));
            }
        }
    }
}
