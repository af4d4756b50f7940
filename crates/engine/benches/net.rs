//! The cost of a network: instructions for one evaluation, counted by callgrind and bounded.
//!
//! The loops of the network are written so that the compiler vectorises them. If it no longer does, nothing reports it except
//! an evaluation that costs several times as much.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports by printing")]

use std::hint::black_box;
use std::process::{Command, ExitCode};

use beaufort_engine::{Evaluation, Residual};
use beaufort_rules::{Position, builtin};

/// The games, with the most instructions that the network may take to evaluate the array from scratch (a row for each piece and
/// perspective, and the output). The bounds are a quarter above the measured counts.
const BOUNDS: [(&str, u64); 3] = [("orthochess", 7_500), ("scirocco", 12_000), ("larger-board", 10_700)];
/// The option with which the program evaluates an array itself, a given number of times.
const REPEAT: &str = "--repeat";
/// Numbers of evaluations in the two runs; their difference leaves out the cost of reading the game.
const TIMES: [u64; 2] = [100, 1_100];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let result = match arguments.iter().position(|argument| argument == REPEAT) {
        Some(place) => repeat(&arguments[place + 1..]),
        None => compare(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Compares the measured costs with the bounds.
fn compare() -> Result<(), String> {
    let mut dear = Vec::new();
    for (game, bound) in BOUNDS {
        let instructions = cost(game, "net")? - cost(game, "weights")?;
        println!("{game}: {instructions} instructions for the network's part of a score, at most {bound}");
        if instructions > bound {
            dear.push(game);
        }
    }
    if dear.is_empty() { Ok(()) } else { Err(format!("too many instructions: {}", dear.join(", "))) }
}

/// Returns the instructions of one evaluation by weights alone or with the net of the game.
fn cost(game: &str, evaluation: &str) -> Result<u64, String> {
    let [few, many] = TIMES.map(|times| count(game, evaluation, times));
    Ok((many? - few?) / (TIMES[1] - TIMES[0]))
}

/// Returns the instructions that this program takes to evaluate the array of a game `times` times.
fn count(game: &str, evaluation: &str, times: u64) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| format!("this program is nowhere: {error}"))?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    let said = valgrind.args([REPEAT, game, evaluation, &times.to_string()]).output().map_err(|error| {
        format!(
            "cannot start valgrind, which counts instructions: {error} (Debian: apt-get install valgrind)"
        )
    })?;
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let collected = said.lines().rev().find_map(|line| line.split_once("Collected : "));
    let instructions = collected.and_then(|(_, number)| number.trim().parse().ok());
    instructions.ok_or_else(|| format!("valgrind counted nothing: {said}"))
}

/// Evaluates the array of a game repeatedly.
fn repeat(arguments: &[String]) -> Result<(), String> {
    let [game, evaluation, times] = arguments else {
        return Err(format!("expected {REPEAT} GAME net|weights TIMES"));
    };
    let game = builtin::game(game).ok_or_else(|| format!("there is no game {game}"))?;
    let learned = Evaluation::new(&game);
    let evaluation = if evaluation == "net" { learned } else { learned.with_residual(Residual::default()) };
    let times: u64 = times.parse().map_err(|error| format!("{times} is no number: {error}"))?;
    let position = Position::initial(&game);
    for _ in 0..times {
        black_box(evaluation.evaluate(black_box(&position)));
    }
    Ok(())
}
