//! Jobs and reports as other programs see them.

use std::sync::Arc;

use beaufort_rules::builtin;

use super::*;
use crate::{Signal, Stage};

/// Plays a few turns of a game and returns the job to search the position after them.
fn job(library: &Arc<Library>, game: &str, turns: usize) -> Job {
    let mut session = Session::new(&library.game(game).unwrap());
    session.choose_default();
    for _ in 0..turns {
        let turn = session.position().legal_turns()[0];
        if let Stage::Turn(_) = session.stage() {
            session.play_turn(turn).unwrap();
        }
    }
    let handicap = Some(Handicap { level: "club".to_owned(), seed: u64::MAX });
    let search = SearchJob::new(&session, session.here(), Limits::nodes(300));
    let search = SearchJob { lines: 2, handicap, ..search };
    assert_eq!(search.position(library).unwrap().to_string(), session.position().to_string());
    Job { id: JobId(7), is_preemptible: true, kind: JobKind::Search(Box::new(search)) }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn a_job_does_the_same_in_another_program() {
    let library = Library::new();
    for game in builtin::ids() {
        let here = job(&library, game, 12);
        let elsewhere = Library::new();
        let there: Job = serde_json::from_str(&text(&here)).unwrap();
        assert_eq!(there, here);
        assert_eq!((there.check(&elsewhere), there.game()), (Ok(()), game));
        let [mut one, mut other] = [JobRunner::new(&library, 1), JobRunner::new(&elsewhere, 1)];
        let without_time = |report| match report {
            JobReport::Done(found) => JobReport::Done(SearchReport { time: Duration::ZERO, ..found }),
            report => report,
        };
        let report = without_time(one.run(&here, &Signal::new(), |_| {}));
        assert_eq!(without_time(other.run(&there, &Signal::new(), |_| {})), report, "{game}");
        let JobReport::Done(found) = &report else { panic!("{report:?}") };
        assert!(found.best().is_some(), "{game}");
        assert_eq!(serde_json::from_str::<JobReport>(&text(&report)).unwrap(), report, "{game}");
    }
}

#[test]
fn what_is_no_job_or_no_report_is_refused() {
    let library = Library::new();
    let job = job(&library, "scirocco", 1);
    let text = text(&job);
    let JobKind::Search(search) = &job.kind else { panic!("it is a search") };
    let turns = format!("\"turns\":{}", self::text(&search.turns));
    for (from, to, message) in [
        ("\"id\":\"scirocco\"", "\"id\":\"nonsense\"", "no game"),
        ("\"start\":\"", "\"start\":\"nonsense", "column 1"),
        (turns.as_str(), "\"turns\":[[[255,255,0,\"castle\",255],null]]", "no piece"),
        (turns.as_str(), "\"turns\":[[[0,99,0,\"own\",null],[99,7,7,\"own\",null]]]", "no such turn"),
        (turns.as_str(), "\"turns\":[[[0,300,0,\"own\",null],null]]", "300"),
        (turns.as_str(), "\"turns\":[[[0,9,0,\"nonsense\",null],null]]", "nonsense"),
        ("{\"id\"", "{\"n\"", "missing field"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{text}");
        let read = serde_json::from_str::<Job>(&changed).map_err(|error| error.to_string());
        let error = read.and_then(|job| job.check(&library)).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
    let mut long = search.clone();
    long.turns = vec![search.turns[0]; MAX_TURNS + 1];
    assert!(long.check(&library).unwrap_err().contains("10000"));
    assert!(serde_json::from_str::<JobReport>("{\"Done\":{}}").is_err());
}
