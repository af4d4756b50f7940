//! `beaufort book`: an opening book of a game, for matches.

use std::path::PathBuf;
use std::sync::Arc;

use beaufort_lab::matches::{Book, BookTerms};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameArgs, PieceValues};
use crate::output::Status;
use crate::output_file::{self, CommandOutput};
use crate::stop::{processors, stop_at_ctrl_c};

/// Make a book of even openings for matches
///
/// Openings are drawn at random, as `match --random-plies` does, and the engine looks at each: those in which it sees neither
/// side ahead make the book. It holds their numbers alone, a bit for each; the same command always gives the same book.
/// `match --book=FILE` plays them.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort book [OPTIONS] <GAME>\n       beaufort book [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort book scirocco --out scirocco.book
  beaufort book --game-file my-game.toml --openings 500 --plies 6 --out my-game.book"
)]
pub(crate) struct BookArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The evaluation: `derived` (from the rules alone) or a file of weights or a net; without it, the one of the game
    #[arg(long, value_name = "FILE")]
    eval: Option<PieceValues>,
    /// The number of openings
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    openings: u32,
    /// The number of random turns in each, of both sides together
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(0..=100))]
    plies: u16,
    /// For how many nodes the engine looks at each
    #[arg(long, value_name = "N", default_value = "20000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The score below which an opening is even, in centipawns, of which the game's commonest piece is worth about 100
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(i32).range(1..=100_000))]
    even_score: i32,
    /// How many openings are looked at at a time; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the book to a file instead of the output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl BookArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.load()?;
        let evaluation = Arc::new(self.game.evaluation_by(self.eval.as_ref(), &game)?);
        if let Some(out) = &self.out {
            output_file::check_writable(out)?;
        }
        let terms = BookTerms {
            openings: self.openings as usize,
            plies: self.plies.into(),
            nodes: self.nodes,
            even_score: self.even_score,
        };
        let threads = self.threads.map_or_else(processors, usize::from);
        let stop = stop_at_ctrl_c()?;
        let status = Status::new();
        let book = Book::make(&game, &evaluation, terms, threads, &stop, |found| {
            status.show(&format!("{found} of {} openings", terms.openings));
        });
        drop(status);
        let too_few = |error| {
            Failure::user(error)
                .hint("ask for fewer by --openings, or for longer ones by --plies, or raise --even-score")
        };
        let book = book.map_err(too_few)?.ok_or(Failure::Cancelled)?;
        let BookTerms { openings, plies, nodes, even_score } = terms;
        let text = format!(
            "# {openings} openings of {plies} random turns in which the engine sees, after {nodes} nodes, a lead below \
             {even_score}:\n# the seeds from which they are drawn, four to a digit, the lowest first. \
             Made by `beaufort book`.\n{book}"
        );
        CommandOutput::Text(text).write(self.out.as_deref())
    }
}
