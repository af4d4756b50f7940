//! `beaufort tune`: the values of the pieces, learned from games of the engine against itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use beaufort_engine::{Evaluation, Signal};
use beaufort_lab::selfplay::SelfPlayGame;
use beaufort_lab::tune::{TuneSettings, Tuning};
use beaufort_rules::Game;
use clap::Args;

use crate::commands::self_play::SelfPlayArgs;
use crate::failure::Failure;
use crate::game_args::GameArgs;
use crate::output::{self, Status};
use crate::output_file;
use crate::stop::stop_at_ctrl_c;

/// Learn the values of the pieces from games of the engine against itself
///
/// The engine plays by what it knows of the pieces, or what --eval says; set-ups and first plies of each game are random.
/// Tuning finds the weights with which the evaluation of quiet positions best predicts the results of the games. They are
/// written to GAME.tuned.toml. For a game file of your own, FILE.toml, this is FILE.tuned.toml beside it, where the engine
/// reads it by itself; so it is with the games. --page writes a page about the weights, with every worth and its bounds and
/// a plot of the loss.
///
/// Game number n is always the same game, however many threads there are. Finished games are kept in the folder GAME.games, in tables
/// as those of `beaufort study`, from which `beaufort train` learns, too. The same command goes on where it was stopped, by Ctrl-C or
/// otherwise; with a greater number of games it plays only those that are missing, by what the engine knew for the others.
/// Games of other settings are refused.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort tune [OPTIONS] <GAME>\n       beaufort tune [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort tune scirocco --games 4000                         weights in scirocco.tuned.toml
  beaufort tune scirocco --games 4000 --page worths.md        and a page about them
  beaufort tune scirocco --games 4000 --warm-start            the weights below a net, in scirocco.net
  beaufort tune --game-file my.toml                           a game of your own, in my.tuned.toml"
)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    self_play: SelfPlayArgs,
    /// The share of the search's opinion in what is learned, in percent; the rest is the result of the game
    #[arg(long, value_name = "PERCENT", default_value = "50", value_parser = clap::value_parser!(u8).range(0..=100))]
    trust: u8,
    /// Go on from what the engine plays by, instead of what the rules say; the table and the network of a net are kept, and a net
    /// is written
    #[arg(long, alias = "keep-net")]
    warm_start: bool,
    /// How often everything is learned anew for the bounds
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u16).range(0..=1000))]
    repeats: u16,
    /// The file for the weights; without it, GAME.tuned.toml, or FILE.tuned.toml beside FILE.toml; .net for .tuned.toml
    /// where a net is kept
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page about the weights, and a plot of the loss beside it
    #[arg(long, value_name = "FILE.md")]
    page: Option<PathBuf>,
}

impl TuneArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.load()?;
        let data = self.self_play.data(&self.game, &game);
        let evaluation = self.self_play.evaluation(&self.game, &game, &data)?;
        let begun = if self.warm_start { (*evaluation).clone() } else { Evaluation::derived(&game) };
        let stop = stop_at_ctrl_c()?;
        let kind = if begun.residual().is_empty() { "tuned.toml" } else { "net" };
        let out = self.out.clone().unwrap_or_else(|| self.game.output(&game, kind));
        let plot = self.page.as_ref().map(|page| page.with_extension("svg"));
        let own = self.game.file().map(|file| ("--game-file", file));
        let page = self.page.as_deref().map(|page| ("--page", page));
        let plot = plot.as_deref().map(|plot| ("the plot of --page", plot));
        let written = [("--out", out.as_path())].into_iter().chain(page).chain(plot);
        output_file::check_distinct(self.self_play.files(&data).chain(own).chain(written.clone()))?;
        for (_, path) in written {
            output_file::check_writable(path)?;
        }
        let rows = self.self_play.games(&game, &evaluation, &data, &stop)?;
        let tuning = self.learn(&game, &begun, &rows, &stop, &data)?;
        self.write(&game, &begun, &tuning, &out)
    }

    /// Fits the weights to all games.
    fn learn(
        &self,
        game: &Arc<Game>,
        begun: &Evaluation,
        rows: &[SelfPlayGame],
        stop: &Signal,
        data: &Path,
    ) -> Result<Tuning, Failure> {
        let settings = TuneSettings {
            seed: self.self_play.seed,
            trust: f64::from(self.trust) / 100.0,
            repeats: usize::from(self.repeats),
            ..TuneSettings::default()
        };
        let status = Status::new();
        let mut tell = |done: usize, all: usize| {
            status.show(&format!("Learning: {} of at most 100%", 100 * done / all.max(1)));
            !stop.is_stopped()
        };
        let learned = Tuning::learn(game, begun, rows, &settings, &mut tell);
        drop(status);
        let learned = learned.map_err(|error| self.self_play.wrong(data, error))?;
        learned.ok_or(Failure::Interrupted)
    }

    /// Writes the weights.
    fn write(
        &self,
        game: &Arc<Game>,
        begun: &Evaluation,
        tuning: &Tuning,
        out: &Path,
    ) -> Result<(), Failure> {
        let command = self.command();
        let learned = begun.with_weights(tuning.weights.clone());
        let file = match begun.residual().is_empty() {
            true => learned.text(game, &tuning.comment(game, &command)).into_bytes(),
            false => learned.with_residual(begun.residual().clone()).net_bytes(),
        };
        output_file::write_file(out, &file)?;
        if let Some(page) = &self.page {
            let plot = page.with_extension("svg");
            let name = plot.file_name().unwrap_or_default().to_string_lossy();
            let derived = Evaluation::derived(game);
            output_file::write_file(page, tuning.page(game, &derived, &command, &name).as_bytes())?;
            let title = format!("{}: the loss while learning", game.definition().name);
            output_file::write_file(
                &plot,
                beaufort_lab::study::losses(&title, &tuning.progress.losses).as_bytes(),
            )?;
        }
        let [before, after] = tuning.progress.gain();
        Ok(output::styled(&format!(
            "The loss fell from {before:.5} to {after:.5}; the weights are in {}\n",
            out.display()
        ))?)
    }

    /// Returns the command that gives the same result, on any number of threads.
    fn command(&self) -> String {
        let begun = if self.warm_start { " --warm-start" } else { "" };
        format!(
            "beaufort tune {} {} --trust {}{begun}",
            self.game.words(None),
            self.self_play.words(),
            self.trust
        )
    }
}
