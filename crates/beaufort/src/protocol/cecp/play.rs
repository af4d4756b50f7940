//! The course of a game: turns, searches, the end.

use std::sync::Arc;
use std::time::Duration;

use beaufort_draw::words;
use beaufort_engine::{Limits, SearchResult, Signal, plies_to_end};
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Position, Side, Turn};

use super::{Cecp, OVERHEAD};
use crate::protocol::worker::{Progress, Search};

/// A search that goes on.
#[derive(Debug)]
pub(super) struct Running {
    number: u64,
    task: Task,
    signal: Arc<Signal>,
    /// The last that was heard of it.
    progress: Option<Progress>,
    /// What it has found, if it has ended too early.
    result: Option<SearchResult>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// The engine's next turn.
    Think,
    /// The one after this turn of the opponent.
    Ponder(Turn),
    /// To know.
    Analyze,
}

impl Running {
    /// Returns whether the engine is about to make a turn.
    pub(super) fn is_thinking(&self) -> bool {
        self.task == Task::Think
    }

    /// Returns whether it has been told to make it now.
    pub(super) fn is_ending(&self) -> bool {
        self.is_thinking() && self.signal.is_stopped()
    }
}

impl Cecp {
    /// Starts from a position; the engine keeps its side.
    pub(super) fn begin(&mut self, position: Position) {
        self.position = position;
        self.is_void = false;
        self.expected = None;
        self.score = 0;
    }

    /// Returns how many turns the engine's side has played.
    pub(super) fn turns_played(&self) -> u32 {
        (self.position.ply() / 2) as u32
    }

    /// Plays a move of the other program.
    pub(super) fn opponent_plays(&mut self, text: &str) {
        let read = if self.is_void {
            Err("no legal position is set up".to_owned())
        } else if self.running.as_ref().is_some_and(Running::is_thinking) {
            Err("it is the engine's turn".to_owned())
        } else {
            self.legs.read(&self.position, text)
        };
        let turn = match read {
            Ok(turn) => turn,
            Err(reason) => {
                let text: String = text.chars().take(80).collect();
                return self.voice.say(format_args!("Illegal move ({reason}): {}", text.escape_debug()));
            }
        };
        self.position.play(turn);
        match self.running.take() {
            // The expected turn: the time for the answer begins now.
            Some(mut running) if running.task == Task::Ponder(turn) => {
                running.task = Task::Think;
                running.signal.ponder_hit();
                let (number, result) = (running.number, running.result.take());
                self.running = Some(running);
                if let Some(result) = result {
                    self.found(number, result);
                }
            }
            running => {
                self.running = running;
                self.abandon();
                self.continue_game();
            }
        }
    }

    /// Does what the position asks for: an analysis, a turn of the engine, thoughts on the opponent's time, or the end.
    pub(super) fn continue_game(&mut self) {
        if self.is_over() || self.is_void {
            return;
        }
        if self.is_analyzing {
            self.search(Task::Analyze, self.position.clone(), Limits::infinite());
        } else if self.plays == Some(self.position.side()) {
            let limits = self.time.limits(self.turns_played(), OVERHEAD);
            self.search(Task::Think, self.position.clone(), limits);
        } else if self.plays.is_some() && self.ponders {
            self.ponder();
        }
    }

    /// Goes on with the analysis of a position that has just been set up; a game waits for a command.
    pub(super) fn continue_game_if_analyzing(&mut self) {
        if self.is_analyzing {
            self.continue_game();
        }
    }

    /// Thinks on the opponent's time, if there is a turn to be expected.
    fn ponder(&mut self) {
        let expected = self.expected.as_ref().and_then(|text| self.legs.read(&self.position, text).ok());
        let Some(expected) = expected else { return };
        let mut position = self.position.clone();
        position.play(expected);
        if position.final_verdict().is_none() {
            let limits = self.time.limits(self.turns_played(), OVERHEAD);
            self.search(Task::Ponder(expected), position, limits);
        }
    }

    /// Ends thoughts on the opponent's time.
    pub(super) fn ponder_no_more(&mut self) {
        if self.running.as_ref().is_some_and(|running| matches!(running.task, Task::Ponder(_))) {
            self.abandon();
        }
    }

