//! Jobs and reports as texts, for an engine in another program: a worker of the browser, or another machine.
//!
//! A turn is written as its place among the choices of its position, which both programs list alike, being of one version.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Clock, Limits, PvLine};
use beaufort_rules::{Position, Scope, Turn};
use serde::{Deserialize, Serialize};

use super::{Handicap, Job, JobKind, JobReport, SearchJob, SearchReport};
use crate::library::Library;
use crate::view::HeatMapView;

/// The longest game that a job may be about, in turns.
const MAX_TURNS: usize = 10_000;

#[derive(Serialize, Deserialize)]
struct JobMessage {
    number: u64,
    is_preemptible: bool,
    kind: KindMessage,
}

#[derive(Serialize, Deserialize)]
enum KindMessage {
    Worth { game: String, piece_type: Option<usize> },
    Search(Box<SearchMessage>),
}

#[derive(Serialize, Deserialize)]
struct SearchMessage {
    game: String,
    start: String,
    turns: Vec<u32>,
    /// The position after these turns: a program of another version may count them in another way.
    position: String,
    limits: LimitsMessage,
    lines: usize,
    handicap: Option<Handicap>,
    known: FoundMessage,
}

#[derive(Serialize, Deserialize)]
struct LimitsMessage {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    clock: Option<ClockMessage>,
    mate: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct ClockMessage {
    remaining: Duration,
    increment: Duration,
    turns_to_go: Option<u32>,
}

#[derive(Serialize, Deserialize)]
enum ReportMessage {
    Progress(FoundMessage),
    Done(FoundMessage),
    Worth { game: String, worth: Vec<i32>, heat_map: Option<HeatMapView> },
    Failed(String),
}

#[derive(Serialize, Deserialize)]
struct FoundMessage {
    depth: u32,
    nodes: u64,
    time: Duration,
    /// Scores with their lines.
    lines: Vec<(i32, Vec<u32>)>,
}

impl Job {
    /// Returns the job as a text, for [`Job::from_text`].
    pub fn to_text(&self) -> String {
        let kind = match &self.kind {
            JobKind::Worth { game, piece_type } => {
                KindMessage::Worth { game: game.clone(), piece_type: *piece_type }
            }
            JobKind::Search(search) => KindMessage::Search(Box::new(SearchMessage::new(search))),
        };
        let message = JobMessage { number: self.number, is_preemptible: self.is_preemptible, kind };
        text(&message)
    }

    /// Returns the id of the game that a job is about which another program has written, without following its turns.
    ///
    /// # Errors
    /// If the text is no job: what is wrong with it.
    pub fn game_of_text(text: &str) -> Result<String, String> {
        let message: JobMessage = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Ok(match message.kind {
            KindMessage::Worth { game, .. } => game,
            KindMessage::Search(search) => search.game,
        })
    }

    /// Reads a job that another program has written.
    ///
    /// # Errors
    /// If it is none: what is wrong with it.
    pub fn from_text(library: &Arc<Library>, text: &str) -> Result<Job, String> {
        let message: JobMessage = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let kind = match message.kind {
            KindMessage::Worth { game, piece_type } => JobKind::Worth { game, piece_type },
            KindMessage::Search(search) => JobKind::Search(search.read(library)?),
        };
        let JobMessage { number, is_preemptible, .. } = message;
        Ok(Job { number, is_preemptible, kind, library: Arc::clone(library) })
    }

    /// Returns a report on this job as a text, for [`Job::report_from_text`].
    pub fn report_to_text(&self, report: &JobReport) -> String {
        let found = |found| FoundMessage::new(found, self.position());
        text(&match report {
            JobReport::Progress(report) => ReportMessage::Progress(found(report)),
            JobReport::Done(report) => ReportMessage::Done(found(report)),
            JobReport::Worth { game, worth, heat_map } => {
                ReportMessage::Worth { game: game.clone(), worth: worth.clone(), heat_map: heat_map.clone() }
            }
            JobReport::Failed(message) => ReportMessage::Failed(message.clone()),
        })
    }

