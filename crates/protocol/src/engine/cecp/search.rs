//! Searches: for the engine's turn, on the opponent's time, in an analysis.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Limits, SearchResult, Signal};
use beaufort_rules::{Position, Turn};

use super::CecpAdapter;
use crate::cecp::reply::score_text;
use crate::engine::report::SearchProgress;
use crate::engine::worker::SearchRequest;

/// A running search.
#[derive(Debug)]
pub(super) struct RunningSearch {
    number: u64,
    purpose: SearchPurpose,
    limits: Limits,
    signal: Arc<Signal>,
    /// The last progress of its best line.
    progress: Option<SearchProgress>,
    /// Whether the expected turn has been sent as a hint.
    is_hinted: bool,
    /// The result, if the search ended while it was pondering.
    result: Option<SearchResult>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchPurpose {
    /// The engine's next turn.
    Think,
    /// The engine's turn after this turn of the opponent.
    Ponder(Turn),
    /// Analysis.
    Analyze,
}

impl RunningSearch {
    /// Returns whether the engine will play the result.
    pub(super) fn is_thinking(&self) -> bool {
        self.purpose == SearchPurpose::Think
    }

    /// Returns whether it was told to move now.
    pub(super) fn is_ending(&self) -> bool {
        self.is_thinking() && self.signal.is_stopped()
    }
}

impl CecpAdapter {
    /// Starts a search.
    pub(super) fn search(&mut self, purpose: SearchPurpose, position: Position, limits: Limits) {
        let signal = Arc::new(Signal::new());
        if matches!(purpose, SearchPurpose::Ponder(_)) {
            signal.ponder();
        }
        self.searches += 1;
        let (number, lines) =
            (self.searches, if purpose == SearchPurpose::Analyze { self.settings.lines } else { 1 });
        // The engine plays no turn that the dialect has no text for.
        let only = self.dialect.only_tellable(&position);
        // Analysis is always at full strength.
        let skill = self.settings.skill().filter(|_| purpose != SearchPurpose::Analyze);
        self.worker.search(SearchRequest {
            number,
            position,
            limits,
            lines,
            only,
            skill,
            signal: Arc::clone(&signal),
        });
        self.running = Some(RunningSearch {
            number,
            purpose,
            limits,
            signal,
            progress: None,
            is_hinted: false,
            result: None,
        });
    }

    /// Turns pondering into the search for the engine's turn, if the opponent has played the expected turn: the time begins now.
    /// Returns whether it did. If the limits have changed meanwhile, a new search is needed; the hash table keeps the results of the
    /// old one.
    pub(super) fn ponder_hit(&mut self, turn: Turn, limits: Limits) -> bool {
        let expects = |running: &mut RunningSearch| {
            running.purpose == SearchPurpose::Ponder(turn) && running.limits == limits
        };
        let Some(mut running) = self.running.take_if(expects) else { return false };
        running.purpose = SearchPurpose::Think;
        running.signal.ponder_hit();
        let (number, result) = (running.number, running.result.take());
        self.running = Some(running);
        if let Some(result) = result {
            self.found(number, result);
        }
        true
    }

    /// Ends pondering.
    pub(super) fn ponder_no_more(&mut self) {
        if self.running.as_ref().is_some_and(|running| matches!(running.purpose, SearchPurpose::Ponder(_))) {
            self.abandon();
        }
    }

    /// Ends a search and drops its result.
    pub(super) fn abandon(&mut self) {
        if let Some(running) = self.running.take() {
            running.signal.stop();
        }
        self.answer_pings();
    }

    /// Ends the search for the engine's turn and drops its result.
    pub(super) fn leave(&mut self) {
        if self.running.as_ref().is_some_and(RunningSearch::is_thinking) {
            self.abandon();
        }
    }

    /// Makes the engine move now, if it searches for its turn.
    pub(super) fn move_now(&mut self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.is_thinking()) {
            running.signal.stop();
        }
    }

    /// Sends the progress of a search.
    pub(super) fn progressed(&mut self, number: u64, progress: SearchProgress) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else { return };
        let mut position = self.position.clone();
        if let SearchPurpose::Ponder(expected) = running.purpose {
            let text = self.dialect.text(&position, expected);
            position.play_unchecked(expected);
            if self.posts && !running.is_hinted {
                running.is_hinted = true;
                self.output.send(format_args!("Hint: {text}"));
            }
        }
        if self.posts || self.is_analyzing {
            let SearchProgress { depth, nodes, seldepth, .. } = progress;
            let (time, speed) = (centiseconds(progress.time), progress.speed());
            let line = self.dialect.texts(&position, &progress.pv).join(" ");
            self.output.send(format_args!(
                "{depth} {} {time} {nodes} {seldepth} {speed} 0\t{line}",
                score_text(progress.score)
            ));
        }
        if progress.line == 1 {
            running.progress = Some(progress);
        }
    }

    /// Returns the best turn in an analysis, otherwise the turn expected of the opponent.
    pub(super) fn hint(&self) -> Option<String> {
        let Some(running) = self.running.as_ref().filter(|running| running.purpose == SearchPurpose::Analyze)
        else {
            return self.expected.clone();
        };
        let turn = running.progress.as_ref()?.pv.first()?;
        Some(self.dialect.text(&self.position, *turn))
    }

    /// Plays and sends the engine's turn.
    pub(super) fn found(&mut self, number: u64, result: SearchResult) {
        let Some(mut running) = self.running.take_if(|running| running.number == number) else { return };
        if !running.is_thinking() {
            running.result = Some(result);
            self.running = Some(running);
            return;
        }
        let Some(turn) = result.turn else { return self.answer_pings() };
        let text = self.dialect.text(&self.position, turn);
        self.position.play_unchecked(turn);
        self.score = Some((self.position.side().other(), result.score));
        let reply = result.pv.get(1).filter(|_| result.pv.first() == Some(&turn));
        self.expected = reply.map(|&reply| self.dialect.text(&self.position, reply));
        // A comma after each leg but the last announces the next.
        let legs: Vec<&str> = text.split(',').collect();
        let lines: Vec<String> = legs.iter().map(|leg| format!("move {leg}")).collect();
        self.output.send(lines.join(",\n"));
        self.answer_pings();
        self.continue_game();
    }

    /// Sends the progress of the analysis.
    pub(super) fn tell_status(&mut self) {
        let running = self.running.as_ref().filter(|running| running.purpose == SearchPurpose::Analyze);
        if let Some(RunningSearch { progress: Some(progress), .. }) = running {
            let turns = self.position.count_legal_turns();
            let SearchProgress { time, nodes, depth, .. } = progress;
            self.output.send(format_args!("stat01: {} {nodes} {depth} 0 {turns}", centiseconds(*time)));
        }
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}
