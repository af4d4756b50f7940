//! What the engine thinks of: its turn, the turn after the opponent's, a position that is analysed.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Limits, SearchResult, Signal};
use beaufort_rules::{Position, Turn};

use super::CecpAdapter;
use crate::cecp::reply::score_text;
use crate::engine::report::SearchProgress;
use crate::engine::worker::SearchRequest;

/// A search that goes on.
#[derive(Debug)]
pub(super) struct RunningSearch {
    number: u64,
    purpose: SearchPurpose,
    limits: Limits,
    signal: Arc<Signal>,
    /// The last that was heard of its best line.
    progress: Option<SearchProgress>,
    /// Whether the other program knows which turn is expected.
    is_hinted: bool,
    /// What it has found, if it has ended too early.
    result: Option<SearchResult>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchPurpose {
    /// The engine's next turn.
    Think,
    /// The one after this turn of the opponent.
    Ponder(Turn),
    /// To know.
    Analyze,
}

impl RunningSearch {
    /// Returns whether the engine is about to make a turn.
    pub(super) fn is_thinking(&self) -> bool {
        self.purpose == SearchPurpose::Think
    }

    /// Returns whether it has been told to make it now.
    pub(super) fn is_ending(&self) -> bool {
        self.is_thinking() && self.signal.is_stopped()
    }
}

impl CecpAdapter {
    /// Begins a search.
    pub(super) fn search(&mut self, purpose: SearchPurpose, position: Position, limits: Limits) {
        let signal = Arc::new(Signal::new());
        if matches!(purpose, SearchPurpose::Ponder(_)) {
            signal.ponder();
        }
        self.searches += 1;
        let (number, lines) =
            (self.searches, if purpose == SearchPurpose::Analyze { self.settings.lines } else { 1 });
        // The engine plays nothing that it could not tell.
        let only = self.dialect.only_tellable(&position);
        // It is not to know less of a position than it can.
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

    /// Lets the engine make its turn if the opponent's was the one that it expects: the time for it begins now. Returns
    /// whether that is so. A search with other limits than it has by now is not gone on with, as the clock is another
    /// one: what it has found is in the hash table.
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

    /// Ends thoughts on the opponent's time.
    pub(super) fn ponder_no_more(&mut self) {
        if self.running.as_ref().is_some_and(|running| matches!(running.purpose, SearchPurpose::Ponder(_))) {
            self.abandon();
        }
    }

    /// Ends a search of which nothing is wanted any more.
    pub(super) fn abandon(&mut self) {
        if let Some(running) = self.running.take() {
            running.signal.stop();
        }
        self.answer_pings();
    }

    /// Ends a search for a turn that nobody waits for any more.
    pub(super) fn leave(&mut self) {
        if self.running.as_ref().is_some_and(RunningSearch::is_thinking) {
            self.abandon();
        }
    }

    /// Lets the engine make its turn now, if it thinks about one.
    pub(super) fn move_now(&mut self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.is_thinking()) {
            running.signal.stop();
        }
    }

    /// Tells how a search goes.
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

    /// Returns the turn that the engine would make: in an analysis; else the one that it expects of the opponent.
    pub(super) fn hint(&self) -> Option<String> {
        let Some(running) = self.running.as_ref().filter(|running| running.purpose == SearchPurpose::Analyze)
        else {
            return self.expected.clone();
        };
        let turn = running.progress.as_ref()?.pv.first()?;
        Some(self.dialect.text(&self.position, *turn))
    }

    /// Makes the engine's turn.
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
        // Each leg but the last says that more will follow.
        let legs: Vec<&str> = text.split(',').collect();
        let lines: Vec<String> = legs.iter().map(|leg| format!("move {leg}")).collect();
        self.output.send(lines.join(",\n"));
        self.answer_pings();
        self.continue_game();
    }

    /// Tells how the analysis goes.
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
