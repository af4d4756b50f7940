//! `beaufort check`: whether a game file is right, and what is odd about the game.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use beaufort_rules::Game;
use beaufort_rules::game::Definition;
use beaufort_session::review::{RandomGames, Review};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::game_of_file;
use crate::output;

/// The time in which a game should load, in seconds.
const SLOW: f64 = 1.0;

/// Check a game file
///
/// Every mistake is reported with its line and column, and the exit status is 2. For a playable game, the command reports the
/// size of its tables, plays games of random turns, and warns of what is probably not meant: pieces that never come on the board
/// or never move, and games that do not end.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort check my-game.toml")]
pub(crate) struct CheckArgs {
    /// The game file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl CheckArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let start = Instant::now();
        let game = game_of_file(&self.file)?;
        game.prepare();
        let seconds = start.elapsed().as_secs_f64();
        let review = Review::new(&game);
        let mut text = summary(&game, seconds);
        let first = &game.definition().side_names[0];
        let _ = writeln!(text, "First turns: {first} can choose from {}.", review.first_turns);
        text += &random_games(&game, review.random_games);
        let slow = (seconds > SLOW)
            .then(|| format!("The game took {seconds:.1} s to load: players wait longer than {SLOW} s."));
        let warnings: Vec<String> =
            slow.into_iter().chain(review.warnings.iter().map(ToString::to_string)).collect();
        for warning in &warnings {
            let _ = writeln!(text, "Warning: {warning}");
        }
        if warnings.is_empty() {
            text += "No warnings.\n";
        }
        Ok(output::styled(&text)?)
    }
}

fn summary(game: &Game, seconds: f64) -> String {
    let definition = game.definition();
    let (files, ranks) = (game.size().files(), game.size().ranks());
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    format!(
        "{}: {files} x {ranks} squares, {} kinds of piece, {} pieces in the array.\n\
         Loaded in {seconds:.2} s; the tables of the moves take {:.1} of {:.0} MiB.\n",
        definition.name,
        definition.pieces.len(),
        definition.array.len(),
        mib(definition.table_bytes()),
        mib(Definition::MAX_TABLE_BYTES),
    )
}

fn random_games(game: &Game, random: RandomGames) -> String {
    let RandomGames { games, wins, draws, unfinished, turns, most_choices } = random;
    let [first, second] = &game.definition().side_names;
    format!(
        "{games} games of random turns: {first} won {}, {second} {}; {draws} draws, {unfinished} not over; \
         {} turns on average, up to {most_choices} to choose from.\n",
        wins[0],
        wins[1],
        turns / games.max(1),
    )
}
