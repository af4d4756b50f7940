//! `beaufort pool`: the combined result of several matches.

use std::fmt::Write as _;
use std::path::PathBuf;

use beaufort_lab::matches::{Finished, Sprt, Tally};
use clap::Args;

use super::report::{self, Counts};
use super::settings;
use super::state;
use crate::failure::Failure;
use crate::output;
use crate::output_file;

/// Report the combined result of several matches
///
/// The files are those of `beaufort match --state`: parts of one match that were played on several machines with different
/// seeds, or matches of the same players in several games. Every pair of games counts alike. A row a file, then the result
/// of all; docs/match.md tells what its numbers mean.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort pool first-half.state second-half.state
  beaufort pool scirocco.state typhoon.state orthochess.state --sprt elo0=0,elo1=10")]
pub(crate) struct PoolArgs {
    /// The states of the matches
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Tell what a test between two differences of strength says
    ///
    /// Off unless given; what TEST leaves out is elo0=0,elo1=10,alpha=0.05,beta=0.05.
    #[arg(long, value_name = "TEST", value_parser = settings::sprt)]
    sprt: Option<Sprt>,
}

impl PoolArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut counts = Counts::default();
        let mut all = Tally::default();
        let mut text = String::new();
        output_file::check_distinct(self.files.iter().map(|file| ("FILE", file.as_path())))?;
        for path in &self.files {
            let (terms, games) = state::read(path)?;
            let finished: Finished = games.iter().map(|game| (game.number, game.points)).collect();
            let tally = Tally::of(&finished);
            games.iter().for_each(|game| counts.add(game));
            all.add(&tally);
            let game = terms.get("game").map_or("", String::as_str);
            writeln!(text, "{}: {game}, {}", path.display(), report::summary(&tally))
                .expect("writing to a string succeeds");
        }
        Ok(output::styled(&(text + &report::rows(&all, &counts, ["first", "second"], self.sprt.as_ref())))?)
    }
}
