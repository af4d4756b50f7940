//! The client of an engine that speaks UCI.

use std::time::{Duration, Instant};

use beaufort_engine::Limits;
use beaufort_rules::{Position, Turn};

use super::process::{Process, STOP_INTERVAL, failed};
use super::{
    Client, Program, ProgramError, Question, Reply, ReportedLine, Request, STOP_TIMEOUT, SearchInfo, illegal,
};
use crate::notation::{coordinates, position_text};
use crate::uci::command::UciCommand;
use crate::uci::go::Go;
use crate::uci::info::UciInfo;
use crate::uci::option_name;

/// A conversation in UCI.
pub(super) struct UciClient {
    process: Process,
    program: Program,
    /// Whether the program has the option `UCI_Variant`.
    knows_variants: bool,
    /// Whether it has the option `MultiPV`, the number of lines that it is to search for a turn, and that it has been told.
    knows_lines: bool,
    usual_lines: usize,
    lines: usize,
}

impl UciClient {
    pub(super) fn open(program: &Program) -> Result<UciClient, ProgramError> {
        let mut process = Process::start(&program.command)?;
        process.send(UciCommand::Uci)?;
        let mut options = Vec::new();
        process.expect("uciok", |line| options.extend(option_name(line).map(str::to_lowercase)))?;
        for (name, value) in &program.options {
            if !options.contains(&name.to_lowercase()) {
                return Err(failed(format!("has no option `{name}`")));
            }
            process.send(UciCommand::SetOption { name, value: Some(value) })?;
        }
        let knows_variants = options.iter().any(|option| option == "uci_variant");
        let knows_lines = options.iter().any(|option| option == "multipv");
        let own = program.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("MultiPV"));
        let lines = own.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or(1);
        let program = program.clone();
        Ok(UciClient { process, program, knows_variants, knows_lines, usual_lines: lines, lines })
    }
}

impl Client for UciClient {
    fn new_game(&mut self, start: &Position) -> Result<(), ProgramError> {
        if self.knows_variants {
            let variant = super::variant_name(&self.program, start);
            self.process.send(UciCommand::SetOption { name: "UCI_Variant", value: Some(&variant) })?;
        }
        self.process.send(UciCommand::NewGame)?;
        self.process.send(UciCommand::IsReady)?;
        self.process.expect("readyok", |_| {})
    }

    fn ask(
        &mut self,
        request: &Request<'_>,
        limits: &Limits,
        deadline: Instant,
    ) -> Result<Reply, ProgramError> {
        self.set_lines(self.usual_lines)?;
        self.set_position(request)?;
        self.process.send(UciCommand::Go(Go::within(limits, request.clocks)))?;
        let mut info = SearchInfo::default();
        let best = self.process.find_unless(deadline, request.stop, |line| {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "info" => note(&mut info, rest),
                "bestmove" => return Some(rest.split_whitespace().next().unwrap_or("").to_owned()),
                _ => {}
            }
            None
        })?;
        let turn = request.position.read_coordinates(&best).map_err(|_| illegal(&best))?;
        Ok(Reply { turn, info })
    }

    fn can_analyse(&self, question: &Question<'_>) -> Result<(), ProgramError> {
        match self.knows_lines || question.lines == self.lines {
            true => Ok(()),
            false => Err(failed("cannot search several lines: it has no option `MultiPV`")),
        }
    }

    fn analyse(
        &mut self,
        request: &Request<'_>,
        question: &Question<'_>,
        patience: Option<Duration>,
        on_line: &mut dyn FnMut(ReportedLine),
    ) -> Result<Option<Turn>, ProgramError> {
        let (begin, signal) = (Instant::now(), request.stop);
        let mut ponders = signal.is_pondering();
        self.set_lines(question.lines)?;
        self.set_position(request)?;
        let only = question.only.iter().map(|&turn| request.position.coordinates(turn)).collect();
        let infinite = *question.limits == Limits::infinite();
        let mut go = Go::within(question.limits, request.clocks);
        (go.only, go.ponder, go.infinite) = (only, ponders, infinite && !ponders);
        self.process.send(UciCommand::Go(go))?;
        let mut deadline = patience.filter(|_| !ponders).map(|patience| begin + patience);
        let mut is_stopped = false;
        // The numbers of the lines with an exact score.
        let mut exact: Vec<u32> = Vec::new();
        loop {
            if deadline.is_some_and(|deadline| deadline < Instant::now()) {
                return Err(ProgramError::Silent);
            }
            if signal.is_stopped() && !is_stopped {
                is_stopped = true;
                deadline = Some(Instant::now() + STOP_TIMEOUT);
                self.process.send(UciCommand::Stop)?;
            }
            if ponders && !signal.is_pondering() {
                ponders = false;
                deadline = patience.map(|patience| Instant::now() + patience).or(deadline);
                self.process.send(UciCommand::PonderHit)?;
            }
            let Some(line) = self.process.line_within(STOP_INTERVAL)? else { continue };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word {
                "info" => {
                    let info = UciInfo::parse(rest);
                    let is_bound = info.is_bound;
                    let line = reported(request.position, info, begin);
                    let is_asked = |line: &ReportedLine| line.number as usize <= question.lines;
                    let Some(line) = line.filter(is_asked) else { continue };
                    match (is_bound, exact.contains(&line.number)) {
                        (true, true) => continue,
                        (false, false) => exact.push(line.number),
                        _ => {}
                    }
                    on_line(line);
                }
                "bestmove" => {
                    let best = rest.split_whitespace().next().unwrap_or_default();
                    let is_none = ["(none)", "0000", ""].contains(&best);
                    let turn = (!is_none).then(|| request.position.read_coordinates(best));
                    return turn.transpose().map_err(|_| illegal(best));
                }
                _ => {}
            }
        }
    }
}

