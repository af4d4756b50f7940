//! The line protocol, seen from the side that asks: see `docs/protocol-line.md`.

use std::time::Instant;

use beaufort_engine::Limits;
use beaufort_rules::{Position, Turn};

use super::process::{Process, failed};
use super::{Program, ProtocolClient, START_TIMEOUT, illegal, says};
use crate::players::{PlayerError, Reply, SearchInfo, TurnRequest};

/// A conversation in lines.
pub(super) struct LineClient {
    process: Process,
    program: Program,
}

/// What an engine may say.
enum LineReply {
    Ready,
    Turn(String),
    Error(String),
}

impl LineClient {
    pub(super) fn open(program: &Program) -> Result<LineClient, PlayerError> {
        let mut process = Process::start(&program.command)?;
        for (name, value) in &program.options {
            process.send(&format!("option {name} {value}"))?;
        }
        Ok(LineClient { process, program: program.clone() })
    }

    /// Returns what the engine says next, but for its thoughts, which are noted.
    fn said(&mut self, deadline: Instant, info: &mut SearchInfo) -> Result<LineReply, PlayerError> {
        self.process.find(deadline, |line| {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "info" => note(info, rest),
                "ready" => return Some(LineReply::Ready),
                "turn" => return Some(LineReply::Turn(rest.trim().to_owned())),
                "error" => return Some(LineReply::Error(rest.to_owned())),
                _ => {}
            }
            None
        })
    }
}

impl ProtocolClient for LineClient {
    fn new_game(&mut self, start: &Position) -> Result<(), PlayerError> {
        let id = self.program.variant.as_ref().unwrap_or(&start.game().definition().id);
        self.process.send(&format!("game {id}"))?;
        let said = self.said(Instant::now() + START_TIMEOUT, &mut SearchInfo::default());
        match said {
            Ok(LineReply::Ready) => Ok(()),
            Ok(LineReply::Error(error)) => Err(says(&error)),
            Ok(LineReply::Turn(_)) | Err(PlayerError::Silent) => Err(failed("did not say `ready`")),
            Err(refusal) => Err(refusal),
        }
    }

    fn ask(
        &mut self,
        request: &TurnRequest<'_>,
        limits: &Limits,
        deadline: Instant,
    ) -> Result<Reply, PlayerError> {
        self.process.send(&position(request))?;
        self.process.send(&super::go(&clock(limits), "time", limits))?;
        let mut info = SearchInfo::default();
        match self.said(deadline, &mut info)? {
            LineReply::Turn(text) => Ok(Reply { turn: read(request.position, &text)?, info }),
            LineReply::Error(error) => Err(says(&error)),
            LineReply::Ready => Err(failed("says `ready` instead of a turn")),
        }
    }
}

/// Returns the command that tells of a position: one after which nothing can occur that occurred before it, and the turns
/// since, so that the engine can see repetitions.
fn position(request: &TurnRequest<'_>) -> String {
    let recent = request.position.repeatable_keys().count().min(request.turns.len());
    let (old, recent) = request.turns.split_at(request.turns.len() - recent);
    let mut position = request.start.clone();
    old.iter().for_each(|&turn| position.play_unchecked(turn));
    let mut text = format!("position {}", position.start_text());
    for (index, &turn) in recent.iter().enumerate() {
        text += if index == 0 { " turns " } else { " " };
        text += &position.turn_text(turn).expect("the turns of a game are legal");
        position.play_unchecked(turn);
    }
    text
}

/// Returns what the engine's clock shows, if there is one.
fn clock(limits: &Limits) -> String {
    let Some(clock) = limits.clock else { return String::new() };
    format!(" clock {} {}", clock.remaining.as_millis(), clock.increment.as_millis())
}

/// Reads a turn in any way in which the protocol lets engines write it: in the game's notation, in coordinates, or as the
/// position that it leads to.
fn read(position: &Position, text: &str) -> Result<Turn, PlayerError> {
    let legal = position.legal_turns();
    if text.contains(' ') {
        let result = Position::parse(position.game(), text).map_err(|_| illegal(text))?;
        return legal
            .into_iter()
            .find(|&turn| leads_to(position, turn, &result))
            .ok_or_else(|| illegal(text));
    }
    if let Ok(turn) = position.read_coordinates(text) {
        return Ok(turn);
    }
    let turn = position.read_turn(text).map_err(|_| illegal(text))?;
    let mut result = position.clone();
    result.play_unchecked(turn);
    legal.into_iter().find(|&legal| leads_to(position, legal, &result)).ok_or_else(|| illegal(text))
}

fn leads_to(position: &Position, turn: Turn, result: &Position) -> bool {
    let mut after = position.clone();
    after.play_unchecked(turn);
    after == *result
}

/// Notes what a line says.
fn note(info: &mut SearchInfo, text: &str) {
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let number = words.next().and_then(|word| word.parse::<i64>().ok());
        match (word, number) {
            ("score", Some(score)) => info.score = i32::try_from(score).ok(),
            ("depth", Some(depth)) => info.depth = u32::try_from(depth).ok(),
            ("nodes", Some(nodes)) => info.nodes = u64::try_from(nodes).ok(),
            _ => {}
        }
    }
}
