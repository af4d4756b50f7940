//! The jobs of the engine for a conversation. The owner of the conversation runs them with a [`JobRunner`], or sends them to another
//! program: jobs and reports are plain values, serialized as JSON.

mod runner;
#[cfg(test)]
mod tests;
mod trial;

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Info, Limits, PvLine, Skill, level};
use beaufort_rules::record::NodeId;
use beaufort_rules::{Game, Position, Turn};
use serde::{Deserialize, Serialize};

pub use runner::JobRunner;
pub(crate) use trial::{Rival, TrialGame, TrialJob};

use crate::library::Library;
use crate::session::Session;
use crate::view::HeatMapView;

/// The longest game that a job of another program may be about, in turns.
const MAX_TURNS: usize = 10_000;

/// The number of a job among those of its conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JobId(u64);

impl JobId {
    /// Returns the id that follows.
    pub(crate) fn next(self) -> JobId {
        JobId(self.0 + 1)
    }
}

impl std::fmt::Display for JobId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A piece of work for an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The id that its reports carry.
    pub id: JobId,
    /// Whether other jobs that wait may preempt it; it is resumed afterwards.
    pub is_preemptible: bool,
    pub(crate) kind: JobKind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum JobKind {
    /// To search a position.
    Search(Box<SearchJob>),
    /// To find out what the pieces of a game are worth, and a type of them on each square.
    Worth { game: JobGame, piece_type: Option<usize> },
    /// To play a quick game of a trial.
    Trial(TrialJob),
}

/// The game that a job is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobGame {
    /// The id.
    id: String,
    /// The text of the game file, of a game that has been read from one: the library of the engine may not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl From<&Game> for JobGame {
    fn from(game: &Game) -> JobGame {
        let definition = game.definition();
        JobGame { id: definition.id.clone(), text: definition.text.as_deref().map(str::to_owned) }
    }
}

impl JobGame {
    fn find(&self, library: &Library) -> Result<Arc<Game>, String> {
        library.game_with_text(&self.id, self.text.as_deref())
    }
}

impl JobKind {
    /// Returns whether several engines do it better than one: a search at full strength.
    fn is_shared(&self) -> bool {
        matches!(self, JobKind::Search(search) if search.handicap.as_ref().and_then(Handicap::skill).is_none())
    }
}

/// A position to search, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SearchJob {
    pub(crate) game: JobGame,
    /// The position in which the game began, and the turns that lead from there to the position to search.
    pub(crate) start: String,
    pub(crate) turns: Vec<Turn>,
    pub(crate) limits: Limits,
    /// How many of the best turns are wanted.
    pub(crate) lines: usize,
    pub(crate) handicap: Option<Handicap>,
    /// The result that the search had reached when it was preempted.
    pub(crate) known: SearchReport,
}

/// How an engine plays that does not do its best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Handicap {
    /// The id of the level.
    pub(crate) level: String,
    /// The seed of its mistakes.
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
            game: JobGame::from(&**session.game()),
            start: session.start().start_text(),
            turns: session.turns_to(node),
            limits,
            lines: 1,
            handicap: None,
            known: SearchReport::default(),
        }
    }

    /// Returns the same search one turn later, in a place that need not be in the record.
    pub(crate) fn after(mut self, turn: Turn) -> SearchJob {
        self.turns.push(turn);
        self
    }

    /// Returns the position to search. The turns must be those of a game, see [`Job::check`].
    fn position(&self, library: &Library) -> Result<Position, String> {
        let mut position = self.start(library)?;
        self.turns.iter().for_each(|&turn| position.play_unchecked(turn));
        Ok(position)
    }

    /// Plays the turns by the rules.
    fn check(&self, library: &Library) -> Result<(), String> {
        if self.turns.len() > MAX_TURNS {
            return Err(format!("a game has at most {MAX_TURNS} turns"));
        }
        let mut position = self.start(library)?;
        self.turns.iter().try_for_each(|&turn| position.play(turn)).map_err(|error| error.to_string())
    }

    fn start(&self, library: &Library) -> Result<Position, String> {
        Position::parse(&self.game.find(library)?, &self.start).map_err(|error| error.to_string())
    }
}

impl Job {
    /// Returns the id of the game that the job is about.
    pub fn game(&self) -> &str {
        match &self.kind {
            JobKind::Search(search) => &search.game.id,
            JobKind::Worth { game, .. } => &game.id,
            JobKind::Trial(trial) => &trial.game.id,
        }
    }

    /// Checks a job of another program: its turns are those of a game in the library.
    ///
    /// # Errors
    /// If they are not: what is wrong.
    pub fn check(&self, library: &Library) -> Result<(), String> {
        match &self.kind {
            JobKind::Search(search) => search.check(library),
            JobKind::Worth { .. } | JobKind::Trial(_) => Ok(()),
        }
    }

    /// Returns for how long the job goes on at most, if that is known.
    pub fn remaining(&self) -> Option<Duration> {
        match &self.kind {
            JobKind::Search(search) => search.limits.time,
            JobKind::Worth { .. } | JobKind::Trial(_) => None,
        }
    }

    /// Notes the result of a job that was preempted after working for `worked`. Returns whether it can be resumed; if not, that
    /// result is final.
    pub fn suspend(&mut self, last: &JobReport, worked: Duration) -> bool {
        let (JobKind::Search(search), JobReport::Done(found)) = (&mut self.kind, last) else {
            // A game that has been stopped begins anew.
            return matches!((&self.kind, last), (JobKind::Trial(_), JobReport::Failed(_)));
        };
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

/// A report on a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JobReport {
    /// A preliminary result of a search.
    Progress(SearchReport),
    /// The final result of a search.
    Done(SearchReport),
    /// The worth of the pieces of a game.
    Worth {
        /// The id of the game.
        game: String,
        /// By the index of the piece type, in hundredths of the commonest piece.
        worth: Vec<i32>,
        /// The type that was asked about, on each square.
        heat_map: Option<HeatMapView>,
    },
    /// A game of a trial.
    Trial(Box<TrialGame>),
    /// Nothing: it has failed, or there is no engine free.
    Failed(String),
}

/// The state of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
