//! `beaufort bench`: how fast the engine is, and whether it still searches the same.

use std::fmt::Write as _;
use std::sync::Arc;

use beaufort_engine::{Options, bench};
use beaufort_rules::Game;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::builtin_game;
use crate::output;

/// Measure the engine: nodes to a fixed depth, and its speed
///
/// The engine searches a few fixed positions of each game. With one thread the nodes are the same with every run on every
/// machine: if the last line changes, the search has changed. `ready` is how long it takes to find out what the pieces are
/// worth.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort bench                        the games of the signature: Scirocco to orthodox chess
  beaufort bench scirocco jupiter       two of them
  beaufort bench typhoon --depth 8
  beaufort bench typhoon --depth 8 --threads 2     the same on two processors; the nodes differ from run to run")]
pub(crate) struct BenchArgs {
    /// The games; those of the signature if none is named
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// The depth of every search, in turns of either side
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=50))]
    depth: u32,
    /// The engine's memory in MiB
    #[arg(long, value_name = "MIB", default_value_t = bench::HASH_MIB, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// The number of threads that search together
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl BenchArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let named: Vec<&str> = self.games.iter().map(String::as_str).collect();
        let names = if named.is_empty() { &bench::GAMES[..] } else { &named };
        let games: Vec<Arc<Game>> = names.iter().map(|name| builtin_game(name)).collect::<Result<_, _>>()?;
        let options = Options { hash_mib: self.hash as usize, threads: self.threads.into() };
        let mut text = format!(
            "{:<16}{:>7}{:>12}{:>12}{:>10}{:>10}\n",
            "game", "depth", "nodes", "nodes/s", "time", "ready"
        );
        let mut total = 0;
        for game in games {
            let measure = bench::measure(&game, self.depth, options);
            total += measure.nodes;
            writeln!(
                text,
                "{:<16}{:>7}{:>12}{:>12.0}{:>8.3} s{:>8.3} s",
                game.definition().id,
                self.depth,
                measure.nodes,
                measure.speed(),
                measure.time.as_secs_f64(),
                measure.creation.as_secs_f64(),
            )
            .expect("writing to a string succeeds");
        }
        writeln!(text, "total: {total} nodes").expect("writing to a string succeeds");
        Ok(output::styled(&text)?)
    }
}
