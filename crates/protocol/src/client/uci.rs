//! The Universal Chess Interface, seen from the side that asks.

use std::time::Instant;

use beaufort_engine::{Limits, MATE};
use beaufort_rules::Position;

use super::process::{Process, failed};
use super::{Client, Program, ProgramError, Reply, Request, SearchInfo, illegal};
use crate::notation::{coordinates, position_text};
use crate::score::mate;

/// A conversation in UCI.
pub(super) struct UciClient {
    process: Process,
    program: Program,
    /// Whether the program can be told which game to play.
    knows_variants: bool,
}

impl UciClient {
    pub(super) fn open(program: &Program) -> Result<UciClient, ProgramError> {
        let mut process = Process::start(&program.command)?;
        process.send("uci")?;
        let mut options = Vec::new();
        process.expect("uciok", |line| options.extend(option_name(line).map(str::to_lowercase)))?;
        for (name, value) in &program.options {
            if !options.contains(&name.to_lowercase()) {
                return Err(failed(format!("has no option `{name}`")));
            }
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        let knows_variants = options.iter().any(|option| option == "uci_variant");
        Ok(UciClient { process, program: program.clone(), knows_variants })
    }
}

impl Client for UciClient {
    fn new_game(&mut self, start: &Position) -> Result<(), ProgramError> {
        if self.knows_variants {
            let variant = super::variant_name(&self.program, start);
            self.process.send(&format!("setoption name UCI_Variant value {variant}"))?;
        }
        self.process.send("ucinewgame")?;
        self.process.send("isready")?;
        self.process.expect("readyok", |_| {})
    }

    fn ask(
        &mut self,
        request: &Request<'_>,
        limits: &Limits,
        deadline: Instant,
    ) -> Result<Reply, ProgramError> {
        let mut position = format!("position fen {}", position_text(request.start));
        if !request.turns.is_empty() {
            position += " moves ";
            position += &coordinates::texts_of(request.start, request.turns).join(" ");
        }
        self.process.send(&position)?;
        self.process.send(&go(request, limits))?;
        let mut info = SearchInfo::default();
        let best = self.process.find(deadline, |line| {
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

/// Returns the name of an option from the line that offers it.
fn option_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("option name ")?;
    Some(name.split_once(" type ").map_or(name, |(name, _)| name).trim())
}

/// Returns the command to search, with the clocks and the limits of a turn.
fn go(request: &Request<'_>, limits: &Limits) -> String {
    let mut text = "go".to_owned();
    if let Some(own) = limits.clock {
        let [white, black] = super::milliseconds(request.clocks, own);
        text += &format!(" wtime {} btime {} winc {} binc {}", white.0, black.0, white.1, black.1);
    }
    let time = limits.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    for (word, number) in
        [("movetime", time), ("nodes", limits.nodes), ("depth", limits.depth.map(u64::from))]
    {
        text.extend(number.map(|number| format!(" {word} {number}")));
    }
    text
}

/// Notes what a line says of the best turn; other lines of several are left out.
fn note(info: &mut SearchInfo, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
    let after = |word: &str| words.iter().position(|&known| known == word).map(|index| index + 1);
    if after("string").is_some() || after("multipv").and_then(number).is_some_and(|line| line > 1) {
        return;
    }
    let unsigned = |word| after(word).and_then(number).and_then(|number| u64::try_from(number).ok());
    info.nodes = unsigned("nodes").or(info.nodes);
    info.depth = unsigned("depth").map(|depth| depth as u32).or(info.depth);
    let score = after("score").and_then(|at| Some((*words.get(at)?, number(at + 1)?)));
    info.score = match score {
        Some(("cp", score)) => Some(score.clamp(-i64::from(MATE) / 2, i64::from(MATE) / 2) as i32),
        Some(("mate", turns)) => Some(mate(turns)),
        _ => info.score,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_say_is_noted() {
        let mut info = SearchInfo::default();
        note(&mut info, "depth 12 seldepth 18 multipv 1 score cp -31 nodes 70000 nps 1 pv e2e4 e7e5");
        let known = SearchInfo { score: Some(-31), depth: Some(12), nodes: Some(70_000) };
        assert_eq!(info, known);
        for text in
            ["string depth 3", "depth 9 multipv 2 score cp 5", "currmove e2e4", "score cp", "nodes -1", ""]
        {
            note(&mut info, text);
            assert_eq!(info, known, "{text}");
        }
        note(&mut info, "score mate -2 depth x");
        assert_eq!(info, SearchInfo { score: Some(4 - MATE), ..known });
        note(&mut info, "score mate 1");
        assert_eq!(info.score, Some(MATE - 1));
        note(&mut info, "score cp 9223372036854775807 depth 99999999999999999999");
        assert_eq!(info.score, Some(MATE / 2));
    }

    #[test]
    fn options_have_names() {
        assert_eq!(option_name("option name Clear Hash type button"), Some("Clear Hash"));
        assert_eq!(option_name("option name Hash type spin default 16 min 1 max 9"), Some("Hash"));
        assert_eq!(option_name("id name Hash"), None);
    }
}
