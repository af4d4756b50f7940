//! A load test of `beaufort serve`: many games at once, each with two players and a watcher who are connected by WebSockets.
//!
//! The players play random turns among those that the server offers, at a steady pace (`game`). The test measures the time
//! from the moment in which a turn is sent to the moment in which the opponent and the watcher have it (`report`). The server may be
//! killed again and again meanwhile (`program`); then every connection is made anew, and what the server has kept is compared
//! with what it had acknowledged: no turn may be lost, none may be there twice, and each game has to go on. Where there are several
//! servers the three of each game are at different ones, and one server after the other is killed.

mod attack;
mod connection;
mod game;
mod nats;
mod postgres;
mod program;
mod report;
mod script;
mod siege;
mod visitor;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::{interval, sleep, sleep_until};

pub use attack::Attack;
use game::{Fault, Game};
pub use nats::NatsServer;
pub use postgres::PostgresServer;
use program::Program;
use report::Tally;
pub use report::{Percentiles, Report};
use siege::Attackers;
pub use siege::{Blows, Siege};
use visitor::Visitor;

/// How the names of the sessions and all keys begin: so they can be found where they should not be.
pub const SECRET: &str = "load-secret-";

/// The most games that connect at the same time, so that the beginning is no load of its own.
const MAX_CONNECTING: usize = 32;
/// How long a server may take until it is there, and a game until it has played its last turn.
const PATIENCE: Duration = Duration::from_secs(120);

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program `beaufort`.
    pub program: PathBuf,
    /// Further arguments of its command `serve`.
    pub arguments: Vec<String>,
    /// The number of servers; several of them need a database and NATS, which the arguments name.
    pub servers: usize,
    /// The folder in which the server keeps the games, and where its log is written.
    pub data: PathBuf,
    /// The number of games at once.
    pub games: usize,
    /// The rulesets: the games have them in turn.
    pub rulesets: Vec<String>,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// How long it is measured at least, from when all are connected.
    pub time: Duration,
    /// How many turns each game has at least, on average.
    pub turns: usize,
    /// The time between two kills of a server, if it is to be killed; then it is killed at least once.
    pub kill_every: Option<Duration>,
    /// From how many addresses the server is besieged while the games are played; then the world knows it under a name.
    pub besiegers: usize,
    /// How many hostile messages of each kind are sent to one of the games afterwards, while all are played on.
    pub hostile: usize,
}

/// Runs the server and plays on it.
///
/// # Errors
/// If the server cannot be started, or is not there in time.
pub async fn run(options: &Options) -> Result<Report, String> {
    let mut program = Program::start(options).await?;
    let tally = Arc::new(Tally::new(program.addresses()));
    let connecting = Arc::new(Semaphore::new(MAX_CONNECTING));
    let games: Vec<_> = (0..options.games)
        .map(|number| {
            let game = Game::new(number, options, Arc::clone(&tally));
            tokio::spawn(game.run(Arc::clone(&connecting)))
        })
        .collect();
    tally.wait_for_entries(options.games).await;
    tally.begin();
    let attackers = (options.besiegers > 0).then(|| Attackers::begin(tally.addresses[0], options.besiegers));
    let begun = Instant::now();
    let mut memory = interval(Duration::from_secs(1));
    let mut next_kill = options.kill_every.map(|every| begun + every);
    let mut kills = 0;
    while !is_enough(options, &tally, begun, kills) {
        tokio::select! {
            _ = memory.tick() => tally.note_memory(program.memory_kib()),
            () = sleep_until(next_kill.unwrap_or(begun).into()), if next_kill.is_some() => {
                program.kill_and_restart(kills % options.servers).await?;
                kills += 1;
                next_kill = options.kill_every.map(|every| Instant::now() + every);
            }
            () = sleep(Duration::from_millis(100)) => {}
        }
    }
    let time = begun.elapsed();
    let mut faults = Vec::new();
    let quiet = tally.turns();
    let mut attack = None;
    if options.hostile > 0 {
        let visitor = Visitor { server: tally.addresses[0], from: None };
        match attack::attack(&visitor, &tally.session(), options.hostile).await {
            Ok(done) => attack = Some(done),
            Err(problem) => faults.push(format!("a hostile message: {problem}")),
        }
    }
    tally.end();
    for (number, game) in games.into_iter().enumerate() {
        match tokio::time::timeout(PATIENCE, game).await {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(Fault(fault)))) => faults.push(format!("game {number}: {fault}")),
            Ok(Err(panic)) => faults.push(format!("game {number}: {panic}")),
            Err(_) => faults.push(format!("game {number} does not go on")),
        }
    }
    tally.note_memory(program.memory_kib());
    let siege = attackers.map(|attackers| attackers.end(&options.data));
    faults.extend(program.end().await.err());
    Ok(Report { siege, ..tally.report(time, quiet, attack, kills, faults) })
}

/// Returns whether there has been enough of everything.
fn is_enough(options: &Options, tally: &Tally, begun: Instant, kills: usize) -> bool {
    tally.has_fault()
        || begun.elapsed() >= options.time
            && tally.turns() >= options.turns * options.games
            && (kills > 0 || options.kill_every.is_none())
}
