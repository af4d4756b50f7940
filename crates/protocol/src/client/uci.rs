//! The client of an engine that speaks UCI.

use std::time::Instant;

use beaufort_engine::Limits;
use beaufort_rules::Position;

use super::process::{Process, failed};
use super::{Client, Program, ProgramError, Reply, Request, SearchInfo, illegal};
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
        Ok(UciClient { process, program: program.clone(), knows_variants })
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
        let start = position_text(request.start);
        let moves = coordinates::texts_of(request.start, request.turns);
        let moves = moves.iter().map(String::as_str).collect();
        self.process.send(UciCommand::Position { start: Some(&start), moves })?;
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