impl UciClient {
    /// Tells the program how many lines it is to search.
    fn set_lines(&mut self, lines: usize) -> Result<(), ProgramError> {
        if lines == self.lines {
            return Ok(());
        }
        self.lines = lines;
        self.process.send(UciCommand::SetOption { name: "MultiPV", value: Some(&lines.to_string()) })
    }

    /// Tells the program the position.
    fn set_position(&mut self, request: &Request<'_>) -> Result<(), ProgramError> {
        let start = position_text(request.start);
        let moves = coordinates::texts_of(request.start, request.turns);
        let moves = moves.iter().map(String::as_str).collect();
        self.process.send(UciCommand::Position { start: Some(&start), moves })
    }
}

/// Returns the line of a report about a position; `None` for a report without a score.
fn reported(position: &Position, info: UciInfo, begin: Instant) -> Option<ReportedLine> {
    let score = info.score?;
    let mut position = position.clone();
    let turns = info.pv.iter().map_while(|text| {
        let turn = position.read_coordinates(text).ok()?;
        position.play(turn).ok()?;
        Some(turn)
    });
    let pv = turns.collect();
    let depth = info.depth.unwrap_or_default();
    Some(ReportedLine {
        number: info.multipv.unwrap_or(1).max(1),
        score,
        depth,
        seldepth: info.seldepth.unwrap_or(depth),
        nodes: info.nodes.unwrap_or_default(),
        time: info.time.map_or_else(|| begin.elapsed(), Duration::from_millis),
        pv,
    })
}

/// Stores the values of the best line; the other lines of several are ignored.
fn note(info: &mut SearchInfo, text: &str) {
    let line = UciInfo::parse(text);
    if line.multipv.is_none_or(|number| number <= 1) {
        info.nodes = line.nodes.or(info.nodes);
        info.depth = line.depth.or(info.depth);
        info.score = line.score.or(info.score);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_line_is_noted() {
        let mut info = SearchInfo::default();
        note(&mut info, "depth 12 seldepth 18 multipv 1 score cp -31 nodes 70000 nps 1 pv e2e4 e7e5");
        let known = SearchInfo { score: Some(-31), depth: Some(12), nodes: Some(70_000) };
        assert_eq!(info, known);
        for text in ["string depth 3", "depth 9 multipv 2 score cp 5", "score cp", ""] {
            note(&mut info, text);
            assert_eq!(info, known, "{text}");
        }
        note(&mut info, "score mate 1 depth x");
        assert_eq!(info, SearchInfo { score: Some(beaufort_engine::MATE - 1), ..known });
    }
}
