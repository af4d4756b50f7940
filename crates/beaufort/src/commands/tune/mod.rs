//! `beaufort tune`: what the pieces are worth, learned from games of the engine against itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use beaufort_engine::Evaluation;
use beaufort_lab::Plan;
use beaufort_lab::tune::{SampleRow, SelfPlay, TuneSettings, Tuning};
use beaufort_rules::Game;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::GameArgs;
use crate::game_log::GameLog;
use crate::output::{self, Status};
use crate::stop::{processors, stop_at_ctrl_c};

/// Learn what the pieces are worth from games of the engine against itself
///
/// The engine plays by what the rules say of the pieces; set-ups and first plies of each game are random. What is
/// learned are the weights with which the evaluation of quiet positions predicts best what came of them. They are
/// written to GAME.tuned.toml; beside a game file of your own, the engine reads them from there. --page writes a page
/// about them, with every worth and its bounds and a plot of the loss.
///
/// Game number n is always the same game, however many threads there are. Finished games are kept in GAME.tune.jsonl, a
/// line each. The same command goes on where it was stopped, by Ctrl-C or otherwise; with a greater number of games it
/// plays only those that are missing. Games of other settings are refused.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort tune [OPTIONS] <GAME>\n       beaufort tune [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort tune scirocco --games 4000                         weights in scirocco.tuned.toml
  beaufort tune scirocco --games 4000 --page worths.md        and a page about them
  beaufort tune --game-file my.toml --out my.tuned.toml       a game of your own"
)]
pub(crate) struct TuneArgs {
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
    /// How many plies of each game are random before the engine begins
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u16))]
    opening: u16,
    /// The number of plies after which a game is a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// The share of the search's opinion in what is learned, in percent; the rest is the result of the game
    #[arg(long, value_name = "PERCENT", default_value = "50", value_parser = clap::value_parser!(u8).range(0..=100))]
    trust: u8,
    /// How often everything is learned anew for the bounds
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u16).range(0..=1000))]
    repeats: u16,
    /// How many games are played at a time; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file for the weights; without it, GAME.tuned.toml
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page about the weights, and a plot of the loss beside it
    #[arg(long, value_name = "FILE.md")]
    page: Option<PathBuf>,
    /// The file for the finished games; without it, GAME.tune.jsonl
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

impl TuneArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        #[cfg(not(feature = "plots"))]
        if self.page.is_some() {
            return Err(Failure::left_out("the page of `beaufort tune`", "plots"));
        }
        let game = self.game.load()?;
        let id = &game.definition().id;
        let derived = Arc::new(Evaluation::derived(&game));
        let self_play = SelfPlay::new(&game, &derived, self.plan(id));
        let data = self.data.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.tune.jsonl")));
        let (mut game_log, rows): (_, Vec<SampleRow>) = GameLog::open(&data, "tuning", self_play.plan())?;
        let mut rows: Vec<SampleRow> = rows.into_iter().filter(|row| row.number < self.games).collect();
        let known: BTreeSet<u32> = rows.iter().map(|row| row.number).collect();
        let missing: Vec<u32> = (0..self.games).filter(|number| !known.contains(number)).collect();
        let stop = stop_at_ctrl_c()?;
        if !missing.is_empty() {
            let threads = self.threads.map_or_else(processors, usize::from);
            game_log.collect(&mut rows, missing.len(), &stop, |on_game| {
                self_play.play(&missing, threads, &stop, on_game);
            })?;
        }
        rows.sort_by_key(|row| row.number);
        let tuning = self.learn(&game, &derived, &rows, &stop, &data)?;
        self.write(&game, &derived, &tuning)
    }

    /// Learns from all games.
    fn learn(
        &self,
        game: &Arc<Game>,
        derived: &Evaluation,
        rows: &[SampleRow],
        stop: &AtomicBool,
        data: &Path,
    ) -> Result<Tuning, Failure> {
        let settings = TuneSettings {
            seed: self.seed,
            trust: f64::from(self.trust) / 100.0,
            repeats: usize::from(self.repeats),
            ..TuneSettings::default()
        };
        let status = Status::new();
        let mut tell = |done: usize, all: usize| {
            status.show(&format!("Learning: {} of at most 100%", 100 * done / all.max(1)));
            !stop.load(Ordering::Relaxed)
        };
        let learned = Tuning::learn(game, derived, rows, &settings, &mut tell);
        drop(status);
        let learned = learned.map_err(|error| Failure::user(format_args!("{}: {error}", data.display())))?;
        learned.ok_or(Failure::Interrupted)
    }

    /// Writes what was learned.
    fn write(&self, game: &Game, derived: &Evaluation, tuning: &Tuning) -> Result<(), Failure> {
        let id = &game.definition().id;
        let command = self.command();
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.tuned.toml")));
        let weights = derived.with_weights(tuning.weights.clone());
        output::write_file(&out, weights.text(game, &tuning.comment(game, &command)).as_bytes())?;
        #[cfg(feature = "plots")]
        if let Some(page) = &self.page {
            let plot = page.with_extension("svg");
            let name = plot.file_name().unwrap_or_default().to_string_lossy();
            output::write_file(page, tuning.page(game, derived, &command, &name).as_bytes())?;
            let title = format!("{}: the loss while learning", game.definition().name);
            output::write_file(&plot, beaufort_lab::study::losses(&title, &tuning.losses).as_bytes())?;
        }
        let [before, after] = tuning.gain();
        output::styled(&format!(
            "The loss fell from {before:.5} to {after:.5}; the weights are in {}\n",
            out.display()
        ))
    }

    /// Returns the command that learns the same, however many threads there are.
    fn command(&self) -> String {
        let TuneArgs { games, nodes, seed, opening, max_plies, trust, .. } = self;
        format!(
            "beaufort tune {} --games {games} --nodes {nodes} --seed {seed} --opening {opening} \
             --max-plies {max_plies} --trust {trust}",
            self.game.words()
        )
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
}
