//! The jobs of the engine for a conversation. Whoever owns the conversation runs them: here, in a thread, or as a `message` to
//! another program.

mod message;

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{
    Evaluation, Info, LazyEngine, Limits, Options, PvLine, SearchResult, SharedSearch, Signal, Skill, Task,
    level,
};
use beaufort_rules::record::NodeId;
use beaufort_rules::{PieceType, Position, Turn};
use serde::{Deserialize, Serialize};

use crate::library::Library;
use crate::session::Session;
use crate::view::HeatMapView;

/// A piece of work for an engine.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number, for its reports.
    pub number: u64,
    /// Whether other jobs that wait may preempt it; it is resumed afterwards.
    pub is_preemptible: bool,
    pub(crate) kind: JobKind,
    pub(crate) library: Arc<Library>,
}

#[derive(Clone, Debug)]
pub(crate) enum JobKind {
    /// To search a position.
    Search(SearchJob),
    /// To find out what the pieces of a game are worth, and a type of them on each square.
    Worth { game: String, piece_type: Option<usize> },
}

impl JobKind {
    /// Returns whether several engines do it better than one: a search at full strength.
    fn is_shared(&self) -> bool {
        matches!(self, JobKind::Search(search) if search.handicap.as_ref().and_then(Handicap::skill).is_none())
    }
}

/// A position to search, and how.
#[derive(Clone, Debug)]
pub(crate) struct SearchJob {
    /// Where the game began, and what has been played since: that leads to the position.
    pub(crate) start: Box<Position>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) position: Box<Position>,
    pub(crate) limits: Limits,
    /// How many of the best turns are wanted.
    pub(crate) lines: usize,
    pub(crate) handicap: Option<Handicap>,
    /// What the search had found when it was preempted.
    pub(crate) known: SearchReport,
}

/// How an engine plays that does not do its best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Handicap {
    /// The id of the level.
    pub(crate) level: String,
    /// What its mistakes depend on.
    pub(crate) seed: u64,
}

impl Handicap {
    /// Returns the skill; `None` is full strength.
    fn skill(&self) -> Option<Skill> {
        Some(level(&self.level)?.skill?.with_seed(self.seed))
    }
}

impl SearchJob {
    /// Returns the search for the best turn at a place of a game.
    pub(crate) fn new(session: &Session, node: NodeId, limits: Limits) -> SearchJob {
        SearchJob {
            start: Box::new(session.start().clone()),
            turns: session.turns_to(node),
            position: Box::new(session.position_at(node)),
            limits,
            lines: 1,
            handicap: None,
            known: SearchReport::default(),
        }
    }

    /// Returns the same search one turn later, in a place that need not be in the record.
    pub(crate) fn after(mut self, turn: Turn) -> SearchJob {
        self.turns.push(turn);
        self.position.play_unchecked(turn);
        self
    }
}

impl Job {
    /// Returns for how long the job goes on at most, if that is known.
    pub fn remaining(&self) -> Option<Duration> {
        match &self.kind {
            JobKind::Search(search) => search.limits.time,
            JobKind::Worth { .. } => None,
        }
    }

    /// Notes what the job had found when it was preempted after working for `worked`. Returns whether it can be resumed; if not,
    /// what it has found is all.
    pub fn suspend(&mut self, last: &JobReport, worked: Duration) -> bool {
        let (JobKind::Search(search), JobReport::Done(found)) = (&mut self.kind, last) else { return false };
        if found.depth >= search.known.depth {
            search.known = found.clone();
        }
        let Limits { time, clock, .. } = &mut search.limits;
        *time = time.map(|time| time.saturating_sub(worked));
        if let Some(clock) = clock {
            clock.remaining = clock.remaining.saturating_sub(worked);
        }
        time.is_none_or(|time| !time.is_zero())
    }
}

/// What is reported on a job.
#[derive(Clone, Debug)]
pub enum JobReport {
    /// What it thinks so far.
    Progress(SearchReport),
    /// What it thinks in the end.
    Done(SearchReport),
    /// What the pieces are worth.
    Worth {
        /// The id of the game.
        game: String,
        /// By the index of the piece type, in hundredths of the commonest piece.
        worth: Vec<i32>,
        /// The type that was asked about, on each square.
        heat_map: Option<HeatMapView>,
    },
    /// Nothing: it has failed, or there is no engine free.
    Failed(String),
}