    /// Reads a report on this job that another program has written.
    ///
    /// # Errors
    /// If it is none: what is wrong with it.
    pub fn report_from_text(&self, text: &str) -> Result<JobReport, String> {
        let message = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Ok(match message {
            ReportMessage::Progress(found) => JobReport::Progress(found.read(self.position())?),
            ReportMessage::Done(found) => JobReport::Done(found.read(self.position())?),
            ReportMessage::Worth { game, worth, heat_map } => JobReport::Worth { game, worth, heat_map },
            ReportMessage::Failed(message) => JobReport::Failed(message),
        })
    }

    /// Returns the position that is searched, if the job is a search.
    fn position(&self) -> Option<&Position> {
        match &self.kind {
            JobKind::Search(search) => Some(&search.position),
            JobKind::Worth { .. } => None,
        }
    }
}

impl SearchMessage {
    fn new(search: &SearchJob) -> SearchMessage {
        let Limits { depth, nodes, time, clock, mate } = search.limits;
        let clock = clock.map(|Clock { remaining, increment, turns_to_go }| ClockMessage {
            remaining,
            increment,
            turns_to_go,
        });
        SearchMessage {
            game: search.position.game().definition().id.clone(),
            start: search.start.start_text(),
            turns: places(&search.start, &search.turns),
            position: search.position.to_string(),
            limits: LimitsMessage { depth, nodes, time, clock, mate },
            lines: search.lines,
            handicap: search.handicap.clone(),
            known: FoundMessage::new(&search.known, Some(&search.position)),
        }
    }

    fn read(self, library: &Library) -> Result<SearchJob, String> {
        let game = library.game(&self.game).ok_or_else(|| format!("there is no game `{}`", self.game))?;
        let start = Position::parse(game, &self.start).map_err(|error| error.to_string())?;
        if self.turns.len() > MAX_TURNS {
            return Err(format!("a game has at most {MAX_TURNS} turns"));
        }
        let turns = turns_at(&start, &self.turns)?;
        let LimitsMessage { depth, nodes, time, clock, mate } = self.limits;
        let clock = clock.map(|ClockMessage { remaining, increment, turns_to_go }| Clock {
            remaining,
            increment,
            turns_to_go,
        });
        let mut position = start.clone();
        turns.iter().for_each(|&turn| position.play_unchecked(turn));
        if position.to_string() != self.position {
            return Err(format!("the turns lead to `{position}`, not to `{}`", self.position));
        }
        let known = self.known.read(Some(&position))?;
        Ok(SearchJob {
            start: Box::new(start),
            turns,
            position: Box::new(position),
            limits: Limits { depth, nodes, time, clock, mate },
            lines: self.lines,
            handicap: self.handicap,
            known,
        })
    }
}

impl FoundMessage {
    fn new(found: &SearchReport, position: Option<&Position>) -> FoundMessage {
        let SearchReport { depth, nodes, time, lines } = found;
        let line = |PvLine { score, pv }: &PvLine| Some((*score, places(position?, pv)));
        FoundMessage {
            depth: *depth,
            nodes: *nodes,
            time: *time,
            lines: lines.iter().filter_map(line).collect(),
        }
    }

