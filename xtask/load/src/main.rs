//! `cargo xtask load`: the load test of the server.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool reports by printing")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use beaufort_load::Options;
use clap::Parser;

/// Plays many games at once on a server that it starts, each with two players and a watcher, and measures how long a turn takes
/// to reach the opponent
#[derive(Debug, Parser)]
#[command(name = "cargo xtask load")]
struct Arguments {
    /// The program `beaufort`
    program: PathBuf,
    /// How many games are played at once
    #[arg(long, default_value = "200", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// How long it is measured, in seconds
    #[arg(long, default_value = "60", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// The time between two turns of a game, in milliseconds
    #[arg(long, value_name = "MS", default_value = "1000")]
    pace: u32,
    /// The ruleset; may be given several times: the games have them in turn
    #[arg(long = "game", value_name = "ID", default_values = ["scirocco", "typhoon", "jupiter", "larger-board"])]
    rulesets: Vec<String>,
    /// Kill the server every ten seconds, and start it again
    #[arg(long)]
    kill: bool,
    /// What the server logs
    #[arg(long, value_name = "FILTER", default_value = "warn")]
    log: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the test and prints what it has found. Returns whether nothing was wrong.
async fn run(arguments: Arguments) -> Result<bool, String> {
    let data = tempfile::tempdir().map_err(|error| format!("cannot make a folder for the games: {error}"))?;
    let options = Options {
        program: arguments.program,
        arguments: vec!["--log".to_owned(), arguments.log],
        data: data.path().to_owned(),
        games: arguments.games as usize,
        rulesets: arguments.rulesets,
        pace: Duration::from_millis(arguments.pace.into()),
        time: Duration::from_secs(arguments.seconds.into()),
        turns: 0,
        kill_every: arguments.kill.then_some(Duration::from_secs(10)),
    };
    println!(
        "{} games of {}, a turn each {} ms",
        options.games,
        options.rulesets.join(", "),
        options.pace.as_millis()
    );
    let report = beaufort_load::run(&options).await?;
    print!("{report}");
    if !report.faults.is_empty() {
        // The folder is kept: it has the games and the log of the server.
        println!("the games and the log of the server are in {}", data.keep().display());
        return Ok(false);
    }
    Ok(true)
}
