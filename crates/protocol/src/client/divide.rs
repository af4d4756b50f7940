//! Programs that list the turns of a position and count leaves, by the command `go perft` of Stockfish.

use std::time::{Duration, Instant};

use super::process::Process;
use super::{Program, ProgramError};
use crate::uci::command::UciCommand;

/// A conversation with a program that counts leaves.
#[derive(Debug)]
pub struct Divider {
    process: Process,
}

impl Divider {
    /// Starts a program that speaks UCI, sets its options and chooses a variant.
    ///
    /// # Errors
    /// If it does not start, or does not answer in 20 seconds.
    pub fn open(program: &Program) -> Result<Divider, ProgramError> {
        let mut process = Process::start(&program.command)?;
        process.send(UciCommand::Uci)?;
        process.expect("uciok", |_| {})?;
        let variant = program.variant.iter().map(|variant| ("UCI_Variant", variant.as_str()));
        let options = program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in options.chain(variant) {
            process.send(UciCommand::SetOption { name, value: Some(value) })?;
        }
        process.send(UciCommand::NewGame)?;
        process.send(UciCommand::IsReady)?;
        process.expect("readyok", |_| {})?;
        Ok(Divider { process })
    }

    /// Returns the turns in the position after some turns from the initial array, and the number of leaves at a depth, in plies.
    ///
    /// # Errors
    /// If the program does not answer in time.
    pub fn divide(
        &mut self,
        turns: &[String],
        depth: u32,
        patience: Duration,
    ) -> Result<(Vec<String>, u64), ProgramError> {
        let moves = turns.iter().map(String::as_str).collect();
        self.process.send(UciCommand::Position { start: None, moves })?;
        self.process.send(format_args!("go perft {depth}"))?;
        let mut found = Vec::new();
        let leaves = self.process.find(Instant::now() + patience, |line| {
            if let Some(number) = line.strip_prefix("Nodes searched: ") {
                return number.trim().parse().ok();
            }
            let turn = line.split_once(": ").filter(|(_, number)| number.parse::<u64>().is_ok());
            found.extend(turn.map(|(turn, _)| turn.to_owned()));
            None
        })?;
        Ok((found, leaves))
    }
}
