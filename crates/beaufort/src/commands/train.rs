//! `beaufort train`: a table and a network on top of the weights, learned from games of the engine against itself.

use std::fs;
use std::path::PathBuf;

use beaufort_engine::{LANES, MAX_HIDDEN, MAX_SHIFT};
use beaufort_lab::train::{TrainSettings, Trainer, Training};
use clap::Args;

use crate::commands::self_play::SelfPlayArgs;
use crate::failure::Failure;
use crate::game_args::GameArgs;
use crate::output::{self, Status};
use crate::output_file;
use crate::stop::stop_at_ctrl_c;
use crate::text_file::{self, TRAINING};

/// Train a network for a game from games of the engine against itself
///
/// The engine plays by what it knows of the pieces, or what --eval says; set-ups and first plies of each game are random.
/// Training adds to the score that the weights give: a table of what each type is worth on each square, and a
/// small network (NNUE) that sees how the pieces stand together. Both are written to GAME.net with the weights. To use the
/// file, `play`, `show`, `study`, `book`, `puzzles`, `tune` and `train` have --eval FILE, a player of a match eval=FILE, UCI
/// EvalFile. For a game file of your own, FILE.toml, this is FILE.net beside it, where the engine reads it by itself; so it
/// is with the other files that are named after GAME.
///
/// Game number n is always the same game, however many threads there are. Finished games are kept in the folder GAME.games, in
/// tables as those of `beaufort study`. The same command goes on where it was stopped, by Ctrl-C or otherwise; with a greater number of games it
/// plays only those that are missing, by what the engine knew for the others. After each time through the games the training is kept in GAME.train, until it is done.
/// The result depends on the games and the options alone.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort train [OPTIONS] <GAME>\n       beaufort train [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort train scirocco --games 50000                           a network in scirocco.net
  beaufort match scirocco engine:nodes=1000,eval=scirocco.net engine:nodes=1000 --games 500
  beaufort train --game-file my.toml                              a game of your own, in my.net"
)]
pub(crate) struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    self_play: SelfPlayArgs,
    /// The hidden units of each perspective, a multiple of 16 up to 128; 0 for a table without a network
    #[arg(long, value_name = "N", default_value = "32", value_parser = hidden)]
    hidden: usize,
    /// How many more bits the network's weights may have behind the binary point than its activations: more make the packed file up to
    /// twice as large, and help only in games with very many pieces
    #[arg(long, value_name = "BITS", default_value_t = MAX_SHIFT, value_parser = clap::value_parser!(u8).range(..=i64::from(MAX_SHIFT)))]
    max_shift: u8,
    /// Go on from the net by which the engine plays, instead of nothing: what it has learned from other games counts, too
    #[arg(long)]
    warm_start: bool,
    /// The times through all games
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(1..=1000))]
    epochs: u16,
    /// The positions of a batch
    #[arg(long, value_name = "N", default_value = "4096", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// The learning rate at first; it falls to nothing along a cosine
    #[arg(long, value_name = "RATE", default_value = "0.002", value_parser = rate)]
    rate: f32,
    /// The share of the search's opinion in what is learned, in percent; the rest is the result of the game
    #[arg(long, value_name = "PERCENT", default_value = "50", value_parser = clap::value_parser!(u8).range(0..=100))]
    trust: u8,
    /// The file for the net; without it, GAME.net, or FILE.net beside FILE.toml
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Reads a number of hidden units.
fn hidden(text: &str) -> Result<usize, String> {
    let number: Option<usize> =
        text.parse().ok().filter(|number: &usize| number.is_multiple_of(LANES) && *number <= MAX_HIDDEN);
    number.ok_or_else(|| format!("it must be a multiple of {LANES} up to {MAX_HIDDEN}, or 0"))
}

/// Reads a learning rate.
fn rate(text: &str) -> Result<f32, String> {
    let rate: Option<f32> = text.parse().ok().filter(|rate| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "it must be more than 0 and at most 1".to_owned())
}

impl TrainArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.load()?;
        let data = self.self_play.data(&self.game, &game);
        let evaluation = self.self_play.evaluation(&self.game, &game, &data)?;
        let hidden = evaluation.residual().network.as_ref().map_or(0, |network| network.hidden());
        if self.warm_start && (evaluation.residual().is_empty() || hidden != self.hidden) {
            return Err(Failure::user("--warm-start: the engine has no net with as many hidden units here")
                .hint("name one by --eval, or leave the option out"));
        }
        let stop = stop_at_ctrl_c()?;
        let out = self.out.clone().unwrap_or_else(|| self.game.output(&game, "net"));
        let checkpoint = out.with_extension("train");
        let own = self.game.file().map(|file| ("--game-file", file));
        let written = [("--out", out.as_path()), ("the training that goes on", checkpoint.as_path())];
        output_file::check_distinct(self.self_play.files(&data).chain(own).chain(written))?;
        output_file::check_writable(&out)?;
        let played = self.self_play.games(&game, &evaluation, &data, &stop)?;
        let settings = TrainSettings {
            seed: self.self_play.seed,
            hidden: self.hidden,
            max_shift: self.max_shift,
            epochs: self.epochs.into(),
            batch: self.batch as usize,
            rate: self.rate,
            trust: f32::from(self.trust) / 100.0,
            warm_start: self.warm_start,
            threads: self.self_play.threads(),
        };
        let status = Status::new();
        status.show("Reading the games");
        let trainer = Trainer::new(&game, &evaluation, &played, &settings);
        let mut trainer = trainer.map_err(|error| self.self_play.wrong(&data, error))?;
        if checkpoint.exists() {
            let name = checkpoint.display();
            trainer.restore(&text_file::read_bytes(&checkpoint, TRAINING)?).map_err(|error| {
                Failure::user(format_args!("{name}: {error}")).hint("delete it to begin anew")
            })?;
        }
        while trainer.epochs() < settings.epochs {
            let [learned, kept] = trainer.epoch();
            let epoch = trainer.epochs();
            status.show(&format!(
                "Learning: epoch {epoch} of {}, loss {learned:.5}, of games kept apart {kept:.5}",
                settings.epochs
            ));
            if epoch < settings.epochs {
                output_file::write_file(&checkpoint, &trainer.checkpoint())?;
            }
            if stop.is_stopped() {
                return Err(Failure::Interrupted);
            }
        }
        drop(status);
        let training = trainer.finish();
        output_file::write_file(&out, &training.evaluation.net_bytes())?;
        if checkpoint.exists() {
            fs::remove_file(&checkpoint)
                .map_err(Failure::io(format_args!("cannot delete `{}`", checkpoint.display())))?;
        }
        let [before, after] = training.progress.gain();
        let Training { games: [learned, kept], positions, .. } = training;
        Ok(output::styled(&format!(
            "{positions} positions of {learned} games; the loss of {kept} games kept apart fell from {before:.5} to \
             {after:.5}; the net is in {}\n",
            out.display()
        ))?)
    }
}
