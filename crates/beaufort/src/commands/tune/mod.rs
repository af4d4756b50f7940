//! `beaufort tune`: what the pieces are worth, learned from games of the engine against itself.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use beaufort_engine::Evaluation;
use beaufort_tune::{Plan, Row, SelfPlay};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::GameArgs;
use crate::ledger::{self, Ledger};
use crate::progress::Progress;
use crate::stop::{processors, stop_at_ctrl_c};

/// Learn what the pieces are worth from games of the engine against itself
///
/// Game number n is always the same game, however many threads there are. Finished games are kept in GAME.tune.jsonl, a
/// line each. The same command goes on where it was stopped, by Ctrl-C or otherwise; with a greater number of games it
/// plays only those that are missing. Games of other settings are refused.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort tune scirocco --games 4000 --nodes 400      learn from 4000 games")]
pub(crate) struct Tune {
    #[command(flatten)]
    game: GameArgs,
    /// The number of games
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// How many positions the engine looks at for a turn
    #[arg(long, value_name = "N", default_value = "400", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What everything random depends on
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How many plies of each game are drawn by lot before the engine begins
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u16))]
    opening: u16,
    /// The number of plies after which a game is a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// How many games are played at a time; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file for the finished games; without it, GAME.tune.jsonl
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

impl Tune {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.load()?;
        let id = game.definition().id.clone();
        let self_play = SelfPlay::new(&game, &Arc::new(Evaluation::new(&game)), self.plan(&id));
        let data = self.data.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.tune.jsonl")));
        let (mut ledger, rows) = Ledger::open(&data, self_play.plan())?;
        let mut rows: Vec<Row> = rows.into_iter().filter(|row| row.number < self.games).collect();
        let known: BTreeSet<u32> = rows.iter().map(|row| row.number).collect();
        let missing: Vec<u32> = (0..self.games).filter(|number| !known.contains(number)).collect();
        if !missing.is_empty() {
            self.play(&self_play, &missing, &mut ledger, &mut rows)?;
        }
        Ok(())
    }

    fn plan(&self, game: &str) -> Plan {
        Plan {
            game: game.to_owned(),
            nodes: self.nodes,
            seed: self.seed,
            opening: usize::from(self.opening),
            max_plies: self.max_plies as usize,
        }
    }

    /// Plays games and keeps them.
    fn play(
        &self,
        self_play: &SelfPlay,
        missing: &[u32],
        ledger: &mut Ledger,
        rows: &mut Vec<Row>,
    ) -> Result<(), Failure> {
        let stop = stop_at_ctrl_c()?;
        let threads = self.threads.map_or_else(processors, usize::from);
        let mut trouble = None;
        let mut progress = Progress::new(rows.len(), missing.len());
        self_play.play(missing, threads, &stop, |row| {
            if let Err(failure) = ledger.add(&row) {
                trouble.get_or_insert(failure);
                stop.store(true, Ordering::Relaxed);
            }
            progress.tell();
            rows.push(row);
        });
        drop(progress);
        trouble.map_or(Ok(()), Err)?;
        if stop.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl ledger::Plan for Plan {
    type Row = Row;

    const PURPOSE: &'static str = "tuning";

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("game", self.game.clone()),
            ("nodes", self.nodes.to_string()),
            ("seed", self.seed.to_string()),
            ("opening", self.opening.to_string()),
            ("max-plies", self.max_plies.to_string()),
        ]
    }
}