    fn search(&mut self, task: Task, position: Position, limits: Limits) {
        let signal = Arc::new(Signal::new());
        if matches!(task, Task::Ponder(_)) {
            signal.ponder();
        }
        self.searches += 1;
        let (number, lines) = (self.searches, if task == Task::Analyze { self.lines } else { 1 });
        // The engine plays nothing that it could not tell.
        let only = self.legs.tellable(&position).into_iter().map(|(_, turn)| turn).collect();
        self.worker.search(Search { number, position, limits, lines, only, signal: Arc::clone(&signal) });
        self.running = Some(Running { number, task, signal, progress: None, result: None });
    }

    /// Ends a search of which nothing is wanted any more.
    pub(super) fn abandon(&mut self) {
        if let Some(running) = self.running.take() {
            running.signal.stop();
        }
        for ping in std::mem::take(&mut self.pings) {
            self.voice.say(format_args!("pong {ping}"));
        }
    }

    /// Lets the engine make its turn now, if it thinks about one.
    pub(super) fn move_now(&mut self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.is_thinking()) {
            running.signal.stop();
        }
    }

    /// Tells how a search goes.
    pub(super) fn progressed(&mut self, number: u64, progress: Progress) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else { return };
        let mut position = self.position.clone();
        if let Task::Ponder(expected) = running.task {
            position.play(expected);
        }
        if self.posts || self.is_analyzing {
            let Progress { depth, nodes, seldepth, .. } = progress;
            let (time, speed) = (progress.time.as_millis() / 10, progress.speed());
            let line = self.legs.line(&position, &progress.pv);
            self.voice.say(format_args!(
                "{depth} {} {time} {nodes} {seldepth} {speed} 0\t{line}",
                score(progress.score)
            ));
        }
        running.progress = Some(progress);
    }

    /// Makes the engine's turn.
    pub(super) fn found(&mut self, number: u64, result: SearchResult) {
        let Some(mut running) = self.running.take_if(|running| running.number == number) else { return };
        if !running.is_thinking() {
            running.result = Some(result);
            self.running = Some(running);
            return;
        }
        let Some(turn) = result.turn else { return };
        let text = self.legs.text(&self.position, turn);
        self.position.play(turn);
        self.score = result.score;
        let reply = result.pv.get(1).filter(|_| result.pv.first() == Some(&turn));
        self.expected = reply.map(|&reply| self.legs.text(&self.position, reply));
        // Each leg but the last says that more will follow.
        let legs: Vec<&str> = text.split(',').collect();
        let lines: Vec<String> = legs.iter().map(|leg| format!("move {leg}")).collect();
        self.voice.say(lines.join(",\n"));
        for ping in std::mem::take(&mut self.pings) {
            self.voice.say(format_args!("pong {ping}"));
        }
        self.continue_game();
    }

    /// Returns whether the game is over, and says so.
    ///
    /// XBoard takes it for a false claim when a program says that it has beaten another one in a game that XBoard does not
    /// know; the loser is believed.
    fn is_over(&mut self) -> bool {
        let Some(verdict) = self.position.final_verdict() else { return false };
        let result = match verdict.outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        let is_own_win = matches!(verdict.outcome, Outcome::Win(winner) if self.plays == Some(winner));
        if !(is_own_win && self.is_against_program && self.shape.is_some()) {
            self.voice.say(format_args!("{result} {{{}}}", words::verdict(self.position.game(), verdict)));
        }
        true
    }

    /// Takes turns back.
    pub(super) fn take_back(&mut self, turns: usize) -> Result<(), String> {
        if self.position.ply() < turns {
            return Err("no move to take back".to_owned());
        }
        self.abandon();
        (0..turns).for_each(|_| self.position.undo());
        self.expected = None;
        self.continue_game_if_analyzing();
        Ok(())
    }

    /// Tells how the analysis goes.
    pub(super) fn tell_status(&mut self) {
        let running = self.running.as_ref().filter(|running| running.task == Task::Analyze);
        if let Some(Running { progress: Some(progress), .. }) = running {
            let turns = self.position.count_turns();
            let Progress { time, nodes, depth, .. } = progress;
            self.voice.say(format_args!("stat01: {} {nodes} {depth} 0 {turns}", centiseconds(*time)));
        }
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// Returns a score in hundredths of the commonest piece, or far beyond them the turns until a forced end.
fn score(score: i32) -> i32 {
    /// What the protocol adds to a number of turns.
    const MATE: i32 = 100_000;
    match plies_to_end(score) {
        Some(plies) => plies.signum() * (MATE + (plies.abs() + 1) / 2),
        None => score,
    }
}
