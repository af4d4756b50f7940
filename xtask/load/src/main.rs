//! `cargo xtask load`: the load test of the server.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool reports by printing")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use beaufort_load::{NatsServer, Options, PostgresServer};
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
    /// Interval in seconds at which a server is killed with SIGKILL and restarted
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "10", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    kill: Option<u32>,
    /// How many servers there are; several of them share a PostgreSQL database and NATS
    ///
    /// Without --database and --nats the test starts both itself, in a temporary folder; then the database does not wait for the disk.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..=16))]
    servers: u32,
    /// The PostgreSQL database, with nothing in it yet
    #[arg(long, value_name = "URL", requires = "nats")]
    database: Option<String>,
    /// The NATS server
    #[arg(long, value_name = "URL", requires = "database")]
    nats: Option<String>,
    /// Number of hostile messages of each kind to send to a game while all games go on
    #[arg(long, value_name = "COUNT", default_value = "0", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    hostile: u32,
    /// Number of addresses that attack the server in every known way while the games go on
    ///
    /// The server gets a public address. It is a fault if 99 of 100 turns take longer than 250 ms, or the server more than 1 GB of
    /// memory, 1 GB of the disk or 1 MB of its log, or if it gives no reason for a refusal.
    #[arg(long, value_name = "ADDRESSES", num_args = 0..=1, default_value = "0", default_missing_value = "20", value_parser = clap::value_parser!(u32).range(0..=1000), conflicts_with_all = ["servers", "kill", "hostile"])]
    siege: u32,
    /// The log filter of the server
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

/// The database and NATS that several servers share.
struct Shared {
    /// The addresses of the database and of NATS, if they are used.
    urls: Option<(String, String)>,
    /// Both as the test has started them itself; they live as long as this.
    _own: Option<(PostgresServer, NatsServer)>,
}

impl Shared {
    /// Takes what is there, or starts what several servers need.
    fn new(servers: u32, urls: Option<(String, String)>) -> Result<Shared, String> {
        if servers == 1 || urls.is_some() {
            return Ok(Shared { urls, _own: None });
        }
        let (postgres, nats) = (PostgresServer::start()?, NatsServer::start()?);
        let urls = Some((postgres.database("load")?, nats.url()));
        Ok(Shared { urls, _own: Some((postgres, nats)) })
    }

    /// Returns the settings that the servers get.
    fn arguments(&self) -> Vec<String> {
        let urls = self.urls.iter();
        urls.flat_map(|(database, nats)| ["--database", database, "--nats", nats])
            .map(str::to_owned)
            .collect()
    }
}

/// Runs the test and prints what it has found. Returns whether nothing was wrong.
async fn run(arguments: Arguments) -> Result<bool, String> {
    let data = tempfile::tempdir().map_err(|error| format!("cannot make a folder for the games: {error}"))?;
    let shared = Shared::new(arguments.servers, arguments.database.zip(arguments.nats))?;
    let options = Options {
        program: arguments.program,
        arguments: ["--log".to_owned(), arguments.log].into_iter().chain(shared.arguments()).collect(),
        servers: arguments.servers as usize,
        data: data.path().to_owned(),
        games: arguments.games as usize,
        rulesets: arguments.rulesets,
        pace: Duration::from_millis(arguments.pace.into()),
        time: Duration::from_secs(arguments.seconds.into()),
        turns: 0,
        hostile: arguments.hostile as usize,
        besiegers: arguments.siege as usize,
        kill_every: arguments.kill.map(|seconds| Duration::from_secs(seconds.into())),
    };
    println!(
        "{} servers, {} games of {}, a turn each {} ms",
        options.servers,
        options.games,
        options.rulesets.join(", "),
        options.pace.as_millis()
    );
    let mut report = beaufort_load::run(&options).await?;
    report.faults.extend(report.beyond_the_bounds());
    print!("{report}");
    if !report.faults.is_empty() {
        // The folder is kept: it has the games and the log of the server.
        println!("the games and the log of the server are in {}", data.keep().display());
        return Ok(false);
    }
    Ok(true)
}
