//! Runs jobs with an engine.

use std::slice;
use std::sync::Arc;

use beaufort_engine::{Evaluation, LazyEngine, Options, SearchResult, SharedSearch, Signal, Task};
use beaufort_rules::PieceType;

use super::trial::TRIAL_NODES;
use super::{Handicap, Job, JobGame, JobKind, JobReport, SearchJob, SearchReport, TrialGame, TrialJob};
use crate::library::Library;
use crate::view::HeatMapView;

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
    library: Arc<Library>,
    engine: LazyEngine,
}

impl JobRunner {
    /// Creates a runner for the games of a library, with a hash table of `hash_mib` MiB.
    pub fn new(library: &Arc<Library>, hash_mib: usize) -> JobRunner {
        let engine = LazyEngine::new(Options::with_hash(hash_mib));
        JobRunner { library: Arc::clone(library), engine }
    }

    /// Creates a runner whose engine searches together with others. A helper is given the same jobs as the main engine, and does
    /// nothing where several engines are no better than one; its reports do not count.
    pub fn sharing(library: &Arc<Library>, hash_mib: usize, search: SharedSearch) -> JobRunner {
        let engine = LazyEngine::sharing(Options::with_hash(hash_mib), search);
        JobRunner { library: Arc::clone(library), engine }
    }

    /// Runs a job until it is done or `stop` is set, hands its progress to `on_report`, and returns the last report. A job of
    /// another program must have been checked: see [`Job::check`].
    pub fn run(&mut self, job: &Job, stop: &Signal, on_report: impl FnMut(JobReport)) -> JobReport {
        match &job.kind {
            kind if self.engine.is_helper() && !kind.is_shared() => JobReport::Done(SearchReport::default()),
            JobKind::Worth { game, piece_type } => {
                let evaluation = self.evaluation(game);
                evaluation.map_or_else(JobReport::Failed, |evaluation| worth(&evaluation, *piece_type))
            }
            JobKind::Trial(trial) => self.trial(trial, stop).unwrap_or_else(JobReport::Failed),
            JobKind::Search(search) => self.search(search, stop, on_report).unwrap_or_else(JobReport::Failed),
        }
    }

    fn trial(&mut self, job: &TrialJob, stop: &Signal) -> Result<JobReport, String> {
        let evaluation = self.evaluation(&job.game)?;
        let game = Arc::clone(evaluation.game());
        let worths = game.types().map(|kind| evaluation.worth(kind)).collect();
        let played = if let Some(rival) = &job.rival {
            TrialGame::play(&mut rival.engines(&evaluation)?, job.opening, TRIAL_NODES, stop)
        } else {
            self.engine.set_evaluation(Some(evaluation));
            TrialGame::play(slice::from_mut(self.engine.engine_for(&game)), job.opening, TRIAL_NODES, stop)
        };
        let played = played.ok_or_else(|| "it was stopped".to_owned())?;
        Ok(JobReport::Trial(Box::new(TrialGame { worths, ..played })))
    }

    fn evaluation(&self, game: &JobGame) -> Result<Arc<Evaluation>, String> {
        // The library keeps a game that is in use.
        let game = game.find(&self.library)?;
        let id = &game.definition().id;
        self.library.evaluation(id).ok_or_else(|| format!("there is no game `{id}`"))
    }

    fn search(
        &mut self,
        job: &SearchJob,
        stop: &Signal,
        mut on_report: impl FnMut(JobReport),
    ) -> Result<JobReport, String> {
        let SearchJob { limits, lines, ref handicap, ref known, .. } = *job;
        let position = job.position(&self.library)?;
        let skill = handicap.as_ref().and_then(Handicap::skill);
        self.engine.set_evaluation(Some(self.evaluation(&job.game)?));
        let engine = self.engine.engine_for(position.game());
        let mut found = SearchReport::default();
        let task = Task { limits, lines, skill, ..Task::default() };
        let result = engine.search(&position, task, stop, |info| {
            if found.add_line(info) && found.depth >= known.depth {
                on_report(JobReport::Progress(found.clone()));
            }
        });
        let SearchResult { depth, nodes, lines, .. } = result;
        // A weaker player overlooks the same in each search: the last one counts.
        if skill.is_none() && depth < known.depth {
            return Ok(JobReport::Done(known.clone()));
        }
        Ok(JobReport::Done(SearchReport { depth, nodes, lines, ..found }))
    }
}
