//! What an engine is to find out for a conversation. Whoever owns the conversation has the work done, here or in a thread.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Info, LazyEngine, Limits, Line, Options, SearchResult, Signal, Skill, Task};
use beaufort_rules::Position;

use crate::library::Library;

/// A piece of work for an engine.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number, for its reports.
    pub number: u64,
    /// Whether it may be broken off while other jobs wait, and begun again afterwards.
    pub gives_way: bool,
    pub(crate) work: Work,
    pub(crate) library: Arc<Library>,
}

#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// To search a position.
    Search(Search),
    /// To find out what the pieces of a game are worth.
    Worth { game: String },
}

/// A position to search, and how.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) position: Box<Position>,
    pub(crate) limits: Limits,
    /// How many of the best turns are wanted.
    pub(crate) lines: usize,
    pub(crate) skill: Option<Skill>,
    /// What was found before the search was broken off.
    pub(crate) known: Finding,
}

impl Search {
    /// Returns the search for the best turn.
    pub(crate) fn new(position: Position, limits: Limits) -> Search {
        Search { position: Box::new(position), limits, lines: 1, skill: None, known: Finding::default() }
    }
}

impl Job {
    /// Returns for how long the job goes on at most, if that is known.
    pub fn remaining(&self) -> Option<Duration> {
        match &self.work {
            Work::Search(search) => search.limits.time,
            Work::Worth { .. } => None,
        }
    }

    /// Notes what the job had found when it was broken off after some time. Returns whether it can go on; if not, what it
    /// has found is all.
    pub fn goes_on(&mut self, last: &Report, worked: Duration) -> bool {
        let (Work::Search(search), Report::Done(finding)) = (&mut self.work, last) else { return false };
        if finding.depth >= search.known.depth {
            search.known = finding.clone();
        }
        let Limits { time, clock, .. } = &mut search.limits;
        *time = time.map(|time| time.saturating_sub(worked));
        if let Some(clock) = clock {
            clock.remaining = clock.remaining.saturating_sub(worked);
        }
        time.is_none_or(|time| !time.is_zero())
    }
}

/// What an engine has found out.
#[derive(Clone, Debug)]
pub enum Report {
    /// What it thinks so far.
    Thought(Finding),
    /// What it thinks in the end.
    Done(Finding),
    /// What the pieces are worth.
    Worth {
        /// The id of the game.
        game: String,
        /// By the index of the piece type, in hundredths of the commonest piece.
        worth: Vec<i32>,
    },
    /// Nothing: it has failed, or there is no engine free.
    Failed(String),
}

/// The state of a search.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// The best turns with what follows, the best first; empty if there is no turn.
    pub(crate) lines: Vec<Line>,
}

impl Finding {
    /// Returns the score for the side to move; 0 if there is no turn.
    pub(crate) fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.score)
    }

    /// Takes what a search tells of one line. Returns whether that was the last of them.
    fn note(&mut self, info: &Info<'_>) -> bool {
        let Info { depth, nodes, time, line, lines, score, pv, .. } = *info;
        self.lines.truncate(line as usize - 1);
        self.lines.push(Line { score, pv: pv.to_vec() });
        (self.depth, self.nodes, self.time) = (depth, nodes, time);
        line == lines
    }
}

/// An engine with what it remembers, for one job at a time.
#[derive(Debug)]
pub struct Desk {
    engine: LazyEngine,
}

impl Desk {
    /// Returns a desk whose engine has a memory of so many MiB.
    pub fn new(hash_mib: usize) -> Desk {
        Desk { engine: LazyEngine::new(Options::with_hash(hash_mib)) }
    }

    /// Does a job until it is done or `stop` is set, and tells what it finds on the way. What it returns is to be reported
    /// last.
    pub fn work(&mut self, job: &Job, stop: &Signal, mut tell: impl FnMut(Report)) -> Report {
        match &job.work {
            Work::Worth { game: id } => match (job.library.game(id), job.library.evaluation(id)) {
                (Some(game), Some(known)) => {
                    let worth = game.types().map(|kind| known.worth(kind)).collect();
                    Report::Worth { game: id.clone(), worth }
                }
                _ => Report::Failed(format!("there is no game `{id}`")),
            },
            Work::Search(Search { position, limits, lines, skill, known }) => {
                if let Some(evaluation) = job.library.evaluation(&position.game().definition().id) {
                    self.engine.know(Arc::clone(evaluation));
                }
                let engine = self.engine.of(position.game());
                let mut found = Finding::default();
                let task = Task { limits: *limits, lines: *lines, skill: *skill, ..Task::default() };
                let result = engine.search(position, task, stop, |info| {
                    if found.note(info) && found.depth >= known.depth {
                        tell(Report::Thought(found.clone()));
                    }
                });
                let SearchResult { depth, nodes, lines, .. } = result;
                // What a weaker player overlooks, it overlooks each time: the last search counts.
                if skill.is_none() && depth < known.depth {
                    return Report::Done(known.clone());
                }
                Report::Done(Finding { depth, nodes, lines, ..found })
            }
        }
    }
}
