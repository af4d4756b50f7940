//! The thread that searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use beaufort_engine::{
    Engine, Evaluation, Info, LazyEngine, Limits, Options, SearchResult, Signal, Skill, Task,
};
use beaufort_rules::{Game, Position, Turn};

use super::mailbox::Mailbox;

/// A search to be done.
#[derive(Debug)]
pub(super) struct Search {
    /// What the reports will name.
    pub(super) number: u64,
    pub(super) position: Position,
    pub(super) limits: Limits,
    /// How many lines are wanted.
    pub(super) lines: usize,
    /// The turns to choose from; empty: all.
    pub(super) only: Vec<Turn>,
    /// How badly it is to be done; `None`: as well as possible.
    pub(super) skill: Option<Skill>,
    pub(super) signal: Arc<Signal>,
}

/// Something else that the engine computes, told as lines of text.
pub(super) type Computation = Box<dyn FnOnce(&mut Engine) -> String + Send>;

enum Job {
    Know(Arc<Evaluation>),
    Prepare(Arc<Game>),
    Options(Options),
    NewGame,
    Search(Box<Search>),
    Compute(Arc<Game>, Computation),
}

/// What the thread tells.
#[derive(Debug)]
pub(super) enum Report {
    /// Everything that was asked for before is done.
    Ready,
    /// How the search with this number goes.
    Progress(u64, Progress),
    /// The search with this number has ended.
    Found(u64, SearchResult),
    /// A computation has ended.
    Computed(String),
    /// The engine has failed; that is a mistake of the program.
    Failed,
}

/// The state of a search: [`Info`] for another thread.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) line: u32,
    pub(super) score: i32,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) pv: Vec<Turn>,
    pub(super) hashfull: u32,
}

impl From<&Info<'_>> for Progress {
    fn from(info: &Info<'_>) -> Progress {
        Progress {
            depth: info.depth,
            seldepth: info.seldepth,
            line: info.line,
            score: info.score,
            nodes: info.nodes,
            time: info.time,
            pv: info.pv.to_vec(),
            hashfull: info.hashfull,
        }
    }
}

impl Progress {
    /// Returns the nodes searched in a second.
    pub(super) fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)) as u64
    }
}

/// The way to the thread. It ends with the program, or when this is dropped and its work is done.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts the thread, which knows the pieces of the user's own game, if there is one; its reports go to a mailbox.
    pub(super) fn start(options: Options, own: Option<&Arc<Evaluation>>, mailbox: &Arc<Mailbox>) -> Worker {
        let (jobs, receiver) = channel();
        let mailbox = Arc::clone(mailbox);
        thread::spawn(move || {
            let work = AssertUnwindSafe(|| work(&receiver, options, &mailbox));
            if catch_unwind(work).is_err() {
                mailbox.put_report(Report::Failed);
            }
        });
        let worker = Worker { jobs };
        own.into_iter().for_each(|own| worker.know(own));
        worker
    }

    /// Tells the engine what is known of the pieces of a game, for when it is played.
    pub(super) fn know(&self, evaluation: &Arc<Evaluation>) {
        self.send(Job::Know(Arc::clone(evaluation)));
    }

    /// Makes the engine for a game; [`Report::Ready`] tells when all is done.
    pub(super) fn prepare(&self, game: &Arc<Game>) {
        self.send(Job::Prepare(Arc::clone(game)));
    }

    /// Changes the engine's settings.
    pub(super) fn set_options(&self, options: Options) {
        self.send(Job::Options(options));
    }

    /// Forgets the game before.
    pub(super) fn new_game(&self) {
        self.send(Job::NewGame);
    }

    /// Searches; [`Report::Found`] is the last that is told of it.
    pub(super) fn search(&self, search: Search) {
        self.send(Job::Search(Box::new(search)));
    }

    /// Computes something else; [`Report::Computed`] tells what came of it.
    pub(super) fn compute(&self, game: &Arc<Game>, computation: Computation) {
        self.send(Job::Compute(Arc::clone(game), computation));
    }

    fn send(&self, job: Job) {
        // A thread that has failed has said so.
        let _: Result<(), mpsc::SendError<Job>> = self.jobs.send(job);
    }
}

fn work(jobs: &Receiver<Job>, options: Options, mailbox: &Mailbox) {
    let mut engine = LazyEngine::new(options);
    for job in jobs {
        match job {
            Job::Know(evaluation) => engine.know(evaluation),
            Job::Prepare(game) => {
                engine.of(&game);
                mailbox.put_report(Report::Ready);
            }
            Job::Options(options) => engine.set_options(options),
            Job::NewGame => engine.new_game(),
            Job::Search(search) => {
                let Search { limits, lines, only, skill, .. } = &*search;
                let task = Task { limits: *limits, lines: *lines, only, skill: *skill };
                let engine = engine.of(search.position.game());
                let result = engine.search(&search.position, task, &search.signal, |info| {
                    mailbox.put_report(Report::Progress(search.number, info.into()));
                });
                mailbox.put_report(Report::Found(search.number, result));
            }
            Job::Compute(game, computation) => {
                mailbox.put_report(Report::Computed(computation(engine.of(&game))));
            }
        }
    }
}