    fn read(self, position: Option<&Position>) -> Result<SearchReport, String> {
        let FoundMessage { depth, nodes, time, lines } = self;
        let position = position.ok_or("a search is reported where none was asked for")?;
        let line = |(score, places): (i32, Vec<u32>)| {
            Ok::<_, String>(PvLine { score, pv: turns_at(position, &places)? })
        };
        let lines = lines.into_iter().map(line).collect::<Result<_, _>>()?;
        Ok(SearchReport { depth, nodes, time, lines })
    }
}

/// Returns the places of turns, each among the choices after those before it. What is none ends them.
fn places(start: &Position, turns: &[Turn]) -> Vec<u32> {
    let mut position = start.clone();
    let place = |turn: &Turn| {
        let place = position.turns(Scope::Choices).iter().position(|choice| choice == turn)?;
        position.play_unchecked(*turn);
        u32::try_from(place).ok()
    };
    turns.iter().map_while(place).collect()
}

/// Returns the turns at places.
fn turns_at(start: &Position, places: &[u32]) -> Result<Vec<Turn>, String> {
    let mut position = start.clone();
    let turn = |&place: &u32| {
        let turn = position.turns(Scope::Choices).get(place as usize).copied();
        let turn = turn.ok_or_else(|| format!("no turn has the number {place} in `{position}`"))?;
        position.play_unchecked(turn);
        Ok(turn)
    };
    places.iter().map(turn).collect()
}

fn text(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("a message is made of lists, numbers and texts")
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;
    use crate::job::JobRunner;
    use crate::session::Session;
    use crate::{Signal, Stage};

    /// Plays a few turns of each game and returns the job to search what comes of it.
    fn job(library: &Arc<Library>, game: &str, turns: usize) -> Job {
        let mut session = Session::new(library.game(game).unwrap());
        session.choose_default();
        for _ in 0..turns {
            let turn = session.position().legal_turns()[0];
            if let Stage::Turn(_) = session.stage() {
                session.play_turn(turn).unwrap();
            }
        }
        let handicap = Some(Handicap { level: "club".to_owned(), seed: u64::MAX });
        let search = SearchJob::new(&session, session.here(), Limits::nodes(300));
        let kind = JobKind::Search(SearchJob { lines: 2, handicap, ..search });
        Job { number: 7, is_preemptible: true, kind, library: Arc::clone(library) }
    }

    #[test]
    fn a_job_does_the_same_in_another_program() {
        let library = Library::new();
        for game in builtin::ids() {
            let here = job(&library, game, 12);
            let text = here.to_text();
            let there = Job::from_text(&Library::new(), &text).unwrap();
            assert_eq!(there.to_text(), text, "{game}");
            assert_eq!(there.position().unwrap().ply(), here.position().unwrap().ply());
            let [mut one, mut other] = [JobRunner::new(1), JobRunner::new(1)];
            let without_time = |report| match report {
                JobReport::Done(found) => JobReport::Done(SearchReport { time: Duration::ZERO, ..found }),
                report => report,
            };
            let report = without_time(one.run(&here, &Signal::new(), |_| {}));
            let reported = without_time(other.run(&there, &Signal::new(), |_| {}));
            let text = here.report_to_text(&report);
            assert_eq!(there.report_to_text(&reported), text, "{game}");
            assert_eq!(here.report_to_text(&here.report_from_text(&text).unwrap()), text, "{game}");
            assert!(text.contains("\"lines\":[["), "{text}");
        }
    }

    #[test]
    fn what_is_no_job_or_no_report_is_refused() {
        let library = Library::new();
        let job = job(&library, "scirocco", 1);
        let text = job.to_text();
        for (from, to, message) in [
            ("\"game\":\"scirocco\"", "\"game\":\"nonsense\"", "no game"),
            ("\"turns\":[0]", "\"turns\":[9999]", "no turn has the number 9999"),
            ("\"turns\":[0]", "\"turns\":[1]", "the turns lead to"),
            ("{\"number\"", "{\"n\"", "missing field"),
        ] {
            let changed = text.replace(from, to);
            assert_ne!(changed, text, "{text}");
            let error = Job::from_text(&library, &changed).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        assert!(job.report_from_text("{\"Done\":{}}").is_err());
        let found =
            "{\"Done\":{\"depth\":1,\"nodes\":1,\"time\":{\"secs\":0,\"nanos\":0},\"lines\":[[5,[9999]]]}}";
        assert!(job.report_from_text(found).unwrap_err().contains("9999"));
    }
}