/// The state of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchReport {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// The best turns with what follows, the best first; empty if there is no turn.
    pub(crate) lines: Vec<PvLine>,
}

impl SearchReport {
    /// Returns the score for the side to move; 0 if there is no turn.
    pub(crate) fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.score)
    }

    /// Returns the best turn, if there is one.
    pub(crate) fn best(&self) -> Option<Turn> {
        self.pv().first().copied()
    }

    /// Returns the best line; empty if there is no turn.
    pub(crate) fn pv(&self) -> &[Turn] {
        self.lines.first().map(|line| line.pv.as_slice()).unwrap_or_default()
    }

    /// Takes what a search tells of one line. Returns whether that was the last of them.
    fn add_line(&mut self, info: &Info<'_>) -> bool {
        let Info { depth, nodes, time, line, lines, score, pv, .. } = *info;
        self.lines.truncate(line as usize - 1);
        self.lines.push(PvLine { score, pv: pv.to_vec() });
        (self.depth, self.nodes, self.time) = (depth, nodes, time);
        line == lines
    }
}

/// Reports what the pieces of a game are worth, and a type of them on each square.
fn worth(evaluation: &Evaluation, piece_type: Option<usize>) -> JobReport {
    let game = evaluation.game();
    let heat_map = |kind: PieceType| {
        let [opening, ending] = crate::worth::on_squares(evaluation, kind);
        HeatMapView { piece_type: kind.index(), opening, ending }
    };
    JobReport::Worth {
        game: game.definition().id.clone(),
        worth: crate::worth::of_types(evaluation),
        heat_map: game.types().find(|kind| Some(kind.index()) == piece_type).map(heat_map),
    }
}

/// Runs jobs, one at a time, with an engine that remembers the last one.
#[derive(Debug)]
pub struct JobRunner {
    engine: LazyEngine,
}

impl JobRunner {
    /// Returns a runner whose engine has a hash table of `hash_mib` MiB.
    pub fn new(hash_mib: usize) -> JobRunner {
        JobRunner { engine: LazyEngine::new(Options::with_hash(hash_mib)) }
    }

    /// Returns a runner whose engine has a hash table of `hash_mib` MiB and searches together with others. A helper is given the same jobs as the main engine, and does
    /// nothing where several engines are no better than one; what it reports does not count.
    pub fn sharing(hash_mib: usize, search: SharedSearch) -> JobRunner {
        JobRunner { engine: LazyEngine::sharing(Options::with_hash(hash_mib), search) }
    }

    /// Runs a job until it is done or `stop` is set, and hands its progress to `on_report`. What it returns is to be reported
    /// last.
    pub fn run(&mut self, job: &Job, stop: &Signal, mut on_report: impl FnMut(JobReport)) -> JobReport {
        match &job.kind {
            kind if self.engine.is_helper() && !kind.is_shared() => JobReport::Done(SearchReport::default()),
            JobKind::Worth { game, piece_type } => match job.library.evaluation(game) {
                Some(evaluation) => worth(evaluation, *piece_type),
                None => JobReport::Failed(format!("there is no game `{game}`")),
            },
            JobKind::Search(SearchJob { position, limits, lines, handicap, known, .. }) => {
                let skill = handicap.as_ref().and_then(Handicap::skill);
                if let Some(evaluation) = job.library.evaluation(&position.game().definition().id) {
                    self.engine.set_evaluation(Some(Arc::clone(evaluation)));
                }
                let engine = self.engine.engine_for(position.game());
                let mut found = SearchReport::default();
                let task = Task { limits: *limits, lines: *lines, skill, ..Task::default() };
                let result = engine.search(position, task, stop, |info| {
                    if found.add_line(info) && found.depth >= known.depth {
                        on_report(JobReport::Progress(found.clone()));
                    }
                });
                let SearchResult { depth, nodes, lines, .. } = result;
                // What a weaker player overlooks, it overlooks each time: the last search counts.
                if skill.is_none() && depth < known.depth {
                    return JobReport::Done(known.clone());
                }
                JobReport::Done(SearchReport { depth, nodes, lines, ..found })
            }
        }
    }
}
